/** The services and data that the server passes to rendered pages. */

import type { ProblemDetails } from '../api/shared/problem-details.ts'
import type { QueryKeys } from '../api/shared/query-keys.ts'
import type { ServerReader } from '../content/shared/content-reader.ts'
import type { PublicationState } from '../content/shared/publication.ts'
import type { ContactMessage } from '../mail/contact-message.ts'

/** The note about the item on a preview page. */
export interface PreviewNote {
  /** The item's name within a sentence: «la novedad «Abrimos el patio»». */
  item: string
  state: PublicationState
  /** Expiry of the preview link. ms since 1970 */
  expiresAt: number
}

export interface PageServices {
  reader: ServerReader
  /**
   * `siteUrl`: the public origin without a trailing slash. null when SITE_URL is not set, and in previews, which have no
   * public URL. `preview`: null on all other pages.
   */
  pageOptions: { siteUrl: string | null; preview: PreviewNote | null }
  /**
   * Stores a contact message sent by a form without JavaScript. The request contains the sender's address, for the rate
   * limit. Returns null on success.
   */
  receiveMessage: (message: ContactMessage, request: Request) => Promise<ProblemDetails | null>
  /** Receives each error that a loader, an action or a component threw. */
  onError: (error: unknown) => void
  /** Marks the scripts and style elements that the renderer writes. The server removes the nonce from the page. */
  nonce: string
  assets: PageAssets
}

/** The client entries: platform/auth/account/account-entry.tsx and platform/admin-layout/admin-entry.tsx. */
export type EntryName = 'account' | 'admin'

/** Addresses of the files that a page of React's screens loads. */
export interface ScreenFiles {
  entry: string
  styles: string[]
  preloads: string[]
  /** Inline script that Fast Refresh needs before the entry, in development. */
  preamble?: string
}

export interface PageAssets {
  /** Address of the script of platform/site-layout/browser/main.ts. */
  enhance: string
  /** @param module the source of the matched lazy screen */
  screen(entry: EntryName, module: string | undefined): ScreenFiles
}

/** Renders a page, or returns its redirect. It does not throw: errors go to `failure`. */
export type RenderPage = (request: Request, services: PageServices) => Promise<Response>

/** The part of a route's `handle` that the server reads. */
export interface RouteHandle {
  query?: QueryKeys
  /** Other sites may show the page in a frame. */
  isEmbed?: boolean
}

/** The part of a route that the server reads. */
export interface PageRoute {
  path?: string | undefined
  handle?: RouteHandle
  loader?: unknown
  action?: unknown
  children?: readonly PageRoute[] | undefined
}

/** platform/pages/entry.server.tsx */
export interface AppModule {
  routes: readonly PageRoute[]
  renderPage: RenderPage
}
