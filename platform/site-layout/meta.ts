/** The head of each page, for search engines and social networks. */
import type { MetaDescriptor } from 'react-router'
import { findClub, ROOT_ID } from '../pages/club-settings.ts'
import type { Head } from '../settings/shared/club-types.ts'
import { fillAllPlaceholders } from '../settings/shared/site-settings.ts'
import { type Language, languageOf, listAlternatePages, localizePath } from '../shared/languages.ts'
import { SHARE_IMAGE_SIZE } from '../shared/limits.ts'
import { FEED_PATH, OEMBED_PATH, pageImagePath } from '../shared/public-paths.ts'

/** The part of the meta arguments that this file reads. The arguments of every route contain it. */
export interface MetaArguments {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
  loaderData?: unknown
  location?: { pathname: string }
}

/** The language of the page. */
export const getPageLanguage: (route: MetaArguments) => Language = import.meta.env.SSR
  ? ({ location }) => languageOf(location?.pathname ?? '/')
  : () => 'es'

/** @returns null without SITE_URL. Then there are no absolute addresses */
export function getSiteUrl({ matches }: MetaArguments): string | null {
  const site = matches.find((match) => match?.id === ROOT_ID)?.loaderData as
    | { siteUrl: string | null }
    | undefined
  return site?.siteUrl ?? null
}

/** Length of a description in search results. Characters */
export const DESCRIPTION_MAX = 160

interface Description {
  title: string
  description: string
  /** Path of the share image. */
  image: string
  /** Instants (ISO 8601) of a page that is an article. */
  article?: { published: string; modified: string }
  /** True when the page exists in English and its main text is translated. */
  isInEnglish?: boolean | undefined
}

/** Locales in the format of Open Graph. */
const locales: Record<Language, string> = { es: 'es_AR', en: 'en_GB' }

/**
 * Title and description, Open Graph and X cards. With SITE_URL also the canonical address, the share image and the feed, which must
 * be absolute.
 * @param path of the page in Spanish. Search engines index the English page only when its main text is in English
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
    // X reads title and description from Open Graph. The large card needs a picture.
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

/** Links to the page in each language, and to the default one (`x-default`). @param path of the page in Spanish */
const languageLinks = (siteUrl: string, path: string): MetaDescriptor[] =>
  listAlternatePages(path).map(
    ([hrefLang, each]) => ({ tagName: 'link', rel: 'alternate', hrefLang, href: siteUrl + each }) as const,
  )

interface PageMetaOptions {
  /** The head of a page without a settings group. For other pages the loader returns it as `meta`. */
  shipped?: Head | Record<Language, Head>
  /** Returns true when the loaded data has an English version. Absent for pages that exist in Spanish only. */
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
      // Search engines must not index the 404 page. They may index /login and /register.
      ...(key === 'notFound' ? [{ name: 'robots', content: 'noindex' }] : []),
    ]
  }

/** A link to the content of the page for programs: a calendar or a feed. @param type its media type */
export function createAlternateLink(
  path: string,
  type: string,
  title: string,
  route: MetaArguments,
): MetaDescriptor[] {
  const siteUrl = getSiteUrl(route)
  return siteUrl === null ? [] : [{ tagName: 'link', rel: 'alternate', type, title, href: siteUrl + path }]
}

/** The oEmbed link, which other sites follow to show the page in a frame. */
export function createOEmbedLink(path: string, title: string, route: MetaArguments): MetaDescriptor[] {
  const siteUrl = getSiteUrl(route)
  if (siteUrl === null) return []
  const href = `${siteUrl}${OEMBED_PATH}?${new URLSearchParams({ url: siteUrl + path })}`
  return [{ tagName: 'link', rel: 'alternate', type: 'application/json+oembed', title, href }]
}
