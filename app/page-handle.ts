import type { EntryName } from '../contract/page-services.ts'
import type { QueryKeys } from '../contract/query-keys.ts'
import type { HasMeta } from './meta.tsx'

/** What a route declares in its `handle`, beside what React Router knows. */
export interface PageHandle extends HasMeta {
  query?: QueryKeys
  /** Other sites may show the page in a frame. */
  isEmbed?: boolean
  /** The client entry that hydrates the page. Without it React only renders the page, on the server. */
  entry?: EntryName
  /** The source of a lazy screen, whose files the page preloads. */
  module?: string
  /** The style sheets of the page, as texts. */
  styles?: string[]
  headers?: Record<string, string>
}
