/**
 * Tests that the owner of an account can sign in from a known browser while strangers try its password
 * (docs/decisions/0011).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClub, type RequestOptions, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type MailServer, startMailServer } from '../../../test/support/mailserver.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import { createRateLimit, rules } from '../../http/rate-limit.ts'
import { codeAt, stepAt } from './totp.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const password = 'una clave bien larga'
const another = 'otra clave bien larga'

let addresses = 0
const fresh = () => `10.4.${++addresses >> 8}.${addresses & 255}`

/** Returns the cookies that a browser has after a response. */
const getJar = (response: Response, before = ''): string => {
  const jar = new Map(
    before
      .split('; ')
      .filter(Boolean)
      .map((pair) => pair.split('=') as [string, string]),
  )
  for (const line of response.headers.getSetCookie()) {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
    if (value === '') jar.delete(name)
    else jar.set(name, value)
  }
  return [...jar].map((pair) => pair.join('=')).join('; ')
}
const only = (name: RegExp, jar: string): string =>
  jar
    .split('; ')
    .filter((pair) => name.test(pair))
    .join('; ')

describe.each(databases)('known browsers on $name', ({ create, testOnce }) => {
  let database: TestDatabase
  let club: TestClub
  let mail: MailServer
  beforeAll(async () => {
    mail = await startMailServer()
    database = await create()
    club = await openTestClub(database, { env: { SMTP_URL: mail.url, SITE_URL: 'http://club.test' } })
    await club.accounts.add({ email: 'otra@club.example', password }, null)
  })
  afterAll(async () => {
    await club.stop()
    await mail.close()
    await database.dispose()
  })

  const login = (email: string, pass = password, sent: RequestOptions = {}) =>
    club.send('POST', '/api/auth/login', { body: { email, password: pass }, from: fresh(), ...sent })
  const rows = (userId: string) =>
    club.database.read
      .selectFrom('links')
      .selectAll()
      .where('kind', '=', 'device')
      .where('userId', '=', userId)
      .execute()

  /** Creates an administrator who has signed in once, so that the browser is known. */
  async function owner(name: string) {
    const email = `${name}@club.example`
    await club.accounts.add({ email, password }, null)
    const response = await login(email)
    const { _id } = (await response.json()) as { _id: string }
    const jar = getJar(response)
    return { email, id: _id, session: only(/^session=/, jar), device: only(/^device-/, jar) }
  }
  /**
   * Uses up the tries of unknown browsers, so that the account pauses for them. The tries are counted directly, because
   * each request would hash a password.
   */
  async function hammer(email: string) {
    const rateLimit = createRateLimit({ database: club.database, now: () => club.clock.now })
    for (let tries = 0; tries < 10; tries++) await rateLimit.hit(rules['sign-in-account'], email)
    await expectProblem(await login(email), 'too-many-attempts')
  }

  testOnce('are recognised by a cookie that scripts cannot read and that gives no access', async () => {
    const ana = await owner('ana')
    expect(ana.device).toMatch(/^device-[0-9a-f]{12}=[\w-]{43}$/)
    const cookies = (await login(ana.email)).headers.getSetCookie()
    expect(cookies).toEqual([
      expect.stringMatching(/^session=/),
      expect.stringMatching(/^device-\w+=[\w-]+; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/),
    ])
    const secure = await openTestClub(database, { env: { SITE_URL: 'https://club.example' } })
    try {
      const over = await secure.send('POST', '/api/auth/login', { body: { email: ana.email, password } })
      expect(over.headers.getSetCookie()[1]).toMatch(/^__Host-device-\w+=.*; HttpOnly; SameSite=Lax; Secure$/)
    } finally {
      await secure.stop()
    }
    // The cookie works neither as a session nor as a link, and does not contain the address.
    const token = ana.device.split('=')[1] as string
    await expectProblem(await club.send('GET', '/api/admin', { as: `session=${token}` }), 'sign-in-needed')
    await expectProblem(await club.send('GET', '/api/admin', { as: ana.device }), 'sign-in-needed')
    for (const [call, body] of [
      ['link', { token }],
      ['reset', { token, password: another }],
    ] as const)
      await expectProblem(
        await club.send('POST', `/api/auth/${call}`, { body, from: fresh() }),
        'invalid-link',
      )
    await expectProblem(await login(ana.email, 'no es esta', { as: ana.device }), 'wrong-credentials')
    const kept = JSON.stringify(await rows(ana.id))
    expect(kept).not.toContain(token)
    expect(kept).not.toContain(ana.email)
  })

  testOnce('sign in while strangers keep the account paused, also from the same address', async () => {
    const eva = await owner('eva')
    for (let tries = 0; tries < 10; tries++)
      await expectProblem(await login(eva.email, `adivino ${tries}`), 'wrong-credentials')
    await expectProblem(await login(eva.email), 'too-many-attempts')
    const here = fresh()
    const body = { token: 'x' }
    for (let tries = 0; tries < 10; tries++) await club.send('POST', '/api/auth/link', { body, from: here })
    await expectProblem(await login('otra@club.example', password, { from: here }), 'too-many-attempts')
    const inside = await login(eva.email, password, { as: eva.device, from: here })
    expect(inside.status).toBe(200)
    // The browser stays known under the same token.
    expect(only(/^device-/, getJar(inside))).toBe(eva.device)
    expect(await rows(eva.id)).toHaveLength(1)
    // The owner's sign-in does not end the pause for strangers.
    await expectProblem(await login(eva.email, 'adivino'), 'too-many-attempts')
  })

  testOnce('have their own counter and pause', async () => {
    const ida = await owner('ida')
    const elsewhere = only(/^device-/, getJar(await login(ida.email)))
    expect(elsewhere).not.toBe(ida.device)
    for (let tries = 0; tries < 10; tries++) await login(ida.email, 'x', { as: ida.device })
    await expectProblem(await login(ida.email, password, { as: ida.device }), 'too-many-attempts')
    expect((await login(ida.email)).status).toBe(200)
    expect((await login(ida.email, password, { as: elsewhere })).status).toBe(200)
    club.clock.now += MINUTE_MS
    expect((await login(ida.email, password, { as: ida.device })).status).toBe(200)
    // A success resets the counter of the browser, so no second pause follows.
    await expectProblem(await login(ida.email, 'x', { as: ida.device }), 'wrong-credentials')
    expect((await login(ida.email, password, { as: ida.device })).status).toBe(200)
  })

  testOnce('cannot be forged, used for another account, or used after a year', async () => {
    const mia = await owner('mia')
    const lea = await owner('lea')
    await hammer(mia.email)
    const [name] = mia.device.split('=') as [string]
    const [, leas] = lea.device.split('=') as [string, string]
    for (const as of [
      `${name}=${'x'.repeat(43)}`,
      `${name}=`,
      `${name}=${leas}`,
      lea.device,
      mia.session.replace('session', name),
      `${name}="${mia.device.split('=')[1]}"`,
      `${name}=${"' or 1=1 --"}`,
    ])
      await changesNothing(club, async () => {
        await expectProblem(await login(mia.email, password, { as }), 'too-many-attempts')
      })
    // An attacker may have planted the token. It must never become known.
    club.clock.now += 16 * MINUTE_MS
    const planted = `${name}=${'p'.repeat(43)}`
    expect(only(/^device-/, getJar(await login(mia.email, password, { as: planted })))).not.toBe(planted)

    club.clock.now += 365 * DAY_MS
    await hammer(mia.email)
    await expectProblem(await login(mia.email, password, { as: mia.device }), 'too-many-attempts')
  })

  test('are forgotten, except the current one, when other sessions end or the password changes', async () => {
    const ela = await owner('ela')
    const elsewhere = only(/^device-/, getJar(await login(ela.email)))
    const ended = await club.send('DELETE', '/api/auth/sessions', { as: `${ela.session}; ${ela.device}` })
    expect(ended.status).toBe(204)
    await hammer(ela.email)
    await expectProblem(await login(ela.email, password, { as: elsewhere }), 'too-many-attempts')
    expect((await login(ela.email, password, { as: ela.device })).status).toBe(200)

    const third = await login(ela.email, password, { as: ela.device })
    club.clock.now += 16 * MINUTE_MS
    const stolen = only(/^device-/, getJar(await login(ela.email)))
    const changed = await club.send('PUT', `/api/admin/${ela.id}`, {
      as: getJar(third),
      body: { password: another, currentPassword: password },
    })
    expect(changed.status).toBe(200)
    await hammer(ela.email)
    await expectProblem(await login(ela.email, another, { as: stolen }), 'too-many-attempts')
    expect((await login(ela.email, another, { as: ela.device })).status).toBe(200)
  })

  test('are forgotten by a password reset, except the browser that was used for it', async () => {
    const flor = await owner('flor')
    await hammer(flor.email)
    // Strangers can use up the limit of reset links. The owner's mailbox then already has a valid link.
    const forgot = (from = fresh()) =>
      club.send('POST', '/api/auth/forgot', { body: { email: flor.email }, from })
    for (let tries = 0; tries < 5; tries++) {
      club.clock.now += 5 * MINUTE_MS
      expect((await forgot()).status).toBe(204)
    }
    club.clock.now += 4 * MINUTE_MS
    await expectProblem(await forgot(), 'too-many-attempts')
    const mails = await club.database.read
      .selectFrom('outbox')
      .select(['text', 'recipient'])
      .where('recipient', '=', flor.email)
      .orderBy('seq', 'desc')
      .execute()
    const token = /#reset=([\w-]+)/.exec(mails[0]?.text ?? '')?.[1]
    const reset = await club.send('POST', '/api/auth/reset', {
      body: { token, password: another },
      from: fresh(),
    })
    expect(reset.status).toBe(204)
    const device = getJar(reset)
    expect(device).toMatch(/^device-[0-9a-f]{12}=[\w-]{43}$/)
    await hammer(flor.email)
    await expectProblem(await login(flor.email, another, { as: flor.device }), 'too-many-attempts')
    expect((await login(flor.email, another, { as: device })).status).toBe(200)
  })

  testOnce('accept codes of the second factor while strangers with the password try codes', async () => {
    const dora = await owner('dora')
    const as = `${dora.session}; ${dora.device}`
    const offer = await club.send('POST', '/api/auth/totp', { as, body: { currentPassword: password } })
    const { secret } = (await offer.json()) as { secret: string }
    const code = () => codeAt(secret, stepAt(club.clock.now))
    expect((await club.send('PUT', '/api/auth/totp', { as, body: { code: code() } })).status).toBe(200)
    const withCode = (code: string, cookie = '') =>
      club.send('POST', '/api/auth/login', {
        body: { email: dora.email, password, code },
        from: fresh(),
        ...(cookie && { as: cookie }),
      })
    for (let tries = 0; tries < 10; tries++) await expectProblem(await withCode('000000'), 'second-factor')
    club.clock.now += MINUTE_MS / 2
    await expectProblem(await withCode(code()), 'too-many-attempts')
    expect((await withCode(code(), dora.device)).status).toBe(200)
  })

  test('are limited to twenty per account, and are deleted with it', async () => {
    const uma = await owner('uma')
    // These rows are as if a program without cookies had signed in 25 times. The next sign-in deletes those above the
    // limit.
    await club.database.write((tx) =>
      tx
        .insertInto('links')
        .values(
          Array.from({ length: 25 }, (_, index) => ({
            tokenHash: `old ${index}`,
            kind: 'device' as const,
            userId: uma.id,
            createdAt: club.clock.now - index,
            expiresAt: club.clock.now + DAY_MS,
          })),
        )
        .execute(),
    )
    const last = only(/^device-/, getJar(await login(uma.email)))
    expect(await rows(uma.id)).toHaveLength(20)
    await hammer(uma.email)
    expect((await login(uma.email, password, { as: last })).status).toBe(200)
    const admin = getJar(await login('otra@club.example'))
    expect((await club.send('DELETE', `/api/admin/${uma.id}`, { as: admin })).status).toBe(204)
    expect(await rows(uma.id)).toEqual([])
  })

  testOnce('are not needed to change the password of a signed-in user while strangers try it', async () => {
    const sol = await owner('sol')
    await hammer(sol.email)
    const changed = await club.send('PUT', `/api/admin/${sol.id}`, {
      as: sol.session,
      body: { password: another, currentPassword: password },
    })
    expect(changed.status).toBe(200)
  })
})
