import './password-input.css'
import { type ComponentProps, type MouseEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useHydrated } from './hydrated.ts'

interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string
}

/**
 * A password field with a button that shows the typed text. Only the type of the input changes, so the text and the data of
 * the password manager stay. Before the form is sent the field becomes a password field again, so that browsers do not
 * store its text like that of an ordinary field.
 */
export function PasswordInput({ label, ...input }: PasswordInputProps) {
  const [isShown, setShown] = useState(false)
  const isHydrated = useHydrated()
  const place = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    const form = place.current?.closest('form')
    if (!isShown || !form) return
    const hide = () => setShown(false)
    form.addEventListener('submit', hide)
    return () => form.removeEventListener('submit', hide)
  }, [isShown])

  function toggle() {
    const field = place.current?.querySelector('input')
    if (!field) return
    const { value, selectionStart, selectionEnd, selectionDirection } = field
    flushSync(() => setShown(!isShown))
    if (document.activeElement !== field) return
    const restore = () => {
      if (field.value === value)
        field.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined)
    }
    // Browsers move the caret when the type changes: most at once, Chrome one task later. So it is restored twice.
    restore()
    setTimeout(restore)
  }

  // Keeps the focus in the field on a tap or click, so that the caret and the keyboard of a phone stay.
  const keepFocus = (event: MouseEvent) => event.preventDefault()

  return (
    <span className="password" ref={place}>
      <input
        {...input}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <button
        type="button"
        className="password-switch"
        aria-controls={input.id}
        disabled={!isHydrated}
        onMouseDown={keepFocus}
        onClick={toggle}
      >
        {isShown ? 'Ocultar' : 'Mostrar'}
        <span className="unseen"> {label.toLowerCase()}</span>
      </button>
    </span>
  )
}
