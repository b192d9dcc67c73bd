/** Tests the feeds through HTTP. A library parses them. */
import { parseJsonFeed, parseRssFeed } from 'feedsmith'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDraft, openTestClub, type TestClub } from '../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../test/support/databases.ts'
import { expectProblem } from '../../test/support/refusals.ts'
import { createSiteSettings } from '../../test/support/site-settings.ts'
import type { AnyEntity, ResourceName } from '../content/shared/resources.ts'
import { FEED_PATH, JSON_FEED_PATH, NIGHTS_FEED_PATH, NIGHTS_JSON_FEED_PATH } from '../shared/public-paths.ts'
import { getPageHeads } from './site-pages.ts'

const SITE_URL = 'https://club.example'
const { identity } = createSiteSettings()
const heads = getPageHeads(createSiteSettings())
const paths = [FEED_PATH, JSON_FEED_PATH, NIGHTS_FEED_PATH, NIGHTS_JSON_FEED_PATH]

/** An item of a feed, in a common form for both formats. */
interface Told {
  id: unknown
  title: unknown
  text: unknown
  url: unknown
  published: string
  picture: { url: unknown; type: unknown; bytes: unknown } | undefined
}

/** Reads the HTML of a feed as a program that shows it as text. */
function toText(html: string): string {
  expect(html).toMatch(/^(<p>([^<>]|<br>\n)*<\/p>\n?)*$/)
  return html
    .replaceAll('</p>\n<p>', '\n\n')
    .replace(/<\/?(p|br)>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

const instant = (text: unknown): string => new Date(String(text)).toISOString()

function fromRss(text: string): Told[] {
  const { items = [] } = parseRssFeed(text)
  return items.map(({ guid, title, description, link, pubDate, enclosures }) => ({
    id: guid?.value,
    title,
    text: toText(String(description)),
    url: link,
    published: instant(pubDate),
    picture: enclosures?.map(({ url, type, length }) => ({ url, type, bytes: length }))[0],
  }))
}

function fromJson(text: string): Told[] {
  const { items = [] } = parseJsonFeed(JSON.parse(text))
  return items.map(({ id, title, content_text, content_html, url, date_published, attachments }) => ({
    id,
    title,
    text: toText(String(content_html)) === content_text ? content_text : null,
    url,
    published: instant(date_published),
    picture: attachments?.map((file) => ({
      url: file.url,
      type: file.mime_type,
      bytes: file.size_in_bytes,
    }))[0],
  }))
}

describe('feeds', () => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    place = await createDatabase()
    club = await openTestClub(place, { env: { SITE_URL } })
    club.clock.now = Date.parse('2027-03-01T15:00:00Z')
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })

  const read = async (path: string): Promise<string> => {
    const response = await club.send('GET', path)
    expect([path, response.status]).toEqual([path, 200])
    return response.text()
  }
  const news = async () => {
    const [rss, json] = await Promise.all([read(FEED_PATH), read(JSON_FEED_PATH)])
    const told = fromRss(rss)
    expect(fromJson(json)).toEqual(told)
    return told
  }
  const nights = async () => {
    const [rss, json] = await Promise.all([read(NIGHTS_FEED_PATH), read(NIGHTS_JSON_FEED_PATH)])
    const told = fromRss(rss)
    expect(fromJson(json)).toEqual(told)
    return told
  }
  const made = async (resource: ResourceName, change: object): Promise<AnyEntity> => {
    const body = { ...(await createDraft(resource)), ...change }
    const response = await club.send('POST', `/api/${resource}`, { as, body })
    expect(response.status).toBe(201)
    return (await response.json()) as AnyEntity
  }
  const remove = async (resource: ResourceName, { _id }: AnyEntity) =>
    expect((await club.send('DELETE', `/api/${resource}/${_id}`, { as })).status).toBe(204)

  test('rejects methods other than GET and HEAD', async () => {
    for (const path of paths) {
      const response = await club.send('POST', path, { body: {} })
      expect(response.headers.get('Allow')).toBe('GET, HEAD')
      await expectProblem(response, 'method-not-allowed')
    }
  })

  test('are valid without items and contain the club and their URLs', async () => {
    const [rss, json] = [parseRssFeed(await read(FEED_PATH)), JSON.parse(await read(JSON_FEED_PATH))]
    expect(rss).toMatchObject({
      title: heads.news.title,
      description: heads.news.description,
      link: `${SITE_URL}/news`,
      language: 'es-ar',
      image: { url: `${SITE_URL}/icons/icon-192.png` },
      atom: { links: [{ rel: 'self', href: SITE_URL + FEED_PATH, type: 'application/rss+xml' }] },
    })
    expect(json).toEqual({
      version: 'https://jsonfeed.org/version/1.1',
      title: heads.news.title,
      description: heads.news.description,
      home_page_url: `${SITE_URL}/news`,
      feed_url: SITE_URL + JSON_FEED_PATH,
      icon: `${SITE_URL}/icons/icon-192.png`,
      language: 'es-AR',
      items: [],
    })
    expect(parseRssFeed(await read(NIGHTS_FEED_PATH))).toMatchObject({
      title: heads.nights.title,
      link: `${SITE_URL}/fechas`,
      atom: { links: [{ rel: 'self', href: SITE_URL + NIGHTS_FEED_PATH }] },
    })
    expect(JSON.parse(await read(NIGHTS_JSON_FEED_PATH))).toMatchObject({
      home_page_url: `${SITE_URL}/fechas`,
      feed_url: SITE_URL + NIGHTS_JSON_FEED_PATH,
    })
    const types = await Promise.all(
      paths.map(async (path) => (await club.send('GET', path)).headers.get('Content-Type')),
    )
    expect(types).toEqual(
      ['rss+xml', 'feed+json', 'rss+xml', 'feed+json'].map((type) => `application/${type}; charset=utf-8`),
    )
  })

  test('escape the texts of news items, and exclude deleted items', async () => {
    const item = await made('news', {
      newsTitle: 'Bombo 128',
      headline: '¿Bombo a 128?',
      date: '2026-11-20T21:00',
      newsDescription: 'Uno < dos & "tres" ]]> </description>😀\u0007',
    })
    const [rss, kept] = [await read(FEED_PATH), await club.send('GET', FEED_PATH)]
    // Dates follow RFC 822 §5, with the four-digit years of RFC 1123 §5.2.14. 21:00 in Buenos Aires is 00:00 GMT of the
    // next day.
    expect(rss).toContain('<pubDate>Sat, 21 Nov 2026 00:00:00 GMT</pubDate>')
    const [told] = fromRss(rss)
    expect(told).toMatchObject({
      id: `urn:uuid:${item._id}`,
      title: '¿Bombo a 128?',
      text: 'Uno < dos & "tres" ]]> </description>😀',
      url: `${SITE_URL}/news/Bombo-128`,
      published: '2026-11-21T00:00:00.000Z',
      picture: { type: 'image/jpeg' },
    })
    expect(fromJson(await read(JSON_FEED_PATH))).toEqual([told])
    const enclosure = await club.send('GET', String(told?.picture?.url).replace(SITE_URL, ''))
    expect((await enclosure.arrayBuffer()).byteLength).toBe(told?.picture?.bytes)

    const headers = { 'If-None-Match': kept.headers.get('ETag') ?? '' }
    expect((await club.send('GET', FEED_PATH, { headers })).status).toBe(304)
    await remove('news', item)
    expect((await club.send('GET', FEED_PATH, { headers })).status).toBe(200)
    expect(await news()).toEqual([])
  })

  test('keep every character and line of a night, because readers parse descriptions as HTML', async () => {
    const night = await made('events', {
      title: 'A <3 B',
      date: '2027-03-20T23:00',
      statusNote: 'Uno & <script>',
      lineup: [{ name: 'Mica <live> Oyola' }, { name: 'A <3 B' }, { name: 'Beto & Co' }],
      offers: [{ name: 'Puerta <efectivo>', price: 5000 }],
    })
    const [told] = await nights()
    expect(told?.title).toBe('A <3 B · 20-03-2027 23:00')
    expect(String(told?.text).replaceAll('\u00a0', ' ')).toBe(
      [
        'Uno & <script>',
        '',
        'Mica <live> Oyola',
        'A <3 B',
        'Beto & Co',
        '',
        'Puerta <efectivo>: $ 5.000',
        'Entradas: https://club.example/algo',
      ].join('\n'),
    )
    await remove('events', night)
  })

  test('contain upcoming nights with their status, the last announced first', async () => {
    const at = club.clock.now
    const past = await made('events', { title: 'Pasada', date: '2027-02-01T23:00' })
    const draft = await made('events', { title: 'Borrador', date: '2027-03-20', draft: true })
    const first = await made('events', { title: 'Apagón', date: '2027-03-06T23:59' })
    club.clock.now = at + 60_000
    const second = await made('events', {
      date: '2027-03-05T23:00',
      status: 'cancelled',
      statusNote: 'Por la lluvia',
    })
    const later = await made('events', {
      title: 'Después',
      date: '2027-03-04T23:00',
      publishAt: '2027-03-02T12:00:00Z',
      lineup: [
        { name: 'Ema', from: '01:30' },
        { name: 'Sorpresa', revealAt: '2027-03-03T12:00:00Z' },
      ],
    })

    const told = await nights()
    expect(told).toMatchObject([
      {
        id: `urn:uuid:${second._id}`,
        title: `CANCELADA: ${identity.name} · 05-03-2027 23:00`,
        text: 'CANCELADA · Por la lluvia',
        url: `${SITE_URL}/fechas/2027-03-05`,
        published: new Date(at + 60_000).toISOString(),
      },
      {
        id: `urn:uuid:${first._id}`,
        title: 'Apagón · 06-03-2027 23:59',
        url: `${SITE_URL}/fechas/2027-03-06-apagon`,
        published: new Date(at).toISOString(),
      },
    ])
    const flyer = await club.send('GET', String(told[0]?.picture?.url).replace(SITE_URL, ''))
    expect((await flyer.arrayBuffer()).byteLength).toBe(told[0]?.picture?.bytes)

    // The scheduled night and the delayed artist appear at their times.
    club.clock.now = Date.parse('2027-03-02T12:00:00Z')
    const [appeared] = await nights()
    expect(appeared).toMatchObject({
      title: 'Después · 04-03-2027 23:00',
      published: '2027-03-02T12:00:00.000Z',
    })
    expect(appeared?.text).toContain('01:30 Ema')
    expect(appeared?.text).not.toContain('Sorpresa')
    club.clock.now = Date.parse('2027-03-03T12:00:00Z')
    expect((await nights())[0]?.text).toContain('Sorpresa')

    // A past night is left out from the next morning on.
    club.clock.now = Date.parse('2027-03-05T11:00:00Z')
    expect((await nights()).map(({ id }) => id)).toEqual([second, first].map(({ _id }) => `urn:uuid:${_id}`))
    for (const item of [past, draft, first, second, later]) await remove('events', item)
    expect(await nights()).toEqual([])
    club.clock.now = at
  })
})

test('feeds do not exist without SITE_URL, for any Host header', async () => {
  const place = await createDatabase()
  const club = await openTestClub(place)
  for (const path of paths) {
    const response = await club.send('GET', path, { headers: { Host: 'evil.example' } })
    await expectProblem(response, 'not-found')
  }
  await club.stop()
  await place.dispose()
})
