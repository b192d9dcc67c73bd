/** Tests sign-in, registration, approval and the own account through HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClub, type RequestOptions, readCookie, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type MailServer, startMailServer } from '../../../test/support/mailserver.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import { MISSING_FIELDS, WRONG_CREDENTIALS } from '../../api/shared/problems.ts'
import type { AuditLogEntry, LatestChange, TrashItem } from '../../content/shared/audit-log-answers.ts'
import { listErasures } from '../../db/erasures.ts'
import type { User } from '../shared/accounts.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const password = 'una clave bien larga'
const another = 'otra clave bien larga'

let addresses = 0
/** Returns a new network address for each call, so that rate limits do not apply. */
const fresh = () => `10.0.${++addresses >> 8}.${addresses & 255}`

describe.each(databases)('accounts on $name', ({ create, testOnce, describeOnce }) => {
  let database: TestDatabase
  let club: TestClub
  let ana: { cookie: string; user: User }
  beforeAll(async () => {
    database = await create()
    club = await openTestClub(database)
    ana = await club.signIn()
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  const login = (email: unknown, pass: unknown = password, sent: RequestOptions = {}) =>
    club.send('POST', '/api/auth/login', { body: { email, password: pass }, from: fresh(), ...sent })
  const register = (body: unknown, sent: RequestOptions = {}) =>
    club.send('POST', '/api/admin', { body, from: fresh(), ...sent })
  const put = (id: string, body: unknown, as = ana.cookie) =>
    club.send('PUT', `/api/admin/${id}`, { as, body })
  const list = async () => (await (await club.send('GET', '/api/admin', { as: ana.cookie })).json()) as User[]
  const getUser = async (email: string) => (await list()).find((user) => user.email === email) as User
  const isSignedIn = async (cookie: string) =>
    (await club.send('GET', '/api/admin', { as: cookie })).status === 200
  const added = async (email: string) =>
    (await (
      await club.send('POST', '/api/admin', { as: ana.cookie, body: { email, password } })
    ).json()) as User

  describeOnce('sign-in is rejected', () => {
    test('with the same problem for every wrong credential, without a cookie', async () => {
      const wrongs: [unknown, unknown][] = [
        ['', ''],
        ['', password],
        [ana.user.email, ''],
        [undefined, undefined],
        [null, null],
        [7, { $ne: '' }],
        [[ana.user.email], [password]],
        [ana.user.email, 'no es esta'],
        [ana.user.email, `${password} `],
        ['nadie@club.example', password],
        ["' OR '1'='1", "' OR '1'='1"],
        ['ana@club.example\u0000x', password],
        ['\u0000', '\u0000'],
        ['\ud800', '\ud800'],
        ['x'.repeat(1_000), 'x'.repeat(1_000)],
      ]
      await changesNothing(club, async () => {
        for (const [email, pass] of wrongs) {
          const response = await login(email, pass)
          expect(response.headers.get('Set-Cookie')).toBeNull()
          const { detail, errors } = await expectProblem(response, 'wrong-credentials')
          expect([detail, errors]).toEqual([WRONG_CREDENTIALS, undefined])
        }
        await expectProblem(
          await club.send('POST', '/api/auth/login', { body: {}, from: fresh() }),
          'wrong-credentials',
        )
      })
      expect(await isSignedIn(ana.cookie)).toBe(true)
    })

    test('before approval, with the reason only for the right password', async () => {
      await register({ email: 'espera@club.example', password })
      await changesNothing(club, async () => {
        await expectProblem(await login('espera@club.example', 'no es esta'), 'wrong-credentials')
        const response = await login('espera@club.example')
        expect(response.headers.get('Set-Cookie')).toBeNull()
        await expectProblem(response, 'awaiting-approval')
      })
    })

    test('after ten tries with the right password of a waiting account, from one address or from many', async () => {
      await register({ email: 'paciente@club.example', password })
      const from = fresh()
      for (let tries = 0; tries < 10; tries++)
        await expectProblem(await login('paciente@club.example', password, { from }), 'awaiting-approval')
      await changesNothing(club, async () => {
        await expectProblem(await login('paciente@club.example', password, { from }), 'too-many-attempts')
        await expectProblem(await login(ana.user.email, password, { from }), 'too-many-attempts')
        await expectProblem(await login('paciente@club.example'), 'too-many-attempts')
      })
      expect((await login(ana.user.email)).status).toBe(200)
      club.clock.now += MINUTE_MS
    })

    test('after ten failures from one address, for that address and all accounts', async () => {
      const from = fresh()
      for (let tries = 0; tries < 10; tries++)
        await expectProblem(await login(`nadie${tries}@club.example`, 'x', { from }), 'wrong-credentials')
      const refusal = await login(ana.user.email, password, { from })
      expect(Number(refusal.headers.get('Retry-After'))).toBe(60)
      await expectProblem(refusal, 'too-many-attempts')
      const forged = {
        from,
        headers: { 'X-Forwarded-For': '203.0.113.200', Forwarded: 'for=203.0.113.200' },
      }
      await expectProblem(await login(ana.user.email, password, forged), 'too-many-attempts')
      expect((await login(ana.user.email)).status).toBe(200)
      club.clock.now += MINUTE_MS
      expect((await login(ana.user.email, password, { from })).status).toBe(200)
    })

    test('after ten failures for one account from any address, until the pause ends; a success resets the counter', async () => {
      await added('blanco@club.example')
      for (let tries = 0; tries < 9; tries++) await login('blanco@club.example', 'x')
      expect((await login('BLANCO@club.example')).status).toBe(200)
      for (let tries = 0; tries < 10; tries++)
        await expectProblem(await login(' Blanco@Club.example', 'x'), 'wrong-credentials')
      const refusal = await login('blanco@club.example')
      expect(Number(refusal.headers.get('Retry-After'))).toBe(60)
      await expectProblem(refusal, 'too-many-attempts')
      // Unknown accounts are paused like known ones, so the pause does not reveal which exist.
      for (let tries = 0; tries < 10; tries++) await login('fantasma@club.example', 'x')
      await expectProblem(await login('fantasma@club.example', 'x'), 'too-many-attempts')
      club.clock.now += MINUTE_MS
      expect((await login('blanco@club.example')).status).toBe(200)
    })

    test('after ten guesses of links', async () => {
      const from = fresh()
      for (let tries = 0; tries < 10; tries++)
        await expectProblem(
          await club.send('POST', '/api/auth/link', { from, body: { token: `x${tries}` } }),
          'invalid-link',
        )
      await expectProblem(
        await club.send('POST', '/api/auth/link', { from, body: { token: 'y' } }),
        'too-many-attempts',
      )
      await expectProblem(await login(ana.user.email, password, { from }), 'too-many-attempts')
    })
  })

  test('sign-in returns the user, opens a session and ends the previous one', async () => {
    const first = await login(' ANA@Club.example ')
    expect(first.status).toBe(200)
    expect(first.headers.get('Cache-Control')).toBe('no-store')
    const user = await first.json()
    expect(Object.keys(user).sort()).toEqual([
      '_id',
      'confirmed',
      'createdAt',
      'email',
      'id',
      'lastSeenAt',
      'lastSignInAt',
      'name',
      'secondFactor',
      'status',
      'updatedAt',
    ])
    const at = new Date(club.clock.now).toISOString()
    expect(user).toEqual({ ...ana.user, lastSignInAt: at, lastSeenAt: at })
    ana.user = user
    expect(first.headers.getSetCookie()[0]).toMatch(
      /^session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    )

    const one = readCookie(first)
    const second = await login(ana.user.email, password, { as: one })
    expect(readCookie(second)).not.toBe(one)
    expect([await isSignedIn(one), await isSignedIn(readCookie(second))]).toEqual([false, true])

    // An attacker may have planted a cookie. Its token must not become a session.
    const planted = 'session=planted-by-somebody'
    const third = await login(ana.user.email, password, { as: planted })
    expect(readCookie(third)).not.toBe(planted)
    expect(await isSignedIn(planted)).toBe(false)
    expect(await isSignedIn(ana.cookie)).toBe(true)
  })

  testOnce('sign-out ends the session, deletes the cookie and ignores the body', async () => {
    const { cookie } = { cookie: readCookie(await login(ana.user.email)) }
    await expectProblem(
      await club.send('POST', '/api/auth/logout', {
        as: cookie,
        headers: { Origin: 'https://otro.example' },
      }),
      'foreign-origin',
    )
    expect(await isSignedIn(cookie)).toBe(true)
    const response = await club.send('POST', '/api/auth/logout', {
      as: cookie,
      body: '{ no JSON',
      headers: { 'Content-Type': 'text/plain' },
    })
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(response.headers.get('Set-Cookie')).toBe('session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
    expect([await isSignedIn(cookie), await isSignedIn(ana.cookie)]).toEqual([false, true])
    expect((await club.send('POST', '/api/auth/logout', { as: cookie })).status).toBe(204)
    expect((await club.send('POST', '/api/auth/logout')).status).toBe(204)
  })

  test('a session ends after 30 days without a request, and after 90 days in any case', async () => {
    const start = club.clock.now
    const used = readCookie(await login(ana.user.email))
    const idle = readCookie(await login(ana.user.email))
    const ask = async (cookie: string) => club.send('GET', '/api/admin', { as: cookie })
    expect((await ask(used)).headers.get('Set-Cookie')).toBeNull()
    club.clock.now = start + 29 * DAY_MS
    const renewed = await ask(used)
    // Each Set-Cookie header starts the 30 days of the cookie again.
    expect(renewed.headers.get('Set-Cookie')).toBe(`${used}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`)
    club.clock.now = start + 31 * DAY_MS
    expect([await isSignedIn(used), await isSignedIn(idle)]).toEqual([true, false])
    for (const day of [60, 89]) {
      club.clock.now = start + day * DAY_MS
      expect(await isSignedIn(used)).toBe(true)
    }
    club.clock.now = start + 90 * DAY_MS
    await expectProblem(await ask(used), 'sign-in-needed')
    const again = await login(ana.user.email)
    ana = { cookie: readCookie(again), user: (await again.json()) as User }
  })

  describe('the users', () => {
    test('are visible only to administrators, without secrets', async () => {
      for (const as of [undefined, 'session=x']) {
        const visitor = as === undefined ? {} : { as }
        await expectProblem(await club.send('GET', '/api/admin', visitor), 'sign-in-needed')
        await expectProblem(await club.send('GET', `/api/admin/${ana.user._id}`, visitor), 'sign-in-needed')
        await expectProblem(
          await club.send('DELETE', `/api/admin/${ana.user._id}`, visitor),
          'sign-in-needed',
        )
        await expectProblem(
          await club.send('PUT', `/api/admin/${ana.user._id}`, { body: {}, ...visitor }),
          'sign-in-needed',
        )
      }
      for (const id of ['nadie', '\u0000', "' OR '1'='1", '__proto__']) {
        const path = `/api/admin/${encodeURIComponent(id)}`
        await expectProblem(await club.send('GET', path, { as: ana.cookie }), 'not-found')
        await expectProblem(await club.send('PUT', path, { as: ana.cookie, body: {} }), 'not-found')
        await expectProblem(await club.send('DELETE', path, { as: ana.cookie }), 'not-found')
      }
      const users = await list()
      expect(users).toContainEqual(ana.user)
      expect(JSON.stringify(users)).not.toMatch(/argon2|password|hash|emailKey/i)
      const one = await club.send('GET', `/api/admin/${ana.user._id}`, { as: ana.cookie })
      expect(await one.json()).toEqual(ana.user)
    })

    test('are added by administrators and are active at once', async () => {
      const body = { email: 'eva@club.example', password, status: 'pending', _id: 'x', confirmedAt: 1 }
      await changesNothing(club, async () => {
        const post = (body: unknown) => club.send('POST', '/api/admin', { as: ana.cookie, body })
        const { detail } = await expectProblem(await post({}), 'missing-fields', ['email', 'password'])
        expect(detail).toBe(MISSING_FIELDS)
        await expectProblem(await post({ ...body, email: 'ANA@club.example' }), 'email-taken', ['email'])
        await expectProblem(await post({ ...body, email: 'eva' }), 'invalid-fields', ['email'])
        for (const wrong of ['corta', 'x'.repeat(129), 'Password1', 'CONTRASEÑA'.length, ['x']])
          await expectProblem(await post({ ...body, password: wrong }), 'invalid-fields', ['password'])
      })
      const response = await club.send('POST', '/api/admin', { as: ana.cookie, body })
      expect(response.status).toBe(201)
      const user = (await response.json()) as User
      expect(user).toMatchObject({
        email: 'eva@club.example',
        status: 'active',
        confirmed: false,
        id: user._id,
      })
      expect(response.headers.get('Location')).toBe(`/api/admin/${user._id}`)
      expect(response.headers.get('Set-Cookie')).toBeNull()
      expect((await login('eva@club.example')).status).toBe(200)
    })

    test('have unique e-mails regardless of case, also when two are added in parallel', async () => {
      const post = (email: string) =>
        club.send('POST', '/api/admin', { as: ana.cookie, body: { email, password } })
      const answers = await Promise.all(['Ida@club.example', 'ida@Club.example'].map(post))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    })
  })

  describe('a registration', () => {
    test('is rejected with the cookie of an ended session', async () => {
      await changesNothing(club, async () => {
        await expectProblem(
          await register({ email: 'muerta@club.example', password }, { as: 'session=dead' }),
          'sign-in-needed',
        )
      })
    })

    testOnce('is rejected when it is incomplete, without counting as a try', async () => {
      const from = fresh()
      await changesNothing(club, async () => {
        for (let tries = 0; tries < 6; tries++)
          await expectProblem(await register({ email: ' ', password: '' }, { from }), 'missing-fields', [
            'email',
            'password',
          ])
        await expectProblem(
          await register({ email: 'x@club.example', password: 'password' }, { from }),
          'invalid-fields',
          ['password'],
        )
        await expectProblem(await register({ email: 'x', password }, { from }), 'invalid-fields', ['email'])
        await expectProblem(
          await register(
            { email: 'x@club.example', password },
            { headers: { 'Sec-Fetch-Site': 'cross-site' } },
          ),
          'foreign-origin',
        )
      })
      expect((await register({ email: 'seis@club.example', password }, { from })).status).toBe(201)
    })

    test('waits for approval, and returns the same answer for a known e-mail without a change', async () => {
      const response = await register({ email: 'nueva@club.example', password })
      expect(response.status).toBe(201)
      expect(response.headers.get('Set-Cookie')).toBeNull()
      expect(response.headers.get('Location')).toBeNull()
      expect(await response.json()).toEqual({ email: 'nueva@club.example', status: 'pending' })
      expect(await getUser('nueva@club.example')).toMatchObject({ status: 'pending', confirmed: false })
      const before = await list()
      for (const email of ['nueva@club.example', 'NUEVA@club.example', ana.user.email]) {
        const again = await register({ email, password: another })
        expect([again.status, await again.json()]).toEqual([201, { email, status: 'pending' }])
        expect([...again.headers.keys()]).toEqual([...response.headers.keys()])
      }
      expect(await list()).toEqual(before)
      expect((await login(ana.user.email)).status).toBe(200)
    })

    test('sent many times in parallel creates one user', async () => {
      const answers = await Promise.all(
        [1, 2, 3].map(() => register({ email: 'juntas@club.example', password })),
      )
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
      expect((await list()).filter(({ email }) => email === 'juntas@club.example')).toHaveLength(1)
    })

    testOnce('is limited to five per hour and address', async () => {
      const from = fresh()
      for (let tries = 0; tries < 5; tries++)
        expect((await register({ email: `r${tries}@club.example`, password }, { from })).status).toBe(201)
      await changesNothing(club, async () => {
        const refusal = await register({ email: 'r5@club.example', password }, { from })
        expect(Number(refusal.headers.get('Retry-After'))).toBe(3600)
        await expectProblem(refusal, 'too-many-attempts')
      })
      club.clock.now += 60 * MINUTE_MS
      expect((await register({ email: 'r5@club.example', password }, { from })).status).toBe(201)
    })

    testOnce('gives access only while an administrator approves of it', async () => {
      const email = 'aprobada@club.example'
      await register({ email, password })
      const { _id } = await getUser(email)
      await changesNothing(club, async () => {
        for (const status of ['owner', 7, null, ['active'], ''])
          await expectProblem(await put(_id, { status }), 'invalid-fields', ['status'])
      })
      const approved = await put(_id, { status: 'active' })
      expect(await approved.json()).toMatchObject({ _id, status: 'active' })
      const cookie = readCookie(await login(email))
      expect(await isSignedIn(cookie)).toBe(true)
      expect((await put(_id, { status: 'pending' })).status).toBe(200)
      expect(await isSignedIn(cookie)).toBe(false)
      await put(_id, { status: 'active' })
      // A new approval does not revive ended sessions.
      expect(await isSignedIn(cookie)).toBe(false)
    })
  })

  describe('the own account', () => {
    let lea: { cookie: string; user: User }
    beforeAll(async () => {
      lea = await club.signIn({ email: 'lea@club.example', password })
    })
    const own = (body: unknown) => put(lea.user._id, body, lea.cookie)

    testOnce('is changed only by its owner', async () => {
      await changesNothing(club, async () => {
        for (const change of [
          { email: 'x@club.example' },
          { password: another, currentPassword: password },
          { email: 'x@club.example', status: 'pending' },
        ])
          await expectProblem(await put(lea.user._id, change), 'not-yours')
        await expectProblem(await own({ status: 'pending' }), 'not-yours')
      })
      expect(await isSignedIn(lea.cookie)).toBe(true)
    })

    testOnce('is changed only with the current password', async () => {
      await changesNothing(club, async () => {
        for (const current of [undefined, '', 'no es esta', another]) {
          const given = current === undefined ? {} : { currentPassword: current }
          await expectProblem(await own({ password: another, ...given }), 'wrong-password', [
            'currentPassword',
          ])
          await expectProblem(await own({ email: 'x@club.example', ...given }), 'wrong-password', [
            'currentPassword',
          ])
        }
        await expectProblem(await own({ password: 'corta', currentPassword: password }), 'invalid-fields', [
          'password',
        ])
        await expectProblem(
          await own({ password: 'password1', currentPassword: password }),
          'invalid-fields',
          ['password'],
        )
        await expectProblem(await own({ email: ana.user.email, currentPassword: password }), 'email-taken', [
          'email',
        ])
        await expectProblem(await own({ email: 'x', currentPassword: password }), 'invalid-fields', ['email'])
      })
      // Blank fields count as missing. So this request changes nothing and needs no password.
      await changesNothing(club, async () => {
        for (const blank of [{}, { email: '', password: '' }, { status: 'active' }])
          expect((await own(blank)).status).toBe(200)
      })
    })

    test('ends its other sessions after a change, and keeps the other fields', async () => {
      await club.database.write((tx) =>
        tx.updateTable('users').set({ confirmedAt: 1 }).where('id', '=', lea.user._id).execute(),
      )
      const elsewhere = readCookie(await login('lea@club.example'))
      const changed = await own({ email: 'lea@club.example', password: another, currentPassword: password })
      expect(await changed.json()).toMatchObject({ email: 'lea@club.example', confirmed: true })
      expect([await isSignedIn(elsewhere), await isSignedIn(lea.cookie)]).toEqual([false, true])
      await expectProblem(await login('lea@club.example', password), 'wrong-credentials')

      const again = readCookie(await login('lea@club.example', another))
      const renamed = await own({ email: 'LeaNueva@club.example', currentPassword: another })
      // The new address has not been confirmed.
      expect(await renamed.json()).toMatchObject({ email: 'LeaNueva@club.example', confirmed: false })
      expect([await isSignedIn(again), await isSignedIn(lea.cookie)]).toEqual([false, true])
      expect((await login('leanueva@club.example', another)).status).toBe(200)
      await expectProblem(await login('lea@club.example', another), 'wrong-credentials')
    })

    testOnce('limits tries of the current password', async () => {
      for (let tries = 0; tries < 10; tries++)
        await expectProblem(await own({ password: another, currentPassword: `x${tries}` }), 'wrong-password')
      const refusal = await own({ password: 'la tercera clave', currentPassword: another })
      expect(refusal.headers.get('Retry-After')).toBe('60')
      await expectProblem(refusal, 'too-many-attempts')
    })

    test('keeps a password that is changed in parallel with the e-mail', async () => {
      const mia = await club.signIn({ email: 'mia@club.example', password })
      const answers = await Promise.all([
        put(mia.user._id, { email: 'mia2@club.example', currentPassword: password }, mia.cookie),
        put(mia.user._id, { password: another, currentPassword: password }, mia.cookie),
      ])
      expect(answers[1].status).toBe(200)
      const email = answers[0].status === 200 ? 'mia2@club.example' : 'mia@club.example'
      expect((await login(email, another)).status).toBe(200)
    })
  })

  describe('a name', () => {
    testOnce('is rejected when it is invalid or the user does not exist', async () => {
      await changesNothing(club, async () => {
        for (const name of [7, {}, ['Ana'], 'x'.repeat(101), 'otra@club.example'])
          await expectProblem(await put(ana.user._id, { name }), 'invalid-fields', ['name'])
        await expectProblem(await put('nadie', { name: 'Ana' }), 'not-found')
        await expectProblem(
          await club.send('PUT', `/api/admin/${ana.user._id}`, { body: { name: 'Ana' } }),
          'sign-in-needed',
        )
        // A change that includes the e-mail needs the password.
        await expectProblem(
          await put(ana.user._id, { name: 'Ana', email: 'ana2@club.example', currentPassword: 'no es esta' }),
          'wrong-password',
        )
        for (const name of [undefined, '', ' ', null])
          expect((await put(ana.user._id, { name })).status).toBe(200)
      })
    })

    test('is set by the owner or a colleague without a password, and stays unchanged in older log entries', async () => {
      const eva = await club.signIn({ email: 'eva@nombres.example', password })
      const named = (await (await put(eva.user._id, { name: ' Eva\n\u202eLuna ' })).json()) as User
      expect(named).toMatchObject({
        name: 'Eva Luna',
        email: 'eva@nombres.example',
        lastSeenAt: expect.any(String),
      })
      const { _id } = await (
        await club.send('POST', '/api/residents', {
          as: eva.cookie,
          body: { name: 'Residente', pressKit: 'https://club.example/x' },
        })
      ).json()
      const both = { name: 'Eva', password: another, currentPassword: password }
      expect(((await (await put(eva.user._id, both, eva.cookie)).json()) as User).name).toBe('Eva')
      expect((await put(eva.user._id, { name: ' ' }, eva.cookie)).status).toBe(200)
      expect((await getUser('eva@nombres.example')).name).toBe('Eva')

      const history = async (query: string) =>
        (await (
          await club.send('GET', `/api/history?${query}`, { as: ana.cookie })
        ).json()) as AuditLogEntry[]
      const latest = async () =>
        (
          await (
            await club.send('GET', `/api/history/latest/residents?ids=${_id}`, { as: ana.cookie })
          ).json()
        ).map(({ by, byName }: LatestChange) => [by, byName])
      expect((await history(`item=${_id}`))[0]).toMatchObject({
        by: 'eva@nombres.example',
        byName: 'Eva Luna',
      })
      const own = await history(`item=${eva.user._id}`)
      expect(own.map(({ by, label, changes }) => [by, label, changes[0]?.after])).toEqual([
        ['eva@nombres.example', 'Eva (eva@nombres.example)', 'Eva'],
        [ana.user.email, 'Eva Luna (eva@nombres.example)', 'Eva Luna'],
        [null, 'eva@nombres.example', undefined],
      ])
      expect(await latest()).toEqual([['eva@nombres.example', 'Eva']])
      await club.send('DELETE', `/api/residents/${_id}`, { as: eva.cookie })
      const trash = async () =>
        (await (await club.send('GET', '/api/trash', { as: ana.cookie })).json()) as TrashItem[]
      expect((await trash())[0]).toMatchObject({ deletedBy: 'eva@nombres.example', deletedByName: 'Eva' })
      await club.send('POST', `/api/trash/residents/${_id}/restore`, { as: eva.cookie })

      expect((await put(eva.user._id, { name: null })).status).toBe(200)
      expect((await getUser('eva@nombres.example')).name).toBeNull()
      expect(await latest()).toEqual([['eva@nombres.example', null]])
      // Entries about a deleted user keep the name that the user had.
      await club.send('DELETE', `/api/admin/${eva.user._id}`, { as: ana.cookie })
      expect(await latest()).toEqual([['eva@nombres.example', 'Eva']])
    })

    test('of a registration does not change its expiry', async () => {
      const email = 'espera@nombres.example'
      await register({ email, password })
      const { _id, updatedAt } = await getUser(email)
      club.clock.now += MINUTE_MS
      expect(await (await put(_id, { name: 'Espera' })).json()).toMatchObject({ name: 'Espera', updatedAt })
    })
  })

  test('lastSeenAt is the last request of a live session, else the last sign-in', async () => {
    const { cookie, user } = await club.signIn({ email: 'vista@club.example', password })
    const seen = async () => (await getUser('vista@club.example')).lastSeenAt
    expect(await seen()).toBe(new Date(club.clock.now).toISOString())
    club.clock.now += 5 * 60 * MINUTE_MS
    await club.send('GET', '/api/residents?state=all', { as: cookie })
    expect(await seen()).toBe(new Date(club.clock.now).toISOString())
    await club.send('POST', '/api/auth/logout', { as: cookie })
    expect(await seen()).toBe(user.lastSignInAt)
    await added('nunca@club.example')
    expect((await getUser('nunca@club.example')).lastSeenAt).toBeNull()
  })

  test('the audit log contains all changes of users, without passwords', async () => {
    const email = 'anotada@club.example'
    const { _id } = await added(email)
    await put(_id, { status: 'pending' })
    await put(_id, { status: 'active' })
    const cookie = readCookie(await login(email))
    await put(_id, { email: 'anotada2@club.example', password: another, currentPassword: password }, cookie)
    await club.send('DELETE', `/api/admin/${_id}`, { as: ana.cookie })
    const rows = await club.database.read
      .selectFrom('history')
      .selectAll()
      .where('itemId', '=', _id)
      .orderBy('seq')
      .execute()
    expect(rows.map(({ userEmail, action, changes }) => [userEmail, action, JSON.parse(changes)])).toEqual([
      [ana.user.email, 'create', {}],
      [ana.user.email, 'update', { status: ['active', 'pending'] }],
      [ana.user.email, 'approve', { status: ['pending', 'active'] }],
      [
        'anotada2@club.example',
        'update',
        { email: [email, 'anotada2@club.example'], password: [null, 'otra'] },
      ],
      [ana.user.email, 'delete', {}],
    ])
    for (const secret of [password, another, 'argon2']) expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('rejecting a registration does not delete a user approved meanwhile', async () => {
    const email = 'justo-aprobada@club.example'
    await register({ email, password })
    const { _id } = await getUser(email)
    const refuse = (status: string) =>
      club.send('DELETE', `/api/admin/${_id}?status=${status}`, { as: ana.cookie })
    await expectProblem(await refuse('espera'), 'invalid-query')
    await put(_id, { status: 'active' })
    const { detail } = await expectProblem(await refuse('pending'), 'edited-meanwhile')
    expect(detail).toContain('aprobó')
    expect(await getUser(email)).toMatchObject({ _id, status: 'active' })

    await put(_id, { status: 'pending' })
    await expectProblem(await refuse('active'), 'edited-meanwhile')
    expect((await refuse('pending')).status).toBe(204)
    expect(await getUser(email)).toBeUndefined()
  })

  test('deleting a user ends their sessions at once', async () => {
    const { user, cookie } = await club.signIn({ email: 'sale@club.example', password })
    expect((await club.send('DELETE', `/api/admin/${user._id}`, { as: ana.cookie })).status).toBe(204)
    expect(await listErasures(club.database.read)).toContainEqual({
      kind: 'users',
      id: user._id,
      at: club.clock.now,
    })
    expect(await isSignedIn(cookie)).toBe(false)
    await expectProblem(
      await club.send('POST', '/api/residents', {
        as: cookie,
        body: { name: 'x', pressKit: 'https://club.example' },
      }),
      'sign-in-needed',
    )
    await expectProblem(await login('sale@club.example'), 'wrong-credentials')
    expect(
      await club.database.read.selectFrom('sessions').selectAll().where('userId', '=', user._id).execute(),
    ).toEqual([])
    // The address of the deleted account can be used again.
    expect((await added('sale@club.example'))._id).not.toBe(user._id)
  })

  test('a sign-in link opens one session within an hour, for an active user only', async () => {
    const use = (token: unknown) => club.send('POST', '/api/auth/link', { from: fresh(), body: { token } })
    expect(await club.accounts.makeLink('sign-in', 'nadie@club.example')).toBeNull()
    expect(await club.accounts.makeLink('sign-in', 'espera@club.example')).toBeNull()
    const token = (await club.accounts.makeLink('sign-in', ' ANA@club.example')) as string
    await changesNothing(club, async () => {
      await expectProblem(await use(undefined), 'missing-fields', ['token'])
      await expectProblem(await use({ $ne: '' }), 'invalid-fields', ['token'])
      await expectProblem(await use(`${token}x`), 'invalid-link')
      // A sign-in link does not work as a claim link.
      await expectProblem(
        await club.send('POST', '/api/auth/claim', {
          from: fresh(),
          body: { token, email: 'x@club.example', password },
        }),
        'already-claimed',
      )
    })
    const used = await use(token)
    expect([used.status, await used.json()]).toEqual([200, await getUser(ana.user.email)])
    expect(await isSignedIn(readCookie(used))).toBe(true)
    await expectProblem(await use(token), 'invalid-link')

    const late = (await club.accounts.makeLink('sign-in', ana.user.email)) as string
    club.clock.now += 60 * MINUTE_MS
    await expectProblem(await use(late), 'invalid-link')

    const both = (await club.accounts.makeLink('sign-in', ana.user.email)) as string
    const answers = await Promise.all([use(both), use(both)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})

describe.each(databases)('the last administrator on $name', ({ create }) => {
  let database: TestDatabase
  let club: TestClub
  beforeAll(async () => {
    database = await create()
    club = await openTestClub(database)
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })
  const active = async () => (await club.accounts.list()).filter(({ status }) => status === 'active').length

  test('cannot be removed, even when two remove each other in parallel', async () => {
    const ana = await club.signIn()
    await club.send('POST', '/api/admin', { body: { email: 'espera@club.example', password } })
    await changesNothing(club, async () => {
      await expectProblem(
        await club.send('DELETE', `/api/admin/${ana.user._id}`, { as: ana.cookie }),
        'last-administrator',
      )
    })
    for (const leave of ['delete', 'demote'] as const) {
      const eva = await club.signIn({ email: `eva-${leave}@club.example`, password })
      const [one, other] = [
        {
          ...ana,
          user: (await club.accounts.list()).find(
            ({ status, id }) => status === 'active' && id !== eva.user._id,
          ) as User,
        },
        eva,
      ]
      const cookies = { [one.user._id]: one.cookie, [other.user._id]: other.cookie }
      const remove = (by: string, id: string) =>
        leave === 'delete'
          ? club.send('DELETE', `/api/admin/${id}`, { as: cookies[by] as string })
          : club.send('PUT', `/api/admin/${id}`, { as: cookies[by] as string, body: { status: 'pending' } })
      const answers = await Promise.all([
        remove(one.user._id, other.user._id),
        remove(other.user._id, one.user._id),
      ])
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
      expect(await active()).toBe(1)
      if (leave === 'delete') {
        // The user that is left becomes the first of the next pair.
        const [left] = (await club.accounts.list()).filter(({ status }) => status === 'active') as [User]
        ana.user = left
        ana.cookie = cookies[left._id] as string
      }
    }
  })
})

describe.each(databases)('a club without an administrator on $name', ({ create, testOnce }) => {
  let database: TestDatabase
  let club: TestClub
  beforeAll(async () => {
    database = await create()
    club = await openTestClub(database)
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })
  const claim = (body: unknown, from = fresh()) => club.send('POST', '/api/auth/claim', { body, from })
  const person = { email: 'duena@club.example', password }

  test('is claimed once with the newest link, even with an address that is registered already', async () => {
    expect(await club.accounts.hasAdministrator()).toBe(false)
    await club.send('POST', '/api/admin', { body: { email: person.email, password: another }, from: fresh() })
    const old = await club.accounts.makeLink('claim')
    const token = await club.accounts.makeLink('claim')
    await changesNothing(club, async () => {
      await expectProblem(await claim({}), 'missing-fields', ['email', 'password', 'token'])
      await expectProblem(await claim({ ...person, token: old }), 'invalid-link')
      await expectProblem(await claim({ ...person, token: 'x' }), 'invalid-link')
      await expectProblem(await claim({ ...person, token, password: 'password1' }), 'invalid-fields', [
        'password',
      ])
      await expectProblem(await claim({ ...person, token, email: 'x' }), 'invalid-fields', ['email'])
    })
    // The limit of guesses also limits the number of password hashes, which are expensive.
    const from = fresh()
    for (let tries = 0; tries < 10; tries++) await claim({ ...person, token: `x${tries}` }, from)
    await expectProblem(await claim({ ...person, token }, from), 'too-many-attempts')

    const answers = await Promise.all([claim({ ...person, token }), claim({ ...person, token })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, expect.any(Number)])
    const first = answers.find(({ status }) => status === 201) as Response
    expect(await first.json()).toMatchObject({ email: person.email, status: 'active' })
    expect((await club.send('GET', '/api/admin', { as: readCookie(first) })).status).toBe(200)
    expect(await club.accounts.list()).toHaveLength(1)
    expect((await club.send('POST', '/api/auth/login', { body: person, from: fresh() })).status).toBe(200)

    const late = await club.accounts.makeLink('claim')
    await changesNothing(club, async () => {
      await expectProblem(
        await claim({ email: 'otra@club.example', password, token: late }),
        'already-claimed',
      )
    })
  })

  test('counts no try after it was claimed, and limits an address without a write', async () => {
    await club.signIn()
    const readCounters = () => club.database.read.selectFrom('throttles').selectAll().orderBy('key').execute()
    const before = await readCounters()
    const flood = async (addresses: string[]) => {
      const answers = await Promise.all(addresses.map((from) => claim({ ...person, token: 'x' }, from)))
      return answers.map(({ status }) => status)
    }
    const from = fresh()
    expect(await flood(Array(14).fill(from))).toEqual([...Array(10).fill(409), ...Array(4).fill(429)])
    expect((await claim({ ...person, token: 'x' }, from)).headers.get('Retry-After')).toBe('10')
    const network = Array.from({ length: 24 }, (_, n) => `2001:db8:5:${n + 10}00::1`)
    expect(await flood(network)).toEqual([...Array(20).fill(409), ...Array(4).fill(429)])
    expect(await readCounters()).toEqual(before)
  })

  testOnce('is not claimed with a link that is a day old', async () => {
    const place = await create()
    const empty = await openTestClub(place)
    const token = await empty.accounts.makeLink('claim')
    empty.clock.now += DAY_MS
    await expectProblem(
      await empty.send('POST', '/api/auth/claim', { body: { ...person, token } }),
      'invalid-link',
    )
    expect(await empty.accounts.list()).toEqual([])
    await empty.stop()
    await place.dispose()
  })
})

describe.each(databases)('registration with mail, on $name', ({ create, testOnce }) => {
  let database: TestDatabase
  let club: TestClub
  let server: MailServer
  let as: string
  beforeAll(async () => {
    database = await create()
    server = await startMailServer()
    club = await openTestClub(database, {
      env: { SMTP_URL: server.url, SITE_URL: 'http://club.test', MAIL_TO: 'hola@club.example' },
    })
    as = (await club.signIn()).cookie
    club.outbox.start()
  })
  afterAll(async () => {
    await club.stop()
    await server.close()
    await database.dispose()
  })
  const decoded = (raw: string) => raw.replace(/=\r\n/g, '').replaceAll('=3D', '=')
  const mailTo = async (address: string, words: RegExp): Promise<string> => {
    const find = () =>
      server.mails
        .map(({ to, raw }) => (to.includes(address) ? decoded(raw) : ''))
        .find((raw) => words.test(raw))
    await expect.poll(find, { timeout: 10_000 }).toBeDefined()
    return find() as string
  }

  test('needs a confirmed address before approval, and notifies all people involved', async () => {
    const email = 'nueva@club.example'
    await club.send('POST', '/api/admin', { body: { email, password }, from: fresh() })
    const user = (await club.accounts.list()).find((user) => user.email === email) as User
    const approve = () => club.send('PUT', `/api/admin/${user._id}`, { as, body: { status: 'active' } })
    await expectProblem(await approve(), 'email-unconfirmed')
    expect(await club.accounts.one(user._id)).toEqual(user)
    await mailTo('hola@club.example', /nueva@club\.example/)

    const token = /http:\/\/club\.test\/login#confirm=([\w-]{43})/.exec(await mailTo(email, /#confirm=/))?.[1]
    const confirm = () => club.send('POST', '/api/auth/link', { body: { token, password }, from: fresh() })
    const confirmed = await confirm()
    expect([confirmed.status, confirmed.headers.get('Set-Cookie')]).toEqual([204, null])
    expect((await club.accounts.one(user._id))?.confirmed).toBe(true)
    await expectProblem(await confirm(), 'invalid-link')

    // A confirmed address still needs an approval.
    expect(await club.accounts.countWaiting()).toBe(1)
    await expectProblem(
      await club.send('POST', '/api/auth/login', { body: { email, password }, from: fresh() }),
      'awaiting-approval',
    )
    expect((await approve()).status).toBe(200)
    expect(
      (await club.send('POST', '/api/auth/login', { body: { email, password }, from: fresh() })).status,
    ).toBe(200)
    expect(await club.accounts.countWaiting()).toBe(0)
    await mailTo(email, /http:\/\/club\.test\/login\r?\n/)
  })

  test('is rejected by its deletion, with a mail only to confirmed addresses', async () => {
    const history = () => club.database.read.selectFrom('history').selectAll().orderBy('seq').execute()
    const mailsTo = (recipient: string) =>
      club.database.read.selectFrom('outbox').selectAll().where('recipient', '=', recipient).execute()
    for (const email of ['ajena@club.example', 'propia@club.example']) {
      await club.send('POST', '/api/admin', { body: { email, password }, from: fresh() })
      const user = (await club.accounts.list()).find((user) => user.email === email) as User
      const isConfirmed = email.startsWith('propia')
      if (isConfirmed) {
        const token = /#confirm=([\w-]{43})/.exec(await mailTo(email, /#confirm=/))?.[1]
        await club.send('POST', '/api/auth/link', { body: { token, password }, from: fresh() })
      }
      const before = (await mailsTo(email)).length
      expect((await club.send('DELETE', `/api/admin/${user._id}`, { as })).status).toBe(204)
      expect((await mailsTo(email)).length - before).toBe(isConfirmed ? 1 : 0)
      expect(await club.accounts.one(user._id)).toBeNull()
      expect((await history()).at(-1)).toMatchObject({
        userEmail: 'ana@club.example',
        action: 'refuse',
        resource: 'users',
        itemId: user._id,
        label: email,
      })
    }
  })

  testOnce('sends no mail to a known address', async () => {
    const before = (await club.database.read.selectFrom('outbox').select('id').execute()).length
    await club.send('POST', '/api/admin', {
      body: { email: 'ana@club.example', password: another },
      from: fresh(),
    })
    expect((await club.database.read.selectFrom('outbox').select('id').execute()).length).toBe(before)
  })
})

describe('the variable REGISTRATION', () => {
  const open = async (env: Record<string, string>) => {
    const database = await createDatabase()
    const club = await openTestClub(database, { env })
    return {
      club,
      close: async () => {
        await club.stop()
        await database.dispose()
      },
    }
  }
  const person = { email: 'nueva@club.example', password }

  test('closed rejects registrations, but not users that an administrator adds', async () => {
    const { club, close } = await open({ REGISTRATION: 'closed' })
    const { cookie } = await club.signIn()
    await changesNothing(club, async () => {
      await expectProblem(await club.send('POST', '/api/admin', { body: person }), 'registration-closed')
    })
    expect((await club.send('POST', '/api/admin', { body: person, as: cookie })).status).toBe(201)
    await close()
  })

  test('open activates accounts at once, with the same answer for a known e-mail and without mails for approval', async () => {
    const server = await startMailServer()
    const { club, close } = await open({
      REGISTRATION: 'open',
      SMTP_URL: server.url,
      SITE_URL: 'http://club.test',
    })
    const answers = [
      await club.send('POST', '/api/admin', { body: person }),
      await club.send('POST', '/api/admin', { body: { ...person, password: another } }),
    ]
    for (const answer of answers)
      expect([answer.status, await answer.json()]).toEqual([201, { email: person.email, status: 'active' }])
    expect((await club.send('POST', '/api/auth/login', { body: person })).status).toBe(200)
    await expectProblem(
      await club.send('POST', '/api/auth/login', { body: { ...person, password: another } }),
      'wrong-credentials',
    )
    expect(await club.database.read.selectFrom('outbox').selectAll().execute()).toEqual([])
    await close()
    await server.close()
  })

  test('the first administrator is created from the environment once, even if registered before', async () => {
    const { club, close } = await open({})
    await club.send('POST', '/api/admin', { body: { ...person, password: another } })
    await club.accounts.ensureFirst(person)
    expect(await club.accounts.list()).toMatchObject([{ email: person.email, status: 'active' }])
    await club.accounts.ensureFirst({ email: 'otra@club.example', password })
    expect(await club.accounts.list()).toHaveLength(1)
    expect((await club.send('POST', '/api/auth/login', { body: person })).status).toBe(200)
    await close()
  })
})
