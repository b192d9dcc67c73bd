/** Tests password resets by mail, and with a link from a colleague, through HTTP. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTestClub, type RequestOptions, readCookie, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type MailServer, startMailServer } from '../../../test/support/mailserver.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import type { User } from '../shared/accounts.ts'

const MINUTE_MS = 60_000
const password = 'una clave bien larga'
const another = 'otra clave bien larga'
const fragment = /\/login#reset=([\w-]{43})/

let addresses = 0
/** Returns a new network address for each call, so that rate limits do not apply. */
const fresh = () => `10.2.${++addresses >> 8}.${addresses & 255}`

describe.each(databases)('password reset on $name', ({ create, testOnce, describeOnce }) => {
  let database: TestDatabase
  let club: TestClub
  let server: MailServer
  let ana: { cookie: string; user: User }
  beforeAll(async () => {
    database = await create()
    server = await startMailServer()
    club = await openTestClub(database, { env: { SMTP_URL: server.url, SITE_URL: 'http://club.test' } })
    ana = await club.signIn()
    await club.send('POST', '/api/admin', { body: { email: 'espera@club.example', password }, from: fresh() })
  })
  afterAll(async () => {
    await club.stop()
    await server.close()
    await database.dispose()
  })

  const post = (path: string, body: unknown, sent: RequestOptions = {}) =>
    club.send('POST', `/api/auth/${path}`, { body, from: fresh(), ...sent })
  const forgot = (email: unknown, sent: RequestOptions = {}) => post('forgot', { email }, sent)
  const reset = (token: unknown, chosen: unknown = another, sent: RequestOptions = {}) =>
    post('reset', { token, password: chosen }, sent)
  const login = (email: string, pass = password) => post('login', { email, password: pass })
  const isSignedIn = async (cookie: string) =>
    (await club.send('GET', '/api/admin', { as: cookie })).status === 200
  const mails = () => club.database.read.selectFrom('outbox').selectAll().orderBy('seq').execute()
  const lastMailTo = async (email: string) =>
    (await mails()).filter(({ recipient }) => recipient === email).at(-1)
  /** Returns the token in the last mail to an address. */
  const mailed = async (email: string) => fragment.exec((await lastMailTo(email))?.text ?? '')?.[1] as string

  describeOnce('is rejected', () => {
    test('without an e-mail', async () => {
      await changesNothing(club, async () => {
        await expectProblem(await post('forgot', {}), 'missing-fields', ['email'])
        await expectProblem(await forgot('nadie'), 'invalid-fields', ['email'])
        await expectProblem(await forgot('a@b.example\r\nBcc: x@y.example'), 'invalid-fields', ['email'])
        await expectProblem(
          await forgot(ana.user.email, { headers: { 'Sec-Fetch-Site': 'cross-site' } }),
          'foreign-origin',
        )
      })
    })

    test('without a valid link, or with a common password', async () => {
      await forgot(ana.user.email)
      const token = await mailed(ana.user.email)
      await changesNothing(club, async () => {
        await expectProblem(await post('reset', {}), 'missing-fields', ['token', 'password'])
        await expectProblem(await reset('x'), 'invalid-link')
        await expectProblem(await reset(`${token}x`), 'invalid-link')
        for (const weak of ['corta', 'x'.repeat(129), 'password1'])
          await expectProblem(await reset(token, weak), 'invalid-fields', ['password'])
        // The token does not work as another kind of link.
        await expectProblem(await post('link', { token }), 'invalid-link')
        const signIn = await club.accounts.makeLink('sign-in', ana.user.email)
        await expectProblem(await reset(signIn), 'invalid-link')
        await club.database.write((tx) => tx.deleteFrom('links').where('kind', '=', 'sign-in').execute())
      })
      expect((await login(ana.user.email)).status).toBe(200)
    })

    test('after ten guesses of a link from one address', async () => {
      const from = fresh()
      for (let tries = 0; tries < 10; tries++)
        await expectProblem(await reset(`x${tries}`, another, { from }), 'invalid-link')
      await expectProblem(await reset('y', another, { from }), 'too-many-attempts')
    })
  })

  test('sends the same answer and the same queries for known and unknown accounts', async () => {
    // Lists the database queries of a request, because they determine its response time.
    const statements = async (email: string) => {
      const compiled = vi.spyOn(Object.getPrototypeOf(club.database.read.getExecutor()), 'compileQuery')
      const before = (await mails()).length
      compiled.mockClear()
      const response = await forgot(email)
      // Queries of the revisions run twice a second on PostgreSQL, independent of requests, so they are left out.
      const asked = compiled.mock.results
        .map(({ value }) => (value as { sql: string }).sql)
        .filter((sql) => !sql.endsWith('from "revisions"'))
      compiled.mockRestore()
      const waiting = (await mails()).length - before
      const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
      return { answer: [response.status, await response.text(), headers], asked, waiting }
    }
    const known = await statements(' ANA@club.example')
    expect(known.answer.slice(0, 2)).toEqual([204, ''])
    expect(known.waiting).toBe(1)
    expect(known.asked.length).toBeGreaterThan(8)
    for (const email of ['nadie@club.example', 'espera@club.example']) {
      const unknown = await statements(email)
      expect(unknown.answer).toEqual(known.answer)
      expect(unknown.asked).toEqual(known.asked)
      expect(unknown.waiting).toBe(0)
    }
  })

  testOnce(
    'is limited to five requests in half an hour per account, known or not, and ten per hour per address',
    async () => {
      for (const email of ['varias@club.example', 'ninguna@club.example']) {
        if (email.startsWith('varias')) await club.signIn({ email, password })
        for (let tries = 0; tries < 5; tries++) expect((await forgot(email)).status).toBe(204)
        await changesNothing(club, async () => {
          const refusal = await forgot(email.toUpperCase())
          expect(refusal.headers.get('Retry-After')).toBe('1800')
          await expectProblem(refusal, 'too-many-attempts')
        })
      }
      const from = fresh()
      for (let tries = 0; tries < 10; tries++)
        expect((await forgot(`n${tries}@club.example`, { from })).status).toBe(204)
      await expectProblem(await forgot('otra@club.example', { from }), 'too-many-attempts')
      club.clock.now += 60 * MINUTE_MS
      expect((await forgot('otra@club.example', { from })).status).toBe(204)
    },
  )

  test('changes the password once per mailed link, ends all sessions and notifies the owner', async () => {
    const email = 'olvido@club.example'
    const { cookie } = await club.signIn({ email, password })
    const elsewhere = readCookie(await login(email))
    await forgot(email)
    const first = await mailed(email)
    await forgot(email)
    const second = await mailed(email)
    const signIn = (await club.accounts.makeLink('sign-in', email)) as string
    // Failed tries with the old password do not lock the owner out.
    for (let tries = 0; tries < 10; tries++) await login(email, 'x')
    await expectProblem(await login(email), 'too-many-attempts')

    const response = await reset(second)
    expect([response.status, await response.text(), readCookie(response)]).toEqual([
      204,
      '',
      expect.not.stringContaining('session'),
    ])
    expect([await isSignedIn(cookie), await isSignedIn(elsewhere)]).toEqual([false, false])
    await expectProblem(await login(email), 'wrong-credentials')
    expect((await login(email, another)).status).toBe(200)
    expect((await lastMailTo(email))?.text).toMatch(/se cerraron todas tus sesiones/)

    await expectProblem(await reset(second, password), 'invalid-link')
    // The reset also invalidates the other mailed links.
    await expectProblem(await reset(first, password), 'invalid-link')
    await expectProblem(await post('link', { token: signIn }), 'invalid-link')
    expect((await login(email, another)).status).toBe(200)
  })

  test('accepts one of two parallel uses of a link', async () => {
    const email = 'dos@club.example'
    await club.signIn({ email, password })
    await forgot(email)
    const token = await mailed(email)
    const answers = await Promise.all([reset(token), reset(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400])
  })

  test('rejects a link after half an hour, and for a suspended account', async () => {
    const email = 'tarde@club.example'
    const { user } = await club.signIn({ email, password })
    await forgot(email)
    const late = await mailed(email)
    club.clock.now += 30 * MINUTE_MS
    await expectProblem(await reset(late), 'invalid-link')
    await forgot(email)
    const token = await mailed(email)
    await club.send('PUT', `/api/admin/${user._id}`, { as: ana.cookie, body: { status: 'pending' } })
    await expectProblem(await reset(token), 'invalid-link')
    await club.send('DELETE', `/api/admin/${user._id}`, { as: ana.cookie })
    await expectProblem(await reset(token), 'invalid-link')
  })

  test('rejects links from before a suspension after a new approval', async () => {
    const email = 'vuelve@club.example'
    const { user } = await club.signIn({ email, password })
    await forgot(email)
    const token = await mailed(email)
    const signIn = (await club.accounts.makeLink('sign-in', email)) as string
    const confirmedAt = club.clock.now
    await club.database.write((tx) =>
      tx.updateTable('users').set({ confirmedAt }).where('id', '=', user._id).execute(),
    )
    for (const status of ['pending', 'active'])
      expect(
        (await club.send('PUT', `/api/admin/${user._id}`, { as: ana.cookie, body: { status } })).status,
      ).toBe(200)
    await expectProblem(await reset(token), 'invalid-link')
    await expectProblem(await post('link', { token: signIn }), 'invalid-link')
    expect((await login(email)).status).toBe(200)
  })

  test('revokes links when the e-mail changes', async () => {
    const email = 'muda@club.example'
    const { user, cookie } = await club.signIn({ email, password })
    await forgot(email)
    const token = await mailed(email)
    await club.send('PUT', `/api/admin/${user._id}`, {
      as: cookie,
      body: { email: 'mudada@club.example', currentPassword: password },
    })
    await expectProblem(await reset(token), 'invalid-link')
  })

  testOnce('sends a mail', async () => {
    club.outbox.start()
    await forgot(ana.user.email)
    await expect
      .poll(
        () => server.mails.some(({ to, raw }) => to.includes(ana.user.email) && raw.includes('#reset=')),
        {
          timeout: 10_000,
        },
      )
      .toBe(true)
    expect(server.mails.every(({ to }) => !to.includes('nadie@club.example'))).toBe(true)
    expect(club.logged.join('\n')).not.toMatch(/reset=|[\w-]{43}/)
  })
})

describe.each(databases)('the reset link for a colleague on $name', ({ create, testOnce }) => {
  let database: TestDatabase
  let club: TestClub
  let ana: { cookie: string; user: User }
  let eva: { cookie: string; user: User }
  beforeAll(async () => {
    database = await create()
    club = await openTestClub(database)
    ana = await club.signIn()
    eva = await club.signIn({ email: 'eva@club.example', password })
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })
  const linkFor = (id: string, as = ana.cookie) =>
    club.send('POST', `/api/admin/${id}/reset-link`, { as, from: fresh() })

  testOnce('is rejected for the own account, an unknown account and a waiting registration', async () => {
    await club.send('POST', '/api/admin', { body: { email: 'espera@club.example', password }, from: fresh() })
    const waiting = (await club.accounts.list()).find(({ status }) => status === 'pending') as User
    await changesNothing(club, async () => {
      await expectProblem(await linkFor(ana.user._id), 'not-yours')
      await expectProblem(await linkFor('nadie'), 'not-found')
      await expectProblem(await linkFor(waiting._id), 'awaiting-approval')
    })
  })

  testOnce('is suggested in the answer when mail does not work', async () => {
    await changesNothing(club, async () => {
      for (const email of [eva.user.email, 'nadie@club.example'])
        await expectProblem(
          await club.send('POST', '/api/auth/forgot', { body: { email }, from: fresh() }),
          'reset-needs-mail',
        )
    })
  })

  test('sets a password, and its creator is in the audit log', async () => {
    const response = await linkFor(eva.user._id)
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([201, 'no-store'])
    const { link } = (await response.json()) as { link: string }
    expect(link).toMatch(/^\/login#reset=[\w-]{43}$/)
    const token = fragment.exec(link)?.[1] as string
    const used = await club.send('POST', '/api/auth/reset', {
      body: { token, password: another },
      from: fresh(),
    })
    expect(used.status).toBe(204)
    expect((await club.send('GET', '/api/admin', { as: eva.cookie })).status).toBe(401)
    expect(
      (
        await club.send('POST', '/api/auth/login', {
          body: { email: eva.user.email, password: another },
          from: fresh(),
        })
      ).status,
    ).toBe(200)
    const history = await club.database.read.selectFrom('history').selectAll().orderBy('seq').execute()
    expect(history.slice(-2)).toMatchObject([
      {
        userEmail: ana.user.email,
        action: 'reset',
        resource: 'users',
        itemId: eva.user._id,
        label: eva.user.email,
      },
      { userEmail: eva.user.email, action: 'update', itemId: eva.user._id },
    ])
    const everything = JSON.stringify(history) + club.logged.join('\n')
    for (const secret of [token, another, password]) expect(everything).not.toContain(secret)
  })
})
