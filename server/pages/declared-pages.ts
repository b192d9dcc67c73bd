/** What the routes of the site declare of their paths and query keys, and the one address of each page. */
import type { ServerBuild } from 'react-router'
import type { QueryKeys } from '../../contract/query-keys.ts'

type QueryKeysByPath = ReadonlyMap<string, QueryKeys>

export interface DeclaredPages {
  queryKeys: QueryKeysByPath
  /**
   * Whether a path is spelled as its route declares it. React Router also takes other capitals, escapes that are not
   * needed and a slash at the end: every page has spellings without number. Nor is a parameter that nothing here looks
   * up, as in the back office, whose pages are the same for any id.
   */
  isCanonical(path: string): boolean
  /** Paths of the pages that other sites may frame. */
  embeds: ReadonlySet<string>
}

/** Where nobody asks for pages. */
export const noPages: DeclaredPages = {
  queryKeys: new Map(),
  isCanonical: () => true,
  embeds: new Set(),
}

interface Handle {
  query?: QueryKeys
  isEmbed?: boolean
}

/** @throws TypeError for a route with query keys whose path has parameters: its declaration would not be found */
export function declaredPages({ routes }: Pick<ServerBuild, 'routes'>): DeclaredPages {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    return route ? pathOf(route.parentId) + (route.path ? `/${route.path.replace(/^\//, '')}` : '') : ''
  }
  const queryKeys = new Map<string, QueryKeys>()
  const fixed = new Set<string>()
  const patterns: RegExp[] = []
  const embeds = new Set<string>()
  for (const route of Object.values(routes)) {
    if (!route) continue
    const path = pathOf(route.id) || '/'
    if (!/[:*?]/.test(path)) fixed.add(path)
    else if (!/[*?]/.test(path) && route.module.loader) patterns.push(patternOf(path))
    const { query, isEmbed } = (route.module.handle ?? {}) as Handle
    if (isEmbed) embeds.add(path)
    if (!query) continue
    if (!fixed.has(path))
      throw new TypeError(`${path} declares query keys, which takes a path without parameters`)
    queryKeys.set(path, query)
  }
  const hasCanonicalParams = (path: string) =>
    patterns.some((pattern) => pattern.exec(path)?.slice(1).every(isCanonicalParam))
  return { queryKeys, isCanonical: (path) => fixed.has(path) || hasCanonicalParams(path), embeds }
}

/** Matches the paths that a path with `:name` stands for. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.+()]/g, String.raw`\$&`).replace(/:\w+/g, '([^/]+)')}$`)

/** As `encodeURIComponent` writes it, which links of ours do. */
function isCanonicalParam(param: string): boolean {
  try {
    return encodeURIComponent(decodeURIComponent(param)) === param
  } catch {
    return false
  }
}

/** The address of the page that `url` asks for: on the same host, with the declared keys in their one spelling. */
export function pageAddress(url: URL, declared: QueryKeysByPath): URL {
  // Not resolved from its path: that of //other.example/news would be another host.
  const address = new URL(url)
  address.search = ''
  for (const [name, spell] of Object.entries(declared.get(url.pathname) ?? {})) {
    const value = url.searchParams.get(name)
    if (value !== null) address.searchParams.set(name, spell(value))
  }
  return address
}
