/**
 * Renders a page to its whole HTML: it is hashed for the CSP, compressed and cached by the server, so there is nothing to
 * stream. The server takes the contexts from here: in development Vite has a copy of its own for the pages.
 */
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { failureContext, nonceContext } from './context.ts'
import { PageDelivery } from './page-delivery.ts'

export { failureContext, mailContext, nonceContext, readerContext, siteContext } from './context.ts'

/** Passes errors to the server, because React Router then replaces them in the page with a general message. */
export const handleError: HandleErrorFunction = (error, { context }) => context.get(failureContext)(error)

/** Not used for pages, which never stream; bounds what a `.data` answer may wait for. */
export const streamTimeout = 5_000

function render(page: React.ReactNode, nonce: string): Promise<{ html: string; failed: boolean }> {
  return new Promise((resolve, reject) => {
    let failed = false
    const { pipe } = renderToPipeableStream(page, {
      nonce: { script: nonce, style: nonce },
      onAllReady() {
        text(pipe(new PassThrough())).then((html) => resolve({ html, failed }), reject)
      },
      onShellError: reject,
      onError(error) {
        failed = true
        console.error(error)
      },
    })
  })
}

/** What a route module may say beside what React Router knows. `styles` is written by site/public-routes-plugin.ts. */
interface RouteModule {
  handle?: { hydrate?: boolean; isEmbed?: boolean }
  styles?: string[]
}

function deliveryOf({ staticHandlerContext, routeModules }: EntryContext): Omit<PageDelivery, 'nonce'> {
  const matched = staticHandlerContext.matches.map(({ route }) => routeModules[route.id] as RouteModule)
  if (matched.some((module) => module?.handle?.hydrate))
    return { hydrates: true, isEmbed: false, styles: null }
  const sheets = matched.flatMap((module) => module?.styles ?? [])
  const isEmbed = matched.some((module) => module?.handle?.isEmbed)
  return { hydrates: false, isEmbed, styles: [...new Set(sheets)].join('') }
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const nonce = context.get(nonceContext)
  const { html, failed } = await render(
    <PageDelivery value={{ ...deliveryOf(entry), nonce }}>
      <ServerRouter context={entry} url={request.url} nonce={nonce} />
    </PageDelivery>,
    nonce,
  )
  return new Response(html, { status: failed && status < 400 ? 500 : status, headers })
}
