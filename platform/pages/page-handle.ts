import type { HasMeta } from './meta.tsx'
import type { EntryName, RouteHandle } from './page-services.ts'

/** What a route declares in its `handle`, beside what React Router knows. */
export interface PageHandle extends HasMeta, RouteHandle {
  /** The client entry that hydrates the page. Without it React only renders the page, on the server. */
  entry?: EntryName
  /** The source of a lazy screen, whose files the page preloads. */
  module?: string
  /** The style sheets of the page, as texts. */
  styles?: string[]
  headers?: Record<string, string>
}
