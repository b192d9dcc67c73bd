/**
 * The status of a night in its form. It offers what can be chosen now, and AGOTADA among it, although the API derives
 * AGOTADA from the offers.
 */
import { useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useEditedItem } from '../../../platform/content/admin/form/editor/editor-context.ts'
import { createRowValue, type RowValue } from '../../../platform/content/admin/form/field-values.ts'
import type { ItemValues } from '../../../platform/content/admin/form/item-values.ts'
import { Field } from '../../../platform/forms/field.tsx'
import { events } from '../shared/events-resource.ts'
import { SOLD_OUT_OFFER } from './exports/night-changes.ts'
import {
  getStatusChoice,
  listStatusChoices,
  readNightState,
  type StatusChoice,
  statusHints,
  statusLabels,
} from './status-choices.ts'

const { columns } = events.fields.offers

export default function NightStatus() {
  const { item, timeZone } = useEditedItem()
  const { setValue, getFieldState, formState } = useFormContext<ItemValues>()
  const [status, date, endsAt, offers] = useWatch<ItemValues>({
    name: ['status', 'date', 'endsAt', 'offers'],
  })
  /** The offers before AGOTADA was chosen. */
  const before = useRef<RowValue[] | null>(null)
  const now = Date.now()
  const rows = (offers ?? []) as RowValue[]
  const night = readNightState(
    { status: status ?? '', date: date ?? '', endsAt: endsAt ?? '', offers: rows },
    now,
    timeZone,
  )
  const chosen = getStatusChoice(night, now, timeZone)

  function choose(choice: StatusChoice) {
    const change = (name: string, value: ItemValues[string]) => setValue(name, value, { shouldDirty: true })
    if (choice === 'soldout') {
      before.current = rows
      const sold = rows.length > 0 ? rows : [{ ...createRowValue(columns), ...SOLD_OUT_OFFER }]
      change(
        'offers',
        sold.map((row) => ({ ...row, availability: 'soldout' })),
      )
    } else if (
      choice === 'scheduled' &&
      getStatusChoice({ ...night, status: 'scheduled' }, now, timeZone) === 'soldout'
    )
      change('offers', before.current ?? rows.map((row) => ({ ...row, availability: 'available' })))
    change('status', choice === 'soldout' ? 'scheduled' : choice)
  }

  return (
    <Field
      label={events.fields.status.label}
      hint={statusHints[chosen]}
      error={getFieldState('status', formState).error?.message}
    >
      {(control) => (
        <select
          className="control"
          name="status"
          value={chosen}
          onChange={({ target }) => choose(target.value as StatusChoice)}
          {...control}
        >
          {listStatusChoices(night, item !== undefined, now, timeZone).map((choice) => (
            <option key={choice} value={choice}>
              {statusLabels[choice]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
