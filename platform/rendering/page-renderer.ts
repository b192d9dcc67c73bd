/** Calls the renderer of the build (render-page.tsx) with the services of the server. */

import type { PageAssets, RenderPage } from '../pages/shared/page-services.ts'
import type { Env } from '../process/env.ts'
import { isUnavailable } from '../process/unavailable.ts'
import type { Render } from './page-handler.ts'

interface PageRendererOptions {
  /** Loads the renderer. Called for each request, because modules change in development. */
  load(): Promise<{ renderPage: RenderPage }>
  assets: PageAssets
  env: Pick<Env, 'siteUrl'>
}

/**
 * Creates a renderer. When the database or the media store is unavailable, the renderer throws, so that the HTTP layer
 * sends a 503. For other errors it renders the error page of the site.
 */
export function createPageRenderer({ load, assets, env }: PageRendererOptions): Render {
  return async (request, reader, { address, nonce, preview = null, isFramed = false }) => {
    const { renderPage } = await load()
    let outage: unknown
    const response = await renderPage(request, {
      nonce,
      reader,
      assets,
      pageOptions: { siteUrl: preview ? null : env.siteUrl, preview },
      isFramed,
      address,
      onError(error) {
        if (isUnavailable(error)) outage = error
        else if (!request.signal.aborted) console.error(error)
      },
    })
    if (outage !== undefined) throw outage
    return response
  }
}
