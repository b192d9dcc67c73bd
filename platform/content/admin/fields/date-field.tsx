import type { ComponentProps, Ref } from 'react'
import { type DescribedText, Field } from '../../../forms/field.tsx'
import { LineField } from '../../../forms/text-field.tsx'
import { useClub } from '../../../pages/club-settings.ts'
import { listDatePresets, type PresetKind } from './date-presets.ts'

interface DateFieldProps extends DescribedText {
  /** `YYYY-MM-DD` with an optional `THH:mm`, or blank. */
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  /** True when the field has an hour besides the date. */
  time?: boolean | undefined
  hourLabel?: string
  presets: PresetKind
  ref?: Ref<HTMLInputElement> | undefined
}

/** Field for a date. It uses the browser's date picker, which has the user's language and works on phones. */
export function DateField(props: DateFieldProps) {
  const { label, hint, error, stored, value, onChange, onBlur, time, hourLabel, presets, ref } = props
  const day = value.slice(0, 10)
  const hour = value.slice(11, 16)
  const join = (newDay: string, newHour: string) => (newDay && newHour ? `${newDay}T${newHour}` : newDay)
  return (
    <div className="entry dated">
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
      <Presets kind={presets} label={label} onChoose={onChange} />
    </div>
  )
}

interface MomentFieldProps extends DescribedText, Omit<ComponentProps<'input'>, 'onChange'> {
  /** `YYYY-MM-DDTHH:mm` in the club's local time, or blank. */
  value: string
  onChange: (value: string) => void
  presets?: PresetKind
}

/** Latest moment that the input accepts, in the club's local time. */
const MOMENT_MAX = '9999-12-31T23:59'

/** Field for a day and an hour in one control. */
export const MomentField = ({ onChange, presets = 'start', ...props }: MomentFieldProps) => (
  <div className="entry">
    <LineField
      {...props}
      type="datetime-local"
      max={MOMENT_MAX}
      onChange={({ target }) => onChange(target.value)}
    />
    <Presets kind={presets} label={props.label} onChoose={onChange} />
  </div>
)

interface PresetsProps {
  kind: PresetKind
  /** Label of the field, which the names of the buttons repeat for screen readers. */
  label: string
  onChoose: (value: string) => void
}

/** Buttons that fill the day and the hour of a field. */
function Presets({ kind, label, onChoose }: PresetsProps) {
  const { timeZone } = useClub().identity
  return (
    <div className="presets">
      {listDatePresets(kind, Date.now(), timeZone).map((preset) => (
        <button key={preset.value} type="button" className="button" onClick={() => onChoose(preset.value)}>
          {preset.label}
          <span className="unseen"> {label}</span>
        </button>
      ))}
    </div>
  )
}
