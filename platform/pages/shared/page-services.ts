/** The services and data that the server passes to rendered pages. */

import type { QueryKeys } from '../../api/shared/query-keys.ts'
import type { Work } from '../../api/shared/work.ts'
import type { PublicationState } from '../../content/shared/publication.ts'
import type { Reader } from './reader.ts'

/** The note about the item on a preview page. */
export interface PreviewNote {
  /** Name of the item with its kind, such as «la novedad «Abrimos el patio»». */
  item: string
  state: PublicationState
  /** Time at which the preview link expires. ms since 1970 */
  expiresAt: number
}

export interface PageServices {
  reader: Reader
  /**
   * `siteUrl` is the public origin without a trailing slash. It is null when SITE_URL is not set, and in previews, because
   * they have no public URL. `preview` is null on pages that are not previews.
   */
  pageOptions: { siteUrl: string | null; preview: PreviewNote | null }
  /** True for a page in the frame beside a form, which loads no files: its head has all styles. */
  isFramed: boolean
  /** IP address of the visitor, for rate limits of forms and private pages. '' for pages that are cached */
  address: string
  /** Called with each error that a loader, an action or a component throws. */
  onError: (error: unknown) => void
  /** Set on the scripts and style elements that the renderer writes. The page handler replaces it with hashes. */
  nonce: string
  assets: PageAssets
}

/** The client entries are platform/app/account-entry.tsx and platform/app/admin-entry.tsx. */
export type EntryName = 'account' | 'admin'

/** URLs of the files that a page loads when React also runs in the browser. */
export interface ScreenFiles {
  entry: string
  styles: string[]
  preloads: string[]
}

export interface PageAssets {
  /** URL of the bundle of platform/app/public-entry.ts. */
  enhance: string
  /** URL of the bundle of platform/app/islands-entry.tsx, which the script of public pages imports. */
  islands: string
  /** Inline script that Fast Refresh needs before other scripts. Only set in development. */
  preamble?: string
  /** URL of the bundle of platform/app/pencils/field-pencils.ts. */
  pencils: string
  /** Returns the files of a screen. @param module source file of the lazy screen that the route matched */
  screen(entry: EntryName, module: string | undefined): ScreenFiles
}

/** Renders a page, or returns its redirect. It passes errors to `onError` instead of throwing them. */
export type RenderPage = (request: Request, services: PageServices) => Promise<Response>

/** The part of a route's `handle` that the server reads. */
export interface RouteHandle {
  query?: QueryKeys
  /** True when other sites may show the page in a frame. */
  isEmbed?: boolean
  /**
   * True when the address of the page contains a secret. Its answers are never stored, indexed or sent as a referrer. Its
   * visits are not counted.
   */
  isPrivate?: boolean
  /** Upper limit of the page's form. The default is ANONYMOUS_BODY_MAX_BYTES. Bytes */
  formMaxBytes?: number
  /** The kind of work that rendering the page is for the gate. The default is `page`, and `form` for forms and edit screens. */
  work?: Work
}

/** The part of a route that the server reads. */
export interface PageRoute {
  path?: string | undefined
  handle?: RouteHandle
  loader?: unknown
  action?: unknown
  children?: readonly PageRoute[] | undefined
}

/** The exports of platform/app/entry.server.tsx. */
export interface AppModule {
  routes: readonly PageRoute[]
  renderPage: RenderPage
}
