import type { Ref } from 'react'
import { type DescribedText, Field } from './field.tsx'

interface DateFieldProps extends DescribedText {
  /** `YYYY-MM-DD` with an optional `THH:mm`, or blank. */
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  /** True when the field has an hour besides the date. */
  time?: boolean | undefined
  hourLabel?: string
  ref?: Ref<HTMLInputElement> | undefined
}

/** Field for a date. It uses the browser's date picker, which has the user's language and works on phones. */
export function DateField(props: DateFieldProps) {
  const { label, hint, error, stored, value, onChange, onBlur, time, hourLabel, ref } = props
  const day = value.slice(0, 10)
  const hour = value.slice(11, 16)
  const join = (newDay: string, newHour: string) => (newDay && newHour ? `${newDay}T${newHour}` : newDay)
  return (
    <div className="entry-row">
      <Field label={label} hint={hint} error={error} stored={stored}>
        {(control) => (
          <input
            type="date"
            className="control control-mono"
            min="1000-01-01"
            max="9999-12-31"
            value={day}
            onChange={(event) => onChange(join(event.target.value, hour))}
            onBlur={onBlur}
            ref={ref}
            {...control}
          />
        )}
      </Field>
      {time && (
        <Field label={hourLabel ?? 'Hora (opcional)'}>
          {(control) => (
            <input
              type="time"
              className="control control-mono"
              value={hour}
              disabled={day === ''}
              onChange={(event) => onChange(join(day, event.target.value))}
              onBlur={onBlur}
              {...control}
            />
          )}
        </Field>
      )}
    </div>
  )
}
