/** The cached page of a night with a public list: it is rendered again only when visitors would read something else. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { readOpenList } from '../public/guest-services.ts'
import type { GuestList, OpenGuestList } from '../shared/guests.ts'

const OPENED = Date.parse('2027-03-06T12:00:00Z')
const body = {
  name: 'Web',
  isPublic: true,
  quota: 2,
  conditions: [{ until: '01:00', label: 'Gratis', price: null }],
}

describe.each(databases)('the page of a night with a list on $name', ({ create }) => {
  let database: TestDatabase
  let club: TestClub
  let event: string
  let renders: number
  let as: string
  beforeEach(async () => {
    database = await create()
    renders = 0
    club = await openTestClub(database, {
      openedAt: OPENED,
      async render(_request, reader) {
        renders++
        const list = JSON.stringify({ list: await readOpenList(reader, event) })
        return new Response(list, { headers: { 'Content-Type': 'text/html' } })
      },
    })
    as = (await club.signIn()).cookie
    const draft = { ...(await createDraft('events')), date: '2027-03-06T23:00' }
    event = (await send<{ _id: string }>('POST', '/events', draft))._id
  })
  afterEach(async () => {
    await club.stop()
    await database.dispose()
  })

  async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await club.send(method, `/api${path}`, { as, ...(body !== undefined && { body }) })
    expect(response.ok).toBe(true)
    return (response.status === 204 ? null : await response.json()) as T
  }
  /** Reads the page twice, because only the second answer is a cached one. */
  async function readPage(): Promise<OpenGuestList | null> {
    await club.send('GET', '/fechas/noche')
    const before = renders
    const page = await club.send('GET', '/fechas/noche')
    expect(renders).toBe(before)
    return ((await page.json()) as { list: OpenGuestList | null }).list
  }

  test('shows the list when it opens, fills, gets a place, closes and ends', async () => {
    expect(await readPage()).toBeNull()
    const list = await send<GuestList>('POST', `/events/${event}/lists`, body)
    expect(await readPage()).toEqual({
      state: 'open',
      conditions: body.conditions,
      condition: body.conditions[0],
      maxCompanions: 1,
      isFilling: false,
      closesAt: '2027-03-07T02:00:00.000Z',
    })
    const rendered = renders
    await send('POST', `/events/${event}/guests`, { name: 'Ana' })
    await readPage()
    expect(renders).toBe(rendered)
    await send('POST', `/events/${event}/guests`, { name: 'Beto' })
    expect(await readPage()).toMatchObject({ state: 'full' })
    await send('PUT', `/lists/${list._id}`, { ...body, quota: 3 })
    expect(await readPage()).toMatchObject({ state: 'open' })
    await send('PUT', `/events/${event}`, { date: '2027-03-06T22:00' })
    expect(await readPage()).toMatchObject({ closesAt: '2027-03-07T01:00:00.000Z' })
    club.clock.now = Date.parse('2027-03-07T01:00:00Z')
    expect(await readPage()).toMatchObject({ state: 'closed' })
    club.clock.now = Date.parse('2027-03-07T15:00:00Z')
    expect(await readPage()).toBeNull()
  })

  test('is rendered again when a condition ends, and when nine of ten places are taken', async () => {
    const conditions = [...body.conditions, { until: null, label: 'Con descuento', price: null }]
    const list = { ...body, quota: 10, closes: '02:00', conditions }
    const { _id } = await send<GuestList>('POST', `/events/${event}/lists`, list)
    const add = (companions: number) =>
      send('POST', `/lists/${_id}/guests`, { guests: [{ name: 'Ana', companions }] })
    await add(7)
    expect(await readPage()).toMatchObject({ isFilling: false, condition: { label: 'Gratis' } })
    const rendered = renders
    await add(0)
    expect(await readPage()).toMatchObject({ state: 'open', isFilling: true })
    expect(renders).toBe(rendered + 1)
    club.clock.now = Date.parse('2027-03-07T04:00:00Z') - 1
    expect(await readPage()).toMatchObject({ condition: { label: 'Gratis' } })
    club.clock.now++
    expect(await readPage()).toMatchObject({ state: 'open', condition: { label: 'Con descuento' } })
  })

  test('forgets a deleted list, and shows it again when the deletion is undone', async () => {
    const list = await send<GuestList>('POST', `/events/${event}/lists`, body)
    expect(await readPage()).toMatchObject({ state: 'open' })
    await send('DELETE', `/lists/${list._id}`)
    expect(await readPage()).toBeNull()
    await send('PUT', `/lists/${list._id}`, body)
    expect(await readPage()).toMatchObject({ state: 'open' })
    await send('PUT', `/events/${event}`, { status: 'cancelled' })
    expect(await readPage()).toMatchObject({ state: 'closed' })
  })
})
