/** Tests the routes of the own sessions. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClub, readCookie, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import type { SessionInfo } from '../../auth/shared/accounts.ts'

const ana = { email: 'ana@club.example', password: 'una clave bien larga' }
const eva = { ...ana, email: 'eva@club.example' }
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

describe.each(databases)('one’s own sessions on $name', ({ create }) => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  let evas: string
  beforeAll(async () => {
    database = await create()
    club = await openTestClub(database)
    as = (await club.signIn(ana)).cookie
    evas = (await club.signIn(eva)).cookie
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  const login = async (userAgent?: string) =>
    readCookie(
      await club.send('POST', '/api/auth/login', {
        body: ana,
        ...(userAgent !== undefined && { headers: { 'User-Agent': userAgent } }),
      }),
    )
  const list = async (cookie = as) =>
    (await (await club.send('GET', '/api/auth/sessions', { as: cookie })).json()) as SessionInfo[]
  const end = (id: string, cookie = as) =>
    club.send('DELETE', `/api/auth/sessions/${encodeURIComponent(id)}`, { as: cookie })
  const isSignedIn = async (cookie: string) =>
    (await club.send('GET', '/api/admin', { as: cookie })).status === 200

  test('are hidden from other users, who cannot end them', async () => {
    const [evasSession] = await list(evas)
    expect(await list()).not.toContainEqual(expect.objectContaining({ _id: evasSession?._id }))
    await changesNothing(club, async () => {
      const { length } = evasSession?._id ?? ''
      for (const id of [evasSession?._id ?? '', '%', '_'.repeat(length), '0'.repeat(length), 'x', '\u0000'])
        await expectProblem(await end(id), 'not-found')
    })
    expect(await isSignedIn(evas)).toBe(true)
  })

  test('contain their browser, times and the current one, without secrets', async () => {
    const at = club.clock.now
    club.clock.now += HOUR_MS
    const other = await login(firefox)
    const sessions = await list()
    expect(sessions).toEqual([
      {
        _id: expect.stringMatching(/^[0-9a-f]{32}$/),
        browser: 'Firefox en Windows',
        createdAt: new Date(at + HOUR_MS).toISOString(),
        seenAt: new Date(at + HOUR_MS).toISOString(),
        current: false,
      },
      {
        _id: expect.stringMatching(/^[0-9a-f]{32}$/),
        browser: 'Navegador desconocido',
        createdAt: new Date(at).toISOString(),
        // The request itself counts as the last use.
        seenAt: new Date(at + HOUR_MS).toISOString(),
        current: true,
      },
    ])
    expect((await list(other)).map(({ current }) => current)).toEqual([true, false])
    for (const { _id } of sessions) expect(await isSignedIn(`session=${_id}`)).toBe(false)
    // Only the first part of a long User-Agent is stored.
    await login(`\u00ff${'x'.repeat(10_000)}`)
    expect((await list()).length).toBe(3)
  })

  test('are ended one by one; ending the current one deletes its cookie', async () => {
    const other = await login(firefox)
    const id = (await list()).find(({ browser }) => browser.startsWith('Firefox'))?._id ?? ''
    const ended = await end(id)
    expect([ended.status, ended.headers.get('Set-Cookie')]).toEqual([204, null])
    await expectProblem(await end(id), 'not-found')

    const own = (await list(other).catch(() => []))[0]
    // The newer of two Firefox sessions was ended, so one remains.
    const mine = own ? other : await login(firefox)
    const current = (await list(mine)).find((session) => session.current)?._id ?? ''
    const left = await end(current, mine)
    expect(left.status).toBe(204)
    expect(left.headers.get('Set-Cookie')).toMatch(/^session=; .*Max-Age=0/)
    expect([await isSignedIn(mine), await isSignedIn(as)]).toEqual([false, true])
  })

  test('are all ended at once, except the current one', async () => {
    const others = [await login(), await login(firefox)]
    expect((await club.send('DELETE', '/api/auth/sessions', { as })).status).toBe(204)
    for (const other of others) expect(await isSignedIn(other)).toBe(false)
    expect((await list()).map(({ current }) => current)).toEqual([true])
    expect(await isSignedIn(evas)).toBe(true)
  })

  test('are not listed after their end', async () => {
    await login(firefox)
    club.clock.now += 29 * DAY_MS
    await list()
    club.clock.now += 2 * DAY_MS
    expect((await list()).map(({ current }) => current)).toEqual([true])
  })
})
