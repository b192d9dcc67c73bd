/** Finds the page for a path among the routes of the site, and its canonical path. */

import type { QueryKeys } from '../api/shared/query-keys.ts'
import type { Work } from '../api/shared/work.ts'
import type { PageRoute } from '../pages/shared/page-services.ts'
import { ANONYMOUS_BODY_MAX_BYTES } from '../shared/limits.ts'
import { foldAddress } from '../shared/text/fold.ts'

export interface DeclaredPage {
  /** Path pattern of the route, such as `/fechas/:slug`. */
  route: string
  /** The canonical path. Other spellings of the path redirect to it. */
  path: string
  /** Decoded values of the parameters, by name. */
  params: Record<string, string>
  query: QueryKeys
  /** True when other sites may show the page in a frame. */
  isEmbed: boolean
  /** True when the address of the page contains a secret. */
  isPrivate: boolean
  /**
   * False for a private page, and for a page with parameters and without a loader, such as an edit screen of the back office.
   * The latter responds to any id, so an unlimited number of its cached copies would evict all other pages.
   */
  isCacheable: boolean
  /** True when the page accepts forms by POST. */
  takesForms: boolean
  /** Upper limit of a form. Bytes */
  formMaxBytes: number
  /** The kind of work that rendering the page is for the gate. */
  work: Work
}

export interface DeclaredPages {
  /** Finds the page at a path. @param path in any spelling @returns null when there is no such page */
  find(path: string): DeclaredPage | null
}

/** Treats every path as a page. For programs and tests that do not load the site's routes. */
export const undeclaredPages: DeclaredPages = {
  find: (path) => ({
    route: path,
    path,
    params: {},
    query: {},
    isEmbed: false,
    isPrivate: false,
    isCacheable: true,
    takesForms: true,
    formMaxBytes: ANONYMOUS_BODY_MAX_BYTES,
    work: 'page',
  }),
}

type PageProperties = Omit<DeclaredPage, 'path' | 'params'>

/** Limit of characters in a slug. Every slug is shorter, also when its accents are separate characters. */
const SLUG_MAX = 250

/** Functions by parameter name. They return the canonical spelling of a value, or null when no item can have this value. */
const spellings: Record<string, (value: string) => string | null> = {
  // Slugs are in lower case and without accents (platform/content/shared/slugs.ts).
  slug(value) {
    const slug = value.length > SLUG_MAX ? '' : foldAddress(value)
    // Slugs contain no dots. A segment of one or two dots would also change the path.
    return slug === '' || slug.includes('.') ? null : slug
  },
  year: (value) => (/^[1-9]\d{0,3}$/.test(value) ? value : null),
}

/**
 * Creates the search.
 * @throws TypeError for a route that has both query keys and a parameter in its path, or an optional segment, because
 * `find` does not support them
 */
export function createDeclaredPages(routes: readonly PageRoute[]): DeclaredPages {
  const fixed = new Map<string, PageProperties>()
  const withParams: PageProperties[] = []
  for (const [path, route] of listRoutes(routes, '')) {
    const { query, isEmbed = false, isPrivate = false } = route.handle ?? {}
    const { formMaxBytes = ANONYMOUS_BODY_MAX_BYTES } = route.handle ?? {}
    const hasParams = /[:*?]/.test(path)
    if (query && hasParams)
      throw new TypeError(`${path} declares query keys, which takes a path without parameters`)
    // `/*` matches every unknown path. The page handler redirects unknown paths itself.
    if (path === '/*') continue
    if (/[*?]/.test(path)) throw new TypeError(`${path} has an optional segment`)
    const isCacheable = !isPrivate && (!hasParams || route.loader !== undefined)
    const takesForms = route.action !== undefined
    const { work = isCacheable || isPrivate ? 'page' : 'form' } = route.handle ?? {}
    if (hasParams) {
      const page = { route: path, query: {}, isEmbed, isPrivate, isCacheable, takesForms, formMaxBytes, work }
      withParams.push(page)
      continue
    }
    // A layout route and its index page have the same path, so their properties are merged.
    const known = fixed.get(path.toLowerCase())
    fixed.set(path.toLowerCase(), {
      route: path,
      query: { ...known?.query, ...query },
      isEmbed: isEmbed || known?.isEmbed === true,
      isPrivate: isPrivate || known?.isPrivate === true,
      isCacheable,
      takesForms: takesForms || known?.takesForms === true,
      formMaxBytes: Math.max(formMaxBytes, known?.formMaxBytes ?? 0),
      work,
    })
  }
  const patterns = withParams.map((page) => ({ page, segments: splitPath(page.route) }))
  const segmentsMax = Math.max(
    ...[...fixed.keys(), ...withParams.map(({ route }) => route)].map((route) => splitPath(route).length),
  )

  return {
    find(path) {
      const sent = decodeSegments(path, segmentsMax)
      if (!sent) return null
      const lowered = sent.map((segment) => segment.toLowerCase())
      const page = fixed.get(`/${lowered.join('/')}`)
      if (page) return { ...page, path: page.route, params: {} }
      for (const { page, segments } of patterns) {
        const found = matchSegments(segments, sent, lowered)
        if (found) return { ...page, ...found }
      }
      return null
    },
  }
}

/** Lists all routes of a tree with their full paths. */
function listRoutes(routes: readonly PageRoute[], above: string): [path: string, route: PageRoute][] {
  return routes.flatMap((route) => {
    // In React Router the path of a child may be absolute, and then repeats the path of its parents.
    const path = route.path?.startsWith('/') ? route.path : above + (route.path ? `/${route.path}` : '')
    return [[path || '/', route] as [string, PageRoute], ...listRoutes(route.children ?? [], path)]
  })
}

const splitPath = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

/** Control characters and slashes are refused, because no page has them in a segment, and PostgreSQL rejects NUL in a query. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression rejects control characters
const FORBIDDEN_IN_PATHS = /[\0-\x1f\x7f/]/

/** Splits and decodes a path. null for a path with too many segments, an invalid escape or a forbidden character */
function decodeSegments(path: string, segmentsMax: number): string[] | null {
  const segments = splitPath(path)
  if (segments.length > segmentsMax) return null
  try {
    const decoded = segments.map(decodeURIComponent)
    return decoded.some((segment) => FORBIDDEN_IN_PATHS.test(segment)) ? null : decoded
  } catch {
    return null
  }
}

/**
 * Compares the segments of a path with those of a route.
 * @param lowered the sent segments in lower case. Fixed segments match in any case, but values of parameters keep theirs
 */
function matchSegments(
  segments: string[],
  sent: string[],
  lowered: string[],
): Pick<DeclaredPage, 'path' | 'params'> | null {
  if (segments.length !== sent.length) return null
  const params: Record<string, string> = {}
  let path = ''
  for (const [index, segment] of segments.entries()) {
    if (!segment.startsWith(':')) {
      if (lowered[index] !== segment.toLowerCase()) return null
      path += `/${segment}`
      continue
    }
    const name = segment.slice(1)
    const value = sent[index] as string
    const spell = spellings[name]
    const spelled = spell ? spell(value) : value
    if (spelled === null) return null
    params[name] = spelled
    path += `/${encodeURIComponent(spelled)}`
  }
  return { path, params }
}

/** Builds the canonical URL. Query keys that the page does not declare are dropped. */
export function getPageUrl({ path, query }: Pick<DeclaredPage, 'path' | 'query'>, url: URL): URL {
  // The path is assigned and not resolved, because `//other.example/news` would resolve to another host.
  const address = new URL(url)
  address.pathname = path
  address.search = ''
  for (const [name, spell] of Object.entries(query)) {
    const value = url.searchParams.get(name)
    if (value !== null) address.searchParams.set(name, spell(value))
  }
  return address
}
