import type { ChangeEvent } from 'react'
import { formatSpanishHint, getErrorText } from '../../../../forms/field.tsx'
import { formatPrice } from '../../../../shared/prices.ts'
import type { Column, Reference } from '../../../shared/fields.ts'
import { ENGLISH_LABEL, ENGLISH_NOTE, findSpanishName } from '../../../shared/translations.ts'
import { FILE_ERROR } from '../../form/editor/pending-files.ts'
import { getHeadingColumn, hasRowValue, type RowValue, readPrice } from '../../form/field-values.ts'
import { useFilledHint } from '../../form/placeholders.ts'
import type { PreparedPicture } from '../picture/use-picture.ts'
import { ReferenceField, SearchField } from '../reference-field.tsx'
import { columnInput } from './column-input.tsx'

/** Errors of each row, by column. */
export type RowErrors = (Record<string, { message?: string; type?: string } | undefined> | undefined)[]

interface RowColumnsProps {
  columns: Record<string, Column>
  /** True when a row shows all fields before it has a value. */
  isWhole: boolean
  row: RowValue
  errors: NonNullable<RowErrors[number]>
  onChange: (change: Partial<RowValue>) => void
  onPicture: (column: string, prepared: Promise<PreparedPicture>) => void
}

/**
 * Renders the fields of one row. The first field is the name of the row. In long rows the other fields appear once the row has a value.
 * A reference column that names the row has no field of its own, because the name field searches for the item.
 */
export function RowColumns(props: RowColumnsProps) {
  const { columns, row, errors } = props
  const naming = new Set(Object.values(columns).flatMap(({ namedBy }) => namedBy ?? []))
  const heading = getHeadingColumn(columns)
  const isWhole = props.isWhole || hasRowValue(columns, row) || Object.keys(errors).length > 0
  const shown = [heading, ...Object.keys(columns).filter((name) => isWhole && name !== heading)].filter(
    (name) => !naming.has(name),
  )
  const inEnglish = shown.filter((name) => findSpanishName(columns, name) !== null)
  const getFields = (names: readonly string[]) =>
    names.map((name) => <ColumnField key={name} {...props} name={name} column={columns[name] as Column} />)
  return (
    <div className="rows-columns">
      {getFields(shown.filter((name) => !inEnglish.includes(name)))}
      {inEnglish.length > 0 && (
        <details
          className="rows-column field-group"
          data-long=""
          open={inEnglish.some((name) => errors[name]) || undefined}
        >
          <summary>
            <span className="field-group-label">{ENGLISH_LABEL}</span>
          </summary>
          <div className="rows-columns">
            <p className="entry-hint" data-long="">
              {ENGLISH_NOTE}
            </p>
            {getFields(inEnglish)}
          </div>
        </details>
      )}
    </div>
  )
}

interface ColumnFieldProps extends RowColumnsProps {
  name: string
  column: Column
}

function ColumnField({ name, column, columns, row, errors, onChange, onPicture }: ColumnFieldProps) {
  const { label, namedBy } = column
  const spanish = findSpanishName(columns, name)
  const value = row[name] ?? null
  const fillHint = useFilledHint()
  const isRequired = column.kind === 'line' && !column.optional
  const described = {
    label: isRequired ? label : `${label} (opcional)`,
    hint:
      formatReadPrice(columns, row, name) ??
      fillHint(getText(value), spanish === null ? column.hint : formatSpanishHint(getText(row[spanish]))),
    error: getErrorText(column, errors[name]?.message),
  }
  const source = namedBy === undefined ? undefined : columns[namedBy]
  if (namedBy !== undefined && source?.kind === 'reference')
    return (
      <SearchField
        label={label}
        hint="Si es del club, elegilo de la lista; si no, escribí el nombre."
        error={described.error ?? errors[namedBy]?.message}
        to={source.to}
        text={getText(value)}
        onText={(typed) => onChange({ [name]: typed })}
        chosen={row[namedBy] as Reference | null}
        onChoose={(found) =>
          onChange(found ? { [namedBy]: found.reference, [name]: found.name } : { [namedBy]: null })
        }
        maxLength={column.kind === 'line' ? column.max : undefined}
        isNameEnough
      />
    )
  if (column.kind === 'reference')
    return (
      <ReferenceField
        {...described}
        to={column.to}
        value={value as Reference | null}
        onChange={(chosen) => onChange({ [name]: chosen })}
      />
    )
  // Choices and currencies always have a value, so their labels lack the suffix '(opcional)'.
  const isChoice = column.kind === 'choice' || column.kind === 'currency'
  return (
    <div
      className="rows-column"
      data-column={name}
      data-kind={column.kind}
      data-long={isLong(column) ? '' : undefined}
    >
      {columnInput({
        field: column,
        described: isChoice ? { ...described, label } : described,
        typed: {
          value: getText(value),
          onChange: (typed) => onChange({ [name]: findText(typed) }),
          onBlur: () => {},
          ...(spanish !== null && { lang: 'en' }),
        },
        onPicture: (prepared) => onPicture(name, prepared),
        hasFailed: errors[name]?.type === FILE_ERROR,
      })}
    </div>
  )
}

/** Returns the hint that shows how a typed price is read. */
function formatReadPrice(...[columns, row, name]: Parameters<typeof readPrice>): string | null {
  const read = readPrice(columns, row, name)
  return read && `Se lee: «${formatPrice(read.price, read.currency)}».`
}

const getText = (value: RowValue[string] | undefined): string => (typeof value === 'string' ? value : '')

const findText = (
  typed: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement> | string,
): string => (typeof typed === 'string' ? typed : typed.target.value)

/** Longest text, in characters, whose field takes only a part of the width of the row. */
const SHORT_LINE_MAX = 60

const isLong = (column: Column): boolean =>
  column.kind === 'text' ||
  column.kind === 'image' ||
  column.kind === 'localTime' ||
  (column.kind === 'line' && column.max > SHORT_LINE_MAX)
