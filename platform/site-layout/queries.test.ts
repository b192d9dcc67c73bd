/** How many questions a public page asks the database, which must not grow with what is stored. */
import { join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as artist from '../../features/artists/public/artist.tsx'
import * as home from '../../features/home/public/home-page.tsx'
import { createContactMessages } from '../../features/messages/server/messages.ts'
import * as article from '../../features/news/public/article.tsx'
import * as news from '../../features/news/public/news.tsx'
import * as night from '../../features/nights/public/night.tsx'
import * as archive from '../../features/nights/public/night-archive.tsx'
import * as nights from '../../features/nights/public/nights.tsx'
import * as privacy from '../../features/privacy/public/privacy.tsx'
import * as recordingPage from '../../features/recordings/public/recording-page.tsx'
import { createShareKits } from '../../features/share-images/server/kits.ts'
import { fill, slugIn, titleOf } from '../../test/bench/fill.ts'
import { createDatabase, type TestDatabase } from '../../test/support/databases.ts'
import { UNTRACKED } from '../cache/response-cache.ts'
import { createContent } from '../content/server/content.ts'
import { resourceNames } from '../content/shared/resources.ts'
import { connect, type Database } from '../db/connect.ts'
import { localMedia } from '../media/server/disk.ts'
import { createImages } from '../media/server/images.ts'
import { readerContext, siteContext } from '../pages/context.ts'
import { createReaders } from '../pages/data-source.ts'
import { createSiteWords } from '../settings/server/site.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }

/** As a process that just started reads. */
function reading(place: TestDatabase) {
  let asked = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      asked++
      return result
    },
  }
  const plain = connect(place)
  const database: Database = { ...plain, read: plain.read.withPlugin(counter) }
  const images = createImages({
    database,
    store: localMedia(join(place.dataDir, 'media')),
    log,
    deletionTime: async () => Date.now(),
  })
  const content = createContent({
    database,
    images,
    resolveLink: async (link) => link,
    now: Date.now,
    timeZone: async () => (await site.all()).identity.timeZone,
    onChange() {},
  })
  const site = createSiteWords({ database, images, now: Date.now, onChange() {}, revisionOf: () => 0 })
  const contactMessages = createContactMessages({
    database,
    now: Date.now,
    onChange() {},
  } as unknown as Parameters<typeof createContactMessages>[0])
  const shareKits = createShareKits({ database, site, env: { siteUrl: null }, now: Date.now })
  const readerFor = createReaders({ content, site, contactMessages, shareKits, now: Date.now })
  return { reader: readerFor(UNTRACKED), database, asked: () => asked }
}

// Of the nights that fill a club some are over, and some are coming. Their addresses are of this day too.
vi.useFakeTimers({ now: new Date('2027-01-15T12:00:00Z'), toFake: ['Date'] })

type Loader = (args: never) => unknown

/** A list is two questions: its items, and how many there are. */
const pages: [path: string, loader: Loader, params: Record<string, string>, queries: number][] = [
  ['/', home.loader as Loader, {}, 12],
  // The first page is the carousel's too.
  ['/news', news.loader as Loader, {}, 2],
  ['/news?page=2', news.loader as Loader, {}, 4],
  // The item, and those below it.
  ['/news/:title', article.loader as Loader, { title: titleOf(0) }, 3],
  // Coming and past nights, and the years that had some.
  ['/fechas', nights.loader as Loader, {}, 7],
  ['/fechas/archivo/:year', archive.loader as Loader, { year: '2027' }, 5],
  // The night, those beside it, coming and past.
  ['/fechas/:slug', night.loader as Loader, { slug: slugIn('events', 0) }, 6],
  ['/artistas/:slug', artist.loader as Loader, { slug: slugIn('residents', 0) }, 10],
  // The recording, and those beside it.
  ['/podcast/:slug', recordingPage.loader as Loader, { slug: slugIn('podcast', 0) }, 4],
  ['/privacidad', privacy.loader as Loader, {}, 1],
]

describe('questions to the database', () => {
  const sizes = [30, 120]
  let clubs: TestDatabase[]
  beforeAll(async () => {
    clubs = await Promise.all(
      sizes.map(async (size) => {
        const place = await createDatabase()
        await fill(place, Object.fromEntries(resourceNames.map((name) => [name, size])))
        return place
      }),
    )
  })
  afterAll(async () => {
    for (const club of clubs) await club.dispose()
  })

  test.each(pages)('%s asks a small club as often as a large one', async (path, loader, params, queries) => {
    for (const club of clubs) {
      const { reader, database, asked } = reading(club)
      const context = new RouterContextProvider()
      context.set(readerContext, reader)
      context.set(siteContext, { siteUrl: null, preview: null })
      const request = new Request(`http://club.test${path}`)
      const load = async () => {
        const before = asked()
        await loader({ context, request, params } as never)
        return asked() - before
      }
      // At first also for what is remembered: pictures, once for each list at most, what the club says and its secret, once.
      expect(await load()).toBeLessThanOrEqual(queries * 1.5 + 2)
      expect(await load()).toBe(queries)
      await database.close()
    }
  })
})
