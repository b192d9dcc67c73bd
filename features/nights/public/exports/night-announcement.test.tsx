/** The announcement on the first screen of the home page, read through HTTP and the cache while the clock moves. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { defaults } from '../../../../club/defaults.ts'
import type { AnyEntity } from '../../../../platform/content/shared/resources.ts'
import { toInstant } from '../../../../platform/shared/zoned-dates.ts'
import { createDraft, openTestClub, type TestClub } from '../../../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../../../test/support/databases.ts'
import { createRenderer } from '../../../../test/support/page-renderer.tsx'
import * as home from '../../../home/public/home-page.tsx'

const ORIGIN = 'https://club.example'

describe('the announcement of a night', () => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    place = await createDatabase()
    const render = createRenderer([[/^\/(?:en)?$/, home]], ORIGIN)
    club = await openTestClub(place, { env: { SITE_URL: ORIGIN }, render })
    setClock('2027-03-01T10:00')
    as = (await club.signIn()).cookie
  })
  afterEach(async () => {
    setClock('2027-03-01T10:00')
    const { data } = await (await club.send('GET', '/api/events?state=all', { as })).json()
    for (const { _id } of data) await club.send('DELETE', `/api/events/${_id}`, { as })
  })
  afterAll(async () => {
    vi.useRealTimers()
    await club.stop()
    await place.dispose()
  })

  /** Sets the clock to a wall-clock time in the club's time zone. */
  function setClock(clock: string) {
    const now = toInstant(clock, defaults.identity.timeZone)
    club.clock.now = now
    vi.useFakeTimers({ now, toFake: ['Date'] })
  }
  const send = async (method: string, path: string, body: object): Promise<AnyEntity> => {
    const response = await club.send(method, path, { as, body })
    expect([200, 201]).toContain(response.status)
    return (await response.json()) as AnyEntity
  }
  const create = async (change: object) =>
    send('POST', '/api/events', { ...(await createDraft('events')), ...change })
  const readAnnouncement = async (path: string) => {
    const html = await (await club.send('GET', path)).text()
    const [, href, content = ''] = /<a class="announcement" href="(.*?)">(.*?)<\/a>/s.exec(html) ?? []
    return { href, content, text: content.replace(/<.*?>/g, '').replaceAll('\u00a0', ' ') }
  }
  /** Returns the text in Spanish and in English. */
  const readBoth = async () => [(await readAnnouncement('/')).text, (await readAnnouncement('/en')).text]

  const apagon = {
    date: '2027-03-06T23:59',
    endsAt: '06:00',
    title: 'Apagón',
    offers: [{ name: 'General', price: 10_000 }],
  }

  test('is absent without a night, and after the last night', async () => {
    expect(await readBoth()).toEqual(['', ''])
    await create(apagon)
    setClock('2027-03-07T06:00')
    expect(await readBoth()).toEqual(['', ''])
    expect((await readAnnouncement('/')).href).toBeUndefined()
  })

  test('shows neither drafts nor artists before they are revealed', async () => {
    await create({ ...apagon, draft: true })
    expect(await readBoth()).toEqual(['', ''])
    const lineup = [{ name: 'Secreta', from: '23:59', revealAt: '2027-03-07T04:00:00Z' }]
    await create({ ...apagon, lineup })
    setClock('2027-03-07T00:30')
    expect(await readBoth()).toEqual(['AHORA: Apagón, hasta las 06:00', 'NOW: Apagón, until 06:00'])
    // 01:00 in the club's time zone
    setClock('2027-03-07T01:00')
    expect(await readBoth()).toEqual(['AHORA: Secreta, hasta las 06:00', 'NOW: Secreta, until 06:00'])
  })

  test('never announces a cancelled or postponed night as on', async () => {
    const off = await create({ ...apagon, status: 'cancelled' })
    expect(await readBoth()).toEqual(['', ''])
    const next = await create({ ...apagon, title: 'La otra', date: '2027-03-13T23:59' })
    expect((await readBoth())[0]).toBe('SÁB 13.03 23:59 · La otra · $ 10.000')
    for (const clock of ['2027-03-06T12:00', '2027-03-06T23:59', '2027-03-07T05:59']) {
      setClock(clock)
      expect(await readBoth()).toEqual(['CANCELADA · Apagón', 'CANCELLED · Apagón'])
    }
    await send('PUT', `/api/events/${off._id}`, { status: 'postponed' })
    expect(await readBoth()).toEqual(['POSTERGADA · Apagón', 'POSTPONED · Apagón'])
    // Another night of the same day takes place, so that one is announced.
    await send('PUT', `/api/events/${next._id}`, { date: '2027-03-06T23:00' })
    expect((await readBoth())[0]).toBe('AHORA: La otra, hasta las 06:00')
    setClock('2027-03-07T06:00')
    expect(await readBoth()).toEqual(['', ''])
  })

  test('changes at noon, doors, each set and the end, in both languages, without a write', async () => {
    const night = await create({
      ...apagon,
      lineup: [
        { name: 'Mica Oyola', from: '23:59', to: '02:00' },
        { name: 'Tránsito', from: '03:00' },
        { name: 'Katrin', from: '05:00', to: '06:00' },
      ],
    })
    await create({ ...apagon, title: 'La otra', date: '2027-03-12T23:30' })
    const next = ['SÁB 06.03 23:59 · Apagón · $ 10.000', 'SAT 6 MAR 23:59 · Apagón · ARS 10,000']
    const today = ['HOY 23:59 · Apagón · $ 10.000', 'TODAY 23:59 · Apagón · ARS 10,000']
    const first = ['AHORA: Mica Oyola, hasta las 02:00', 'NOW: Mica Oyola, until 02:00']
    const between = ['AHORA: Apagón, hasta las 06:00', 'NOW: Apagón, until 06:00']
    const second = ['AHORA: Tránsito, hasta las 05:00', 'NOW: Tránsito, until 05:00']
    const last = ['AHORA: Katrin, hasta las 06:00', 'NOW: Katrin, until 06:00']
    const later = ['VIE 12.03 23:30 · La otra · $ 10.000', 'FRI 12 MAR 23:30 · La otra · ARS 10,000']
    for (const [clock, texts] of [
      ['2027-03-05T13:00', next],
      ['2027-03-06T11:59', next],
      ['2027-03-06T12:00', today],
      ['2027-03-06T23:58', today],
      ['2027-03-06T23:59', first],
      ['2027-03-07T00:00', first],
      ['2027-03-07T01:59', first],
      ['2027-03-07T02:00', between],
      ['2027-03-07T03:00', second],
      ['2027-03-07T04:59', second],
      ['2027-03-07T05:00', last],
      ['2027-03-07T05:59', last],
      ['2027-03-07T06:00', later],
    ] as const) {
      setClock(clock)
      expect([clock, ...(await readBoth())]).toEqual([clock, ...texts])
    }
    setClock('2027-03-06T12:00')
    expect((await readAnnouncement('/')).href).toBe(`/fechas/${night.slug}`)
    expect((await readAnnouncement('/en')).href).toBe(`/en/fechas/${night.slug}`)
  })

  test('changes its price when an offer ends, and shows AGOTADA in place of the price', async () => {
    const offers = [
      { name: 'Anticipada', price: 8000, until: '20:00' },
      { name: 'Puerta', price: 12_000 },
    ]
    const night = await create({ ...apagon, offers })
    setClock('2027-03-06T19:59')
    expect(await readBoth()).toEqual([
      'HOY 23:59 · Apagón · desde $ 8.000',
      'TODAY 23:59 · Apagón · from ARS 8,000',
    ])
    setClock('2027-03-06T20:00')
    expect(await readBoth()).toEqual(['HOY 23:59 · Apagón · $ 12.000', 'TODAY 23:59 · Apagón · ARS 12,000'])
    const soldOut = offers.map((offer) => ({ ...offer, availability: 'soldout' }))
    await send('PUT', `/api/events/${night._id}`, { offers: soldOut })
    expect(await readBoth()).toEqual(['HOY 23:59 · Apagón · AGOTADA', 'TODAY 23:59 · Apagón · SOLD OUT'])
    setClock('2027-03-07T00:00')
    expect((await readBoth())[0]).toBe('AHORA: Apagón, hasta las 06:00 · AGOTADA')
    await send('PUT', `/api/events/${night._id}`, { offers: [] })
    setClock('2027-03-06T20:00')
    expect((await readBoth())[0]).toBe('HOY 23:59 · Apagón')
  })

  test('announces a night that lasts longer than until 08:00, until it ends', async () => {
    await create({ ...apagon, endsAt: '10:00' })
    setClock('2027-03-07T09:59')
    expect((await readBoth())[0]).toBe('AHORA: Apagón, hasta las 10:00')
    setClock('2027-03-07T10:00')
    expect(await readBoth()).toEqual(['', ''])
  })

  test('shows artists of several rooms, and an end only when it is the same and known', async () => {
    const row = (name: string, room: string, to: string | null = null) => ({ name, room, from: '23:59', to })
    const lineup = [row('Ana', 'Pista'), row('Bruno', 'Sótano', '02:00'), row('Cleo', 'Patio')]
    const night = await create({ ...apagon, endsAt: null, lineup })
    setClock('2027-03-07T01:00')
    expect((await readBoth())[0]).toBe('AHORA: Ana / Bruno / +1')
    await send('PUT', `/api/events/${night._id}`, { lineup: lineup.slice(0, 1) })
    expect((await readBoth())[0]).toBe('AHORA: Ana')
    await send('PUT', `/api/events/${night._id}`, { endsAt: '01:30' })
    expect((await readBoth())[0]).toBe('AHORA: Ana, hasta la 01:30')
  })

  test('names a night without a title by its artists, and marks Spanish titles on the English page', async () => {
    await create({ ...apagon, date: '2027-03-06', title: null, lineup: [{ name: 'Ana' }, { name: 'Bruno' }] })
    expect((await readBoth())[0]).toBe('SÁB 06.03 · Ana / Bruno · $ 10.000')
    await create({ ...apagon, date: '2027-03-05', title: null })
    expect(await readBoth()).toEqual([
      'VIE 05.03 · La noche · $ 10.000',
      'FRI 5 MAR · The night · ARS 10,000',
    ])
    const night = await create({ ...apagon, date: '2027-03-04', en: { title: 'Blackout' } })
    expect((await readAnnouncement('/en')).content).toContain('<strong><bdi>Blackout</bdi></strong>')
    await send('PUT', `/api/events/${night._id}`, { en: null })
    expect((await readAnnouncement('/en')).content).toContain('<strong lang="es"><bdi>Apagón</bdi></strong>')
  })
})
