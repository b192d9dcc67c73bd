/** Tests links through HTTP: in the API and in calendars. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../../test/support/databases.ts'
import { expectProblem } from '../../../test/support/refusals.ts'
import type { AnyEntity } from '../shared/resources.ts'

let database: TestDatabase
let club: TestClub
let as: string
beforeAll(async () => {
  database = await createDatabase()
  club = await openTestClub(database, { env: { SITE_URL: 'https://club.example' } })
  club.clock.now = Date.parse('2027-03-01T15:00:00Z')
  as = (await club.signIn()).cookie
})
afterAll(async () => {
  await club.stop()
  await database.dispose()
})

const TYPED = 'https://entradas.example/año/a"b<c>^d?q="ñ"&x=%zz'
const STORED = 'https://entradas.example/a%C3%B1o/a%22b%3Cc%3E%5Ed?q=%22%C3%B1%22&x=%zz'

const create = async (change: object) =>
  club.send('POST', '/api/events', { as, body: { ...(await createDraft('events')), ...change } })
const read = async (path: string) => (await club.send('GET', path)).text()

test('a link that is too long once it is encoded is refused', async () => {
  await expectProblem(await create({ url: `https://entradas.example/${'ñ'.repeat(400)}` }), 'invalid-fields')
})

test('links are stored as URL parsers write them, in fields and in rows', async () => {
  const offers = [{ name: 'Anticipada', price: 5000, url: TYPED }]
  const created = await create({ title: 'Una', date: '2027-03-06T23:00', url: TYPED, offers })
  expect(created.status).toBe(201)
  const night = (await created.json()) as AnyEntity & { url: string; offers: { url: string }[] }
  expect([night.url, night.offers[0]?.url]).toEqual([STORED, STORED])
  expect((await read(`/fechas/${night.slug}.ics`)).replaceAll('\r\n ', '')).toContain(STORED)
})

test('links of rich texts too', async () => {
  const newsBody = `<p><a href='${TYPED}'>Entradas</a></p>`
  const body = { ...(await createDraft('news')), newsBody }
  const created = await club.send('POST', '/api/news', { as, body })
  expect(((await created.json()) as { newsBody: string }).newsBody).toContain(STORED.replaceAll('&', '&amp;'))
})

test('links that an earlier release stored as they were typed are read in the same way', async () => {
  const night = (await (await create({ title: 'Otra' })).json()) as AnyEntity
  await club.database.write((tx) =>
    tx.updateTable('events').set({ url: TYPED }).where('id', '=', night._id).execute(),
  )
  const read = await club.send('GET', `/api/events/${night._id}`, { as })
  expect(((await read.json()) as { url: string }).url).toBe(STORED)
})
