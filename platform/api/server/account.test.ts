/** One's own sessions, through HTTP. */
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

  test('are nobody else’s: neither shown to them nor ended by them', async () => {
    const [evasSession] = await list(evas)
    expect(await list()).not.toContainEqual(expect.objectContaining({ _id: evasSession?._id }))
    await changesNothing(club, async () => {
      const { length } = evasSession?._id ?? ''
      for (const id of [evasSession?._id ?? '', '%', '_'.repeat(length), '0'.repeat(length), 'x', '\u0000'])
        await expectProblem(await end(id), 'not-found')
    })
    expect(await isSignedIn(evas)).toBe(true)
  })

  test('say which browser opened them, since when, and which one asks; and nothing that opens one', async () => {
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
        // Asking is a use.
        seenAt: new Date(at + HOUR_MS).toISOString(),
        current: true,
      },
    ])
    expect((await list(other)).map(({ current }) => current)).toEqual([true, false])
    for (const { _id } of sessions) expect(await isSignedIn(`session=${_id}`)).toBe(false)
    // A part of any User-Agent is stored.
    await login(`\u00ff${'x'.repeat(10_000)}`)
    expect((await list()).length).toBe(3)
  })

  test('end one by one; the one that asks takes its cookie along', async () => {
    const other = await login(firefox)
    const id = (await list()).find(({ browser }) => browser.startsWith('Firefox'))?._id ?? ''
    const ended = await end(id)
    expect([ended.status, ended.headers.get('Set-Cookie')]).toEqual([204, null])
    await expectProblem(await end(id), 'not-found')

    const own = (await list(other).catch(() => []))[0]
    // The newest of both Firefoxes came first, so one of them is left.
    const mine = own ? other : await login(firefox)
    const current = (await list(mine)).find((session) => session.current)?._id ?? ''
    const left = await end(current, mine)
    expect(left.status).toBe(204)
    expect(left.headers.get('Set-Cookie')).toMatch(/^session=; .*Max-Age=0/)
    expect([await isSignedIn(mine), await isSignedIn(as)]).toEqual([false, true])
  })

  test('end all at once but the one that asks', async () => {
    const others = [await login(), await login(firefox)]
    expect((await club.send('DELETE', '/api/auth/sessions', { as })).status).toBe(204)
    for (const other of others) expect(await isSignedIn(other)).toBe(false)
    expect((await list()).map(({ current }) => current)).toEqual([true])
    expect(await isSignedIn(evas)).toBe(true)
  })

  test('do not show once they are over', async () => {
    await login(firefox)
    club.clock.now += 29 * DAY_MS
    await list()
    club.clock.now += 2 * DAY_MS
    expect((await list()).map(({ current }) => current)).toEqual([true])
  })
})
