/** Loads public pages and counts their database queries. The caches are empty, as in a process that has just started. */
import { join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { RouterContextProvider } from 'react-router'
import { createGuests } from '../../features/guests/server/guests.ts'
import { createContactMessages } from '../../features/messages/server/messages.ts'
import { createShareSets } from '../../features/share-images/server/share-sets.ts'
import { UNTRACKED } from '../../platform/cache/freshness.ts'
import { createContent } from '../../platform/content/server/content.ts'
import { connect, type Database } from '../../platform/db/connect.ts'
import { createImages } from '../../platform/media/server/images.ts'
import { openLocalMedia } from '../../platform/media/server/local-media.ts'
import { pageOptionsContext, readerContext } from '../../platform/pages/page-context.ts'
import type { PageSection } from '../../platform/pages/page-sections.tsx'
import { createReaderFactory } from '../../platform/rendering/page-reader.ts'
import { createSettingsService } from '../../platform/settings/server/settings-service.ts'
import type { TestDatabase } from './databases.ts'
import { findPageSections } from './page-renderer.tsx'

const log = { debug() {}, info() {}, warn() {}, error() {} }

interface Page {
  loader(args: never): unknown
}

/** @returns `load`, which loads a page and returns the number of its queries */
export function createQueryCounter(place: TestDatabase) {
  let queries = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      queries++
      return result
    },
  }
  const plain = connect(place)
  const database: Database = { ...plain, read: plain.read.withPlugin(counter) }
  const images = createImages({
    database,
    store: openLocalMedia(join(place.dataDir, 'media')),
    log,
    deletionTime: async () => Date.now(),
  })
  const content = createContent({
    database,
    images,
    resolveLink: async (link) => link,
    now: Date.now,
    timeZone: async () => (await settings.all()).identity.timeZone,
    onChange() {},
  })
  const settings = createSettingsService({
    database,
    images,
    now: Date.now,
    onChange() {},
    revisionOf: () => 0,
  })
  const contactMessages = createContactMessages({
    database,
    now: Date.now,
    onChange() {},
  } as unknown as Parameters<typeof createContactMessages>[0])
  const shareSets = createShareSets({ database, settings, env: { siteUrl: null }, now: Date.now })
  const guests = createGuests({
    database,
    settings,
    now: Date.now,
    onChange() {},
  } as unknown as Parameters<typeof createGuests>[0])
  const readerFor = createReaderFactory({
    content,
    settings,
    contactMessages,
    guests,
    shareSets,
    now: Date.now,
  })
  return {
    /** @param sections sections of the page. By default those that features add to it */
    async load(
      page: object,
      path: string,
      params: Record<string, string>,
      sections: readonly PageSection<never>[] = findPageSections(page),
    ): Promise<number> {
      const before = queries
      const context = new RouterContextProvider()
      context.set(readerContext, readerFor(UNTRACKED))
      context.set(pageOptionsContext, { siteUrl: null, preview: null })
      const request = new Request(`http://club.test${path}`)
      await (page as Page).loader({ context, request, params, sections } as never)
      return queries - before
    },
    close: () => database.close(),
  }
}
