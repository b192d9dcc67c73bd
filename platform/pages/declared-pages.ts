/** The pages that the site's routes declare, and the canonical path of each. */

import type { QueryKeys } from '../api/shared/query-keys.ts'
import { fold } from '../content/shared/titles.ts'
import type { PageRoute } from './page-services.ts'

export interface DeclaredPage {
  /** The path as its route declares it, with named parameters: `/fechas/:slug`. */
  route: string
  /** The canonical path. Every other spelling redirects to it. */
  path: string
  /** The decoded values of the parameters. */
  params: Record<string, string>
  query: QueryKeys
  /** Other sites may embed the page in a frame. */
  isEmbed: boolean
  /**
   * False when the server does not look up the parameters. A screen of the back office responds under any id, so the number of
   * its paths is unlimited and would evict all other pages from the cache.
   */
  isCacheable: boolean
  /** The page accepts a form by POST. */
  takesForms: boolean
}

export interface DeclaredPages {
  /** Finds the page of a path in any spelling. @returns null when there is no such page */
  find(path: string): DeclaredPage | null
}

/** For programs and tests without the site's routes: every path is a page and is its own canonical path. */
export const undeclaredPages: DeclaredPages = {
  find: (path) => ({
    route: path,
    path,
    params: {},
    query: {},
    isEmbed: false,
    isCacheable: true,
    takesForms: true,
  }),
}

type PageProperties = Omit<DeclaredPage, 'path' | 'params'>

/** Longer than any slug, even if its accents are separate characters. */
const SLUG_MAX = 250

/** Returns the canonical spelling of a parameter. null when no item can have such a value. */
const spellings: Record<string, (value: string) => string | null> = {
  // Like `slugOf` (platform/content/shared/slugs.ts): lower case, without accents.
  slug(value) {
    const slug = value.length > SLUG_MAX ? '' : fold(value)
    // Slugs contain no dot: a last segment of one or two dots would change the path.
    return slug === '' || slug.includes('.') ? null : slug
  },
  year: (value) => (/^[1-9]\d{0,3}$/.test(value) ? value : null),
}

/**
 * @throws TypeError for a route with query keys and a parameter in its path, because `find` could not return the keys
 * @throws TypeError for a route with an optional segment, which `find` does not support
 */
export function createDeclaredPages(routes: readonly PageRoute[]): DeclaredPages {
  const fixed = new Map<string, PageProperties>()
  const withParams: PageProperties[] = []
  for (const [path, route] of listRoutes(routes, '')) {
    const { query, isEmbed = false } = route.handle ?? {}
    const hasParams = /[:*?]/.test(path)
    if (query && hasParams)
      throw new TypeError(`${path} declares query keys, which takes a path without parameters`)
    // Matches every unknown path. The page handler redirects those.
    if (path === '/*') continue
    if (/[*?]/.test(path)) throw new TypeError(`${path} has an optional segment`)
    const isCacheable = !hasParams || route.loader !== undefined
    const takesForms = route.action !== undefined
    if (hasParams) {
      withParams.push({ route: path, query: {}, isEmbed, isCacheable, takesForms })
      continue
    }
    // A layout has the same path as its parent and its index page.
    const known = fixed.get(path.toLowerCase())
    fixed.set(path.toLowerCase(), {
      route: path,
      query: { ...known?.query, ...query },
      isEmbed: isEmbed || known?.isEmbed === true,
      isCacheable,
      takesForms: takesForms || known?.takesForms === true,
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

/** The routes of a tree, each with its full path. */
function listRoutes(routes: readonly PageRoute[], above: string): [path: string, route: PageRoute][] {
  return routes.flatMap((route) => {
    // React Router lets a child repeat the path of its parents.
    const path = route.path?.startsWith('/') ? route.path : above + (route.path ? `/${route.path}` : '')
    return [[path || '/', route] as [string, PageRoute], ...listRoutes(route.children ?? [], path)]
  })
}

const splitPath = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

/** Control characters and slashes. No page has them in a segment, and PostgreSQL rejects NUL in a query. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression rejects control characters
const FORBIDDEN_IN_PATHS = /[\0-\x1f\x7f/]/

/** @returns null for a path with more segments than any page, or with an escape that no page needs */
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

/** @param lowered the sent segments in lower case: fixed segments match in any case */
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

/** The page's URL with its declared query keys in their canonical spelling. All other keys are dropped. */
export function getPageUrl({ path, query }: Pick<DeclaredPage, 'path' | 'query'>, url: URL): URL {
  // The path is assigned, not resolved, because //other.example/news would resolve to another host.
  const address = new URL(url)
  address.pathname = path
  address.search = ''
  for (const [name, spell] of Object.entries(query)) {
    const value = url.searchParams.get(name)
    if (value !== null) address.searchParams.set(name, spell(value))
  }
  return address
}
