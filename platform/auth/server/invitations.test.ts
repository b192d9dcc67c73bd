/** Tests creation, acceptance, expiry and revocation of invitations through HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClub, type RequestOptions, readCookie, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type MailServer, startMailServer } from '../../../test/support/mailserver.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import type { AuditLogEntry } from '../../content/shared/audit-log-answers.ts'
import { hashToken } from '../../process/tokens.ts'
import type { Invitation, NewInvitation, User } from '../shared/accounts.ts'
import { useInvitation } from './invitations.ts'

const DAY_MS = 86_400_000
const password = 'una clave bien larga'
const another = 'otra clave bien larga'

let addresses = 0
/** Returns a new network address for each call, so that rate limits do not apply. */
const fresh = () => `10.1.${++addresses >> 8}.${addresses & 255}`

describe.each(databases)('invitations on $name', ({ create, testOnce, describeOnce }) => {
  let database: TestDatabase
  let club: TestClub
  let ana: { cookie: string; user: User }
  beforeAll(async () => {
    database = await create()
    club = await openTestClub(database)
    ana = await club.signIn()
    await club.send('PUT', `/api/admin/${ana.user._id}`, { as: ana.cookie, body: { name: 'Ana' } })
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  const getToken = ({ url }: NewInvitation) => /^\/register#invitacion=([\w-]{43})$/.exec(url)?.[1] as string
  const make = async (body: unknown = {}, as = ana.cookie) =>
    (await (await club.send('POST', '/api/invitations', { as, body })).json()) as NewInvitation
  const invite = async (body: unknown = {}, as = ana.cookie) => getToken(await make(body, as))
  const open = async () =>
    (await (await club.send('GET', '/api/invitations', { as: ana.cookie })).json()) as Invitation[]
  const look = (token: unknown, sent: RequestOptions = {}) =>
    club.send('POST', '/api/invitations/look', { body: { token }, from: fresh(), ...sent })
  const accept = (token: unknown, email: unknown, rest: object = {}, sent: RequestOptions = {}) =>
    club.send('POST', '/api/invitations/accept', {
      body: { token, email, password, ...rest },
      from: fresh(),
      ...sent,
    })
  const login = (email: string, pass = password) =>
    club.send('POST', '/api/auth/login', { body: { email, password: pass }, from: fresh() })
  const log = async () =>
    (await (await club.send('GET', '/api/history?limit=500', { as: ana.cookie })).json()) as AuditLogEntry[]

  describe('are rejected', () => {
    testOnce('for an invalid name', async () => {
      await changesNothing(club, async () => {
        for (const name of [7, {}, ['Sole'], 'x'.repeat(101), 'ana@club.example'])
          await expectProblem(
            await club.send('POST', '/api/invitations', { as: ana.cookie, body: { name } }),
            'invalid-fields',
            ['name'],
          )
      })
    })

    testOnce('for an invalid token', async () => {
      await changesNothing(club, async () => {
        for (const token of ['x', 'x'.repeat(43), "' or '1'='1"])
          for (const response of [await look(token), await accept(token, 'nadie@club.example')])
            await expectProblem(response, 'invalid-link')
        for (const token of [undefined, null, 7, {}, [], '', ' ', '\u0000', 'x'.repeat(201)])
          expect([(await look(token)).status, (await accept(token, 'nadie@club.example')).status]).toEqual([
            400, 400,
          ])
      })
    })

    testOnce('for incomplete fields or a common password, and stay valid', async () => {
      const token = await invite()
      await changesNothing(club, async () => {
        await expectProblem(await accept(token, ''), 'missing-fields', ['email'])
        await expectProblem(await accept(token, 'nueva'), 'invalid-fields', ['email'])
        await expectProblem(
          await accept(token, 'nueva@club.example', { password: 'corta' }),
          'invalid-fields',
          ['password'],
        )
        await expectProblem(
          await accept(token, 'nueva@club.example', { password: 'password1' }),
          'invalid-fields',
          ['password'],
        )
        await expectProblem(
          await accept(token, 'nueva@club.example', { name: 'x'.repeat(101) }),
          'invalid-fields',
          ['name'],
        )
      })
      expect((await look(token)).status).toBe(200)
    })

    testOnce('for the e-mail of an administrator, and stay valid', async () => {
      const token = await invite()
      await changesNothing(club, async () => {
        for (const email of [ana.user.email, ' ANA@Club.example ']) {
          const response = await accept(token, email, { password: another })
          expect(response.headers.getSetCookie()).toEqual([])
          await expectProblem(response, 'email-taken', ['email'])
        }
      })
      expect((await login(ana.user.email, another)).status).toBe(401)
      expect((await accept(token, 'despues@club.example')).status).toBe(201)
    })

    testOnce('when the inviter is no longer an administrator', async () => {
      const out = await club.signIn({ email: 'a-medias@club.example', password })
      const token = await invite({ name: 'De nadie' }, out.cookie)
      // The inviter is suspended directly in the database, so the invitation is not revoked. It is then like an invitation
      // that was created during the suspension, after all others were revoked.
      await club.database.write((tx) =>
        tx.updateTable('users').set({ status: 'pending' }).where('id', '=', out.user._id).execute(),
      )
      await changesNothing(club, async () => {
        for (const response of [await look(token), await accept(token, 'colada@club.example')])
          await expectProblem(response, 'invalid-link')
        // The inviter may be suspended between the lookup and the use.
        const used = await club.database.write((tx) =>
          useInvitation(tx, { tokenHash: hashToken(token), now: club.clock.now }),
        )
        expect(used).toBeNull()
      })
      expect((await open()).map(({ name }) => name)).not.toContain('De nadie')
    })

    test('for the e-mail of a suspended user, and stay valid', async () => {
      const email = 'suspendida@club.example'
      const out = await club.signIn({ email, password })
      const url = `/api/admin/${out.user._id}`
      await club.send('PUT', url, { as: ana.cookie, body: { status: 'pending' } })
      const token = await invite()
      await changesNothing(club, async () => {
        for (const typed of [email, ' Suspendida@Club.example '])
          await expectProblem(await accept(token, typed, { password: another }), 'email-taken', ['email'])
      })
      expect(await (await club.send('GET', url, { as: ana.cookie })).json()).toMatchObject({
        _id: out.user._id,
        status: 'pending',
      })
      expect((await look(token)).status).toBe(200)
    })

    test('once revoked, expired or used, with the reason', async () => {
      const made = await make()
      expect((await club.send('DELETE', `/api/invitations/${made._id}`, { as: ana.cookie })).status).toBe(204)
      const old = await invite()
      club.clock.now += 7 * DAY_MS
      const used = await invite()
      expect((await accept(used, 'usada@club.example')).status).toBe(201)
      await changesNothing(club, async () => {
        const told = [
          [getToken(made), /anularon/],
          [old, /venció/],
          [used, /ya se usó/],
        ] as const
        for (const [token, words] of told)
          for (const response of [await look(token), await accept(token, 'tarde@club.example')])
            expect((await expectProblem(response, 'invalid-link')).detail).toMatch(words)
        await expectProblem(
          await club.send('DELETE', `/api/invitations/${made._id}`, { as: ana.cookie }),
          'not-found',
        )
      })
    })

    testOnce('after too many guesses, counted together with those at sign-in', async () => {
      const from = fresh()
      for (let tries = 0; tries < 5; tries++) {
        await expectProblem(await look(`x${tries}`, { from }), 'invalid-link')
        await expectProblem(await accept(`x${tries}`, 'nadie@club.example', {}, { from }), 'invalid-link')
      }
      const good = await invite()
      await changesNothing(club, async () => {
        const refusal = await accept(good, 'frenada@club.example', {}, { from })
        expect(Number(refusal.headers.get('Retry-After'))).toBe(60)
        await expectProblem(refusal, 'too-many-attempts')
      })
      await expectProblem(
        await club.send('POST', '/api/auth/login', { body: { email: 'x@y.example', password: 'x' }, from }),
        'too-many-attempts',
      )
    })

    testOnce('when the inviter was deleted or suspended', async () => {
      const [gone, out] = [
        await club.signIn({ email: 'se-va@club.example', password }),
        await club.signIn({ email: 'afuera@club.example', password }),
      ]
      const [first, second] = [await invite({}, gone.cookie), await invite({}, out.cookie)]
      await club.send('DELETE', `/api/admin/${gone.user._id}`, { as: ana.cookie })
      const status = (to: string) =>
        club.send('PUT', `/api/admin/${out.user._id}`, { as: ana.cookie, body: { status: to } })
      await status('pending')
      // A new approval of the inviter does not make the invitations valid again.
      await status('active')
      for (const token of [first, second])
        await expectProblem(await accept(token, 'colada@club.example'), 'invalid-link')
    })

    describeOnce('when a stolen session created them, after the owner changed', () => {
      const change = async (email: string, body: object) => {
        const owner = await club.signIn({ email, password })
        const token = await invite({}, owner.cookie)
        const used = await invite({}, owner.cookie)
        expect((await accept(used, `por-${email}`)).status).toBe(201)
        const reset = await club.send('POST', `/api/admin/${ana.user._id}/reset-link`, {
          as: owner.cookie,
          from: fresh(),
        })
        const link = ((await reset.json()) as { link: string }).link.replace(/^.*#reset=/, '')
        const changed = await club.send('PUT', `/api/admin/${owner.user._id}`, {
          as: owner.cookie,
          body: { ...body, currentPassword: password },
        })
        expect(changed.status).toBe(200)
        return { token, link, guest: `por-${email}` }
      }

      test.each([
        ['the password', 'robada@club.example', { password: another }],
        ['the e-mail', 'mudada@club.example', { email: 'otra-casa@club.example' }],
      ])('%s, together with password-reset links for colleagues', async (_, email, body) => {
        const { token, link, guest } = await change(email, body)
        await changesNothing(club, async () => {
          await expectProblem(await look(token), 'invalid-link')
          await expectProblem(await accept(token, 'colada@club.example'), 'invalid-link')
          const choose = { body: { token: link, password: another }, from: fresh() }
          await expectProblem(await club.send('POST', '/api/auth/reset', choose), 'invalid-link')
        })
        expect((await club.send('GET', '/api/admin', { as: ana.cookie })).status).toBe(200)
        // Accounts from earlier accepted invitations still work.
        expect((await login(guest)).status).toBe(200)
      })

      test('the password with a reset link', async () => {
        const owner = await club.signIn({ email: 'enlazada@club.example', password })
        const token = await invite({}, owner.cookie)
        const reset = await club.send('POST', `/api/admin/${owner.user._id}/reset-link`, {
          as: ana.cookie,
          from: fresh(),
        })
        const link = ((await reset.json()) as { link: string }).link.replace(/^.*#reset=/, '')
        const choose = { body: { token: link, password: another }, from: fresh() }
        expect((await club.send('POST', '/api/auth/reset', choose)).status).toBe(204)
        await expectProblem(await accept(token, 'colada@club.example'), 'invalid-link')
      })

      test('but not after a change of the name only', async () => {
        const owner = await club.signIn({ email: 'nombrada@club.example', password })
        const token = await invite({}, owner.cookie)
        const body = { name: 'Nombrada' }
        await club.send('PUT', `/api/admin/${owner.user._id}`, { as: owner.cookie, body })
        expect((await look(token)).status).toBe(200)
      })
    })
  })

  test('create one active account each, with the chosen name or that of the invitation', async () => {
    const made = await make({ name: '  Sole \u202e Díaz ' })
    const token = getToken(made)
    expect(Date.parse(made.expiresAt) - club.clock.now).toBe(7 * DAY_MS)
    expect((await open())[0]).toEqual({
      _id: made._id,
      name: 'Sole Díaz',
      by: ana.user.email,
      byName: 'Ana',
      userId: ana.user._id,
      createdAt: new Date(club.clock.now).toISOString(),
      updatedAt: new Date(club.clock.now).toISOString(),
      expiresAt: made.expiresAt,
    })
    // Only the link contains the token. The database has its hash.
    const kept = JSON.stringify([
      await open(),
      await club.database.read.selectFrom('invitations').selectAll().execute(),
      await log(),
      club.logged,
    ])
    expect(kept).not.toContain(token)

    // Lookups write nothing, so many are possible.
    const readCounters = () => club.database.read.selectFrom('throttles').selectAll().orderBy('key').execute()
    const counters = await readCounters()
    for (let times = 0; times < 12; times++)
      expect(await (await look(token, { from: '10.2.0.1' })).json()).toEqual({
        name: 'Sole Díaz',
        by: 'Ana',
        expiresAt: made.expiresAt,
      })
    expect(await readCounters()).toEqual(counters)
    const response = await accept(token, ' Sole@Club.example ', {}, { as: `session=${'p'.repeat(43)}` })
    expect(response.status).toBe(201)
    const user = (await response.json()) as User
    expect(user).toMatchObject({ email: 'Sole@Club.example', name: 'Sole Díaz', status: 'active' })
    const cookie = readCookie(response)
    expect(await (await club.send('GET', `/api/admin/${user._id}`, { as: cookie })).json()).toEqual({
      ...user,
      lastSeenAt: user.lastSignInAt,
    })
    expect((await login('sole@club.example')).status).toBe(200)
    expect((await open()).map(({ _id }) => _id)).not.toContain(made._id)

    const other = await invite({ name: 'Tincho' })
    const chosen = await accept(other, 'martin@club.example', { name: 'Martín' })
    expect(((await chosen.json()) as User).name).toBe('Martín')
    const nameless = await accept(await invite({ name: 'Tincho' }), 'sin@club.example', { name: null })
    expect(((await nameless.json()) as User).name).toBeNull()

    const entries = await log()
    const getEntry = (id: string) => entries.find(({ itemId }) => itemId === id)
    expect(getEntry(made._id)).toMatchObject({
      action: 'create',
      resource: 'invitations',
      byName: 'Ana',
      label: 'Sole Díaz',
      state: null,
    })
    expect(getEntry(user._id)).toMatchObject({
      action: 'create',
      resource: 'users',
      by: 'Sole@Club.example',
      label: 'Sole Díaz (Sole@Club.example)',
      changes: [{ label: 'Por invitación de', before: null, after: 'Ana (ana@club.example)' }],
    })
  })

  test('are accepted once by parallel requests', async () => {
    const token = await invite()
    const answers = await Promise.all(
      ['uno', 'dos', 'tres'].map((name) => accept(token, `${name}@carrera.example`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400])
    const users = (await (await club.send('GET', '/api/admin', { as: ana.cookie })).json()) as User[]
    expect(users.filter(({ email }) => email.endsWith('@carrera.example'))).toHaveLength(1)
    // Two invitations for one address also give only one account.
    const twice = await Promise.all(
      [await invite(), await invite()].map((one) => accept(one, 'doble@carrera.example')),
    )
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  test('replace a waiting registration of the address and its password', async () => {
    const email = 'esperaba@club.example'
    await club.send('POST', '/api/admin', { body: { email, password: another }, from: fresh() })
    const before = ((await (await club.send('GET', '/api/admin', { as: ana.cookie })).json()) as User[]).find(
      (user) => user.email === email,
    )
    const accepted = (await (await accept(await invite(), email)).json()) as User
    expect(accepted._id).not.toBe(before?._id)
    expect((await login(email, another)).status).toBe(401)
    expect((await login(email)).status).toBe(200)
    expect((await log()).find(({ itemId }) => itemId === before?._id)).toMatchObject({
      action: 'delete',
      resource: 'users',
      by: email,
      label: email,
    })
  })

  test('are revoked by any administrator, with entries in the audit log', async () => {
    const made = await make({ name: 'Nadie' })
    const beto = await club.signIn({ email: 'beto@club.example', password })
    expect((await club.send('DELETE', `/api/invitations/${made._id}`, { as: beto.cookie })).status).toBe(204)
    const entries = (await log()).filter(({ itemId }) => itemId === made._id)
    expect(entries.map(({ by, action }) => [by, action])).toEqual([
      ['beto@club.example', 'delete'],
      ['ana@club.example', 'create'],
    ])
  })

  test('are kept for a month after their expiry', async () => {
    const token = await invite({ name: 'Vieja' })
    const rows = async () =>
      (await club.database.read.selectFrom('invitations').select('name').execute()).map(({ name }) => name)
    club.clock.now += 36 * DAY_MS
    await club.invitations.deleteExpired(club.clock.now)
    expect(await rows()).toContain('Vieja')
    expect((await expectProblem(await look(token), 'invalid-link')).detail).toMatch(/venció/)
    club.clock.now += 2 * DAY_MS
    await club.invitations.deleteExpired(club.clock.now)
    expect(await rows()).toEqual([])
  })
})

describe('an invitation', () => {
  let database: TestDatabase
  let mail: MailServer
  beforeAll(async () => {
    database = await createDatabase()
    mail = await startMailServer()
  })
  afterAll(async () => {
    await mail.close()
    await database.dispose()
  })

  test('is an absolute link with SITE_URL, works with closed registration, and still requires the second factor', async () => {
    const club = await openTestClub(database, {
      env: {
        SITE_URL: 'https://club.example',
        REGISTRATION: 'closed',
        SMTP_URL: mail.url,
        MAIL_FROM: 'Club <club@club.example>',
      },
    })
    const { cookie } = await club.signIn()
    const made = await (await club.send('POST', '/api/invitations', { as: cookie, body: {} })).json()
    expect(made.url).toMatch(/^https:\/\/club\.example\/register#invitacion=[\w-]{43}$/)
    const token = made.url.split('=')[1]
    const body = { token, email: 'nueva@club.example', password }
    await expectProblem(await club.send('POST', '/api/admin', { body }), 'registration-closed')
    await club.stop()

    const strict = await openTestClub(database, { env: { REGISTRATION: 'closed', REQUIRE_2FA: '1' } })
    const accepted = await strict.send('POST', '/api/invitations/accept', { body })
    expect(accepted.status).toBe(201)
    const as = readCookie(accepted)
    await expectProblem(await strict.send('GET', '/api/admin', { as }), 'second-factor-needed')
    expect((await strict.send('GET', '/api/auth/totp', { as })).status).toBe(200)
    await strict.stop()
  })
})
