/** Visits and clicks through HTTP, on both databases: which requests count, and where ticket links lead. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AnyEntity } from '../../../platform/content/shared/resources.ts'
import { nightPath } from '../../../platform/shared/public-paths.ts'
import { createDraft, openTestClub, type RequestOptions, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { expectProblem } from '../../../test/support/refusals.ts'
import type { Overview } from '../../home/shared/overview.ts'
import { analyticsOf } from '../index.server.ts'
import type { VisitCounts, VisitWeek } from '../shared/visit-answers.ts'
import { getTicketsPath } from '../shared/visits.ts'

/** A Wednesday, 12:00 in Buenos Aires. */
const NOON = Date.parse('2027-03-03T15:00:00Z')
const DAY_MS = 86_400_000
const TODAY = '2027-03-03'
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const url = 'https://entradas.example/noche?x=1#a'

describe.each(databases)('visits and ticket clicks on $name', ({ create, testOnce }) => {
  let place: TestDatabase
  let club: TestClub
  let other: TestClub
  let as: string
  let night: AnyEntity
  const make = async (fields: Record<string, unknown> = {}) => {
    const body = { ...(await createDraft('events')), date: '2027-03-06T23:59', url, ...fields }
    const response = await club.send('POST', '/api/events', { as, body })
    expect(response.status).toBe(201)
    return (await response.json()) as AnyEntity
  }
  beforeAll(async () => {
    place = await create()
    club = await openTestClub(place)
    other = await openTestClub(place)
    club.clock.now = NOON
    other.clock.now = NOON
    as = (await club.signIn()).cookie
    night = await make({ title: 'Apagón' })
  })
  afterAll(async () => {
    await other.stop()
    await club.stop()
    await place.dispose()
  })
  beforeEach(async () => {
    await analyticsOf(club.platform).flush()
    await club.database.write(async (tx) => {
      await tx.deleteFrom('visits').execute()
      await tx.deleteFrom('clicks').execute()
    })
    club.clock.now = NOON
    other.clock.now = NOON
  })

  const visit = async (body: unknown, sent: RequestOptions = {}) =>
    (await club.send('POST', '/api/visits', { body, ...sent })).status
  const counts = async (query = '', at = club): Promise<VisitCounts> => {
    const response = await at.send('GET', `/api/visits${query}`, { as })
    expect(response.status).toBe(200)
    return (await response.json()) as VisitCounts
  }
  const go = (path: string, sent: RequestOptions = {}) => club.send('GET', path, sent)
  const getTickets = (item: AnyEntity, offer = 'url') => getTicketsPath(String(item._id), offer)
  const getPath = (item: AnyEntity) => nightPath(String(item.slug))

  testOnce('that are no visits are refused', async () => {
    for (const body of [
      { path: 5 },
      { path: ['/'] },
      { path: {} },
      { path: 'fechas' },
      { path: '//otro.example/' },
      { path: 'https://otro.example/' },
      { path: `/${'x'.repeat(300)}` },
      { path: '/', source: 5 },
      { path: '/', source: '' },
      { path: '/', source: 'Instagram' },
      { path: '/', source: 'a b' },
      { path: '/', source: 'x'.repeat(33) },
    ])
      await expectProblem(await club.send('POST', '/api/visits', { body }), 'invalid-fields')
    for (const body of [{}, { path: null }, { path: '' }])
      await expectProblem(await club.send('POST', '/api/visits', { body }), 'missing-fields')
    for (const type of ['text/plain', 'text/plain;charset=UTF-8', 'application/json']) {
      const headers = { 'Content-Type': type }
      await expectProblem(await club.send('POST', '/api/visits', { body: '{', headers }), 'invalid-json')
      const large = JSON.stringify({ path: '/', x: 'x'.repeat(1024) })
      await expectProblem(await club.send('POST', '/api/visits', { body: large, headers }), 'too-large')
    }
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    await expectProblem(
      await club.send('POST', '/api/visits', { body: 'path=/', headers: form }),
      'json-needed',
    )
    const foreign = { Origin: 'https://otro.example', 'Sec-Fetch-Site': 'cross-site' }
    await expectProblem(
      await club.send('POST', '/api/visits', { body: { path: '/' }, headers: foreign }),
      'foreign-origin',
    )
    for (const query of [
      '?from=ayer',
      '?from=1&to=1',
      '?from=1&to=%25',
      '?from=2027-02-30&to=2027-03-01',
      '?from=2027-03-02&to=2027-03-01',
      '?from=2026-01-01&to=2027-03-01',
      '?from=2027-03-01',
    ])
      await expectProblem(await club.send('GET', `/api/visits${query}`, { as }), 'invalid-query')
    expect(await counts()).toEqual({ visits: [], clicks: [] })
  })

  test('are counted by day, page and source, and reported before they are stored', async () => {
    const beacon = {
      body: JSON.stringify({ path: getPath(night), source: 'instagram' }),
      headers: {
        'Content-Type': 'text/plain;charset=UTF-8',
        'User-Agent': PHONE,
        Origin: 'http://club.test',
        'Sec-Fetch-Site': 'same-origin',
        Host: 'club.test',
      },
    }
    expect((await club.send('POST', '/api/visits', beacon)).status).toBe(204)
    expect(await visit({ path: getPath(night), source: 'instagram' })).toBe(204)
    expect(await visit({ path: `${getPath(night)}/` })).toBe(204)
    expect(await visit({ path: '/', source: null, más: 1 })).toBe(204)
    const expected = [
      { day: TODAY, path: '/', source: null, count: 1 },
      { day: TODAY, path: getPath(night), source: null, count: 1 },
      { day: TODAY, path: getPath(night), source: 'instagram', count: 2 },
    ]
    expect((await counts()).visits).toEqual(expected)
    expect(await club.database.read.selectFrom('visits').selectAll().execute()).toEqual([])
    await analyticsOf(club.platform).flush()
    expect((await counts()).visits).toEqual(expected)
    // Late in the evening it is still Wednesday in Buenos Aires, but Thursday in UTC.
    club.clock.now = Date.parse('2027-03-04T02:30:00Z')
    await visit({ path: '/' })
    club.clock.now = Date.parse('2027-03-04T03:30:00Z')
    await visit({ path: '/' })
    const days = (await counts('?from=2027-03-03&to=2027-03-04')).visits.filter(({ path }) => path === '/')
    expect(days.map(({ day, count }) => [day, count])).toEqual([
      ['2027-03-03', 2],
      ['2027-03-04', 1],
    ])
    expect((await counts('?from=2027-03-04&to=2027-03-04')).visits).toHaveLength(1)
  })

  test('are summed over several processes', async () => {
    for (let n = 0; n < 3; n++) await visit({ path: '/' })
    for (let n = 0; n < 4; n++) await other.send('POST', '/api/visits', { body: { path: '/' } })
    await Promise.all([analyticsOf(club.platform).flush(), analyticsOf(other.platform).flush()])
    expect((await counts('', other)).visits).toEqual([{ day: TODAY, path: '/', source: null, count: 7 }])
  })

  test('are counted as `otra` when the path is no visible page, with the same answer', async () => {
    const hidden = await make({ title: 'Secreta', draft: true })
    const later = await make({ title: 'Después', publishAt: new Date(NOON + DAY_MS).toISOString() })
    await make({ date: '2026-02-07T23:00' })
    for (const path of [
      getPath(hidden),
      getPath(later),
      '/nada',
      '/admin',
      '/en/login',
      `/en${getPath(hidden)}`,
      '/fechas/%00',
      '/fechas/%zz',
      '/news/\u0000',
      '/fechas/archivo/1999',
      '/otra',
      '/\ud800',
      `/fechas/${'ñ'.repeat(90)}`,
    ])
      expect([path, await visit({ path })]).toEqual([path, 204])
    for (const path of ['/en', '/en/culture', `/en${getPath(night)}`]) await visit({ path })
    await visit({ path: '/fechas/archivo/2026' })
    await visit({ path: '/privacidad' })
    const expected = [
      { day: TODAY, path: '/en', source: null, count: 1 },
      { day: TODAY, path: '/en/culture', source: null, count: 1 },
      { day: TODAY, path: `/en${getPath(night)}`, source: null, count: 1 },
      { day: TODAY, path: '/fechas/archivo/2026', source: null, count: 1 },
      { day: TODAY, path: '/privacidad', source: null, count: 1 },
      { day: TODAY, path: 'otra', source: null, count: 13 },
    ]
    expect((await counts()).visits).toEqual(expected)
    await analyticsOf(club.platform).flush()
    expect((await counts()).visits).toEqual(expected)
    club.clock.now += DAY_MS + 1000
    await visit({ path: getPath(later) })
    expect((await counts('?from=2027-03-04&to=2027-03-04')).visits[0]?.path).toBe(getPath(later))
  })

  testOnce('of robots, and of who asks not to be counted, are answered alike and not counted', async () => {
    for (const headers of [
      { DNT: '1' },
      { 'Sec-GPC': '1' },
      { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
      { 'User-Agent': 'facebookexternalhit/1.1' },
      { 'User-Agent': `WhatsApp/2.23 ${'x'.repeat(4000)}` },
    ] as Record<string, string>[]) {
      expect(
        await visit({ path: '/' }, { headers: { 'Content-Type': 'application/json', ...headers } }),
      ).toBe(204)
      expect((await go(getTickets(night), { headers })).headers.get('Location')).toBe(url)
    }
    for (const headers of [{ 'Sec-Purpose': 'prefetch' }, { 'Sec-Purpose': 'prefetch;prerender' }] as Record<
      string,
      string
    >[])
      expect((await go(getTickets(night), { headers })).status).toBe(302)
    expect((await club.send('HEAD', getTickets(night))).status).toBe(302)
    expect(await counts()).toEqual({ visits: [], clicks: [] })
    expect(await visit({ path: '/' }, { headers: { 'Content-Type': 'application/json', DNT: '0' } })).toBe(
      204,
    )
    expect((await counts()).visits).toHaveLength(1)
  })

  testOnce(
    'are limited per address',
    async () => {
      const from = '203.0.113.7'
      for (let n = 0; n < 1010; n++)
        expect(await visit({ path: '/', source: `fuente-${n % 7}` }, { from })).toBe(204)
      const total = async () => (await counts()).visits.reduce((sum, { count }) => sum + count, 0)
      expect(await total()).toBe(1000)
      await visit({ path: '/' }, { from: '203.0.113.8' })
      expect(await total()).toBe(1001)
      club.clock.now += 10 * 60_000
      await visit({ path: '/' }, { from })
      expect(await total()).toBe(1002)
    },
    120_000,
  )

  /** Sends each visit from another network address, so that each counts as another visitor. */
  const visitsFrom = (n: number, body: object) =>
    visit(body, { from: `198.${n >> 16}.${(n >> 8) & 255}.${n & 255}` })
  const flushed = async () => {
    await analyticsOf(club.platform).flush()
    return {
      visits: await club.database.read.selectFrom('visits').selectAll().execute(),
      clicks: await club.database.read.selectFrom('clicks').selectAll().execute(),
    }
  }
  const countOf = (rows: { count: number }[]) => rows.reduce((sum, { count }) => sum + Number(count), 0)

  testOnce(
    'leave room for known pages and sources when clients invent sources',
    async () => {
      for (let n = 0; n < 2000; n++) {
        await visitsFrom(n, { path: n % 2 ? '/' : '/fechas', source: `inventada-${n}` })
        await go(`${getTickets(night)}?src=inventada-${n}`, { from: `198.20.${n >> 8}.${n & 255}` })
      }
      await analyticsOf(club.platform).flush()
      for (let n = 0; n < 35; n++)
        await visitsFrom(10_000 + n, {
          path: n % 2 ? getPath(night) : '/',
          source: n % 3 ? 'instagram' : null,
        })
      for (let n = 0; n < 15; n++) await go(`${getTickets(night)}?src=instagram`, { from: `198.51.100.${n}` })
      const { visits, clicks } = await flushed()
      expect(countOf(visits.filter(({ path }) => path === getPath(night)))).toBe(17)
      expect(countOf(visits.filter(({ source }) => source === 'instagram'))).toBe(23)
      expect(visits.filter(({ path }) => path === 'otra')).toEqual([])
      expect(countOf(clicks.filter(({ source }) => source === 'instagram'))).toBe(15)
      expect(countOf(clicks.filter(({ event }) => event === night._id))).toBe(2015)
      expect(countOf(visits)).toBe(2035)
      // The first 20 invented sources keep their names. Further ones are merged into one row.
      const names = (rows: { source: string }[]) =>
        new Set(rows.map(({ source }) => source).filter((source) => source.startsWith('inventada')))
      expect([names(visits).size, names(clicks).size]).toEqual([20, 20])
      expect(clicks.find(({ source }) => source === 'otra')?.count).toBe(1980)
      const week = (await (await club.send('GET', '/api/visits/week', { as })).json()) as VisitWeek
      expect(week.sources[0]).toMatchObject({ source: 'otra', count: 1980 })
    },
    120_000,
  )

  test('of a page are stored even when the day has its maximum of rows', async () => {
    const filled = (count: number, source: (n: number) => string) =>
      club.database.write(async (tx) => {
        for (let n = 0; n < count; n += 500)
          await tx
            .insertInto('visits')
            .values(
              Array.from({ length: 500 }, (_, m) => ({
                day: TODAY,
                path: `/vieja-${n + m}`,
                source: source(n + m),
                count: 1,
              })),
            )
            .execute()
      })
    // Unknown sources may fill only 500 of the 2000 rows of a day.
    await filled(500, (n) => `campania-${n % 20}`)
    await visit({ path: '/', source: 'campania-1' })
    await visit({ path: '/history', source: 'instagram' })
    const some = (await flushed()).visits
    expect(some.find(({ path }) => path === '/')?.source).toBe('otra')
    expect(some.find(({ path }) => path === '/history')?.source).toBe('instagram')
    await club.database.write((tx) => tx.deleteFrom('visits').execute())
    await filled(2000, () => 'facebook')
    for (const path of ['/', '/history', '/nada-1', '/nada-2'])
      for (const source of ['instagram', 'google']) await visit({ path, source })
    await visit({ path: '/history', source: 'una' })
    const full = (await flushed()).visits
    expect(full.filter(({ source }) => source === 'otra').map(({ path, count }) => [path, count])).toEqual([
      ['/', 2],
      ['/history', 3],
      ['otra', 4],
    ])
    expect(full).toHaveLength(2003)
  })

  testOnce(
    'are kept in memory only up to a limit',
    async () => {
      // The memory holds 4000 rows of visits. These 4500 visits go to paths that are not pages.
      for (let n = 0; n < 4500; n++) await visitsFrom(n, { path: `/nada-${n}` })
      expect((await counts()).visits).toEqual([{ day: TODAY, path: 'otra', source: null, count: 4500 }])
      await flushed()
      // Visits to existing pages are counted even when the memory is full of visits to unknown paths.
      await visit({ path: '/' })
      await analyticsOf(club.platform).flush()
      for (let n = 0; n < 4500; n++) await visitsFrom(n, { path: `/nada-${n}` })
      await visit({ path: '/', source: 'instagram' })
      expect((await flushed()).visits.find(({ source }) => source === 'instagram')?.path).toBe('/')
    },
    120_000,
  )

  testOnce('of administrators get the same response and are not counted', async () => {
    expect(await visit({ path: '/' }, { as })).toBe(204)
    expect((await go(getTickets(night), { as })).headers.get('Location')).toBe(url)
    expect((await club.send('POST', '/api/clicks', { as, body: { event: night._id } })).status).toBe(204)
    expect(await counts()).toEqual({ visits: [], clicks: [] })
    // A cookie of an ended session does not make the visitor an administrator.
    const dead = { as: 'session=nada' }
    await visit({ path: '/' }, dead)
    await go(getTickets(night), dead)
    const { visits, clicks } = await counts()
    expect([countOf(visits), countOf(clicks)]).toEqual([1, 1])
  })

  testOnce('from the home page to the seller are reported by the page itself', async () => {
    for (const body of [
      { event: 5 },
      { event: '../x' },
      { event: 'x'.repeat(65) },
      { event: night._id, source: 'A b' },
    ])
      await expectProblem(await club.send('POST', '/api/clicks', { body }), 'invalid-fields')
    await expectProblem(await club.send('POST', '/api/clicks', { body: {} }), 'missing-fields')
    const hidden = await make({ title: 'Oculta', draft: true })
    const cancelled = await make({ title: 'Nunca más', status: 'cancelled' })
    const click = async (event: unknown, sent: RequestOptions = {}) =>
      (await club.send('POST', '/api/clicks', { body: { event, source: 'instagram' }, ...sent })).status
    for (const event of [hidden._id, cancelled._id, 'nada', crypto.randomUUID()])
      expect(await click(event)).toBe(204)
    expect(await click(night._id, { headers: { 'Content-Type': 'text/plain', DNT: '1' } })).toBe(204)
    expect((await counts()).clicks).toEqual([])
    expect(await click(night._id)).toBe(204)
    expect(await click(night._id, { headers: { 'Content-Type': 'text/plain;charset=UTF-8' } })).toBe(204)
    expect((await counts()).clicks).toEqual([{ day: TODAY, event: night._id, offer: 'url', count: 2 }])
    const { clicks } = await flushed()
    expect(clicks.map(({ source }) => source)).toEqual(['instagram'])
  })

  test('lead through a redirect to stored ticket URLs only', async () => {
    const gala = await make({
      title: 'Gala',
      offers: [
        { name: 'Anticipada', price: 1, url: 'https://otra.example/ñ' },
        { name: 'General', price: 2 },
        { name: 'VIP', price: 3, availability: 'soldout' },
        { name: 'Puerta', price: 4, availability: 'soon' },
      ],
    })
    const [own, plain, gone, soon] = (gala.offers as { _id: string }[]).map(({ _id }) => _id) as [
      string,
      string,
      string,
      string,
    ]
    const evil = 'https://mal.example/'
    const tries: [string, string | null][] = [
      [getTickets(gala, own), 'https://otra.example/%C3%B1'],
      [
        `${getTickets(gala, own)}?src=instagram&url=${evil}&to=${evil}&next=//mal.example`,
        'https://otra.example/%C3%B1',
      ],
      [`${getTickets(gala, plain)}?src=${encodeURIComponent(evil)}`, url],
      [getTickets(gala), url],
      [getTickets(gala, gone), getPath(gala)],
      [getTickets(gala, soon), getPath(gala)],
      [getTickets(gala, 'nada'), null],
      [getTickets(night, own), null],
      [getTickets(gala, evil), null],
      [getTickets(gala, encodeURIComponent(evil)), null],
      [`${getTickets(gala)}/`, null],
      [`${getTickets(gala)}/${evil}`, null],
      [`/ir/${evil}`, null],
      [`/ir//mal.example/url`, null],
      [`/ir/%2F%2Fmal.example/url`, null],
      [`/ir/..%2f..%2fmal.example/url`, null],
      [`/ir/${evil}url`, null],
      ['/ir/', null],
      [`/ir/${gala._id}`, null],
      [`/ir/${crypto.randomUUID()}/url`, null],
      [`/ir/${gala._id}%00/url`, null],
    ]
    for (const [path, to] of tries) {
      const { status, headers } = await go(path)
      const location = headers.get('Location')
      expect([path, status, location]).toEqual([path, to === null ? 404 : 302, to])
      expect([path, headers.get('Cache-Control')]).toEqual([path, 'no-store'])
    }
    for (const method of ['POST', 'PUT', 'DELETE'])
      await expectProblem(await club.send(method, getTickets(gala)), 'method-not-allowed')
    const clicked = await counts()
    expect(clicked.clicks).toEqual(
      [
        { offer: own, count: 2 },
        { offer: plain, count: 1 },
        { offer: 'url', count: 1 },
      ]
        .map((click) => ({ day: TODAY, event: gala._id, ...click }))
        .toSorted((a, b) => (a.offer < b.offer ? -1 : 1)),
    )
    await analyticsOf(club.platform).flush()
    expect(await counts()).toEqual(clicked)
    const sources = await club.database.read.selectFrom('clicks').select(['offer', 'source']).execute()
    expect(
      sources
        .filter(({ offer }) => offer === own)
        .map(({ source }) => source)
        .sort(),
    ).toEqual(['', 'instagram'])
  })

  test('lead to a link that an earlier release stored with invisible characters', async () => {
    const { _id, offers } = await make({
      title: 'Vieja',
      offers: [{ name: 'General', price: 1, url: 'https://otra.example/e/1' }],
    })
    const [{ _id: offer } = { _id: '' }] = offers as { _id: string }[]
    await club.database.write((tx) =>
      tx
        .updateTable('events')
        .set({
          url: 'https://otra.example/e/2\u200b',
          offers: JSON.stringify([
            { _id: offer, name: 'General', price: '1', url: 'https://otra.example/e/1\u2060' },
          ]),
        })
        .where('id', '=', _id)
        .execute(),
    )
    const item = { _id } as AnyEntity
    expect((await go(getTickets(item))).headers.get('Location')).toBe('https://otra.example/e/2')
    expect((await go(getTickets(item, offer))).headers.get('Location')).toBe('https://otra.example/e/1')
  })

  test('lead to the page of a night without a sale, and to a 404 for a hidden night', async () => {
    const cancelled = await make({ title: 'Nunca', status: 'cancelled' })
    const soldOut = await make({ title: 'Llena', offers: [{ name: 'Única', availability: 'soldout' }] })
    const past = await make({ title: 'Ayer', date: '2027-03-01T23:00' })
    const postponed = await make({ title: 'Otra vez', status: 'postponed' })
    for (const item of [cancelled, soldOut, past, postponed])
      expect((await go(getTickets(item))).headers.get('Location')).toBe(getPath(item))
    expect((await counts()).clicks).toEqual([])
    const draft = await make({ title: 'Borrador', draft: true })
    const later = await make({ title: 'Luego', publishAt: new Date(NOON + DAY_MS).toISOString() })
    const binned = await make({ title: 'Borrada' })
    await club.send('DELETE', `/api/events/${binned._id}`, { as })
    for (const item of [draft, later, binned])
      for (const sent of [{}, { as }]) await expectProblem(await go(getTickets(item), sent), 'not-found')
    // A URL that was written to the database directly is checked too.
    await club.database.write((tx) =>
      tx.updateTable('events').set({ url: 'javascript:alert(1)' }).where('id', '=', night._id).execute(),
    )
    expect((await go(getTickets(night))).headers.get('Location')).toBe(getPath(night))
    await club.database.write((tx) =>
      tx.updateTable('events').set({ url }).where('id', '=', night._id).execute(),
    )
  })

  test('are reported for a week and the week before, with the clicks on tickets', async () => {
    const seen = (day: string, path: string, source: string, count: number) => ({ day, path, source, count })
    await club.database.write((tx) =>
      tx
        .insertInto('visits')
        .values([
          // These counts are from the week before (Monday to Sunday). The reported week begins on the first of March.
          seen('2027-02-22', '/', '', 10),
          seen('2027-02-24', getPath(night), 'instagram', 5),
          seen('2027-02-25', '/', '', 100),
          seen('2027-02-28', '/', '', 200),
          seen('2027-03-01', '/', '', 8),
          seen('2027-03-02', '/fechas/no-hay', '=cmd', 1),
        ])
        .execute(),
    )
    for (let n = 0; n < 9; n++) await visit({ path: getPath(night), source: 'instagram' })
    await go(`${getTickets(night)}?src=instagram`)
    await go(getTickets(night))
    const response = await club.send('GET', '/api/visits/week', { as })
    const week = (await response.json()) as VisitWeek
    expect(week).toMatchObject({
      from: '2027-03-01',
      to: TODAY,
      since: '2027-02-22',
      total: { count: 18, before: 15 },
      clicks: { count: 2, before: 0 },
      pages: [
        { path: getPath(night), title: 'Apagón, sábado 6 de marzo', count: 9, before: 5 },
        { path: '/', title: 'Portada', count: 8, before: 10 },
        { path: '/fechas/no-hay', title: null, count: 1, before: 0 },
      ],
      sources: [
        { source: 'instagram', count: 9, before: 5 },
        { source: null, count: 8, before: 10 },
        { source: '=cmd', count: 1, before: 0 },
      ],
    })
    expect(week.days.map(({ count, before }) => [count, before])).toEqual([
      [8, 10],
      [1, 0],
      [9, 5],
      [null, 100],
      [null, 0],
      [null, 0],
      [null, 200],
    ])
    expect(week.nights.find(({ _id }) => _id === night._id)).toMatchObject({
      views: 14,
      clicks: 2,
      offers: [{ offer: 'url', name: 'Enlace de la fecha', count: 2 }],
      sources: expect.arrayContaining([{ source: 'instagram', count: 1 }]),
    })
    const before = await club.send('GET', '/api/visits/week?of=2027-02-26', { as })
    expect(await before.json()).toMatchObject({ from: '2027-02-22', to: '2027-02-28', total: { count: 315 } })
    const overview = (await (await club.send('GET', '/api/overview', { as })).json()) as Overview
    expect(overview.visits).toEqual({ count: 18, before: 15, isCounting: true })
    expect(overview.night?._id).toBe(night._id)
    expect(overview.night?.numbers).toEqual({ views: 14, viewsToday: 9, clicks: 2, clicksToday: 2 })
    const table = await (await club.send('GET', '/api/visits/export.csv', { as })).text()
    const lines = table.trimEnd().split('\r\n')
    expect(lines[0]).toBe('"Día";"Qué";"Página o fecha";"Título o entrada";"De dónde";"Cantidad"')
    expect(lines).toContain(
      `"03-03-2027";"Visita";"${getPath(night)}";"Apagón, sábado 6 de marzo";"Instagram";"9"`,
    )
    expect(lines).toContain(
      `"03-03-2027";"Clic en entradas";"${getPath(night)}";"Apagón, sábado 6 de marzo: Enlace de la fecha";"Instagram";"1"`,
    )
    expect(table).toContain(`"'=cmd"`)
    expect(lines).toHaveLength(1 + 6 + 1 + 2)
  })

  test('are reported for a night that comes after many nights without visits', async () => {
    for (let n = 1; n <= 13; n++) await make({ title: `Antes ${n}`, date: '2027-03-05T23:59' })
    await visit({ path: getPath(night) })
    const week = (await (await club.send('GET', '/api/visits/week', { as })).json()) as VisitWeek
    expect(week.nights).toMatchObject([{ _id: night._id, views: 1 }])
  })

  test('are compared between nights, with those that are not written yet, from the first counted day on', async () => {
    const compare = async (...nights: AnyEntity[]) =>
      analyticsOf(club.platform).nightFigures(
        nights.map(({ _id, date }) => ({ _id, date: String(date), night: String(date).slice(0, 10) })),
      )
    expect(await compare(night)).toEqual(new Map())
    const quiet = await make({ title: 'Sin nadie' })
    const before = await make({ title: 'De antes', date: '2027-03-01T23:59' })
    await visit({ path: getPath(night), source: 'afiche' })
    await go(getTickets(night))
    expect(await compare(night)).toEqual(new Map([[night._id, { visits: 1, clicks: 1 }]]))
    await analyticsOf(club.platform).flush()
    await visit({ path: `/en${getPath(night)}` })
    await visit({ path: getPath(before) })
    const figures = await compare(before, night, quiet)
    expect(figures).toEqual(
      new Map([
        [night._id, { visits: 2, clicks: 1 }],
        [quiet._id, { visits: 0, clicks: 0 }],
      ]),
    )
    const week = (await (await club.send('GET', '/api/visits/week', { as })).json()) as VisitWeek
    const row = week.nights.find(({ _id }) => _id === night._id)
    expect(figures.get(night._id)).toEqual({ visits: row?.views, clicks: row?.clicks })
  })

  test('are kept and stored later when the database cannot store them', async () => {
    const { database } = club
    await visit({ path: '/' })
    await database.write((tx) => tx.schema.alterTable('visits').renameTo('away').execute())
    await expect(analyticsOf(club.platform).flush()).rejects.toThrow()
    expect(await visit({ path: '/' })).toBe(204)
    await database.write((tx) => tx.schema.alterTable('away').renameTo('visits').execute())
    await analyticsOf(club.platform).flush()
    expect((await counts()).visits).toEqual([{ day: TODAY, path: '/', source: null, count: 2 }])
  })

  test('are stored when the club stops, and deleted after two years', async () => {
    const third = await openTestClub(place)
    third.clock.now = NOON
    await third.send('POST', '/api/visits', { body: { path: '/' } })
    await third.stop()
    expect((await counts()).visits).toEqual([{ day: TODAY, path: '/', source: null, count: 1 }])
    await club.database.write((tx) =>
      tx
        .insertInto('visits')
        .values([
          { day: '2025-03-02', path: '/', source: '', count: 3_000_000_000 },
          { day: '2025-03-03', path: '/', source: '', count: 3_000_000_000 },
        ])
        .execute(),
    )
    await analyticsOf(club.platform).tidy(club.clock.now)
    expect((await counts('?from=2025-03-01&to=2025-03-05')).visits).toEqual([
      { day: '2025-03-03', path: '/', source: null, count: 3_000_000_000 },
    ])
  })

  testOnce('cost at most 30 µs of processor each to count, and ask nothing of the database', async () => {
    const headers = new Headers({ 'User-Agent': PHONE })
    const count = async (times: number) => {
      for (let n = 0; n < times; n++)
        await analyticsOf(club.platform).visit(
          { path: n % 2 ? getPath(night) : '/', source: n % 3 ? 'instagram' : null },
          { isAdministrator: false, address: `10.9.${(n >> 8) & 255}.${n & 255}`, headers },
        )
    }
    await count(5000)
    const before = process.cpuUsage()
    await count(20_000)
    await analyticsOf(club.platform).flush()
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 20_000).toBeLessThan(30)
    expect((await counts()).visits.reduce((sum, one) => sum + one.count, 0)).toBe(25_000)
  })

  test('take less than 1 MB of the database for 100000 visits in a day', async () => {
    const news = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const body = {
          ...(await createDraft('news')),
          newsTitle: `Una novedad con un título bien largo número ${n}`,
        }
        const response = await club.send('POST', '/api/news', { as, body })
        return `/news/${encodeURIComponent(String(((await response.json()) as AnyEntity).newsTitle))}`
      }),
    )
    const size = async () => {
      await analyticsOf(club.platform).flush()
      const { sql } = await import('kysely')
      if (club.database.dialect === 'postgres') {
        const { rows } = await sql<{ n: number }>`select pg_total_relation_size('visits') as n`.execute(
          club.database.read,
        )
        return Number(rows[0]?.n)
      }
      const { rows } = await sql<{ n: number }>`
        select sum(pgsize) as n from dbstat where name = 'visits'`.execute(club.database.read)
      return Number(rows[0]?.n)
    }
    const headers = new Headers({ 'User-Agent': PHONE })
    for (let n = 0; n < 100_000; n++) {
      const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
      await analyticsOf(club.platform).visit(
        { path: news[n % 60] as string, source: n % 3 ? `campania-${n % 50}` : null },
        { address, headers, isAdministrator: false },
      )
      if (n % 10_000 > 0) continue
      await analyticsOf(club.platform).flush()
      club.clock.now += 10 * 60_000
    }
    const bytes = await size()
    expect((await counts()).visits.reduce((sum, { count }) => sum + count, 0)).toBe(100_000)
    expect(bytes).toBeLessThan(1_000_000)
  }, 120_000)
})
