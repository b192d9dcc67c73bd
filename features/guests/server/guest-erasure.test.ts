/** Erasure of the names of guests: after the retention period, after a deletion, and after the restore of a backup. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openArchive, openFolderTarget } from '../../../ops/backup/archive-target.ts'
import { createBackup } from '../../../ops/backup/create-backup.ts'
import { restore } from '../../../ops/backup/restore-backup.ts'
import { openMedia } from '../../../platform/media/server/open-media.ts'
import { createDraft, openTestClub, type RequestOptions, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { expectProblem } from '../../../test/support/refusals.ts'
import { guestsOf } from '../index.server.ts'
import type { Guest, GuestList, SignedUp } from '../shared/guests.ts'
import { createEntryRow } from '../test/doors.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NAME = 'Quetzalcóatl Ñandubay'
const NOTE = 'Amiga de la cumbiera intelectual'
const body = { name: 'Lista', isPublic: true, conditions: [{ until: null, label: 'Gratis' }] }
/** Noon after the night of 2027-03-06, in Buenos Aires. */
const DOOR_END = Date.parse('2027-03-07T15:00:00Z')

describe.each(databases)('erasure of guests on $name', ({ create, createEmpty }) => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  beforeEach(async () => {
    database = await create()
    club = await openTestClub(database, { openedAt: Date.parse('2027-03-06T12:00:00Z') })
    as = (await club.signIn()).cookie
  })
  afterEach(async () => {
    await club.stop()
    await database.dispose()
  })

  const send = (method: string, path: string, body?: unknown, sent: RequestOptions = {}) =>
    club.send(method, `/api${path}`, { as, ...(body !== undefined && { body }), ...sent })
  async function read<T>(answer: Promise<Response>): Promise<T> {
    const response = await answer
    expect(response.status).toBeLessThan(300)
    return (await response.json()) as T
  }
  /** Moves the clock, and signs in again, because a session may have ended. */
  async function setClock(at: number) {
    club.clock.now = at
    const credentials = { email: 'ana@club.example', password: 'una clave bien larga' }
    const login = await club.send('POST', '/api/auth/login', { body: credentials })
    as = (login.headers.getSetCookie()[0] ?? '').split(';')[0] as string
  }

  /** Creates a night with a list, a guest of each origin, a link, a door and an entry. */
  async function createNight(fields: Record<string, unknown> = {}) {
    const draft = { ...(await createDraft('events')), date: '2027-03-06T23:59', ...fields }
    const event = (await read<{ _id: string }>(send('POST', '/events', draft)))._id
    const list = (await read<GuestList>(send('POST', `/events/${event}/lists`, body)))._id
    const { url } = await read<{ url: string }>(send('POST', `/lists/${list}/link`))
    const headers = { 'Idempotency-Key': `key ${event}` }
    const added = await read<{ data: Guest[] }>(
      send('POST', `/lists/${list}/guests`, { guests: [{ name: NAME, note: NOTE }] }, { headers }),
    )
    await read(send('POST', url.replace('/lista', '/guest-links'), { text: `${NAME} +1` }, { as: '' }))
    const place = await read<SignedUp>(send('POST', `/events/${event}/guests`, { name: NAME }, { as: '' }))
    const guest = added.data[0]?._id as string
    await club.database.write(async (tx) => {
      await tx.insertInto('doorEntries').values(createEntryRow({ event, guest })).execute()
      await tx
        .updateTable('doors')
        .set({ token: `token of ${event}`, pinHash: 'x' })
        .where('event', '=', event)
        .execute()
      await tx
        .insertInto('doorSessions')
        .values({
          id: crypto.randomUUID(),
          tokenHash: `session of ${event}`,
          event,
          device: 'Teléfono de Quetzalcóatl',
          createdAt: 0,
          seenAt: 0,
          endedAt: null,
        })
        .execute()
    })
    return { event, list, guest, place, link: url.split('/').at(-1) as string }
  }
  type Night = Awaited<ReturnType<typeof createNight>>

  /** Returns the tables that contain any of the texts. */
  async function findTables(...texts: string[]): Promise<string[]> {
    const tables = await club.database.read.introspection.getTables()
    const found: string[] = []
    // The search index is compared through its results. It has values that JavaScript cannot represent.
    for (const { name } of tables.filter(({ name }) => !/Words(_|$)/.test(name))) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(club.database.read)
      if (texts.some((text) => JSON.stringify(rows).includes(text))) found.push(name)
    }
    return found.sort()
  }
  const countNamed = async ({ event }: Night) =>
    (
      await club.database.read
        .selectFrom('guests')
        .select('id')
        .where('event', '=', event)
        .where('name', '<>', '')
        .execute()
    ).length
  const readTotals = async ({ event }: Night) =>
    (await read<{ data: GuestList[] }>(send('GET', `/events/${event}/lists`))).data.map(
      ({ invited, arrived, link }) => ({ invited, arrived, link: link !== null }),
    )

  test('leaves names in no table and no log, and keeps the totals', async () => {
    const night = await createNight()
    const secrets = [
      'Quetzalc',
      'quetzalc',
      'cumbiera',
      night.place.code,
      night.link,
      `token of ${night.event}`,
    ]
    // Only the tables of guests, lists and doors ever contain a name or a secret.
    expect(await findTables(...secrets)).toEqual(['doorSessions', 'doors', 'guestLists', 'guests'])
    expect(JSON.stringify(await read(send('GET', '/history')))).not.toContain('Quetzalc')
    expect(JSON.stringify(await read(send('GET', '/events?q=quetzal')))).not.toContain(night.event)

    await guestsOf(club.platform).tidy(DOOR_END + 7 * DAY_MS - 1)
    expect([await countNamed(night), await readTotals(night)]).toEqual([
      3,
      [{ invited: 4, arrived: 1, link: true }],
    ])
    const due = DOOR_END + 7 * DAY_MS
    await guestsOf(club.platform).tidy(due)
    expect(await findTables(...secrets)).toEqual([])
    expect(club.logged.filter((line) => /quetzalc|cumbiera/i.test(line))).toEqual([])
    expect(await readTotals(night)).toEqual([{ invited: 4, arrived: 1, link: false }])
    expect((await read<{ data: Guest[] }>(send('GET', `/lists/${night.list}/guests`))).data).toEqual([])
    const door = await club.database.read
      .selectFrom('doors')
      .select('erasedAt')
      .where('event', '=', night.event)
      .executeTakeFirst()
    expect(door).toEqual({ erasedAt: due })
    const requests = await club.database.read
      .selectFrom('idempotency')
      .select('itemId')
      .where('resource', '=', 'guests')
      .execute()
    expect(requests.filter(({ itemId }) => itemId.startsWith(night.list))).toEqual([])
    // Erased links and pages are not found, erased guests cannot be changed, and no night is erased twice.
    await expectProblem(await send('GET', `/guest-links/${night.link}`), 'not-found')
    await expectProblem(await send('PUT', `/guests/${night.guest}`, { name: 'Ana' }), 'not-found')
    const token = night.place.url.split('/').at(-1) as string
    expect(await guestsOf(club.platform).signUp.findOwn(token, '203.0.113.1')).toMatchObject({
      problem: 'not-found',
    })
    await guestsOf(club.platform).tidy(due + DAY_MS)
    expect(await findTables(String(due))).toEqual(['doors', 'erasures'])
  })

  test('includes the notes of a night without guests, links and doors', async () => {
    const draft = { ...(await createDraft('events')), date: '2027-03-06T23:59' }
    const { _id: event } = await read<{ _id: string }>(send('POST', '/events', draft))
    await read(send('POST', `/events/${event}/lists`, { ...body, note: NOTE }))
    await guestsOf(club.platform).tidy(DOOR_END + 7 * DAY_MS - 1)
    expect(await findTables(NOTE)).toEqual(['guestLists'])
    await guestsOf(club.platform).tidy(DOOR_END + 7 * DAY_MS)
    expect(await findTables(NOTE)).toEqual([])
  })

  test('runs every hour with the other deletions', async () => {
    const night = await createNight()
    club.clock.now = DOOR_END + 7 * DAY_MS
    club.start()
    await expect.poll(() => countNamed(night), { timeout: 10_000 }).toBe(0)
    await club.yieldBackground()
  })

  test('follows a shorter period at once, and a changed date', async () => {
    const [moved, short, postponed] = [await createNight(), await createNight(), await createNight()]
    await send('PUT', `/events/${moved.event}`, { date: '2027-03-13T23:00' })
    await send('PUT', `/events/${postponed.event}`, { status: 'postponed' })
    await setClock(DOOR_END + DAY_MS)
    const change = (guestRetentionDays: number) =>
      read(send('PUT', '/lists/settings', { capacity: null, guestRetentionDays }))
    expect(await countNamed(short)).toBe(3)
    await change(1)
    expect([await countNamed(short), await countNamed(moved), await countNamed(postponed)]).toEqual([0, 3, 3])
    await change(7)
    await guestsOf(club.platform).tidy(DOOR_END + 14 * DAY_MS)
    expect([await countNamed(moved), await countNamed(postponed)]).toEqual([0, 3])
    // The old date of a postponed night is not its date, so its names are kept for the longest period.
    await guestsOf(club.platform).tidy(DOOR_END + 60 * DAY_MS)
    expect(await countNamed(postponed)).toBe(0)
  })

  test('waits for a day after a night got a past date, which can be a slip', async () => {
    const night = await createNight()
    await send('PUT', `/events/${night.event}`, { date: '2026-03-06T23:59' })
    const at = club.clock.now
    await guestsOf(club.platform).tidy(at + DAY_MS - 1)
    expect(await countNamed(night)).toBe(3)
    await guestsOf(club.platform).tidy(at + DAY_MS)
    expect(await countNamed(night)).toBe(0)
  })

  test('of a deleted guest waits for an hour, in which it can be restored', async () => {
    const night = await createNight()
    expect((await send('DELETE', `/guests/${night.guest}`)).status).toBe(204)
    const at = club.clock.now
    await guestsOf(club.platform).tidy(at + HOUR_MS - 1)
    expect((await send('PUT', `/guests/${night.guest}`, { name: NAME })).status).toBe(200)
    await send('DELETE', `/guests/${night.guest}`)
    await guestsOf(club.platform).tidy(at + HOUR_MS)
    expect(await countNamed(night)).toBe(2)
    await expectProblem(await send('PUT', `/guests/${night.guest}`, { name: NAME }), 'not-found')
    expect(await readTotals(night)).toEqual([{ invited: 3, arrived: 1, link: true }])
    await send('DELETE', `/lists/${night.list}`)
    await guestsOf(club.platform).tidy(at + 2 * HOUR_MS)
    expect(await countNamed(night)).toBe(0)
    await expectProblem(await send('GET', `/guest-links/${night.link}`), 'not-found')
  })

  test('of a night that was deleted for ever removes all its rows', async () => {
    const night = await createNight()
    await send('DELETE', `/events/${night.event}`)
    await guestsOf(club.platform).tidy(club.clock.now)
    expect(await countNamed(night)).toBe(3)
    expect((await send('DELETE', `/trash/events/${night.event}`)).status).toBe(204)
    await guestsOf(club.platform).tidy(club.clock.now)
    expect((await findTables(night.event)).filter((table) => /^(?:guest|door)/.test(table))).toEqual([])
    const erasures = await club.database.read.selectFrom('erasures').select(['kind', 'id']).execute()
    expect(erasures).toEqual([{ kind: 'nights', id: night.event }])
    expect(await findTables(night.list)).toEqual([])
  })

  test('follows the restore of a backup, which keeps all other names', async () => {
    const year = new Date().getFullYear()
    const coming = await createNight({ date: `${year + 2}-03-06T23:59` })
    const past = await createNight({ date: `${year + 2}-03-13T23:59` })
    // Visitors cannot sign up for a past night, so its date is changed afterwards.
    await send('PUT', `/events/${past.event}`, { date: `${year - 1}-03-06T23:59` })
    const folder = await mkdtemp(join(tmpdir(), 'club-erasure-'))
    const home = await createEmpty()
    try {
      const { where } = await createBackup({
        club: club.env,
        store: await openMedia(club.env.mediaUrl),
        target: openFolderTarget(folder),
        name: 'club.tar',
      })
      const mediaUrl = join(home.dataDir, 'media')
      await restore({
        archive: await openArchive(where),
        club: { ...home, mediaUrl },
        store: await openMedia(mediaUrl),
      })
      const restored = await openTestClub(home)
      const rows = await restored.database.read.selectFrom('guests').selectAll().execute()
      const stored = await club.database.read.selectFrom('guests').selectAll().execute()
      const ofNight = (all: typeof rows, { event }: Night) =>
        all.filter((row) => row.event === event).toSorted((a, b) => (a.id < b.id ? -1 : 1))
      expect(ofNight(rows, coming)).toEqual(ofNight(stored, coming))
      expect(ofNight(rows, past).map(({ name, companions }) => [name, companions])).toEqual([
        ['', 0],
        ['', 1],
        ['', 0],
      ])
      const readRows = (from: TestClub, table: 'guestLists' | 'doorEntries' | 'doors') =>
        from.database.read.selectFrom(table).selectAll().where('event', '=', coming.event).execute()
      for (const table of ['guestLists', 'doorEntries'] as const)
        expect(await readRows(restored, table)).toEqual(await readRows(club, table))
      // The door may have been closed since the backup, so its PIN is not restored.
      expect(await readRows(restored, 'doors')).toEqual(
        (await readRows(club, 'doors')).map((door) => ({ ...door, pinHash: null })),
      )
      await restored.stop()
    } finally {
      await home.dispose()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
