/** Redirects of old addresses and counts of unknown ones, through HTTP, with the declared pages of the site. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../../platform/app/routes.ts'
import { listHistory } from '../../../platform/db/history.ts'
import { createDeclaredPages } from '../../../platform/rendering/declared-pages.ts'
import { createDraft, openTestClub, type RequestOptions, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { createRenderer } from '../../../test/support/page-renderer.tsx'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import * as night from '../../nights/public/night.tsx'
import * as notFound from '../../pages/public/not-found.tsx'
import { FROM_MAX, REDIRECTS_MAX, TO_MAX, UNKNOWN_MAX } from '../shared/redirect-limits.ts'
import type { Redirect, RedirectList, UnknownAddress } from '../shared/redirects.ts'
import { createUnknownAddresses } from './unknown-addresses.ts'

const DAY_MS = 86_400_000
const BROWSER = {
  Accept: 'text/html,application/xhtml+xml;q=0.9',
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
}

describe.each(databases)('redirects on $name', ({ create }) => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    database = await create()
    const render = createRenderer(
      [
        [/^\/fechas\/(?<slug>[^/]+)$/, night],
        [/^(?:\/en)?\/404$/, notFound],
      ],
      'https://club.example',
    )
    club = await openTestClub(database, {
      env: { SITE_URL: 'https://club.example' },
      pages: createDeclaredPages(routes),
      render,
    })
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })
  afterEach(() => put([]))

  const read = async (): Promise<Redirect[]> =>
    ((await (await club.send('GET', '/api/redirects', { as })).json()) as RedirectList).data
  const put = (data: unknown, sent: RequestOptions = {}) =>
    club.send('PUT', '/api/redirects', { as, body: { data }, ...sent })
  const save = async (...data: Redirect[]) => expect((await put(data)).status).toBe(200)
  const visit = (path: string, { headers, ...sent }: RequestOptions = {}) =>
    club.send('GET', path, { headers: { ...BROWSER, ...headers }, ...sent })
  const locationOf = async (path: string) => {
    const { status, headers } = await visit(path)
    return [status, headers.get('Location')]
  }
  const readUnknown = async (): Promise<Pick<UnknownAddress, 'path' | 'count'>[]> => {
    const answer = await club.send('GET', '/api/redirects/unknown', { as })
    const { data } = (await answer.json()) as { data: UnknownAddress[] }
    return data.map(({ path, count }) => ({ path, count }))
  }
  const forgetUnknown = async () => {
    await readUnknown()
    await club.database.write((tx) => tx.deleteFrom('unknownAddresses').execute())
  }

  test('are for administrators, and a save never overwrites a newer version', async () => {
    await changesNothing(club, async () => {
      for (const path of ['/api/redirects', '/api/redirects/unknown'])
        await expectProblem(await club.send('GET', path), 'sign-in-needed')
      await expectProblem(await put([], { as: '' }), 'sign-in-needed')
      await expectProblem(await put([], { headers: { 'If-Match': '"7"' } }), 'edited-meanwhile')
    })
    const etag = (await club.send('GET', '/api/redirects', { as })).headers.get('ETag') ?? ''
    const row = { from: '/agenda.php', to: '/fechas' }
    const saved = await put([row], { headers: { 'If-Match': etag } })
    expect([saved.status, await saved.json()]).toEqual([200, { data: [row] }])
    await expectProblem(await put([], { headers: { 'If-Match': etag } }), 'edited-meanwhile')
    const next = saved.headers.get('ETag') ?? ''
    const unchanged = await club.send('GET', '/api/redirects', { as, headers: { 'If-None-Match': next } })
    expect(unchanged.status).toBe(304)
    // The same list again is no edit.
    expect((await put([row], { headers: { 'If-Match': next } })).headers.get('ETag')).toBe(next)
  })

  test('refuse what is no list, and lists and bodies that are too long', async () => {
    const row = { from: '/agenda.php', to: '/fechas' }
    await changesNothing(club, async () => {
      await expectProblem(await club.send('PUT', '/api/redirects', { as, body: {} }), 'missing-fields', [
        'data',
      ])
      await expectProblem(await put('x'), 'invalid-fields', ['data'])
      await expectProblem(await put([1]), 'invalid-fields', ['data.0'])
      await expectProblem(await put([{}]), 'missing-fields', ['data.0.from', 'data.0.to'])
      await expectProblem(await put([row, { ...row, from: 7 }]), 'invalid-fields', ['data.1.from'])
      const many = Array.from({ length: REDIRECTS_MAX + 1 }, (_, n) => ({ from: `/x${n}`, to: '/fechas' }))
      await expectProblem(await put(many), 'invalid-fields', ['data'])
      await expectProblem(await put([{ ...row, note: 'x'.repeat(2_000_000) }]), 'too-large')
      await expectProblem(await put(Array(900_000).fill(1)), 'invalid-fields')
    })
  })

  test.each([
    ['', 'no text'],
    ['agenda.php', 'no slash at the start'],
    ['https://club.example/agenda', 'an address with its site'],
    ['//evil.example', 'the address of another site'],
    ['/\\evil', 'a backslash'],
    ['/a\\b', 'a backslash inside'],
    ['/.//evil.example', 'a dot segment before two slashes'],
    ['/a\r\nSet-Cookie: a=b', 'a line break'],
    ['/a\r\n', 'a line break at the end'],
    ['/a%0d%0aX: y', 'an encoded line break'],
    ['/a%00', 'an encoded NUL'],
    ['/a%', 'an incomplete escape'],
    ['/a%zz', 'an escape that is none'],
    ['/agenda#marzo', 'a fragment'],
    [`/${'x'.repeat(FROM_MAX)}`, 'too many characters'],
    [`/${'ñ'.repeat(60)}`, 'too many characters when it is encoded'],
    ['x'.repeat(100_000), 'far too many characters'],
  ])('refuse the old address %j: %s', async (from) => {
    await changesNothing(club, async () =>
      expectProblem(await put([{ from, to: '/fechas' }]), 'invalid-fields', ['data.0.from']),
    )
  })

  test.each([
    '/',
    '///',
    '/?a=b',
    '/404',
    '/fechas',
    '/Fechas/',
    '/fechas?pagina=2',
    '/en/fechas',
    '/en',
    '/news',
    '/login',
    '/register',
    '/api',
    '/api/nada',
    '/API/nada',
    '/admin',
    '/admin/nada',
    '/assets/x.js',
    '/media/x.webp',
    '/club/pictures/x.jpg',
    '/ir/x/url',
    '/preview/x',
    '/problems/x',
    '/share/x.jpg',
    '/robots.txt',
    '/sitemap.xml',
    '/rss.xml',
    '/fechas.ics',
    '/fechas/x.ics',
    '/lista/x',
    '/puerta/x',
    '/x/../fechas',
    '/x.data',
  ])('refuse %s, which the site answers itself', async (from) => {
    await changesNothing(club, async () =>
      expectProblem(await put([{ from, to: 'https://otro.example/' }]), 'invalid-fields', ['data.0.from']),
    )
  })

  test.each([
    ['', 'no text'],
    ['fechas', 'no slash at the start'],
    ['//evil.example', 'an address that begins with two slashes'],
    ['/\\evil.example', 'a backslash'],
    ['\\\\evil.example', 'two backslashes'],
    ['/.//evil.example', 'a dot segment before two slashes'],
    ['https://club.example//evil.example', 'two slashes after the own site'],
    ['/a\r\nSet-Cookie: a=b', 'a line break'],
    ['https://otro.example/\r\n', 'a line break at the end'],
    ['/a\tb', 'a tab'],
    ['/a%0d%0aX: y', 'an encoded line break'],
    ['/a%zz', 'an escape that is none'],
    ['javascript:alert(1)', 'a script'],
    ['data:text/html,x', 'a document as text'],
    ['ftp://otro.example/', 'another protocol'],
    ['https:otro.example', 'no slashes after the protocol'],
    ['https://', 'no host'],
    ['https://club.example@evil.example/', 'a name before the host'],
    ['https://otro.example\\@evil.example/', 'a backslash in the host'],
    [`https://otro.example/${'x'.repeat(TO_MAX)}`, 'too many characters'],
    ['x'.repeat(100_000), 'far too many characters'],
  ])('refuse the new address %j: %s', async (to) => {
    await changesNothing(club, async () =>
      expectProblem(
        await put([
          { from: '/viejo', to: '/fechas' },
          { from: '/agenda', to },
        ]),
        'invalid-fields',
        ['data.1.to'],
      ),
    )
  })

  test('refuse loops, chains and repeated rows, and name the row', async () => {
    const list = (...rows: [string, string][]) => put(rows.map(([from, to]) => ({ from, to })))
    const refused: [rows: [string, string][], fields: string[]][] = [
      [[['/a', '/a']], ['data.0.to']],
      [[['/a', '/a/']], ['data.0.to']],
      [[['/a', '/a?b=c']], ['data.0.to']],
      [[['/a', '/a#b']], ['data.0.to']],
      [[['/a', 'https://club.example/a']], ['data.0.to']],
      [[['/a', 'http://club.test/a']], ['data.0.to']],
      [[['/a', 'http://CLUB.example:80/a/']], ['data.0.to']],
      [[['/a/', '/x/../a']], ['data.0.to']],
      [
        [
          ['/a', '/b'],
          ['/b', '/a'],
        ],
        ['data.0.to', 'data.1.to'],
      ],
      [
        [
          ['/c', '/fechas'],
          ['/b', '/c'],
          ['/a', '/b'],
        ],
        ['data.1.to', 'data.2.to'],
      ],
      [
        [
          ['/a', '/b?x=1'],
          ['/b', '/fechas'],
        ],
        ['data.0.to'],
      ],
      [
        [
          ['/a', '/fechas'],
          ['/a/', '/news'],
        ],
        ['data.1.from'],
      ],
      [
        [
          ['/caf%c3%a9', '/fechas'],
          ['/café', '/news'],
        ],
        ['data.1.from'],
      ],
    ]
    await changesNothing(club, async () => {
      for (const [rows, fields] of refused) await expectProblem(await list(...rows), 'invalid-fields', fields)
    })
    // An address with another query is another page.
    await save({ from: '/a?id=1', to: '/a?id=2' }, { from: '/b', to: '/a' }, { from: '/A', to: '/fechas' })
  })

  test('lead from the query first, then from the path, in any of its spellings', async () => {
    await save(
      { from: ' /agenda.php?id=7 ', to: '/fechas/siete' },
      { from: '/agenda.php', to: '/fechas' },
      { from: '/Música/', to: 'https://otro.example/discos?a=b#c' },
      { from: '/m%faxico', to: 'https://club.example/news?b=c' },
    )
    expect(await read()).toEqual([
      { from: '/agenda.php?id=7', to: '/fechas/siete' },
      { from: '/agenda.php', to: '/fechas' },
      { from: '/M%C3%BAsica', to: 'https://otro.example/discos?a=b#c' },
      { from: '/m%FAxico', to: '/news?b=c' },
    ])
    for (const [path, location] of [
      ['/agenda.php', '/fechas'],
      ['/agenda.php?id=7', '/fechas/siete'],
      // The query of the request is not passed on.
      ['/agenda.php?id=8&utm_source=x', '/fechas'],
      [`/agenda.php?${'x'.repeat(2_000)}`, '/fechas'],
      ['/agenda.php/', '/fechas'],
      ['/M%c3%basica', 'https://otro.example/discos?a=b#c'],
      ['/m%FAxico', '/news?b=c'],
    ] as const)
      expect([path, ...(await locationOf(path))]).toEqual([path, 308, location])
    for (const path of ['/AGENDA.PHP', '/música', '/agenda.phpx', '//agenda.php', '/en/agenda.php'])
      expect((await locationOf(path))[0]).toBe(302)
    const { headers } = await visit('/agenda.php')
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    const head = await club.send('HEAD', '/agenda.php')
    expect([head.status, head.headers.get('Location')]).toEqual([308, '/fechas'])
  })

  test('never answer a form or another method', async () => {
    await save({ from: '/agenda.php', to: 'https://otro.example/' })
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await club.send(method, '/agenda.php', { headers: { Origin: 'https://club.example' } })
      expect([response.status, response.headers.get('Location')]).toEqual([405, null])
    }
  })

  test('lead from the page of a night only while the night does not exist', async () => {
    await save({ from: '/fechas/noche-vieja', to: '/fechas' })
    expect(await locationOf('/fechas/noche-vieja')).toEqual([308, '/fechas'])
    const body = { ...(await createDraft('events')), name: 'Noche vieja' }
    const created = await club.send('POST', '/api/events', { as, body })
    const { slug, _id } = (await created.json()) as { slug: string; _id: string }
    await save({ from: `/fechas/${slug}`, to: 'https://otro.example/' })
    expect((await visit(`/fechas/${slug}`)).status).toBe(200)
    await club.send('DELETE', `/api/events/${_id}`, { as })
    expect(await locationOf(`/fechas/${slug}`)).toEqual([308, 'https://otro.example/'])
  })

  test('take effect in each process after a save, and are in the audit log', async () => {
    const other = await openTestClub(database, { pages: createDeclaredPages(routes) })
    try {
      const elsewhere = async () => (await other.send('GET', '/agenda.php')).headers.get('Location')
      expect(await elsewhere()).toBe('/404')
      await save({ from: '/agenda.php', to: '/fechas' })
      await expect.poll(elsewhere).toBe('/fechas')
      await save({ from: '/agenda.php', to: '/news' }, { from: '/b', to: '/fechas' })
      await expect.poll(elsewhere).toBe('/news')
    } finally {
      await other.stop()
    }
    const { rows } = await listHistory(club.database.read, { limit: 1, page: 1, item: 'redirects' })
    expect(rows[0]).toMatchObject({ resource: 'settings', label: 'Direcciones viejas', action: 'update' })
    expect(JSON.parse(rows[0]?.changes ?? '')).toEqual({
      '/agenda.php': ['/fechas', '/news'],
      '/b': [null, '/fechas'],
    })
    const many = Array.from({ length: REDIRECTS_MAX }, (_, n) => ({ from: `/x${n}`, to: '/fechas' }))
    expect((await put(many)).status).toBe(200)
    const long = await listHistory(club.database.read, { limit: 1, page: 1, item: 'redirects' })
    const changes = JSON.parse(long.rows[0]?.changes ?? '')
    expect([Object.keys(changes).length, changes['Otras direcciones']]).toEqual([51, [null, '1952']])
  })

  test('are counted when they are missing, without query, noise, robots and administrators', async () => {
    await forgetUnknown()
    await save({ from: '/agenda.php', to: '/fechas' })
    await visit('/viejo.html?nombre=Ana')
    await visit('/viejo.html/')
    await visit('/fechas/no-existe')
    await visit('/agenda.php')
    await club.send('HEAD', '/viejo.html', { headers: BROWSER })
    await visit('/otro', { as })
    await visit('/otro', { headers: { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' } })
    await visit('/otro', { headers: { Accept: 'image/webp,*/*' } })
    await visit('/otro', { headers: { DNT: '1' } })
    await visit('/otro', { headers: { 'Sec-GPC': '1' } })
    await visit('/otro', { headers: { 'Sec-Purpose': 'prefetch' } })
    for (const path of [
      '/wp-login.php',
      '/wordpress/',
      '/blog/wp-includes/x.php',
      '/.env',
      '/.git/config',
      '/phpmyadmin/',
      '/backup.sql',
      '/cgi-bin/x',
      '/apple-touch-icon-precomposed.png',
      '/baja/ana@visita.example',
      '/baja/ana%40visita.example',
      `/lista/${'aB3_'.repeat(11)}`,
      `/lista/x/${'aB3_'.repeat(11)}`,
      `/preview/${'aB3_'.repeat(11)}`,
      `/${'x'.repeat(FROM_MAX)}`,
      '/404',
      '/en/404',
      '/api/nada',
      '/fechas/x.ics',
    ])
      await visit(path)
    expect(await readUnknown()).toEqual([
      { path: '/viejo.html', count: 2 },
      { path: '/fechas/no-existe', count: 1 },
    ])
    // A redirect removes its address from the list.
    await save({ from: '/viejo.html', to: '/fechas' })
    expect(await readUnknown()).toEqual([{ path: '/fechas/no-existe', count: 1 }])
  })

  test('unknown addresses are limited in number, by sender, and in time', async () => {
    await forgetUnknown()
    for (let n = 0; n < 100; n++) await visit(`/de-uno-${n}`, { from: '203.0.113.7' })
    expect((await readUnknown()).length).toBeLessThan(40)
    await forgetUnknown()
    await club.database.write(async (tx) => {
      for (let n = 0; n < UNKNOWN_MAX; n++)
        await tx
          .insertInto('unknownAddresses')
          .values({ path: `/x${n}`, count: n === 0 ? 1 : 5, lastAt: club.clock.now })
          .execute()
    })
    await visit('/x1', { from: '203.0.114.1' })
    club.clock.now += 1_000
    await visit('/nueva', { from: '203.0.114.2' })
    const stored = await readUnknown()
    expect(stored).toHaveLength(UNKNOWN_MAX)
    expect(stored[0]).toEqual({ path: '/x1', count: 6 })
    // The address with the fewest requests that is older than the new one left.
    expect(stored.some(({ path }) => path === '/x0')).toBe(false)
    expect(stored.some(({ path }) => path === '/nueva')).toBe(true)

    await club.database.write((tx) =>
      tx
        .updateTable('unknownAddresses')
        .set({ lastAt: club.clock.now - 31 * DAY_MS })
        .where('path', '!=', '/nueva')
        .execute(),
    )
    expect(await readUnknown()).toEqual([{ path: '/nueva', count: 1 }])
    await createUnknownAddresses(club.platform).tidy(club.clock.now)
    const kept = await club.database.read.selectFrom('unknownAddresses').select('path').execute()
    expect(kept).toEqual([{ path: '/nueva' }])
  })
})
