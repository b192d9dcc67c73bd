import { type ComponentProps, useId } from 'react'
import { liveRegion } from '../ui/live-region.ts'
import { type DescribedText, Field } from './field.tsx'

type LineFieldProps = DescribedText & ComponentProps<'input'>

/** Field for one line: text, e-mail, password or link. */
export function LineField({ label, hint, error, stored, ...input }: LineFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} stored={stored}>
      {(control) => <input type="text" className="control" {...input} {...control} />}
    </Field>
  )
}

/** Screen readers announce the counter when at most this many characters are left. */
const NEARLY_FULL = 20

type TextFieldProps = DescribedText &
  Omit<ComponentProps<'textarea'>, 'value'> & { max: number; value: string }

/** Field for several lines, with a live counter. Lengths are UTF-16 code units, as `maxlength` counts them. */
export function TextField({ label, hint, error, stored, max, value, ...area }: TextFieldProps) {
  const counterId = useId()
  const remaining = max - value.length
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      stored={stored}
      describedBy={counterId}
      aside={
        <span className="counter" data-full={remaining <= 0 ? '' : undefined}>
          <span aria-hidden="true">
            {value.length}/{max}
          </span>
          <span className="unseen" id={counterId}>
            {`Hasta ${max} caracteres. Te quedan ${Math.max(remaining, 0)}.`}
          </span>
          <span className="unseen" {...liveRegion}>
            {remaining <= NEARLY_FULL && value !== '' ? `Te quedan ${Math.max(remaining, 0)} caracteres` : ''}
          </span>
        </span>
      }
    >
      {(control) => (
        <textarea className="control" rows={4} maxLength={max} value={value} {...area} {...control} />
      )}
    </Field>
  )
}
