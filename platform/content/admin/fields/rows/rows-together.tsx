import type { Field } from '../../../shared/fields.ts'
import type { RowValue } from '../../form/field-values.ts'
import { MomentField } from '../date-field.tsx'
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
      <MomentField
        label={label}
        hint={isSet && shared === '' ? `Ahora no todos tienen el mismo momento. ${hint}` : hint}
        value={shared}
        onChange={onChange}
      />
      {isSet && (
        <button type="button" className="button" onClick={() => onChange('')}>
          {clear}
        </button>
      )}
    </div>
  )
}
