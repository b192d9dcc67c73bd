/** What the routes of the site declare of their query keys, and the one address of each page. */
import type { ServerBuild } from 'react-router'
import type { QueryKeys } from '../../contract/query-keys.ts'

export type QueryKeysByPath = ReadonlyMap<string, QueryKeys>

interface Handle {
  query?: QueryKeys
}

/** @throws TypeError for a route whose path has parameters: its declaration would not be found */
export function declaredQueryKeys({ routes }: Pick<ServerBuild, 'routes'>): QueryKeysByPath {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    return route ? pathOf(route.parentId) + (route.path ? `/${route.path}` : '') : ''
  }
  const declared = new Map<string, QueryKeys>()
  for (const route of Object.values(routes)) {
    const { query } = (route?.module.handle ?? {}) as Handle
    if (!route || !query) continue
    const path = pathOf(route.id) || '/'
    if (/[:*?]/.test(path))
      throw new TypeError(`${path} declares query keys, which takes a path without parameters`)
    declared.set(path, query)
  }
  return declared
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
