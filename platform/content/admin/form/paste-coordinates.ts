import type { ClipboardEvent } from 'react'
import { notify } from '../../../ui/notify.ts'
import { parseCoordinates } from './coordinates.ts'
import type { EditorParts } from './editor/editor-context.ts'
import { toFormValue } from './field-values.ts'
import { findFieldName } from './keyboard.ts'

/** Fills latitude and longitude when both are pasted into one of the two fields. Other pasted texts are left to the field. */
export function pasteCoordinates(
  event: ClipboardEvent<HTMLElement>,
  { declaration: { fields }, form, timeZone }: Pick<EditorParts, 'declaration' | 'form' | 'timeZone'>,
): void {
  if (!(event.target instanceof Element)) return
  const name = findFieldName(event.target, event.currentTarget)
  const match = /^(.+-)?(?:lat|lon)$/.exec(name ?? '')
  const found = match && parseCoordinates(event.clipboardData.getData('text'))
  if (!found) return
  const [latitude, longitude] = [`${match[1] ?? ''}lat`, `${match[1] ?? ''}lon`]
  for (const [field, degrees] of [
    [latitude, found.lat],
    [longitude, found.lon],
  ] as const) {
    const declared = fields[field]
    if (declared?.kind !== 'number') return
    const value = toFormValue(declared, Number(degrees.toFixed(declared.decimals)), timeZone)
    form.setValue(field, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }
  event.preventDefault()
  notify({ title: 'Agregado', text: 'Latitud y longitud, las dos.' })
}
