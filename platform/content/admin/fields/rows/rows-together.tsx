import type { Field } from '../../../shared/fields.ts'
import type { RowValue } from '../../form/field-values.ts'
import { LineField } from '../text-field.tsx'
import { INSTANT_MAX } from './column-input.tsx'
import { getSharedValue } from './row-list.ts'

interface RowsTogetherProps {
  together: NonNullable<Extract<Field, { kind: 'rows' }>['together']>
  rows: RowValue[]
  /** Sets the column of all rows. */
  onChange: (value: string) => void
}

/** Sets one moment for all rows. The control is blank while the rows have different moments. */
export function RowsTogether({ together, rows, onChange }: RowsTogetherProps) {
  const { column, label, hint, clear } = together
  const shared = getSharedValue(rows, column)
  const isSet = rows.some((row) => row[column])
  return (
    <div className="rows-together">
      <LineField
        label={label}
        hint={isSet && shared === '' ? `Ahora no todos tienen el mismo momento. ${hint}` : hint}
        type="datetime-local"
        max={INSTANT_MAX}
        value={shared}
        onChange={({ target }) => onChange(target.value)}
      />
      {isSet && (
        <button type="button" className="button" onClick={() => onChange('')}>
          {clear}
        </button>
      )}
    </div>
  )
}
