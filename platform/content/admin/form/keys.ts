/** What keys do in a form. */
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { isTouchDevice } from '../fields/field.tsx'

/** The name of the field that something stands in; null: in none of this form. */
export const fieldAround = (place: Element | null, form: HTMLElement | null): string | null =>
  (form?.contains(place) && place?.closest<HTMLElement>('[data-field]')?.dataset.field) || null

/** Ctrl-S, or Cmd-S: nobody means the page as a file. */
export function useSaveKeys(save: () => void): void {
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, repeat } = event
      if (key.toLowerCase() !== 's' || !(ctrlKey || metaKey) || altKey || shiftKey) return
      event.preventDefault()
      // A question is answered first.
      if (!repeat && !document.querySelector('dialog[open]')) latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

const CHOSEN = ['file', 'checkbox', 'radio', 'range', 'color', 'date', 'time', 'datetime-local']

/** What takes a keyboard; days and hours are chosen. */
const TYPED_IN = `input:not(${CHOSEN.map((type) => `[type=${type}]`)}), textarea, [contenteditable=true]`

const typedFieldsOf = (form: HTMLElement): HTMLElement[] =>
  [...form.querySelectorAll<HTMLElement>(TYPED_IN)].filter(
    (field) => field.checkVisibility() && !field.matches(':disabled'),
  )

export const focusFirst = (form: HTMLElement | null): void =>
  form ? typedFieldsOf(form)[0]?.focus({ preventScroll: true }) : undefined

/**
 * The key that a phone shows as «next» goes on with the next field; on a keyboard it sends the form, as everywhere. A line
 * says by `enterkeyhint` that it has such a key.
 */
export function goOnWithNext(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, key, defaultPrevented, nativeEvent, currentTarget: form } = event
  if (key !== 'Enter' || defaultPrevented || nativeEvent.isComposing) return
  if (!(target instanceof HTMLInputElement) || target.enterKeyHint !== 'next') return
  if (!isTouchDevice()) return
  event.preventDefault()
  const fields = typedFieldsOf(form)
  const next = fields[fields.indexOf(target) + 1]
  if (next) next.focus()
  // Nothing is left to type: the keyboard goes.
  else target.blur()
}
