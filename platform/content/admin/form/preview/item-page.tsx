/** Shows the page of an item beside its form. */
import type { ReactNode } from 'react'
import { adminApi } from '../../../../admin-layout/admin-api.ts'
import { wallClock } from '../../../../shared/dates.ts'
import type { Declaration } from '../../../shared/fields.ts'
import { isPublicationName } from '../../publication/choice.ts'
import { useEditedItem } from '../editor/editor-context.ts'
import { createPutBody, findDifferingNames, type ItemBody, toRequestValues } from '../item-values.ts'
import { PageBeside } from './page-beside.tsx'
import { createPicturePlaceholders } from './picture-placeholders.ts'
import type { RequestPage } from './use-page-preview.ts'

/** A picture of one colour, in place of the pictures that a new item does not have yet. */
const NO_PICTURE_YET = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1600" viewBox="0 0 1 1"><path fill="#2a2a2c" d="M0 0h1v1H0z"/></svg>')}`

export function ItemPage({ children }: { children: ReactNode }) {
  const { declaration, item, base, timeZone } = useEditedItem()
  const { name } = declaration
  const request: RequestPage = (values, signal) => {
    const { pictures, add, replace } = createPicturePlaceholders()
    const sent = toRequestValues(declaration, values ?? base, timeZone)
    for (const [field, declared] of Object.entries(declaration.fields))
      if (field in sent) sent[field] = replace(declared, sent[field])
    const changed = findDifferingNames(values ?? base, base).filter((field) => !isPublicationName(field))
    const body = item
      ? createPutBody(declaration, sent, changed, timeZone)
      : fillMissing(declaration, sent, add, wallClock(Date.now(), timeZone))
    const answer = adminApi.post(`/${name}/:id/page`, {
      params: { id: item?._id ?? 'new' },
      body,
      signal,
      reads: 'text',
    })
    return { answer, pictures }
  }
  return (
    <PageBeside request={request} label="La ficha y su página">
      {children}
    </PageBeside>
  )
}

/**
 * Fills the required fields that are still blank, because the page of a new item is shown before it is complete.
 * @param addPicture returns a placeholder for a picture
 * @param clock `YYYY-MM-DDTHH:mm` in the club's local time
 */
function fillMissing(
  { fields }: Declaration,
  sent: ItemBody,
  addPicture: (picture: string) => string,
  clock: string,
): ItemBody {
  const filled = { ...sent }
  for (const [name, { kind, optional }] of Object.entries(fields)) {
    if (optional || (filled[name] !== '' && filled[name] !== undefined)) continue
    if (kind === 'image') filled[name] = addPicture(NO_PICTURE_YET)
    else if (kind === 'date') filled[name] = clock.slice(0, 10)
    else if (kind === 'url') filled[name] = location.origin
    else if (kind === 'title') filled[name] = 'Sin título'
    else filled[name] = '…'
  }
  return filled
}
