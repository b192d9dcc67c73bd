/** Changes of one tap and what takes them back, through the real API: it decides what a change brings along. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDraft, openTestClub, type TestClub } from '../../../../test/support/club.ts'
import { createSqliteDatabase, type TestDatabase } from '../../../../test/support/empty-databases.ts'
import type { Answer } from '../../../api/client/call.ts'
import { getPublicationState } from '../../shared/publication.ts'
import type { AnyEntity } from '../../shared/resources.ts'
import { changeAll } from '../list/bulk.ts'
import { cancelling, changeItem, drafting, publishing, resuming, selling } from './changes.ts'

const DAY_MS = 86_400_000
const in_ = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

const changes = {
  publishing,
  drafting,
  'selling out': selling('soldout'),
  'selling again': selling('available'),
  cancelling: cancelling('Por la lluvia.'),
  'cancelling without a reason': cancelling(' '),
  resuming,
}

const nights: Record<string, object> = {
  published: {},
  'a draft': { draft: true },
  'a draft that was seen on a day': { draft: true, publishAt: in_(-2) },
  scheduled: { publishAt: in_(2) },
  'a draft with a day to come': { draft: true, publishAt: in_(2) },
  ended: { publishAt: in_(-2), unpublishAt: in_(-1) },
  cancelled: { status: 'cancelled', statusNote: 'Antes.' },
  postponed: { status: 'postponed' },
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
  place = await createSqliteDatabase()
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
async function made(change: object): Promise<AnyEntity> {
  const body = { ...(await createDraft('events')), title: `Noche ${++count}`, ...change }
  const response = await club.send('POST', '/api/events', { as, body })
  expect(response.status).toBe(201)
  return response.json()
}
const now = async (id: string): Promise<AnyEntity> =>
  (await club.send('GET', `/api/events/${id}`, { as })).json()
const elsewhere = (id: string, body: object) => club.send('PUT', `/api/events/${id}`, { as, body })

function done<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(answer.problem.detail)
  return answer.value
}

/** What a visitor and a list would tell: a moment that was none may have become the one of creation. */
const told = (item: AnyEntity) => {
  const { publishAt, version: _, updatedAt: __, updatedBy: ___, ...rest } = item
  return { ...rest, state: getPublicationState(item, Date.now()), moment: publishAt ?? item.createdAt }
}

describe.each(Object.entries(changes))('%s', (_, change) => {
  it.each(Object.entries(nights))('and taken back leaves what was %s as it was', async (_, night) => {
    const { _id } = await made(night)
    const before = await now(_id)
    const { undo } = done(await changeItem('events', _id, change))
    done(await undo())
    expect(told(await now(_id))).toEqual(told(before))
  })
})

it.each(['cancelling', 'resuming'] as const)(
  '%s a night that was moved and taking it back keeps its former date, with another change after it',
  async (name) => {
    const { _id, date } = await made({})
    await elsewhere(_id, { status: 'rescheduled', date: '2027-05-08T23:00' })
    const before = await now(_id)
    expect(before.previousDate).toBe(date)
    const first = done(await changeItem('events', _id, changes[name]))
    expect((await now(_id)).previousDate).toBe(null)
    const second = done(await changeItem('events', _id, changes['selling out']))
    done(await second.undo())
    done(await first.undo())
    expect(told(await now(_id))).toEqual(told(before))
  },
)

it('several changes of one item are taken back one after the other', async () => {
  const { _id } = await made({ offers: [{ name: 'Una', availability: 'available' }] })
  const before = await now(_id)
  const undos = []
  for (const change of [changes['selling out'], drafting, changes.cancelling])
    undos.push(done(await changeItem('events', _id, change)).undo)
  for (const undo of undos.reverse()) done(await undo())
  expect(told(await now(_id))).toEqual(told(before))
})

it('what somebody else saved between two changes is not written over by taking back the first', async () => {
  const { _id } = await made({})
  const first = done(await changeItem('events', _id, changes.cancelling))
  expect((await elsewhere(_id, { statusNote: 'Por el viento.' })).status).toBe(200)
  const second = done(await changeItem('events', _id, drafting))
  done(await second.undo())
  expect(await first.undo()).toMatchObject({ ok: false, problem: { status: 412 } })
  expect(await now(_id)).toMatchObject({ status: 'cancelled', statusNote: 'Por el viento.', draft: false })
})

it.each(['drafting', 'publishing'] as const)('%s several touches none that is so already', async (to) => {
  const draft = await made({ draft: true })
  const seen = await made({})
  const [same, other] = to === 'drafting' ? [draft, seen] : [seen, draft]
  const chosen = new Map([draft, seen].map(({ _id }) => [_id, _id]))
  const counts: number[] = []
  const all = await changeAll('events', chosen, to, (count) => counts.push(count))
  expect([...all.done.keys()]).toEqual([other._id])
  expect(all.failed.size).toBe(0)
  expect(counts).toEqual([1, 2])
  expect(await now(same._id)).toEqual(same)
  done(await all.undo())
  expect((await now(draft._id)).draft).toBe(true)
  expect((await now(seen._id)).draft).toBe(false)
})

it('of several what somebody else changed stays as they left it, and is not tried again', async () => {
  const nights = [await made({}), await made({})]
  const [kept, changed] = nights as [AnyEntity, AnyEntity]
  const chosen = new Map(nights.map(({ _id }) => [_id, `Noche ${_id}`]))
  const all = await changeAll('events', chosen, 'drafting', () => {})
  await elsewhere(changed._id, { statusNote: 'Otra.' })
  const answer = await all.undo()
  expect(answer).toMatchObject({ ok: false, problem: { status: 412 } })
  expect(answer.ok || answer.problem.detail).toContain(`Noche ${changed._id}`)
  expect((await now(kept._id)).draft).toBe(false)
  expect((await now(changed._id)).draft).toBe(true)
  expect((await all.undo()).ok).toBe(true)
})
