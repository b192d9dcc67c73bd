/** Tests requests from other origins, the visitor's address, the Content-Security-Policy and the security headers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDraft, openTestClub, readCookie, type TestClub } from '../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../test/support/databases.ts'
import { expectProblem } from '../../test/support/refusals.ts'
import type { AnyEntity } from '../content/shared/resources.ts'
import { type Env, readEnv } from '../process/env.ts'
import { createCallerReader } from './client-address.ts'
import { isForeign } from './origin.ts'
import { contentSecurityPolicy } from './security-headers.ts'

const password = 'una clave bien larga'

describe('isForeign', () => {
  const env = { siteUrl: 'https://club.example', corsOrigins: ['https://panel.example'] }
  const cases: [string, Record<string, string>, boolean][] = [
    ['accepts a request that is not from a browser', {}, false],
    [
      'accepts a page of the site',
      { Origin: 'https://club.example', 'Sec-Fetch-Site': 'same-origin' },
      false,
    ],
    ['accepts SITE_URL for any Host header', { Origin: 'https://club.example' }, false],
    ['accepts the requested host', { Origin: 'http://127.0.0.1:3000' }, false],
    ['accepts the requested host behind a proxy that ends TLS', { Origin: 'https://127.0.0.1:3000' }, false],
    ['accepts a request from the address bar', { 'Sec-Fetch-Site': 'none' }, false],
    [
      'accepts a site of CORS_ORIGINS',
      { Origin: 'https://panel.example', 'Sec-Fetch-Site': 'cross-site' },
      false,
    ],
    ['rejects another site', { Origin: 'https://otro.example', 'Sec-Fetch-Site': 'cross-site' }, true],
    ['rejects another site without Sec-Fetch-Site', { Origin: 'https://otro.example' }, true],
    ['rejects a frame with an opaque origin', { Origin: 'null' }, true],
    ['rejects a cross-site request without Origin', { 'Sec-Fetch-Site': 'cross-site' }, true],
    ['rejects a sibling host', { 'Sec-Fetch-Site': 'same-site' }, true],
    [
      'rejects a host that begins with the site’s name',
      { Origin: 'https://club.example.otro.example' },
      true,
    ],
    ['rejects a host that ends with the site’s name', { Origin: 'https://otroclub.example' }, true],
    ['rejects another port of the host', { Origin: 'http://127.0.0.1:3001' }, true],
    ['rejects SITE_URL without TLS', { Origin: 'http://club.example' }, true],
    [
      'rejects SITE_URL without TLS even when it is the requested host',
      { Origin: 'http://club.example', Host: 'club.example' },
      true,
    ],
    ['rejects the requested host with another scheme', { Origin: 'ftp://127.0.0.1:3000' }, true],
    ['rejects a site of CORS_ORIGINS without TLS', { Origin: 'http://panel.example' }, true],
    ['rejects an invalid origin', { Origin: 'club.example' }, true],
    ['rejects an empty origin', { Origin: '' }, true],
  ]
  test.each(cases)('%s', (_title, headers, foreign) => {
    const ask = (method: string) =>
      isForeign(
        new Request('http://127.0.0.1:3000/api/news', {
          method,
          headers: { Host: '127.0.0.1:3000', ...headers },
        }),
        env,
        false,
      )
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) expect(ask(method)).toBe(foreign)
    for (const method of ['GET', 'HEAD', 'OPTIONS']) expect(ask(method)).toBe(false)
  })

  test('rejects the own host without TLS when a proxy reports TLS', async () => {
    const ask = (origin: string, tls: boolean) => {
      const headers = { Host: 'club.example', Origin: origin }
      const request = new Request('http://club.example/api/news', { method: 'POST', headers })
      return isForeign(request, { siteUrl: null, corsOrigins: [] }, tls)
    }
    expect([ask('http://club.example', true), ask('http://club.example', false)]).toEqual([true, false])
    expect([ask('https://club.example', true), ask('https://club.example', false)]).toEqual([false, false])
  })
})

describe('the visitor’s address', () => {
  const chain = '6.6.6.6, 203.0.113.9, 10.0.0.2'
  const cases: [string, string, string, string | null, string][] = [
    ['is the peer of the connection without a trusted proxy', '', '198.51.100.1', chain, '198.51.100.1'],
    ['is the address that the only proxy reports', '1', '10.0.0.1', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    ['is the address that the first of two proxies reports', '2', '10.0.0.1', chain, '203.0.113.9'],
    ['is the peer of the connection when the proxy reports no address', '1', '10.0.0.1', null, '10.0.0.1'],
    [
      'is the farthest known address when there are fewer hops than proxies',
      '3',
      '10.0.0.1',
      '203.0.113.9',
      '203.0.113.9',
    ],
    ['is the first address that is not a trusted proxy', '10.0.0.0/8', '10.0.0.1', chain, '203.0.113.9'],
    [
      'is the peer of the connection when the peer is not a trusted proxy',
      '10.0.0.0/8',
      '198.51.100.1',
      chain,
      '198.51.100.1',
    ],
    ['is found behind an IPv6 proxy', 'fd00::/8,10.0.0.2', 'fd00::1', chain, '203.0.113.9'],
    [
      'is found behind a proxy with an IPv4-mapped IPv6 address',
      '10.0.0.0/8',
      '::ffff:10.0.0.1',
      '203.0.113.9',
      '203.0.113.9',
    ],
    ['is not taken from hops before an invalid address', '1', '10.0.0.1', '6.6.6.6, unknown', '10.0.0.1'],
    [
      'is not taken from hops before an address with a port',
      '1',
      '10.0.0.1',
      '6.6.6.6, 203.0.113.9:4711',
      '10.0.0.1',
    ],
    [
      'is the nearest proxy when it reports an invalid address',
      '10.0.0.0/8',
      '10.0.0.1',
      '6.6.6.6, <script>, 10.0.0.2',
      '10.0.0.2',
    ],
  ]
  test.each(cases)('%s', (_what, trust, peer, forwarded, address) => {
    const read = createCallerReader(readEnv({ TRUST_PROXY: trust }))
    const headers = new Headers({
      ...(forwarded !== null && { 'X-Forwarded-For': forwarded }),
      Forwarded: 'for=6.6.6.6',
      'X-Real-IP': '6.6.6.6',
    })
    expect(read(headers, peer).address).toBe(address)
  })

  test.each([
    ['', 'http://club.example', 'https', false],
    ['', '', 'https', false],
    ['1', '', 'https', true],
    ['1', '', 'https, http', false],
    ['1', '', 'http', false],
    ['10.0.0.1', '', 'https', true],
    ['10.9.9.9', '', 'https', false],
    ['', 'https://club.example', 'http', true],
  ])(
    'with TRUST_PROXY=%s, SITE_URL=%s and X-Forwarded-Proto: %s it is https: %s',
    (trust, site, proto, https) => {
      const read = createCallerReader(readEnv({ TRUST_PROXY: trust, SITE_URL: site }))
      expect(read(new Headers({ 'X-Forwarded-Proto': proto }), '10.0.0.1').https).toBe(https)
    },
  )
})

test('the policy allows a sibling API, and upgrades to https only when SITE_URL is https', () => {
  const parts = { scriptHashes: [], styleHashes: [] }
  const policy = (env: Pick<Env, 'apiBase' | 'siteUrl'>) => contentSecurityPolicy(parts, env)
  const plain = policy({ apiBase: '/api', siteUrl: 'http://club.example' })
  expect(plain).toContain("connect-src 'self';")
  expect(plain).toContain("script-src 'self';")
  expect(plain).not.toContain('upgrade-insecure-requests')
  const sibling = policy({ apiBase: 'https://api.club.example/v1', siteUrl: 'https://club.example' })
  expect(sibling).toContain("connect-src 'self' https://api.club.example;")
  expect(sibling).toContain('upgrade-insecure-requests')
  expect(
    contentSecurityPolicy({ scriptHashes: [], styleHashes: 'any' }, { apiBase: '/api', siteUrl: null }),
  ).toContain("style-src 'self' 'unsafe-inline'")
})

describe('the application', () => {
  const opened: { club: TestClub; database: TestDatabase }[] = []
  afterAll(async () => {
    for (const { club, database } of opened) {
      await club.stop()
      await database.dispose()
    }
  })
  const open = async (env: Record<string, string>) => {
    const database = await createDatabase()
    const club = await openTestClub(database, { env })
    opened.push({ club, database })
    return club
  }

  describe('over http', () => {
    let club: TestClub
    let as: string
    beforeAll(async () => {
      club = await open({})
      as = (await club.signIn()).cookie
    })

    test('sends security headers with every response', async () => {
      const item = (await (
        await club.send('POST', '/api/agency', { as, body: await createDraft('agency') })
      ).json()) as AnyEntity
      const answers = {
        list: await club.send('GET', '/api/news'),
        entity: await club.send('GET', `/api/agency/${item._id}`),
        problem: await club.send('GET', '/api/nada'),
        'refused method': await club.send('PATCH', '/api/news'),
        'refused origin': await club.send('POST', '/api/news', {
          headers: { Origin: 'https://otro.example' },
        }),
        'refused page': await club.send('POST', '/contact', { headers: { Origin: 'https://otro.example' } }),
        'not modified': await club.send('GET', `/api/agency/${item._id}`, {
          headers: { 'If-None-Match': '"1"' },
        }),
        'signed out': await club.send('POST', '/api/auth/logout'),
        page: await club.send('GET', '/news'),
        docs: await club.send('GET', '/api/docs'),
        picture: await club.send('GET', String(item.photo)),
        'missing picture': await club.send('GET', '/media/x.jpg'),
        options: await club.send('OPTIONS', '/api/news'),
      }
      const ids = new Set<string | null>()
      for (const [what, { headers }] of Object.entries(answers)) {
        const isSubresource = /^(image\/|application\/(problem\+)?json)/.test(
          headers.get('Content-Type') ?? '',
        )
        expect([what, Object.fromEntries(headers)]).toEqual([
          what,
          expect.objectContaining({
            'x-content-type-options': 'nosniff',
            'x-frame-options': 'DENY',
            'referrer-policy': 'strict-origin-when-cross-origin',
            ...(!isSubresource && {
              'cross-origin-opener-policy': 'same-origin',
              'origin-agent-cluster': '?1',
              'permissions-policy': expect.stringContaining('camera=()'),
            }),
            'cross-origin-resource-policy': what === 'picture' ? 'cross-origin' : 'same-origin',
            'content-security-policy': expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/),
          }),
        ])
        for (const name of [
          'Strict-Transport-Security',
          'X-Powered-By',
          'Server',
          'Access-Control-Allow-Origin',
        ])
          expect(headers.has(name)).toBe(false)
        ids.add(headers.get('X-Request-Id'))
      }
      expect(ids.size).toBe(Object.keys(answers).length)
    })

    test('sets a cookie without a prefix and ignores X-Forwarded-Proto of unknown senders', async () => {
      const body = { email: 'ana@club.example', password }
      const response = await club.send('POST', '/api/auth/login', {
        body,
        headers: { 'X-Forwarded-Proto': 'https' },
      })
      expect(response.headers.getSetCookie()[0]).toMatch(
        /^session=[^;]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
      )
    })

    test('ignores X-Forwarded-For of unknown senders', async () => {
      const send = (forwarded: string) =>
        club.send('POST', '/api/admin', {
          from: '198.51.100.7',
          body: { email: `x${forwarded.replaceAll('.', '')}@x.example`, password },
          headers: { 'X-Forwarded-For': forwarded },
        })
      for (let index = 0; index < 5; index++) expect((await send(`203.0.113.${index}`)).status).toBe(201)
      await expectProblem(await send('203.0.113.99'), 'too-many-attempts')
    })
  })

  test('sets a Secure cookie for the host, and HSTS, over https', async () => {
    const club = await open({ SITE_URL: 'https://club.example' })
    const { cookie } = await club.signIn()
    const login = await club.send('POST', '/api/auth/login', {
      body: { email: 'ana@club.example', password },
    })
    expect(login.headers.getSetCookie()[0]).toMatch(
      /^__Host-session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect(login.headers.get('Strict-Transport-Security')).toBe('max-age=31536000')
    expect((await club.send('GET', '/api/admin', { as: cookie })).status).toBe(200)
    // Another host of the domain could set a cookie without the prefix, so such a cookie is ignored.
    await expectProblem(
      await club.send('GET', '/api/admin', { as: cookie.replace('__Host-', '') }),
      'sign-in-needed',
    )
    const logout = await club.send('POST', '/api/auth/logout', { as: cookie })
    expect(logout.headers.get('Set-Cookie')).toBe(
      '__Host-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    )
  })

  test('uses the address and scheme that a trusted proxy reports', async () => {
    const club = await open({ TRUST_PROXY: '10.0.0.1' })
    let registered = 0
    const send = (forwarded: string, from = '10.0.0.1') =>
      club.send('POST', '/api/admin', {
        from,
        body: { email: `x${++registered}@x.example`, password },
        headers: { 'X-Forwarded-For': forwarded },
      })
    for (let index = 0; index < 5; index++) expect((await send('6.6.6.6, 203.0.113.1')).status).toBe(201)
    await expectProblem(await send('7.7.7.7, 203.0.113.1'), 'too-many-attempts')
    expect((await send('203.0.113.2')).status).toBe(201)
    await club.signIn()
    const login = await club.send('POST', '/api/auth/login', {
      from: '10.0.0.1',
      body: { email: 'ana@club.example', password },
      headers: { 'X-Forwarded-Proto': 'https' },
    })
    expect(readCookie(login)).toMatch(/^__Host-session=/)
  })

  test('allows only the sites of CORS_ORIGINS to call the API with cookies', async () => {
    const club = await open({ CORS_ORIGINS: 'https://panel.example, https://otro.example' })
    const { cookie } = await club.signIn()
    const headers = { Origin: 'https://panel.example', 'Sec-Fetch-Site': 'cross-site' }
    const preflight = await club.send('OPTIONS', '/api/residents', {
      headers: {
        ...headers,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type,idempotency-key',
      },
    })
    expect([preflight.status, Object.fromEntries(preflight.headers)]).toEqual([
      204,
      expect.objectContaining({
        'access-control-allow-origin': 'https://panel.example',
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': expect.stringContaining('PUT'),
        'access-control-allow-headers': expect.stringContaining('If-Match'),
        vary: 'Origin',
      }),
    ])
    const created = await club.send('POST', '/api/residents', {
      as: cookie,
      headers,
      body: await createDraft('residents'),
    })
    expect(created.status).toBe(201)
    expect(created.headers.get('Access-Control-Allow-Origin')).toBe('https://panel.example')
    expect(created.headers.get('Access-Control-Expose-Headers')).toContain('ETag')
    // Allowed sites can also read errors. Cached lists vary by origin.
    const missing = await club.send('GET', '/api/residents/x', { headers })
    expect([missing.status, missing.headers.get('Access-Control-Allow-Origin')]).toEqual([
      404,
      'https://panel.example',
    ])
    const list = await club.send('GET', '/api/residents', { headers })
    expect(list.headers.get('Vary')).toBe('Accept-Encoding, Origin')

    for (const origin of ['https://ajeno.example', 'https://panel.example.ajeno.example', 'null']) {
      const answer = await club.send('GET', '/api/residents', { headers: { Origin: origin } })
      expect([answer.headers.get('Access-Control-Allow-Origin'), answer.headers.get('Vary')]).toEqual([
        null,
        'Accept-Encoding, Origin',
      ])
      const other = await club.send('OPTIONS', '/api/residents', { headers: { Origin: origin } })
      expect(other.headers.has('Access-Control-Allow-Methods')).toBe(false)
    }
    expect((await club.send('GET', '/news', { headers })).headers.has('Access-Control-Allow-Origin')).toBe(
      false,
    )
  })

  test('answers health checks under /api even when the API has another path', async () => {
    const club = await open({ VITE_API_BASE: '/v1' })
    for (const path of ['/live', '/health', '/health/club'].flatMap((path) => [
      `/api${path}`,
      `/v1${path}`,
    ])) {
      const answer = await club.send('GET', path)
      expect([path, answer.status, answer.headers.get('Content-Type')]).toEqual([
        path,
        200,
        'application/json; charset=utf-8',
      ])
    }
    expect((await club.send('GET', '/api/news')).headers.get('Content-Type')).not.toContain('json')
  })

  describe('with the API on a sibling host', () => {
    const api = 'http://api.club.test'
    let club: TestClub
    let as: string
    beforeAll(async () => {
      club = await open({
        VITE_API_BASE: `${api}/v1`,
        SITE_URL: 'http://club.test',
        CORS_ORIGINS: 'http://club.test',
      })
      await club.accounts.add({ email: 'ana@club.example', password }, null)
      as = readCookie(await call('POST', '/auth/login', { body: { email: 'ana@club.example', password } }))
    })
    const call = (
      method: string,
      path: string,
      { headers = {}, ...sent }: Parameters<TestClub['send']>[2] = {},
    ) =>
      club.send(method, `${api}/v1${path}`, {
        ...sent,
        headers: {
          Host: 'api.club.test',
          Origin: 'http://club.test',
          'Sec-Fetch-Site': 'same-site',
          ...headers,
        },
      })

    test('recognises calls by their host and sends URLs of that host', async () => {
      const created = await call('POST', '/news', {
        as,
        body: { ...(await createDraft('news')), newsTitle: 'Ñandú viejo' },
      })
      expect(created.status).toBe(201)
      const { _id } = (await created.json()) as AnyEntity
      expect(created.headers.get('Location')).toBe(`${api}/v1/news/${_id}`)
      expect(created.headers.get('Access-Control-Allow-Origin')).toBe('http://club.test')
      await call('PUT', `/news/${_id}`, { as, body: { newsTitle: 'Ñandú nuevo' } })
      const moved = await call('GET', `/news/title/${encodeURIComponent('Ñandú-viejo')}`)
      expect([moved.status, moved.headers.get('Location')]).toEqual([
        301,
        `${api}/v1/news/title/${encodeURIComponent('Ñandú-nuevo')}`,
      ])
      await call('POST', '/news', { as, body: { ...(await createDraft('news')), newsTitle: 'Otra' } })
      expect((await call('GET', '/news?limit=1')).headers.get('Link')).toContain(
        `<${api}/v1/news?limit=1&page=2>; rel="next"`,
      )
      expect((await (await call('GET', '/openapi.json')).json()).servers).toEqual([{ url: `${api}/v1` }])
    })

    test('answers 404 for other paths of that host, and serves pages on the site’s host', async () => {
      await expectProblem(await call('GET', '/nada'), 'unknown-path')
      const site = await club.send('GET', 'http://club.test/v1/news')
      expect(site.headers.get('Content-Type')).toContain('text/html')
      expect(
        (await club.send('GET', 'http://club.test/news')).headers.get('Content-Security-Policy'),
      ).toContain(`connect-src 'self' ${api}`)
    })

    test('rejects foreign pages there too, and answers an unexpected error with a problem', async () => {
      await expectProblem(
        await call('POST', '/residents', { as, body: {}, headers: { Origin: 'http://otro.test' } }),
        'foreign-origin',
      )
      await club.database.close()
      await expectProblem(await call('GET', '/residents/x'), 'unexpected')
    })
  })
})
