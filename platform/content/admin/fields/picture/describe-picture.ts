/** Saves the description of a stored picture to the item that uses it. */
import { listImageFields } from '../../../shared/fields.ts'
import { type AnyEntity, getDeclaration } from '../../../shared/resources.ts'
import type { StoredPicture } from '../../../shared/stored-picture.ts'
import { changeVersion, readVersion } from '../../item/changes.ts'

const CHANGED = 'Esa imagen cambió mientras tanto. Cerrá y volvé a abrir «Ya subidas».'

/** @returns null, or the reason why the description was not saved */
export async function describePicture(stored: StoredPicture, alt: string | null): Promise<string | null> {
  const { resource, item: id, field, picture } = stored
  const version = await readVersion(resource, id)
  if (!version.ok) return version.problem.detail
  const { item } = version.value
  // Another administrator may have described or replaced the picture since the list was loaded.
  const isSame = item.images[field]?.src === picture.src && (item.alt[field] ?? null) === stored.alt
  if (!isSame) return CHANGED
  const saved = await changeVersion(resource, version.value, ({ alt: before }) => ({
    body: { alt: Object.fromEntries(listDescribedTogether(stored, item).map((name) => [name, alt])) },
    back: { alt: before },
  }))
  return saved.ok ? null : saved.problem.detail
}

/** Returns the field, and the cuts of its picture that have no description of their own. */
function listDescribedTogether({ resource, field, alt }: StoredPicture, item: AnyEntity): string[] {
  const declaration = getDeclaration(resource)
  return listImageFields(declaration).filter((name) => {
    const other = declaration.fields[name]
    const isCut = other?.kind === 'image' && other.cutFrom === field
    return name === field || (isCut && (item.alt[name] ?? null) === alt)
  })
}
