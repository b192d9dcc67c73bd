import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as artist from '../../features/artists/public/artist.tsx'
import * as homeArtists from '../../features/artists/public/home-artists.tsx'
import * as home from '../../features/home/public/home-page.tsx'
import * as article from '../../features/news/public/article.tsx'
import * as homeNews from '../../features/news/public/home-news.tsx'
import * as news from '../../features/news/public/news.tsx'
import * as homeNights from '../../features/nights/public/home-nights.tsx'
import * as night from '../../features/nights/public/night.tsx'
import * as archive from '../../features/nights/public/night-archive.tsx'
import * as nights from '../../features/nights/public/nights.tsx'
import { createSlug, createTitle, fillClub } from '../../test/bench/fill-club.ts'
import { createDatabase, type TestDatabase } from '../../test/support/databases.ts'
import { createQueryCounter } from '../../test/support/query-count.ts'
import { resourceNames } from '../content/shared/resources.ts'
import type { PageSection } from '../pages/page-sections.tsx'

// Some of the nights in the test data are past and some are coming, and their slugs contain this date.
vi.useFakeTimers({ now: new Date('2027-01-15T12:00:00Z'), toFake: ['Date'] })

const homeSections = [homeNews, homeNights, homeArtists].map((module, order) => ({ module, order }))

interface Case {
  path: string
  page: object
  params?: Record<string, string>
  sections?: readonly PageSection<never>[]
  queries: number
}

/** A list takes two queries: its items and their number. */
const pages: Case[] = [
  { path: '/', page: home, sections: homeSections, queries: 8 },
  // The carousel shows items of the first page.
  { path: '/news', page: news, queries: 2 },
  { path: '/news?page=2', page: news, queries: 4 },
  // One query for the item, two for the list below it.
  { path: '/news/:title', page: article, params: { title: createTitle(0) }, queries: 3 },
  // Lists of the coming and the past nights, and the years of the archive.
  { path: '/fechas', page: nights, queries: 7 },
  { path: '/fechas/archivo/:year', page: archive, params: { year: '2027' }, queries: 5 },
  // The night itself, and lists of the coming and the past nights below it.
  { path: '/fechas/:slug', page: night, params: { slug: createSlug('events', 0) }, queries: 6 },
  { path: '/artistas/:slug', page: artist, params: { slug: createSlug('residents', 0) }, queries: 6 },
]

describe('database queries of a page', () => {
  const sizes = [30, 120]
  let clubs: TestDatabase[]
  beforeAll(async () => {
    clubs = await Promise.all(
      sizes.map(async (size) => {
        const place = await createDatabase()
        await fillClub(place, Object.fromEntries(resourceNames.map((name) => [name, size])))
        return place
      }),
    )
  })
  afterAll(async () => {
    for (const club of clubs) await club.dispose()
  })

  test.each(pages)('$path needs the same number in a small and in a large club', async (each) => {
    const { path, page, params = {}, sections = [], queries } = each
    for (const club of clubs) {
      // Features that offer something to nights count their queries in tests of their own.
      const counter = await createQueryCounter(club, { signUpOffers: undefined })
      // The first load also fills caches. It may read pictures, once for each list, and it reads the settings and their
      // secret.
      expect(await counter.load(page, path, params, sections)).toBeLessThanOrEqual(queries * 1.5 + 2)
      expect(await counter.load(page, path, params, sections)).toBe(queries)
      await counter.close()
    }
  })
})
