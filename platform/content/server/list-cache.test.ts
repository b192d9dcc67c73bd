/** Tests through HTTP which lists share an entry of the cache, and when a list becomes stale. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { parseSamples } from '../../../test/support/prometheus-samples.ts'

const TOKEN = 'una-ficha-larga-de-verdad'
const HALF_A_MEGABYTE = 500_000
const LONG_TEXT = 50_000

describe.each(databases)('cached lists on $name', ({ create }) => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    place = await create()
    club = await openTestClub(place, { env: { METRICS_TOKEN: TOKEN } })
    as = (await club.signIn()).cookie
    // 20:00 in Buenos Aires.
    club.clock.now = Date.parse('2026-11-21T23:00:00Z')
    for (const date of ['2026-11-20T23:59', '2026-11-21T23:59', '2026-11-28T23:59'])
      await write('POST', 'events', { ...(await createDraft('events')), date, title: `Noche ${date}` })
    for (let index = 0; index < 12; index++)
      await write('POST', 'news', {
        ...(await createDraft('news', `larga ${index}`)),
        newsBody: `<p>${'a'.repeat(LONG_TEXT)}</p>`,
      })
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })

  async function write(method: string, path: string, body: unknown) {
    const response = await club.send(method, `/api/${path}`, { as, body })
    expect(response.ok).toBe(true)
    return (await response.json()) as { _id: string }
  }
  const get = (query: string) => club.send('GET', `/api/${query}`)
  async function listTitles(query: string) {
    const { data } = (await (await get(query)).json()) as { data: { title: string }[] }
    return data.map(({ title }) => title)
  }
  /** Reads a figure of a cache. */
  async function figure(name: string, cache: string): Promise<number> {
    const headers = { Authorization: `Bearer ${TOKEN}` }
    const samples = parseSamples(await (await club.send('GET', '/api/metrics', { headers })).text())
    return samples.get(`${name}{cache="${cache}"}`) ?? Number.NaN
  }

  test('share an entry between all spellings of a query', async () => {
    const spellings = [
      [
        'events',
        'events?limit=100',
        'events?limit=100&page=1',
        'events?page=1&order=newest',
        'events?q=',
        'events?q=%21&unknown=1',
        'events?limit=7&limit=100',
      ],
      ['events?limit=500', 'events?page=1&limit=500', 'events?x=%20&limit=500&q=%26'],
      [
        'events?q=noche+21&order=oldest',
        'events?order=oldest&q=NOCHE%2021',
        'events?q=21,%20n%C3%B3che&order=oldest&page=1',
        'events?q=noche%20noche%2021&order=oldest',
      ],
      ['events?order=next&from=2026-11-01', 'events?from=2026-11-01&limit=100&order=next'],
      ['events?period=past&to=2026-12-31', 'events?to=2026-12-31&page=1&period=past'],
    ]
    for (const [first = '', ...others] of spellings) {
      const answer = await get(first)
      expect(answer.status).toBe(200)
      const misses = await figure('cache_misses_total', 'answers')
      for (const other of others) {
        const again = await get(other)
        expect([other, again.headers.get('ETag'), again.headers.get('Link')]).toEqual([
          other,
          answer.headers.get('ETag'),
          answer.headers.get('Link'),
        ])
      }
      expect(await figure('cache_misses_total', 'answers')).toBe(misses)
    }
  })

  test('leave pages in the cache, however large and many they are', async () => {
    expect((await club.send('GET', '/')).status).toBe(200)
    const misses = await figure('cache_misses_total', 'pages')
    const entries = await figure('cache_entries', 'pages')
    for (let day = 1; day <= 30; day++) {
      const answer = await get(`news?to=2027-01-${String(day).padStart(2, '0')}&limit=${500 - day}`)
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(HALF_A_MEGABYTE)
    }
    // Some of these lists had to leave their own share of the memory.
    expect(await figure('cache_entries', 'answers')).toBeLessThan(30)
    expect((await club.send('GET', '/')).status).toBe(200)
    expect(await figure('cache_entries', 'pages')).toBe(entries)
    expect(await figure('cache_misses_total', 'pages')).toBe(misses)
  })

  test('show a change at once, and the end of the night', async () => {
    const next = 'events?order=next'
    const coming = 'events?period=coming&order=oldest'
    const [past, tonight, later] = ['2026-11-20', '2026-11-21', '2026-11-28'].map(
      (day) => `Noche ${day}T23:59`,
    )
    expect(await listTitles(next)).toEqual([tonight, later, past])
    expect(await listTitles(coming)).toEqual([tonight, later])
    const { data } = (await (await get('events?q=28')).json()) as { data: { _id: string }[] }
    await write('PUT', `events/${data[0]?._id}`, { title: 'Otra noche' })
    expect(await listTitles(next)).toEqual([tonight, 'Otra noche', past])
    expect(await listTitles('events?q=otra')).toEqual(['Otra noche'])
    expect(await listTitles('events?from=2026-11-22')).toEqual(['Otra noche'])
    // 09:00 in Buenos Aires. The night has ended.
    club.clock.now = Date.parse('2026-11-22T12:00:00Z')
    expect(await listTitles(next)).toEqual(['Otra noche', tonight, past])
    expect(await listTitles(coming)).toEqual(['Otra noche'])
  })
})
