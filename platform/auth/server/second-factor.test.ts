/** Tests the second factor through HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClub, type RequestOptions, readCookie, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, databases, type TestDatabase } from '../../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import type { SecondFactorState, User } from '../shared/accounts.ts'
import { RECOVERY_CODES } from './second-factor.ts'
import { codeAt, stepAt } from './totp.ts'

const MINUTE_MS = 60_000
const STEP_MS = 30_000
const password = 'una clave bien larga'
const another = 'otra clave bien larga'

let addresses = 0
/** Returns a new network address for each call, so that rate limits do not apply. */
const fresh = () => `10.3.${++addresses >> 8}.${addresses & 255}`

interface Person {
  cookie: string
  user: User
}

/** Functions that call the API of one test club. */
function callsTo(club: TestClub) {
  const post = (path: string, body: unknown, sent: RequestOptions = {}) =>
    club.send('POST', `/api/auth/${path}`, { body, from: fresh(), ...sent })
  const state = async (as: string) =>
    (await (await club.send('GET', '/api/auth/totp', { as })).json()) as SecondFactorState
  const begin = (as: string, currentPassword: unknown = password) => post('totp', { currentPassword }, { as })
  const confirm = (as: string, code: unknown) => club.send('PUT', '/api/auth/totp', { as, body: { code } })
  const change = (what: 'codes' | 'off', as: string, code: unknown, currentPassword: unknown = password) =>
    post(`totp/${what}`, { currentPassword, code }, { as })
  const login = (email: string, code?: unknown, sent: RequestOptions = {}) =>
    post('login', { email, password, ...(code !== undefined && { code }) }, sent)
  const getCode = (secret: string, steps = 0) => codeAt(secret, stepAt(club.clock.now) + steps)
  /**
   * Returns the next unused code. It advances the clock by two steps, because a test may have used the code of the
   * following step.
   */
  const nextCode = (secret: string) => {
    club.clock.now += 2 * STEP_MS
    return getCode(secret)
  }
  /** Adds an administrator with a second factor. */
  const setUp = async (email: string): Promise<Person & { secret: string; recoveryCodes: string[] }> => {
    const person = await club.signIn({ email, password })
    const { secret } = (await (await begin(person.cookie)).json()) as { secret: string }
    const { recoveryCodes } = (await (await confirm(person.cookie, getCode(secret))).json()) as {
      recoveryCodes: string[]
    }
    return { ...person, secret, recoveryCodes }
  }
  const isSignedIn = async (as: string) => (await club.send('GET', '/api/auth/totp', { as })).status === 200
  return { post, state, begin, confirm, change, login, codeOf: getCode, nextCode, setUp, isSignedIn }
}

describe.each(databases)('the second factor on $name', ({ create, testOnce, describeOnce }) => {
  let database: TestDatabase
  let club: TestClub
  let ana: Person
  let calls: ReturnType<typeof callsTo>
  beforeAll(async () => {
    database = await create()
    club = await openTestClub(database)
    ana = await club.signIn()
    calls = callsTo(club)
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  describeOnce('is not set up', () => {
    test('without the current password', async () => {
      await changesNothing(club, async () => {
        await expectProblem(await calls.post('totp', {}, { as: ana.cookie }), 'missing-fields', [
          'currentPassword',
        ])
        await expectProblem(await calls.begin(ana.cookie, 'no es esta'), 'wrong-password', [
          'currentPassword',
        ])
        await expectProblem(await calls.begin(ana.cookie, { $ne: '' }), 'invalid-fields', ['currentPassword'])
      })
    })

    test('before it was offered, or with a wrong code', async () => {
      const { cookie } = await club.signIn({ email: 'bea@club.example', password })
      await changesNothing(club, async () => {
        await expectProblem(await calls.confirm(cookie, '123456'), 'second-factor-off')
        for (const what of ['codes', 'off'] as const)
          await expectProblem(await calls.change(what, cookie, '123456'), 'second-factor-off')
      })
      const { secret } = (await (await calls.begin(cookie)).json()) as { secret: string }
      await changesNothing(club, async () => {
        await expectProblem(await calls.confirm(cookie, ' '), 'missing-fields', ['code'])
        for (const wrong of ['12345', 'abcdef', calls.codeOf(secret, -2), calls.codeOf(secret, 2), 123456])
          expect((await calls.confirm(cookie, wrong)).status).toBe(400)
        await expectProblem(await calls.confirm(cookie, calls.codeOf(secret, 2)), 'wrong-code', ['code'])
      })
      // Sign-in does not require a second factor that the user has not confirmed.
      expect((await calls.login('bea@club.example')).status).toBe(200)
      expect(await calls.state(cookie)).toEqual({ active: false, required: false, recoveryCodes: 0 })
      // Beginning again replaces the secret.
      const again = (await (await calls.begin(cookie)).json()) as { secret: string }
      await expectProblem(await calls.confirm(cookie, calls.codeOf(secret)), 'wrong-code')
      expect((await calls.confirm(cookie, calls.codeOf(again.secret))).status).toBe(200)
    })
  })

  testOnce('limits guesses during the setup to ten before a pause', async () => {
    const { cookie } = await club.signIn({ email: 'ciro@club.example', password })
    const { secret } = (await (await calls.begin(cookie)).json()) as { secret: string }
    for (let tries = 0; tries < 10; tries++)
      await expectProblem(await calls.confirm(cookie, calls.codeOf(secret, 2)), 'wrong-code')
    const refusal = await calls.confirm(cookie, calls.codeOf(secret))
    expect(refusal.headers.get('Retry-After')).toBe('60')
    await expectProblem(refusal, 'too-many-attempts')
    club.clock.now += MINUTE_MS
    expect((await calls.confirm(cookie, calls.codeOf(secret))).status).toBe(200)
  })

  test('is set up with the password and a code; returns ten recovery codes once, and ends other sessions', async () => {
    const email = 'caro@club.example'
    const { cookie, user } = await club.signIn({ email, password })
    const elsewhere = readCookie(await calls.login(email))
    const begun = await calls.begin(cookie)
    expect([begun.status, begun.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    const { secret, uri } = (await begun.json()) as { secret: string; uri: string }
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toMatch(/^otpauth:\/\/totp\/[^?]+:caro%40club\.example\?secret=[A-Z2-7]{32}&issuer=/)
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)

    const code = calls.codeOf(secret)
    const confirmed = await calls.confirm(cookie, `${code.slice(0, 3)} ${code.slice(3)}`)
    const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] }
    expect(new Set(recoveryCodes).size).toBe(RECOVERY_CODES)
    for (const recoveryCode of recoveryCodes) expect(recoveryCode).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/)
    expect(await calls.state(cookie)).toEqual({ active: true, required: false, recoveryCodes: 10 })
    expect([await calls.isSignedIn(elsewhere), await calls.isSignedIn(cookie)]).toEqual([false, true])

    await changesNothing(club, async () => {
      await expectProblem(await calls.begin(cookie), 'second-factor-on')
      await expectProblem(await calls.confirm(cookie, calls.codeOf(secret, 1)), 'second-factor-on')
    })
    // No later response contains the secret or the recovery codes.
    const users = await (await club.send('GET', '/api/admin', { as: ana.cookie })).text()
    const one = await (await club.send('GET', `/api/admin/${user._id}`, { as: cookie })).json()
    expect(one).toMatchObject({ secondFactor: true })
    const history = await club.database.read.selectFrom('history').selectAll().execute()
    const told = [users, JSON.stringify(one), JSON.stringify(history), club.logged.join('\n')].join('\n')
    for (const word of [secret, ...recoveryCodes, 'totpSecret', 'codeHash']) expect(told).not.toContain(word)
    // The database has only hashes of the recovery codes.
    const stored = JSON.stringify(await club.database.read.selectFrom('recoveryCodes').selectAll().execute())
    expect(stored).not.toContain(recoveryCodes[0]?.replaceAll('-', ''))
    expect(history.at(-1)).toMatchObject({ action: 'update', resource: 'users', itemId: user._id })
  })

  describe('at sign-in', () => {
    let dora: Awaited<ReturnType<typeof calls.setUp>>
    beforeAll(async () => {
      dora = await calls.setUp('dora@club.example')
    })
    const email = 'dora@club.example'

    test('is required after the right password', async () => {
      await changesNothing(club, async () => {
        await expectProblem(
          await calls.post('login', { email, password: another, code: calls.codeOf(dora.secret, 1) }),
          'wrong-credentials',
        )
        for (const code of [undefined, '', '  ', null, 7, ['1']]) {
          const response = await calls.login(email, code)
          expect(response.headers.get('Set-Cookie')).toBeNull()
          await expectProblem(response, 'second-factor')
        }
        for (const code of [
          '000000',
          '12345',
          'abcd-efgh-ijkl-mnop',
          calls.codeOf(dora.secret, 2),
          '\u0000',
        ]) {
          const response = await calls.login(email, code)
          expect(response.headers.get('Set-Cookie')).toBeNull()
          await expectProblem(response, 'second-factor', code === '\u0000' ? undefined : ['code'])
        }
      })
    })

    test('accepts each code once, also in parallel requests', async () => {
      // The setup has used up this code.
      await expectProblem(await calls.login(email, calls.codeOf(dora.secret)), 'second-factor', ['code'])
      const code = calls.nextCode(dora.secret)
      const answers = await Promise.all([calls.login(email, code), calls.login(email, code)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
      const session = readCookie(answers.find(({ status }) => status === 200) as Response)
      expect(await calls.isSignedIn(session)).toBe(true)
      await expectProblem(await calls.login(email, code), 'second-factor', ['code'])
      // A code from before the last accepted one is refused, even within its time.
      await expectProblem(await calls.login(email, calls.codeOf(dora.secret, -1)), 'second-factor')
      expect((await calls.login(email, calls.codeOf(dora.secret, 1))).status).toBe(200)
    })

    test('accepts each recovery code once, in any notation, for its owner only', async () => {
      const [first = '', second = ''] = dora.recoveryCodes
      const eva = await calls.setUp('eva@club.example')
      await expectProblem(await calls.login('eva@club.example', first), 'second-factor', ['code'])
      expect((await calls.login(email, ` ${first.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200)
      await expectProblem(await calls.login(email, first), 'second-factor', ['code'])
      const answers = await Promise.all([calls.login(email, second), calls.login(email, second)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
      expect((await calls.state(dora.cookie)).recoveryCodes).toBe(8)
      expect((await calls.state(eva.cookie)).recoveryCodes).toBe(10)
    })

    testOnce(
      'limits guesses from all addresses to ten before a pause; a success resets the counter',
      async () => {
        await calls.login(email, calls.nextCode(dora.secret))
        for (let tries = 0; tries < 9; tries++) await calls.login(email, '000000')
        expect((await calls.login(email, calls.nextCode(dora.secret))).status).toBe(200)
        for (let tries = 0; tries < 10; tries++)
          await expectProblem(await calls.login(email, '000000'), 'second-factor')
        const refusal = await calls.login(email, calls.codeOf(dora.secret, 1))
        expect(refusal.headers.get('Retry-After')).toBe('60')
        await expectProblem(refusal, 'too-many-attempts')
        club.clock.now += MINUTE_MS
        expect((await calls.login(email, calls.nextCode(dora.secret))).status).toBe(200)
        // The limit of a network address covers all accounts.
        const from = fresh()
        for (let tries = 0; tries < 10; tries++) await calls.login(email, '000000', { from })
        await expectProblem(await calls.login('ana@club.example', undefined, { from }), 'too-many-attempts')
        club.clock.now += MINUTE_MS
        expect((await calls.login(email, calls.nextCode(dora.secret))).status).toBe(200)
      },
    )

    test('is required by a sign-in link too, which stays valid until the code is right', async () => {
      const token = (await club.accounts.makeLink('sign-in', email)) as string
      const use = (code?: string) => calls.post('link', { token, ...(code !== undefined && { code }) })
      await changesNothing(club, async () => {
        await expectProblem(await use(), 'second-factor')
        await expectProblem(await use('000000'), 'second-factor', ['code'])
      })
      const used = await use(calls.nextCode(dora.secret))
      expect(used.status).toBe(200)
      expect(await calls.isSignedIn(readCookie(used))).toBe(true)
      await expectProblem(await use(calls.nextCode(dora.secret)), 'invalid-link')
    })

    testOnce('is required after a password reset', async () => {
      const gema = await calls.setUp('gema@club.example')
      const made = await club.send('POST', `/api/admin/${gema.user._id}/reset-link`, { as: ana.cookie })
      const { link } = (await made.json()) as { link: string }
      const token = link.split('=')[1]
      expect((await calls.post('reset', { token, password: another })).status).toBe(204)
      const sent = { email: 'gema@club.example', password: another }
      await expectProblem(await calls.post('login', sent), 'second-factor')
      expect((await calls.post('login', { ...sent, code: calls.nextCode(gema.secret) })).status).toBe(200)
    })
  })

  describe('is changed', () => {
    testOnce('only with the password and an unused code', async () => {
      const flor = await calls.setUp('flor@club.example')
      await changesNothing(club, async () => {
        for (const what of ['codes', 'off'] as const) {
          await expectProblem(await calls.post(`totp/${what}`, {}, { as: flor.cookie }), 'missing-fields', [
            'currentPassword',
            'code',
          ])
          const right = calls.codeOf(flor.secret, 1)
          await expectProblem(await calls.change(what, flor.cookie, right, 'no es esta'), 'wrong-password', [
            'currentPassword',
          ])
          await expectProblem(await calls.change(what, flor.cookie, '000000'), 'wrong-code', ['code'])
          await expectProblem(await calls.change(what, flor.cookie, calls.codeOf(flor.secret)), 'wrong-code')
        }
        // These six and the tries above are ten guesses.
        for (let tries = 0; tries < 6; tries++) await calls.change('off', flor.cookie, '000000')
        await expectProblem(await calls.change('off', flor.cookie, '000000'), 'too-many-attempts')
      })
      club.clock.now += MINUTE_MS
      expect((await calls.state(flor.cookie)).active).toBe(true)
    })

    test('to new recovery codes, which replace the previous ones', async () => {
      const email = 'hilda@club.example'
      const hilda = await calls.setUp(email)
      const renewed = await calls.change('codes', hilda.cookie, calls.nextCode(hilda.secret))
      const { recoveryCodes } = (await renewed.json()) as { recoveryCodes: string[] }
      expect(recoveryCodes).toHaveLength(RECOVERY_CODES)
      await expectProblem(await calls.login(email, hilda.recoveryCodes[0]), 'second-factor', ['code'])
      expect((await calls.login(email, recoveryCodes[0])).status).toBe(200)
      // A recovery code is enough for new recovery codes, without the app.
      expect((await calls.change('codes', hilda.cookie, recoveryCodes[1])).status).toBe(200)
    })

    test('by turning it off', async () => {
      const email = 'ines@club.example'
      const ines = await calls.setUp(email)
      expect((await calls.change('off', ines.cookie, calls.nextCode(ines.secret))).status).toBe(204)
      expect(await calls.state(ines.cookie)).toEqual({ active: false, required: false, recoveryCodes: 0 })
      expect((await calls.login(email)).status).toBe(200)
      const row = await club.database.read
        .selectFrom('users')
        .selectAll()
        .where('email', '=', email)
        .execute()
      expect(row).toMatchObject([{ totpSecret: null, totpAt: null, totpStep: null }])
    })
  })

  describe('of a colleague', () => {
    const reset = (id: string, as = ana.cookie) => club.send('DELETE', `/api/admin/${id}/totp`, { as })

    testOnce('is not reset by its owner, nor for a user without one', async () => {
      const julia = await calls.setUp('julia@club.example')
      await changesNothing(club, async () => {
        await expectProblem(await reset(julia.user._id, julia.cookie), 'not-yours')
        await expectProblem(await reset(ana.user._id, julia.cookie), 'second-factor-off')
        await expectProblem(await reset('nadie'), 'not-found')
      })
    })

    test('is reset by another administrator, which ends the sessions and is in the audit log', async () => {
      const email = 'lola@club.example'
      const lola = await calls.setUp(email)
      for (let tries = 0; tries < 10; tries++) await calls.login(email, '000000')
      expect((await reset(lola.user._id)).status).toBe(204)
      expect(await calls.isSignedIn(lola.cookie)).toBe(false)
      const again = readCookie(await calls.login(email))
      expect(await calls.state(again)).toEqual({ active: false, required: false, recoveryCodes: 0 })
      const history = await club.database.read.selectFrom('history').selectAll().orderBy('seq').execute()
      expect(history.at(-1)).toMatchObject({ userEmail: ana.user.email, action: 'reset', label: email })
    })
  })
})

describe('REQUIRE_2FA', () => {
  let database: TestDatabase
  let club: TestClub
  let ana: Person
  let calls: ReturnType<typeof callsTo>
  beforeAll(async () => {
    database = await createDatabase()
    club = await openTestClub(database, { env: { REQUIRE_2FA: '1' } })
    ana = await club.signIn()
    calls = callsTo(club)
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  test('limits administrators without a second factor to its setup', async () => {
    const eva = await club.signIn({ email: 'eva@club.example', password })
    const { paths } = (await (await club.send('GET', '/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, { security?: { session?: unknown }[] }>>
    }
    const open = ['/auth/sessions', '/auth/sessions/{id}', '/auth/totp', '/auth/totp/codes', '/auth/totp/off']
    const closed = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => security?.[0]?.session && !open.includes(path))
        .map(([method]) => [method.toUpperCase(), path.replace('{id}', eva.user._id)] as const),
    )
    expect(closed.length).toBeGreaterThan(20)
    await changesNothing(club, async () => {
      for (const [method, path] of [...closed, ['POST', '/admin'] as const]) {
        const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} }
        await expectProblem(
          await club.send(method, `/api${path}`, { as: ana.cookie, ...body }),
          'second-factor-needed',
        )
      }
      // Deleting the own account and creating a link for it are refused in the same way.
      for (const [method, path] of [
        ['DELETE', `/admin/${ana.user._id}`],
        ['POST', `/admin/${ana.user._id}/reset-link`],
        ['DELETE', `/admin/${ana.user._id}/totp`],
      ] as const)
        await expectProblem(
          await club.send(method, `/api${path}`, { as: ana.cookie }),
          'second-factor-needed',
        )
    })
    expect((await club.send('GET', `/api/admin/${ana.user._id}`, { as: ana.cookie })).status).toBe(200)
    expect((await club.send('GET', '/api/auth/sessions', { as: ana.cookie })).status).toBe(200)
    expect(await calls.state(ana.cookie)).toEqual({ active: false, required: true, recoveryCodes: 0 })
    // Visitors need no second factor.
    expect((await club.send('GET', '/api/news')).status).toBe(200)
  })

  test('gives access after the setup, and removes it when the factor is turned off', async () => {
    const { secret } = (await (await calls.begin(ana.cookie)).json()) as { secret: string }
    expect((await club.send('GET', '/api/admin', { as: ana.cookie })).status).toBe(403)
    expect((await calls.confirm(ana.cookie, calls.codeOf(secret))).status).toBe(200)
    expect((await club.send('GET', '/api/admin', { as: ana.cookie })).status).toBe(200)
    expect((await calls.change('off', ana.cookie, calls.nextCode(secret))).status).toBe(204)
    await expectProblem(await club.send('GET', '/api/admin', { as: ana.cookie }), 'second-factor-needed')
    expect((await club.send('POST', '/api/auth/logout', { as: ana.cookie })).status).toBe(204)
  })
})
