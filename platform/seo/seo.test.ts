/** Tests documents for programs: sitemap, robots.txt, manifest, share images and security.txt. */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listedPages } from '../../features/index.server.ts'
import { findChildProcesses } from '../../test/support/child-processes.ts'
import { createDraft, createPicture, openTestClub, type TestClub } from '../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../test/support/databases.ts'
import { expectProblem } from '../../test/support/refusals.ts'
import { createSiteSettings } from '../../test/support/site-settings.ts'
import type { AnyEntity, ResourceName } from '../content/shared/resources.ts'
import { imageWorkerBusy } from '../media/worker/worker.ts'
import type { PageKey } from '../settings/shared/club-types.ts'
import { findLocalizedPath } from '../shared/languages.ts'
import { artistImagePath, newsPath, pageImagePath } from '../shared/public-paths.ts'
import { getPageHeads } from './site-pages.ts'

/** Replaces the declared pages on which visitors write to the club. */
const contactLinks = vi.hoisted((): { path: string }[] => [])
vi.mock('../../features/index.menu.ts', async (readActual) => ({
  ...(await readActual<object>()),
  contactLinks,
}))

const SITE_URL = 'https://club.example'
const heads = getPageHeads(createSiteSettings())

/** Returns the raw contents of all elements with this name. */
const elements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => text)

describe('documents with SITE_URL', () => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    database = await createDatabase()
    club = await openTestClub(database, { env: { SITE_URL } })
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  const read = async (path: string): Promise<string> => {
    const response = await club.send('GET', path)
    expect(response.status).toBe(200)
    return response.text()
  }
  const made = async (newsTitle: string, change: Record<string, unknown> = {}): Promise<AnyEntity> => {
    const response = await club.send('POST', '/api/news', {
      as,
      body: { ...(await createDraft('news')), newsTitle, ...change },
    })
    expect(response.status).toBe(201)
    return (await response.json()) as AnyEntity
  }
  const remove = async (id: string) =>
    expect((await club.send('DELETE', `/api/news/${id}`, { as })).status).toBe(204)

  test('reject unknown paths and methods other than GET and HEAD', async () => {
    for (const path of [
      '/share/nada.jpg',
      '/share/__proto__.jpg',
      '/share/news/nada.jpg',
      '/share/events/nada.jpg',
      '/share/home.png',
    ])
      await expectProblem(await club.send('GET', path), 'not-found')
    for (const path of ['/icons/nada.png', '/icons/toString', '/share/', '/icons/'])
      await expectProblem(await club.send('GET', path), 'not-found')
    for (const path of ['/robots.txt', '/sitemap.xml', '/share/home.jpg', '/favicon.ico']) {
      const response = await club.send('POST', path, { body: {} })
      expect(response.headers.get('Allow')).toBe('GET, HEAD')
      await expectProblem(response, 'method-not-allowed')
    }
  })

  test('robots.txt excludes the back office and the API, and links the sitemap', async () => {
    expect(await read('/robots.txt')).toBe(
      `User-agent: *\nDisallow: /admin\nDisallow: /api/\nDisallow: /ir/\n\nSitemap: ${SITE_URL}/sitemap.xml\n`,
    )
  })

  test('the sitemap contains every public page and news item with the time of its last change', async () => {
    const [written, binned] = [await made('¿Qué pasó & qué viene?'), await made('Se borra')]
    const map = await read('/sitemap.xml')
    const locations = elements(map, 'loc')
    expect(locations).toEqual([
      ...listedPages.flatMap(({ path }) =>
        [path, findLocalizedPath('en', path) ?? []].flat().map((each) => SITE_URL + each),
      ),
      `${SITE_URL}/news/Se-borra`,
      `${SITE_URL}/news/Qu%C3%A9-pas%C3%B3-qu%C3%A9-viene`,
    ])
    expect(map).toContain(
      `<loc>${SITE_URL}${newsPath(String(written.newsTitle))}</loc><lastmod>${written.updatedAt}</lastmod>`,
    )

    club.clock.now += 60_000
    await remove(binned._id)
    const after = await read('/sitemap.xml')
    expect(elements(after, 'loc')).not.toContain(`${SITE_URL}/news/Se-borra`)
    // A deletion changes the pages that listed the item, but no other item.
    const now = new Date(club.clock.now).toISOString()
    expect(after).toContain(`<loc>${SITE_URL}/news</loc><lastmod>${now}</lastmod>`)
    expect(after).toContain(`<loc>${SITE_URL}/</loc><lastmod>${now}</lastmod>`)
    expect(after).toContain(`<lastmod>${written.updatedAt}</lastmod>`)
    await remove(written._id)
  })

  test('the sitemap contains both languages of pages whose main text is translated', async () => {
    const post = async (change: object): Promise<AnyEntity> => {
      const body = { ...(await createDraft('events')), ...change }
      return (await (await club.send('POST', '/api/events', { as, body })).json()) as AnyEntity
    }
    const description = '<p>Una pista.</p>'
    const nights = [
      await post({ title: 'Las dos', description, en: { description: '<p>One floor.</p>' } }),
      await post({ title: 'Una sola', description }),
      await post({ title: 'Sin texto' }),
      await post({ title: 'Oculta', en: { title: 'Hidden' }, draft: true }),
    ]
    expect((await club.send('PUT', '/api/site/contact', { as, body: { lead: 'Escribinos.' } })).status).toBe(
      200,
    )
    const map = await read('/sitemap.xml')
    const english = elements(map, 'loc').filter((loc) => loc.startsWith(`${SITE_URL}/en`))
    const [both, , none] = nights.map(({ slug }) => `/fechas/${slug}`)
    expect(english.toSorted()).toEqual(
      ['/en', '/en/culture', '/en/fechas', '/en/privacidad', `/en${both}`, `/en${none}`]
        .map((path) => SITE_URL + path)
        .toSorted(),
    )
    const links = ['es-AR', 'en', 'x-default'].map(
      (tag) =>
        `<xhtml:link rel="alternate" hreflang="${tag}" href="${SITE_URL}${tag === 'en' ? '/en' : ''}${both}"/>`,
    )
    expect(map.split(links.join(''))).toHaveLength(3)
    await club.send('DELETE', '/api/site/contact', { as })
    for (const { _id } of nights)
      expect((await club.send('DELETE', `/api/events/${_id}`, { as })).status).toBe(204)
  })

  test('the sitemap contains the pages of visible nights and artists with the time of their last change', async () => {
    const post = async (resource: ResourceName, change: object): Promise<AnyEntity> => {
      const body = { ...(await createDraft(resource)), ...change }
      const response = await club.send('POST', `/api/${resource}`, { as, body })
      expect(response.status).toBe(201)
      return (await response.json()) as AnyEntity
    }
    const revealAt = new Date(club.clock.now + 60_000).toISOString()
    const items: [ResourceName, AnyEntity][] = [
      ['events', await post('events', { title: 'Ñandú 🎛️', lineup: [{ name: 'Secreta', revealAt }] })],
      ['residents', await post('residents', { name: 'Ana Sur' })],
      ['agency', await post('agency', { name: 'Ana Sur' })],
    ]
    for (const resource of ['events', 'residents', 'agency'] as const) {
      items.push([resource, await post(resource, { title: 'Nadie', name: 'Nadie', draft: true })])
      items.push([resource, await post(resource, { title: 'Pronto', name: 'Pronto', publishAt: revealAt })])
    }
    const found = async () => {
      const map = await read('/sitemap.xml')
      return elements(map, 'loc').flatMap((loc) => {
        const path = loc.slice(SITE_URL.length)
        const changed = map.split(`<loc>${loc}</loc><lastmod>`)[1]?.slice(0, 24)
        return /^\/(fechas|artistas)\//.test(path) ? [[path, changed]] : []
      })
    }
    const at = new Date(club.clock.now).toISOString()
    const shown = ['/fechas/2027-03-06-nandu', '/artistas/ana-sur', '/artistas/ana-sur-2']
    expect(await found()).toEqual(shown.map((path) => [path, at]))

    club.clock.now += 60_000
    const revealed = ['/fechas/2027-03-06-pronto', '/fechas/2027-03-06-nandu']
    const appeared = ['/artistas/pronto', '/artistas/pronto-2']
    expect(new Map((await found()) as [string, string][])).toEqual(
      new Map([
        ...[...revealed, ...appeared].map((path): [string, string] => [path, revealAt]),
        ...shown.slice(1).map((path): [string, string] => [path, at]),
      ]),
    )
    for (const [resource, { _id }] of items)
      expect((await club.send('DELETE', `/api/${resource}/${_id}`, { as })).status).toBe(204)
    expect(await found()).toEqual([])
  })

  test('the manifest contains existing icons with their sizes', async () => {
    const response = await club.send('GET', '/manifest.webmanifest')
    expect(response.headers.get('Content-Type')).toBe('application/manifest+json; charset=utf-8')
    const manifest = await response.json()
    expect(manifest).toMatchObject({
      name: createSiteSettings().identity.name,
      lang: 'es-AR',
      start_url: '/',
    })
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await club.send('GET', src)
      expect([src, icon.status, icon.headers.get('Content-Type')]).toEqual([src, 200, type])
      if (type !== 'image/png') continue
      const { width, height } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata()
      expect(`${width}x${height}`).toBe(sizes)
    }
    const favicon = await club.send('GET', '/favicon.ico')
    expect(favicon.headers.get('Content-Type')).toBe('image/x-icon')
  })

  describe('a share image', () => {
    /** Expects a JPEG of 1200 by 630 px and at most 280 kB, which social networks accept. @returns its pixels */
    async function card(path: string): Promise<{ etag: string; pixels: Buffer }> {
      const response = await club.send('GET', path)
      expect([path, response.status]).toEqual([path, 200])
      expect(response.headers.get('Content-Type')).toBe('image/jpeg')
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(bytes.byteLength).toBeLessThanOrEqual(280_000)
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
      expect([info.format, info.width, info.height, info.channels]).toEqual(['raw', 1200, 630, 3])
      return { etag: response.headers.get('ETag') ?? '', pixels: data }
    }
    /** Returns the share of the pixels that are close to a colour. */
    const share = (pixels: Buffer, colour: readonly number[]): number => {
      let near = 0
      for (let at = 0; at < pixels.length; at += 3) {
        if (colour.every((value, part) => Math.abs(value - (pixels[at + part] as number)) < 24)) near++
      }
      return near / (pixels.length / 3)
    }
    const BONE = [0xf2, 0xef, 0xe9]
    const SIGNAL = [0xff, 0x2e, 0x1f]

    test('exists for every page and differs, in bone with one red line', async () => {
      const keys = Object.keys(heads) as PageKey[]
      const etags = new Set<string>()
      for (const key of keys) {
        const { etag, pixels } = await card(pageImagePath(key))
        etags.add(etag)
        expect(share(pixels, BONE)).toBeGreaterThan(0.08)
        // The line has four of 630 pixel rows. JPEG compression blurs some of its pixels.
        expect(share(pixels, SIGNAL)).toBeGreaterThan(0.002)
        expect(share(pixels, SIGNAL)).toBeLessThan(0.01)
      }
      expect(etags.size).toBe(keys.length)
    })

    test('of an artist shows the photo, or only the name', async () => {
      const send = async (resource: ResourceName, change: object): Promise<AnyEntity> => {
        const body = { ...(await createDraft(resource, 'Ana Ñu')), ...change }
        const response = await club.send('POST', `/api/${resource}`, { as, body })
        expect(response.status).toBe(201)
        return (await response.json()) as AnyEntity
      }
      const items: [ResourceName, AnyEntity][] = [
        ['residents', await send('residents', {})],
        ['residents', await send('residents', { photo: await createPicture('#fff', 1000, 800) })],
        ['agency', await send('agency', { photo: await createPicture('#fff', 1000, 800) })],
      ]
      const cards = await Promise.all(
        items.map(([, { _id, updatedAt }]) => card(artistImagePath(_id, updatedAt))),
      )
      expect(new Set(cards.map(({ etag }) => etag)).size).toBe(3)
      for (const { pixels } of cards) expect(share(pixels, BONE)).toBeGreaterThan(0.05)
      const hidden = await send('agency', { draft: true })
      await expectProblem(await club.send('GET', artistImagePath(hidden._id, hidden.updatedAt)), 'not-found')
      for (const [resource, { _id }] of [...items, ['agency', hidden] as const])
        await club.send('DELETE', `/api/${resource}/${_id}`, { as })
    })

    test.skipIf(process.platform !== 'linux')(
      'is logged as an error when its rendering hangs, and is rendered again by the next request',
      async () => {
        const body = await createDraft('residents', 'Se cuelga')
        const response = await club.send('POST', '/api/residents', { as, body })
        const { _id, updatedAt } = (await response.json()) as AnyEntity
        const path = artistImagePath(_id, updatedAt)
        // This request starts the process that draws, so that the next line can stop it.
        await card(pageImagePath('privacy'))
        for (const pid of findChildProcesses('share-images/process.ts')) process.kill(pid, 'SIGSTOP')
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
        try {
          const pending = club.send('GET', path)
          await vi.waitUntil(() => imageWorkerBusy() === 1)
          vi.advanceTimersByTime(60_000)
          expect((await pending).status).toBe(500)
        } finally {
          vi.useRealTimers()
        }
        expect(club.logged.some((line) => line.includes('took longer than 20000 ms for newsCard'))).toBe(true)
        await card(path)
      },
    )
  })
})

test('without SITE_URL there is no sitemap, and robots.txt links none', async () => {
  const database = await createDatabase()
  const club = await openTestClub(database)
  // Absolute URLs must not use the Host header.
  const headers = { Host: 'evil.example' }
  await expectProblem(await club.send('GET', '/sitemap.xml', { headers }), 'not-found')
  await expectProblem(await club.send('GET', '/.well-known/security.txt', { headers }), 'not-found')
  const robots = await (await club.send('GET', '/robots.txt', { headers })).text()
  expect(robots).toBe('User-agent: *\nDisallow: /admin\nDisallow: /api/\nDisallow: /ir/\n')
  expect((await club.send('GET', '/share/home.jpg')).status).toBe(200)
  await club.stop()
  await database.dispose()
})

test('security.txt exists with a contact, and its expiry is always ahead', async () => {
  const database = await createDatabase()
  const club = await openTestClub(database, { env: { SITE_URL } })
  try {
    const path = '/.well-known/security.txt'
    await expectProblem(await club.send('GET', path), 'not-found')
    contactLinks.push({ path: '/escribinos' })
    const read = async () => (await club.send('GET', path)).text()
    const day = 86_400_000
    const in90Days = () => new Date(club.clock.now + 90 * day).toISOString()
    const first = await read()
    expect(first).toBe(
      `Contact: ${SITE_URL}/escribinos\nExpires: ${in90Days()}\nPreferred-Languages: es, en\nCanonical: ${SITE_URL}${path}\n`,
    )
    club.clock.now += day - 1
    expect(await read()).toBe(first)
    club.clock.now += 400 * day
    expect(await read()).toContain(`Expires: ${in90Days()}\n`)
    const { status, headers } = await club.send('GET', path)
    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8'])
  } finally {
    await club.stop()
    await database.dispose()
  }
})
