/** Tests one-tap changes and their undo through the real API, because the server decides about side effects. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  cancelNight,
  resumeNight,
  revealLineUp,
  setOffersAvailability,
} from '../../../../features/nights/admin/exports/night-changes.ts'
import { createDraft, openTestClub, type TestClub } from '../../../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../../../test/support/databases.ts'
import type { Answer } from '../../../api/client/call.ts'
import { getPublicationState } from '../../shared/publication.ts'
import type { AnyEntity } from '../../shared/resources.ts'
import { changeAll } from '../list/bulk.ts'
import { changeItem, changeVersion, publishItem, readVersion, unpublishItem } from './changes.ts'

const DAY_MS = 86_400_000
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

const changes = {
  publishing: publishItem,
  unpublishing: unpublishItem,
  'selling out': setOffersAvailability('soldout'),
  'selling again': setOffersAvailability('available'),
  cancelling: cancelNight('Por la lluvia.'),
  'cancelling without a reason': cancelNight(' '),
  resuming: resumeNight,
  'revealing the line-up later': revealLineUp(daysFromNow(1)),
  'revealing the line-up': revealLineUp(null),
}

const nights: Record<string, object> = {
  published: {},
  'a draft': { draft: true },
  'a draft that was seen on a day': { draft: true, publishAt: daysFromNow(-2) },
  scheduled: { publishAt: daysFromNow(2) },
  'a draft with a day to come': { draft: true, publishAt: daysFromNow(2) },
  ended: { publishAt: daysFromNow(-2), unpublishAt: daysFromNow(-1) },
  cancelled: { status: 'cancelled', statusNote: 'Antes.' },
  postponed: { status: 'postponed' },
  'revealed in part': {
    lineup: [
      { name: 'Una', from: '01:00' },
      { name: 'Otra', room: 'Sótano', revealAt: daysFromNow(3) },
    ],
  },
  'sold out in part': {
    offers: [
      { name: 'Una', availability: 'soldout' },
      { name: 'Otra', availability: 'soon' },
    ],
  },
}

let place: TestDatabase
let club: TestClub
let as: string

beforeAll(async () => {
  place = await createDatabase()
  club = await openTestClub(place)
  as = (await club.signIn()).cookie
  // Sends requests as the browser does, with the session cookie.
  vi.stubGlobal('fetch', (path: string, { method, headers, body }: RequestInit) =>
    club.send(method ?? 'GET', path, {
      as,
      headers: headers as Record<string, string>,
      ...(body && { body: String(body) }),
    }),
  )
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await club.stop()
  await place.dispose()
})

let count = 0
async function createNight(change: object): Promise<AnyEntity> {
  const body = { ...(await createDraft('events')), title: `Noche ${++count}`, ...change }
  const response = await club.send('POST', '/api/events', { as, body })
  expect(response.status).toBe(201)
  return response.json()
}
const readNight = async (id: string): Promise<AnyEntity> =>
  (await club.send('GET', `/api/events/${id}`, { as })).json()
const saveElsewhere = (id: string, body: object) => club.send('PUT', `/api/events/${id}`, { as, body })

function unwrap<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(answer.problem.detail)
  return answer.value
}

/**
 * Returns the comparable part of an item: without version, editor and time of the edit. A blank start of the publication
 * equals the time of creation, because the undo of hiding an item stores that time as its start.
 */
const comparable = (item: AnyEntity) => {
  const { publishAt, version: _, updatedAt: __, updatedBy: ___, ...rest } = item
  return { ...rest, state: getPublicationState(item, Date.now()), moment: publishAt ?? item.createdAt }
}

describe.each(Object.entries(changes))('%s', (_, change) => {
  it.each(Object.entries(nights))('is undone completely for a night that was %s', async (_, night) => {
    const { _id } = await createNight(night)
    const before = await readNight(_id)
    const { undo } = unwrap(await changeItem('events', _id, change))
    unwrap(await undo())
    expect(comparable(await readNight(_id))).toEqual(comparable(before))
  })
})

it.each(['cancelling', 'resuming'] as const)(
  'undoing %s restores the former date of a moved night, even after another change',
  async (name) => {
    const { _id, date } = await createNight({})
    await saveElsewhere(_id, { status: 'rescheduled', date: '2027-05-08T23:00' })
    const before = await readNight(_id)
    expect(before.previousDate).toBe(date)
    const first = unwrap(await changeItem('events', _id, changes[name]))
    expect((await readNight(_id)).previousDate).toBe(null)
    const second = unwrap(await changeItem('events', _id, changes['selling out']))
    unwrap(await second.undo())
    unwrap(await first.undo())
    expect(comparable(await readNight(_id))).toEqual(comparable(before))
  },
)

it('undoes several changes of an item one after the other', async () => {
  const { _id } = await createNight({ offers: [{ name: 'Una', availability: 'available' }] })
  const before = await readNight(_id)
  const undos = []
  for (const change of [changes['selling out'], unpublishItem, changes.cancelling])
    undos.push(unwrap(await changeItem('events', _id, change)).undo)
  for (const undo of undos.reverse()) unwrap(await undo())
  expect(comparable(await readNight(_id))).toEqual(comparable(before))
})

it('refuses to undo a change when another administrator saved the item after it', async () => {
  const { _id } = await createNight({})
  const first = unwrap(await changeItem('events', _id, changes.cancelling))
  expect((await saveElsewhere(_id, { statusNote: 'Por el viento.' })).status).toBe(200)
  const second = unwrap(await changeItem('events', _id, unpublishItem))
  unwrap(await second.undo())
  expect(await first.undo()).toMatchObject({ ok: false, problem: { status: 412 } })
  expect(await readNight(_id)).toMatchObject({
    status: 'cancelled',
    statusNote: 'Por el viento.',
    draft: false,
  })
})

describe('marking a night as sold out', () => {
  it('adds one sold-out offer when the night has none', async () => {
    const { _id } = await createNight({})
    unwrap(await changeItem('events', _id, changes['selling out']))
    expect((await readNight(_id)).offers).toMatchObject([{ name: 'Entradas', availability: 'soldout' }])
  })

  it('leaves offers at the door, unless the night has no others', async () => {
    const atDoor = { name: 'En puerta', availability: 'door' }
    const offers = [{ name: 'Anticipada' }, atDoor]
    const { _id } = await createNight({ offers })
    for (const [change, availability] of [
      ['selling out', 'soldout'],
      ['selling again', 'available'],
    ] as const) {
      unwrap(await changeItem('events', _id, changes[change]))
      expect((await readNight(_id)).offers).toMatchObject([{ name: 'Anticipada', availability }, atDoor])
    }
    const door = await createNight({ offers: [atDoor] })
    unwrap(await changeItem('events', door._id, changes['selling out']))
    expect((await readNight(door._id)).offers).toMatchObject([{ name: 'En puerta', availability: 'soldout' }])
  })

  it('is refused when another administrator changed the offers since the read', async () => {
    const { _id } = await createNight({})
    const version = unwrap(await readVersion('events', _id))
    await saveElsewhere(_id, { offers: [{ name: 'En puerta' }] })
    expect(await changeVersion('events', version, changes['selling out'])).toMatchObject({
      ok: false,
      problem: { status: 412 },
    })
    expect((await readNight(_id)).offers).toMatchObject([{ name: 'En puerta', availability: 'available' }])
  })
})

it('reveals all artists at the same moment and keeps their other values', async () => {
  const lineup = [
    { name: 'Una', from: '01:00', revealAt: daysFromNow(3) },
    { name: 'Otra', room: 'Sótano' },
  ]
  const { _id } = await createNight({ lineup })
  const revealAt = daysFromNow(1)
  unwrap(await changeItem('events', _id, revealLineUp(revealAt)))
  expect((await readNight(_id)).lineup).toMatchObject([
    { name: 'Una', from: '01:00', revealAt },
    { name: 'Otra', room: 'Sótano', revealAt },
  ])
})

it.each(['unpublish', 'publish'] as const)('skips items that already have the state (%s)', async (to) => {
  const draft = await createNight({ draft: true })
  const seen = await createNight({})
  const [same, other] = to === 'unpublish' ? [draft, seen] : [seen, draft]
  const chosen = new Map([draft, seen].map(({ _id }) => [_id, _id]))
  const counts: number[] = []
  const all = await changeAll('events', chosen, to, (count) => counts.push(count))
  expect([...all.done.keys()]).toEqual([other._id])
  expect(all.failed.size).toBe(0)
  expect(counts).toEqual([1, 2])
  expect(await readNight(same._id)).toEqual(same)
  unwrap(await all.undo())
  expect((await readNight(draft._id)).draft).toBe(true)
  expect((await readNight(seen._id)).draft).toBe(false)
})

it('undoes a change of several items, except of items that another administrator changed since', async () => {
  const nights = [await createNight({}), await createNight({})]
  const [kept, changed] = nights as [AnyEntity, AnyEntity]
  const chosen = new Map(nights.map(({ _id }) => [_id, `Noche ${_id}`]))
  const all = await changeAll('events', chosen, 'unpublish', () => {})
  await saveElsewhere(changed._id, { statusNote: 'Otra.' })
  const answer = await all.undo()
  expect(answer).toMatchObject({ ok: false, problem: { status: 412 } })
  expect(answer.ok || answer.problem.detail).toContain(`Noche ${changed._id}`)
  expect((await readNight(kept._id)).draft).toBe(false)
  expect((await readNight(changed._id)).draft).toBe(true)
  expect((await all.undo()).ok).toBe(true)
})
