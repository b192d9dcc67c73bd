/** Tests preview links of items: creation, deletion, expiry and content. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDraft, openTestClub, type TestClub, withoutShare } from '../../test/support/club.ts'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../test/support/refusals.ts'
import type { Declaration } from '../content/shared/fields.ts'
import { findItemPage } from '../content/shared/item-pages.ts'
import {
  type AnyEntity,
  getDeclaration,
  type ResourceName,
  resourceNames,
} from '../content/shared/resources.ts'
import { hashToken } from '../process/tokens.ts'
import { PREVIEW_DAYS } from '../shared/limits.ts'
import type { Render } from './page-handler.ts'

const ORIGIN = 'https://club.example'
const DAY = 86_400_000
const HIDDEN = 'Zorzal'

/** Paths of the rendered pages. */
let rendered: string[] = []

/** Prefixes of the pages of items. */
const pagePaths = resourceNames.flatMap((name) => {
  const { page }: Declaration = getDeclaration(name)
  return page ? [page.path] : []
})

/** A renderer that replaces React Router. Its pages contain all data that they read, and the preview note. */
const render: Render = async (request, reader, { nonce, preview }) => {
  const { pathname } = new URL(request.url)
  rendered.push(pathname)
  const title = /^\/news\/(.+)$/.exec(pathname)?.[1]
  const path = pagePaths.find((prefix) => pathname.startsWith(prefix))
  const slug = path && pathname.slice(path.length)
  const item =
    title !== undefined
      ? await reader.newsByTitle(decodeURIComponent(title))
      : path && slug
        ? ((await reader.bySlug(path, decodeURIComponent(slug)))?.entity ?? null)
        : null
  if (!item && !['/', '/news', '/404'].includes(pathname))
    return new Response(null, { status: 302, headers: { Location: '/404' } })
  const lists = await Promise.all(
    resourceNames.map(async (resource) => {
      const { items, total } = await reader.list(resource, { limit: 2, order: 'newest' })
      const ids = items.map(({ _id }) => _id)
      const ones = await Promise.all(ids.map((id) => reader.one(resource, id)))
      return { resource, ids, total, isEachThere: !ones.includes(null), items }
    }),
  )
  const page = { pathname, preview: preview ?? null, item, lists }
  return new Response(
    `<!doctype html><script nonce="${nonce}">1</script><pre>${JSON.stringify(page)}</pre>`,
    {
      status: pathname === '/404' ? 404 : 200,
      headers: { 'Content-Type': 'text/html' },
    },
  )
}

describe.each(databases)('previews on $name', ({ create, testOnce }) => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    place = await create()
    club = await openTestClub(place, { env: { SITE_URL: ORIGIN }, render })
    as = (await club.signIn()).cookie
    for (const resource of resourceNames)
      for (const words of ['Uno', 'Dos', 'Tres']) await made(resource, {}, words)
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })
  beforeEach(() => {
    rendered = []
  })

  const get = (path: string, headers: Record<string, string> = {}) => club.send('GET', path, { headers })
  const made = async (resource: ResourceName, change: object, words?: string): Promise<AnyEntity> => {
    const body = { ...(await createDraft(resource, words)), ...change }
    const response = await club.send('POST', `/api/${resource}`, { as, body })
    expect(response.status).toBe(201)
    return (await response.json()) as AnyEntity
  }
  const draft = (resource: ResourceName = 'news', change: object = {}) =>
    made(resource, { draft: true, ...change }, `${HIDDEN} ${Math.random().toString(36).slice(2)}`)
  const put = async (resource: ResourceName, id: string, body: object) =>
    expect((await club.send('PUT', `/api/${resource}/${id}`, { as, body })).status).toBe(200)
  const ask = (method: string, resource: string, id: string) =>
    club.send(method, `/api/${resource}/${id}/preview`, { as })
  /** Creates a link. @returns its path */
  const link = async (resource: ResourceName, id: string): Promise<string> => {
    const response = await ask('POST', resource, id)
    expect(response.status).toBe(201)
    return new URL(((await response.json()) as { url: string }).url).pathname
  }
  const read = async (path: string) => {
    const text = await (await get(path)).text()
    return JSON.parse(/<pre>(.*)<\/pre>/.exec(text)?.[1] ?? '{}')
  }
  /** Returns status, body and headers, without those that differ in each response. */
  const whole = async (response: Response) => [
    response.status,
    { ...Object.fromEntries(response.headers), 'x-request-id': '' },
    await response.text(),
  ]
  const expectUnknown = async (path: string) => {
    for (const method of ['GET', 'HEAD'])
      expect(await whole(await club.send(method, path))).toEqual(
        await whole(await club.send(method, '/preview/nunca')),
      )
    const response = await get(path)
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/404'])
  }

  describe('rejects', () => {
    testOnce('a link for visitors, for a missing item and for an item in the trash', async () => {
      const item = await draft()
      const binned = await draft()
      await link('news', binned._id)
      await club.send('DELETE', `/api/news/${binned._id}`, { as })
      await changesNothing(club, async () => {
        for (const method of ['POST', 'DELETE']) {
          const path = `/api/news/${item._id}/preview`
          await expectProblem(await club.send(method, path), 'sign-in-needed')
          for (const [resource, id] of [
            ['news', binned._id],
            ['news', 'nadie'],
            ['residents', item._id],
          ] as const)
            await expectProblem(await ask(method, resource, id), 'not-found')
        }
      })
    })

    testOnce('an invalid token', async () => {
      const item = await draft()
      const path = await link('news', item._id)
      const token = path.slice('/preview/'.length)
      const other = token.startsWith('A') ? 'B' : 'A'
      for (const wrong of [
        other + token.slice(1),
        token.slice(1),
        `${token}A`,
        `${token}/`,
        `${token}%00`,
        `${token}/x`,
        hashToken(token),
        '',
        'x'.repeat(100_000),
        "' or 1=1 --",
      ])
        await expectUnknown(`/preview/${wrong}`)
      expect((await get(path)).status).toBe(200)
    })

    test('a link that was replaced, revoked or has expired, or whose item is in the trash or deleted', async () => {
      const item = await draft()
      const first = await link('news', item._id)
      const second = await link('news', item._id)
      await expectUnknown(first)
      expect((await get(second)).status).toBe(200)

      const path = `/api/news/${item._id}`
      await club.send('DELETE', path, { as })
      await expectUnknown(second)
      await club.send('POST', `/api/trash/news/${item._id}/restore`, { as })
      expect((await get(second)).status).toBe(200)

      for (const _ of [1, 2]) expect((await ask('DELETE', 'news', item._id)).status).toBe(204)
      await expectUnknown(second)

      const third = await link('news', item._id)
      club.clock.now += PREVIEW_DAYS * DAY - 1
      expect((await get(third)).status).toBe(200)
      club.clock.now += 1
      await expectUnknown(third)

      const fourth = await link('news', item._id)
      await club.send('DELETE', path, { as })
      await club.send('DELETE', `/api/trash/news/${item._id}`, { as })
      await expectUnknown(fourth)
      const kept = club.database.read.selectFrom('previews').selectAll().where('itemId', '=', item._id)
      expect(await kept.execute()).toEqual([])
    })
  })

  testOnce('returns the URL and expiry of a link once and stores only its hash', async () => {
    const item = await draft()
    const response = await ask('POST', 'news', item._id)
    const { url, expiresAt } = (await response.json()) as { url: string; expiresAt: string }
    expect(url).toMatch(/^https:\/\/club\.example\/preview\/[\w-]{43}$/)
    expect(Date.parse(expiresAt)).toBe(club.clock.now + PREVIEW_DAYS * DAY)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const token = url.slice(-43)
    const rows = await club.database.read.selectFrom('previews').selectAll().execute()
    expect(rows.map(({ tokenHash }) => tokenHash)).toContain(hashToken(token))
    expect(JSON.stringify(rows)).not.toContain(token)
    await get(`/preview/${token}`)
    expect(club.logged.join()).not.toContain(token)
    expect(club.logged.join()).toContain('"/preview/:token"')
  })

  testOnce('does not confuse the title "preview" with the path of the preview', async () => {
    const item = await made('news', { newsTitle: 'preview' })
    expect(await (await get('/api/news/title/preview')).json()).toEqual(withoutShare(item))
    await expectProblem(await ask('POST', 'news', 'title'), 'not-found')
  })

  testOnce('creates and revokes a link without an edit of the item', async () => {
    const item = await draft()
    const own = async () => {
      const history = await club.send('GET', `/api/history?item=${item._id}`, { as })
      const entity = await club.send('GET', `/api/news/${item._id}`, { as })
      return [await history.json(), entity.headers.get('ETag'), await entity.json()]
    }
    const before = await own()
    await link('news', item._id)
    await ask('DELETE', 'news', item._id)
    expect(await own()).toEqual(before)
  })

  testOnce.each(resourceNames)('shows hidden %s by their link only', async (resource) => {
    const item = await draft(resource, resource === 'events' ? { url: `https://a.example/${HIDDEN}` } : {})
    const path = await link(resource, item._id)
    const places = [
      '/',
      '/news',
      '/404',
      ...(resource === 'news' ? [`/news/${item.newsTitle}`] : []),
      `/api/${resource}`,
      `/api/${resource}?q=${HIDDEN}`,
      `/api/${resource}/${item._id}`,
      `/api/news/title/${item.newsTitle ?? HIDDEN}`,
      '/rss.xml',
      '/sitemap.xml',
      `/share/news/${item._id}.jpg`,
    ]
    const seen = () => Promise.all(places.map(async (one) => whole(await get(one))))
    // The request id is removed, because some problems contain it.
    const bare = (answers: unknown) => JSON.stringify(answers).replace(/requestId[^,}]*/g, '')
    const before = bare(await seen())
    expect(before).not.toContain(item._id)
    expect(before).not.toContain(HIDDEN)
    rendered = []

    const page = await read(path)
    expect(page.pathname).toBe(findItemPage(resource, item))
    expect(page.preview).toMatchObject({
      item: expect.stringContaining(resource === 'events' ? 'la fecha «' : HIDDEN),
      state: 'draft',
      expiresAt: club.clock.now + PREVIEW_DAYS * DAY,
    })
    if (page.pathname !== '/') expect(page.item._id).toBe(item._id)
    for (const { resource: name, ids, total, isEachThere } of page.lists) {
      const listed = await get(`/api/${name}?limit=2`)
      const visible = Number(listed.headers.get('X-Total-Count'))
      expect([name, total, isEachThere]).toEqual([name, visible + (name === resource ? 1 : 0), true])
      expect(ids).toHaveLength(2)
      expect(ids.includes(item._id)).toBe(name === resource)
    }

    // Each preview is rendered for its request. The cached pages stay unchanged.
    await read(path)
    expect(rendered).toEqual([page.pathname, page.pathname])
    rendered = []
    expect(bare(await seen())).toBe(before)
    expect(rendered.filter((one) => ['/', '/news'].includes(one))).toEqual([])
  })

  testOnce('shows the saved item in its place in lists', async () => {
    const item = await draft('residents')
    const path = await link('residents', item._id)
    await put('residents', item._id, { name: 'Otro nombre' })
    const page = await read(path)
    const { ids, items } = page.lists.find(({ resource }: { resource: string }) => resource === 'residents')
    expect([ids[0], items[0].name]).toEqual([item._id, 'Otro nombre'])
    // The clock advances, so that the next item is newer and comes first.
    club.clock.now += 1000
    const newer = await made('residents', {}, 'Más nuevo')
    const after = await read(path)
    expect(after.lists.find((one: { resource: string }) => one.resource === 'residents').ids).toEqual([
      newer._id,
      item._id,
    ])
  })

  testOnce('hides the delayed line-up of a night, and lists a previewed artist in it', async () => {
    const artist = await draft('residents')
    const reference = { resource: 'residents', _id: artist._id }
    const revealAt = new Date(club.clock.now + DAY).toISOString()
    const lineup = [{ artist: reference }, { name: 'Sorpresa', revealAt }]
    const night = await draft('events', { lineup, date: '2099-01-01' })
    const bill = (page: { lists: { resource: string; items: AnyEntity[] }[] }) =>
      page.lists.find(({ resource }) => resource === 'events')?.items.find(({ _id }) => _id === night._id)
        ?.lineup
    // The artist of the row is still hidden, so the row shows only the name.
    expect(bill(await read(await link('events', night._id)))).toMatchObject([
      { artist: null, name: artist.name },
    ])
    await put('events', night._id, { draft: false })
    expect(bill(await read('/'))).toMatchObject([{ artist: null, name: artist.name }])
    expect(bill(await read(await link('residents', artist._id)))).toMatchObject([{ artist: reference }])
    await club.send('DELETE', `/api/events/${night._id}`, { as })
  })

  testOnce('shows scheduled and ended items', async () => {
    const at = (ms: number) => new Date(club.clock.now + ms).toISOString()
    const scheduled = await draft('news', { draft: false, publishAt: at(DAY) })
    expect((await read(await link('news', scheduled._id))).preview.state).toBe('scheduled')
    const ended = await draft('news', { draft: false, unpublishAt: at(-1) })
    expect((await read(await link('news', ended._id))).preview.state).toBe('ended')
  })

  testOnce('is not cached or indexed, and does not send its URL to other sites', async () => {
    const item = await draft()
    const path = await link('news', item._id)
    for (const method of ['GET', 'HEAD']) {
      const response = await club.send(method, path, { as, headers: { 'Accept-Encoding': 'gzip' } })
      const body = await response.text()
      const { headers } = response
      expect([method, response.status, body === '']).toEqual([method, 200, method === 'HEAD'])
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringContaining("'sha256-"),
        'x-frame-options': 'DENY',
      })
      expect(headers.getSetCookie()).toEqual([])
    }
    // Other pages still send their origin, which the server of map tiles requires.
    expect((await get('/')).headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin')
  })

  testOnce('redirects to the page while the item is public', async () => {
    const at = (ms: number) => new Date(club.clock.now + ms).toISOString()
    const item = await draft('news', { draft: false, publishAt: at(1000), unpublishAt: at(2000) })
    const path = await link('news', item._id)
    expect((await get(path)).status).toBe(200)
    club.clock.now += 1000
    for (const method of ['GET', 'HEAD']) {
      const response = await club.send(method, path)
      expect([response.status, response.headers.get('Location')]).toEqual([302, `/news/${item.newsTitle}`])
      expect(response.headers.get('Cache-Control')).toBe('no-store')
      expect(response.headers.get('Referrer-Policy')).toBe('no-referrer')
    }
    expect((await get(`/news/${item.newsTitle}`)).status).toBe(200)
    club.clock.now += 1000
    expect((await get(path)).status).toBe(200)
    // A link can also be created while the item is public.
    const shown = await made('agency', {}, 'A la vista')
    const response = await get(await link('agency', shown._id))
    expect([response.status, response.headers.get('Location')]).toEqual([302, findItemPage('agency', shown)])
  })

  testOnce('deletes expired links in the hourly cleanup', async () => {
    const item = await draft()
    await link('news', item._id)
    club.clock.now += PREVIEW_DAYS * DAY
    const fresh = await draft()
    await link('news', fresh._id)
    await club.previews.tidy(club.clock.now)
    const rows = await club.database.read.selectFrom('previews').select('itemId').execute()
    expect(rows).toEqual([{ itemId: fresh._id }])
  })
})
