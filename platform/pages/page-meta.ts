/** Creates the elements of the document head that search engines and social networks read. */
import type { MetaDescriptor } from 'react-router'
import type { Head } from '../settings/shared/club-types.ts'
import { fillAllPlaceholders } from '../settings/shared/site-settings.ts'
import { getLanguage, type Language, listAlternatePages, localizePath } from '../shared/languages.ts'
import { SHARE_IMAGE_SIZE } from '../shared/limits.ts'
import { FEED_PATH, OEMBED_PATH, pageImagePath } from '../shared/public-paths.ts'
import { findClub, ROOT_ID } from './club-settings.ts'

/** The arguments of `meta` that this file reads. */
export interface MetaArguments {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
  loaderData?: unknown
  location?: { pathname: string }
}

export const getPageLanguage: (route: MetaArguments) => Language = import.meta.env.SSR
  ? ({ location }) => getLanguage(location?.pathname ?? '/')
  : () => 'es'

/** @returns null without SITE_URL. Then no absolute URLs can be written */
export function getSiteUrl({ matches }: MetaArguments): string | null {
  const site = matches.find((match) => match?.id === ROOT_ID)?.loaderData as
    | { siteUrl: string | null }
    | undefined
  return site?.siteUrl ?? null
}

/** Search results show about this number of characters of a description. */
export const DESCRIPTION_MAX = 160

interface Description {
  title: string
  description: string
  /** Path of the share image. */
  image: string
  /** Set when the page is an article. ISO 8601 */
  article?: { published: string; modified: string }
  /** True when the page exists in English, with a translated main text. */
  isInEnglish?: boolean | undefined
}

/** Locales in the format that Open Graph requires. */
const locales: Record<Language, string> = { es: 'es_AR', en: 'en_GB' }

/**
 * Creates title, description, and the data for Open Graph and X cards. Canonical URL, share image and feed must be absolute, so
 * they need SITE_URL.
 * @param path path of the Spanish page. It is also canonical for the English page, while the main text is not translated
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
    // The large card needs a picture, which only has a URL with SITE_URL. X reads title and description from Open Graph.
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

/** Creates links to the page in each language and to the default one (`x-default`). @param path path of the Spanish page */
const languageLinks = (siteUrl: string, path: string): MetaDescriptor[] =>
  listAlternatePages(path).map(
    ([hrefLang, each]) => ({ tagName: 'link', rel: 'alternate', hrefLang, href: siteUrl + each }) as const,
  )

interface PageMetaOptions {
  /** Title and description of a page without settings. For other pages, the loader returns them as `meta`. */
  shipped?: Head | Record<Language, Head>
  /** Returns true when the main text is in English. Not set for pages that exist only in Spanish. */
  isInEnglish?: (loaderData: never) => boolean
}

/** Creates the `meta` function of a page. @param key key of the page @param path path of the Spanish page */
export const createPageMeta =
  (key: string, path: string, { shipped, isInEnglish }: PageMetaOptions = {}) =>
  (route: MetaArguments): MetaDescriptor[] => {
    const ships =
      import.meta.env.SSR && shipped && 'es' in shipped ? shipped[getPageLanguage(route)] : (shipped as Head)
    const head = ships ?? (route.loaderData as { meta: Head } | undefined)?.meta
    if (!head) return []
    const filledHead = fillAllPlaceholders(head, findClub(route).identity)
    return [
      ...createMeta(
        {
          ...filledHead,
          image: pageImagePath(key),
          isInEnglish: isInEnglish?.(route.loaderData as never),
        },
        path,
        route,
      ),
      // Only the 404 page must not be indexed. /login and /register may be.
      ...(key === 'notFound' ? [{ name: 'robots', content: 'noindex' }] : []),
    ]
  }

/** Creates a link to the content of the page in a format for programs, such as a calendar or a feed. @param type media type */
export function createAlternateLink(
  path: string,
  type: string,
  title: string,
  route: MetaArguments,
): MetaDescriptor[] {
  const siteUrl = getSiteUrl(route)
  return siteUrl === null ? [] : [{ tagName: 'link', rel: 'alternate', type, title, href: siteUrl + path }]
}

/** Creates the oEmbed link. Other sites follow it to show the page in a frame. */
export function createOEmbedLink(path: string, title: string, route: MetaArguments): MetaDescriptor[] {
  const siteUrl = getSiteUrl(route)
  if (siteUrl === null) return []
  const href = `${siteUrl}${OEMBED_PATH}?${new URLSearchParams({ url: siteUrl + path })}`
  return [{ tagName: 'link', rel: 'alternate', type: 'application/json+oembed', title, href }]
}
