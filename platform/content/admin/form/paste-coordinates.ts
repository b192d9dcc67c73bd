import type { ClipboardEvent, FocusEvent } from 'react'
import { notify } from '../../../ui/notify.ts'
import { parseCoordinates } from './coordinates.ts'
import type { OpenForm } from './editor/open-form.ts'
import { toFormValue } from './field-values.ts'
import { findFieldName } from './keyboard.ts'

/** Names of the fields of a position. */
const POSITION = /^(.+\.)?(?:lat|lon)$/

type Editor = Pick<OpenForm, 'declaration' | 'form' | 'timeZone'>

/** Fills latitude and longitude when both are pasted into one of the two fields. Other pasted texts are left to the field. */
export function pasteCoordinates(event: ClipboardEvent<HTMLElement>, editor: Editor): void {
  if (fillCoordinates(event, event.clipboardData.getData('text'), editor)) event.preventDefault()
}

/**
 * Does the same for two coordinates that were typed, when the field loses focus. Keyboards of phones also insert a copied text
 * without a paste event. Other texts, such as a short link of a map, are refused at once. A single number with a decimal comma, such as "-32,94", stays a number.
 */
export function splitCoordinates(event: FocusEvent<HTMLElement>, editor: Editor): void {
  if (!(event.target instanceof HTMLInputElement)) return
  const text = event.target.value.trim()
  if (/[\s;]|\.[^.,]*,/.test(text) && fillCoordinates(event, text, editor)) return
  const name = findFieldName(event.target, event.currentTarget)
  if (name !== null && POSITION.test(name)) void editor.form.trigger(name)
}

/** Returns false when the field is no coordinate, or the text has no pair of coordinates. */
function fillCoordinates(
  { target, currentTarget }: ClipboardEvent<HTMLElement> | FocusEvent<HTMLElement>,
  text: string,
  { declaration: { fields }, form, timeZone }: Editor,
): boolean {
  if (!(target instanceof Element)) return false
  const match = POSITION.exec(findFieldName(target, currentTarget) ?? '')
  const found = match && parseCoordinates(text)
  if (!found) return false
  const [latitude, longitude] = [`${match[1] ?? ''}lat`, `${match[1] ?? ''}lon`]
  for (const [field, degrees] of [
    [latitude, found.lat],
    [longitude, found.lon],
  ] as const) {
    const declared = fields[field]
    if (declared?.kind !== 'number') return false
    const value = toFormValue(declared, Number(degrees.toFixed(declared.decimals)), timeZone)
    form.setValue(field, value, { shouldDirty: true, shouldValidate: true })
  }
  notify({ title: 'Agregado', text: 'Latitud y longitud, las dos.' })
  return true
}
