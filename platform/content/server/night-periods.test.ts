/** Tests lists of nights through HTTP: search by date, and the periods coming, past and called off. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { expectProblem } from '../../../test/support/refusals.ts'
import type { AnyEntity } from '../shared/resources.ts'

describe.each(databases)('lists of nights on $name', ({ create }) => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    place = await create()
    club = await openTestClub(place)
    as = (await club.signIn()).cookie
    // 04:00 in Buenos Aires: the night of Saturday the 21st is in progress.
    club.clock.now = Date.parse('2026-11-22T07:00:00Z')
    const nights = [
      { date: '2023-10-12T23:59', title: 'Primera' },
      { date: '2024-10-13T02:00', title: 'Madrugada' },
      { date: '2024-12-07T23:00', title: 'Julio en vivo' },
      { date: '2025-07-19', title: 'Invierno 2024' },
      { date: '2026-10-03T23:00', title: 'Llovió', status: 'cancelled' },
      { date: '2026-10-10T23:00', title: 'Otro día', status: 'postponed' },
      { date: '2026-10-17T23:00', title: 'Movida', status: 'rescheduled' },
      { date: '2026-11-21T23:59', title: 'Esta' },
      { date: '2026-12-05T23:59', title: 'Suspendida', status: 'cancelled' },
      { date: '2027-01-02T23:59', title: 'Oculta', draft: true },
    ]
    for (const night of nights) {
      const response = await send('POST', 'events', {
        ...(await createDraft('events')),
        draft: false,
        ...night,
      })
      expect(response.status).toBe(201)
    }
    const news = {
      ...(await createDraft('news')),
      draft: false,
      date: '2024-10-01',
      newsTitle: 'De octubre a marzo',
    }
    expect((await send('POST', 'news', news)).status).toBe(201)
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })

  const send = (method: string, path: string, body?: unknown, cookie: string | null = as) =>
    club.send(method, `/api/${path}`, { ...(cookie && { as: cookie }), ...(body !== undefined && { body }) })
  const listTitles = async (query: Record<string, string>, cookie: string | null = as) => {
    const response = await send('GET', `events?${new URLSearchParams(query)}`, undefined, cookie)
    const { data } = (await response.json()) as { data: AnyEntity[] }
    expect(response.headers.get('X-Total-Count')).toBe(String(data.length))
    return data.map(({ title }) => title)
  }

  test('refuse unknown periods, long searches, and hidden nights for visitors', async () => {
    for (const period of ['', 'tonight', 'PAST', "past' or 1=1"])
      await expectProblem(await send('GET', `events?${new URLSearchParams({ period })}`), 'invalid-query', [
        'period',
      ])
    // News have no periods, so the parameter is unknown there.
    expect((await send('GET', 'news?period=past')).headers.get('X-Total-Count')).toBe('1')
    await expectProblem(await send('GET', `events?state=all&q=${'1/1 '.repeat(51)}`), 'invalid-query', ['q'])
    await expectProblem(await send('GET', 'events?state=all&q=octubre', undefined, null), 'sign-in-needed')
  })

  test.each([
    ['octubre', ['Movida', 'Otro día', 'Llovió', 'Madrugada', 'Primera']],
    ['OCTU', ['Movida', 'Otro día', 'Llovió', 'Madrugada', 'Primera']],
    ['2024', ['Invierno 2024', 'Julio en vivo', 'Madrugada']],
    ['octubre 2024', ['Madrugada']],
    ['octubre de 2024', ['Madrugada']],
    // The night of the 12th begins after midnight, on the 13th.
    ['12/10', ['Madrugada', 'Primera']],
    ['13-10-2024', ['Madrugada']],
    ['12 de octubre', ['Madrugada', 'Primera']],
    ['oct 24', ['Madrugada']],
    ['3/10/26', ['Llovió']],
    ['julio', ['Invierno 2024', 'Julio en vivo']],
    ['julio vivo', ['Julio en vivo']],
    ['enero 2027', ['Oculta']],
    ['octubre 1999', []],
    ['31/2', []],
  ])('find %s for administrators, with the newest first', async (q, titles) => {
    expect(await listTitles({ state: 'all', q })).toEqual(titles)
    if (titles.length > 1) {
      const pages = await Promise.all(
        titles.map((_, index) =>
          send('GET', `events?state=all&limit=1&page=${index + 1}&q=${encodeURIComponent(q)}`),
        ),
      )
      const read = await Promise.all(
        pages.map(async (page) => ((await page.json()) as { data: AnyEntity[] }).data),
      )
      expect(read.flat().map(({ title }) => title)).toEqual(titles)
      expect(pages[0]?.headers.get('Link')).toContain(`q=${encodeURIComponent(q).replaceAll('%20', '+')}`)
    }
  })

  test('search only words for visitors', async () => {
    expect(await listTitles({ q: 'octubre' }, null)).toEqual([])
    expect(await listTitles({ q: 'julio' }, null)).toEqual(['Julio en vivo'])
    const news = await send('GET', 'news?state=all&q=1/10/2024')
    expect(news.headers.get('X-Total-Count')).toBe('1')
  })

  test('divide nights into coming ones, past ones that took place, and those that were called off', async () => {
    expect(await listTitles({ period: 'coming', order: 'next' }, null)).toEqual(['Esta', 'Suspendida'])
    expect(await listTitles({ period: 'coming', state: 'all', order: 'next' })).toEqual([
      'Esta',
      'Suspendida',
      'Oculta',
    ])
    const past = ['Movida', 'Invierno 2024', 'Julio en vivo', 'Madrugada', 'Primera']
    expect(await listTitles({ period: 'past', order: 'next' })).toEqual(past)
    expect(await listTitles({ period: 'past' }, null)).toEqual(past)
    expect(await listTitles({ period: 'past', q: 'octubre', state: 'all', from: '2024-01-01' })).toEqual([
      'Movida',
      'Madrugada',
    ])
    expect(await listTitles({ period: 'called-off' })).toEqual(['Suspendida', 'Otro día', 'Llovió'])

    // At 08:00 the night is past. No write makes a cached list stale.
    club.clock.now += 4 * 3_600_000
    expect(await listTitles({ period: 'past' }, null)).toEqual(['Esta', ...past])
    expect(await listTitles({ period: 'coming' }, null)).toEqual(['Suspendida'])
    await expect(club.content.list('events', { period: 'past' })).rejects.toThrow(TypeError)
  })
})
