/** Keyboard shortcuts and focus of a form. */
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { isTouchDevice } from '../../../forms/field.tsx'

/** Returns the name of the field that contains an element. null outside of this form's fields. */
export const findFieldName = (element: Element | null, form: HTMLElement | null): string | null =>
  (form?.contains(element) && element?.closest<HTMLElement>('[data-field]')?.dataset.field) || null

/** Opens the group that contains a field, because a field in a closed group cannot take the focus. */
export const unfoldField = (form: HTMLElement | null, name: string): void =>
  form
    ?.querySelector(`[data-field="${CSS.escape(name)}"]`)
    ?.closest('details')
    ?.setAttribute('open', '')

/** Makes Ctrl-S and Cmd-S save the form instead of the web page. */
export function useSaveKeys(save: () => void): void {
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, repeat } = event
      if (key.toLowerCase() !== 's' || !(ctrlKey || metaKey) || altKey || shiftKey) return
      event.preventDefault()
      // While a dialog is open, the shortcut does nothing. The administrator has to close the dialog first.
      if (!repeat && !document.querySelector('dialog[open]')) latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Types of inputs whose value is chosen, not typed. */
const CHOSEN = ['file', 'checkbox', 'radio', 'range', 'color', 'date', 'time', 'datetime-local']

/** Selector of elements for which a phone opens its keyboard. */
const TYPED_IN = `input:not(${CHOSEN.map((type) => `[type=${type}]`)}), textarea, [contenteditable=true]`

const getTypedFields = (form: HTMLElement): HTMLElement[] =>
  [...form.querySelectorAll<HTMLElement>(TYPED_IN)].filter(
    (field) => field.checkVisibility() && !field.matches(':disabled'),
  )

/** Focuses the first field, also one whose value is chosen (WCAG 2.4.3). */
export const focusFirst = (form: HTMLElement | null): void =>
  form
    ?.querySelector<HTMLElement>('[data-field] :is(input, textarea, select)')
    ?.focus({ preventScroll: true })

/**
 * Moves the focus to the next field when the «next» key of a phone is pressed, which a field gets by `enterkeyhint`. On
 * other devices Enter submits the form, as in any form.
 */
export function focusNextField(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, key, defaultPrevented, nativeEvent, currentTarget: form } = event
  if (key !== 'Enter' || defaultPrevented || nativeEvent.isComposing) return
  if (!(target instanceof HTMLInputElement) || target.enterKeyHint !== 'next') return
  if (!isTouchDevice()) return
  event.preventDefault()
  const fields = getTypedFields(form)
  const next = fields[fields.indexOf(target) + 1]
  if (next) next.focus()
  // Closes the phone's keyboard after the last field.
  else target.blur()
}
