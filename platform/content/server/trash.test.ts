/** Tests the trash through HTTP: refusals, restored items, and deletion for ever. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDraft, openTestClub, type TestClub, withoutShare } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import type { AuditLogEntry, TrashItem } from '../shared/audit-log-answers.ts'
import { type AnyEntity, getDeclaration, type ResourceName, resourceNames } from '../shared/resources.ts'

const DAY_MS = 86_400_000
const NOBODY = '00000000-0000-7000-8000-000000000000'
const drafts = Object.fromEntries(
  await Promise.all(resourceNames.map(async (name) => [name, await createDraft(name)] as const)),
) as Record<ResourceName, Record<string, unknown>>

describe.each(databases)('the trash on $name', ({ create }) => {
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
  beforeEach(async () => {
    expect((await club.send('DELETE', '/api/trash', { as })).status).toBe(204)
  })

  const send = (method: string, path: string, body?: unknown) =>
    club.send(method, `/api/${path}`, { as, ...(body !== undefined && { body }) })
  const made = async (resource: ResourceName, change: Record<string, unknown> = {}): Promise<AnyEntity> => {
    const response = await send('POST', resource, { ...drafts[resource], ...change })
    expect(response.status).toBe(201)
    return (await response.json()) as AnyEntity
  }
  const bin = async (resource: ResourceName, id: string) => {
    club.clock.now += 1000
    expect((await send('DELETE', `${resource}/${id}`)).status).toBe(204)
  }
  const trash = async (query = '') => (await (await send('GET', `trash${query}`)).json()) as TrashItem[]
  const named = async () => (await trash()).map(({ entity }) => entity.name)
  const countOf = async (resource: ResourceName) =>
    Number((await send('GET', resource)).headers.get('X-Total-Count'))
  const logOf = async (id: string) =>
    ((await (await send('GET', `history?item=${id}`)).json()) as AuditLogEntry[]).map(
      ({ action, by, label, state }) => ({ action, by, label, state }),
    )

  test('refuses items outside the trash and unknown resources', async () => {
    const live = await made('residents')
    await changesNothing(club, async () => {
      for (const [resource, id] of [
        ['residents', NOBODY],
        ['residents', live._id],
        ['agency', live._id],
        ['users', NOBODY],
        ['revisions', 'residents'],
        ['__proto__', NOBODY],
        ['residents', "' OR '1'='1"],
      ] as const) {
        const path = `trash/${resource}/${encodeURIComponent(id)}`
        await expectProblem(await send('POST', `${path}/restore`), 'not-found')
        await expectProblem(await send('DELETE', path), 'not-found')
      }
      await expectProblem(
        await send('POST', 'trash/restore', { resource: 'residents', ids: [live._id] }),
        'not-found',
      )
      await expectProblem(await send('POST', 'trash', { resource: 'residents', ids: [NOBODY] }), 'not-found')
    })
    expect((await send('GET', `residents/${live._id}`)).status).toBe(200)
  })

  test('refuses invalid lists of ids', async () => {
    await changesNothing(club, async () => {
      for (const path of ['trash', 'trash/restore']) {
        await expectProblem(await send('POST', path, {}), 'missing-fields')
        await expectProblem(await send('POST', path, { resource: 'residents', ids: [] }), 'missing-fields', [
          'ids',
        ])
        for (const ids of ['x', { 0: 'x' }, Array(501).fill('x')])
          await expectProblem(await send('POST', path, { resource: 'residents', ids }), 'invalid-fields', [
            'ids',
          ])
        await expectProblem(await send('POST', path, { resource: 'residents', ids: [7] }), 'invalid-fields')
        await expectProblem(await send('POST', path, { resource: 'users', ids: ['x'] }), 'invalid-fields', [
          'resource',
        ])
      }
      await expectProblem(await send('GET', 'trash?limit=0&page=x'), 'invalid-query', ['limit', 'page'])
      await expectProblem(await send('GET', `trash?q=${'a'.repeat(201)}`), 'invalid-query', ['q'])
    })
  })

  test('finds items by words of their names and by their dates', async () => {
    const artist = await made('residents', { name: 'Ñandú Gris' })
    const night = await made('events', { title: 'Marea', date: '2031-11-24T23:30' })
    await bin('residents', artist._id)
    await bin('events', night._id)
    const find = async (q: string) =>
      (await trash(`?${new URLSearchParams({ q })}`)).map(({ entity }) => entity._id)
    for (const q of ['nandu', 'GRIS ñan']) expect(await find(q), q).toEqual([artist._id])
    // A night after midnight is found by both of its days.
    const late = await made('events', { title: 'Trasnoche', date: '2031-11-25T00:30' })
    await bin('events', late._id)
    for (const q of ['trasnoche nov 24', '25/11/2031']) expect(await find(q), q).toEqual([late._id])
    for (const q of ['marea', '24/11/2031 mar', 'noviembre 2031 mar'])
      expect(await find(q), q).toEqual([night._id])
    for (const q of ['gris marea', 'nov 26', 'marea 2030']) expect(await find(q), q).toEqual([])
    expect(await find('nov 24')).toEqual([late._id, night._id])
    expect(await find(' ')).toEqual([late._id, night._id, artist._id])
    const first = await send('GET', 'trash?q=a&limit=1')
    expect(first.headers.get('X-Total-Count')).toBe('0')
    const second = await send('GET', 'trash?q=mar&limit=1&page=2')
    expect([second.headers.get('X-Total-Count'), await second.json()]).toEqual(['1', []])
  })

  test.each(resourceNames)(
    'lists %s with the author and the end of retention, and restores them unchanged',
    async (resource) => {
      const item = await made(
        resource,
        resource === 'news' ? { newsTitle: `De ida y vuelta ${resource}` } : {},
      )
      const before = await countOf(resource)
      await bin(resource, item._id)
      expect(await trash()).toEqual([
        {
          resource,
          // An item in the trash has no slug.
          entity: 'slug' in item ? { ...withoutShare(item), slug: null } : withoutShare(item),
          deletedAt: new Date(club.clock.now).toISOString(),
          deletedBy: 'ana@club.example',
          deletedByName: null,
          expiresAt: new Date(club.clock.now + 30 * DAY_MS).toISOString(),
        },
      ])
      // The list is cached, and the cached list must become stale.
      const kept = await send('GET', resource)
      club.clock.now += 1000
      const restored = await send('POST', `trash/${resource}/${item._id}/restore`)
      expect([restored.status, await restored.json()]).toEqual([200, item])
      expect(await trash()).toEqual([])
      expect(await countOf(resource)).toBe(before)
      expect((await send('GET', resource)).headers.get('ETag')).not.toBe(kept.headers.get('ETag'))
      expect(await (await send('GET', `${resource}/${item._id}`)).json()).toEqual(item)
      const heading = String(item[getDeclaration(resource).nameField])
      const found = await send('GET', `${resource}?q=${encodeURIComponent(heading)}`)
      if (resource !== 'events') expect(JSON.stringify(await found.json())).toContain(item._id)
      expect((await logOf(item._id)).map(({ action }) => action)).toEqual(['restore', 'delete', 'create'])
      await expectProblem(await send('POST', `trash/${resource}/${item._id}/restore`), 'not-found')
    },
  )

  test('lists the last deleted items of all resources first, by pages', async () => {
    const names = ['Uno', 'Dos', 'Tres']
    for (const name of names) {
      await bin('residents', (await made('residents', { name }))._id)
      await bin('agency', (await made('agency', { name: `${name} bis` }))._id)
    }
    expect(await named()).toEqual(['Tres bis', 'Tres', 'Dos bis', 'Dos', 'Uno bis', 'Uno'])
    const page = await send('GET', 'trash?limit=2&page=2')
    expect(page.headers.get('X-Total-Count')).toBe('6')
    expect(page.headers.get('Link')).toContain('</api/trash?limit=2&page=3>; rel="next"')
    expect(((await page.json()) as TrashItem[]).map(({ entity }) => entity.name)).toEqual(['Dos bis', 'Dos'])
  })

  test('names the administrator who deleted an item, also after that user was deleted', async () => {
    const email = `se-va-${club.clock.now}@club.example`
    const { cookie, user } = await club.signIn({ email, password: 'una clave bien larga' })
    const item = await made('residents')
    await club.send('DELETE', `/api/residents/${item._id}`, { as: cookie })
    expect((await send('DELETE', `admin/${user._id}`)).status).toBe(204)
    expect((await trash())[0]?.deletedBy).toBe(email)
  })

  test('deletes and restores several items at once', async () => {
    const items = await Promise.all(['Ana', 'Bea', 'Coti'].map((name) => made('residents', { name })))
    const ids = items.map(({ _id }) => _id)
    const before = await countOf('residents')
    // An id of another resource and a repeated id are ignored.
    const other = await made('agency')
    const deleted = await send('POST', 'trash', {
      resource: 'residents',
      ids: [...ids, ids[0], other._id, NOBODY],
    })
    expect(deleted.status).toBe(200)
    const gone = ((await deleted.json()) as { ids: string[] }).ids
    expect(gone.toSorted()).toEqual(ids.toSorted())
    expect(await countOf('residents')).toBe(before - 3)
    expect((await send('GET', `agency/${other._id}`)).status).toBe(200)

    const restored = await send('POST', 'trash/restore', { resource: 'residents', ids: [...ids, NOBODY] })
    expect([restored.status, await restored.json()]).toEqual([200, items])
    expect(await countOf('residents')).toBe(before)
    for (const id of ids)
      expect((await logOf(id)).map(({ action }) => action)).toEqual(['restore', 'delete', 'create'])
  })

  test('counts correctly after simultaneous deletions and restorations', async () => {
    const ids = (await Promise.all(['A', 'B', 'C', 'D'].map((name) => made('residents', { name })))).map(
      ({ _id }) => _id,
    )
    const before = await countOf('residents')
    const both = { resource: 'residents', ids }
    const back = { resource: 'residents', ids: ids.toReversed() }
    await Promise.all([send('POST', 'trash', both), send('POST', 'trash', back), send('POST', 'trash', both)])
    expect(await countOf('residents')).toBe(before - 4)
    await Promise.all([send('POST', 'trash/restore', both), send('POST', 'trash/restore', back)])
    expect(await countOf('residents')).toBe(before)
  })

  describe('titles of news', () => {
    test('refuses the whole restoration when another item has a title, and names that item', async () => {
      const [one, two] = [
        await made('news', { newsTitle: 'La primera noche' }),
        await made('news', { newsTitle: 'Otra noche' }),
      ]
      const ids = [two._id, one._id]
      await send('POST', 'trash', { resource: 'news', ids })
      // Another item may take the title of an item in the trash, also with another case or other accents.
      const heir = await made('news', { newsTitle: 'LA PRIMERA NÓCHE' })
      await changesNothing(club, async () => {
        const { detail } = await expectProblem(
          await send('POST', `trash/news/${one._id}/restore`),
          'title-taken',
          ['newsTitle'],
        )
        expect(detail).toContain('«La primera noche»')
        await expectProblem(await send('POST', 'trash/restore', { resource: 'news', ids }), 'title-taken')
      })
      await bin('news', heir._id)
      expect((await send('POST', 'trash/restore', { resource: 'news', ids })).status).toBe(200)
      await expectProblem(await send('POST', `trash/news/${heir._id}/restore`), 'title-taken')
    })

    test('leads a title to the restored item again, and no longer to an item that was renamed', async () => {
      const first = await made('news', { newsTitle: 'Un título que vuelve' })
      await bin('news', first._id)
      const second = await made('news', { newsTitle: 'Un título que vuelve' })
      await send('PUT', `news/${second._id}`, { newsTitle: 'Se fue a otro' })
      expect((await send('GET', 'news/title/Un-título-que-vuelve')).status).toBe(301)
      await send('POST', `trash/news/${first._id}/restore`)
      const found = await send('GET', 'news/title/Un-título-que-vuelve')
      expect([found.status, ((await found.json()) as AnyEntity)._id]).toEqual([200, first._id])
    })
  })

  describe('deletion for good', () => {
    const rowsAbout = async (resource: ResourceName, id: string) => {
      const { read } = club.database
      const item = await read
        .selectFrom(resource as 'news')
        .select('id')
        .where('id', '=', id)
        .execute()
      const history = await read.selectFrom('history').selectAll().where('itemId', '=', id).execute()
      const refs = await read
        .selectFrom('mediaRefs')
        .selectAll()
        .where('itemId', 'in', [id, ...history.map((entry) => entry.id)])
        .execute()
      return { item, refs, kept: history.filter(({ changes }) => changes !== '{}') }
    }

    test('deletes an item with its pictures and versions, and keeps the audit log entry', async () => {
      const item = await made('news', { newsTitle: 'Para siempre' })
      await send('PUT', `news/${item._id}`, { newsDescription: 'Con un secreto.' })
      await bin('news', item._id)
      expect((await rowsAbout('news', item._id)).kept).toHaveLength(1)
      expect((await send('DELETE', `trash/news/${item._id}`)).status).toBe(204)
      expect(await rowsAbout('news', item._id)).toEqual({ item: [], refs: [], kept: [] })
      expect(await trash()).toEqual([])
      await expectProblem(await send('DELETE', `trash/news/${item._id}`), 'not-found')
      await expectProblem(await send('POST', `trash/news/${item._id}/restore`), 'not-found')
      const entry = { by: 'ana@club.example', label: 'Para siempre', state: 'gone' }
      expect(await logOf(item._id)).toEqual(
        ['purge', 'delete', 'update', 'create'].map((action) => ({ action, ...entry })),
      )
    })

    test('deletes all items of the trash when it is emptied, and no other item', async () => {
      const live = await made('residents', { name: 'Sigue' })
      const many = await Promise.all(
        Array.from({ length: 5 }, (_, index) => made('residents', { name: `${index}` })),
      )
      await send('POST', 'trash', { resource: 'residents', ids: many.map(({ _id }) => _id) })
      await bin('events', (await made('events'))._id)
      expect((await send('DELETE', 'trash')).status).toBe(204)
      const left = await send('GET', 'trash')
      expect([await left.json(), left.headers.get('X-Total-Count')]).toEqual([[], '0'])
      expect((await send('GET', `residents/${live._id}`)).status).toBe(200)
      expect((await logOf(many[0]?._id as string))[0]).toMatchObject({
        action: 'purge',
        by: 'ana@club.example',
      })
    })

    test('deletes items after 30 days, without an author', async () => {
      const item = await made('agency', { name: 'Vence' })
      await bin('agency', item._id)
      club.clock.now += 30 * DAY_MS
      await club.trash.tidy(club.clock.now)
      expect((await rowsAbout('agency', item._id)).item).toHaveLength(1)
      club.clock.now += 1
      await club.trash.tidy(club.clock.now)
      expect(await rowsAbout('agency', item._id)).toEqual({ item: [], refs: [], kept: [] })
      as = (await club.signIn({ email: `${club.clock.now}@club.example`, password: 'una clave bien larga' }))
        .cookie
      expect((await logOf(item._id))[0]).toEqual({ action: 'purge', by: null, label: 'Vence', state: 'gone' })
    })
  })
})
