/** The fields of an item: those that stand for themselves, then groups that are folded away and tell what is in them. */
import { type ReactNode, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { cut } from '../../../shared/names.ts'
import { hasNights } from '../../shared/field-types.ts'
import type { Declaration, FieldGroup } from '../../shared/fields.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'
import { hasInput } from '../fields/inputs.tsx'
import { ScheduleQuestion } from '../publication/schedule-question.tsx'
import { CopiedQuestion } from './copied-question.tsx'
import { COPIED, type CopySource } from './copied-values.ts'
import { headingColumn, isEmpty, type RowValue } from './field-values.ts'
import { ItemField, type ItemFieldProps } from './item-field.tsx'
import { asLine, fieldValue, type ItemValues } from './item-values.ts'
import { SameNight } from './same-night.tsx'
import { useWide } from './wide.ts'

interface ItemFieldsProps {
  declaration: Declaration & { name: ResourceName }
  item: AnyEntity | undefined
  /** What the form began with. */
  base: ItemValues
  files: ItemFieldProps['files']
  chosen: ItemFieldProps['chosen']
  /** What says when it is seen. */
  publication: ReactNode
  copySource: CopySource | null
  addFilm: ItemFieldProps['addFilm']
}

/**
 * On a phone one after the other, as they are declared. Where there is room the declaration's `aside` stands in a column of
 * its own, with what says when the item is seen: after its day, before its pictures.
 */
export function ItemFields({ declaration, base, publication, copySource, ...common }: ItemFieldsProps) {
  const { fields, groups = [] } = declaration
  const isWide = useWide()
  const aside = isWide ? (declaration.aside ?? []) : []
  const isDay = (name: string) => name === declaration.orderBy
  const grouped = new Set(groups.flatMap((group) => group.fields))
  const show = (names: readonly string[]) =>
    names.flatMap((name) => {
      const field = fields[name]
      if (!field || !hasInput(field)) return []
      return (
        <div key={name} className="form-field" data-field={name}>
          <ItemField name={name} field={field} declaration={declaration} {...common} />
          {copySource && (
            <CopiedQuestion declaration={declaration} name={name} source={copySource} stored={common.item} />
          )}
          {isDay(name) &&
            (hasNights(declaration) ? (
              <SameNight declaration={declaration} name={name} item={common.item} />
            ) : (
              <ScheduleQuestion name={name} stored={base[name]} />
            ))}
        </div>
      )
    })
  return (
    <div className="form-columns" data-two={aside.length > 0 ? '' : undefined}>
      <div className="form-main">
        {show(Object.keys(fields).filter((name) => !grouped.has(name) && !aside.includes(name)))}
        {groups.map((group) => (
          <Group key={group.label} declaration={declaration} group={group}>
            {show(group.fields)}
          </Group>
        ))}
      </div>
      {publication && (
        <div className="form-aside">
          {show(aside.filter(isDay))}
          {publication}
          {show(aside.filter((name) => !isDay(name)))}
        </div>
      )}
    </div>
  )
}

interface GroupProps {
  declaration: Declaration
  group: FieldGroup
  children: ReactNode
}

function Group({ declaration, group: { label, fields, note }, children }: GroupProps) {
  const { control, formState } = useFormContext<ItemValues>()
  const values = useWatch<ItemValues>({ control })
  const [isOpen, setOpen] = useState(false)
  // Opened by something that is wrong in it, and left so once that is mended.
  const { errors } = formState
  const copied = (errors[COPIED] ?? {}) as Record<string, unknown>
  if (!isOpen && fields.some((name) => errors[name] || copied[name])) setOpen(true)
  const said = fields
    .map((name) => summaryOf(declaration, name, values as ItemValues))
    .filter(Boolean)
    .join(' · ')
  return (
    <details
      className="field-group"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <span className="field-group-label">{label}</span>{' '}
        <span className="field-group-said">{said === '' ? 'Sin completar' : cut(said)}</span>
      </summary>
      <div className="field-group-fields">
        {note && <p className="entry-hint">{note}</p>}
        {children}
      </div>
    </details>
  )
}

/** What a field holds, in few words; blank where it is nothing out of the ordinary. */
function summaryOf({ fields }: Declaration, name: string, values: ItemValues): string {
  const field = fields[name]
  const value = fieldValue(values, name)
  if (!field || isEmpty(field, value)) return ''
  // A number or an hour alone says nothing of what it is.
  if (field.kind === 'number' || field.kind === 'time') return `${field.label} ${asLine(field, value)}`
  if (field.kind !== 'rows') return asLine(field, value)
  const rows = value as RowValue[]
  const names = rows.map((row) => row[headingColumn(field.columns)] || '…')
  return `${rows.length}: ${names.join(', ')}`
}
