/** Page heads for search engines and social networks, on a club with a configured address and on one without. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { club } from '../../club/club.ts'
import { defaults } from '../../club/defaults.ts'
import { listedPages, sitePages } from '../../features/index.server.ts'
import { getPageHeads } from '../../platform/seo/site-pages.ts'
import { newsPath, pageImagePath } from '../../platform/shared/public-paths.ts'
import { administrator } from './administrator.ts'
import { createSmallPicture, toDataUrl } from './back-office-helpers.ts'
import { postTo, putTo } from './club-api.ts'
import { type APIRequestContext, expect, test } from './journey.ts'
import { stubMapTiles, waitUntilReady } from './public-site-helpers.ts'
import { type SecondClub, startSecondClub } from './second-club.ts'

/** The address has plain http: with https the CSP would make the browser request https from 127.0.0.1 too. */
const SITE_URL = 'http://club.example'
type PageHead = ReturnType<typeof getPageHeads>['home']
const heads: Record<string, PageHead> = getPageHeads(defaults)

const visit = {
  payment: 'Débito y QR.',
  cloakroom: '$ 2.000 por prenda.',
  telephone: '+54 11 0128 0128',
  whatsapp: '+54 9 11 0128 0128',
}

let second: SecondClub
let origin: string

/** Signs in to the second club. @returns a function that creates an item there */
async function signInToSecondClub(request: APIRequestContext) {
  await postTo({ request }, `${origin}/api/auth/login`, administrator)
  return (resource: string, item: object) => postTo({ request }, `${origin}/api/${resource}`, item)
}

// The test starts a second club, because a club reads SITE_URL only at its start. It has one item of each kind that occurs
// in page heads.
test.beforeAll(async ({ request }) => {
  second = await startSecondClub({ SITE_URL, DEMO: '0' })
  origin = second.origin
  const create = await signInToSecondClub(request)
  await putTo({ request }, `${origin}/api/site/visit`, visit)
  const picture = toDataUrl(await createSmallPicture('#0aa'))
  const url = 'https://club.example/algo'
  await create('events', { flyerLarge: picture, flyerGrid: picture, date: '2039-11-19T23:00', url })
  await create('news', {
    newsTitle: 'Una noticia',
    photo: picture,
    date: '2026-11-01',
    newsDescription: 'De qué trata.',
    newsBody: '<p>Todo.</p>',
  })
})

test.afterAll(() => second.close())

const unescapeHtml = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

interface Head {
  title: string
  /** Contents of meta elements by `name` or `property`, each of which occurs only once. */
  meta: Map<string, string>
  /** Addresses of link elements by `rel`. */
  links: Map<string, string>
  data: StructuredData[]
  html: string
}

type StructuredData = Record<string, unknown>

async function readHead(path: string, from = origin): Promise<Head> {
  const html = await (await fetch(from + path)).text()
  const attributes = (tag: string) =>
    new Map(
      [...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        unescapeHtml(value),
      ]),
    )
  const tags = (name: string) =>
    [...html.matchAll(new RegExp(`<${name} [^>]*>`, 'g'))].map(([tag]) => attributes(tag))
  const named = tags('meta').flatMap((tag): [string, string][] => {
    const name = tag.get('property') ?? tag.get('name')
    return name ? [[name, tag.get('content') ?? '']] : []
  })
  const meta = new Map(named)
  expect(meta.size, `${path}: a name twice`).toBe(named.length)
  return {
    title: unescapeHtml(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
    meta,
    links: new Map(tags('link').map((tag) => [tag.get('rel') ?? '', tag.get('href') ?? ''])),
    data: [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
      ([, text = '']) => JSON.parse(text) as StructuredData,
    ),
    html,
  }
}

/**
 * Properties that each type needs by Google's documentation (Search Central, structured data). Required ones come first.
 * The recommended ones after them are those that the club has data for.
 */
const requiredProperties: Record<string, readonly string[]> = {
  NightClub: ['name', 'address', 'geo', 'telephone', 'sameAs', 'url', 'image', 'logo'],
  PostalAddress: ['streetAddress', 'addressLocality', 'postalCode', 'addressCountry'],
  GeoCoordinates: ['latitude', 'longitude'],
  MusicEvent: [
    ...['name', 'startDate', 'location'],
    ...['image', 'offers', 'organizer', 'eventStatus', 'eventAttendanceMode'],
  ],
  Offer: ['url'],
  NewsArticle: [
    ...['headline', 'image', 'datePublished', 'dateModified', 'author'],
    ...['publisher', 'description', 'mainEntityOfPage'],
  ],
  Organization: ['name', 'url'],
  ImageObject: ['url'],
  Person: ['name'],
  LocationFeatureSpecification: ['name', 'value'],
  ContactPoint: ['contactType', 'telephone'],
}
/** Properties of a place inside an event. */
const requiredPropertiesInside: Record<string, readonly string[]> = {
  NightClub: ['name', 'address', 'geo', 'telephone'],
}

/** Finds every object with an `@type`, at any depth. */
function findTypedObjects(value: unknown, depth = 0): { thing: StructuredData; depth: number }[] {
  if (Array.isArray(value)) return value.flatMap((each) => findTypedObjects(each, depth))
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap((each) => findTypedObjects(each, depth + 1))
  return '@type' in value ? [{ thing: value as StructuredData, depth }, ...inner] : inner
}

function expectComplete(data: StructuredData[]) {
  for (const document of data) {
    expect(document['@context']).toBe('https://schema.org')
    for (const { thing, depth } of findTypedObjects('@graph' in document ? document['@graph'] : document)) {
      const type = String(thing['@type'])
      const keys = (depth > 0 && requiredPropertiesInside[type]) || requiredProperties[type]
      expect(keys, type).toBeDefined()
      // A cancelled night has no offers.
      const isCancelled = thing.eventStatus === 'https://schema.org/EventCancelled'
      for (const key of keys ?? [])
        if (!(isCancelled && key === 'offers')) expect(thing[key], `${type}.${key}`).toBeTruthy()
    }
  }
}

const filterByType = (data: StructuredData[], type: string): StructuredData[] =>
  data.flatMap((document) =>
    ((document['@graph'] as StructuredData[] | undefined) ?? [document]).filter(
      (thing) => thing['@type'] === type,
    ),
  )

test('gives each page a title, a description, a share card and one canonical address', {
  tag: ['@wcag-2.4.2-site'],
}, async () => {
  const seen = new Set<string>()
  for (const { key, path } of sitePages) {
    const { title, meta, links } = await readHead(path)
    const words = heads[key] as PageHead
    expect(title).toBe(words.title)
    expect(words.description.length, key).toBeLessThanOrEqual(160)
    expect(Object.fromEntries(meta)).toMatchObject({
      description: words.description,
      'og:title': words.title,
      'og:description': words.description,
      'og:type': 'website',
      'og:locale': 'es_AR',
      'og:site_name': club.name,
      'og:url': SITE_URL + path,
      'og:image': SITE_URL + pageImagePath(key),
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': words.title,
      'twitter:card': 'summary_large_image',
    })
    expect(links.get('canonical')).toBe(SITE_URL + path)
    expect(links.get('alternate')).toBe(`${SITE_URL}/rss.xml`)
    expect(meta.get('robots')).toBe(key === 'notFound' ? 'noindex' : undefined)
    expect((await fetch(origin + pageImagePath(key))).headers.get('Content-Type')).toBe('image/jpeg')
    seen.add(title)
  }
  expect(seen.size).toBe(sitePages.length)
})

test('describes the club on home and contact, and the next nights on home', async () => {
  for (const path of ['/', '/contact']) {
    const { data } = await readHead(path)
    expectComplete(data)
    const [nightClub] = filterByType(data, 'NightClub')
    expect(nightClub).toMatchObject({
      name: club.name,
      url: `${SITE_URL}/`,
      geo: { latitude: club.position.lat, longitude: club.position.lon },
      sameAs: Object.values(club.social),
      address: { streetAddress: club.address.street, addressLocality: club.city, addressCountry: 'AR' },
      telephone: visit.telephone,
      paymentAccepted: visit.payment,
      amenityFeature: [{ value: visit.cloakroom }],
      contactPoint: { telephone: visit.whatsapp, url: 'https://wa.me/5491101280128' },
    })
  }
  const { data } = await readHead('/')
  const nights = filterByType(data, 'MusicEvent')
  expect(nights.length).toBeGreaterThan(0)
  for (const { startDate, location, image } of nights) {
    expect(startDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d-03:00$/)
    expect(location).toMatchObject({ name: club.name, address: { streetAddress: club.address.street } })
    await expectPicture(String(image))
  }
})

/** Waits until the server has drawn a share image. Until then a request for the image gets 404 after 5 s. */
const expectPicture = (address: string) =>
  expect
    .poll(async () => (await fetch(address.replace(SITE_URL, origin))).status, {
      message: address,
      timeout: 90_000,
    })
    .toBe(200)

test('describes a news item with date and publisher, and escapes markup in its text', async ({ request }) => {
  const description = 'Uno </script><script>alert(1)</script> <!-- & "dos"'
  const title = `Larguísima ${'historia '.repeat(15)}`.trim()
  const create = await signInToSecondClub(request)
  const item = await create('news', {
    newsTitle: title,
    photo: toDataUrl(await createSmallPicture('#0aa')),
    date: '2026-11-20T21:00',
    newsDescription: description,
    newsBody: '<p>Todo.</p>',
  })

  const { data, meta, links, html } = await readHead(newsPath(item.newsTitle))
  expect(html).not.toContain('<script>alert')
  expect(data).toHaveLength(1)
  expectComplete(data)
  const [article = {}] = data
  expect(article).toMatchObject({ description, datePublished: '2026-11-20T21:00-03:00' })
  expect(Date.parse(String(article.dateModified))).toBeGreaterThanOrEqual(
    Date.parse(String(article.datePublished)),
  )
  expect(String(article.headline)).toMatch(/^Larguísima historia.*historia…$/)
  expect(String(article.headline).length).toBeLessThanOrEqual(110)
  expect(article.publisher).toMatchObject({ name: club.name, logo: { '@type': 'ImageObject' } })
  const { logo } = article.publisher as { logo: { url: string } }
  const pictures = [logo.url, ...(article.image as string[]), meta.get('og:image') ?? '']
  for (const picture of pictures) await expectPicture(picture)

  expect(meta.get('og:type')).toBe('article')
  expect(meta.get('article:published_time')).toBe('2026-11-20T21:00-03:00')
  expect(links.get('canonical')).toBe(SITE_URL + newsPath(item.newsTitle))
})

test('lists only existing pages in the sitemap, under their canonical addresses', async () => {
  const map = await (await fetch(`${origin}/sitemap.xml`)).text()
  const addresses = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
  expect(addresses.length).toBeGreaterThan(listedPages.length)
  for (const address of addresses) {
    const { links } = await readHead(address.replace(SITE_URL, ''))
    expect(links.get('canonical')).toBe(address)
  }
})

test('omits addresses without SITE_URL, but keeps the texts of the share cards', async ({ baseURL }) => {
  for (const { key, path } of sitePages) {
    const { meta, links, data } = await readHead(path, baseURL)
    for (const name of ['og:url', 'og:image', 'og:image:width']) expect(meta.has(name), name).toBe(false)
    for (const rel of ['canonical', 'alternate']) expect(links.has(rel), rel).toBe(false)
    expect(meta.get('og:title')).toBe(heads[key]?.title)
    expect(meta.get('twitter:card')).toBe('summary')
    // Without SITE_URL the data contains no address: neither a relative one nor one derived from the request.
    const text = JSON.stringify(data)
    expect(text).not.toContain('127.0.0.1')
    expect(text).not.toMatch(/"(?:url|image|logo)":"\//)
  }
})

test('gives each page reached by a link its own head, without browser errors', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await stubMapTiles(page)
  for (const path of ['/', '/contact', '/news', '/login']) {
    await page.goto(origin + path)
    await waitUntilReady(page)
    await expect(page.locator('link[rel=canonical]')).toHaveCount(1)
  }
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Contacto' }).click()
  await expect(page).toHaveURL(`${origin}/contact`)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${SITE_URL}/contact`)
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
    'content',
    `${SITE_URL}/share/contact.jpg`,
  )
  expect(complaints).toEqual([])
})

test('allows other sites to frame the nights, and no other page', async ({ page, request }) => {
  // The framing page is on a local server with another port, because browsers forbid public sites to frame local addresses.
  const neighbour = createServer((_request, response) =>
    response.setHeader('Content-Type', 'text/html').end(body),
  )
  const bar = await new Promise<string>((resolve) =>
    neighbour.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(neighbour.address() as AddressInfo).port}/`),
    ),
  )
  const shown = (path: string) =>
    `<iframe src="${origin}${path}" title="Fechas" width="420" height="640"></iframe>`
  let body = shown('/fechas/embed')
  const requestTypes: string[] = []
  page.on('request', (request) => requestTypes.push(request.resourceType()))
  await page.goto(bar)
  const frame = page.frameLocator('iframe')
  const night = frame.getByRole('article')
  await expect(night).toContainText('sábado 19 de noviembre')
  await expect(night.getByRole('link').first()).toHaveAttribute('href', /^\/fechas\/2039-11-19\?src=embed$/)
  for (const link of await frame.getByRole('link').all())
    await expect(link).toHaveAttribute('target', '_blank')
  expect(await frame.locator('html').evaluate((root) => root.scrollWidth <= root.clientWidth)).toBe(true)
  expect(requestTypes.filter((type) => ['script', 'fetch', 'xhr', 'ping'].includes(type))).toEqual([])
  // The HTML of the oEmbed answer is a frame with only that night.
  const oembed = await fetch(`${origin}/oembed?url=${SITE_URL}/fechas/2039-11-19`)
  body = String((await oembed.json()).html).replace(SITE_URL, origin)
  await page.goto(bar)
  await expect(night).toContainText('sábado 19 de noviembre')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveCount(0)
  // The frame marks a past night as past, and shows its year.
  await expect(night).not.toContainText('Ya pasó')
  const flyer = toDataUrl(await createSmallPicture('#0aa'))
  const create = await signInToSecondClub(request)
  await create('events', {
    flyerLarge: flyer,
    flyerGrid: flyer,
    date: '2024-11-15T23:00',
    url: 'https://club.example/algo',
  })
  body = shown('/fechas/embed?noche=2024-11-15')
  await page.goto(bar)
  await expect(night).toContainText(/2024.*Ya pasó/)
  body = shown('/fechas')
  await page.goto(bar)
  await expect.poll(() => page.frames().length).toBe(2)
  await expect(night).toHaveCount(0)
  neighbour.close()
})
