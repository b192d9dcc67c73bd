import type { ComponentProps } from 'react'
import { Field } from '../../site-layout/parts/form.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'

/** A password on the screens by which one gets in. */
export const PasswordField = (props: Omit<ComponentProps<typeof Field>, 'control'>) => (
  <Field {...props} control={(attributes) => <PasswordInput {...attributes} label={props.label} />} />
)
