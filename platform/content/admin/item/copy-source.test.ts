/** Tests the search for the source of a copied night through the real API. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { events } from '../../../../features/nights/shared/events-resource.ts'
import { createDraft, createPicture, openTestClub, type TestClub } from '../../../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../../../test/support/databases.ts'
import type { AnyEntity } from '../../shared/resources.ts'
import { findCopyErrors } from '../form/copied-values.ts'
import { changeAll } from '../list/bulk.ts'
import { findCopySource, findPublishingRefusal } from './copy-source.ts'

let place: TestDatabase
let club: TestClub
let as: string
let isDown = false

beforeAll(async () => {
  place = await createDatabase()
  club = await openTestClub(place)
  as = (await club.signIn()).cookie
  vi.stubGlobal('fetch', async (path: string, { method, headers, body }: RequestInit) =>
    isDown && path.startsWith('/api/events?')
      ? new Response('{}', { status: 503 })
      : club.send(method ?? 'GET', path, {
          as,
          headers: headers as Record<string, string>,
          ...(body && { body: String(body) }),
        }),
  )
})
afterEach(async () => {
  isDown = false
  const { data } = await (await club.send('GET', '/api/events?state=all&limit=500', { as })).json()
  for (const { _id } of data) await club.send('DELETE', `/api/events/${_id}`, { as })
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await club.stop()
  await place.dispose()
})

const SELLER = 'https://entradas.example/club'
const TABLES = 'https://mesas.example/club'
const offers = [{ name: 'Mesa', url: TABLES }]

/** Creates a draft with its own flyer. */
async function createNight(day: number, change: object = {}): Promise<AnyEntity> {
  const body = {
    ...(await createDraft('events')),
    flyerLarge: await createPicture(`#0${day}7`),
    title: `Noche ${day}`,
    date: `2027-03-0${day}T23:30`,
    url: SELLER,
    draft: true,
    ...change,
  }
  const response = await club.send('POST', '/api/events', { as, body })
  expect(response.status).toBe(201)
  return response.json()
}

const getProblems = async (item: AnyEntity) => {
  const values = { ...(item as unknown as Record<string, string>), draft: 'published' }
  return Object.keys(findCopyErrors(events, values, await findCopySource('events', item), item))
}

test('refuses to publish from the list and asks about every link and picture when the comparison fails', async () => {
  const night = await createNight(1, { url: 'https://entradas.example/otra', offers })
  isDown = true
  const reason = 'No pudimos compararla con las otras fechas. Probá de nuevo.'
  expect(await findPublishingRefusal('events', night)).toEqual({ reason, opensForm: false })
  const { failed, detail } = await changeAll('events', new Map([[night._id, 'Noche 1']]), 'publish', () => {})
  expect([[...failed.keys()], detail]).toEqual([[night._id], reason])
  expect(await findCopySource('events', night)).toMatchObject({ name: null })
  expect((await getProblems(night)).sort()).toEqual(['flyerLarge', 'offers', 'url'])
})

test('requires confirmation of a link that one other night has', async () => {
  await createNight(1, { offers })
  const night = await createNight(2, { offers })
  expect((await getProblems(night)).sort()).toEqual(['offers', 'url'])
  expect(await findPublishingRefusal('events', night)).toEqual({
    reason:
      'Tiene el enlace o el flyer de la fecha del lunes 1 de marzo: abrilo y confirmalos antes de publicar.',
    opensForm: true,
  })
})

test('requires no confirmation of links that two or more other nights have', async () => {
  const drafts: AnyEntity[] = []
  for (const day of [1, 2, 3]) drafts.push(await createNight(day, { offers }))
  for (const draft of drafts) expect(await findCopySource('events', draft)).toBeNull()
  const items = new Map(drafts.map(({ _id }) => [_id, 'Noche']))
  const { done, failed } = await changeAll('events', items, 'publish', () => {})
  expect([done.size, failed.size]).toEqual([3, 0])
})

test('requires confirmation of a copied flyer with a usual link, but not of a usual flyer', async () => {
  await createNight(1)
  await createNight(2)
  const copy = await createNight(3, { flyerLarge: await createPicture('#017') })
  expect(await getProblems(copy)).toEqual(['flyerLarge'])
  const third = await createNight(4, { flyerLarge: await createPicture('#017') })
  expect(await getProblems(third)).toEqual([])
})

test('requires no confirmation of published nights and of drafts with their own link', async () => {
  await createNight(1)
  expect(
    await findPublishingRefusal('events', await createNight(2, { url: 'https://entradas.example/2' })),
  ).toBeNull()
  expect(await findPublishingRefusal('events', await createNight(3, { draft: false }))).toBeNull()
})
