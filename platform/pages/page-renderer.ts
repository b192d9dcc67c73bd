/** Calls the renderer of the build (render-page.tsx) with the services of the server. */

import type { Outcome } from '../api/shared/outcome.ts'
import { type ProblemDetails, problemDetails } from '../api/shared/problems.ts'
import { isUnavailable } from '../http/unavailable.ts'
import type { Env } from '../process/env.ts'
import type { Render } from './page-handler.ts'
import type { PageAssets, RenderPage } from './page-services.ts'

/** Stores the messages of visitors. */
export interface ContactReceiver {
  /** Stores a message. @param address IP address of the sender, for the rate limit */
  receive(message: unknown, address: string): Promise<Outcome<unknown>>
}

interface PageRendererOptions {
  /** Loads the renderer. Called for each request, because modules change in development. */
  load(): Promise<{ renderPage: RenderPage }>
  assets: PageAssets
  env: Pick<Env, 'siteUrl'>
  contactMessages: ContactReceiver
}

/**
 * Creates a renderer. When the database or the media store is unavailable, the renderer throws, so that the HTTP layer
 * sends a 503. For other errors it renders the error page of the site.
 */
export function createPageRenderer({ load, assets, env, contactMessages }: PageRendererOptions): Render {
  return async (request, reader, { address, nonce, preview = null }) => {
    const { renderPage } = await load()
    let retryAfter: number | undefined
    let outage: unknown
    const response = await renderPage(request, {
      nonce,
      reader,
      assets,
      pageOptions: { siteUrl: preview ? null : env.siteUrl, preview },
      async receiveMessage(message): Promise<ProblemDetails | null> {
        const outcome = await contactMessages.receive(message, address)
        if (outcome.ok) return null
        retryAfter = outcome.extras?.retryAfter
        return problemDetails(outcome.problem, outcome.extras)
      },
      onError(error) {
        if (isUnavailable(error)) outage = error
        else if (!request.signal.aborted) console.error(error)
      },
    })
    if (outage !== undefined) throw outage
    if (retryAfter !== undefined) response.headers.set('Retry-After', String(retryAfter))
    return response
  }
}
