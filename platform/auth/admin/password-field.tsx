// This import comes first, because the styles of fields must override these styles.
import '../../ui/password-input.css'
import type { ComponentProps } from 'react'
import { Field } from '../../forms/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'

interface PasswordFieldProps extends Omit<ComponentProps<typeof PasswordInput>, 'type'> {
  hint?: string
  error?: string | undefined
  type: 'password'
}

/** A password input with the looks of the back office. */
export function PasswordField({ label, hint, error, type: _, ...input }: PasswordFieldProps) {
  return (
    <Field label={label} hint={hint} {...(error !== undefined && { error })}>
      {(control) => <PasswordInput className="control" label={label} {...input} {...control} />}
    </Field>
  )
}
