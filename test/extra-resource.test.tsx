/**
 * A resource needs only a declaration and a migration. This test adds a resource `records`, and checks that it has all
 * features of the shipped resources. No other code of the club knows `records`.
 */

import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import OurClubMenu from '../features/home/admin/our-club.screen.tsx'
import { describeEntry } from '../platform/admin-layout/admin-words.ts'
import { findCommands } from '../platform/admin-layout/commands.ts'
import { Changes } from '../platform/audit-log/admin/entry-changes.tsx'
import Create from '../platform/content/admin/form/create-item.screen.tsx'
import Edit from '../platform/content/admin/form/edit-item.screen.tsx'
import UpdateList from '../platform/content/admin/list/item-list.screen.tsx'
import type {
  AuditLogEntry,
  AuditLogEntryDetail,
  TrashItem,
} from '../platform/content/shared/audit-log-answers.ts'
import { findItemPage } from '../platform/content/shared/item-pages.ts'
import { type AnyEntity, type ResourceName, resourceNames } from '../platform/content/shared/resources.ts'
import { connect } from '../platform/db/connect.ts'
import { loadClub } from '../platform/db/load.ts'
import { migrationNames } from '../platform/db/migrate.ts'
import { withSnapshot } from '../platform/db/snapshot.ts'
import { createPicture, openTestClub, type TestClub } from './support/club.ts'
import { readTables } from './support/club-snapshot.ts'
import { databases, type TestDatabase } from './support/databases.ts'
import { changesNothing, expectProblem } from './support/refusals.ts'
import { createSiteSettings } from './support/site-settings.ts'

vi.mock('../features/index.ts', async (original) => {
  const { features } = await original<typeof import('../features/index.ts')>()
  const { records } = await import('./support/extra-resource/records.ts')
  return { features: [...features, { resources: { records } }] }
})
vi.mock('../platform/db/migrations/index.ts', async (original) => {
  const { migrations } = await original<typeof import('../platform/db/migrations/index.ts')>()
  return {
    migrations: { ...migrations, '9000_records': await import('./support/extra-resource/9000_records.ts') },
  }
})

const RECORDS = 'records' as ResourceName
const cover = await createPicture('#1a2b3c')
let count = 0
const draft = (change: Record<string, unknown> = {}) => ({
  name: `Disco ${++count}`,
  cover,
  released: '2026-11-20',
  notes: '<p>Prensado <strong>pesado</strong>.<script>alert(1)</script></p>',
  ...change,
})

describe.each(databases)('an extra resource on $name', ({ createEmpty }) => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    place = await createEmpty()
    club = await openTestClub(place)
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })

  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    club.send(method, `/api/${path}`, { as, headers, ...(body !== undefined && { body }) })
  const read = async <T,>(path: string) =>
    (await (await club.send('GET', `/api/${path}`, { as })).json()) as T
  const createRecord = async (change: Record<string, unknown> = {}): Promise<AnyEntity> => {
    const response = await send('POST', 'records', draft(change))
    expect(response.status).toBe(201)
    return (await response.json()) as AnyEntity
  }
  const found = async (query: string) =>
    (await read<{ data: AnyEntity[] }>(`records${query}`)).data.map(({ _id }) => _id)
  const readHistory = (id: string) => read<AuditLogEntry[]>(`history?item=${id}`)

  test('is refused with the same problems as other resources, and without any change', async () => {
    const item = await createRecord()
    const path = `records/${item._id}`
    await changesNothing(club, async () => {
      await expectProblem(await club.send('POST', '/api/records', { body: draft() }), 'sign-in-needed')
      const missing = ['name', 'cover', 'released', 'notes']
      await expectProblem(await send('POST', 'records', {}), 'missing-fields', missing)
      const wrong = draft({ released: '2026-02-30', label: 7, cover: 'data:image/png;base64,AAAA' })
      await expectProblem(await send('POST', 'records', wrong), 'invalid-fields', ['released', 'label'])
      await expectProblem(await send('POST', 'records', draft({ label: 'x'.repeat(500) })), 'invalid-fields')
      const same = String(item.name).toUpperCase()
      const { errors } = await expectProblem(
        await send('POST', 'records', draft({ name: same })),
        'title-taken',
      )
      expect(errors).toEqual([{ field: 'name', message: 'Ya existe un disco con ese título.' }])
      const stale = { 'If-Match': '"7"' }
      await expectProblem(await send('PUT', path, { label: 'Otro' }, stale), 'edited-meanwhile')
      await expectProblem(await send('DELETE', 'records/nobody'), 'not-found')
      await expectProblem(await club.send('GET', '/api/records?from=nunca'), 'invalid-query', ['from'])
    })
  })

  test('is created, listed, read, changed, and found by search', async () => {
    const response = await send('POST', 'records', draft({ name: 'Lado Á', released: '2026-11-21T23:00' }))
    const item = (await response.json()) as AnyEntity
    expect([response.status, response.headers.get('Location')]).toEqual([201, `/api/records/${item._id}`])
    expect(item).toMatchObject({
      name: 'Lado-Á',
      label: null,
      notes: '<p>Prensado <strong>pesado</strong>.</p>',
      images: { cover: { width: 32 } },
      alt: { cover: null },
    })
    expect(await read(`records/${item._id}`)).toEqual(item)
    const older = await createRecord({ released: '2020-01-01', label: 'Sello Negro' })
    expect((await found('')).slice(0, 1)).toEqual([item._id])
    expect((await found('?order=oldest'))[0]).toBe(older._id)
    expect(await found('?order=name&limit=2')).toHaveLength(2)
    expect(await found('?from=2026-11-21')).toEqual([item._id])
    expect(await found('?q=pesad%20lado')).toEqual([item._id])
    expect(await found('?q=negro')).toEqual([older._id])
    const first = await club.send('GET', '/api/records?limit=1')
    expect(first.headers.get('Link')).toContain('rel="next"')

    const put = await send(
      'PUT',
      `records/${item._id}`,
      { name: 'Lado B', label: 'Uno' },
      { 'If-Match': '"1"' },
    )
    expect([put.status, put.headers.get('ETag')]).toEqual([200, '"2"'])
    expect(await put.json()).toMatchObject({ name: 'Lado-B', label: 'Uno', released: item.released })
    // A blank or absent value keeps the stored value. null clears an optional field.
    const answer = await send('PUT', `records/${item._id}`, { name: ' ', cover: item.cover, released: null })
    expect(await answer.json()).toMatchObject({ name: 'Lado-B', label: 'Uno', cover: item.cover })
    const blank = await send('PUT', `records/${item._id}`, { label: ' \u200b' })
    expect(await blank.json()).toMatchObject({ label: 'Uno' })
    const emptied = await send('PUT', `records/${item._id}`, { label: null })
    expect(await emptied.json()).toMatchObject({ label: null })
  })

  test('is found by its current title and by earlier ones', async () => {
    const item = await createRecord({ name: 'Primer título' })
    await send('PUT', `records/${item._id}`, { name: 'Segundo título' })
    expect((await read<AnyEntity>('records/title/segundo%20titulo'))._id).toBe(item._id)
    const moved = await club.send('GET', '/api/records/title/Primer-t%C3%ADtulo')
    expect([moved.status, moved.headers.get('Location')]).toEqual([
      301,
      '/api/records/title/Segundo-t%C3%ADtulo',
    ])
    await expectProblem(await club.send('GET', '/api/records/title/tercero'), 'not-found')
  })

  test('has no page for visitors, because its declaration has none', async () => {
    expect(findItemPage(RECORDS, await createRecord())).toBe('/')
  })

  test('is moved to the trash and restored, with its history and earlier versions', async () => {
    const item = await createRecord({ name: 'Ida y vuelta', label: 'Uno' })
    await send('PUT', `records/${item._id}`, { notes: '<p>Otras notas.</p>', label: 'Dos' })
    expect((await send('DELETE', `records/${item._id}`)).status).toBe(204)
    const [binned] = await read<TrashItem[]>('trash')
    expect(binned).toMatchObject({ resource: 'records', entity: { _id: item._id, label: 'Dos' } })
    expect(await found('?q=vuelta')).toEqual([])
    const heir = await createRecord({ name: 'Ida y vuelta' })
    const taken = await expectProblem(await send('POST', `trash/records/${item._id}/restore`), 'title-taken')
    expect(taken.detail).toBe(
      'Ya hay otro disco que se llama «Ida y vuelta». Cambiale el título a ese y probá de nuevo.',
    )
    await send('POST', 'trash', { resource: 'records', ids: [heir._id] })
    expect((await send('POST', 'trash/restore', { resource: 'records', ids: [item._id] })).status).toBe(200)
    expect(await found('?q=vuelta')).toEqual([item._id])

    const entries = await readHistory(item._id)
    expect(entries.map(({ action }) => action)).toEqual(['restore', 'delete', 'update', 'create'])
    const changing = entries[2] as AuditLogEntry
    expect(changing.changes.map(({ field, label, kind }) => [field, label, kind])).toEqual([
      ['label', 'Sello', 'line'],
      ['notes', 'Notas', 'rich'],
    ])
    const detail = await read<AuditLogEntryDetail>(`history/${changing._id}`)
    expect([detail.before?.label, detail.now?.label]).toEqual(['Uno', 'Dos'])
    const reverted = await send('POST', `history/${changing._id}/restore`, { to: 'before' })
    expect(await reverted.json()).toMatchObject({ label: 'Uno', notes: item.notes })
    expect((await read<unknown[]>(`history?resource=records`)).length).toBeGreaterThan(0)
    expect(await read(`history/latest/records?ids=${item._id}`)).toMatchObject([{ _id: item._id }])

    expect((await send('DELETE', `trash/records/${heir._id}`)).status).toBe(204)
    expect((await readHistory(heir._id)).map(({ action }) => action)).toEqual(['purge', 'delete', 'create'])
  })

  test('is part of the OpenAPI document', async () => {
    const { paths, components } = await read<{
      paths: Record<string, Record<string, unknown>>
      components: { schemas: Record<string, { required?: string[] }> }
    }>('openapi.json')
    const of = (path: string) => Object.keys(paths[path] ?? {}).sort()
    expect(of('/records')).toEqual(['get', 'post'])
    expect(of('/records/{id}')).toEqual(['delete', 'get', 'put'])
    expect(of('/records/title/{title}')).toEqual(['get'])
    expect(components.schemas.Records?.required).toContain('label')
    const body = JSON.stringify(paths['/records']?.post)
    expect(body).toContain('"required":["name","cover","released","notes"]')
    expect(JSON.stringify(paths['/history']?.get)).toContain('"records"')
  })

  test('is copied to another database, and added by an upgrade of an older one', async () => {
    const item = await createRecord()
    const elsewhere = await createEmpty()
    const other = connect(elsewhere)
    try {
      await withSnapshot(place, async (snapshot) =>
        loadClub(other, {
          migration: snapshot.migration,
          counters: await snapshot.counters(),
          of: (name) => snapshot.rows(snapshot.tables.find((table) => table.name === name) as never),
        }),
      )
      expect(await readTables(other)).toEqual(await readTables(club.database))
      expect(JSON.stringify(await readTables(other))).toContain(item._id)
      async function* nothing() {}
      await loadClub(other, { migration: migrationNames.at(-2) as string, counters: {}, of: nothing })
      expect((await readTables(other)).records).toEqual([])
    } finally {
      await other.close()
      await elsewhere.dispose()
    }
    const upgraded = await createEmpty()
    const again = await openTestClub(upgraded)
    try {
      const cookie = (await again.signIn()).cookie
      expect((await again.send('POST', '/api/records', { as: cookie, body: draft() })).status).toBe(201)
    } finally {
      await again.stop()
      await upgraded.dispose()
    }
  })

  describe('in the back office', () => {
    /** Renders the HTML of a screen before hydration. */
    const renderScreen = (Component: () => React.ReactNode, path: string, loaderData?: unknown) => {
      const children = [{ id: 'screen', path: path.replace(/\/[\w-]{36}$/, '/:id'), Component }]
      const Stub = createRoutesStub([{ id: 'root', children }])
      const html = renderToString(
        <Stub
          initialEntries={[path]}
          hydrationData={{
            loaderData: { root: { club: createSiteSettings() }, screen: loaderData ?? null },
          }}
        />,
      )
      return html.replaceAll('<!-- -->', '')
    }
    const base = '/admin/ourclub/records'

    test('has its menus and commands', () => {
      expect(resourceNames).toContain('records')
      expect(renderScreen(OurClubMenu, '/admin/ourclub')).toContain(
        `<a href="${base}" data-discover="true">Discos</a>`,
      )
      expect(findCommands('crear disco').map(({ to }) => to)).toEqual([`${base}/addrecords`])
    })

    test('has a form with all fields', async () => {
      const empty = renderScreen(Create, `${base}/addrecords`, { draft: null })
      expect(empty).toContain('Crear disco</h1>')
      for (const label of ['Nombre', 'Tapa', 'Salida', 'Sello (opcional)', 'Notas'])
        expect(empty).toContain(`>${label}`)
      expect(empty).toMatch(/<input[^>]*type="date"/)

      const item = await createRecord({ label: 'Sello Rojo' })
      const answer = { ok: true, value: item, etag: '"1"', total: 1 }
      const edited = renderScreen(Edit, `${base}/updaterecords/${item._id}`, { answer, draft: null })
      expect(edited).toContain('Editar disco</h1>')
      expect(edited).toContain('value="Sello Rojo"')
      expect(edited).toContain('value="2026-11-20"')
    })

    test('has a list with its picture and date', async () => {
      const item = await createRecord({ name: 'Uno de la lista' })
      const list = renderScreen(UpdateList, `${base}/updaterecords`, {
        answer: { ok: true, value: [item], total: 1, etag: null },
        q: '',
        page: 1,
        order: 'newest',
        authors: Promise.resolve(new Map()),
      })
      expect(list).toContain('Buscar en Discos')
      expect(list).toContain('Uno de la lista')
      expect(list).toContain('20-11-2026')
      expect(list).toContain(`${item.images.cover?.base}-32.webp`)
      expect(list).toContain(`href="${base}/updaterecords/${item._id}"`)
    })

    test('has its history in Spanish sentences', async () => {
      const item = await createRecord({ name: 'Con historia' })
      await send('PUT', `records/${item._id}`, { released: '2027-01-02', label: 'Verde' })
      const [entry] = await readHistory(item._id)
      expect(describeEntry(entry as AuditLogEntry)).toBe('modificó el disco «Con historia»')
      const html = renderToString(<Changes changes={(entry as AuditLogEntry).changes} />)
      for (const words of ['Salida', '20-11-2026', '02-01-2027', 'Sello', '(nada)', 'Verde'])
        expect(html).toContain(words)
    })
  })
})

test('is not part of the shipped club', async () => {
  const { features } = await vi.importActual<typeof import('../features/index.ts')>('../features/index.ts')
  expect(features.flatMap(({ resources }) => Object.keys(resources))).not.toContain(RECORDS)
})
