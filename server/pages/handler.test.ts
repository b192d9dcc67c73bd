/** Pages through the whole server, React Router's place being taken by a smaller renderer that counts. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contact from '../../app/site/contact/contact.tsx'
import * as news from '../../app/site/news/news.tsx'
import { ANONYMOUS_BODY_MAX_BYTES } from '../../contract/limits.ts'
import { draftOf, openTestClub, type TestClub } from '../../test/support/club.ts'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { declaredPages } from './declared-pages.ts'
import { inlineHashes, type Render } from './handler.ts'

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const paths = ['', 'news', 'contact', '404', 'privada', 'vieja', '500', 'rompe']

const routeOf = (id: string, path: string | undefined, parentId?: string, module: object = {}) => ({
  [id]: { id, path, parentId, module: { default: () => null, ...module } },
})

/** What was rendered, an address a time. */
let rendered: string[] = []
let nextExpiry: number | null = null

const render: Render = async (request, reader) => {
  const url = new URL(request.url)
  rendered.push(url.pathname + url.search)
  if (url.pathname === '/vieja') return new Response(null, { status: 302, headers: { Location: '/404' } })
  if (url.pathname === '/rompe') throw new Error('secreto del servidor')
  if (url.pathname === '/500')
    return new Response('<p>roto', { status: 500, headers: { 'Content-Type': 'text/html' } })
  if (request.method === 'POST')
    return new Response(`<p>${await request.text()}`, { headers: { 'Content-Type': 'text/html' } })
  const { items } = await reader.list('news', { limit: 3 })
  const { identity } = await reader.site()
  if (nextExpiry !== null) reader.expiresIn(nextExpiry)
  const seen = JSON.stringify({ host: url.host, headers: [...request.headers] })
  const html = `<!doctype html><script>window.a = "ñ";</script><script type="application/ld+json">{"@type":"Thing"}</script><script src="/x.js"></script>
<style>p { color: red }</style><p style="--a: &quot;x&quot;; width: 1px">${items.map(({ newsTitle }) => newsTitle)} ${identity.name}</p><pre>${seen}${' '.repeat(1000)}</pre>`
  return new Response(html, {
    status: url.pathname === '/404' ? 404 : 200,
    headers: {
      'Content-Type': 'text/html',
      ...(url.pathname === '/privada' && {
        'Cache-Control': 'private, no-cache',
        'X-Robots-Tag': 'noindex',
        'X-Own': '1',
      }),
    },
  })
}

describe.each(databases)('pages on $name', ({ create }) => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    database = await create()
    club = await openTestClub(database, {
      render,
      queryKeys: { '/news': news.handle.query, '/contact': contact.handle.query },
      embeds: new Set(['/marco']),
      isCanonical: declaredPages({
        routes: Object.assign(
          routeOf('article', 'news/:title', undefined, { loader: () => null }),
          routeOf('edit', 'admin/news/:id'),
          ...paths.map((path) => routeOf(path, path)),
        ),
      }).isCanonical,
    })
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })
  beforeEach(async () => {
    rendered = []
    nextExpiry = null
    // Whatever was kept is outdated.
    await club.send('POST', '/api/news', {
      as,
      body: { ...(await draftOf('news')), newsTitle: `Nueva ${Math.random()}` },
    })
  })

  const get = (path: string, headers: Record<string, string> = {}) => club.send('GET', path, { headers })

  test('are rendered once, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 500 }, () => get('/news')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
    await get('/news')
    expect(rendered).toEqual(['/news'])
  })

  test('are rendered once at the moment when an item appears, however many ask from then on', async () => {
    const publishAt = new Date(club.clock.now + 60_000).toISOString()
    await club.send('POST', '/api/news', {
      as,
      body: { ...(await draftOf('news')), newsTitle: 'A la hora', date: '2999-01-01', publishAt },
    })
    const textsOf = async (count: number) =>
      Promise.all(Array.from({ length: count }, async () => (await get('/news')).text()))
    expect((await textsOf(2)).map((text) => text.includes('A-la-hora'))).toEqual([false, false])
    club.clock.now += 60_000 - 1
    await textsOf(2)
    expect(rendered).toEqual(['/news'])
    club.clock.now += 1
    const texts = await textsOf(500)
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).toContain('A-la-hora')
    expect(rendered).toEqual(['/news', '/news'])
  })

  test('are rendered once each after a change of what the club says, however many ask, and not for one that changes nothing', async () => {
    const paths = ['/', '/news', '/contact']
    const ask = async (count: number) => {
      const asked = paths.flatMap((path) => Array.from({ length: count }, () => get(path)))
      return Promise.all((await Promise.all(asked)).map((answer) => answer.text()))
    }
    const say = async (name: string) =>
      expect((await club.send('PUT', '/api/site/identity', { as, body: { name } })).status).toBe(200)
    await ask(1)
    await say('Galpón Ñandú')
    const texts = await ask(200)
    expect(texts.filter((text) => !text.includes('Galpón Ñandú'))).toEqual([])
    expect(rendered.toSorted()).toEqual([...paths, ...paths].toSorted())
    await say('Galpón Ñandú')
    await ask(20)
    expect(rendered).toHaveLength(2 * paths.length)
    expect((await club.send('DELETE', '/api/site/identity', { as })).status).toBe(200)
    expect((await ask(1)).filter((text) => text.includes('Galpón'))).toEqual([])
  })

  test('show a write at the next request, and are not rendered again for one that they did not read', async () => {
    const { _id } = (await (
      await club.send('POST', '/api/news', { as, body: { ...(await draftOf('news')), newsTitle: 'Recién' } })
    ).json()) as { _id: string }
    expect(await (await get('/')).text()).toContain('Recién')
    await club.send('POST', '/api/residents', { as, body: await draftOf('residents') })
    await get('/')
    expect(rendered).toEqual(['/'])
    await club.send('PUT', `/api/news/${_id}`, { as, body: { newsTitle: 'Cambiado' } })
    const changed = await (await get('/')).text()
    expect(changed).toContain('Cambiado')
    expect(changed).not.toContain('Recién')
    // A save that changes nothing outdates nothing.
    await club.send('PUT', `/api/news/${_id}`, { as, body: { newsTitle: 'Cambiado' } })
    await get('/')
    expect(rendered).toEqual(['/', '/'])
    await club.send('DELETE', `/api/news/${_id}`, { as })
    expect(await (await get('/')).text()).not.toContain('Cambiado')
  })

  test.each([
    ['/NEWS', '/news'],
    ['/%6eews', '/news'],
    ['/news/', '/news'],
    ['/news/Otra%2Dnoche', '/news/Otra-noche'],
    ['/NEWS/Otra-noche', '/news/Otra-noche'],
    ['/news/%FF', '/news/Una%20noche'],
  ])('are not stored under another spelling of their address: %s', async (spelling, address) => {
    for (const path of [spelling, spelling, address, address]) expect((await get(path)).status).toBe(200)
    expect(rendered).toEqual([spelling, spelling, address])
  })

  test('are not stored for each id that nothing on the server looks up', async () => {
    for (const path of ['/admin/news/a', '/admin/news/b', '/admin/news/a']) await get(path)
    expect(rendered).toEqual(['/admin/news/a', '/admin/news/b', '/admin/news/a'])
  })

  test('are true for as long as they say', async () => {
    nextExpiry = 60_000
    await get('/')
    club.clock.now += 59_999
    await get('/')
    expect(rendered).toHaveLength(1)
    club.clock.now += 1
    await get('/')
    expect(rendered).toHaveLength(2)
  })

  test('are one page whatever campaign led to them, and know nothing of who asks', async () => {
    const asks = [
      '/news',
      '/news?utm_source=x',
      '/news?q=1&__proto__=2&page',
      '/news?%00',
      '/news?fbclid=1#x',
    ]
    const bodies = new Set<string>()
    for (const path of asks)
      bodies.add(
        await (
          await club.send('GET', path, { as, headers: { 'User-Agent': path, 'Accept-Language': 'en' } })
        ).text(),
      )
    expect(rendered).toEqual(['/news', '/news?page='])
    const [body] = bodies
    expect(body).toContain('["accept","text/html"]')
    expect(body).not.toContain('session')
    await get('/news?page=2&utm=1')
    await get('/news?utm=2&page=2&page=3')
    expect(rendered.slice(2)).toEqual(['/news?page=2'])
  })

  test('are one page however a value is written that says no more than another', async () => {
    for (const value of ['', '=', '=1', '=<script>', `=${'x'.repeat(2_000)}`, '=1&enviado=2'])
      await get(`/contact?enviado${value}`)
    expect(rendered).toEqual(['/contact?enviado='])
    for (const value of ['x', '-1', '1.5', '99999999999', '%00']) await get(`/news?page=${value}`)
    expect(rendered.slice(1)).toEqual(['/news?page='])
  })

  test('take a form of so many bytes and no more, announced or not, and hang up on the rest', async () => {
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const fits = 'x'.repeat(ANONYMOUS_BODY_MAX_BYTES)
    const taken = await club.send('POST', '/contact', { body: fits, headers: type })
    expect(await taken.text()).toBe(`<p>${fits}`)
    const lengths: Record<string, string>[] = [{}, { 'Content-Length': String(ANONYMOUS_BODY_MAX_BYTES + 1) }]
    for (const length of lengths) {
      const refused = await club.send('POST', '/contact', {
        body: `${fits}x`,
        headers: { ...type, ...length },
      })
      expect([refused.status, refused.headers.get('Connection')]).toEqual([413, 'close'])
    }
    const scattered = await club.send('POST', '/contact', { body: 'a&'.repeat(30_000), headers: type })
    expect(scattered.status).toBe(413)
    expect(rendered).toEqual(['/contact'])
  })

  test('are not taken from another host by a path that looks like one', async () => {
    await get('/news')
    for (const path of [
      'http://club.test//otro.example/news',
      'http://club.test//otro.example:99999/',
      'http://club.test/\\\\otro.example/news',
    ]) {
      const body = await (await get(path)).text()
      expect(body).not.toContain('"host":"otro.example')
    }
    expect(rendered[0]).toBe('/news')
    expect(rendered[1]).toBe('//otro.example/news')
  })

  test('are framed by other sites where they are made for it, and then nothing runs in them', async () => {
    for (const _ of ['made', 'from memory']) {
      const framed = await get('/marco')
      expect(framed.headers.get('Content-Security-Policy')?.split('; ')).toEqual([
        "default-src 'none'",
        `style-src ${sha256('p { color: red }')}`,
        "img-src 'self' data:",
        "font-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        'frame-ancestors *',
      ])
      expect(framed.headers.get('X-Frame-Options')).toBeNull()
      expect(framed.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
    }
    for (const path of ['/news', '/marco/', '/Marco']) {
      const other = await get(path)
      expect(other.headers.get('X-Frame-Options')).toBe('DENY')
      expect(other.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
    }
  })

  test('carry a policy that lets run what they hold, by its hash, and nothing else', async () => {
    const response = await get('/news')
    const policy = response.headers.get('Content-Security-Policy') ?? ''
    const directives = Object.fromEntries(
      policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]),
    )
    expect(directives['script-src']).toEqual([
      "'self'",
      "'inline-speculation-rules'",
      sha256('window.a = "ñ";'),
    ])
    expect(directives['style-src']).toEqual(["'self'", sha256('p { color: red }')])
    expect(directives['default-src']).toEqual(["'none'"])
    expect(directives['frame-ancestors']).toEqual(["'none'"])
    expect(directives['base-uri']).toEqual(["'none'"])
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*/)
    // The same from memory.
    expect((await get('/news')).headers.get('Content-Security-Policy')).toBe(policy)
  })

  test('answer 304 to who has them, until they change', async () => {
    const first = await get('/news')
    const etag = first.headers.get('ETag') as string
    expect(first.headers.get('Cache-Control')).toBe('no-cache')
    const again = await get('/news', { 'If-None-Match': etag.replace('W/', '') })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(again.headers.get('X-Content-Type-Options')).toBe('nosniff')
    await club.send('POST', '/api/news', { as, body: { ...(await draftOf('news')), newsTitle: 'Otra más' } })
    expect((await get('/news', { 'If-None-Match': etag })).status).toBe(200)
  })

  test('may say of themselves how they are kept by others, also from memory and with a 304', async () => {
    const etag = (await get('/privada')).headers.get('ETag') ?? ''
    const asked: Record<string, string>[] = [{}, { 'If-None-Match': etag }]
    for (const headers of asked) {
      const response = await get('/privada', headers)
      expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
      expect(response.headers.get('X-Robots-Tag')).toBe('noindex')
      expect(response.headers.get('X-Own')).toBeNull()
    }
    expect(rendered).toEqual(['/privada'])
  })

  test('are compressed, and HEAD has everything but the body', async () => {
    const response = await get('/news', { 'Accept-Encoding': 'gzip, br' })
    expect(response.headers.get('Content-Encoding')).toBe('br')
    const head = await club.send('HEAD', '/news')
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(Number(head.headers.get('Content-Length'))).toBeGreaterThan(100)
    expect(head.headers.get('ETag')).toBe(response.headers.get('ETag'))
    expect(rendered).toEqual(['/news'])
  })

  test('that redirect, fail or answer a form are not kept, and carry a policy too', async () => {
    for (const path of ['/vieja', '/500', '/rompe']) {
      await get(path)
      const response = await get(path)
      expect(rendered.filter((one) => one === path)).toHaveLength(2)
      expect(response.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'/)
    }
    expect((await get('/vieja')).headers.get('Location')).toBe('/404')
    const form = { body: 'hola', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }
    for (const word of ['uno', 'dos']) {
      const response = await club.send('POST', '/contact', { ...form, body: word })
      expect(await response.text()).toBe(`<p>${word}`)
      expect(response.headers.get('Cache-Control')).toBe('no-store')
    }
  })

  test('that are missing keep their status in memory', async () => {
    expect([(await get('/404')).status, (await get('/404')).status]).toEqual([404, 404])
    expect(rendered).toEqual(['/404'])
  })

  test('that break say so with a code that the log knows, and nothing of why', async () => {
    const response = await get('/rompe')
    const html = await response.text()
    expect(response.status).toBe(500)
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(html).toContain('Unexpected Application Error!')
    const requestId = response.headers.get('X-Request-Id') as string
    expect(html).toContain(requestId)
    expect(html).not.toMatch(/secreto|\.ts|at /)
    expect(club.logged.find((line) => line.includes(requestId))).toContain('secreto del servidor')
  })
})

test('the hashes are those of what a browser sees', () => {
  const { scriptHashes, styleHashes } = inlineHashes(
    Buffer.from(
      `<script>a</script><script>a</script><script type="module">\n ñ </script><script src="/c.js"></script><script type="application/json">{}</script><script type="speculationrules">{}</script><style>p {}</style><p style="x: y"></p>`,
    ),
  )
  expect(scriptHashes).toEqual([sha256('a'), sha256('\n ñ ')])
  // An attribute has none: nothing of ours has a style attribute, and nothing of anybody else's shall.
  expect(styleHashes).toEqual([sha256('p {}')])
})

describe('what routes declare of their query', () => {
  const query = { page: (value: string) => value.slice(0, 3) }
  const declaredBy = (...routes: object[]) =>
    declaredPages({ routes: Object.assign({}, ...routes) }).queryKeys

  test('is found by the path of the page, which its parents begin', () => {
    const declared = declaredBy(
      routeOf('root', ''),
      routeOf('shell', undefined, 'root', { handle: { framework: 'shown' } }),
      routeOf('home', undefined, 'shell', { handle: { query } }),
      routeOf('news', 'news', 'shell', { handle: { query } }),
      routeOf('admin', 'admin', 'root'),
      routeOf('list', 'list', 'admin', { handle: { query } }),
    )
    expect([...declared.keys()].toSorted()).toEqual(['/', '/admin/list', '/news'])
  })

  test('cannot be of a path with parameters', () => {
    for (const path of ['news/:title', '*', 'news/:page?'])
      expect(() =>
        declaredBy(routeOf('root', ''), routeOf('x', path, 'root', { handle: { query } })),
      ).toThrow(TypeError)
  })
})
