import type { ComponentProps } from 'react'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'disabled'> {
  /** 'strong' for the main action, 'danger' for actions that delete. */
  kind?: 'strong' | 'danger'
  /** A disabled button keeps the focus. Clicks do nothing, except that `type="submit"` still submits. */
  isDisabled?: boolean
}

/** A button of the back office. */
export const Button = ({ kind, isDisabled = false, type = 'button', onClick, ...props }: ButtonProps) => (
  <button
    type={type}
    className={kind ? `button button-${kind}` : 'button'}
    aria-disabled={isDisabled || undefined}
    onClick={isDisabled ? undefined : onClick}
    {...props}
  />
)
