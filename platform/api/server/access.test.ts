/** Tests every route with every kind of sender: the request is accepted, or refused with a problem. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { accessRows } from '../../../test/support/api-access-table.ts'
import { openTestClub, type RequestOptions, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import type { User } from '../../auth/shared/accounts.ts'
import type { ProblemDetails, ProblemId } from '../shared/problems.ts'

/** Counts password hashes. */
const hashing = vi.hoisted(() => ({ times: 0 }))
vi.mock('node:crypto', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:crypto')>()
  const argon2 = ((...args: Parameters<typeof real.argon2>) => {
    hashing.times++
    return real.argon2(...args)
  }) as typeof real.argon2
  return { ...real, argon2 }
})

const password = 'una clave bien larga'
const isRead = (method: string) => method === 'GET'

type Row = (typeof accessRows)[number]
interface Person {
  cookie: string
  user: User
}

describe('access', () => {
  let database: TestDatabase
  let club: TestClub
  let strict: TestClub
  let ana: Person
  const dead: Record<string, Person> = {}
  beforeAll(async () => {
    database = await createDatabase()
    club = await openTestClub(database, { env: { METRICS_TOKEN: 'una-ficha-larga-de-verdad' } })
    ana = await club.signIn()
    const person = (name: string) => club.signIn({ email: `${name}@club.example`, password })
    const as = ana.cookie
    const done = async (response: Promise<Response>) => expect((await response).ok).toBe(true)

    dead['whose session was ended'] = await person('fuera')
    await done(club.send('POST', '/api/auth/logout', { as: dead['whose session was ended'].cookie }))
    dead['who was deleted'] = await person('borrada')
    await done(club.send('DELETE', `/api/admin/${dead['who was deleted'].user._id}`, { as }))
    const paused = await person('espera')
    dead['who waits for approval again'] = paused
    await done(club.send('PUT', `/api/admin/${paused.user._id}`, { as, body: { status: 'pending' } }))
    const moved = await person('mudada')
    dead['whose password was changed elsewhere'] = moved
    const login = await club.send('POST', '/api/auth/login', {
      body: { email: 'mudada@club.example', password },
    })
    const elsewhere = (login.headers.getSetCookie()[0] ?? '').split(';')[0] as string
    const body = { password: 'otra clave bien larga', currentPassword: password }
    await done(club.send('PUT', `/api/admin/${moved.user._id}`, { as: elsewhere, body }))
    dead['with a made-up cookie'] = { cookie: `session=${'x'.repeat(43)}`, user: ana.user }

    strict = await openTestClub(database, { env: { REQUIRE_2FA: '1' } })
  })
  afterAll(async () => {
    await strict.stop()
    await club.stop()
    await database.dispose()
  })

  const ask = (at: TestClub, { method, path }: Row, sent: RequestOptions = {}, id = 'x') =>
    at.send(method, `/api${path.replace('{id}', id).replace(/\{\w+\}/g, 'news')}`, {
      ...(!isRead(method) && method !== 'DELETE' && { body: {} }),
      ...sent,
    })

  /** Returns the id of a refusal for a missing permission. null when the request was accepted */
  async function turnedAway(response: Response): Promise<ProblemId | null> {
    if (![401, 403].includes(response.status)) return null
    const { type } = (await response.json()) as ProblemDetails
    const id = type.slice('/problems/'.length) as ProblemId
    return ['sign-in-needed', 'second-factor-needed', 'foreign-origin'].includes(id) ? id : null
  }

  const everybody: [string, (row: Row) => ProblemId | null, () => RequestOptions][] = [
    ['a visitor', ({ who }) => (who === 'administrator' ? 'sign-in-needed' : null), () => ({})],
    ['an administrator', () => null, () => ({ as: ana.cookie })],
    [
      'an administrator on another site’s page',
      ({ method }) => (isRead(method) ? null : 'foreign-origin'),
      () => ({ as: ana.cookie, headers: { Origin: 'https://otro.example', 'Sec-Fetch-Site': 'cross-site' } }),
    ],
    [
      'a visitor on another site’s page',
      ({ method, who }) =>
        !isRead(method) ? 'foreign-origin' : who === 'administrator' ? 'sign-in-needed' : null,
      () => ({ headers: { Origin: 'null' } }),
    ],
    ...[
      'whose session was ended',
      'who was deleted',
      'who waits for approval again',
      'whose password was changed elsewhere',
      'with a made-up cookie',
    ].map((who): [string, (row: Row) => ProblemId | null, () => RequestOptions] => [
      `somebody ${who}`,
      // A request with an ended session must never register an account.
      (row) =>
        row.who === 'administrator' || (row.method === 'POST' && row.path === '/admin')
          ? 'sign-in-needed'
          : null,
      () => ({ as: (dead[who] as Person).cookie }),
    ]),
  ]

  test.each(everybody)('%s is let through, or turned away, call by call', async (who, expected, sent) => {
    // Routes that end the caller's session or delete its owner come last.
    const order = (row: Row) => Number(/logout|\/admin|sessions/.test(row.path))
    const seen: [string, ProblemId | null][] = []
    const askAll = async (those: Row[]) => {
      for (const row of those) {
        const answer = await ask(club, row, sent())
        expect(answer.status).toBeLessThan(500)
        seen.push([`${row.method} ${row.path}`, await turnedAway(answer)])
      }
    }
    const all = accessRows
      .toSorted((a, b) => order(a) - order(b))
      .filter(({ path }) => who !== 'an administrator' || path !== '/auth/logout')
    await changesNothing(club, () => askAll(all.filter((row) => expected(row) !== null)))
    await askAll(all.filter((row) => expected(row) === null))
    const wanted = all.map((row) => [`${row.method} ${row.path}`, expected(row)])
    expect(seen.sort()).toEqual(wanted.sort())
  })

  test('limits administrators without a required second factor to its setup and their own account', async () => {
    const { cookie, user } = await strict.signIn({ email: 'debe@club.example', password })
    for (const id of ['x', user._id])
      for (const row of accessRows.filter(({ path }) => !/logout|login|sessions/.test(path))) {
        const isOpen =
          row.who !== 'administrator' ||
          row.withoutSecondFactor === 'yes' ||
          (row.withoutSecondFactor === 'own' && id === user._id)
        const adds = row.method === 'POST' && row.path === '/admin'
        const answer = await ask(strict, row, { as: cookie }, id)
        const expected = isOpen && !adds ? null : 'second-factor-needed'
        expect([row.method, row.path, id, await turnedAway(answer)]).toEqual([
          row.method,
          row.path,
          id,
          expected,
        ])
      }
  })

  test('opens no session for a waiting registration on any route', async () => {
    const email = 'nueva@club.example'
    expect((await club.send('POST', '/api/admin', { body: { email, password } })).status).toBe(201)
    const answer = await club.send('POST', '/api/auth/login', { body: { email, password } })
    expect(answer.headers.getSetCookie()).toEqual([])
    await expectProblem(answer, 'awaiting-approval')
    expect(await club.accounts.makeLink('sign-in', email)).toBeNull()
  })

  test('requires METRICS_TOKEN for the metrics, also from administrators', async () => {
    const metrics = (headers: Record<string, string>, as?: string) =>
      club.send('GET', '/api/metrics', { headers, ...(as && { as }) })
    expect((await metrics({ Authorization: 'Bearer una-ficha-larga-de-verdad' })).status).toBe(200)
    for (const refused of [
      await metrics({}),
      await metrics({ Authorization: 'Bearer x' }),
      await metrics({}, ana.cookie),
    ])
      expect(refused.status).not.toBe(200)
  })

  test('replaces the session cookie at sign-in and ends the previous session', async () => {
    const planted = `session=${'p'.repeat(43)}`
    const theirs = dead['with a made-up cookie'] as Person
    for (const as of [planted, theirs.cookie, 'session=', `${planted}; session=${'q'.repeat(43)}`]) {
      const answer = await club.send('POST', '/api/auth/login', {
        as,
        body: { email: ana.user.email, password },
      })
      const cookie = (answer.headers.getSetCookie()[0] ?? '').split(';')[0] as string
      expect(cookie).toMatch(/^session=[\w-]{43}$/)
      expect(as).not.toContain(cookie.slice('session='.length))
      expect((await club.send('GET', '/api/admin', { as: cookie })).status).toBe(200)
      await expectProblem(await club.send('GET', '/api/admin', { as }), 'sign-in-needed')
    }
  })

  test('does the same work to reject a known and an unknown address', async () => {
    const work = async (email: string, pass: string) => {
      const before = hashing.times
      const answer = await club.send('POST', '/api/auth/login', {
        body: { email, password: pass },
        from: '192.0.2.77',
      })
      await expectProblem(answer, 'wrong-credentials')
      return hashing.times - before
    }
    expect([
      await work(ana.user.email, 'no es esta'),
      await work('nadie@club.example', 'no es esta'),
      await work('espera@club.example', 'no es esta'),
    ]).toEqual([1, 1, 1])
  })
})
