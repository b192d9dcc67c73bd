/** Tests the audit log through HTTP: first refusals, then entries and restored versions. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createDraft,
  createPicture,
  openTestClub,
  type TestClub,
  withoutShare,
} from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import type { AuditedResource } from '../../content/shared/audit-log.ts'
import type {
  AuditLogEntry,
  AuditLogEntryDetail,
  LatestChange,
  RecentChange,
} from '../../content/shared/audit-log-answers.ts'
import type { Picture } from '../../content/shared/entity-parts.ts'
import { type Field, listImageFields } from '../../content/shared/fields.ts'
import { nest } from '../../content/shared/nested-values.ts'
import {
  type AnyEntity,
  getDeclaration,
  type ResourceName,
  resourceNames,
} from '../../content/shared/resources.ts'
import { recordEntry } from '../../db/record-entry.ts'

const HOUR_MS = 3_600_000
const NOBODY = '00000000-0000-7000-8000-000000000000'
const drafts = Object.fromEntries(
  await Promise.all(resourceNames.map(async (name) => [name, await createDraft(name)] as const)),
) as Record<ResourceName, Record<string, unknown>>

const findOtherOption = ({ options, fallback }: Extract<Field, { kind: 'choice' }>) =>
  Object.keys(options).find((option) => option !== fallback)

let titles = 0

describe.each(databases)('the audit log on $name', ({ create }) => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  let userId: string
  beforeAll(async () => {
    database = await create()
    club = await openTestClub(database)
    const { cookie, user } = await club.signIn()
    as = cookie
    userId = user._id
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  const send = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    cookie = as,
  ) => club.send(method, `/api/${path}`, { as: cookie, headers, ...(body !== undefined && { body }) })
  const made = async (resource: ResourceName, change: Record<string, unknown> = {}): Promise<AnyEntity> => {
    const title = resource === 'news' && { newsTitle: `Título ${++titles}` }
    const response = await send('POST', resource, { ...drafts[resource], ...title, ...change })
    expect(response.status).toBe(201)
    return (await response.json()) as AnyEntity
  }
  const put = async (
    resource: ResourceName,
    id: string,
    change: Record<string, unknown>,
  ): Promise<AnyEntity> => {
    club.clock.now += 1000
    const response = await send('PUT', `${resource}/${id}`, change)
    expect(response.status).toBe(200)
    return (await response.json()) as AnyEntity
  }
  const read = async (resource: ResourceName, id: string) =>
    (await (await send('GET', `${resource}/${id}`)).json()) as AnyEntity
  const logOf = async (id: string) =>
    (await (await send('GET', `history?item=${id}`)).json()) as AuditLogEntry[]
  const whole = async (id: string) =>
    (await (await send('GET', `history/${id}`)).json()) as AuditLogEntryDetail
  const restore = (id: string, to?: 'before' | 'after', headers: Record<string, string> = {}) =>
    send('POST', `history/${id}/restore`, to ? { to } : {}, headers)
  /** Returns the values that a restored version brings back. Times and slug stay as they are. */
  const content = ({ updatedAt, slug, share, ...rest }: AnyEntity) => rest

  test('refuses unknown entries and invalid filters', async () => {
    await changesNothing(club, async () => {
      for (const id of [NOBODY, "' OR '1'='1", '__proto__', 'x'.repeat(5000)]) {
        const path = `history/${encodeURIComponent(id)}`
        await expectProblem(await send('GET', path), 'not-found')
        await expectProblem(await send('POST', `${path}/restore`, {}), 'not-found')
      }
      await expectProblem(await send('GET', 'history?resource=nada'), 'invalid-query', ['resource'])
      await expectProblem(await send('GET', `history?item=${'x'.repeat(101)}`), 'invalid-query', ['item'])
      await expectProblem(await send('GET', 'history?limit=501'), 'invalid-query', ['limit'])
      await expectProblem(await send('GET', 'history/latest/users?ids=x'), 'not-found')
      await expectProblem(await send('GET', 'history/latest/news'), 'invalid-query', ['ids'])
      const many = Array(501).fill('x').join(',')
      await expectProblem(await send('GET', `history/latest/news?ids=${many}`), 'invalid-query', ['ids'])
      expect(await (await send('GET', `history?item=${NOBODY}`)).json()).toEqual([])
      // PostgreSQL refuses a query with a NUL, so the route has to refuse the value first.
      for (const name of ['item', 'user'])
        for (const text of ['%00', 'x%00', '%ED%A0%80'])
          expect(await (await send('GET', `history?${name}=${text}`)).json()).toEqual([])
    })
  })

  test('lists entries of a resource that no feature declares any more, with the stored names', async () => {
    const itemId = '01920000-0000-7000-8000-00000000aaaa'
    await club.database.write((tx) =>
      recordEntry(tx, {
        at: club.clock.now,
        by: { id: userId, email: 'ana@club.example', name: null },
        action: 'update',
        resource: 'discontinued' as AuditedResource,
        itemId,
        label: 'Remera',
        changes: { price: ['10', '12'], draft: ['true', 'false'], 'alt.photo': [null, 'Negra'] },
      }),
    )
    const [entry, ...others] = await logOf(itemId)
    expect(others).toEqual([])
    expect(entry).toMatchObject({ resource: 'discontinued', label: 'Remera', state: null })
    expect(entry?.changes).toEqual([
      { field: 'price', label: 'price', kind: 'line', before: '10', after: '12' },
      { field: 'draft', label: 'Borrador', kind: 'line', before: 'Sí', after: 'No' },
      { field: 'alt.photo', label: 'photo: texto alternativo', kind: 'line', before: null, after: 'Negra' },
    ])
    const id = entry?._id as string
    expect(await whole(id)).toMatchObject({ before: null, now: null, after: null })
    await expectProblem(await restore(id), 'not-found')
    const { changes } = (await (await send('GET', 'overview')).json()) as { changes: RecentChange[] }
    expect(changes[0]).toMatchObject({ resource: 'discontinued', label: 'Remera', state: null })
  })

  test('is not available to visitors and public pages', async () => {
    const item = await made('residents')
    await put('residents', item._id, { name: 'Otra' })
    for (const path of ['history', `history?item=${item._id}`, `history/latest/residents?ids=${item._id}`])
      await expectProblem(await club.send('GET', `/api/${path}`), 'sign-in-needed')
    for (const path of ['residents', 'residents?order=changed', `residents/${item._id}`])
      expect(await (await club.send('GET', `/api/${path}`)).text()).not.toContain('@club.example')
  })

  test('has every write with author, time and changes, also after the author was deleted', async () => {
    const email = 'se-va@club.example'
    const leaving = await club.signIn({ email, password: 'una clave bien larga' })
    const item = await made('agency', { name: 'Ana Bucle', alt: { photo: 'Ana' } })
    club.clock.now += 1000
    const at = new Date(club.clock.now).toISOString()
    const change = { name: 'Ana Bucles', alt: { photo: 'Ana de frente' } }
    await send('PUT', `agency/${item._id}`, change, {}, leaving.cookie)
    // A request that changes nothing is not a write, so it has no entry.
    await send('PUT', `agency/${item._id}`, change)
    await send('DELETE', `admin/${leaving.user._id}`)
    const [updated, created, ...others] = await logOf(item._id)
    expect(others).toEqual([])
    expect(updated).toEqual({
      _id: expect.any(String),
      at,
      by: email,
      byName: null,
      userId: leaving.user._id,
      action: 'update',
      resource: 'agency',
      itemId: item._id,
      label: 'Ana Bucles',
      version: 2,
      state: 'live',
      changes: [
        { field: 'name', label: 'Nombre', kind: 'line', before: 'Ana Bucle', after: 'Ana Bucles' },
        {
          field: 'alt.photo',
          label: 'Foto: texto alternativo',
          kind: 'line',
          before: 'Ana',
          after: 'Ana de frente',
        },
      ],
    })
    expect(created).toMatchObject({ action: 'create', by: 'ana@club.example', version: 1, changes: [] })
    // Requests author and time of the last write. The first author is deleted by now, so the address comes from the audit
    // log.
    const latest = async () =>
      (await (await send('GET', `history/latest/agency?ids=${item._id},${NOBODY}`)).json()) as LatestChange[]
    expect(await latest()).toEqual([{ _id: item._id, at, by: email, byName: null }])
    await put('agency', item._id, { name: 'Ana' })
    expect(await latest()).toEqual([
      { _id: item._id, at: new Date(club.clock.now).toISOString(), by: 'ana@club.example', byName: null },
    ])
    await send('DELETE', `agency/${item._id}`)
    expect(await latest()).toEqual([])
    expect((await logOf(item._id)).map(({ action, state }) => `${action} ${state}`)).toEqual([
      'delete trash',
      'update trash',
      'update trash',
      'create trash',
    ])
  })

  test('has no entry of a failed write', async () => {
    const item = await made('news')
    const taken = await made('news')
    const before = await logOf(item._id)
    await expectProblem(await send('PUT', `news/${item._id}`, { newsTitle: taken.newsTitle }), 'title-taken')
    expect(await logOf(item._id)).toEqual(before)
    const undone = club.database.write(async (tx) => {
      const entry = {
        at: 1,
        by: null,
        action: 'delete',
        resource: 'messages',
        itemId: 'gone',
        label: 'x',
      } as const
      await recordEntry(tx, entry)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await logOf('gone')).toEqual([])
  })

  test('lists the latest entries first, by pages, of a resource or of an author', async () => {
    const eva = await club.signIn({ email: 'eva@club.example', password: 'una clave bien larga' })
    for (const name of ['Uno', 'Dos', 'Tres'])
      await send('POST', 'residents', { ...drafts.residents, name }, {}, eva.cookie)
    await send('POST', 'agency', drafts.agency, {}, eva.cookie)
    const of = async (query: string) => {
      const response = await send('GET', `history?${query}`)
      const labels = ((await response.json()) as AuditLogEntry[]).map(({ label }) => label)
      return [labels, response.headers.get('X-Total-Count'), response.headers.get('Link')]
    }
    expect(await of(`user=${eva.user._id}&resource=residents`)).toEqual([['Tres', 'Dos', 'Uno'], '3', null])
    expect(await of(`user=${eva.user._id}&limit=2&page=2`)).toEqual([
      ['Dos', 'Uno'],
      '4',
      `</api/history?user=${eva.user._id}&limit=2&page=1>; rel="first", </api/history?user=${eva.user._id}&limit=2&page=1>; rel="prev"`,
    ])
    expect((await of('limit=1'))[0]).toEqual(['Uno'])
    expect((await of('resource=residents&limit=1'))[0]).toEqual(['Tres'])
  })

  test('describes records that are not content, without versions to restore', async () => {
    await club.database.write((tx) =>
      recordEntry(tx, {
        at: club.clock.now,
        by: { id: userId, email: 'ana@club.example', name: null },
        action: 'approve',
        resource: 'users',
        itemId: 'somebody',
        label: 'x'.repeat(400),
        changes: { status: ['pending', 'active'], other: [null, '1'] },
      }),
    )
    const [entry] = await logOf('somebody')
    expect(entry).toMatchObject({
      action: 'approve',
      resource: 'users',
      version: null,
      state: null,
      label: 'x'.repeat(300),
      changes: [
        { label: 'Estado', before: 'Espera aprobación', after: 'Activo' },
        { label: 'other', before: null, after: '1' },
      ],
    })
    expect(await whole(entry?._id as string)).toMatchObject({ before: null, now: null, after: null })
    await expectProblem(await restore(entry?._id as string), 'not-found')
  })

  test.each(resourceNames)('restores each version of %s with its pictures', async (resource) => {
    const { fields } = getDeclaration(resource)
    const item = await made(resource)
    const versions = [item]
    // Derived fields, references and uploaded files have tests of their own.
    const apart = ['former', 'reference', 'audio']
    const typed = Object.entries(fields).filter(([, { kind }]) => !apart.includes(kind))
    for (const [index, [name, field]] of typed.entries()) {
      const next = {
        time: '05:30',
        rows: [{ name: `Otro ${name}` }],
        image: await createPicture(`rgb(${index + 1},${resource.length},77)`, 20, 20),
        date: `2028-01-${10 + index}`,
        url: `https://club.example/${index}`,
        rich: '<p>Otro <em>texto</em>, con otras palabras.</p>',
        ...(field.kind === 'number' && { number: field.max }),
        ...(field.kind === 'choice' && { choice: findOtherOption(field) }),
      }[field.kind as string]
      versions.push(await put(resource, item._id, nest({ [name]: next ?? `Otro ${name} de ${resource}` })))
    }
    for (const name of listImageFields(getDeclaration(resource)))
      versions.push(await put(resource, item._id, { alt: { [name]: 'Ahora dice algo.' } }))
    const log = await logOf(item._id)
    expect(log).toHaveLength(versions.length)

    // The log begins with the newest entry. In reversed order, the entry at `index` made versions[index].
    for (const [index, entry] of log.toReversed().entries()) {
      const { before, now, after } = await whole(entry._id)
      expect(now).toEqual(withoutShare(versions.at(-1) as AnyEntity))
      expect(after && content(after)).toEqual(content(versions[index] as AnyEntity))
      expect(before && content(before)).toEqual(
        index === 0 ? null : content(versions[index - 1] as AnyEntity),
      )
    }
    // Pictures without references are deleted. Pictures of versions stay.
    club.clock.now += 25 * HOUR_MS
    await club.images.sweep(club.clock.now)
    const oldest = log.at(-1)?._id as string
    await expectProblem(await restore(oldest, 'before'), 'not-found')
    const back = await restore(oldest, 'after')
    expect(back.status).toBe(200)
    expect(back.headers.get('ETag')).toBe(`"${versions.length + 1}"`)
    const restored = (await back.json()) as AnyEntity
    expect(content(restored)).toEqual(content(item))
    expect(await read(resource, item._id)).toEqual(restored)
    for (const picture of Object.values(restored.images))
      expect((await club.send('GET', (picture as Picture).src)).status).toBe(200)

    // A restore is a write, so it can be reverted like any other write.
    const [reverted] = await logOf(item._id)
    expect(reverted).toMatchObject({ action: 'revert', version: versions.length + 1 })
    const again = await restore(reverted?._id as string)
    expect(content((await again.json()) as AnyEntity)).toEqual(content(versions.at(-1) as AnyEntity))
    // Restoring the current version changes nothing.
    const [latest] = await logOf(item._id)
    await changesNothing(club, async () => {
      expect((await restore(latest?._id as string, 'after')).status).toBe(200)
    })
    as = (
      await club.signIn({
        email: `${resource}${club.clock.now}@club.example`,
        password: 'una clave bien larga',
      })
    ).cookie
  })

  test('shows pictures, and the difference of long texts', async () => {
    const item = await made('news', {
      newsBody: `<p>${'La noche fue larga. '.repeat(60)}Y terminó bien.</p>`,
    })
    const changed = await put('news', item._id, {
      photo: await createPicture('#731'),
      newsBody: `<p>${'La noche fue larga. '.repeat(60)}Y terminó mejor.</p>`,
    })
    const [entry] = await logOf(item._id)
    const [photo, body] = entry?.changes ?? []
    expect(photo).toMatchObject({ before: { src: item.photo }, after: { src: changed.photo } })
    expect(body?.kind).toBe('rich')
    expect(body?.before).toMatch(/^… .*Y terminó bien\.$/)
    expect(body?.after).toMatch(/^… .*Y terminó mejor\.$/)
    expect(String(body?.after).length).toBeLessThan(200)
    const detail = await whole(entry?._id as string)
    expect(detail.changes[1]).toMatchObject({ before: item.newsBody, after: changed.newsBody })
  })

  describe('restoring', () => {
    test('refuses a restore after another write', async () => {
      const item = await made('residents', { name: 'Uno' })
      await put('residents', item._id, { name: 'Dos' })
      const [entry] = await logOf(item._id)
      const seen = (await send('GET', `history/${entry?._id}`)).headers.get('ETag') as string
      expect(seen).toBe('"2"')
      await put('residents', item._id, { name: 'Tres' })
      await changesNothing(club, async () => {
        await expectProblem(
          await restore(entry?._id as string, 'before', { 'If-Match': seen }),
          'edited-meanwhile',
        )
        await expectProblem(
          await send('POST', `history/${entry?._id}/restore`, { to: 'x' }),
          'invalid-fields',
          ['to'],
        )
      })
      expect((await restore(entry?._id as string, 'before', { 'If-Match': '"3"' })).status).toBe(200)
      expect((await read('residents', item._id)).name).toBe('Uno')
    })

    test('accepts one of several simultaneous requests and keeps the other versions', async () => {
      const item = await made('residents', { name: 'Uno' })
      await put('residents', item._id, { name: 'Dos' })
      const [entry] = await logOf(item._id)
      const answers = await Promise.all([
        ...[1, 2, 3].map(() => restore(entry?._id as string, 'before', { 'If-Match': '"2"' })),
        send('PUT', `residents/${item._id}`, { name: 'Tres' }, { 'If-Match': '"2"' }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412])
      expect((await logOf(item._id)).map(({ version }) => version)).toEqual([3, 2, 1])
    })

    test('restores an item from the trash under a free title', async () => {
      const item = await made('news', { newsTitle: 'Como se llamaba' })
      await put('news', item._id, { newsTitle: 'Como se llamó después' })
      const [renaming] = await logOf(item._id)
      await send('DELETE', `news/${item._id}`)
      const heir = await made('news', { newsTitle: 'Como se llamó después' })
      await changesNothing(club, async () => {
        await expectProblem(await restore(renaming?._id as string, 'after'), 'title-taken')
      })
      const total = async () => Number((await send('GET', 'news')).headers.get('X-Total-Count'))
      const before = await total()
      expect((await restore(renaming?._id as string)).status).toBe(200)
      expect(await total()).toBe(before + 1)
      const byTitle = async (title: string) =>
        ((await (await send('GET', `news/title/${title}`)).json()) as AnyEntity)._id
      expect(await byTitle('Como-se-llamaba')).toBe(item._id)
      expect(await byTitle('Como-se-llamó-después')).toBe(heir._id)
      expect((await logOf(item._id)).map(({ action }) => action)).toEqual([
        'restore',
        'revert',
        'delete',
        'update',
        'create',
      ])
      expect(JSON.stringify(await (await send('GET', 'news?q=llamaba')).json())).toContain(item._id)
    })

    test('refuses a restore and rolls it back when another item has the title', async () => {
      const item = await made('news', { newsTitle: 'Se lo lleva otra' })
      await put('news', item._id, { newsTitle: 'Ya no se llama así', newsDescription: 'Distinta.' })
      const [renaming] = await logOf(item._id)
      await made('news', { newsTitle: 'Se lo lleva otra' })
      await changesNothing(club, async () => {
        await expectProblem(await restore(renaming?._id as string), 'title-taken', ['newsTitle'])
      })
    })

    test('restores pictures inside a text, which were kept meanwhile', async () => {
      const image = await createPicture('#9a1b3c', 40, 30)
      const picture = (await (await send('POST', 'media', { image })).json()) as Picture
      const item = await made('news', {
        newsBody: `<p>Con foto.</p><img src="${picture.src}" alt="La pista">`,
      })
      await put('news', item._id, { newsBody: '<p>Sin foto.</p>' })
      club.clock.now += 25 * HOUR_MS
      await club.images.sweep(club.clock.now)
      const [entry] = await logOf(item._id)
      const back = (await (await restore(entry?._id as string)).json()) as AnyEntity
      expect(back.newsBody).toBe(item.newsBody)
      expect((await club.send('GET', picture.src)).status).toBe(200)
    })
  })

  test('deletes entries after 12 months with their references to pictures', async () => {
    const item = await made('agency', { photo: await createPicture('#4b5c6d') })
    await put('agency', item._id, { photo: await createPicture('#6d5c4b') })
    const [entry] = await logOf(item._id)
    const held = () =>
      club.database.read
        .selectFrom('mediaRefs')
        .selectAll()
        .where('itemId', '=', entry?._id as string)
        .execute()
    expect(await held()).toHaveLength(2)
    const written = new Date(club.clock.now)
    written.setUTCMonth(written.getUTCMonth() + 12)
    club.clock.now = written.getTime()
    await club.auditLog.tidy(club.clock.now)
    expect(await held()).toHaveLength(2)
    club.clock.now += 1
    await club.auditLog.tidy(club.clock.now)
    expect(await held()).toEqual([])
    as = (await club.signIn({ email: `${club.clock.now}@club.example`, password: 'una clave bien larga' }))
      .cookie
    expect(await logOf(item._id)).toEqual([])
    await club.images.sweep(club.clock.now)
    expect((await club.send('GET', String(item.photo))).status).toBe(404)
    expect((await club.send('GET', String((await read('agency', item._id)).photo))).status).toBe(200)
  })
})
