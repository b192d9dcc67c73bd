/** Removes and restores the demo content through HTTP, each in one step, and tests which requests are refused. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillDemo } from '../../../platform/content/server/seed.ts'
import type { TrashItem } from '../../../platform/content/shared/audit-log-answers.ts'
import type { AnyEntity } from '../../../platform/content/shared/resources.ts'
import { resourceNames } from '../../../platform/content/shared/resources.ts'
import type { Row } from '../../../platform/db/tables.ts'
import { settingsNames } from '../../../platform/settings/shared/settings-names.ts'
import type { SiteSettings } from '../../../platform/settings/shared/site-settings.ts'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import { loadDemo } from '../../index.server.ts'
import type { DemoCount } from '../shared/demo-count.ts'

const NONE: Omit<DemoCount, 'told'> = { untouched: 0, edited: 0, binned: 0 }
const createStates = (state: 'shipped' | 'nothing'): DemoCount['told'] => ({
  ...(Object.fromEntries(settingsNames.map((name) => [name, state])) as DemoCount['told']),
  // These groups have nothing of the demo club.
  look: 'own',
  notice: 'own',
})
const SHIPPED = createStates('shipped')
const NOTHING = createStates('nothing')
// `visit` has texts of the demo club only after the demo content was written.
const SHIPPED_WITHOUT_ITEMS = { ...SHIPPED, visit: 'own' } as const
const NOTHING_WITHOUT_ITEMS = { ...NOTHING, visit: 'own' } as const

const withoutTimes = (site: SiteSettings) =>
  Object.fromEntries(Object.entries(site).map(([name, group]) => [name, { ...group, updatedAt: null }]))

let pictures: { folder: string; rows: Row<'media'>[] } | undefined
afterAll(async () => {
  if (pictures) await rm(pictures.folder, { recursive: true })
})

describe.each(databases)('the demo content on $name', ({ create, testOnce }) => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  let own: AnyEntity
  let all: number
  beforeAll(async () => {
    database = await create()
    club = await openTestClub(database)
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  const send = (method: string, path: string, body?: unknown) =>
    club.send(method, `/api${path}`, { as, ...(body !== undefined && { body }) })
  /** Creates the pictures of the demo once and reuses them for both databases, because this is the slowest step. */
  const takePictures = async () => {
    if (!pictures) return
    await cp(pictures.folder, club.env.mediaUrl, { recursive: true })
    for (const row of pictures.rows)
      await club.database.write((tx) => tx.insertInto('media').values(row).execute())
  }
  const givePictures = async () => {
    if (pictures) return
    const folder = await mkdtemp(join(tmpdir(), 'club-pictures-'))
    await cp(club.env.mediaUrl, folder, { recursive: true })
    pictures = { folder, rows: await club.database.read.selectFrom('media').selectAll().execute() }
  }
  const count = async () => (await (await send('GET', '/trash/demo')).json()) as DemoCount
  const live = async () => {
    const totals = await Promise.all(
      resourceNames.map(async (name) =>
        Number((await send('GET', `/${name}?state=all`)).headers.get('X-Total-Count')),
      ),
    )
    return totals.reduce((sum, one) => sum + one, 0)
  }

  test('empties and restores only texts when it has no items, and a repeated request changes nothing', async () => {
    expect(await count()).toEqual({ ...NONE, told: SHIPPED_WITHOUT_ITEMS })
    const said = async () => (await (await club.send('GET', '/api/site')).json()) as SiteSettings
    const shipped = await said()
    for (const told of ['nothing', 'shipped'] as const) {
      const path = told === 'nothing' ? '/trash/demo' : '/trash/demo/restore'
      const answer = await send('POST', path, {})
      expect([answer.status, await answer.json()]).toEqual([
        200,
        { ...NONE, told: told === 'nothing' ? NOTHING_WITHOUT_ITEMS : SHIPPED_WITHOUT_ITEMS },
      ])
      await changesNothing(club, async () => {
        expect(await (await send('POST', path, {})).json()).toEqual({
          ...NONE,
          told: told === 'nothing' ? NOTHING_WITHOUT_ITEMS : SHIPPED_WITHOUT_ITEMS,
        })
      })
      const { history, milestones } = await said()
      expect([history.chapters.length, milestones.stories.length]).toEqual(
        told === 'nothing' ? [0, 0] : [shipped.history.chapters.length, shipped.milestones.stories.length],
      )
      expect(history.meta.title).toEqual(shipped.history.meta.title)
    }
    expect(await said()).toEqual(shipped)
  })

  test('keeps texts of the club when it is emptied, and restores exactly the emptied ones', async () => {
    const chapters = [{ title: 'Lo nuestro' }]
    const title = 'Los que vinieron'
    const edits = {
      identity: { name: 'Galpón Ñandú' },
      history: { chapters },
      milestones: { meta: { title } },
      links: { facebook: null },
    }
    for (const [name, body] of Object.entries(edits))
      expect((await send('PUT', `/site/${name}`, body)).status).toBe(200)
    const said = async () => (await (await club.send('GET', '/api/site')).json()) as SiteSettings
    const before = await said()
    expect(await (await send('POST', '/trash/demo', {})).json()).toEqual({
      ...NONE,
      told: NOTHING_WITHOUT_ITEMS,
    })
    const empty = await said()
    expect(empty).toMatchObject({
      // The city may be right for this club too, because the administrator has been in this group.
      identity: { name: 'Galpón Ñandú', city: 'Buenos Aires', neighbourhood: null, slogans: [] },
      contact: {
        address: { street: 'Dirección a confirmar' },
        position: { lat: null, lon: null },
        lead: null,
      },
      history: { chapters, lead: null },
      milestones: { meta: { title } },
      links: { instagram: null, facebook: null },
    })
    expect(empty.identity.founder).toEqual({ name: null, quote: null })
    // Texts that are written after the emptying stay.
    await send('PUT', '/site/contact', { lead: 'Escribinos.' })
    expect(await (await send('POST', '/trash/demo/restore', {})).json()).toEqual({
      ...NONE,
      told: SHIPPED_WITHOUT_ITEMS,
    })
    const after = await said()
    expect(after.contact.lead).toBe('Escribinos.')
    await send('PUT', '/site/contact', { lead: before.contact.lead, en: { lead: before.contact.en.lead } })
    expect(withoutTimes(await said())).toEqual(withoutTimes(before))
    for (const name of Object.keys(edits)) expect((await send('DELETE', `/site/${name}`)).status).toBe(200)
  })

  test('cannot be changed by visitors, from other origins or with invalid choices', {
    timeout: 60_000,
  }, async () => {
    await takePictures()
    await fillDemo(club.database, club.content, loadDemo, () => club.clock.now)
    club.clock.now += 1000
    const response = await send('POST', '/residents', await createDraft('residents', 'De la casa'))
    own = (await response.json()) as AnyEntity
    await givePictures()
    all = (await count()).untouched
    expect(all).toBeGreaterThan(20)
    expect(await live()).toBe(all + 1)
    await changesNothing(club, async () => {
      for (const path of ['/trash/demo', '/trash/demo/restore']) {
        await expectProblem(await club.send('POST', `/api${path}`, { body: {} }), 'sign-in-needed')
        await expectProblem(
          await club.send('POST', `/api${path}`, {
            as,
            body: {},
            headers: { Origin: 'https://elsewhere.example' },
          }),
          'foreign-origin',
        )
      }
      await expectProblem(await club.send('GET', '/api/trash/demo'), 'sign-in-needed')
      await expectProblem(await send('POST', '/trash/demo', { edited: 'sí' }), 'invalid-fields', ['edited'])
      await expectProblem(await send('POST', '/trash/demo', '[]'), 'invalid-json')
      // The trash contains no demo item yet, so there is nothing to restore.
      expect(await (await send('POST', '/trash/demo/restore', {})).json()).toEqual({
        untouched: all,
        edited: 0,
        binned: 0,
        told: SHIPPED,
      })
    })
  })

  test('moves to the trash in one step, except edited and new items, and is restored in one step', async () => {
    const [night] = ((await (await send('GET', '/events?limit=1')).json()) as { data: AnyEntity[] }).data
    const [artist] = ((await (await send('GET', '/agency?limit=1')).json()) as { data: AnyEntity[] }).data
    await send('PUT', `/agency/${artist?._id}`, { biography: 'La escuchamos otra vez.' })
    club.clock.now += 1000
    const binned = await send('POST', '/trash/demo', {})
    expect(await binned.json()).toEqual({ untouched: 0, edited: 1, binned: all - 1, told: NOTHING })
    expect(await live()).toBe(2)
    expect((await send('GET', `/residents/${own._id}`)).status).toBe(200)
    expect((await send('GET', `/agency/${artist?._id}`)).status).toBe(200)
    // Items in the trash keep their picture and their author.
    const trash = (await (await send('GET', '/trash?limit=500')).json()) as TrashItem[]
    expect(trash).toHaveLength(all - 1)
    expect(new Set(trash.map(({ deletedBy }) => deletedBy))).toEqual(new Set(['ana@club.example']))
    const flyer = trash.find(({ entity }) => entity._id === night?._id)?.entity.images.flyerLarge
    expect((await club.send('GET', flyer?.src ?? '')).status).toBe(200)
    await changesNothing(club, async () => {
      expect((await send('POST', '/trash/demo', {})).status).toBe(200)
    })
    // A demo item can be restored alone, like any other item of the trash.
    expect((await send('POST', `/trash/events/${night?._id}/restore`)).status).toBe(200)
    expect(await count()).toEqual({ untouched: 1, edited: 1, binned: all - 2, told: NOTHING })

    const back = await send('POST', '/trash/demo/restore', {})
    expect(await back.json()).toEqual({ untouched: all - 1, edited: 1, binned: 0, told: SHIPPED })
    expect(await live()).toBe(all + 1)
    expect(await (await send('GET', `/events/${night?._id}`)).json()).toMatchObject(night as AnyEntity)
    await changesNothing(club, async () => {
      expect((await send('POST', '/trash/demo/restore', {})).status).toBe(200)
    })
  })

  test('includes edited items on request, but never new items', async () => {
    club.clock.now += 1000
    const answer = await send('POST', '/trash/demo', { edited: true })
    expect(await answer.json()).toEqual({ untouched: 0, edited: 0, binned: all, told: NOTHING })
    expect(await live()).toBe(1)
    expect((await send('GET', `/residents/${own._id}`)).status).toBe(200)
  })

  testOnce('a title that was taken meanwhile keeps all of it in the bin', async () => {
    const trash = (await (await send('GET', '/trash?limit=500')).json()) as TrashItem[]
    const news = trash.find(({ resource }) => resource === 'news')?.entity
    const draft = { ...(await createDraft('news')), newsTitle: news?.newsTitle }
    const made = (await (await send('POST', '/news', draft)).json()) as AnyEntity
    await changesNothing(club, async () => {
      await expectProblem(await send('POST', '/trash/demo/restore', {}), 'title-taken')
    })
    await send('DELETE', `/news/${made._id}`)
    expect((await send('POST', '/trash/demo/restore', {})).status).toBe(200)
  })

  test('leaves no trace after its final deletion', async () => {
    await send('POST', '/trash/demo', { edited: true })
    await send('DELETE', '/trash')
    expect(await count()).toEqual({ ...NONE, told: NOTHING })
    club.clock.now += 120_000
    await send('POST', '/residents', await createDraft('residents', 'Otra'))
    expect(await count()).toEqual({ ...NONE, told: NOTHING })
    await changesNothing(club, async () => {
      expect((await send('POST', '/trash/demo', { edited: true })).status).toBe(200)
    })
  })
})
