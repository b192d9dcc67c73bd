/** What the server gives the pages that it renders. */

import type { ProblemDetails } from '../api/shared/problem-details.ts'
import type { QueryKeys } from '../api/shared/query-keys.ts'
import type { ServerReader } from '../content/shared/content-reader.ts'
import type { State } from '../content/shared/publication.ts'
import type { ContactMessage } from '../mail/contact-message.ts'

/** What a preview says of the item that it shows. */
export interface PreviewNote {
  /** What people call it, in a sentence: «la novedad «Abrimos el patio»». */
  item: string
  state: State
  /** When its address ends, ms since 1970. */
  expiresAt: number
}

export interface PageServices {
  reader: ServerReader
  /**
   * `siteUrl`: the public origin without a slash at its end; null when SITE_URL is not set, and in previews, which have no
   * public address. `preview`: null for all other pages.
   */
  pageOptions: { siteUrl: string | null; preview: PreviewNote | null }
  /**
   * Takes a contact message sent as a plain form, without JavaScript. The request tells the sender's address, for the
   * rate limit. null: stored.
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

/** What a route declares for the server. */
export interface RouteHandle {
  query?: QueryKeys
  /** Other sites may show the page in a frame. */
  isEmbed?: boolean
}

/** A route of the site, as far as the server reads it. */
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
