/** The home of the back office through HTTP: the next night, pending tasks and the last changes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResourceName } from '../../../platform/content/shared/resources.ts'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { expectProblem } from '../../../test/support/refusals.ts'
import type { Overview } from '../shared/overview.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

describe.each(databases)('the overview for the home screen on $name', ({ create }) => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    database = await create()
    club = await openTestClub(database)
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  const overview = async (): Promise<Overview> => {
    const answer = await club.send('GET', '/api/overview', { as })
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    return answer.json()
  }
  const on = (days: number) => new Date(club.clock.now + days * DAY_MS).toISOString().slice(0, 10)
  const make = async (resource: ResourceName, more: object): Promise<string> => {
    const body = { ...(await createDraft(resource)), ...more }
    const answer = await club.send('POST', `/api/${resource}`, { as, body })
    expect(answer.status).toBe(201)
    return ((await answer.json()) as { _id: string })._id
  }

  test('is for administrators only', async () => {
    await expectProblem(await club.send('GET', '/api/overview'), 'sign-in-needed')
  })

  test('is empty and without warnings for an empty club', async () => {
    expect(await overview()).toMatchObject({
      night: null,
      laterNights: 0,
      registrations: 0,
      messages: [],
      drafts: { items: [], total: 0 },
      scheduled: { items: [], total: 0 },
      warnings: [],
      changes: [],
      summary: { unread: 0, mail: { delivers: false }, missing: expect.arrayContaining(['night']) },
    })
  })

  test('has the first night that is not over, even if it is hidden', async () => {
    await make('events', { date: on(-2), title: 'La que pasó' })
    expect((await overview()).night).toBeNull()
    await make('events', { date: on(9), title: 'La otra' })
    const next = await make('events', { date: on(4), title: 'La próxima', draft: true })
    const { night, laterNights, drafts } = await overview()
    expect(night).toMatchObject({
      _id: next,
      title: 'La próxima',
      draft: true,
      isSoldOut: false,
    })
    expect(night?.flyer.widths.length).toBeGreaterThan(0)
    expect(laterNights).toBe(1)
    expect(drafts).toEqual({
      items: [{ resource: 'events', _id: next, label: 'La próxima', publishAt: null }],
      total: 1,
    })
  })

  test('says whether the next night is on sale or sold out', async () => {
    const sold = async (change: object) => {
      const { night } = await overview()
      await club.send('PUT', `/api/events/${night?._id}`, { as, body: change })
      const { isOnSale, isSoldOut } = (await overview()).night as NonNullable<Overview['night']>
      return { isOnSale, isSoldOut }
    }
    const [onSale, soldOut] = [
      { isOnSale: true, isSoldOut: false },
      { isOnSale: false, isSoldOut: true },
    ]
    expect(await sold({ offers: [{ name: 'Una', availability: 'soldout' }] })).toEqual(soldOut)
    expect(await sold({ offers: [{ name: 'Una', availability: 'available' }] })).toEqual(onSale)
    expect(await sold({ status: 'cancelled' })).toEqual({ isOnSale: false, isSoldOut: false })
    expect(await sold({ status: 'scheduled', offers: [] })).toEqual(onSale)
  })

  test('names the phase that an administrator can open', async () => {
    const { night } = await overview()
    const phases = [{ name: 'Una' }, { name: 'Dos', availability: 'soon' }]
    await club.send('PUT', `/api/events/${night?._id}`, { as, body: { offers: phases } })
    expect((await overview()).night).toMatchObject({ nextPhase: 'Dos', isOnSale: true })
    const ended = [{ name: 'Una', endsAt: '2020-01-01T00:00' }, phases[1]]
    await club.send('PUT', `/api/events/${night?._id}`, { as, body: { offers: ended } })
    expect((await overview()).night).toMatchObject({ nextPhase: null, isOnSale: true })
    await club.send('PUT', `/api/events/${night?._id}`, { as, body: { offers: null } })
  })

  test('has the number of artists of the next night, and when the last one is revealed', async () => {
    const { night } = await overview()
    const put = (lineup: object[]) => club.send('PUT', `/api/events/${night?._id}`, { as, body: { lineup } })
    const at = (days: number) => new Date(club.clock.now + days * DAY_MS).toISOString()
    const row = (revealAt: string | null) => ({ name: 'Alguien', revealAt })
    await put([row(at(2)), row(at(3)), row(at(-1)), row(null)])
    expect((await overview()).night?.lineup).toEqual({ count: 4, revealsAt: at(3) })
    await put([row(at(-1)), row(null)])
    expect((await overview()).night?.lineup).toEqual({ count: 2, revealsAt: null })
    await put([])
    expect((await overview()).night?.lineup).toEqual({ count: 0, revealsAt: null })
  })

  test('has the hidden items of all resources: the latest drafts, and the next scheduled items', async () => {
    const publishAt = (days: number) => new Date(club.clock.now + days * DAY_MS).toISOString()
    const later = await make('news', { newsTitle: 'Después', publishAt: publishAt(3) })
    const sooner = await make('residents', { name: 'Antes', publishAt: publishAt(1) })
    for (const name of ['Una', 'Dos', 'Tres']) {
      club.clock.now += 1000
      await make('agency', { name, draft: true })
    }
    const { drafts, scheduled } = await overview()
    expect(scheduled.total).toBe(2)
    expect(scheduled.items.map(({ _id }) => _id)).toEqual([sooner, later])
    expect(scheduled.items[0]).toMatchObject({ resource: 'residents', label: 'Antes' })
    expect(drafts.total).toBe(4)
    expect(drafts.items.map(({ label }) => label)).toEqual(['Tres', 'Dos', 'Una'])
  })

  test('has the last change of each item once, with its author and its address', async () => {
    const _id = await make('news', { newsTitle: 'Con-un-error' })
    await club.send('PUT', `/api/news/${_id}`, { as, body: { newsDescription: 'Otra.' } })
    await club.send('PUT', `/api/news/${_id}`, { as, body: { newsDescription: 'Y otra.' } })
    const { changes } = await overview()
    expect(changes[0]).toMatchObject({ itemId: _id, action: 'update', by: 'ana@club.example', state: 'live' })
    expect(changes.filter(({ itemId }) => itemId === _id)).toHaveLength(1)
    expect(changes).toHaveLength(6)
    await club.send('DELETE', `/api/news/${_id}`, { as })
    expect((await overview()).changes[0]).toMatchObject({ itemId: _id, action: 'delete', state: 'trash' })
  })

  test('counts pending registrations', async () => {
    const body = { email: 'sole@club.example', password: 'otra clave bien larga' }
    await club.send('POST', '/api/admin', { body })
    expect((await overview()).registrations).toBe(1)
  })

  test('has the next scheduled items, in the order of their times and not of their edits', async () => {
    const before = (await overview()).scheduled.total
    // Hours until each item appears. The items are not created in the order in which they appear.
    for (const hours of [2, 4, 3, 6, 5]) {
      club.clock.now += 1000
      const publishAt = new Date(club.clock.now + hours * HOUR_MS).toISOString()
      await make('news', { newsTitle: `En ${hours}`, publishAt })
    }
    const { scheduled } = await overview()
    expect(scheduled.items.map(({ label }) => label)).toEqual(['En 2', 'En 3', 'En 4'])
    expect(scheduled.total).toBe(before + 5)
  })

  test('has the stored warnings, except those of mail', async () => {
    expect((await overview()).warnings).toEqual([])
    const { now } = club.clock
    await club.warnings.check({
      backup: async () => now - 37 * HOUR_MS,
      mail: async () => now - 2 * HOUR_MS,
      disk: async () => [{ free: 9e9, total: 100e9 }],
    })
    expect((await overview()).warnings).toEqual(['backup', 'disk'])
    await club.warnings.check({
      backup: async () => now,
      mail: async () => 'none',
      disk: async () => [{ free: 50e9, total: 100e9 }],
    })
    expect((await overview()).warnings).toEqual([])
  })
})
