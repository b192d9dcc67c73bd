/** Presents an item with unsaved values as visitors would see it. Nothing is stored. */
import { randomUUIDv7 } from 'node:crypto'
import { type Outcome, problem, success } from '../../api/shared/outcome.ts'
import { findAnyRow } from '../../db/item-queries.ts'
import type { ContentRow } from '../../db/tables.ts'
import { createPreviewImages } from '../../media/server/preview-images.ts'
import { listImageFields } from '../shared/fields.ts'
import { type AnyEntity, getDeclaration, type ResourceName } from '../shared/resources.ts'
import { makeSlug } from '../shared/slugs.ts'
import { createPreparation } from './prepare.ts'
import { createPresenter, type PresenterOptions } from './present.ts'
import { deriveValues } from './write.ts'

/**
 * Returns an item with unsaved values.
 * @param id id of the stored item, or null for a new one
 * @param body as in a PUT, or in a POST of a new item
 */
export type PresentUnsaved = (
  resource: ResourceName,
  id: string | null,
  body: unknown,
) => Promise<Outcome<AnyEntity>>

export function createUnsavedPresenter(options: PresenterOptions): PresentUnsaved {
  const { database, now } = options
  return async (resource, id, body) => {
    const declaration = getDeclaration(resource)
    const seen = id === null ? null : await findAnyRow(database.read, resource, id)
    if (id !== null && seen?.deletedAt !== null) return problem('not-found')
    const [picture = ''] = listImageFields(declaration)
    const field = declaration.fields[picture]
    const images = createPreviewImages(options.images, field?.kind === 'image' ? field.shape : null)
    // Following a short link takes seconds and changes no page, so links stay as they were typed.
    const prepare = createPreparation({ ...options, images, resolveLink: async (link) => link })
    const target = await (seen ? prepareChange(seen) : prepareNew())
    if (!target.ok) return target
    const values = { ...target.value, ...deriveValues(declaration, target.value, seen) }
    const at = now()
    const row = {
      ...(seen ?? { id: randomUUIDv7(), version: 1, createdAt: at, updatedAt: at, deletedAt: null }),
      ...values,
    } as ContentRow
    row.slug = makeSlug(declaration, row)
    const { entity } = await createPresenter({ ...options, images }).one(resource, row, 'visitors', row.id)
    return success(entity)

    async function prepareNew() {
      const item = await prepare.newItem(resource, body)
      if (!item.ok) return item
      const made = item.value.target(null)
      return made.ok ? success(made.value?.values ?? {}) : made
    }
    async function prepareChange(row: ContentRow) {
      const change = await prepare.change(resource, body, row)
      if (!change.ok) return change
      const changed = change.value(row)
      return changed.ok ? success(changed.value.values ?? {}) : changed
    }
  }
}
