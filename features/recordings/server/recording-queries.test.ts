import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resourceNames } from '../../../platform/content/shared/resources.ts'
import { createSlug, fillClub } from '../../../test/bench/fill-club.ts'
import { createDatabase, type TestDatabase } from '../../../test/support/databases.ts'
import { createQueryCounter } from '../../../test/support/query-count.ts'
import * as artist from '../../artists/public/artist.tsx'
import * as home from '../../home/public/home-page.tsx'
import * as recordingPage from '../public/recording-page.tsx'

/**
 * Pages with the maximum number of queries that each may run. A list takes two: one for its items, one for their number.
 */
const pages: [path: string, page: object, params: Record<string, string>, queries: number][] = [
  // Four queries are for podcasts and episodes. Their artists need none, because the page has already read the lists of
  // artists.
  ['/', home, {}, 12],
  // Four queries are for podcasts and episodes.
  ['/artistas/:slug', artist, { slug: createSlug('residents', 0) }, 10],
  // One query reads the recording. The others are for the list of recordings below it.
  ['/podcast/:slug', recordingPage, { slug: createSlug('podcast', 0) }, 4],
]

describe('database queries of a page with recordings', () => {
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

  test.each(pages)(
    'are as many in a small club as in a large one: %s',
    async (path, page, params, queries) => {
      for (const club of clubs) {
        const counter = await createQueryCounter(club, { signUpOffers: undefined })
        // The first request also fills caches, so it may run more queries.
        expect(await counter.load(page, path, params)).toBeLessThanOrEqual(queries * 1.5 + 2)
        expect(await counter.load(page, path, params)).toBe(queries)
        await counter.close()
      }
    },
  )
})
