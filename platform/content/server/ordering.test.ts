/** Tests orders through HTTP: the next night first, and the manual order of residents and artists. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import type { AuditLogEntry } from '../shared/audit-log-answers.ts'
import type { AnyEntity } from '../shared/resources.ts'

const NOBODY = '01999999-0000-7000-8000-000000000000'

describe.each(databases)('orders on $name', ({ create }) => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    place = await create()
    club = await openTestClub(place)
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })

  const send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    club.send(method, `/api/${path}`, {
      as,
      ...(body !== undefined && { body }),
      ...(headers && { headers }),
    })
  const made = async (resource: 'events' | 'residents', change: object): Promise<AnyEntity> => {
    const response = await send('POST', resource, { ...(await createDraft(resource)), ...change })
    expect(response.status).toBe(201)
    return (await response.json()) as AnyEntity
  }
  const listed = async (path: string, field: string) => {
    const { data } = (await (await send('GET', path)).json()) as { data: AnyEntity[] }
    return data.map((item) => item[field])
  }

  test('lists the next night first and past nights after it, on all pages', async () => {
    // At 07:59 in Buenos Aires, the night of the 21st is not over.
    club.clock.now = Date.parse('2026-11-22T10:59:00Z')
    // A night that begins after midnight belongs to the day before.
    const nights = ['2026-11-22T01:00', '2026-11-28T23:59', '2026-11-28', '2027-03-01', '2027-01-01T03:00']
    const over = ['2026-11-20T23:00', '2026-11-21T02:00', '2025-12-31']
    for (const date of [...over, ...nights]) await made('events', { date, title: 'Noche' })
    await made('events', { date: '2026-11-25', title: 'Oculta', draft: true })
    const inOrder = [
      '2026-11-22T01:00',
      '2026-11-28',
      '2026-11-28T23:59',
      '2027-01-01T03:00',
      '2027-03-01',
      '2026-11-21T02:00',
      '2026-11-20T23:00',
      '2025-12-31',
    ]
    expect(await listed('events?order=next', 'date')).toEqual(inOrder)
    for (const limit of [1, 3, 5]) {
      const pages = Array.from({ length: Math.ceil(8 / limit) }, (_, index) => index + 1)
      const read = pages.map((page) => listed(`events?order=next&limit=${limit}&page=${page}`, 'date'))
      expect((await Promise.all(read)).flat()).toEqual(inOrder)
    }
    expect(await listed('events?order=next&page=9&limit=1', 'date')).toEqual([])
    expect(await listed('events?order=next&state=all&limit=2', 'date')).toEqual([inOrder[0], '2026-11-25'])
    expect(await listed('events?order=next&q=oculta&state=draft', 'date')).toEqual(['2026-11-25'])
    const page = await send('GET', 'events?order=next&limit=2&page=2')
    expect(page.headers.get('X-Total-Count')).toBe('8')
    expect(page.headers.get('Link')).toContain('</api/events?order=next&limit=2&page=3>; rel="next"')

    // At 08:00 the night is past. No write makes the cached list stale, so the list has to expire by time.
    club.clock.now += 60_000
    expect((await listed('events?order=next', 'date')).slice(3, 6)).toEqual([
      '2027-03-01',
      '2026-11-22T01:00',
      '2026-11-21T02:00',
    ])
    await expectProblem(await send('GET', 'news?order=next'), 'invalid-query', ['order'])
  })

  test('keeps the manual order of residents, with new ones first', async () => {
    const ids: string[] = []
    for (const name of ['Ana', 'Bea', 'Coti', 'Dora']) ids.push((await made('residents', { name }))._id)
    const [ana, bea, coti, dora] = ids as [string, string, string, string]
    const names = (state = '') => listed(`residents?order=manual${state}`, 'name')
    expect(await names()).toEqual(['Dora', 'Coti', 'Bea', 'Ana'])

    const read = await send('GET', 'order/residents')
    const tag = read.headers.get('ETag') ?? ''
    expect(await read.json()).toEqual({ ids: [dora, coti, bea, ana] })
    const before = (await (await send('GET', `residents/${bea}`)).json()) as AnyEntity
    club.clock.now += 1000
    const written = await send(
      'PUT',
      'order/residents',
      { ids: [bea, ana, dora, coti] },
      { 'If-Match': `W/${tag}` },
    )
    expect(written.status).toBe(200)
    expect(await written.json()).toEqual({ ids: [bea, ana, dora, coti] })
    expect(written.headers.get('ETag')).not.toBe(tag)
    // The cached list is stale, the home page has the new order, and no item was edited.
    expect(await names()).toEqual(['Bea', 'Ana', 'Dora', 'Coti'])
    expect(await listed('residents', 'name')).toEqual(['Dora', 'Coti', 'Bea', 'Ana'])
    expect(await (await send('GET', `residents/${bea}`)).json()).toEqual(before)
    const home = await club.content.list('residents', { order: 'manual' })
    expect(home.items.map(({ name }) => name)).toEqual(['Bea', 'Ana', 'Dora', 'Coti'])

    // Lists the entries about the order. Each move is a write, and all moves within an hour share one entry.
    const told = async () =>
      (await (await send('GET', 'history?resource=settings')).json()).map(
        ({ action, label }: AuditLogEntry) => `${action} ${label}`,
      )
    const move = async (...moved: string[]) => {
      club.clock.now += 1_900_000
      expect((await send('PUT', 'order/residents', { ids: moved })).status).toBe(200)
    }
    expect(await told()).toEqual(['update El orden de Residentes'])
    await move(ana, bea, dora, coti)
    expect(await told()).toHaveLength(1)
    await move(bea, ana, dora, coti)
    expect(await told()).toHaveLength(2)

    // A write with the tag of an older order is refused. Without a tag, the last write wins.
    await changesNothing(club, async () => {
      const late = await send('PUT', 'order/residents', { ids: [ana, bea, coti, dora] }, { 'If-Match': tag })
      await expectProblem(late, 'edited-meanwhile')
    })

    // A new item is first until an administrator moves it.
    const eva = (await made('residents', { name: 'Eva', draft: true }))._id
    expect(await names('&state=all')).toEqual(['Eva', 'Bea', 'Ana', 'Dora', 'Coti'])
    expect(await names()).toEqual(['Bea', 'Ana', 'Dora', 'Coti'])

    // A list with missing, unknown or repeated ids is refused.
    await changesNothing(club, async () => {
      for (const wrong of [
        [bea, ana, dora, coti],
        [eva, bea, ana, dora, coti, NOBODY],
        [eva, bea, ana, dora, NOBODY],
        [eva, bea, ana, dora, coti, coti],
      ])
        await expectProblem(await send('PUT', 'order/residents', { ids: wrong }), 'invalid-fields', ['ids'])
      await expectProblem(await send('PUT', 'order/residents', {}), 'missing-fields', ['ids'])
      await expectProblem(await send('PUT', 'order/residents', { ids: ids.join() }), 'invalid-fields', [
        'ids',
      ])
      await expectProblem(
        await send('PUT', 'order/residents', { ids: Array.from({ length: 501 }, (_, n) => `${n}`) }),
        'invalid-fields',
        ['ids'],
      )
      await expectProblem(await send('PUT', 'order/news', { ids }), 'unknown-path')
    })

    // A restored item returns to its place. Items in the trash are not in the list.
    await send('DELETE', `residents/${ana}`)
    await expectProblem(
      await send('PUT', 'order/residents', { ids: [eva, bea, ana, dora, coti] }),
      'invalid-fields',
      ['ids'],
    )
    await send('POST', `trash/residents/${ana}/restore`)
    expect(await names()).toEqual(['Bea', 'Ana', 'Dora', 'Coti'])

    // Of two simultaneous orders, one is stored completely.
    const orders = [
      [coti, dora, ana, bea, eva],
      [eva, ana, bea, coti, dora],
    ]
    const both = await Promise.all(orders.map((ids) => send('PUT', 'order/residents', { ids })))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const order = async () => ((await (await send('GET', 'order/residents')).json()) as { ids: string[] }).ids
    const held = await order()
    expect(orders).toContainEqual(held)

    // An item that was created meanwhile is not lost: an order without it is refused, or the item is first.
    const reversed = held.toReversed()
    const [put, flor] = await Promise.all([
      send('PUT', 'order/residents', { ids: reversed }),
      made('residents', { name: 'Flor' }),
    ])
    expect([200, 400]).toContain(put.status)
    expect(await order()).toEqual([flor._id, ...(put.status === 200 ? reversed : held)])
  })

  test('throws for the order next without the time zone of the club', async () => {
    await expect(club.content.list('events', { order: 'next' })).rejects.toThrow(TypeError)
  })
})
