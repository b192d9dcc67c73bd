/** Creates the readers of page loaders. A reader calls the functions of the API, and records which resources the page depends on. */

import type { Dependencies } from '../cache/freshness.ts'
import type { Content } from '../content/server/content.ts'
import type { ContentReading } from '../content/server/read.ts'
import type { ItemBySlug } from '../content/shared/content-query.ts'
import {
  type AnyEntity,
  type EntityOf,
  getDeclaration,
  type ResourceName,
  resourceNames,
} from '../content/shared/resources.ts'
import type { ShareSetResource } from '../content/shared/share-set-resources.ts'
import type { FeaturePageServices } from '../pages/shared/feature-services.ts'
import type { PreviewData, Reader } from '../pages/shared/reader.ts'
import type { SettingsService } from '../settings/server/settings-service.ts'

/** Returns the path of an item's share image. */
export type ShareImageOf = (resource: ShareSetResource, item: AnyEntity) => Promise<string>

interface Sources {
  content: Pick<Content, keyof ContentReading | 'withPreviewOf'>
  settings: Pick<SettingsService, 'all' | 'nextChange'>
  imageOf: ShareImageOf
  features: FeaturePageServices
  now: () => number
}

export type CreateReader = (dependencies: Dependencies, preview?: PreviewData) => Reader

/** Returns a factory of readers. Each response needs a reader of its own, which records what the response depends on. */
export function createReaderFactory({
  content: published,
  settings,
  imageOf,
  features,
  now,
}: Sources): CreateReader {
  return (
    { reads, expiresIn },
    { item: unsaved, itemId = unsaved?.entity._id, settings: unsavedSettings } = {},
  ) => {
    const content = itemId === undefined ? published : published.withPreviewOf(itemId)
    const lists = new Map<string, Promise<unknown>>()
    return {
      features,
      async list<R extends ResourceName>(resource: R, query = {}) {
        reads(resource)
        // Sections of one page may need the same list, so it is read once.
        const key = JSON.stringify([resource, query])
        const list = (lists.get(key) ?? content.list(resource, query)) as ReturnType<typeof content.list<R>>
        lists.set(key, list)
        const { items, total } = await list
        return { items, total }
      },
      async one<R extends ResourceName>(resource: R, id: string) {
        reads(resource)
        const found = await content.one(resource, id, 'visitors')
        return found?.entity ?? null
      },
      async newsByTitle(title) {
        reads('news')
        if (unsaved?.entity.newsTitle === title) return unsaved.entity as EntityOf<'news'>
        const found = await content.byTitle('news', title)
        return found?.entity ?? null
      },
      async bySlug(path, slug) {
        for (const resource of resourceNames)
          if (getDeclaration(resource).page?.path === path) reads(resource)
        if (unsaved && unsaved.entity.slug === slug) return { ...unsaved, slug } as ItemBySlug
        return content.bySlug(path, slug)
      },
      yearsBefore(resource, until) {
        reads(resource)
        return content.yearsBefore(resource, until)
      },
      async shareImage(resource, item) {
        // The pictures of an unsaved item are not stored, so no share image can be drawn.
        if (unsaved) return ''
        reads('settings')
        return imageOf(resource, item)
      },
      async settings() {
        if (unsavedSettings) return unsavedSettings
        reads('settings')
        expiresIn((await settings.nextChange()) - now())
        return settings.all()
      },
      reads,
      expiresIn,
    }
  }
}
