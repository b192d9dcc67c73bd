import './password-input.css'
import { type ComponentProps, type MouseEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useHydrated } from './hydrated.ts'

interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** What the field is called. */
  label: string
}

/**
 * A password that one may look at while one types it. The element stays the same, so that neither what was typed nor what a
 * password manager knows of it goes; what is sent is hidden first, so that no browser takes it for a text to remember.
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
    // Browsers put the caret elsewhere when the type changes: some at once, Chrome a task later.
    restore()
    setTimeout(restore)
  }

  // Pressed with a finger or a mouse it leaves the caret, and a phone's keyboard, where they are.
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
