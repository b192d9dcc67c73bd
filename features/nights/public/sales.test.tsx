/** Offers and nights stop selling on time, over HTTP and from the cache, without any write. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { defaults } from '../../../club/defaults.ts'
import type { AnyEntity, EntityOf } from '../../../platform/content/shared/resources.ts'
import { toInstant } from '../../../platform/shared/zoned-dates.ts'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, postgresOnly, type TestDatabase } from '../../../test/support/databases.ts'
import { createRenderer, readStructuredData } from '../../../test/support/page-renderer.tsx'
import { expectProblem } from '../../../test/support/refusals.ts'
import { getTicketsPath } from '../../analytics/shared/visits.ts'
import * as home from '../../home/public/home-page.tsx'
import * as night from './night.tsx'
import * as nights from './nights.tsx'
import * as embed from './nights-embed.tsx'

const ORIGIN = 'https://club.example'
const SELLER = 'https://entradas.example'

const pages: [RegExp, unknown][] = [
  [/^\/(?:en)?$/, home],
  [/^(?:\/en)?\/fechas$/, nights],
  [/^\/fechas\/embed$/, embed],
  [/^(?:\/en)?\/fechas\/(?<slug>[^/]+)$/, night],
]

type Night = EntityOf<'events'> & AnyEntity & { share: { text: string } }

describe('the sale of tickets', () => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    place = await createDatabase()
    club = await openTestClub(place, { env: { SITE_URL: ORIGIN }, render: createRenderer(pages, ORIGIN) })
    setClock('2027-03-01T10:00')
    as = (await club.signIn()).cookie
  })
  afterEach(async () => {
    const { data } = await (await club.send('GET', '/api/events?state=all&limit=500', { as })).json()
    for (const { _id } of data) await club.send('DELETE', `/api/events/${_id}`, { as })
    setClock('2027-03-01T10:00')
  })
  afterAll(async () => {
    vi.useRealTimers()
    await club.stop()
    await place.dispose()
  })

  /** Sets the clock to a wall-clock time in the club's time zone. @param offset ms to add */
  function setClock(clock: string, offset = 0) {
    const now = toInstant(clock, defaults.identity.timeZone) + offset
    club.clock.now = now
    vi.useFakeTimers({ now, toFake: ['Date'] })
  }
  const send = async (method: string, path: string, body: object): Promise<Night> => {
    const response = await club.send(method, `/api/${path}`, { as, body })
    expect([200, 201]).toContain(response.status)
    return (await response.json()) as Night
  }
  const made = async (change: object = {}) =>
    send('POST', 'events', {
      ...(await createDraft('events')),
      title: 'Apagón',
      date: '2027-03-06T23:00',
      url: `${SELLER}/noche`,
      ...change,
    })
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const response = await club.send('GET', path, { headers })
    expect([path, response.status]).toEqual([path, 200])
    return (await response.text()).replaceAll('\u00a0', ' ').replaceAll('\r\n ', '')
  }
  const getText = (html: string) => html.replace(/<script.*?<\/script>/s, '').replace(/<[^>]+>/g, ' ')
  const getPath = ({ slug }: AnyEntity) => `/fechas/${slug}`
  const goes = async (item: Night, offer = 'url') => {
    const response = await club.send('GET', getTicketsPath(item._id, offer))
    return response.headers.get('Location')
  }
  const mine = async ({ _id }: AnyEntity): Promise<Night> =>
    (await (await club.send('GET', `/api/events/${_id}`, { as })).json()) as Night
  /** Returns the paths of all public responses, except the API, that can contain a night's tickets. */
  const getAnswers = (item: AnyEntity) => [
    '/',
    '/en',
    '/fechas',
    '/en/fechas',
    getPath(item),
    `/en${getPath(item)}`,
    '/fechas/embed',
    '/fechas.ics',
    `${getPath(item)}.ics`,
    '/fechas.xml',
    '/fechas.json',
  ]
  const offering = async (item: Night): Promise<string[]> => {
    const found: string[] = []
    for (const path of getAnswers(item))
      if (/entradas\.example|\/ir\/|12\.000|12,000|"offers":|tickets-button/.test(await read(path)))
        found.push(path)
    if (/12\.000/.test((await mine(item)).share.text.replaceAll('\u00a0', ' '))) found.push('share')
    if ((await goes(item))?.startsWith(SELLER)) found.push('ir')
    return found
  }

  test.each([
    ['endsAt', { endsAt: '06:00' }, '2027-03-07T05:59', '2027-03-07T06:00'],
    ['08:00 where nobody told', { endsAt: null }, '2027-03-07T07:59', '2027-03-07T08:00'],
    ['08:00 where it ends later', { endsAt: '10:00' }, '2027-03-07T07:59', '2027-03-07T08:00'],
    [
      'endsAt of a day without doors',
      { date: '2027-03-06', endsAt: '05:00' },
      '2027-03-07T04:59',
      '2027-03-07T05:00',
    ],
  ])('ends for a night at %s', async (_, change, before, after) => {
    const item = await made({ ...change, offers: [{ name: 'General', price: 12_000 }] })
    setClock(before)
    expect(await offering(item)).toEqual([...getAnswers(item), 'share', 'ir'])
    setClock(after)
    expect(await offering(item)).toEqual([])
    expect(await goes(item)).toBe(getPath(item))
    expect(await goes(item, item.offers[0]?._id)).toBe(getPath(item))
    // The list of coming nights contains the night until 08:00 of the next morning.
    if (after < '2027-03-07T08:00') expect(await read('/')).toContain(getPath(item))
    // The response of GET can be sent back as the body of a PUT.
    const stored = await mine(item)
    expect(stored.offers).toMatchObject([{ name: 'General', price: 12_000, until: null }])
    expect((await send('PUT', `events/${item._id}`, stored)).offers).toEqual(stored.offers)
    setClock(before)
    expect(await offering(item)).toContain('ir')
  })

  test('passes to the next phase at the second, weeks before the night, without a write', async () => {
    const first = { name: 'Anticipada 1', price: 8_000, url: `${SELLER}/1`, endsAt: '2027-02-14T23:59' }
    const second = { name: 'Anticipada 2', price: 9_000, url: `${SELLER}/2`, availability: 'soon' }
    setClock('2027-02-10T12:00')
    const item = await made({ offers: [first, second] })
    const [one, two] = item.offers
    const path = getPath(item)
    const seen = async () => {
      const { offers } = readStructuredData(await read(path)) as {
        offers: { name: string; availability: string }[]
      }
      const { data } = await (await club.send('GET', '/api/events')).json()
      return {
        ir: [await goes(item, one?._id), await goes(item, two?._id), await goes(item)],
        jsonLd: offers.map(({ name, availability }) => [
          name,
          availability.slice('https://schema.org/'.length),
        ]),
        calendar: /Anticipada 1[^\\]*/.exec(await read(`${path}.ics`))?.[0] ?? null,
        bar: /class="night-bar-tickets".*?<\/a>/s.exec(await read(path))?.[0].match(/\$ [\d.]+/)?.[0],
        api: (data as Night[])[0]?.offers.map(({ availability, url }) => [availability, url]),
      }
    }
    for (const offset of [-24 * 3_600_000, -1]) {
      setClock('2027-02-15T00:00', offset)
      expect(await seen()).toEqual({
        ir: [`${SELLER}/1`, path, `${SELLER}/noche`],
        jsonLd: [
          ['Anticipada 1', 'InStock'],
          ['Anticipada 2', 'PreOrder'],
        ],
        calendar: expect.stringContaining('hasta el domingo 14'),
        bar: '$ 8.000',
        api: [
          ['available', `${SELLER}/1`],
          ['soon', null],
        ],
      })
    }
    setClock('2027-02-15T00:00')
    expect(await seen()).toEqual({
      ir: [path, `${SELLER}/2`, `${SELLER}/noche`],
      jsonLd: [['Anticipada 2', 'InStock']],
      calendar: null,
      bar: '$ 9.000',
      api: [
        ['available', null],
        ['available', `${SELLER}/2`],
      ],
    })
    // Administrators read and send what is stored.
    const stored = await mine(item)
    expect(stored.offers).toMatchObject([
      { availability: 'available' },
      { availability: 'soon', endsAt: null },
    ])
    expect((await send('PUT', `events/${item._id}`, stored)).offers).toEqual(stored.offers)
  })

  test('refuses a last minute without an hour, with a zone, and beside an hour of the night', async () => {
    const draft = { ...(await createDraft('events')), date: '2027-03-06T23:00' }
    for (const offer of [
      { endsAt: '2027-02-14' },
      { endsAt: '2027-02-14T23:59Z' },
      { endsAt: '2027-02-30T23:59' },
      { endsAt: '2027-02-14T24:00' },
    ]) {
      const body = { ...draft, offers: [{ name: 'A', ...offer }] }
      await expectProblem(await club.send('POST', '/api/events', { as, body }), 'invalid-fields', [
        'offers.0.endsAt',
      ])
    }
    const both = { ...draft, offers: [{ name: 'A', endsAt: '2027-02-14T23:59', until: '01:00' }] }
    await expectProblem(await club.send('POST', '/api/events', { as, body: both }), 'invalid-fields', [
      'offers.0.until',
    ])
  })

  test('does not exist for a cancelled night in pages, feeds, calendars and JSON-LD', async () => {
    const item = await made({ offers: [{ name: 'General', price: 12_000 }], status: 'cancelled' })
    expect(await offering(item)).toEqual([])
  })

  test('shows when an offer ends during the night, and stops selling it at that time', async () => {
    const own = `${SELLER}/antes`
    const item = await made({
      offers: [
        { name: 'Antes de la 1', price: 5000, until: '01:00', url: own },
        { name: 'General', price: 12_000 },
      ],
    })
    const [early] = item.offers
    expect(item.offers.map(({ until }) => until)).toEqual(['01:00', null])
    setClock('2027-03-07T00:59')
    const open = await read(getPath(item))
    expect(getText(open)).toMatch(/Antes de la 1\s+\$ 5\.000\s+hasta la 01:00/)
    expect(getText(open)).toContain('desde $ 5.000')
    expect(getText(await read(`/en${getPath(item)}`))).toMatch(/ARS 5,000\s+until 01:00/)
    expect(readStructuredData(open).offers).toMatchObject([
      { price: 5000, availabilityEnds: '2027-03-07T01:00-03:00', url: own },
      { price: 12_000 },
    ])
    expect(await read('/fechas.ics')).toContain('Antes de la 1: $ 5.000 · hasta la 01:00 · ')
    expect((await mine(item)).share.text.replaceAll('\u00a0', ' ')).toContain('Entradas desde $ 5.000')
    expect(await goes(item, early?._id)).toBe(own)
    const seen = await club.send('GET', '/api/events')
    const etag = String(seen.headers.get('ETag'))
    expect(await seen.text()).toContain(own)

    setClock('2027-03-07T01:00')
    const closed = await read(getPath(item))
    expect(getText(closed)).toMatch(/Antes de la 1\s+\$ 5\.000\s+Terminó/)
    expect(closed).toContain('<span class="offer-gone">$ 5.000</span>')
    expect(getText(closed)).not.toMatch(/desde|hasta la 01:00/)
    expect(getText(await read(`/en${getPath(item)}`))).toMatch(/ARS 5,000\s+Ended/)
    expect(readStructuredData(closed).offers).toMatchObject([{ price: 12_000 }])
    for (const path of ['/fechas.ics', `${getPath(item)}.ics`, '/fechas.xml', '/fechas.json'])
      expect([path, /5\.000|antes/i.test(await read(path))]).toEqual([path, false])
    expect((await mine(item)).share.text.replaceAll('\u00a0', ' ')).toContain('Entradas $ 12.000')
    expect(await goes(item, early?._id)).toBe(getPath(item))
    expect(await goes(item)).toBe(`${SELLER}/noche`)
    // When an offer ends, the response changes, so its ETag changes too.
    const again = await club.send('GET', '/api/events', { headers: { 'If-None-Match': etag } })
    expect([again.status, (await again.text()).includes(own)]).toEqual([200, false])
  })

  test('marks a night as sold out when all offers that have not ended are sold out', async () => {
    const item = await made({
      offers: [
        { name: 'Antes de la 1', price: 5000, until: '01:00' },
        { name: 'General', price: 12_000, availability: 'soldout' },
      ],
    })
    const preview = async () => /\/share\/[\w-]+preview[\w-]+\.jpg/.exec(await read(getPath(item)))?.[0]
    setClock('2027-03-07T00:59')
    const before = await preview()
    expect(await read('/')).not.toContain('AGOTADA')
    setClock('2027-03-07T01:00')
    for (const path of ['/', '/fechas', getPath(item), '/fechas/embed', '/fechas.ics', '/fechas.xml'])
      expect([path, (await read(path)).includes('AGOTADA')]).toEqual([path, true])
    expect(await read(`/en${getPath(item)}`)).toContain('SOLD OUT')
    expect((await mine(item)).share.text).toContain('Entradas agotadas')
    expect(await preview()).not.toBe(before)
    const overview = await (await club.send('GET', '/api/overview', { as })).json()
    expect(overview.night.isSoldOut).toBe(true)
    expect(await goes(item)).toBe(getPath(item))
  })

  test('sells no tickets after all offers have ended, without marking the night as sold out', async () => {
    const item = await made({ offers: [{ name: 'Hasta las 2', price: 12_000, until: '02:00' }] })
    setClock('2027-03-07T01:59')
    expect(await offering(item)).toContain('ir')
    setClock('2027-03-07T02:00')
    expect(await goes(item)).toBe(getPath(item))
    for (const path of getAnswers(item)) {
      const answer = await read(path)
      expect([path, /AGOTADA|SOLD OUT|\/ir\/|entradas\.example|"offers":/.test(answer)]).toEqual([
        path,
        false,
      ])
    }
  })

  test('reads the end of an offer as an hour of the night, and accepts stored rows without it', async () => {
    for (const until of ['25:00', '1:00', 'la una', 100])
      await expectProblem(
        await club.send('POST', '/api/events', {
          as,
          body: { ...(await createDraft('events')), offers: [{ name: 'A', until }] },
        }),
        'invalid-fields',
      )
    const item = await made({ offers: [{ name: 'Temprana', price: 1, until: '23:30' }] })
    setClock('2027-03-06T23:29')
    expect(await goes(item)).toBe(`${SELLER}/noche`)
    setClock('2027-03-06T23:30')
    expect(await goes(item)).toBe(getPath(item))
    // Writes rows in the format of the previous version of the program.
    await club.database.write((tx) =>
      tx
        .updateTable('events')
        .set({ offers: JSON.stringify([{ _id: 'uno', name: 'Vieja', price: '1' }]) })
        .where('id', '=', item._id)
        .execute(),
    )
    expect((await mine(item)).offers).toMatchObject([{ name: 'Vieja', until: null }])
    expect(await goes(item, 'uno')).toBe(`${SELLER}/noche`)
  })

  test('ends a presale before doors, and hides an end after the night', async () => {
    const item = await made({
      endsAt: '06:00',
      offers: [
        { name: 'Anticipada', price: 5000, until: '22:00' },
        { name: 'General', price: 12_000, until: '07:00' },
      ],
    })
    setClock('2027-03-06T21:59')
    const open = await read(getPath(item))
    expect(getText(open)).toMatch(/Anticipada\s+\$ 5\.000\s+hasta las 22:00/)
    expect(readStructuredData(open).offers).toMatchObject([
      { availabilityEnds: '2027-03-06T22:00-03:00' },
      {},
    ])
    expect(await read('/fechas.ics')).toContain('Anticipada: $ 5.000 · hasta las 22:00')
    setClock('2027-03-06T22:00')
    expect(getText(await read(getPath(item)))).toMatch(/Anticipada\s+\$ 5\.000\s+Terminó/)
    expect(await goes(item, item.offers[0]?._id)).toBe(getPath(item))
    for (const path of getAnswers(item))
      expect([path, /07:00|availabilityEnds/.test(await read(path))]).toEqual([path, false])
  })

  test('sends the URL of an offer that cannot be bought to administrators only', async () => {
    const secret = (name: string) => `https://secreta.example/${name}`
    const offers = [
      { name: 'Puerta', price: 3, availability: 'soon', url: secret('puerta') },
      { name: 'Agotada', price: 2, availability: 'soldout', url: secret('agotada') },
      { name: 'Antes de la 1', price: 1, until: '01:00', url: secret('antes') },
      { name: 'General', price: 4, url: `${SELLER}/general` },
    ]
    const item = await made({ offers })
    const leaks = async () => {
      const found: string[] = []
      for (const path of [
        ...getAnswers(item),
        '/api/events',
        '/api/events?order=next',
        '/api/events?q=apagon',
        `/api/events/${item._id}`,
        `/fechas/embed?noche=${item.slug}`,
        `/oembed?url=${encodeURIComponent(ORIGIN + getPath(item))}`,
        '/sitemap.xml',
      ])
        for (const [, name] of (await read(path)).matchAll(/secreta\.example\/(\w+)/g))
          found.push(`${name} in ${path}`)
      return found
    }
    const getEtag = async () => (await club.send('GET', `/api/events/${item._id}`)).headers.get('ETag')
    setClock('2027-03-07T01:00')
    expect(await leaks()).toEqual([])
    const visible = await (await club.send('GET', `/api/events/${item._id}`)).json()
    expect(visible.url).toBe(`${SELLER}/noche`)
    expect(visible.offers.map(({ url }: { url: string | null }) => url)).toEqual([
      null,
      null,
      null,
      `${SELLER}/general`,
    ])
    const etag = await getEtag()
    // Administrators receive all URLs, and can send the response back as the body of a PUT.
    const stored = await mine(item)
    expect(stored.offers).toMatchObject(offers)
    expect((await send('PUT', `events/${item._id}`, stored)).offers).toEqual(item.offers)
    const all = await (await club.send('GET', '/api/events?state=published', { as })).json()
    expect(all.data[0].offers).toEqual(item.offers)
    for (const change of [{ status: 'cancelled' }, { date: '2027-02-20T23:00' }]) {
      await send('PUT', `events/${item._id}`, change)
      const { offers: hidden } = await (await club.send('GET', `/api/events/${item._id}`)).json()
      expect(hidden.map(({ url }: { url: string | null }) => url)).toEqual([null, null, null, null])
      await send('PUT', `events/${item._id}`, { status: 'scheduled', date: item.date })
    }
    // Visitors receive the URL of an offer as soon as the offer is on sale.
    await send('PUT', `events/${item._id}`, {
      offers: item.offers.map((offer) => ({ ...offer, availability: 'available' })),
    })
    expect(new Set(await leaks())).toContain('puerta in /api/events')
    setClock('2027-03-07T00:30')
    expect(await leaks()).toContain('antes in /api/events')
    expect(await getEtag()).not.toBe(etag)
    setClock('2027-03-07T08:00')
    expect(await leaks()).toEqual([])
  })
})

describe.each(postgresOnly)('the sale of tickets in two processes on one $name', ({ create }) => {
  test('both pass to the next phase at the same second, without a write', async () => {
    const [place, folder] = [await create(), await createDatabase()]
    const open = (dataDir: string) =>
      openTestClub(
        { ...place, dataDir },
        { env: { SITE_URL: ORIGIN }, render: createRenderer(pages, ORIGIN) },
      )
    const clubs = [await open(place.dataDir), await open(folder.dataDir)] as const
    const change = toInstant('2027-02-15T00:00', defaults.identity.timeZone)
    const setClock = (now: number) => {
      for (const club of clubs) club.clock.now = now
      vi.useFakeTimers({ now, toFake: ['Date'] })
    }
    try {
      setClock(change - 3_600_000)
      const { cookie: as } = await clubs[0].signIn()
      const offers = [
        { name: 'Anticipada 1', price: 8_000, url: `${SELLER}/1`, endsAt: '2027-02-14T23:59' },
        { name: 'Anticipada 2', price: 9_000, url: `${SELLER}/2`, availability: 'soon' },
      ]
      const body = { ...(await createDraft('events')), date: '2027-03-06T23:00', offers }
      const made = (await (await clubs[0].send('POST', '/api/events', { as, body })).json()) as Night
      const sold = () =>
        Promise.all(
          clubs.map(async (club) => {
            const page = await (await club.send('GET', `/fechas/${made.slug}`)).text()
            const { offers } = readStructuredData(page) as {
              offers: { name: string; availability: string }[]
            }
            return offers
              .filter(({ availability }) => availability.endsWith('InStock'))
              .map(({ name }) => name)
          }),
        )
      for (const [now, name] of [
        [change - 1, 'Anticipada 1'],
        [change, 'Anticipada 2'],
      ] as const) {
        setClock(now)
        expect(await sold(), name).toEqual([[name], [name]])
      }
    } finally {
      vi.useRealTimers()
      for (const club of clubs) await club.stop()
      for (const each of [place, folder]) await each.dispose()
    }
  })
})
