/** The head of each page: what search engines and social networks read of it. */
import type { MetaDescriptor } from 'react-router'
import { findClub, ROOT_ID } from '../pages/club-settings.ts'
import type { Head } from '../settings/shared/club-types.ts'
import { fillAllPlaceholders } from '../settings/shared/site-settings.ts'
import { type Language, languageOf, listAlternatePages, localizePath } from '../shared/languages.ts'
import { SHARE_IMAGE_SIZE } from '../shared/limits.ts'
import { FEED_PATH, OEMBED_PATH, pageImagePath } from '../shared/public-paths.ts'

/** The part of a route's meta arguments that is read here; every route's own type has it. */
export interface MetaArguments {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
  loaderData?: unknown
  location?: { pathname: string }
}

/** The language of the page. */
export const getPageLanguage: (route: MetaArguments) => Language = import.meta.env.SSR
  ? ({ location }) => languageOf(location?.pathname ?? '/')
  : () => 'es'

/** null: SITE_URL is not set, so there is no absolute address to give. */
export function getSiteUrl({ matches }: MetaArguments): string | null {
  const site = matches.find((match) => match?.id === ROOT_ID)?.loaderData as
    | { siteUrl: string | null }
    | undefined
  return site?.siteUrl ?? null
}

/** What search engines show of a description, characters. */
export const DESCRIPTION_MAX = 160

interface Description {
  title: string
  description: string
  /** Path of the share image. */
  image: string
  /** Instants (ISO 8601) of a page that is an article. */
  article?: { published: string; modified: string }
  /** Whether its main text is said in English, on a page that there is in English. */
  isInEnglish?: boolean | undefined
}

/** As Open Graph writes them. */
const locales: Record<Language, string> = { es: 'es_AR', en: 'en_GB' }

/**
 * Title and description, Open Graph and X cards; and where the site knows its origin, what has to be absolute: the one
 * address of the page, its share image and the feed.
 * @param path of the page in Spanish. The one in English is to be found if its main text is in English; else the Spanish one is.
 */
export function createMeta(page: Description, path: string, route: MetaArguments): MetaDescriptor[] {
  const { title, description, image, article, isInEnglish = false } = page
  const isInBoth = import.meta.env.SSR && isInEnglish
  const own = isInBoth ? localizePath(getPageLanguage(route), path) : path
  const siteUrl = getSiteUrl(route)
  const { name } = findClub(route).identity
  const property = (name: string, content: string): MetaDescriptor => ({ property: name, content })
  return [
    { title },
    { name: 'description', content: description },
    property('og:title', title),
    property('og:description', description),
    property('og:type', article ? 'article' : 'website'),
    property('og:locale', import.meta.env.SSR ? locales[getPageLanguage(route)] : 'es_AR'),
    property('og:site_name', name),
    ...(article
      ? [
          property('article:published_time', article.published),
          property('article:modified_time', article.modified),
        ]
      : []),
    // X takes title and description from Open Graph; its large card is for a page that has a picture.
    { name: 'twitter:card', content: siteUrl ? 'summary_large_image' : 'summary' },
    ...(siteUrl
      ? [
          { tagName: 'link', rel: 'canonical', href: siteUrl + own } as const,
          ...(isInBoth ? languageLinks(siteUrl, path) : []),
          {
            tagName: 'link',
            rel: 'alternate',
            type: 'application/rss+xml',
            title: `Novedades · ${name}`,
            href: siteUrl + FEED_PATH,
          } as const,
          property('og:url', siteUrl + own),
          property('og:image', siteUrl + image),
          property('og:image:type', 'image/jpeg'),
          property('og:image:width', String(SHARE_IMAGE_SIZE.width)),
          property('og:image:height', String(SHARE_IMAGE_SIZE.height)),
          property('og:image:alt', title),
        ]
      : []),
  ]
}

/** The same page in each language, and the one for everybody else. @param path of the page in Spanish */
const languageLinks = (siteUrl: string, path: string): MetaDescriptor[] =>
  listAlternatePages(path).map(
    ([hrefLang, each]) => ({ tagName: 'link', rel: 'alternate', hrefLang, href: siteUrl + each }) as const,
  )

interface PageMetaOptions {
  /** Its head, where no group has it: else the page's loader gives it as `meta`. */
  shipped?: Head | Record<Language, Head>
  /** Of a page that there is in English. */
  isInEnglish?: (loaderData: never) => boolean
}

/** The `meta` of a page. */
export const createPageMeta =
  (key: string, path: string, { shipped, isInEnglish }: PageMetaOptions = {}) =>
  (route: MetaArguments): MetaDescriptor[] => {
    const ships =
      import.meta.env.SSR && shipped && 'es' in shipped ? shipped[getPageLanguage(route)] : (shipped as Head)
    const head = ships ?? (route.loaderData as { meta: Head } | undefined)?.meta
    if (!head) return []
    const said = fillAllPlaceholders(head, findClub(route).identity)
    return [
      ...createMeta(
        {
          ...said,
          image: pageImagePath(key),
          isInEnglish: isInEnglish?.(route.loaderData as never),
        },
        path,
        route,
      ),
      // An address that means nothing is not to be found. /login and /register may be, though nothing leads there.
      ...(key === 'notFound' ? [{ name: 'robots', content: 'noindex' }] : []),
    ]
  }

/** Where programs find what the page tells: a calendar, a feed. @param type its media type */
export function createAlternateLink(
  path: string,
  type: string,
  title: string,
  route: MetaArguments,
): MetaDescriptor[] {
  const siteUrl = getSiteUrl(route)
  return siteUrl === null ? [] : [{ tagName: 'link', rel: 'alternate', type, title, href: siteUrl + path }]
}

/** Where other sites learn how to show the page in a frame. */
export function createOEmbedLink(path: string, title: string, route: MetaArguments): MetaDescriptor[] {
  const siteUrl = getSiteUrl(route)
  if (siteUrl === null) return []
  const href = `${siteUrl}${OEMBED_PATH}?${new URLSearchParams({ url: siteUrl + path })}`
  return [{ tagName: 'link', rel: 'alternate', type: 'application/json+oembed', title, href }]
}
