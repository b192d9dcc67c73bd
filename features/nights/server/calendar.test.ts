/** Calendars through HTTP. The test parses them with another library than the one that writes them. */
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyEntity, EntityOf } from '../../../platform/content/shared/resources.ts'
import { nightCalendarPath } from '../../../platform/shared/public-paths.ts'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../../test/support/databases.ts'
import { expectProblem } from '../../../test/support/refusals.ts'
import { createSiteSettings } from '../../../test/support/site-settings.ts'
import { type CalendarClub, type CalendarNight, writeCalendar } from './calendar.ts'

const SITE_URL = 'https://club.example'
const { identity, contact } = createSiteSettings()
const HOUR = 3_600_000
const DAY = 24 * HOUR

interface Entry {
  /** Properties of a calendar entry, by lower-case name. */
  values: Record<string, unknown>
  start: ICAL.Time
  end: ICAL.Time
}

/** Parses a calendar file, and checks the line format of RFC 5545 §3.1. */
function getEntries(text: string): Entry[] {
  expect(text.endsWith('\r\n')).toBe(true)
  for (const line of text.slice(0, -2).split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toMatch(/(?!\t)\p{Cc}|\ufffd/u)
  }
  const parsed = new ICAL.Component(ICAL.parse(text) as unknown[])
  return parsed.getAllSubcomponents('vevent').map((entry) => ({
    values: Object.fromEntries(
      entry.getAllProperties().map((property) => [property.name, String(property.getFirstValue())]),
    ),
    start: entry.getFirstPropertyValue('dtstart') as ICAL.Time,
    end: entry.getFirstPropertyValue('dtend') as ICAL.Time,
  }))
}

const iso = (time: ICAL.Time) => time.toJSDate().toISOString()

describe('calendars of nights', () => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    place = await createDatabase()
    club = await openTestClub(place, { env: { SITE_URL } })
    club.clock.now = Date.parse('2027-03-01T15:00:00Z')
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })

  const get = (path: string, headers: Record<string, string> = {}) => club.send('GET', path, { headers })
  const read = async (path = '/fechas.ics') => {
    const response = await get(path)
    expect([path, response.status]).toEqual([path, 200])
    return getEntries(await response.text())
  }
  const made = async (change: object): Promise<AnyEntity> => {
    const response = await club.send('POST', '/api/events', {
      as,
      body: { ...(await createDraft('events')), ...change },
    })
    expect(response.status).toBe(201)
    return (await response.json()) as AnyEntity
  }
  const change = async (night: AnyEntity, body: object): Promise<AnyEntity> => {
    const response = await club.send('PUT', `/api/events/${night._id}`, { as, body })
    expect(response.status).toBe(200)
    return (await response.json()) as AnyEntity
  }
  const remove = async (...nights: AnyEntity[]) => {
    for (const { _id } of nights) await club.send('DELETE', `/api/events/${_id}`, { as })
  }
  const getPath = (night: AnyEntity) => nightCalendarPath(String(night.slug))
  /** Returns the only entry of the night's calendar, after checking that the calendar of all nights has the same entry. */
  const getEntry = async (night: AnyEntity): Promise<Entry> => {
    const [[all, ...more], [own]] = [await read(), await read(getPath(night))]
    expect(more).toEqual([])
    expect(own?.values).toEqual(all?.values)
    return all as Entry
  }

  test('answer 404 for missing and hidden nights, and 405 to methods other than GET and HEAD', async () => {
    const hidden = await made({ title: 'Escondida', draft: true })
    for (const path of ['/fechas/nada.ics', '/fechas/%E0%A4%A.ics', '/fechas/a/b.ics', getPath(hidden)])
      await expectProblem(await get(path), 'not-found')
    for (const path of ['/fechas.ics', getPath(hidden)]) {
      const response = await club.send('POST', path, { body: {} })
      expect(response.headers.get('Allow')).toBe('GET, HEAD')
      await expectProblem(response, 'method-not-allowed')
    }
    expect(await read()).toEqual([])
    await remove(hidden)
  })

  test('contain all facts of a night, in order, with ñ and emoji', async () => {
    const artist = { artist: null, role: null, room: null, from: null, to: null, revealAt: null }
    const title = `Año ñandú 🎛️${'ñ🎛️'.repeat(30)}`
    const night = await made({
      title,
      date: '2027-03-06T23:00',
      endsAt: '07:00',
      url: 'https://club.example/entradas',
      statusNote: 'Con barro; llueve, "casi".\u00a0\\n no es un salto',
      visitNote: 'Esa noche no hay guardarropa.',
      lineup: [
        { ...artist, name: 'Ana Sur', from: '01:30', to: '03:00', role: 'live', room: 'Sala 2' },
        { ...artist, name: 'Bruno', from: '23:00' },
        { ...artist, name: 'Sin hora' },
        { ...artist, name: 'Mañana', to: '05:00' },
      ],
      offers: [
        { name: 'Anticipada', price: 8000, availability: 'soldout' },
        { name: 'Puerta', price: 0, url: 'https://club.example/puerta' },
        { name: 'Mesa', price: null, availability: 'soon' },
      ],
    })
    const { values, start, end } = await getEntry(night)
    expect(values).toMatchObject({
      uid: night._id,
      sequence: '1',
      summary: title,
      status: 'CONFIRMED',
      url: `${SITE_URL}/fechas/${encodeURIComponent(String(night.slug))}`,
    })
    expect(values.location).toContain(contact.address.street)
    expect(String(values.description).replaceAll('\u00a0', ' ')).toBe(
      [
        'Con barro; llueve, "casi". \\n no es un salto',
        '',
        'Esa noche no hay guardarropa.',
        '',
        '23:00 Bruno',
        '01:30–03:00 Ana Sur (live) · Sala 2',
        'Sin hora',
        'hasta 05:00 Mañana',
        '',
        'Anticipada: $ 8.000 · agotada',
        'Puerta: Entrada libre · https://club.example/puerta',
        'Mesa: próximamente',
        'Entradas: https://club.example/entradas',
      ].join('\n'),
    )
    expect([iso(start), iso(end), start.zone.tzid]).toEqual([
      '2027-03-07T02:00:00.000Z',
      '2027-03-07T10:00:00.000Z',
      'UTC',
    ])
    await remove(night)
  })

  test('mark a sold-out night in its title and omit the ticket link', async () => {
    const own = 'https://club.example/puerta'
    const night = await made({
      title: 'Llena',
      offers: [{ name: 'Puerta', price: null, availability: 'soldout', url: own }],
    })
    const { values } = await getEntry(night)
    expect([values.summary, values.description]).toEqual(['AGOTADA: Llena', 'AGOTADA\n\nPuerta: agotada'])
    await remove(night)
  })

  test('contain nights without a name, an end or an hour', async () => {
    const night = await made({ date: '2027-03-06T23:30' })
    const open = await getEntry(night)
    expect(open.values.summary).toBe(`${identity.name} · 06-03-2027`)
    expect([iso(open.start), iso(open.end)]).toEqual(['2027-03-07T02:30:00.000Z', '2027-03-07T08:30:00.000Z'])
    const day = await getEntry(await change(night, { date: '2027-03-06', endsAt: '06:00' }))
    expect([day.start.isDate, String(day.start), String(day.end)]).toEqual([true, '2027-03-06', '2027-03-07'])
    // The date has its own UTC offset, and with it the end (00:30 in the club's time zone) is before the beginning.
    const elsewhere = await getEntry(await change(night, { date: '2027-03-07T04:00Z', endsAt: '00:30' }))
    expect([iso(elsewhere.start), iso(elsewhere.end)]).toEqual([
      '2027-03-07T04:00:00.000Z',
      '2027-03-08T03:30:00.000Z',
    ])
    await change(night, { date: '9999-12-31T23:59' })
    expect(await read()).toEqual([])
    await remove(night)
  })

  test('keep one entry through a change, a new date, a cancellation and a new name', async () => {
    let night = await made({ title: 'Primera', date: '2027-03-06T23:00' })
    const first = await getEntry(night)
    const seen = [first]
    const steps: [object, Record<string, string>][] = [
      [{ endsAt: '05:00' }, { status: 'CONFIRMED', summary: 'Primera' }],
      [
        { status: 'postponed' },
        { status: 'TENTATIVE', summary: 'POSTERGADA: Primera', description: 'POSTERGADA' },
      ],
      [
        { status: 'rescheduled', date: '2027-03-13T23:00' },
        {
          status: 'CONFIRMED',
          summary: 'NUEVA FECHA: Primera',
          description: 'NUEVA FECHA · antes 06-03-2027\n\nEntradas: ',
        },
      ],
      [
        { status: 'cancelled', statusNote: 'Se devuelve todo' },
        { status: 'CANCELLED', summary: 'CANCELADA: Primera', description: 'CANCELADA · Se devuelve todo' },
      ],
      [{ title: 'Otra' }, { status: 'CANCELLED', summary: 'CANCELADA: Otra' }],
    ]
    for (const [body, says] of steps) {
      club.clock.now += HOUR
      const before = getPath(night)
      night = await change(night, body)
      const entry = await getEntry(night)
      const last = seen.at(-1) as Entry
      expect(entry.values.uid).toBe(first.values.uid)
      expect(Number(entry.values.sequence)).toBe(Number(last.values.sequence) + 1)
      expect(Date.parse(String(entry.values['last-modified']))).toBe(Math.floor(club.clock.now / 1000) * 1000)
      expect(entry.values.dtstamp).toBe(entry.values['last-modified'])
      const { description = '', ...rest } = says
      expect(entry.values).toMatchObject(rest)
      expect(String(entry.values.description).startsWith(description)).toBe(true)
      if (before !== getPath(night)) {
        const moved = await get(before)
        expect([moved.status, moved.headers.get('Location')]).toEqual([301, getPath(night)])
      }
      seen.push(entry)
    }
    expect(seen.at(-1)?.values.description).not.toContain('Entradas')
    await remove(night)
    await expectProblem(await get(getPath(night)), 'not-found')
  })

  test('change an entry at the second of a reveal', async () => {
    const revealAt = new Date(club.clock.now + HOUR).toISOString()
    const night = await made({
      title: 'Secreta',
      date: '2027-03-20T23:00',
      lineup: [
        { name: 'Bruno', from: '23:00' },
        { name: 'Zoraida', from: '01:00', revealAt },
      ],
    })
    const before = await getEntry(night)
    expect(before.values.description).not.toContain('Zoraida')
    club.clock.now += HOUR - 1
    expect((await getEntry(night)).values).toEqual(before.values)
    club.clock.now += 1
    const after = await getEntry(night)
    expect(after.values.description).toContain('23:00 Bruno\n01:00 Zoraida')
    expect(after.values).toMatchObject({ uid: night._id, sequence: '1' })
    expect(String(after.values['last-modified'])).toBe(`${revealAt.slice(0, 19)}Z`)
    await remove(night)
  })

  test('change an entry when the club moves, also back to its first address', async () => {
    const night = await made({ title: 'Una', date: '2027-03-20T23:00' })
    const put = async (body: object) => {
      club.clock.now += HOUR
      expect((await club.send('PUT', '/api/site/contact', { as, body })).status).toBe(200)
    }
    const seen = [await getEntry(night)]
    for (const street of ['Otra 123', 'Pulso, Otra 123, Buenos Aires']) {
      await put({ address: { street, town: 'C1000 Buenos Aires', country: 'Argentina' } })
      seen.push(await getEntry(night))
    }
    club.clock.now += HOUR
    const identityPath = '/api/site/identity'
    expect((await club.send('PUT', identityPath, { as, body: { timeZone: 'America/Lima' } })).status).toBe(
      200,
    )
    seen.push(await getEntry(night))
    for (const path of [identityPath, '/api/site/contact']) {
      club.clock.now += HOUR
      expect((await club.send('DELETE', path, { as })).status).toBe(200)
      seen.push(await getEntry(night))
    }
    expect(seen.map(({ values }) => Number(values.sequence))).toEqual([1, 2, 3, 4, 5, 6])
    const stamps = seen.map(({ values }) => Date.parse(String(values.dtstamp)))
    expect(stamps).toEqual(stamps.toSorted((one, other) => one - other))
    expect(new Set(stamps).size).toBe(6)
    expect(stamps).toEqual(seen.map(({ values }) => Date.parse(String(values['last-modified']))))
    expect(seen[1]?.values.location).toBe(`${identity.name}, Otra 123, C1000 Buenos Aires, Argentina`)
    expect(seen[2]?.values.location).toBe(
      `${identity.name}, Otra 123, Buenos Aires, C1000 Buenos Aires, Argentina`,
    )
    expect(seen.map(({ start }) => iso(start).slice(11, 13))).toEqual(['02', '02', '02', '04', '02', '02'])
    await remove(night)
  })

  test('change an entry when an offer ends', async () => {
    const night = await made({
      title: 'Una',
      date: '2027-03-20T23:00',
      offers: [
        { name: 'Antes', price: 1, until: '01:00' },
        { name: 'Siempre', price: 2 },
      ],
    })
    const before = await getEntry(night)
    club.clock.now = Date.parse('2027-03-21T04:00:00Z')
    const after = await getEntry(night)
    expect([before, after].map(({ values }) => String(values.description).includes('Antes'))).toEqual([
      true,
      false,
    ])
    expect(after.values.dtstamp).toBe('2027-03-21T04:00:00Z')
    await remove(night)
  })

  test('answer 304 to a known ETag, and redirect other spellings of the address', async () => {
    const night = await made({ title: 'Una' })
    for (const path of ['/fechas.ics', getPath(night)]) {
      const kept = await get(path)
      expect(kept.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
      const headers = { 'If-None-Match': kept.headers.get('ETag') ?? '' }
      club.clock.now += HOUR
      expect((await get(path, headers)).status).toBe(304)
      expect((await club.send('HEAD', path)).status).toBe(200)
    }
    const spelled = await get(getPath(night).replace('una', '%75na'))
    expect([spelled.status, spelled.headers.get('Location')]).toEqual([301, getPath(night)])
    await remove(night)
  })

  test('list past nights for 90 days; the file of a single night stays for ever', async () => {
    club.clock.now = Date.parse('2027-03-10T15:00:00Z')
    const day = (days: number) => new Date(club.clock.now - days * DAY).toISOString().slice(0, 10)
    const kept = await made({ title: 'Dentro', date: `${day(90)}T23:00` })
    // At 01:00 a night still belongs to the day before.
    const gone = await made({ title: 'Fuera', date: `${day(90)}T01:00` })
    expect((await read()).map(({ values }) => values.summary)).toEqual(['Dentro'])
    expect((await read(getPath(gone))).map(({ values }) => values.summary)).toEqual(['Fuera'])
    // This is 08:00 of the morning after the next night, when that night becomes a past night.
    club.clock.now = Date.parse('2027-03-11T11:00:01Z')
    expect(await read()).toEqual([])
    await remove(kept, gone)
  })
})

test('calendars contain no host without SITE_URL, whatever the Host header is', async () => {
  const place = await createDatabase()
  const club = await openTestClub(place)
  try {
    const as = (await club.signIn()).cookie
    const body = { ...(await createDraft('events')), title: 'Una', url: 'https://club.test/x' }
    await club.send('POST', '/api/events', { as, body })
    for (const path of ['/fechas.ics', '/fechas/2027-03-06-una.ics']) {
      const text = await (await club.send('GET', path, { headers: { Host: 'evil.example' } })).text()
      expect(getEntries(text).map(({ values }) => values.url)).toEqual([undefined])
      expect(text).not.toMatch(/^(URL|SOURCE)|evil\.example/m)
      expect(text).toMatch(/^REFRESH-INTERVAL;VALUE=DURATION:PT1H\r$/m)
      expect(text).toMatch(/^X-PUBLISHED-TTL:PT1H\r$/m)
      expect(text).toMatch(new RegExp(`^NAME:${identity.name} · Fechas\\r$`, 'm'))
    }
  } finally {
    await club.stop()
    await place.dispose()
  }
})

const NOW = Date.parse('2027-01-02T00:00:00Z')

const getClub = (settings: Parameters<typeof createSiteSettings>[0]): CalendarClub => ({
  ...createSiteSettings(settings),
  change: { version: 0, changedAt: 0 },
})

/** A night without a name, as input of the calendar. */
const getNight = (change: { date: string; endsAt: string | null }): CalendarNight => {
  const night = { updatedAt: '2027-01-01T00:00:00.000Z', title: null, lineup: [], offers: [], ...change }
  return { night: night as unknown as EntityOf<'events'>, slug: 'x', version: 1 }
}

describe('calendars of another club', () => {
  const night = getNight({ date: '2027-03-06T23:00', endsAt: '05:00' })
  const name = 'Otra, S.A.; «la\\pista»'

  test('have its name, time zone and position', () => {
    const address = { street: 'Calle 1', town: '1000 Lima', country: 'Perú' }
    const text = writeCalendar(
      [night],
      null,
      getClub({
        identity: { name, timeZone: 'America/Lima' },
        contact: { address, position: { lat: -12.05, lon: -77.04 } },
      }),
      NOW,
    )
    const [entry] = getEntries(text)
    expect(entry?.values).toMatchObject({
      summary: `${name} · 06-03-2027`,
      location: `${name}, Calle 1, 1000 Lima, Perú`,
      geo: '-12.05,-77.04',
    })
    expect(entry && iso(entry.start)).toBe('2027-03-07T04:00:00.000Z')
    const parsed = new ICAL.Component(ICAL.parse(text) as unknown[])
    for (const property of ['name', 'x-wr-calname'])
      expect(String(parsed.getFirstPropertyValue(property)).replace(/\\(.)/g, '$1')).toBe(`${name} · Fechas`)
  })

  test('keep a city that has the name of its province', () => {
    const address = { street: 'Calle 1', town: 'Córdoba, Córdoba', country: 'Argentina' }
    const [entry] = getEntries(writeCalendar([night], null, getClub({ contact: { address } }), NOW))
    expect(entry?.values.location).toBe(`${identity.name}, Calle 1, Córdoba, Córdoba, Argentina`)
  })

  test('omit an unknown country and position', () => {
    const address = { street: 'Calle 1', town: '1000 Lima', country: null }
    for (const position of [
      { lat: null, lon: null },
      { lat: -12.05, lon: null },
    ]) {
      const [entry] = getEntries(
        writeCalendar([night], null, getClub({ contact: { address, position } }), NOW),
      )
      expect(entry?.values.location).toBe(`${identity.name}, Calle 1, 1000 Lima`)
      expect(entry?.values).not.toHaveProperty('geo')
    }
  })
})

describe('calendars in a time zone with clock changes', () => {
  const site = getClub({ identity: { timeZone: 'America/New_York' } })

  test.each([
    // In this time zone clocks go forward at 02:00 on 14 March, so 02:30 does not exist.
    ['2027-03-13T23:00', '02:30', '2027-03-14T04:00:00.000Z', '2027-03-14T07:30:00.000Z'],
    ['2027-03-14T02:30', '06:00', '2027-03-14T07:30:00.000Z', '2027-03-14T10:00:00.000Z'],
    // Doors at 02:45 do not exist and move to 03:45, after the end at 03:15. So the calendar uses the usual six hours.
    ['2027-03-14T02:45', '03:15', '2027-03-14T07:45:00.000Z', '2027-03-14T13:45:00.000Z'],
    ['2027-03-13T23:00', null, '2027-03-14T04:00:00.000Z', '2027-03-14T10:00:00.000Z'],
    // In this time zone clocks go back at 02:00 on 7 November.
    ['2027-11-06T23:00', '06:00', '2027-11-07T03:00:00.000Z', '2027-11-07T11:00:00.000Z'],
  ])('give the instants of a night at %s until %s', (date, endsAt, start, end) => {
    const [entry] = getEntries(writeCalendar([getNight({ date, endsAt })], null, site, NOW))
    expect([entry?.start, entry?.end].map((time) => time && iso(time))).toEqual([start, end])
  })
})
