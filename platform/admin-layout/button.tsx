import type { ComponentProps } from 'react'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'disabled'> {
  /** 'strong' is for the main action, 'danger' for actions that delete. */
  kind?: 'strong' | 'danger'
  /** A disabled button keeps the focus, and its clicks have no effect. Only `type="submit"` still submits the form. */
  isDisabled?: boolean
}

export const Button = ({ kind, isDisabled = false, type = 'button', onClick, ...props }: ButtonProps) => (
  <button
    type={type}
    className={kind ? `button button-${kind}` : 'button'}
    aria-disabled={isDisabled || undefined}
    onClick={isDisabled ? undefined : onClick}
    {...props}
  />
)
