/**
 * Renders a page to its whole HTML: it is buffered, hashed for the CSP, compressed and cached by the server, so there
 * is nothing to stream. The server takes the contexts from here: in development Vite has a copy of its own for the pages.
 */
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { postponed } from './postponed.ts'

export { mailContext, readerContext, siteContext } from './context.ts'

/** Not used for pages, which never stream; bounds what a `.data` answer may wait for. */
export const streamTimeout = 5_000

function renderWhole(request: Request, entry: EntryContext): Promise<{ html: string; failed: boolean }> {
  return new Promise((resolve, reject) => {
    let failed = false
    const { pipe } = renderToPipeableStream(<ServerRouter context={entry} url={request.url} />, {
      onAllReady() {
        const whole = new PassThrough()
        pipe(whole)
        text(whole).then((html) => resolve({ html, failed }), reject)
      },
      onShellError: reject,
      onError(error) {
        failed = true
        console.error(error)
      },
    })
  })
}

/** Whether the page can do without the framework at first: a route that cannot says so by its `handle`. */
const canWait = ({ staticHandlerContext, routeModules }: EntryContext): boolean =>
  staticHandlerContext.matches.every(({ route }) => {
    const handle = routeModules[route.id]?.handle as { framework?: 'at once' } | undefined
    return handle?.framework !== 'at once'
  })

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { html, failed } = await renderWhole(request, entry)
  // Vite's own client, with what it replaces as one saves, starts in its own way.
  const page = import.meta.env.PROD && canWait(entry) ? postponed(html) : html
  return new Response(page, { status: failed && status < 400 ? 500 : status, headers })
}
