/**
 * What search engines, feed readers, social networks and phones ask for beside pages. Cached like pages, until what was
 * read has changed. Absolute addresses come from SITE_URL only: without it there is no sitemap and no feed.
 */
import { readFile } from 'node:fs/promises'
import { club } from '../../club/club.ts'
import { artists } from '../../features/artists/shared/artist-resources.ts'
import { itemFeeds, listedPages } from '../../features/index.server.ts'
import { type CalendarNight, calendar } from '../../features/nights/server/calendar.ts'
import { oEmbed } from '../../features/nights/server/oembed.ts'
import { OEMBED_PATH } from '../../features/nights/shared/nights-embed-address.ts'
import { podcastFeed } from '../../features/recordings/server/podcast-feed.ts'
import {
  type RecordingResource,
  recordingHeading,
} from '../../features/recordings/shared/recording-resources.ts'
import type { ItemFeed, ListedPage } from '../../features/server-manifest.ts'
import { createKitHandler } from '../../features/share-images/server/handler.ts'
import { kitFileAt, type ShareKits } from '../../features/share-images/server/kits.ts'
import type { ShareMaker } from '../../features/share-images/server/maker.ts'
import { shareImages } from '../../features/share-images/server/share-images.ts'
import { respond } from '../cache/answer.ts'
import { asItIs, encode } from '../cache/encoding.ts'
import {
  type CachedResponse,
  type Dependencies,
  type Fill,
  REVALIDATED,
  type ResponseCache,
  UNTRACKED,
} from '../cache/response-cache.ts'
import type { Content } from '../content/server/content.ts'
import type { Picture } from '../content/shared/fields.ts'
import { type AnyEntity, declarationOf, type EntityOf, resourceNames } from '../content/shared/resources.ts'
import { shareFormats } from '../content/shared/share-set.ts'
import { isKitResource } from '../content/shared/share-set-resources.ts'
import { pathOf } from '../content/shared/slugs.ts'
import type { Database } from '../db/connect.ts'
import { lastChange, newsAddresses, pageAddresses } from '../db/content.ts'
import { problemResponse } from '../http/problem-response.ts'
import { EMBEDDABLE } from '../http/security-headers.ts'
import { createSemaphore } from '../http/semaphore.ts'
import type { Images } from '../media/server/images.ts'
import type { MediaStore } from '../media/server/store.ts'
import type { Env } from '../process/env.ts'
import { inCheckout } from '../process/paths.ts'
import type { SiteWords } from '../settings/server/site.ts'
import type { PageKey } from '../settings/shared/club.ts'
import { groupNames } from '../settings/shared/group-names.ts'
import { isMainTextInEnglish } from '../settings/shared/main-texts.ts'
import { groups } from '../settings/shared/settings-groups.ts'
import type { Site } from '../settings/shared/site-settings.ts'
import { currentNight, untilNextNight } from '../shared/dates.ts'
import { pagesByLanguage, pathIfIn, pathIn } from '../shared/languages.ts'
import { dayAfter } from '../shared/night-dates.ts'
import {
  MANIFEST_PATH,
  NIGHTS_CALENDAR_PATH,
  NIGHTS_PATH,
  newsPath,
  nightCalendarPath,
  PODCAST_COVER_PATH,
  PODCAST_FEED_PATH,
  SECURITY_PATH,
  SITEMAP_PATH,
} from '../shared/public-addresses.ts'
import { type Address, manifest, robots, securityTxt, sitemap } from './documents.ts'
import { jsonFeed, rss } from './feeds.ts'
import { headsOf } from './heads.ts'
import { slugInPath } from './slug-in-path.ts'

interface SeoOptions {
  env: Pick<Env, 'siteUrl' | 'apiBase'>
  database: Database
  content: Content
  store: MediaStore
  images: Pick<Images, 'audios'>
  site: Pick<SiteWords, 'all'>
  shareKits: ShareKits
  shareMaker: Pick<ShareMaker, 'wish'>
  /** null in development: nothing is cached. */
  cache: ResponseCache | null
  /** For share images, which are large and many: they must not push pages out. */
  shareImageCache: ResponseCache | null
  now: () => number
}

/** As Hono matches it, before the page `/fechas/{slug}`; and its slug. */
export const NIGHT_CALENDAR_ROUTE = `${NIGHTS_PATH}/:night{.+\\.ics}`
export const NIGHT_CALENDAR = /^\/fechas\/([^/]+)\.ics$/

const RSS = { format: rss, type: 'application/rss+xml' }
const JSON_FEED = { format: jsonFeed, type: 'application/feed+json' }

type FormattedFeed = ItemFeed & typeof RSS

const feeds = new Map(
  itemFeeds.flatMap((feed): [string, FormattedFeed][] => [
    [feed.rssPath, { ...feed, ...RSS }],
    [feed.jsonPath, { ...feed, ...JSON_FEED }],
  ]),
)

/** Paths that `createSeo` answers, as Hono matches them. */
export const seoPaths = [
  NIGHTS_CALENDAR_PATH,
  NIGHT_CALENDAR_ROUTE,
  '/robots.txt',
  SITEMAP_PATH,
  ...feeds.keys(),
  OEMBED_PATH,
  PODCAST_FEED_PATH,
  MANIFEST_PATH,
  SECURITY_PATH,
  '/favicon.ico',
  '/icons/*',
  '/share/*',
]

interface SitemapEntry {
  path: string
  changedAt: number | null
  isInEnglish: boolean
}

/** A sitemap holds at most 50000 addresses (sitemaps.org): what changed last; the pages of lists lead to the others. */
const SITEMAP_ITEMS = 49_900
const resourcesWithPages = resourceNames.filter((name) => declarationOf(name).page)

/** Past nights stay in the calendar so long, days. */
const CALENDAR_DAYS = 90
/** Of all that are then left, the first: five a week for a year. */
const CALENDAR_NIGHTS = 300
const ICALENDAR = 'text/calendar'

const DAY_MS = 86_400_000
/** What is said of security is believed for so long, and said anew every day: it ends when the club does, not before. */
const SECURITY_DAYS = 90

const ICONS = inCheckout('club/pictures/icons/')
const iconTypes: Record<string, string> = {
  'favicon.svg': 'image/svg+xml',
  'favicon.ico': 'image/x-icon',
  'apple-touch-icon.png': 'image/png',
  'icon-192.png': 'image/png',
  'icon-512.png': 'image/png',
  'icon-maskable-512.png': 'image/png',
}

const JPEG = 'image/jpeg'

export function createSeo({
  env,
  database,
  content,
  store,
  images,
  site,
  shareKits,
  shareMaker,
  cache,
  shareImageCache,
  now,
}: SeoOptions) {
  const { siteUrl } = env
  const kitFiles = createKitHandler({ content, kits: shareKits, maker: shareMaker, store })
  /** A share image takes a third of a second of one processor: however many are asked for, one is made at a time. */
  const drawing = createSemaphore(1)

  /** What the club says, in an answer that is true until it says something else. */
  function said({ reads }: Dependencies): Promise<Site> {
    reads('settings')
    return site.all()
  }

  async function makeSitemap(origin: string, dependencies: Dependencies): Promise<string> {
    for (const resource of resourceNames) dependencies.reads(resource)
    const asked = { limit: SITEMAP_ITEMS, now: now() }
    const changedAt = async ({ path, listing: { changedBy } }: ListedPage) =>
      changedBy && ([path, await lastChange(database.read, changedBy, now())] as const)
    const [words, news, pageChanges, ...withPages] = await Promise.all([
      said(dependencies),
      newsAddresses(database.read, asked),
      Promise.all(listedPages.map(changedAt)),
      ...resourcesWithPages.map(async (resource) => {
        const declaration = declarationOf(resource)
        const rows = await pageAddresses(database.read, resource, asked)
        return rows.map(({ slug, ...row }) => ({ path: pathOf(declaration, slug), ...row }))
      }),
    ])
    // What a page says has a date once it was edited; the software and club/ have none.
    const changes = new Map(pageChanges.filter((change) => change !== undefined))
    const changeOf = ({ path }: ListedPage): number | null => {
      const edits = groupNames
        .filter((name) => groups[name].shownOn === path)
        .flatMap((name) => words[name].updatedAt ?? [])
      const known = [changes.get(path) ?? [], edits.map(Date.parse)].flat()
      return known.length === 0 ? null : Math.max(...known)
    }
    const items = [
      ...withPages.flat(),
      ...news.map(({ newsTitle, ...row }) => ({
        path: newsPath(newsTitle),
        ...row,
        revealedAt: null,
        isInEnglish: 0,
      })),
    ].map(({ path, updatedAt, publishAt, revealedAt, isInEnglish }) => ({
      path,
      changedAt: Math.max(updatedAt, publishAt ?? 0, revealedAt ?? 0),
      isInEnglish: isInEnglish === 1,
    }))
    /** A page, and the one in English where there is one to be found. */
    const inLanguages = ({ path, changedAt, isInEnglish }: SitemapEntry): Address[] => {
      if (!isInEnglish) return [{ url: origin + path, changedAt }]
      const languages = pagesByLanguage(path).map(([tag, each]) => [tag, origin + each] as const)
      return [path, pathIn('en', path)].map((each) => ({ url: origin + each, changedAt, languages }))
    }
    return sitemap([
      ...listedPages.flatMap((page) =>
        inLanguages({
          path: page.path,
          changedAt: changeOf(page),
          isInEnglish: pathIfIn('en', page.path) !== null && isMainTextInEnglish(page.key, words),
        }),
      ),
      ...items
        .toSorted((a, b) => b.changedAt - a.changedAt)
        .flatMap(inLanguages)
        .slice(0, SITEMAP_ITEMS),
    ])
  }

  async function makeFeed(
    { resource, page, contents, format }: FormattedFeed,
    origin: string,
    path: string,
    dependencies: Dependencies,
  ): Promise<string> {
    dependencies.reads(resource)
    const words = await said(dependencies)
    const { name, timeZone } = words.identity
    const at = now()
    const sources = {
      content,
      sizeOf: (picture: Picture) => store.size(fileOf(picture, picture.width)),
      origin,
      name,
      timeZone,
      head: headsOf(words)[page],
      now: new Date(at),
      expiresIn: (milliseconds: number) => dependencies.expiresIn(milliseconds),
    }
    const [told, changedAt] = await Promise.all([
      contents(sources),
      lastChange(database.read, [resource], at),
    ])
    return format({ ...told, url: origin + path, icon: `${origin}/icons/icon-192.png`, changedAt })
  }

  async function makeCalendar(dependencies: Dependencies): Promise<string> {
    dependencies.reads('events')
    const words = await said(dependencies)
    const { timeZone } = words.identity
    const at = new Date(now())
    dependencies.expiresIn(untilNextNight(at, timeZone))
    const { items, versions } = await content.list('events', {
      from: dayAfter(currentNight(at, timeZone), -CALENDAR_DAYS),
      to: LAST_DAY,
      order: 'oldest',
      limit: CALENDAR_NIGHTS,
    })
    const nights = items.map((item, index) => toCalendarNight(item, versions[index] as number))
    return calendar(nights, siteUrl, words, at.getTime())
  }

  const calendarOf =
    (slug: string, path: string): Fill =>
    async (dependencies) => {
      dependencies.reads('events')
      const found = await content.bySlug(`${NIGHTS_PATH}/`, slug)
      if (!found || String(found.entity.date) > LAST_DAY) return problemResponse('not-found')
      const Location = nightCalendarPath(found.slug)
      // Under an older slug, or in another spelling: only what has one address is cached.
      if (Location !== path)
        return new Response(null, { status: 301, headers: { Location, 'Cache-Control': 'no-cache' } })
      const night = toCalendarNight(found.entity, found.version)
      return document(calendar([night], siteUrl, await said(dependencies), now()), ICALENDAR)
    }

  const ofPage =
    (key: string): Fill =>
    async (dependencies) => {
      const words = await said(dependencies)
      const heads = headsOf(words)
      if (!Object.hasOwn(heads, key)) return problemResponse('not-found')
      const { neighbourhood, city } = words.identity
      const place = [neighbourhood, city].filter((part) => part !== null).join(', ')
      const title = wordOf(heads[key as PageKey].title)
      const jpeg = await drawing.run(1, () => shareImages.pageCard(title, captionOf(words, place)))
      return picture(jpeg, JPEG)
    }

  const ofArtist =
    (id: string): Fill =>
    async (dependencies) => {
      for (const resource of artists) dependencies.reads(resource)
      const [resident, artist] = await Promise.all(
        artists.map((resource) => content.one(resource, id, 'visitors')),
      )
      const entity = (resident ?? artist)?.entity
      if (!entity) return problemResponse('not-found')
      const right = resident ? 'Residente' : String(entity.nationality)
      const caption = captionOf(await said(dependencies), right)
      const { photo } = entity.images
      const bytes = photo
        ? await store.read(fileOf(photo, widthFor(photo, shareFormats.preview.width)))
        : null
      const jpeg = await drawing.run(1, () =>
        shareImages.newsCard('preview', String(entity.name), bytes, caption),
      )
      return picture(jpeg, JPEG)
    }

  const ofPodcast: Fill = async (dependencies) => {
    const { identity, look } = await said(dependencies)
    return picture(await drawing.run(1, () => shareImages.podcastCover(identity.name, look.accent)), JPEG)
  }

  const ofRecording =
    (resource: RecordingResource) =>
    (id: string): Fill =>
    async (dependencies) => {
      dependencies.reads(resource)
      const found = await content.one(resource, id, 'visitors')
      if (!found) return problemResponse('not-found')
      const { flyer } = found.entity.images as EntityOf<RecordingResource>['images']
      const bytes = await store.read(fileOf(flyer, widthFor(flyer, shareFormats.preview.height)))
      const { width, height } = flyer
      const title = recordingHeading(found.entity as unknown as EntityOf<RecordingResource>)
      const kind = declarationOf(resource).words.one
      const words = { date: kind[0]?.toUpperCase() + kind.slice(1), title, stamp: null, lineup: [] }
      const caption = captionOf(await said(dependencies), '')
      const jpeg = await drawing.run(1, () =>
        shareImages.nightCard('preview', words, bytes && { bytes, width, height }, caption),
      )
      return picture(jpeg, JPEG)
    }

  /** Of items without a kit, which are drawn when they are asked for. */
  const ofItem = {
    artists: ofArtist,
    podcast: ofRecording('podcast'),
    episode: ofRecording('episode'),
  }

  /** What makes the answer of a path, and where it is cached; null: there is nothing there. */
  function sourceOf(path: string): { fill: Fill; cached: ResponseCache | null } | null {
    const text = (type: string, write: (dependencies: Dependencies) => Promise<string> | string) => ({
      fill: async (dependencies: Dependencies) => document(await write(dependencies), type),
      cached: cache,
    })
    switch (path) {
      case '/robots.txt':
        return text('text/plain', () => robots(siteUrl, URL.canParse(env.apiBase) ? '/api' : env.apiBase))
      case MANIFEST_PATH:
        return text('application/manifest+json', async (dependencies) =>
          manifest((await said(dependencies)).identity),
        )
      case SECURITY_PATH: {
        const contacts = [...club.security.contacts, ...(siteUrl === null ? [] : [`${siteUrl}/contact`])]
        if (contacts.length === 0) return null
        return text('text/plain', (dependencies) => {
          dependencies.expiresIn(DAY_MS)
          return securityTxt(siteUrl, contacts, new Date(now() + SECURITY_DAYS * DAY_MS))
        })
      }
      case SITEMAP_PATH:
        return siteUrl === null
          ? null
          : text('application/xml', (dependencies) => makeSitemap(siteUrl, dependencies))
      case PODCAST_FEED_PATH:
        return siteUrl === null
          ? null
          : text('application/rss+xml', async (dependencies) =>
              podcastFeed({
                content,
                images,
                site: await said(dependencies),
                origin: siteUrl,
                path,
                cover: PODCAST_COVER_PATH,
                reads: (resource) => dependencies.reads(resource),
              }),
            )
      case PODCAST_COVER_PATH:
        return { fill: ofPodcast, cached: shareImageCache }
      case NIGHTS_CALENDAR_PATH:
        return text(ICALENDAR, makeCalendar)
    }
    const feed = feeds.get(path)
    if (feed) {
      return siteUrl === null
        ? null
        : text(feed.type, (dependencies) => makeFeed(feed, siteUrl, path, dependencies))
    }
    const night = slugInPath(NIGHT_CALENDAR, path)
    if (night !== null) return { fill: calendarOf(night, path), cached: cache }
    const icon = /^\/(?:icons\/)?([\w.-]+)$/.exec(path)?.[1] ?? ''
    if (Object.hasOwn(iconTypes, icon)) {
      return {
        fill: async () => picture(await readFile(new URL(icon, ICONS)), iconTypes[icon] as string),
        cached: cache,
      }
    }
    const file = kitFileAt(path)
    if (file) return { fill: kitFiles.fillOf(file), cached: shareImageCache }
    const [, folder, name = ''] = /^\/share\/(?:(\w+)\/)?([\w-]+)\.jpg$/.exec(path) ?? []
    if (folder !== undefined) {
      if (isKitResource(folder)) return { fill: kitFiles.formerly(folder, name), cached: null }
      if (!Object.hasOwn(ofItem, folder)) return null
      return { fill: ofItem[folder as keyof typeof ofItem](name), cached: shareImageCache }
    }
    return name === '' ? null : { fill: ofPage(name), cached: shareImageCache }
  }

  /** Answers GET and HEAD of `seoPaths`. */
  return async (request: Request): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const response = problemResponse('method-not-allowed')
      response.headers.set('Allow', 'GET, HEAD')
      return response
    }
    const url = new URL(request.url)
    const { pathname } = url
    if (pathname === OEMBED_PATH && siteUrl !== null) {
      const { name } = (await site.all()).identity
      return oEmbed(url, { siteUrl, name, content, shareKits })
    }
    const source = sourceOf(pathname)
    if (!source) return problemResponse('not-found')
    const made = await (source.cached ? source.cached.get(pathname, source.fill) : source.fill(UNTRACKED))
    return respond(made, request)
  }
}

const document = async (text: string, type: string): Promise<CachedResponse> => ({
  status: 200,
  headers: [...REVALIDATED, ['Content-Type', `${type}; charset=utf-8`], EMBEDDABLE],
  encoded: await encode(Buffer.from(text)),
})

/** Later ones end in a year that iCalendar cannot write. */
const LAST_DAY = '9999-12-30'

const toCalendarNight = (item: AnyEntity, version: number): CalendarNight => ({
  night: item as unknown as EntityOf<'events'>,
  slug: String(item.slug),
  version,
})

const picture = (bytes: Uint8Array, type: string): CachedResponse => ({
  status: 200,
  headers: [...REVALIDATED, ['Content-Type', type], EMBEDDABLE],
  encoded: asItIs(bytes),
})

const captionOf = ({ identity, look }: Site, right: string) => ({
  left: identity.name,
  right,
  accent: look.accent,
})

/** Titles of pages are 'its word · the club's name'. */
const wordOf = (title: string): string => title.split(' · ')[0] as string

const fileOf = ({ base }: Picture, width: number): string => `${base.slice('/media/'.length)}-${width}.jpg`

/** The smallest variant that is so wide, px. */
const widthFor = ({ widths, width }: Picture, least: number): number =>
  widths.find((each) => each >= least) ?? width
