/** Tests the format of the log, and that it contains no secrets and no personal data. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClub, readCookie, type TestClub } from '../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../test/support/databases.ts'
import { type MailServer, startMailServer } from '../../test/support/mailserver.ts'
import { codeAt, stepAt } from '../auth/server/totp.ts'
import { createLog, isLogged } from './log.ts'

const lines = (logged: string[]) => logged.map((line) => JSON.parse(line) as Record<string, unknown>)

describe('a log line', () => {
  const logged: string[] = []
  const log = createLog('info', { write: (line) => void logged.push(line) })

  test('is one JSON object with time, level and message', () => {
    log.warn({ id: 7, note: 'uno\ndos' }, 'told')
    expect(logged.at(-1)).toMatch(/^\{.*\}\n$/)
    expect(lines(logged).at(-1)).toEqual({
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      id: 7,
      note: 'uno\ndos',
      message: 'told',
    })
  })

  test('contains type, stack and cause of an error, but not its other properties', () => {
    const cause = Object.assign(new Error('inside'), { code: '23505', detail: 'Key (email)=(ana@x) exists' })
    log.error({ error: new Error('outside', { cause }) }, 'failed')
    expect(lines(logged).at(-1)).toMatchObject({
      level: 'error',
      error: { name: 'Error', message: 'outside', cause: { message: 'inside', code: '23505' } },
    })
    expect(logged.at(-1)).toContain('log.test.ts')
    expect(logged.at(-1)).not.toContain('ana@x')
    log.error({ error: 'only words' }, 'failed')
    expect(lines(logged).at(-1)).toMatchObject({ error: 'only words' })
  })

  test('redacts fields that are named as secrets', () => {
    log.info({ password: 'one', sent: { token: 'two', person: 'Ana' }, cookie: 'three' }, 'careless')
    expect(logged.at(-1)).not.toMatch(/one|two|three/)
    expect(lines(logged).at(-1)).toMatchObject({ password: '…', sent: { token: '…', person: 'Ana' } })
  })

  test('is written only when its level is enabled', () => {
    const before = logged.length
    log.debug({}, 'too small')
    createLog('silent', { write: (line) => void logged.push(line) }).error({}, 'nobody listens')
    expect(logged.length).toBe(before)
    expect(isLogged('debug', 'trace')).toBe(true)
    expect(isLogged('debug', 'info')).toBe(false)
    expect(isLogged('error', 'silent')).toBe(false)
  })
})

describe('the log at the lowest level', () => {
  let database: TestDatabase
  let club: TestClub
  let mail: MailServer
  beforeAll(async () => {
    database = await createDatabase()
    mail = await startMailServer()
    club = await openTestClub(database, {
      env: { SMTP_URL: mail.url, SITE_URL: 'https://club.example', TRUST_PROXY: '1' },
    })
    club.start()
  })
  afterAll(async () => {
    await club.stop()
    await mail.close()
    await database.dispose()
  })

  const requests = () => lines(club.logged).filter(({ message }) => message === 'request')

  test('contains no password, token, code, cookie or address', async () => {
    const email = 'ana@club.example'
    const password = 'CONTRASENA-de-ana'
    const address = '203.0.113.77'
    const secrets = [password, 'CONTRASENA', email, address]
    const post = (path: string, body: unknown, headers: Record<string, string> = {}, as?: string) =>
      club.send('POST', `/api${path}`, {
        body,
        headers: { 'X-Forwarded-For': address, ...headers },
        ...(as && { as }),
      })

    await club.accounts.add({ email, password }, null)
    expect((await post('/auth/login', { email, password: `${password}-mal` })).status).toBe(401)
    const login = await post('/auth/login', { email, password })
    expect(login.status).toBe(200)
    const cookie = readCookie(login)
    secrets.push(cookie.split('=')[1] as string)
    // These requests have an invalid body, a query with a secret, and an invalid header.
    expect((await post('/auth/login', `{"password": "${password}"`)).status).toBe(400)
    await club.send('GET', `/api/news?token=${password}`)
    await club.send('GET', `/nada/${password}`)
    await club.send('GET', '/api/admin', {
      headers: { Authorization: `Bearer ${password}` },
      as: `x=${password}`,
    })

    expect((await post('/auth/forgot', { email })).status).toBe(204)
    const getReset = () =>
      /reset=([\w-]{43})/.exec(
        mail.mails.map(({ raw }) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')).join(),
      )?.[1]
    await expect.poll(getReset, { timeout: 20_000 }).toBeDefined()
    const token = getReset() as string
    secrets.push(token)
    const chosen = 'CONTRASENA-nueva-de-ana'
    expect((await post('/auth/reset', { token, password: chosen })).status).toBe(204)
    const as = readCookie(await post('/auth/login', { email, password: chosen }))
    secrets.push(as.split('=')[1] as string)

    const begun = await post('/auth/totp', { currentPassword: chosen }, {}, as)
    const { secret } = (await begun.json()) as { secret: string }
    secrets.push(secret)
    const code = codeAt(secret, stepAt(club.clock.now))
    const confirmed = await club.send('PUT', '/api/auth/totp', { as, body: { code } })
    expect(confirmed.status).toBe(200)
    const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] }
    secrets.push(code, ...recoveryCodes)
    await post('/auth/login', { email, password: chosen, code: '000000' })

    const all = club.logged.join('')
    for (const each of secrets) expect([each, all.includes(each)]).toEqual([each, false])
    expect(all).toContain('Mail delivered')
    expect(requests().length).toBeGreaterThan(10)
  })

  test('contains one line per request, with pattern, status and user, and without addresses', async () => {
    const { cookie, user } = await club.signIn({
      email: 'eva@club.example',
      password: 'una clave bien larga',
    })
    const before = club.logged.length
    const answers = [
      await club.send('POST', '/api/residents', {
        as: cookie,
        body: { name: 'Vera', pressKit: 'https://x.example' },
      }),
      await club.send('GET', '/api/admin?limit=secreto'),
      await club.send('GET', '/api/residents/inexistente'),
      await club.send('GET', '/'),
      await club.send('GET', '/una/que/no/existe'),
      await club.send('PUT', '/api/residents/x', { headers: { Origin: 'https://otro.example' }, body: {} }),
    ]
    expect(lines(club.logged.slice(before)).filter(({ message }) => message === 'request')).toMatchObject([
      {
        level: 'info',
        method: 'POST',
        route: '/api/residents',
        status: 201,
        user: user._id,
        from: expect.stringMatching(/^[0-9a-f]{12}$/),
      },
      { level: 'info', method: 'GET', route: '/api/admin', status: 401 },
      { level: 'debug', method: 'GET', route: '/api/residents/:id', status: 404 },
      { level: 'debug', method: 'GET', route: '/', status: 200 },
      { level: 'debug', method: 'GET', route: '/*', status: 200 },
      { level: 'info', method: 'PUT', status: 403 },
    ])
    const ids = answers.map(({ headers }) => headers.get('X-Request-Id'))
    expect(
      requests()
        .slice(-ids.length)
        .map(({ requestId }) => requestId),
    ).toEqual(ids)
    expect(club.logged.slice(before).join('')).not.toMatch(/secreto|inexistente|127\.0\.0\.1/)
  })

  test('uses well-formed request ids of trusted proxies', async () => {
    const getId = async (given: string) =>
      (await club.send('GET', '/api/news', { headers: { 'X-Request-Id': given } })).headers.get(
        'X-Request-Id',
      )
    expect(await getId('edge-20261121.1')).toBe('edge-20261121.1')
    for (const given of ['corto', 'dos palabras', `x${'y'.repeat(64)}`, '{"a":1}'])
      expect(await getId(given)).toMatch(/^[0-9a-f-]{36}$/)
  })
})
