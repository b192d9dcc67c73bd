/**
 * Tests that no answer reveals hidden items. It requests every address that answers visitors, and searches the answers for
 * words that occur only in a draft, a scheduled, an ended or a deleted item, or in an unrevealed row.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import type { Render } from '../../rendering/page-handler.ts'
import { seoPaths } from '../../seo/seo.ts'
import { artistImagePath, newsPath } from '../../shared/public-paths.ts'
import { nest } from '../shared/nested-values.ts'
import { getOrders, orders } from '../shared/orders.ts'
import { type AnyEntity, getDeclaration, type ResourceName, resourceNames } from '../shared/resources.ts'
import { shareFormatNames } from '../shared/share-set.ts'
import { getItemPath } from '../shared/slugs.ts'

const HOUR = 3_600_000

/** A hash that belongs to no picture. */
const NO_HASH = '0'.repeat(24)

/** Each word occurs only in items that are hidden in this way. */
const words = {
  draft: 'borradorzz',
  scheduled: 'programadazz',
  ended: 'terminadazz',
  binned: 'papelerazz',
  unrevealed: 'reveladazz',
  notice: 'avisozz',
}
type Hidden = keyof typeof words

/** Returns a body whose texts all contain the word. */
async function bodyWith(resource: ResourceName, word: string): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = { ...(await createDraft(resource)), alt: {} }
  for (const [name, field] of Object.entries(getDeclaration(resource).fields)) {
    if (field.kind === 'image') Object.assign(body.alt as object, { [name]: word })
    if (['line', 'text', 'title', 'headline'].includes(field.kind)) body[name] = word
    if (field.kind === 'rich') body[name] = `<p>${word}</p>`
    if (field.kind === 'url') body[name] = `https://club.example/${word}`
  }
  // English texts contain the word too.
  return nest(body)
}

describe.each(databases)('hidden items on $name', ({ create, testOnce }) => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  const items: { resource: ResourceName; entity: AnyEntity; hidden: Hidden | null }[] = []

  /** Renders a page that shows everything it can read. The home page reads all lists, other pages read their item. */
  const everything: Render = async (request, reader) => {
    const { pathname } = new URL(request.url)
    if (pathname !== '/') {
      const [, folder, last = ''] = pathname.split('/').map(decodeURIComponent)
      return shown(await (folder === 'news' ? reader.newsByTitle(last) : reader.bySlug(`/${folder}/`, last)))
    }
    const read = resourceNames.map(async (resource) => {
      const own = items.filter((item) => item.resource === resource)
      const { page, orderBy } = getDeclaration(resource)
      return [
        await Promise.all(
          getOrders(getDeclaration(resource))
            // This order needs the club's time zone, so it is tested separately.
            .filter((order) => order !== 'next')
            .map((order) => reader.list(resource, { order, limit: 500 })),
        ),
        await Promise.all(Object.values(words).map((q) => reader.list(resource, { q }))),
        await Promise.all(own.map(({ entity }) => reader.one(resource, entity._id))),
        page && (await Promise.all(own.map(({ entity }) => reader.bySlug(page.path, String(entity.slug))))),
        orderBy && (await reader.yearsBefore(resource, '2999-01-01')),
        orderBy && (await reader.list(resource, { from: '1900-01-01', to: '2999-01-01' })),
      ]
    })
    const mentions = items.map(({ resource, entity: { _id } }) =>
      reader.list('events', { mentions: { resource, _id } }),
    )
    const titled = Object.values(words).map((word) => reader.newsByTitle(word))
    return shown(await Promise.all([...read, ...mentions, ...titled, reader.settings()]))
  }
  const shown = (what: unknown) =>
    new Response(`<!doctype html><p>${JSON.stringify(what)}</p>`, {
      headers: { 'Content-Type': 'text/html' },
    })

  beforeAll(async () => {
    place = await create()
    club = await openTestClub(place, { env: { SITE_URL: 'https://club.example' }, render: everything })
    as = (await club.signIn()).cookie
    for (const resource of resourceNames) {
      for (const hidden of ['draft', 'scheduled', 'ended', 'binned'] as const) {
        const state = {
          draft: { draft: true },
          scheduled: { publishAt: at(HOUR) },
          ended: { unpublishAt: at(-HOUR) },
          binned: {},
        }[hidden]
        const day = resource === 'events' ? { date: '1987-03-06T23:00' } : {}
        const body = { ...(await bodyWith(resource, words[hidden])), ...day, ...state }
        items.push({ resource, hidden, entity: await made(resource, body) })
      }
    }
    for (const { resource, entity } of items.filter(({ hidden }) => hidden === 'binned'))
      expect((await club.send('DELETE', `/api/${resource}/${entity._id}`, { as })).status).toBe(204)
    const notice = {
      text: words.notice,
      en: { text: words.notice },
      url: `https://club.example/${words.notice}`,
      from: at(HOUR),
    }
    expect((await club.send('PUT', '/api/site/notice', { as, body: notice })).status).toBe(200)
    for (const resource of resourceNames) {
      const body = await createDraft(resource, 'Visible')
      // The first row of the line-up refers to a hidden artist and has a name of its own. The second row is not revealed
      // yet.
      const artist = { resource: 'residents', _id: getId('residents', 'draft') }
      const word = words.unrevealed
      const lineup = [
        { name: 'Visible', artist },
        { name: word, role: word, room: word, revealAt: at(HOUR) },
      ]
      if (resource === 'events') Object.assign(body, { title: 'Visible', lineup })
      items.push({ resource, hidden: null, entity: await made(resource, body) })
    }
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })

  const at = (milliseconds: number) => new Date(club.clock.now + milliseconds).toISOString()
  const made = async (resource: ResourceName, body: object): Promise<AnyEntity> => {
    const response = await club.send('POST', `/api/${resource}`, { as, body })
    expect(response.status).toBe(201)
    return (await response.json()) as AnyEntity
  }
  const getItem = (resource: ResourceName, hidden: Hidden | null) =>
    items.find((item) => item.resource === resource && item.hidden === hidden)?.entity as AnyEntity
  const getId = (resource: ResourceName, hidden: Hidden) => getItem(resource, hidden)._id

  /** Lists every address that answers GET for each item, including those for administrators. */
  async function addresses(): Promise<string[]> {
    const { paths } = (await (await club.send('GET', '/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, unknown>>
    }
    const api = Object.keys(paths)
      .filter((path) => paths[path]?.get)
      .flatMap((path) => {
        const resource = resourceNames.find((name) => path.startsWith(`/${name}`))
        const own = resource ? items.filter((item) => item.resource === resource) : items
        if (/\{title\}/.test(path)) return Object.values(words).map((word) => path.replace('{title}', word))
        if (/\{/.test(path)) return own.map(({ entity }) => path.replace(/\{\w+\}/g, entity._id))
        if (!resource) return [path]
        return [
          path,
          ...orders.map((order) => `${path}?order=${order}&limit=500`),
          ...['all', 'draft', 'scheduled', 'ended', 'published'].map((state) => `${path}?state=${state}`),
          ...Object.values(words).map((word) => `${path}?q=${word}`),
          `${path}?from=1900-01-01`,
        ]
      })
    const pages = items.flatMap(({ resource, entity }) => {
      const declaration = getDeclaration(resource)
      const path = declaration.page ? getItemPath(declaration, String(entity.slug)) : null
      return [
        ...(resource === 'news' ? [newsPath(String(entity.newsTitle))] : []),
        ...(path === null ? [] : [path, `${path}.ics`, `${path}.data`]),
      ]
    })
    // Share images of visible items are skipped, because they are slow to draw and contain no text to search.
    const images = items
      .filter(({ hidden }) => hidden)
      .flatMap(({ entity: { _id } }) => [
        artistImagePath(_id, at(0)),
        ...['news', 'events'].map((folder) => `/share/${folder}/${_id}.jpg`),
        ...[...shareFormatNames.map((format) => `${format}-${NO_HASH}.jpg`), `qr-${NO_HASH}.svg`].map(
          (file) => `/share/${_id}-${file}`,
        ),
      ])
    return [
      ...api.map((path) => `/api${path}`),
      ...seoPaths.filter((path) => !/[*:]/.test(path)),
      '/',
      '/_root.data',
      ...pages,
      ...images,
    ]
  }

  /** Requests all addresses as a visitor. @returns the answers by address, without the words of the request */
  async function walk(): Promise<Map<string, string>> {
    const told = new Map<string, string>()
    for (const path of await addresses()) {
      const response = await club.send('GET', path)
      // No background check runs here, so after an hour the path for monitors is a 503.
      expect([path, response.status < 500 || path === '/api/health/club']).toEqual([path, true])
      const isPicture = response.headers.get('Content-Type')?.startsWith('image/')
      const body = isPicture ? '' : await response.text()
      // Random ids and hashes are left out, because they may contain the searched numbers by chance.
      const headers = [...response.headers].filter(([name]) => name !== 'x-request-id' && name !== 'etag')
      const text = `${response.status} ${JSON.stringify(headers)} ${body}`
        .replaceAll(/"requestId":"[^"]*"/g, '')
        // Joins folded lines (RFC 5545 §3.1), because a word could be split by a fold.
        .replaceAll('\r\n ', '')
        .replaceAll(path.split('?')[0] as string, '')
      told.set(path, text.toLowerCase())
    }
    return told
  }
  const tellers = (told: Map<string, string>, what: string) =>
    [...told].filter(([, text]) => text.includes(what)).map(([path]) => path)

  test('reveals no word, number or year of a hidden item at any address', async () => {
    const told = await walk()
    for (const word of Object.values(words)) expect([word, tellers(told, word)]).toEqual([word, []])
    for (const { hidden, resource, entity } of items)
      if (hidden) expect([hidden, resource, tellers(told, entity._id)]).toEqual([hidden, resource, []])
    // The pattern does not match within an id, which may contain any number.
    const year = /(?<![\da-f-])1987(?![\da-f])|1987-03|19870306/
    expect([...told].filter(([, text]) => year.test(text)).map(([path]) => path)).toEqual([])
    // Words of visible items are found, which shows that the right addresses were requested.
    expect(tellers(told, 'visible').length).toBeGreaterThan(30)
  })

  testOnce('reveals scheduled items and unrevealed rows an hour later, and no others', async () => {
    club.clock.now += HOUR
    const told = await walk()
    const night = String(getItem('events', null).slug)
    const scheduled = String(getItem('events', 'scheduled').slug)
    expect(tellers(told, words.notice)).toEqual(['/api/site', '/api/site/notice', '/'])
    expect(tellers(told, words.scheduled)).toEqual(
      expect.arrayContaining([
        ...resourceNames.flatMap((name) => [`/api/${name}`, `/api/${name}/${getId(name, 'scheduled')}`]),
        ...['/', '/sitemap.xml', '/rss.xml', `/fechas/${scheduled}`, `/fechas/${scheduled}.ics`],
      ]),
    )
    expect(tellers(told, words.unrevealed)).toEqual(
      expect.arrayContaining(['/api/events', '/', '/fechas.ics', `/fechas/${night}.ics`]),
    )
    for (const word of [words.draft, words.ended, words.binned])
      expect([word, tellers(told, word)]).toEqual([word, []])
  })
})
