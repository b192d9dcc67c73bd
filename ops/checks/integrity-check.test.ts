/**
 * Overwrites pages in the middle of a SQLite file, and tests that the damage is found, returned by the deep health check,
 * and mailed.
 */

import { open, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkDamageInSeparateProcess } from '../../platform/db/database-checks.ts'
import { getSqlitePath } from '../../platform/db/sqlite.ts'
import { createDraft, openTestClub, type TestClub } from '../../test/support/club.ts'
import { createDatabase, databases, type TestDatabase } from '../../test/support/databases.ts'

const PAGE_BYTES = 4096
const DAY_MS = 24 * 3_600_000

const env = { SMTP_URL: 'smtp://127.0.0.1:9', SITE_URL: 'https://club.example' }

/** Overwrites the pages that contain a text. The first pages stay, because they are read when the file is opened. */
async function overwritePages(file: string, text: string) {
  const bytes = await readFile(file)
  const handle = await open(file, 'r+')
  let pages = 0
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + PAGE_BYTES)) {
    const page = Math.floor(at / PAGE_BYTES)
    expect(page).toBeGreaterThan(2)
    await handle.write(Buffer.alloc(PAGE_BYTES, 0xa5), 0, PAGE_BYTES, page * PAGE_BYTES)
    pages++
  }
  await handle.close()
  expect(pages).toBeGreaterThan(0)
}

async function deepHealth(club: TestClub) {
  const answer = await club.send('GET', '/api/health?deep')
  const { status, database, parts } = (await answer.json()) as {
    status: string
    database: string
    parts: Record<string, { state: string }>
  }
  return {
    code: answer.status,
    status,
    database,
    part: parts.database?.state,
    integrity: parts.integrity?.state,
  }
}

const readSubjects = async (club: TestClub) =>
  (await club.database.read.selectFrom('outbox').select('subject').orderBy('seq').execute()).map(
    ({ subject }) => subject,
  )

describe('SQLite that is damaged in the middle', () => {
  let place: TestDatabase
  let file: string
  beforeEach(async () => {
    place = await createDatabase()
    file = getSqlitePath(place.dataDir)
    const club = await openTestClub(place)
    const { cookie } = await club.signIn()
    for (let item = 0; item < 12; item++) {
      const pressKit = `https://a.example/${'x'.repeat(1500)}`
      const body = { ...(await createDraft('residents', `Residente ${item}`)), pressKit }
      expect((await club.send('POST', '/api/residents', { as: cookie, body })).status).toBe(201)
      await club.database.write(async (tx) => {
        const mail = { recipient: 'vera@club.example', subject: 'Hola', text: 'z'.repeat(3_000) }
        await club.platform.outbox.enqueue(tx, mail)
        await tx
          .updateTable('history')
          .set({ changes: JSON.stringify({ pressKit: [null, `viejo ${'y'.repeat(3_000)}`] }) })
          .execute()
      })
    }
    await sql`vacuum`.execute(club.database.read)
    await club.stop()
    expect(await checkDamageInSeparateProcess(file)).toBe(false)
  })
  afterEach(() => place.dispose())

  test('in pages that no list reads is found by the check of the whole file, and mailed once', async () => {
    await overwritePages(file, 'viejo yyyy')
    const club = await openTestClub(place, { env })
    expect((await club.send('GET', '/api/residents')).status).toBe(200)
    expect(await deepHealth(club)).toMatchObject({ code: 200, part: 'ok', integrity: 'unknown' })
    await club.database.write((tx) => tx.deleteFrom('outbox').execute())
    await club.warnings.check({}, ['integrity'])
    expect(await readSubjects(club)).toEqual(['La base de datos está dañada'])
    expect(await deepHealth(club)).toMatchObject({
      code: 503,
      status: 'error',
      part: 'ok',
      integrity: 'error',
    })
    expect((await club.send('GET', '/api/health')).status).toBe(200)
    club.clock.now += DAY_MS + 1
    await club.warnings.check({}, ['integrity'])
    expect(await readSubjects(club)).toHaveLength(1)
    await club.stop()
  })

  test('in pages of a list makes the list answer 500, and the deep health call an error at once', async () => {
    await overwritePages(file, 'Residente 6')
    const club = await openTestClub(place, { env })
    expect((await club.send('GET', '/api/residents')).status).toBe(500)
    expect((await club.send('GET', '/api/news')).status).toBe(200)
    expect(await deepHealth(club)).toMatchObject({
      code: 503,
      status: 'error',
      database: 'error',
      part: 'error',
    })
    // Proxies still send visitors to this club, because most pages can be rendered.
    expect((await club.send('GET', '/api/health')).status).toBe(200)
    await club.warnings.check({}, ['integrity'])
    expect((await deepHealth(club)).integrity).toBe('error')
    await club.stop()
  })

  test('in the pages of mails is in the deep health call, although no mail can be written', async () => {
    await overwritePages(file, 'zzzz')
    const club = await openTestClub(place, { env })
    await club.warnings.check({}, ['integrity'])
    expect(await deepHealth(club)).toMatchObject({ code: 503, integrity: 'error' })
    await club.stop()
  })
})

test('checks SQLite during writes, reports other files as damaged, and throws for a missing file', async () => {
  const place = await createDatabase()
  const club = await openTestClub(place)
  const file = getSqlitePath(place.dataDir)
  await club.database.write(async (tx) => {
    await tx.insertInto('settings').values({ key: 'x', value: 'x' }).execute()
    expect(await checkDamageInSeparateProcess(file)).toBe(false)
  })
  await club.stop()
  await expect(checkDamageInSeparateProcess(`${file}-none`)).rejects.toThrow()
  await expect(checkDamageInSeparateProcess(file, 1)).rejects.toThrow()
  const handle = await open(file, 'r+')
  await handle.write(Buffer.alloc(PAGE_BYTES, 0xa5), 0, PAGE_BYTES, 0)
  await handle.close()
  expect(await checkDamageInSeparateProcess(file)).toBe(true)
  await place.dispose()
})

describe.each(databases)('lists that cannot be read, on $name,', ({ create }) => {
  test('are an error of the deep health call, and leave the integrity state ok if no page is damaged', async () => {
    const place = await create()
    const club = await openTestClub(place, { env })
    await club.warnings.check({}, ['integrity'])
    expect(await deepHealth(club)).toMatchObject({ code: 200, part: 'ok', integrity: 'ok' })
    await club.database.write((tx) => tx.schema.alterTable('agency').renameTo('away').execute())
    club.clock.now += 10_000
    expect(await deepHealth(club)).toMatchObject({ code: 503, part: 'error', integrity: 'ok' })
    await club.warnings.check({}, ['integrity'])
    expect((await deepHealth(club)).integrity).toBe('ok')
    await club.stop()
    await place.dispose()
  })
})
