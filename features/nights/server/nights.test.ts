/** Nights through the API: fields, delayed line-ups, addresses, and the day to which a night belongs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditLogEntry } from '../../../platform/content/shared/audit-log-answers.ts'
import type { AnyEntity, EntityOf } from '../../../platform/content/shared/resources.ts'
import { createDraft, openTestClub, type TestClub, withoutShare } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'

const HOUR = 3_600_000
const NONE = '01999999-0000-7000-8000-000000000000'

type Night = EntityOf<'events'> & { slug: string }

describe.each(databases)('the API of nights on $name', ({ create }) => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  let artist: AnyEntity
  let night: Night
  beforeAll(async () => {
    place = await create()
    club = await openTestClub(place)
    as = (await club.signIn()).cookie
    artist = await createItem('residents', { ...(await createDraft('residents')), name: 'Ana Ñandú' })
    night = await createNight({})
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })

  const at = (milliseconds: number) => new Date(club.clock.now + milliseconds).toISOString()
  const get = (path: string) => club.send('GET', `/api/${path}`)
  const readOwn = async (path: string) => (await club.send('GET', `/api/${path}`, { as })).json()
  const send = (method: string, path: string, body: unknown) =>
    club.send(method, `/api/${path}`, { as, body })
  const createItem = async (resource: string, body: unknown): Promise<AnyEntity> => {
    const response = await send('POST', resource, body)
    expect(response.status).toBe(201)
    return (await response.json()) as AnyEntity
  }
  const createNight = async (change: object) =>
    (await createItem('events', { ...(await createDraft('events')), ...change })) as unknown as Night
  const updateItem = async (id: string, change: object) => {
    const response = await send('PUT', `events/${id}`, change)
    expect(response.status).toBe(200)
    return (await response.json()) as Night
  }
  const reference = () => ({ resource: 'residents', _id: artist._id })

  test.each([
    'https://passline.com/e/1\u200b',
    'https://passline.com/e/1\u2060',
    '\u200bhttps://passline.com/e/1',
    '\u202ahttps://passline.com/e/1\u202c',
  ])('stores a ticket link without invisible characters, and redirects to it: %j', async (url) => {
    const made = await createNight({ url })
    expect(made.url).toBe('https://passline.com/e/1')
    const response = await club.send('GET', `/ir/${made._id}/url`)
    expect([response.status, response.headers.get('location')]).toEqual([302, made.url])
  })

  const rows = (count: number, row: object) => Array.from({ length: count }, () => row)
  test.each<[string, object, string]>([
    ['an hour that is none', { endsAt: '24:00' }, 'endsAt'],
    ['an hour without its zero', { endsAt: '7:00' }, 'endsAt'],
    ['an age that is no number', { ageMin: '18' }, 'ageMin'],
    ['an age below zero', { ageMin: -1 }, 'ageMin'],
    ['an age of a hundred', { ageMin: 100 }, 'ageMin'],
    ['half a year', { ageMin: 18.5 }, 'ageMin'],
    ['another status', { status: 'maybe' }, 'status'],
    ['a note that is too long', { statusNote: 'x'.repeat(201) }, 'statusNote'],
    ['a title that is too long', { title: 'x'.repeat(151) }, 'title'],
    ['a line-up that is no list', { lineup: 'Ana' }, 'lineup'],
    ['too many rows', { lineup: rows(41, { name: 'Ana' }) }, 'lineup'],
    ['a million rows', { offers: rows(100_000, {}) }, 'offers'],
    ['a row that is none', { lineup: ['Ana'] }, 'lineup.0'],
    ['a row without a name', { lineup: [{ name: 'Ana' }, { role: 'Live' }] }, 'lineup.1.name'],
    [
      'an artist of an unknown resource',
      { lineup: [{ artist: { resource: 'users', _id: NONE } }] },
      'lineup.0.artist.resource',
    ],
    [
      'an artist who does not exist',
      { lineup: [{ artist: { resource: 'agency', _id: NONE } }] },
      'lineup.0.artist',
    ],
    ['a name that is too long', { lineup: [{ name: 'x'.repeat(201) }] }, 'lineup.0.name'],
    [
      'a reveal without a zone',
      { lineup: [{ name: 'Ana', revealAt: '2027-01-01T20:00' }] },
      'lineup.0.revealAt',
    ],
    ['an hour of a row', { lineup: [{ name: 'Ana', from: '1 am' }] }, 'lineup.0.from'],
    ['a ticket without a name', { offers: [{ price: 1 }] }, 'offers.0.name'],
    ['a price below zero', { offers: [{ name: 'A', price: -1 }] }, 'offers.0.price'],
    ['a price of three decimals', { offers: [{ name: 'A', price: 0.125 }] }, 'offers.0.price'],
    ['a price without end', { offers: [{ name: 'A', price: 1e10 }] }, 'offers.0.price'],
    ['a currency that is none', { offers: [{ name: 'A', currency: 'PESOS' }] }, 'offers.0.currency'],
    ['an unknown availability', { offers: [{ name: 'A', availability: 'few' }] }, 'offers.0.availability'],
    ['a link that is none', { offers: [{ name: 'A', url: 'javascript:alert(1)' }] }, 'offers.0.url'],
  ])('refuses %s, and changes nothing', async (_what, change, field) => {
    await changesNothing(club, async () => {
      for (const response of [
        await send('POST', 'events', { ...(await createDraft('events')), ...change }),
        await send('PUT', `events/${night._id}`, change),
      ]) {
        const { status, errors } = (await response.json()) as { status: number; errors: { field: string }[] }
        expect([status, errors.map((error) => error.field)]).toEqual([400, [field]])
      }
    })
  })

  test('requires none of the optional fields, and returns null for them', async () => {
    expect(night).toMatchObject({
      title: null,
      description: null,
      endsAt: null,
      status: 'scheduled',
      statusNote: null,
      ageMin: null,
      offers: [],
      lineup: [],
      previousDate: null,
      slug: '2027-03-06',
    })
    expect(await (await get(`events/${night._id}`)).json()).toEqual(withoutShare(night))
  })

  test('keeps the ids of reordered rows, and takes names from their artists', async () => {
    const { _id, ...whole } = await createNight({
      title: 'Noche «Ñu» 100%',
      description: '<p>Hola<script>alert(1)</script></p>',
      endsAt: '07:00',
      ageMin: 0,
      offers: [
        { name: 'Anticipada', price: 12_000.5 },
        { name: 'Puerta', price: null, currency: 'USD', url: 'https://club.example/x', availability: 'soon' },
      ],
      lineup: [
        { artist: reference(), from: '01:30' },
        { name: 'Invitada', role: 'Live', room: 'Terraza', to: '03:00' },
      ],
    })
    expect(whole).toMatchObject({
      slug: '2027-03-06-noche-nu-100',
      description: '<p>Hola</p>',
      ageMin: 0,
      offers: [
        { name: 'Anticipada', price: 12_000.5, currency: 'ARS', url: null, availability: 'available' },
        { name: 'Puerta', price: null, currency: 'USD', url: 'https://club.example/x', availability: 'soon' },
      ],
      lineup: [
        {
          artist: reference(),
          name: 'Ana Ñandú',
          role: null,
          room: null,
          from: '01:30',
          to: null,
          revealAt: null,
        },
        { artist: null, name: 'Invitada', role: 'Live', room: 'Terraza', from: null, to: '03:00' },
      ],
    })
    const [first, second] = whole.lineup
    const moved = await updateItem(_id, {
      lineup: [second, { name: 'Nueva' }, { ...first, _id: first?._id }, first],
    })
    expect(moved.lineup.map(({ _id: id }) => id).indexOf(second?._id as string)).toBe(0)
    expect(moved.lineup[2]?._id).toBe(first?._id)
    expect(new Set(moved.lineup.map(({ _id: id }) => id)).size).toBe(4)
    // The response of GET is a valid body of a PUT, and saving it changes nothing.
    const before = await club.send('GET', `/api/events/${_id}`, { as })
    const again = await send('PUT', `events/${_id}`, await before.clone().json())
    expect(again.headers.get('ETag')).toBe(before.headers.get('ETag'))
    expect(
      await updateItem(_id, { lineup: null, offers: [], title: null, ageMin: null, endsAt: '' }),
    ).toMatchObject({
      lineup: [],
      offers: [],
      title: null,
      ageMin: null,
      endsAt: '07:00',
      slug: expect.stringMatching(/^2027-03-06-\d$/),
    })
    const [entry] = (await readOwn(`history?item=${_id}&limit=1`)) as AuditLogEntry[]
    const line = entry?.changes.find(({ field }) => field === 'lineup')
    expect([line?.label, line?.after]).toEqual(['Line-up', null])
    expect(String(line?.before).split('\n')[0]).toBe('Invitada · Live · Terraza · 03:00')
  })

  test('hides a line-up row from all answers and searches of visitors until its reveal', async () => {
    const secret = 'Zyxwvut'
    const { _id } = await createNight({
      title: 'Con sorpresa',
      lineup: [{ name: 'Abre' }, { name: secret, revealAt: at(HOUR) }],
    })
    const shown = async () => {
      const texts = await Promise.all(
        [`events/${_id}`, 'events?limit=500', `events?q=sorpresa`].map(async (path) =>
          (await get(path)).text(),
        ),
      )
      const searched = [secret, `sorpresa ${secret.slice(0, 4)}`].map(
        async (q) =>
          Number((await get(`events?q=${encodeURIComponent(q)}`)).headers.get('X-Total-Count')) > 0,
      )
      return [...texts.map((text) => text.includes(secret)), ...(await Promise.all(searched))]
    }
    const etag = (await get(`events/${_id}`)).headers.get('ETag')
    expect(await shown()).toEqual([false, false, false, false, false])
    expect((await get('events?q=abre')).headers.get('X-Total-Count')).toBe('1')
    expect(JSON.stringify(await readOwn(`events/${_id}`))).toContain(secret)
    expect(JSON.stringify(await readOwn(`events?state=all&q=${secret}`))).toContain(secret)
    club.clock.now += HOUR - 1
    expect(await shown()).toEqual([false, false, false, false, false])
    club.clock.now += 1
    expect(await shown()).toEqual([true, true, true, true, true])
    expect((await get(`events/${_id}`)).headers.get('ETag')).not.toBe(etag)
  })

  test('keeps the name of a hidden or deleted artist, and accepts the reference again', async () => {
    const guest = await createItem('residents', { ...(await createDraft('residents')), name: 'Visita' })
    const lineup = [{ artist: { resource: 'residents', _id: guest._id } }]
    const { _id } = await createNight({ lineup })
    const shown = async () => {
      const event = (await (await get(`events/${_id}`)).json()) as Night
      return [event.lineup[0]?.artist?._id ?? null, event.lineup[0]?.name]
    }
    expect(await shown()).toEqual([guest._id, 'Visita'])
    await send('PUT', `residents/${guest._id}`, { draft: true })
    expect(await shown()).toEqual([null, 'Visita'])
    await send('PUT', `residents/${guest._id}`, { draft: false })
    expect(await shown()).toEqual([guest._id, 'Visita'])
    await club.send('DELETE', `/api/residents/${guest._id}`, { as })
    expect(await shown()).toEqual([null, 'Visita'])
    const same = await updateItem(_id, { lineup: [...lineup, { name: 'Otra' }] })
    expect(same.lineup.map(({ name }) => name)).toEqual(['Visita', 'Otra'])
    await expectProblem(
      await send('POST', 'events', { ...(await createDraft('events')), lineup }),
      'invalid-fields',
      ['lineup.0.artist'],
    )
  })

  test('keeps the previous date while the status is rescheduled', async () => {
    const { _id } = await createNight({ date: '2027-05-01T23:00' })
    expect((await updateItem(_id, { date: '2027-05-02T23:00' })).previousDate).toBe(null)
    const move = { date: '2027-05-08T23:00', status: 'rescheduled', previousDate: '1999-01-01' }
    expect((await updateItem(_id, move)).previousDate).toBe('2027-05-02T23:00')
    expect((await updateItem(_id, { date: '2027-05-15T23:00' })).previousDate).toBe('2027-05-02T23:00')
    expect((await updateItem(_id, { statusNote: 'Por lluvia' })).previousDate).toBe('2027-05-02T23:00')
    expect((await updateItem(_id, { status: null })).previousDate).toBe(null)
  })

  test('assigns a night to the day on which it begins, in sorting and filters', async () => {
    const late = await createNight({ date: '2031-01-02T01:00' })
    const early = await createNight({ date: '2031-01-02' })
    const eve = await createNight({ date: '2031-01-01T23:00' })
    const ids = async (query: string) =>
      ((await (await get(`events?${query}`)).json()) as { data: Night[] }).data.map(({ _id }) => _id)
    expect(await ids('from=2031-01-01')).toEqual([early._id, late._id, eve._id])
    expect(await ids('from=2031-01-02')).toEqual([early._id])
    expect(await ids('from=2031-01-01&to=2031-01-01&order=oldest')).toEqual([eve._id, late._id])
  })

  test.each([
    ['🎉🔥', '2033-01-07'],
    ['शुक्रवार की रात', '2033-01-07-शुक्रवार-की-रात'],
    ['คืนวันศุกร์', '2033-01-07-คืนวันศุกร์'],
    ['夜', '2033-01-07-夜'],
  ])('accepts the title %j of one script or sign', async (title, slug) => {
    const made = await createNight({ date: '2033-01-07T23:00', title })
    expect([made.title, made.slug]).toEqual([title, slug])
    expect((await club.content.bySlug('/fechas/', slug))?.entity._id).toBe(made._id)
  })

  test('makes unique addresses from the name, and redirects addresses that visitors knew', async () => {
    const date = '2032-02-01T23:00'
    const [one, other] = [await createNight({ date }), await createNight({ date })]
    expect([one.slug, other.slug]).toEqual(['2032-02-01', '2032-02-01-2'])
    const find = async (slug: string) => {
      const found = await club.content.bySlug('/fechas/', slug)
      return found && [found.entity._id, found.slug]
    }
    const named = await updateItem(one._id, { title: 'Ciclo' })
    expect(named.slug).toBe('2032-02-01-ciclo')
    expect(await find('2032-02-01')).toEqual([one._id, '2032-02-01-ciclo'])
    // While the night is a draft, no visitor sees its address `-secreta`. So that address is not kept as a redirect.
    await updateItem(other._id, { draft: true })
    await updateItem(other._id, { title: 'Secreta' })
    await updateItem(other._id, { title: 'Abierta' })
    await updateItem(other._id, { draft: false })
    expect(await find('2032-02-01-secreta')).toBe(null)
    expect(await find('2032-02-01-2')).toEqual([other._id, '2032-02-01-abierta'])
    const third = await createNight({ date })
    expect([third.slug, await find('2032-02-01')]).toEqual(['2032-02-01', [third._id, '2032-02-01']])
    await club.send('DELETE', `/api/events/${third._id}`, { as })
    expect(await find('2032-02-01')).toBe(null)
    await club.send('POST', '/api/trash/restore', { as, body: { resource: 'events', ids: [third._id] } })
    expect(await find('2032-02-01')).toEqual([third._id, '2032-02-01'])
  })

  test('finds a stored address of an earlier release before the folded one, and other spellings after it', async () => {
    const create = async (name: string) =>
      (await createItem('residents', { ...(await createDraft('residents')), name })) as unknown as Night
    const old = await create('Rødhåd viejo')
    await club.database.write(async (tx) => {
      await tx.updateTable('slugs').set({ slug: 'rødhad' }).where('itemId', '=', old._id).execute()
      await tx.updateTable('residents').set({ slug: 'rødhad' }).where('id', '=', old._id).execute()
    })
    const fresh = await create('Rødhåd')
    expect(fresh.slug).toBe('rodhad')
    const find = async (slug: string) => (await club.content.bySlug('/artistas/', slug))?.entity._id
    expect([await find('rødhad'), await find('rodhad')]).toEqual([old._id, fresh._id])
    const sound = await create('Øresund')
    expect([sound.slug, await find('øresund')]).toEqual(['oresund', sound._id])
    expect(await find('øresund-2')).toBeUndefined()
    expect((await create('हिन्दी')).slug).toBe('हिन्दी')
  })

  test('shares one namespace of addresses among residents and agency', async () => {
    const resident = await createItem('residents', {
      ...(await createDraft('residents')),
      name: 'Óscar & Cía.',
    })
    const guest = await createItem('agency', { ...(await createDraft('agency')), name: 'Oscar, Cia' })
    const signs = await createItem('agency', { ...(await createDraft('agency')), name: '★★★' })
    expect([resident.slug, guest.slug, signs.slug]).toEqual(['oscar-cia', 'oscar-cia-2', signs._id])
    const found = await club.content.bySlug('/artistas/', 'oscar-cia-2')
    expect([found?.resource, found?.entity._id]).toEqual(['agency', guest._id])
  })

  test('stores a title as it was typed', async () => {
    const item = await createItem('news', {
      ...(await createDraft('news')),
      newsTitle: '24-12',
      headline: '24/12',
    })
    expect(item).toMatchObject({ newsTitle: '24-12', headline: '24/12' })
    const put = async (body: object) => (await send('PUT', `news/${item._id}`, body)).json()
    expect(await put({ newsDescription: 'Otra' })).toMatchObject({ headline: '24/12' })
    expect(await put({ newsTitle: 'Brindis' })).toMatchObject({ newsTitle: 'Brindis', headline: null })
    expect(await put({ newsTitle: 'Quién', headline: '¿Quién?' })).toMatchObject({ headline: '¿Quién?' })
    expect((await get('news?q=quien')).headers.get('X-Total-Count')).toBe('1')
  })
})
