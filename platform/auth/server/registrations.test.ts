/** Tests unconfirmed registrations through HTTP: their passwords, number and expiry. */
import { sql, type Transaction } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestClub, type TestClub } from '../../../test/support/club.ts'
import {
  createDatabase,
  databases,
  postgresOnly,
  type TestDatabase,
} from '../../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import { lockUntilCommit } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'
import { createRateLimit, rules } from '../../http/rate-limit.ts'
import type { User } from '../shared/accounts.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const attackerPassword = 'la clave del atacante'
const ownPassword = 'la clave de maria rosa'
const email = 'maria@club.example'
/** Settings for a club with mail. Mails stay in the outbox, because its sender is not started. */
const withMail = { SMTP_URL: 'smtp://127.0.0.1:9', SITE_URL: 'http://club.test' }

let addresses = 0
/** Returns a new network address for each call, so that rate limits do not apply. */
const fresh = () => `10.3.${++addresses >> 8}.${addresses & 255}`

function getCalls(club: () => TestClub, as: () => string) {
  const register = (email: string, password: string, from = fresh()) =>
    club().send('POST', '/api/admin', { body: { email, password }, from })
  const login = (email: string, password: string) =>
    club().send('POST', '/api/auth/login', { body: { email, password }, from: fresh() })
  const confirm = (token: string | undefined, password?: unknown, from = fresh()) =>
    club().send('POST', '/api/auth/link', { body: { token, password }, from })
  const list = async () => (await (await club().send('GET', '/api/admin', { as: as() })).json()) as User[]
  const getUser = async (email: string) => (await list()).find((user) => user.email === email)
  const setStatus = async (email: string, status: string) =>
    club().send('PUT', `/api/admin/${(await getUser(email))?._id}`, { as: as(), body: { status } })
  const mails = () => club().database.read.selectFrom('outbox').selectAll().orderBy('seq').execute()
  /** Returns the tokens of the confirmation links to an address, in the order of the mails. */
  const tokensFor = async (email: string) =>
    (await mails())
      .filter(({ recipient }) => recipient === email)
      .flatMap(({ text }) => /#confirm=([\w-]{43})/.exec(text)?.[1] ?? [])
  return { register, login, confirm, list, userOf: getUser, setStatus, mails, tokensFor }
}

describe.each(databases)('registrations of one address with mail, on $name', ({ create, testOnce }) => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    database = await create()
    club = await openTestClub(database, { env: withMail })
  })
  beforeEach(async () => {
    as = (await club.signIn()).cookie
  })
  afterEach(() =>
    club.database.write(async (tx) => {
      for (const table of ['users', 'outbox', 'links', 'throttles'] as const)
        await tx.deleteFrom(table).execute()
    }),
  )
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })
  const { register, login, confirm, list, userOf, setStatus, mails, tokensFor } = getCalls(
    () => club,
    () => as,
  )

  testOnce.each([
    ['first', [attackerPassword, ownPassword]],
    ['second', [ownPassword, attackerPassword]],
  ])('get the password of the confirmed link when a stranger registers %s', async (_, passwords) => {
    for (const password of passwords) {
      const answer = await register(email, password)
      expect([answer.status, await answer.json()]).toEqual([201, { email, status: 'pending' }])
      club.clock.now += 60_000
    }
    // The address has one row and one link per registration.
    expect((await list()).filter((user) => user.email === email)).toHaveLength(1)
    const tokens = await tokensFor(email)
    expect(tokens).toHaveLength(2)
    expect((await confirm(tokens[passwords.indexOf(ownPassword)], ownPassword)).status).toBe(204)
    expect(await userOf(email)).toMatchObject({ confirmed: true, status: 'pending' })
    // Confirming one link deletes the others.
    await changesNothing(club, async () => {
      await expectProblem(
        await confirm(tokens[passwords.indexOf(attackerPassword)], attackerPassword),
        'invalid-link',
      )
    })
    expect((await setStatus(email, 'active')).status).toBe(200)
    await expectProblem(await login(email, attackerPassword), 'wrong-credentials')
    expect((await login(email, ownPassword)).status).toBe(200)
  })

  testOnce('are ignored after the confirmation, before and after the approval', async () => {
    await register(email, ownPassword)
    await confirm((await tokensFor(email))[0], ownPassword)
    const { _id } = (await userOf(email)) as User
    const before = [await userOf(email), (await mails()).length]
    const late = await register(email.toUpperCase(), attackerPassword)
    expect(await late.json()).toEqual({ email: email.toUpperCase(), status: 'pending' })
    expect([await userOf(email), (await mails()).length]).toEqual(before)
    await setStatus(email, 'active')
    const active = [await userOf(email), (await mails()).length]
    await register(email, attackerPassword)
    expect([await userOf(email), (await mails()).length]).toEqual(active)
    expect((await login(email, ownPassword)).status).toBe(200)
    await expectProblem(await login(email, attackerPassword), 'wrong-credentials')
    const kept = await club.database.read
      .selectFrom('links')
      .selectAll()
      .where('kind', '=', 'confirm')
      .execute()
    expect(kept.filter(({ userId, passwordHash }) => userId === _id || passwordHash !== null)).toEqual([])
  })

  test('are confirmed by only one of two links opened in parallel', async () => {
    await register(email, ownPassword)
    await register(email, attackerPassword)
    const [one, other] = await tokensFor(email)
    const answers = await Promise.all([confirm(one, ownPassword), confirm(other, attackerPassword)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400])
    await setStatus(email, 'active')
    const won = answers[0]?.status === 204 ? ownPassword : attackerPassword
    expect((await login(email, won)).status).toBe(200)
    await expectProblem(
      await login(email, won === ownPassword ? attackerPassword : ownPassword),
      'wrong-credentials',
    )
  })

  test('expire separately', async () => {
    await register(email, attackerPassword)
    club.clock.now += 6 * DAY_MS
    as = (await club.signIn({ email: 'eva@club.example', password: ownPassword })).cookie
    await register(email, ownPassword)
    club.clock.now += 2 * DAY_MS
    await club.accounts.deleteExpired(club.clock.now)
    expect(await userOf(email)).toMatchObject({ confirmed: false })
    const [old, young] = await tokensFor(email)
    await expectProblem(await confirm(old, attackerPassword), 'invalid-link')
    expect((await confirm(young, ownPassword)).status).toBe(204)
    await setStatus(email, 'active')
    expect((await login(email, ownPassword)).status).toBe(200)
    await expectProblem(await login(email, attackerPassword), 'wrong-credentials')
  })

  testOnce('are confirmed only with their own password', async () => {
    for (let times = 0; times < 5; times++) await register(email, attackerPassword)
    // The mail limit of the address is reached, so María's own registration causes no mail.
    await register(email, ownPassword)
    const tokens = await tokensFor(email)
    expect(tokens).toHaveLength(5)
    await changesNothing(club, async () => {
      for (const token of tokens) {
        const refusal = await expectProblem(await confirm(token, ownPassword), 'wrong-password', ['password'])
        expect(refusal.errors?.[0]?.message).toMatch(/contraseña que elegiste en ese registro/)
      }
      for (const password of [undefined, '', null, 7, ['x'], 'x'.repeat(1001)])
        await expectProblem(await confirm(tokens[0], password), 'wrong-password', ['password'])
    })
    expect(await userOf(email)).toMatchObject({ confirmed: false })
    // The link stays valid for the person who registered.
    expect((await confirm(tokens[0], attackerPassword)).status).toBe(204)
  })

  test('are confirmed by the own mail of two mails in the same minute', async () => {
    await register(email, attackerPassword)
    await register(email, ownPassword)
    const [wrong, own] = await tokensFor(email)
    await expectProblem(await confirm(wrong, ownPassword), 'wrong-password', ['password'])
    expect((await confirm(own, ownPassword)).status).toBe(204)
    await setStatus(email, 'active')
    expect((await login(email, ownPassword)).status).toBe(200)
    await expectProblem(await login(email, attackerPassword), 'wrong-credentials')
  })

  test('need the password of the user for a link from before migration 0005', async () => {
    await register(email, attackerPassword)
    await register(email, ownPassword)
    await club.database.write((tx) =>
      tx.updateTable('links').set({ passwordHash: null, email: null }).execute(),
    )
    const [, token] = await tokensFor(email)
    await expectProblem(await confirm(token, ownPassword), 'wrong-password', ['password'])
    expect((await confirm(token, attackerPassword)).status).toBe(204)
    expect(await userOf(email)).toMatchObject({ confirmed: true })
  })

  testOnce('limit guesses per link and per address', async () => {
    await register(email, ownPassword)
    await register(email, ownPassword)
    const [guessed, other] = await tokensFor(email)
    for (let tries = 0; tries < 10; tries++)
      await expectProblem(await confirm(guessed, `clave número ${tries}`), 'wrong-password')
    await expectProblem(await confirm(guessed, ownPassword), 'too-many-attempts')
    // Failed tries count per link, and also per network address for all links together.
    const from = fresh()
    for (let tries = 0; tries < 9; tries++)
      await expectProblem(await confirm(other, `clave número ${tries}`, from), 'wrong-password')
    await expectProblem(await confirm('x'.repeat(43), ownPassword, from), 'invalid-link')
    await expectProblem(await confirm(other, ownPassword, from), 'too-many-attempts')
    expect((await confirm(other, ownPassword)).status).toBe(204)
  })

  test.each([
    ['ASCII case', 'KIM@club.example'],
    // The lower case of the Kelvin sign is k, but mail servers treat the two as different mailboxes.
    ['a Kelvin sign', '\u212aim@club.example'],
  ])('send mail to the typed address and show the confirmed one: %s', async (_, odd) => {
    const kim = 'kim@club.example'
    await register('kin@club.example', attackerPassword)
    // The row is as if an older version, which accepted such addresses, had stored it.
    await club.database.write(async (tx) => {
      await tx
        .updateTable('users')
        .set({ email: odd, emailKey: kim })
        .where('email', '=', 'kin@club.example')
        .execute()
      await tx.updateTable('links').set({ email: odd }).execute()
    })
    const [theirToken] = await tokensFor('kin@club.example')
    await register(kim, ownPassword)
    const [token] = await tokensFor(kim)
    expect(await userOf(odd)).toMatchObject({ confirmed: false })
    expect((await confirm(token, ownPassword)).status).toBe(204)
    expect(await userOf(kim)).toMatchObject({ confirmed: true })
    expect(await userOf(odd)).toBeUndefined()
    await expectProblem(await confirm(theirToken, attackerPassword), 'invalid-link')
    await setStatus(kim, 'active')
    expect((await login(kim, ownPassword)).status).toBe(200)
  })

  testOnce('are rejected for lookalike letters', async () => {
    await changesNothing(club, async () => {
      for (const name of ['mar\u212a', '\u212bke', '\ufb01n', 'ma\uff52ia', 'jose\u0301'])
        await expectProblem(await register(`${name}@club.example`, attackerPassword), 'invalid-fields', [
          'email',
        ])
    })
    for (const name of ['josé', 'мария', 'straße'])
      expect((await register(`${name}@club.example`, ownPassword)).status).toBe(201)
  })

  test('are rejected together, and their links become invalid', async () => {
    await register(email, ownPassword)
    await register(email, attackerPassword)
    const { _id } = (await userOf(email)) as User
    expect((await club.send('DELETE', `/api/admin/${_id}?status=pending`, { as })).status).toBe(204)
    for (const token of await tokensFor(email))
      await expectProblem(await confirm(token, ownPassword), 'invalid-link')
    expect(await userOf(email)).toBeUndefined()
    expect((await register(email, ownPassword)).status).toBe(201)
    expect((await confirm((await tokensFor(email)).at(-1), ownPassword)).status).toBe(204)
  })

  test('get the usual answer while another registration of the address is rejected', async () => {
    await register(email, ownPassword)
    for (let round = 0; round < 3; round++) {
      const { _id } = (await userOf(email)) as User
      const [again, refusal] = await Promise.all([
        register(email, attackerPassword),
        club.send('DELETE', `/api/admin/${_id}`, { as }),
      ])
      expect([again.status, refusal.status]).toEqual([201, 204])
      await register(email, ownPassword)
      await club.database.write((tx) => tx.deleteFrom('throttles').execute())
    }
  })

  testOnce('do not change an account that an administrator suspended', async () => {
    await club.send('POST', '/api/admin', { as, body: { email, password: ownPassword } })
    club.clock.now += 1000
    await setStatus(email, 'pending')
    await register(email, attackerPassword)
    expect(await tokensFor(email)).toEqual([])
    club.clock.now += 40 * DAY_MS
    await club.accounts.deleteExpired(club.clock.now)
    await expectProblem(await login(email, ownPassword), 'awaiting-approval')
    await expectProblem(await login(email, attackerPassword), 'wrong-credentials')
  })

  test('block the change of another user’s e-mail to the same address, and keep their password', async () => {
    const lea = await club.signIn({ email: 'lea@club.example', password: ownPassword })
    await register(email, attackerPassword)
    await expectProblem(
      await club.send('PUT', `/api/admin/${lea.user._id}`, {
        as: lea.cookie,
        body: { email, currentPassword: ownPassword },
      }),
      'email-taken',
      ['email'],
    )
    await expectProblem(await login(email, attackerPassword), 'awaiting-approval')
  })

  testOnce('send at most five mails a day to one mailbox, with the same answer afterwards', async () => {
    for (let times = 0; times < 5; times++) expect((await register(email, ownPassword)).status).toBe(201)
    expect(await tokensFor(email)).toHaveLength(5)
    const stored = async () => [
      (await mails()).length,
      (await list()).length,
      (await club.database.read.selectFrom('links').selectAll().where('userId', 'is not', null).execute())
        .length,
    ]
    const before = await stored()
    const sixth = await register(email, attackerPassword)
    expect([sixth.status, await sixth.json()]).toEqual([201, { email, status: 'pending' }])
    const tagged = await register(email.replace('@', '+club+2@'), attackerPassword)
    expect(tagged.status).toBe(201)
    expect(await stored()).toEqual(before)
    club.clock.now += DAY_MS
    await register(email, ownPassword)
    expect(await tokensFor(email)).toHaveLength(6)
  })

  test('mail their local time, and explain which password will apply', async () => {
    club.clock.now = Date.UTC(2031, 4, 3, 1, 5)
    await register(email, ownPassword)
    const mail = (await mails()).find(({ recipient }) => recipient === email)
    expect(mail?.text).toContain('02-05-2031')
    expect(mail?.text).toContain('22:05')
    expect(mail?.text).toMatch(/pide la contraseña que se eligió/)
    club.clock.now = Date.now()
  })

  testOnce('notify administrators with twenty mails an hour and one summary', async () => {
    const toClub = async () =>
      (await mails()).filter(({ recipient }) => recipient === null).map(({ subject }) => subject)
    for (let each = 0; each < 25; each++) await register(`r${each}@club.example`, ownPassword)
    const subjects = await toClub()
    expect(subjects).toHaveLength(21)
    expect(new Set(subjects).size).toBe(2)
    const last = (await mails()).findLast(({ recipient }) => recipient === null)
    expect(last?.text).toContain('http://club.test/admin/users')
    // The list also contains the unconfirmed registrations.
    expect((await list()).filter(({ status }) => status === 'pending')).toHaveLength(25)
    // None of them can be approved before its address is confirmed.
    expect(await club.accounts.countWaiting()).toBe(0)
    club.clock.now += HOUR_MS
    await register('manana@club.example', ownPassword)
    expect((await toClub()).slice(21)).toEqual([subjects[0]])
  })
})

describe('the owner of an address that a stranger registered becomes the first administrator', () => {
  test.each(['claim', 'environment'])('through %s', async (way) => {
    const database = await createDatabase()
    const club = await openTestClub(database, { env: withMail })
    const { register, login, confirm, tokensFor } = getCalls(
      () => club,
      () => '',
    )
    await register(email, attackerPassword)
    // This spelling may belong to another mailbox, and a password reset would be mailed there.
    const spelled = email.toUpperCase()
    await club.database.write((tx) => tx.updateTable('users').set({ email: spelled }).execute())
    if (way === 'environment') await club.accounts.ensureFirst({ email, password: ownPassword })
    else {
      const token = await club.accounts.makeLink('claim')
      const claimed = await club.send('POST', '/api/auth/claim', {
        body: { email, password: ownPassword, token },
      })
      expect(claimed.status).toBe(201)
    }
    expect(await club.accounts.list()).toMatchObject([{ email, status: 'active' }])
    // The stranger's registration sent a link to the owner's mailbox. The link is invalid now.
    const [token] = await tokensFor(email)
    await expectProblem(await confirm(token, attackerPassword), 'invalid-link')
    expect((await login(email, ownPassword)).status).toBe(200)
    await expectProblem(await login(email, attackerPassword), 'wrong-credentials')
    await club.stop()
    await database.dispose()
  })
})

describe.each(databases)('the number and expiry of open registrations on $name', ({ create, testOnce }) => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  const open = async (env: Record<string, string>) => {
    database = await create()
    club = await openTestClub(database, { env })
    as = (await club.signIn()).cookie
  }
  afterEach(async () => {
    await club.stop()
    await database.dispose()
  })
  const { register, login, confirm, list, userOf, setStatus, tokensFor } = getCalls(
    () => club,
    () => as,
  )
  const emails = async () => (await club.accounts.list()).map(({ email }) => email)

  /** Inserts registrations directly into the database. */
  const fillerId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  const fill = (count: number) =>
    club.database.write(async (tx) => {
      const rows = Array.from({ length: count }, (_, n) => ({
        id: fillerId(n),
        email: `filler${n}@club.example`,
        emailKey: `filler${n}@club.example`,
        passwordHash: 'x',
        status: 'pending' as const,
        createdAt: club.clock.now - (count - n) * 1000,
        updatedAt: club.clock.now - (count - n) * 1000,
      }))
      await tx.insertInto('users').values(rows).execute()
    })

  test.each([
    ['after a month', 30, {}],
    ['with their link when mail works', 7, withMail],
  ])('expire %s', async (_, days, env) => {
    await open(env)
    await register('espera@club.example', ownPassword)
    await register('confirma@club.example', ownPassword)
    for (const token of await tokensFor('confirma@club.example')) await confirm(token, ownPassword)
    if (days === 30)
      await club.database.write((tx) =>
        tx
          .updateTable('users')
          .set({ confirmedAt: 1 })
          .where('email', '=', 'confirma@club.example')
          .execute(),
      )
    await club.send('POST', '/api/admin', {
      as,
      body: { email: 'aparte@club.example', password: ownPassword },
    })
    club.clock.now += 1000
    await setStatus('aparte@club.example', 'pending')
    club.clock.now += days * DAY_MS - 2000
    await club.accounts.deleteExpired(club.clock.now)
    expect(await emails()).toContain('espera@club.example')
    club.clock.now += 2000
    await club.accounts.deleteExpired(club.clock.now)
    expect((await emails()).sort()).toEqual([
      'ana@club.example',
      'aparte@club.example',
      'confirma@club.example',
    ])
    // The links contain password hashes, so they are erased too.
    const links = await club.database.read.selectFrom('links').select('kind').execute()
    expect(links.filter(({ kind }) => kind === 'confirm')).toEqual([])
  })

  test('are limited to 300 with mail: the oldest unconfirmed one is deleted', async () => {
    await open(withMail)
    await fill(300)
    await club.database.write(async (tx) => {
      await tx.updateTable('users').set({ status: 'active' }).where('id', '=', fillerId(0)).execute()
      await tx.updateTable('users').set({ confirmedAt: 1 }).where('id', '=', fillerId(1)).execute()
    })
    for (const n of [1, 2, 3])
      expect((await register(`nueva${n}@club.example`, ownPassword)).status).toBe(201)
    const left = await emails()
    expect(left).toHaveLength(1 + 302)
    expect(left).not.toContain('filler2@club.example')
    for (const n of [0, 1, 3]) expect(left).toContain(`filler${n}@club.example`)
    // A second registration of a known address does not count as new.
    await register('nueva3@club.example', attackerPassword)
    expect(await emails()).toEqual(left)
    await Promise.all([4, 5, 6, 7].map((n) => register(`nueva${n}@club.example`, ownPassword)))
    expect(await emails()).toHaveLength(1 + 302)
    expect(await userOf('filler7@club.example')).toBeDefined()
    expect(await userOf('filler6@club.example')).toBeUndefined()
  })

  test('are limited to 300 without mail: all further ones are rejected equally', async () => {
    await open({})
    await fill(299)
    const [one, other] = await Promise.all([
      register('nueva1@club.example', ownPassword),
      register('nueva2@club.example', ownPassword),
    ])
    expect([one.status, other.status].sort()).toEqual([201, 429])
    const full = await emails()
    expect(full).toHaveLength(1 + 300)
    await changesNothing(club, async () => {
      for (const address of ['nueva3@club.example', 'filler0@club.example', 'ana@club.example']) {
        const refusal = await register(address, attackerPassword)
        expect(refusal.headers.get('Retry-After')).toBe('3600')
        await expectProblem(refusal, 'too-many-attempts')
      }
    })
    const { _id } = (await userOf('filler5@club.example')) as User
    expect((await club.send('DELETE', `/api/admin/${_id}`, { as })).status).toBe(204)
    expect((await register('nueva3@club.example', ownPassword)).status).toBe(201)
    await expectProblem(await register('nueva4@club.example', ownPassword), 'too-many-attempts')
  })

  testOnce('are not limited when no approval is needed', async () => {
    await open({ REGISTRATION: 'open' })
    await fill(301)
    expect((await register('nueva@club.example', ownPassword)).status).toBe(201)
    expect(await emails()).toHaveLength(1 + 302)
  })

  testOnce('are limited to 120 per hour from all addresses, for known and unknown e-mails', async () => {
    await open({})
    // Most tries are counted without a request, because each request would hash a password (as in
    // platform/http/rate-limit.test.ts).
    const { hit } = createRateLimit({ database: club.database, now: () => club.clock.now })
    for (let each = 0; each < 116; each++) expect(await hit(rules.registration, fresh())).toBeNull()
    for (const address of ['r1@club.example', 'ana@club.example', 'r2@club.example', 'ana@club.example'])
      expect((await register(address, ownPassword)).status).toBe(201)
    for (const address of ['nueva@club.example', 'ana@club.example', 'r1@club.example']) {
      const refusal = await register(address, ownPassword)
      expect(Number(refusal.headers.get('Retry-After'))).toBe(3600)
      await expectProblem(refusal, 'too-many-attempts')
    }
    club.clock.now += HOUR_MS
    expect((await register('nueva@club.example', ownPassword)).status).toBe(201)
  })

  testOnce('are limited to twice as many from an IPv6 /48', async () => {
    await open({})
    let count = 0
    const from = (address: string) => register(`h${++count}@club.example`, ownPassword, address)
    for (let home = 0; home < 10; home++)
      expect((await from(`2001:db8:7:${home + 10}00::1`)).status).toBe(201)
    await expectProblem(await from('2001:db8:7:fffe::1'), 'too-many-attempts')
    expect((await from('2001:db8:8:1200::1')).status).toBe(201)
  })

  testOnce('keep the first password without mail', async () => {
    await open({})
    await register(email, ownPassword)
    await register(email, attackerPassword)
    expect((await list()).filter((user) => user.email === email)).toMatchObject([{ confirmed: false }])
    expect(await club.accounts.countWaiting()).toBe(1)
    expect((await setStatus(email, 'active')).status).toBe(200)
    expect((await login(email, ownPassword)).status).toBe(200)
    await expectProblem(await login(email, attackerPassword), 'wrong-credentials')
    // A suspended account does not count as a waiting registration.
    expect((await setStatus(email, 'pending')).status).toBe(200)
    expect(await club.accounts.countWaiting()).toBe(0)
  })
})

describe.each(postgresOnly)(
  'the deletion of registrations in parallel with decisions, on $name',
  ({ create }) => {
    let database: TestDatabase
    let club: TestClub
    beforeAll(async () => {
      database = await create()
      club = await openTestClub(database, { env: withMail })
    })
    afterEach(() => club.database.write((tx) => tx.deleteFrom('users').execute()))
    afterAll(async () => {
      await club.stop()
      await database.dispose()
    })
    const { register } = getCalls(
      () => club,
      () => '',
    )

    const insert = (id: string, createdAt: number) => ({
      id,
      email: `${id}@club.example`,
      emailKey: `${id}@club.example`,
      passwordHash: 'x',
      status: 'pending' as const,
      createdAt,
      updatedAt: createdAt,
    })
    const waiting = async () =>
      (
        await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(club.database.read)
      ).rows.length

    /** Runs `work` in a transaction that commits when `other` waits for its locks. */
    async function during(
      work: (tx: Transaction<Tables>) => Promise<unknown>,
      other: () => Promise<unknown>,
    ) {
      const worked = Promise.withResolvers<void>()
      const end = Promise.withResolvers<void>()
      const held = club.database.write(async (tx) => {
        await work(tx)
        worked.resolve()
        await end.promise
      })
      await worked.promise
      const blocked = other()
      await expect.poll(waiting).toBe(1)
      end.resolve()
      await Promise.all([held, blocked])
    }
    const exists = async (id: string) => (await club.accounts.one(id)) !== null

    test.each([
      ['confirmed', { confirmedAt: 1 }],
      ['approved', { status: 'active' as const, updatedAt: 2 }],
    ])('keeps the oldest one when it is %s during a new registration', async (_, decision) => {
      const at = club.clock.now - 1000
      await club.database.write((tx) =>
        tx
          .insertInto('users')
          .values(Array.from({ length: 300 }, (_, n) => insert(`f${n}`, at + n)))
          .execute(),
      )
      await during(
        (tx) => tx.updateTable('users').set(decision).where('id', '=', 'f0').execute(),
        () => register(`nueva-${_}@club.example`, ownPassword),
      )
      expect(await exists('f0')).toBe(true)
    })

    test('keeps an expired one when its address is registered again', async () => {
      const at = club.clock.now
      await club.database.write((tx) => tx.insertInto('users').values(insert('old', 1)).execute())
      await during(
        async (tx) => {
          await lockUntilCommit(tx, 'postgres', 'registrations')
          await tx
            .updateTable('users')
            .set({ emailKey: 'old@club.example' })
            .where('id', '=', 'old')
            .execute()
          await tx
            .insertInto('links')
            .values({
              tokenHash: 'h',
              kind: 'confirm',
              userId: 'old',
              createdAt: at,
              expiresAt: at + DAY_MS,
              passwordHash: 'x',
              email: null,
            })
            .execute()
        },
        () => club.accounts.deleteExpired(club.clock.now),
      )
      expect(await exists('old')).toBe(true)
    })

    test('keeps an expired one when it is confirmed', async () => {
      await club.database.write((tx) => tx.insertInto('users').values(insert('old', 1)).execute())
      await during(
        (tx) => tx.updateTable('users').set({ confirmedAt: 1 }).where('id', '=', 'old').execute(),
        () => club.accounts.deleteExpired(club.clock.now),
      )
      expect(await exists('old')).toBe(true)
    })
  },
)
