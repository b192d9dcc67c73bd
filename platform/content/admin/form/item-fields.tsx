/** The fields of an item's form: single fields first, then collapsed groups with a summary of their values. */
import { type ComponentType, type ReactNode, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { lazyPart } from '../../../admin-layout/lazy-part.tsx'
import { moduleName } from '../../../api/client/load-chunk.ts'
import { truncateName } from '../../../shared/item-names.ts'
import { hasNights } from '../../shared/field-types.ts'
import type { Declaration, FieldGroup } from '../../shared/fields.ts'
import { hasInput } from '../fields/inputs.tsx'
import { PublicationEntry } from '../publication/publication-entry.tsx'
import { ScheduleQuestion } from '../publication/schedule-question.tsx'
import { CopiedQuestion } from './copied-question.tsx'
import { COPIED } from './copied-values.ts'
import { useEditor } from './editor/editor-context.ts'
import { getHeadingColumn, isEmpty, type RowValue } from './field-values.ts'
import { ItemField } from './item-field.tsx'
import { getFieldValue, type ItemValues, summarizeValue } from './item-values.ts'
import { SameNight } from './same-night.tsx'
import { useWide } from './use-wide.ts'

/**
 * Renders the fields. A phone shows all fields in one column, in the order of the declaration. A wide screen shows the
 * fields in the declaration's `aside` in a second column, with the publication between the day and the pictures. With its
 * page beside it, the form keeps one column.
 */
export function ItemFields() {
  const { declaration, calls, item } = useEditor()
  const { fields, groups = [] } = declaration
  const isWide = useWide()
  const aside = isWide && !declaration.page?.isBesideForm ? (declaration.aside ?? []) : []
  const grouped = new Set(groups.flatMap((group) => group.fields))
  const isDay = (name: string) => name === declaration.orderBy
  const show = (names: readonly string[]) => names.map((name) => <FormField key={name} name={name} />)
  return (
    <div className="form-columns" data-two={aside.length > 0 ? '' : undefined}>
      <div className="form-main">
        {show(Object.keys(fields).filter((name) => !grouped.has(name) && !aside.includes(name)))}
        {groups.map((group) => (
          <Group key={group.label} group={group}>
            {show(group.fields)}
          </Group>
        ))}
      </div>
      {calls.create && (
        <div className="form-aside">
          {show(aside.filter(isDay))}
          <PublicationEntry item={item} />
          {show(aside.filter((name) => !isDay(name)))}
        </div>
      )}
    </div>
  )
}

const modules = import.meta.glob<{ default: ComponentType }>('/features/*/admin/*.field.tsx')

/** Fields with a control of their own. They are in `features/<feature>/admin/<resource>.<field>.field.tsx`. */
const ownFields: Record<string, ComponentType | undefined> = Object.fromEntries(
  Object.entries(modules).map(([file, load]) => [
    moduleName(file, '.field.tsx'),
    lazyPart('campo', async () => (await load()).default),
  ]),
)

/** A field, with the prompts about its value. It is empty for a field without a control. */
function FormField({ name }: { name: string }) {
  const { declaration, base, copySource } = useEditor()
  const field = declaration.fields[name]
  if (!field || !hasInput(field)) return null
  const Own = ownFields[`${declaration.name}.${name}`]
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
    </div>
  )
}

interface GroupProps {
  group: FieldGroup
  children: ReactNode
}

function Group({ group: { label, fields, note }, children }: GroupProps) {
  const { declaration } = useEditor()
  const { control, formState } = useFormContext<ItemValues>()
  const values = useWatch<ItemValues>({ control })
  const [isOpen, setOpen] = useState(false)
  // A group opens when one of its fields has an error, and stays open after the correction.
  const { errors } = formState
  const copied = (errors[COPIED] ?? {}) as Record<string, unknown>
  if (!isOpen && fields.some((name) => errors[name] || copied[name])) setOpen(true)
  const summary = fields
    .map((name) => summarizeField(declaration, name, values as ItemValues))
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
        <span className="field-group-said">{summary === '' ? 'Sin completar' : truncateName(summary)}</span>
      </summary>
      <div className="field-group-fields">
        {note && <p className="entry-hint">{note}</p>}
        {children}
      </div>
    </details>
  )
}

/** Returns a short summary of a field's value. Blank for an empty value and for the field's default. */
function summarizeField({ fields }: Declaration, name: string, values: ItemValues): string {
  const field = fields[name]
  const value = getFieldValue(values, name)
  if (!field || isEmpty(field, value)) return ''
  // A number or an hour is unclear without its label, so the summary includes the label.
  if (field.kind === 'number' || field.kind === 'time')
    return `${field.label} ${summarizeValue(field, value)}`
  if (field.kind !== 'rows') return summarizeValue(field, value)
  const rows = value as RowValue[]
  const names = rows.map((row) => row[getHeadingColumn(field.columns)] || '…')
  return `${rows.length}: ${names.join(', ')}`
}
