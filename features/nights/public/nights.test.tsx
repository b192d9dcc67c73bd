/** Pages of nights and artists, rendered from stored content and cached by the real cache. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { defaults } from '../../../club/defaults.ts'
import { english } from '../../../club/english.ts'
import { nights as words } from '../../../club/nights.ts'
import type { AnyEntity } from '../../../platform/content/shared/resources.ts'
import { toInstant } from '../../../platform/shared/zoned-dates.ts'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { createRenderer, readStructuredData } from '../../../test/support/page-renderer.tsx'
import * as artist from '../../artists/public/artist.tsx'
import * as home from '../../home/public/home-page.tsx'
import * as night from './night.tsx'
import * as archive from './night-archive.tsx'
import * as nights from './nights.tsx'

const ORIGIN = 'https://club.example'

const pages: [RegExp, unknown][] = [
  [/^\/(?:en)?$/, home],
  [/^(?:\/en)?\/fechas$/, nights],
  [/^(?:\/en)?\/fechas\/archivo\/(?<year>[^/]+)$/, archive],
  [/^(?:\/en)?\/fechas\/(?<slug>[^/]+)$/, night],
  [/^\/artistas\/(?<slug>[^/]+)$/, artist],
]

describe.each(databases)('pages of nights on $name', ({ create, testOnce }) => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    place = await create()
    club = await openTestClub(place, { env: { SITE_URL: ORIGIN }, render: createRenderer(pages, ORIGIN) })
    setClock('2027-03-01T10:00')
    as = (await club.signIn()).cookie
  })
  afterEach(async () => {
    for (const resource of ['events', 'residents', 'agency']) {
      const { data } = await (await club.send('GET', `/api/${resource}?state=all&limit=500`, { as })).json()
      for (const { _id } of data) await club.send('DELETE', `/api/${resource}/${_id}`, { as })
    }
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
    const response = await club.send(method, `/api/${path}`, { as, body })
    expect([200, 201]).toContain(response.status)
    return (await response.json()) as AnyEntity
  }
  const made = async (resource: 'events' | 'residents' | 'agency', change: object = {}) =>
    send('POST', resource, { ...(await createDraft(resource)), ...change })
  const read = async (path: string) => {
    const response = await club.send('GET', path)
    expect([path, response.status]).toEqual([path, 200])
    return (await response.text()).replaceAll('&#x27;', "'").replaceAll('\u00a0', ' ')
  }
  const whither = async (path: string) => {
    const response = await club.send('GET', path)
    return [response.status, response.headers.get('Location')]
  }
  const getPath = ({ slug }: AnyEntity) => `/fechas/${slug}`
  /** Returns the canonical address of a page, and its alternate addresses in each language. */
  const getLinks = (html: string) => {
    const head: { rel?: string; href?: string; hrefLang?: string }[] = JSON.parse(
      /<script type="application\/json">(.*?)<\/script>/s.exec(html)?.[1] ?? '[]',
    )
    return [
      head.find(({ rel }) => rel === 'canonical')?.href,
      head.flatMap(({ hrefLang, href }) => (hrefLang ? [[hrefLang, href]] : [])),
    ]
  }
  /** Returns the visible text of a page, without structured data. */
  const getText = (html: string) => html.replace(/<script.*?<\/script>/s, '').replace(/<[^>]+>/g, ' ')

  test('redirects hidden nights to /404, and older addresses to the current one', async () => {
    const draft = await made('events', { title: 'Zorzal', draft: true })
    const hidden = await made('residents', { name: 'Calandria', draft: true })
    for (const path of [
      '/fechas/nunca',
      getPath(draft),
      '/fechas/2027-03-06-zorzal',
      '/fechas/archivo/2027',
      '/fechas/archivo/02027',
      '/fechas/archivo/nunca',
      '/artistas/nadie',
      `/artistas/${hidden.slug ?? 'calandria'}`,
    ])
      expect([path, ...(await whither(path))]).toEqual([path, 302, '/404'])
    const seen = await made('events', { title: 'Uno' })
    await read(getPath(seen))
    const renamed = await send('PUT', `events/${seen._id}`, { title: 'Dos' })
    expect(await whither(getPath(seen))).toEqual([301, getPath(renamed)])
    const player = await made('agency', { name: 'Ana Uno' })
    await read('/artistas/ana-uno')
    await send('PUT', `agency/${player._id}`, { name: 'Ana Dos' })
    expect(await whither('/artistas/ana-uno')).toEqual([301, '/artistas/ana-dos'])
  })

  testOnce('has a heading for each part of a night, in the language of the page', async () => {
    const night = await made('events', {
      date: '2027-03-06T23:59',
      description: '<p>Texto.</p>',
      lineup: [{ name: 'Ana' }],
    })
    const readHeadings = async (path: string) =>
      [...(await read(path)).matchAll(/<h2[^>]*>([^<]*)/g)].map(([, words]) => words)
    expect(await readHeadings(getPath(night))).toEqual(['Line-up', 'Entradas', 'La noche', 'Cómo llegar'])
    expect(await readHeadings(`/en${getPath(night)}`)).toEqual([
      'Line-up',
      'Tickets',
      'The night',
      'How to get here',
    ])
  })

  testOnce('hides unpublished nights and unrevealed rows in English too', async () => {
    const draft = await made('events', { title: 'Zorzal', en: { title: 'Thrush' }, draft: true })
    const night = await made('events', {
      title: 'Calandria',
      en: { title: 'Lark' },
      lineup: [
        { name: 'Ana' },
        { name: 'Secreta', revealAt: new Date(club.clock.now + 60_000).toISOString() },
      ],
    })
    for (const path of ['/en/fechas/nunca', `/en${getPath(draft)}`, '/en/fechas/archivo/2027'])
      expect([path, ...(await whither(path))]).toEqual([path, 302, '/en/404'])
    for (const path of ['/en', '/en/fechas', `/en${getPath(night)}`]) {
      const html = await read(path)
      expect(html).toContain('Lark')
      expect(html).not.toMatch(/Thrush|Zorzal|Secreta/)
    }
    club.clock.now += 60_001
    expect(await read(`/en${getPath(night)}`)).toContain('Secreta')
    const renamed = await send('PUT', `events/${night._id}`, { title: 'Dos' })
    expect(await whither(`/en${getPath(night)}`)).toEqual([301, `/en${getPath(renamed)}`])
  })

  testOnce('shows a night in English, and marks texts that exist in Spanish only', async () => {
    const night = await made('events', {
      date: '2027-03-06T23:30',
      title: 'Noche de los fardos',
      description: '<p>Una pista.</p>',
      status: 'cancelled',
      statusNote: 'Por la tormenta.',
      en: { title: 'Night of the bales', description: '<p>One floor.</p>' },
      lineup: [{ name: 'Ana', role: 'En vivo' }],
      offers: [{ name: 'Anticipada', price: 8000 }],
    })
    const path = getPath(night)
    const html = await read(`/en${path}`)
    expect(getText(html)).toContain('Night of the bales')
    expect(getText(html)).toContain('Saturday 6 March 2027')
    expect(getText(html)).not.toContain('Doors 23:30')
    expect(html).toContain('CANCELLED')
    expect(html).toContain('<p>One floor.</p>')
    expect(html).not.toMatch(/Una pista|Noche de los fardos|CANCELADA/)
    expect(html).toContain('<p class="night-note" lang="es">Por la tormenta.</p>')
    expect(html).toContain('lang="es">En vivo</span>')
    expect(readStructuredData(html)).toMatchObject({
      '@id': `${ORIGIN}${path}#night`,
      inLanguage: 'en',
      name: 'Night of the bales',
      url: `${ORIGIN}/en${path}`,
    })
    const languages = [
      ['es-AR', `${ORIGIN}${path}`],
      ['en', `${ORIGIN}/en${path}`],
      ['x-default', `${ORIGIN}${path}`],
    ]
    expect(getLinks(html)).toEqual([`${ORIGIN}/en${path}`, languages])
    const spanish = await read(path)
    expect(getLinks(spanish)).toEqual([`${ORIGIN}${path}`, languages])
    expect(spanish).not.toMatch(/Night of the bales|One floor|lang="es"/)

    await send('PUT', `events/${night._id}`, { status: 'scheduled', en: { description: null } })
    const half = await read(`/en${path}`)
    expect(half).toContain('<div class="prose" lang="es"><p>Una pista.</p></div>')
    expect(getText(half)).toContain('Night of the bales')
    expect(getText(half)).toContain('Doors 23:30')
    // The main text exists only in Spanish, so only the Spanish page is indexed, and it has no alternate links.
    expect(getLinks(half)).toEqual([`${ORIGIN}${path}`, []])
    expect(getLinks(await read(path))).toEqual([`${ORIGIN}${path}`, []])
  })

  testOnce.each([
    [{ status: 'postponed' }, 'POSTPONED'],
    [{ offers: [{ name: 'Única', availability: 'soldout' }] }, 'SOLD OUT'],
  ])('%j is stamped %s wherever it is shown in English', async (change, word) => {
    const night = await made('events', change)
    for (const path of ['/en', '/en/fechas', `/en${getPath(night)}`]) expect(await read(path)).toContain(word)
  })

  testOnce('formats prices, hours, days and the badge in English', async () => {
    const night = await made('events', {
      date: '2027-03-06T23:30',
      offers: [
        { name: 'Anticipada', price: 8000 },
        { name: 'En puerta', price: 10_000 },
        { name: 'Amigos', price: 0, availability: 'soon' },
      ],
    })
    const page = getText(await read(`/en${getPath(night)}`))
    expect(page).toContain('from ARS 8,000')
    expect(page).toContain('ARS 10,000')
    expect(page).toMatch(/Free entry\s+Coming soon/)
    setClock('2027-03-06T18:00')
    const list = await read('/en/fechas')
    expect(list).toContain('Sat 6 Mar')
    expect(list).toContain('TONIGHT')
    setClock('2027-03-06T23:45')
    expect(await read('/en')).toContain('NOW')
    setClock('2027-03-01T10:00')
  })

  testOnce('lists no, one and forty coming nights', async () => {
    expect(await read('/fechas')).toContain(words.none)
    expect(await read('/')).not.toContain('night-link')
    await made('events', { title: 'La única' })
    const one = getText(await read('/fechas'))
    expect(one).toContain('Una noche por venir')
    expect(one).toContain(words.noLineup)
    const off = await made('events', { title: 'No va', date: '2027-05-01', status: 'cancelled' })
    expect(getText(await read('/fechas'))).toContain('Una noche por venir')
    await club.send('DELETE', `/api/events/${off._id}`, { as })
    const lineup = Array.from({ length: 40 }, (_, index) => ({ name: `${'X'.repeat(196)} ${index}` }))
    const dates = Array.from(
      { length: 39 },
      (_, index) => `2027-05-${String((index % 28) + 1).padStart(2, '0')}`,
    )
    for (const [index, date] of dates.entries())
      await made('events', { date, lineup: index < 2 ? lineup : [] })
    const forty = await read('/fechas')
    expect(getText(forty)).toContain('40 noches por venir')
    expect(forty.match(/night-link/g)).toHaveLength(39)
    expect(forty).not.toContain('night-past')
  })

  test('sorts coming nights by date, and shows past nights of the latest year', async () => {
    for (const date of [
      '2027-04-03T23:59',
      '2027-03-06T23:59',
      '2027-02-06T23:59',
      '2026-12-05',
      '2025-01-01T01:00',
    ])
      await made('events', { date, title: `N ${date.slice(0, 10)}` })
    const html = await read('/fechas')
    const order = [...html.matchAll(/N (20\d\d-\d\d-\d\d)/g)].map(([, day]) => day)
    expect([...new Set(order)]).toEqual(['2027-03-06', '2027-04-03', '2027-02-06'])
    // A night on 1 January at 01:00 belongs to 31 December, and so to the year before.
    for (const year of [2026, 2024]) expect(html).toContain(`href="/fechas/archivo/${year}"`)
    expect(html).not.toContain('/fechas/archivo/2025')
    expect(getText(await read('/fechas/archivo/2026'))).toContain('N 2026-12-05')
    expect(getText(await read('/fechas/archivo/2027'))).not.toContain('N 2027-03-06')
    expect(getText(await read('/fechas/archivo/2024'))).toContain('N 2025-01-01')
    expect(await whither('/fechas/archivo/2025')).toEqual([302, '/404'])
    for (const year of [2027, 2026, 2024]) {
      const archived = await read(`/fechas/archivo/${year}`)
      const years = [...archived.matchAll(/href="\/fechas\/archivo\/(\d+)"/g)].map(([, other]) =>
        Number(other),
      )
      expect([year, years]).toEqual([year, [2027, 2026, 2024].filter((other) => other !== year)])
    }
  })

  test('shows line-up with hours, prices and directions', async () => {
    const player = await made('agency', { name: 'Katrin' })
    const hidden = await made('residents', { name: 'Oculta', draft: true })
    const one = await made('events', {
      title: 'Seis <horas>',
      endsAt: '06:00',
      ageMin: 18,
      description: '<p>Toda la <strong>noche</strong>.</p>',
      lineup: [
        { artist: { resource: 'agency', _id: player._id }, from: '01:30', to: '05:00' },
        { artist: { resource: 'residents', _id: hidden._id }, from: '23:59' },
        { name: 'Sin hora', role: 'B2B', room: 'Patio' },
        { name: 'Secreta', revealAt: '2027-03-02T00:00:00Z' },
      ],
      offers: [
        { name: 'Anticipada', price: 12000 },
        { name: 'Afuera', price: 15, currency: 'USD', url: 'https://otra.example/x' },
        { name: 'Lista', price: 0, availability: 'soldout' },
        { name: 'Puerta', price: null, availability: 'soon' },
      ],
    })
    const html = await read(getPath(one))
    const text = getText(html)
    expect(text.match(/Oculta|Katrin|Sin hora/g)).toEqual(['Oculta', 'Katrin', 'Sin hora'])
    expect(html).toContain('href="/artistas/katrin"')
    expect(html).not.toContain('/artistas/oculta')
    expect(html).not.toContain('Secreta')
    for (const said of [
      'Seis &lt;horas&gt;',
      'Puertas 23:59, hasta las 06:00',
      'Desde los 18 años',
      'B2B · Patio',
    ])
      expect(text).toContain(said)
    for (const said of [
      '$ 12.000',
      'USD 15',
      'Entrada libre',
      'Agotada',
      'Próximamente',
      defaults.contact.address.street,
    ])
      expect(text).toContain(said)
    expect(html).toContain('<strong>noche</strong>')
    expect(html).toContain('Sin hora. Toda la noche."')
    expect(html).toContain(`href="${getPath(one)}.ics"`)
    expect(html).toContain('https://otra.example/x')
    expect(readStructuredData(html)).toMatchObject({
      '@type': 'MusicEvent',
      '@id': `${ORIGIN}${getPath(one)}#night`,
      startDate: '2027-03-06T23:59-03:00',
      doorTime: '2027-03-06T23:59-03:00',
      endDate: '2027-03-07T06:00-03:00',
      eventStatus: 'https://schema.org/EventScheduled',
      performer: [
        { name: 'Oculta' },
        { name: 'Katrin', url: `${ORIGIN}/artistas/katrin` },
        { name: 'Sin hora' },
      ],
      offers: [
        { price: 12000, priceCurrency: 'ARS', availability: 'https://schema.org/InStock' },
        { priceCurrency: 'USD', url: 'https://otra.example/x' },
        { price: 0, availability: 'https://schema.org/SoldOut' },
        { availability: 'https://schema.org/PreOrder' },
      ],
    })
    // The cached page expires at the time when the row is revealed.
    setClock('2027-03-02T00:00')
    expect(await read(getPath(one))).toContain('Secreta')
    setClock('2027-03-01T10:00')
  })

  testOnce.each([
    [{ status: 'cancelled' }, 'CANCELADA', 'EventCancelled', false],
    [{ status: 'postponed' }, 'POSTERGADA', 'EventPostponed', false],
    [{ status: 'rescheduled', date: '2027-03-13T23:59' }, 'NUEVA FECHA', 'EventRescheduled', true],
    [{ offers: [{ name: 'Única', availability: 'soldout' }] }, 'AGOTADA', 'EventScheduled', false],
  ])('%j is stamped %s wherever it is shown', async (change, stamp, status, areSold) => {
    const before = await made('events', { title: 'Una' })
    await read('/fechas')
    const one = await send('PUT', `events/${before._id}`, { ...change, statusNote: 'Porque llueve.' })
    await made('events', { title: 'Otra', date: '2027-03-05' })
    const html = await read(getPath(one))
    expect(getText(html)).toContain(stamp)
    expect(getText(html)).toContain('Porque llueve.')
    // A night that is off says first what holds now, and shows nothing with which visitors prepare for it.
    const isOff = ['EventCancelled', 'EventPostponed'].includes(status)
    expect(/night-state-words(?:(?!<\/div>).)*night-note/s.test(html)).toBe(isOff)
    expect(html.includes('id="llegar"')).toBe(!isOff)
    expect(html.includes('tickets-button')).toBe(areSold)
    // The page expires again at the next reveal.
    for (const [path, noLineup] of [
      [getPath(one), words.noLineup],
      [`/en${getPath(one)}`, english.nights.noLineup],
    ] as const)
      expect([path, (await read(path)).includes(noLineup)]).toEqual([path, status !== 'EventCancelled'])
    expect(readStructuredData(html).eventStatus).toBe(`https://schema.org/${status}`)
    if (status === 'EventRescheduled') {
      expect(getText(html)).toContain('antes: sábado 6 de marzo')
      expect(readStructuredData(html).previousStartDate).toBe('2027-03-06T23:59-03:00')
    }
    for (const path of ['/', '/fechas']) {
      const shown = await read(path)
      expect(getText(shown)).toContain(stamp)
      expect(shown.includes('<span class="unseen"> de Una</span>')).toBe(areSold)
    }
  })

  testOnce('strikes a date that no longer holds, and leaves flyers uncovered', async () => {
    const one = await made('events', { title: 'Una' })
    const struck = /<s class="struck">(.*?)<\/s>/g
    const listStruck = async (path: string) =>
      [...(await read(path)).matchAll(struck)].map(([, text]) => text)
    const paths = ['/', '/fechas', getPath(one)]
    for (const path of paths) expect([path, await listStruck(path)]).toEqual([path, []])
    await send('PUT', `events/${one._id}`, { status: 'cancelled' })
    for (const path of paths) expect([path, await listStruck(path)]).toEqual([path, ['06.03']])
    await send('PUT', `events/${one._id}`, { status: 'postponed' })
    for (const path of paths) expect([path, await listStruck(path)]).toEqual([path, ['06.03']])
    const moved = await send('PUT', `events/${one._id}`, {
      status: 'rescheduled',
      date: '2027-03-13T23:59',
    })
    for (const path of ['/', '/fechas', getPath(moved)]) {
      expect([path, await listStruck(path)]).toEqual([path, ['06.03']])
      expect(await read(path)).toMatch(/<\/s> 13\.03/)
    }
    // The home page has the nights after the first one as rows.
    const first = await made('events', { title: 'Antes', date: '2027-03-05T23:59' })
    expect(await listStruck('/')).toEqual(['06.03'])
    expect(getText(await read('/')).replace(/\s+/g, ' ')).toContain(
      'sábado 13 de marzo, 23:59, antes: sábado 6 de marzo 06.03 sáb 13.03 23:59',
    )
    for (const status of ['cancelled', 'postponed']) {
      await send('PUT', `events/${one._id}`, { status })
      expect([status, await listStruck('/')]).toEqual([status, ['sáb 13.03 23:59']])
    }
    await club.send('DELETE', `/api/events/${first._id}`, { as })
    // Only the hour changes, so the list shows the former hour.
    await send('PUT', `events/${one._id}`, { status: 'scheduled' })
    const later = await send('PUT', `events/${one._id}`, { status: 'rescheduled', date: '2027-03-13T22:00' })
    expect(await listStruck('/fechas')).toEqual(['23:59'])
    expect(getText(await read(getPath(later)))).toContain('antes: 23:59')
    for (const path of ['/', '/fechas', getPath(later)])
      expect(await read(path)).not.toMatch(
        /(night-flyer|whole-flyer)[^>]*>(?:(?!<\/figure>|<\/span>).)*class="stamp/s,
      )
  })

  testOnce('shows what is left of a sold-out night: the door, the list and the next night', async () => {
    const offers = [
      { name: 'Anticipada', price: 8000, availability: 'soldout' },
      { name: 'En puerta', price: 13_000, availability: 'door' },
      { name: 'Lista', price: 0, availability: 'door', until: '01:00' },
    ]
    const one = await made('events', { title: 'Una', offers })
    await made('events', { title: 'Cancelada', date: '2027-03-12', status: 'cancelled' })
    await made('events', { title: 'Postergada', date: '2027-03-12T22:00', status: 'postponed' })
    await made('events', { title: 'Llena', date: '2027-03-13', offers: [offers[0]] })
    const next = await made('events', { title: 'Otra', date: '2027-03-20' })
    // Nights before the sold-out one do not hide the next one.
    for (const date of ['2027-03-02', '2027-03-03', '2027-03-04', '2027-03-05'])
      await made('events', { title: 'Antes', date })
    const html = await read(getPath(one))
    const text = getText(html)
    expect(text).toContain('AGOTADA')
    expect(text).toMatch(/En puerta\s+\$ 13\.000\s+Al entrar\s+Lista.*hasta la 01:00\s+Anticipada/s)
    expect(html).not.toContain('tickets-button')
    const following = (page: string, title: string, lang = '') =>
      new RegExp(`href="[^"]*${getPath(next)}"><span>${title} <span${lang}>Otra</span>, `).exec(page)
    expect(following(html, 'La que sigue:')).not.toBeNull()
    expect(text.replace(/\s+/g, ' ')).toContain('La que sigue: Otra , sábado 20 de marzo')
    expect(await read('/fechas')).toContain('stamp-soldout')
    const inEnglish = await read(`/en${getPath(one)}`)
    expect(getText(inEnglish)).toMatch(/On arrival.*The next one:.*Otra/s)
    expect(following(inEnglish, 'The next one:', ' lang="es"')).not.toBeNull()
    expect(
      readStructuredData(html).offers.map((offer: { availability: string }) => offer.availability),
    ).toEqual([
      'https://schema.org/SoldOut',
      'https://schema.org/InStoreOnly',
      'https://schema.org/InStoreOnly',
    ])
    // The list ends at its hour, without a write.
    setClock('2027-03-07T01:00')
    expect(getText(await read(getPath(one)))).toMatch(/En puerta.*Anticipada.*Lista.*Terminó/s)
    setClock('2027-03-01T10:00')
  })

  testOnce('has a bar for phones until ticket sales end', async () => {
    const bar = async (path: string) => {
      const html = /<nav class="night-bar".*?<\/nav>/s.exec(await read(path))?.[0]
      return html === undefined
        ? null
        : {
            html,
            text: html
              .replace(/<[^>]+>/g, ' ')
              .replace(/\s+/g, ' ')
              .trim(),
          }
    }
    const date = '2027-03-06T23:59'
    const offers = [{ name: 'Anticipada', price: 8000 }]
    const one = await made('events', { title: 'Una', date, endsAt: '06:00', offers })
    const path = getPath(one)
    expect((await bar(path))?.text).toBe('Entradas $ 8.000 Cómo llegar Agendar')
    expect((await bar(path))?.html).toMatch(/href="\/ir\/[^"]+".*href="#llegar".*href="[^"]+\.ics"/s)
    expect((await bar(`/en${path}`))?.text).toBe('Tickets ARS 8,000 Directions Add to calendar')
    await send('PUT', `events/${one._id}`, {
      offers: [
        { name: 'Anticipada', price: 8000, availability: 'soldout' },
        { name: 'En puerta', price: 10_000, availability: 'door' },
      ],
    })
    expect((await bar(path))?.text).toBe('AGOTADA En puerta $ 10.000 Cómo llegar Agendar')
    expect((await bar(path))?.html).toContain('href="#entradas"')
    expect((await bar(`/en${path}`))?.text).toMatch(/^SOLD OUT /)
    await send('PUT', `events/${one._id}`, { offers: [{ name: 'Anticipada', availability: 'soon' }] })
    expect((await bar(path))?.text).toBe('Entradas Anticipada Próximamente Cómo llegar Agendar')
    for (const each of [path, `/en${path}`]) {
      setClock('2027-03-07T05:59')
      expect([each, (await bar(each)) !== null]).toEqual([each, true])
      setClock('2027-03-07T06:00')
      expect([each, (await bar(each)) !== null]).toEqual([each, false])
    }
    setClock('2027-03-01T10:00')
    expect(await bar(path)).not.toBeNull()
    // The date of a postponed night no longer holds, so nobody buys a ticket or puts it into a calendar.
    await send('PUT', `events/${one._id}`, { status: 'postponed' })
    expect(await bar(path)).toBeNull()
    expect(getText(await read(path))).not.toContain('Agendar')
    await send('PUT', `events/${one._id}`, { status: 'cancelled' })
    expect(await bar(path)).toBeNull()
  })

  testOnce('says that a night is over, in place of hours and directions, without a write', async () => {
    const one = await made('events', { title: 'Una', date: '2027-03-06T23:59', endsAt: '06:00' })
    const path = getPath(one)
    const word = /YA CERRÓ|YA PASÓ|NOW CLOSED|IT IS OVER/
    const at = async (clock: string, from = path) => {
      setClock(clock)
      const text = getText(await read(from))
      return [
        word.exec(text)?.[0] ?? null,
        /Puertas 23:59|Doors 23:59/.test(text),
        /Cómo llegar|How to get here/.test(text),
      ]
    }
    expect(await at('2027-03-07T05:59')).toEqual([null, true, true])
    expect(await at('2027-03-07T06:00')).toEqual(['YA CERRÓ', false, false])
    expect(await at('2027-03-07T11:59')).toEqual(['YA CERRÓ', false, false])
    expect(await at('2027-03-07T12:00')).toEqual(['YA PASÓ', false, false])
    expect(await at('2027-03-01T10:00', `/en${path}`)).toEqual([null, true, true])
    expect(await at('2027-03-07T06:00', `/en${path}`)).toEqual(['NOW CLOSED', false, false])
    expect(await at('2027-03-07T12:00', `/en${path}`)).toEqual(['IT IS OVER', false, false])
    // A cancelled night never took place.
    await send('PUT', `events/${one._id}`, { status: 'cancelled' })
    expect((await at('2027-03-08T12:00'))[0]).toBeNull()
    expect(getText(await read(path))).toContain('CANCELADA')
    setClock('2027-03-01T10:00')
  })

  test('counts clicks on ticket links, except on the home page and in previews', async () => {
    const one = await made('events', { title: 'Contada', date: '2027-03-07T23:59' })
    const counted = `href="/ir/${one._id}/url"`
    const direct = `href="${one.url}"`
    for (const path of ['/fechas', getPath(one)]) {
      const html = await read(path)
      expect([path, html.includes(counted), html.includes(direct)]).toEqual([path, true, false])
    }
    const home = await read('/')
    expect([home.includes('/ir/'), home.includes(direct)]).toEqual([false, true])
    const hidden = await made('events', { title: 'Escondida', draft: true })
    const { url } = await send('POST', `events/${hidden._id}/preview`, {})
    const preview = await read(new URL(String(url), ORIGIN).pathname)
    expect([preview.includes(`/ir/${hidden._id}`), preview.includes(`href="${hidden.url}"`)]).toEqual([
      false,
      true,
    ])
  })

  testOnce(
    'isolates names of artists, because right-to-left names would reorder the text around them',
    async () => {
      const night = await made('events', { date: '2027-03-06', lineup: [{ name: 'شروق' }, { name: 'Ana' }] })
      for (const path of ['/', '/fechas'])
        expect(await read(path)).toContain('<bdi>شروق</bdi> / <bdi>Ana</bdi>')
      expect(await read(getPath(night))).toContain('<bdi class="slot-name">شروق</bdi>')
      await club.send('DELETE', `/api/events/${night._id}`, { as })
    },
  )

  testOnce('shows and hides ESTA NOCHE and AHORA at the exact minute, without a write', async () => {
    const row = (name: string, from: string) => ({ name, from })
    const lineup = [row('Abre', '23:59'), row('Cierra', '03:00')]
    const one = await made('events', { date: '2027-03-06T23:59', endsAt: '06:00', lineup })
    const paths = ['/', '/fechas', getPath(one)]
    const at = async (clock: string) => {
      setClock(clock)
      const said = new Set<string>()
      for (const path of paths) said.add(/ESTA NOCHE|AHORA/.exec(getText(await read(path)))?.[0] ?? '')
      expect(said.size, clock).toBe(1)
      return [...said][0]
    }
    expect(await at('2027-03-06T11:59')).toBe('')
    expect(await at('2027-03-06T12:00')).toBe('ESTA NOCHE')
    expect(await at('2027-03-06T23:58')).toBe('ESTA NOCHE')
    expect(await at('2027-03-06T23:59')).toBe('AHORA')
    const playing = async (language = '') =>
      /aria-current="time".*?slot-name">(\w+)<\/bdi> <strong class="slot-now mono">([^<]+)/s
        .exec(await read(`${language}${getPath(one)}`))
        ?.slice(1)
    expect(await playing()).toEqual(['Abre', 'Suena ahora'])
    expect(await playing('/en')).toEqual(['Abre', 'Playing now'])
    expect(await at('2027-03-07T03:00')).toBe('AHORA')
    expect(await playing()).toEqual(['Cierra', 'Suena ahora'])
    expect(await at('2027-03-07T06:00')).toBe('')
    expect(await read('/fechas')).not.toContain('night-past')
    setClock('2027-03-07T08:00')
    expect(await read('/fechas')).toContain('night-past')
    expect(await read(getPath(one))).not.toContain('tickets-button')
    setClock('2027-03-06T12:00')
    await send('PUT', `events/${one._id}`, { status: 'cancelled' })
    expect(await at('2027-03-06T13:00')).toBe('')
    setClock('2027-03-01T10:00')
  })

  test('lists the nights of an artist', async () => {
    const player = await made('residents', { name: 'Ema Ñandú', pressKit: 'https://kit.example/ema' })
    const lineup = [{ artist: { resource: 'residents', _id: player._id } }]
    expect(getText(await read('/artistas/ema-nandu'))).toContain('Sin fecha por ahora.')
    await made('events', { title: 'La que viene', lineup })
    await made('events', { title: 'La que fue', date: '2027-02-06T23:59', lineup })
    await made('events', { title: 'Ajena' })
    const secret = [{ ...lineup[0], revealAt: '2027-03-05T00:00:00Z' }]
    await made('events', { title: 'Todavía no', lineup: secret })
    const html = await read('/artistas/ema-nandu')
    const text = getText(html)
    const order = new Set(text.match(/La que viene|Tocó acá|La que fue/g))
    expect([...order]).toEqual(['La que viene', 'Tocó acá', 'La que fue'])
    for (const absent of ['Ajena', 'Todavía no']) expect(html).not.toContain(absent)
    expect(html).toContain('href="https://kit.example/ema"')
    // A cancelled night is last among the coming ones, and not among those at which the artist played.
    await made('events', { title: 'La caída', date: '2027-03-02', status: 'cancelled', lineup })
    await made('events', { title: 'La que nunca', date: '2027-02-13', status: 'cancelled', lineup })
    const later = await read('/artistas/ema-nandu')
    expect([...new Set(getText(later).match(/La que viene|La caída|Tocó acá/g))]).toEqual([
      'La que viene',
      'La caída',
      'Tocó acá',
    ])
    expect(later).not.toContain('La que nunca')
    expect(readStructuredData(html)).toMatchObject({
      '@type': 'MusicGroup',
      name: 'Ema Ñandú',
      url: `${ORIGIN}/artistas/ema-nandu`,
    })
    const front = await read('/')
    expect(front).toContain('href="/artistas/ema-nandu"')
  })
})
