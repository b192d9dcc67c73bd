/** The fields of an item's form: single fields first, then collapsed groups with a summary of their values. */
import { type ReactNode, useState } from 'react'
import { get, useFormContext, useWatch } from 'react-hook-form'
import { getItemParts } from '../../../admin-layout/feature-parts.ts'
import { formatDate } from '../../../shared/dates.ts'
import { hasNights } from '../../shared/field-types.ts'
import type { Declaration, Field, FieldGroup } from '../../shared/fields.ts'
import { truncateName } from '../../shared/item-names.ts'
import { hasInput } from '../fields/inputs.tsx'
import { EndEntry, PublicationEntry } from '../publication/publication-entry.tsx'
import { ScheduleQuestion } from '../publication/schedule-question.tsx'
import { CopiedQuestion } from './copied-question.tsx'
import { COPIED } from './copied-values.ts'
import { useEditedItem } from './editor/editor-context.ts'
import { FieldNote, getPart } from './field-note.tsx'
import { getHeadingColumn, isEmpty, type RowValue, toComparableText } from './field-values.ts'
import { ItemField } from './item-field.tsx'
import { getFieldValue, type ItemValues, summarizeValue } from './item-values.ts'
import { SameNight } from './same-night.tsx'
import { useWide } from './use-wide.ts'

const MORE = 'Más datos'
/** Form value with the end of the publication. It is no field of the declaration. */
const END = 'unpublishAt'

/**
 * Renders the fields. A narrow screen shows the declaration's `first` fields in one column, and folds the other single
 * fields away. A wide screen shows the fields in the declaration's `aside` in a second column, with the publication between
 * the day and the pictures. With its page beside it, the form has one column, as on a narrow screen.
 */
export function ItemFields() {
  const { declaration, hasPublication, item, copySource } = useEditedItem()
  const { fields, groups = [] } = declaration
  const isWindowWide = useWide()
  const isWide = isWindowWide && !declaration.isPageBesideForm
  const aside = isWide ? (declaration.aside ?? []) : []
  const grouped = new Set(groups.flatMap((group) => group.fields))
  const single = Object.keys(fields).filter((name) => !grouped.has(name) && !aside.includes(name))
  const first = isWide ? single : (declaration.first ?? single)
  const more = single.filter((name) => !first.includes(name) && hasInput(fields[name] as Field))
  const isEndFolded = !isWide && hasPublication
  const isDay = (name: string) => name === declaration.orderBy
  const show = (names: readonly string[]) => names.map((name) => <FormField key={name} name={name} />)
  const Start = item || copySource ? null : getPart('inicio', getItemParts(declaration.name).start)
  return (
    <div className="form-columns" data-two={aside.length > 0 ? '' : undefined}>
      <div className="form-main">
        {Start && <Start />}
        {show(first)}
        {(more.length > 0 || isEndFolded) && (
          <Group
            group={{ label: MORE, fields: isEndFolded ? [...more, END] : more }}
            opensFilled
            startsOpen={isWindowWide && !item}
          >
            {show(more)}
            {isEndFolded && (
              <div className="form-field" data-field={END}>
                <EndEntry />
              </div>
            )}
          </Group>
        )}
        {groups.map((group) => (
          <Group key={group.label} group={group}>
            {show(group.fields)}
          </Group>
        ))}
      </div>
      {hasPublication && (
        <div className="form-aside">
          {show(aside.filter(isDay))}
          <PublicationEntry item={item} isEndElsewhere={isEndFolded} />
          {show(aside.filter((name) => !isDay(name)))}
        </div>
      )}
    </div>
  )
}

/** A field, with the prompts about its value. It is empty for a field without a control. */
function FormField({ name }: { name: string }) {
  const { declaration, base, copySource } = useEditedItem()
  const field = declaration.fields[name]
  if (!field || !hasInput(field)) return null
  const Own = getPart('campo', getItemParts(declaration.name).fields?.[name])
  return (
    <div className="form-field" data-field={name}>
      {Own ? <Own /> : <ItemField name={name} field={field} />}
      {copySource && <CopiedQuestion name={name} source={copySource} />}
      {name === declaration.orderBy &&
        (hasNights(declaration) ? (
          <SameNight name={name} />
        ) : (
          <ScheduleQuestion name={name} stored={base[name]} />
        ))}
      <FieldNote name={name} />
    </div>
  )
}

interface GroupProps {
  group: FieldGroup
  /** True when the group starts open if the stored item or the draft has a value in it. */
  opensFilled?: boolean
  startsOpen?: boolean
  children: ReactNode
}

function Group({ group: { label, fields, note }, opensFilled, startsOpen, children }: GroupProps) {
  const { declaration, initial, timeZone } = useEditedItem()
  const { control, formState, getValues } = useFormContext<ItemValues>()
  const values = useWatch<ItemValues>({ control })
  const [isOpen, setOpen] = useState(
    () =>
      startsOpen || (opensFilled && fields.some((name) => isFilled(declaration, name, getValues(), initial))),
  )
  // A group opens when one of its fields has an error, and stays open after the correction.
  const { errors } = formState
  if (!isOpen && fields.some((name) => get(errors, name) || get(errors, `${COPIED}.${name}`))) setOpen(true)
  const { summaries = {} } = getItemParts(declaration.name)
  const summary = fields
    .map(
      (name) =>
        summaries[name]?.(values as ItemValues, Date.now(), timeZone) ??
        summarizeField(declaration, name, values as ItemValues),
    )
    .filter(Boolean)
    .join(' · ')
  const nothing = opensFilled
    ? fields.map((name) => declaration.fields[name]?.label ?? 'Deja de verse').join(' · ')
    : 'Sin completar'
  return (
    <details
      className="field-group"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <span className="field-group-label">{label}</span>{' '}
        <span className="field-group-said">{truncateName(summary || nothing)}</span>
      </summary>
      <div className="field-group-fields">
        {note && <p className="entry-hint">{note}</p>}
        {children}
      </div>
    </details>
  )
}

/** True for a value that is not empty. @param initial the values of an empty form, which do not count. null for a stored item */
function isFilled(
  { fields }: Declaration,
  name: string,
  values: ItemValues,
  initial: ItemValues | null,
): boolean {
  const field = fields[name]
  const value = getFieldValue(values, name)
  if (field ? isEmpty(field, value) : !value) return false
  return initial === null || toComparableText(value) !== toComparableText(getFieldValue(initial, name))
}

/** Returns a short summary of a field's value. Blank for an empty value and for the field's default. */
function summarizeField({ fields }: Declaration, name: string, values: ItemValues): string {
  const field = fields[name]
  const value = getFieldValue(values, name)
  if (name === END && value) return `Deja de verse ${formatDate(String(value))}`
  if (!field || isEmpty(field, value)) return ''
  if (field.kind === 'image') return field.label
  // A number or an hour is unclear without its label, so the summary includes the label.
  if (field.kind === 'number' || field.kind === 'time')
    return `${field.label} ${summarizeValue(field, value)}`
  if (field.kind !== 'rows') return summarizeValue(field, value)
  const rows = value as RowValue[]
  const names = rows.map((row) => row[getHeadingColumn(field.columns)] || '…')
  return `${rows.length}: ${names.join(', ')}`
}
