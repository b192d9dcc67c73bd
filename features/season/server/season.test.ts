/** The comparison of nights, through HTTP and from figures of doors. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { expectProblem } from '../../../test/support/refusals.ts'
import { analyticsOf } from '../../analytics/index.server.ts'
import type { OtherFeatures } from '../../server-manifest.ts'
import type { Season } from '../shared/season.ts'
import { findUsualStart, SEASON_NIGHTS_MAX } from '../shared/season-period.ts'
import { createSeasons } from './season.ts'
import { exportSeason } from './season-csv.ts'

/** 05:00 in Buenos Aires, so that the night of 6 March is not over. */
const NOW = Date.parse('2027-03-07T08:00:00Z')
const BROWSER =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36'

describe('the usual period', () => {
  test.each([
    ['2027-03-06', '2026-12-06'],
    ['2027-02-28', '2026-11-28'],
    ['2027-05-31', '2027-02-28'],
    ['2028-05-30', '2028-02-29'],
  ])('until %s begins on %s', (to, from) => {
    expect(findUsualStart(to)).toBe(from)
  })
})

describe.each(databases)('the comparison of nights on $name', ({ create }) => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  const nights: Record<string, string> = {}
  const send = (path: string) => club.send('GET', `/api${path}`, { as })
  const read = async (query = ''): Promise<Season> => {
    const response = await send(`/season${query}`)
    expect(response.status).toBe(200)
    return (await response.json()) as Season
  }
  const createNight = async (title: string, date: string, fields: object = {}) => {
    const body = { ...(await createDraft('events')), title, date, ...fields }
    const response = await club.send('POST', '/api/events', { as, body })
    expect(response.status).toBe(201)
    const { _id, slug } = (await response.json()) as { _id: string; slug: string }
    nights[title] = _id
    return slug
  }

  beforeAll(async () => {
    database = await create()
    club = await openTestClub(database, { openedAt: NOW })
    as = (await club.signIn()).cookie
    await createNight('Vieja', '2026-12-05T23:59')
    await createNight('Primera', '2026-12-06T23:59')
    const slug = await createNight('=Hoy;', '2027-03-07T00:30')
    await createNight('Mañana', '2027-03-07T23:59')
    await createNight('Cancelada', '2027-01-02T23:59', { status: 'cancelled' })
    await createNight('Borrador', '2027-01-03T23:59', { draft: true })
    await createNight('Borrada', '2027-01-04T23:59')
    await club.send('DELETE', `/api/events/${nights.Borrada}`, { as })
    const headers = { 'User-Agent': BROWSER }
    for (const path of [`/fechas/${slug}`, `/fechas/${slug}`])
      await club.send('POST', '/api/visits', { body: { path }, headers })
    await analyticsOf(club.platform).flush()
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  test('is only for administrators', async () => {
    for (const path of ['/season', '/season.csv'])
      await expectProblem(await club.send('GET', `/api${path}`), 'sign-in-needed')
  })

  test('refuses what is no period, and more than two years', async () => {
    const find = async (query: string) => {
      const { errors } = await expectProblem(await send(`/season${query}`), 'invalid-query')
      await expectProblem(await send(`/season.csv${query}`), 'invalid-query')
      return errors?.map(({ field, message }) => `${field}: ${message}`)
    }
    expect(await find('?from=ayer')).toEqual(['from: Tiene que ser un día que exista, como 2026-11-28.'])
    expect(await find(`?to=${'2'.repeat(5000)}`)).toEqual([
      'to: Tiene que ser un día que exista, como 2026-11-28.',
    ])
    expect(await find('?from=2027-02-02&to=2027-02-01')).toEqual(['from: Tiene que ser antes que el último.'])
    expect(await find('?from=2027-04-01')).toEqual(['from: Tiene que ser antes que el último.'])
    expect(await find('?from=2025-03-05')).toEqual(['from: Se comparan hasta dos años por vez.'])
    expect((await send('/season?from=2025-03-06')).status).toBe(200)
  })

  test('refuses more nights than it compares', async () => {
    const [night] = await club.database.read
      .selectFrom('events')
      .selectAll()
      .where('id', '=', String(nights.Primera))
      .execute()
    if (!night) throw new Error('the night is missing')
    const { seq: _, ...copied } = night as typeof night & { seq: unknown }
    const rows = Array.from({ length: SEASON_NIGHTS_MAX + 1 }, (_, index) => ({
      ...copied,
      id: `many-${index}`,
      slug: `many-${index}`,
      night: '2024-06-01',
      date: '2024-06-01T23:59',
    }))
    await club.database.write(async (tx) => {
      for (let from = 0; from < rows.length; from += 100)
        await tx
          .insertInto('events')
          .values(rows.slice(from, from + 100) as never)
          .execute()
    })
    const { errors } = await expectProblem(
      await send('/season?from=2024-06-01&to=2024-06-01'),
      'invalid-query',
    )
    expect(errors?.[0]?.message).toBe('Ahí hay más de 400 fechas: elegí menos tiempo.')
    await club.database.write((tx) => tx.deleteFrom('events').where('id', '=', 'many-0').execute())
    expect((await read('?from=2024-06-01&to=2024-06-01')).nights).toHaveLength(SEASON_NIGHTS_MAX)
    await club.database.write((tx) => tx.deleteFrom('events').where('night', '=', '2024-06-01').execute())
  })

  test('has the published nights of the last three months that took place, with their visits', async () => {
    const { from, to, nights: compared } = await read()
    expect({ from, to }).toEqual({ from: '2026-12-06', to: '2027-03-06' })
    expect(compared.map(({ title }) => title)).toEqual(['Primera', '=Hoy;'])
    // Counting began on 7 March, when the night of 6 March was not over.
    expect(compared.map(({ site }) => site)).toEqual([null, { visits: 2, clicks: 0 }])
    club.clock.now += 12 * 3_600_000
    expect((await read('?from=2027-03-07')).nights).toMatchObject([
      { title: 'Mañana', site: { visits: 0, clicks: 0 } },
    ])
    club.clock.now = NOW
  })

  test('has only what the features of the club count, and every night with people', async () => {
    const door = { people: 3, arrivals: 1, money: [{ amount: 4000.5, currency: 'ARS' }] }
    const compare = async (nightFigures: OtherFeatures['nightFigures']) => {
      const outcome = await createSeasons({ ...club.platform, nightFigures }).read({})
      if (!outcome.ok) throw new Error(outcome.problem)
      return outcome.value
    }
    const nothing = await compare(() => ({}))
    expect(nothing.counts).toEqual({ door: false, site: false })
    expect(nothing.nights.map(({ title, door, site }) => [title, door, site])).toEqual([
      ['Primera', null, null],
      ['=Hoy;', null, null],
    ])
    const compared = await compare(() => ({
      door: async (asked) =>
        new Map(asked.filter(({ _id }) => _id !== nights.Primera).map(({ _id }) => [_id, door])),
    }))
    expect(compared.counts).toEqual({ door: true, site: false })
    expect(compared.nights.map(({ title, door }) => [title, door?.people])).toEqual([
      ['Primera', undefined],
      ['Cancelada', 3],
      ['Borrador', 3],
      ['=Hoy;', 3],
    ])
    const table = await new Response(exportSeason(compared)).text()
    expect(table.split('\r\n')).toEqual([
      '"Día";"Fecha";"Personas";"Plata (ARS)";"De las listas"',
      '"06-12-2026";"Primera";"";"";""',
      '"02-01-2027";"Cancelada";"3";"4000.5";"1"',
      '"03-01-2027";"Borrador";"3";"4000.5";"1"',
      `"07-03-2027";"'=Hoy;";"3";"4000.5";"1"`,
      '',
    ])
  })

  test('is a table for spreadsheets', async () => {
    const response = await send('/season.csv')
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="temporada.csv"')
    const [head, first] = (await response.text()).split('\r\n')
    expect(head).toMatch(/^"Día";"Fecha";.*"Clics en entradas";"Visitas"$/)
    expect(first).toMatch(/^"06-12-2026";"Primera";/)
  })
})
