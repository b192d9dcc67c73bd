/**
 * Renders a page to a complete text. It is not streamed, because the server has to hash, compress and cache the whole page.
 */
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  type RouteObject,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { ROOT_ID } from './club-settings.ts'
import { splitStyles } from './delivery/later-styles.tsx'
import { PageDelivery } from './delivery/page-delivery.ts'
import { addressContext, pageOptionsContext, readerContext } from './page-context.ts'
import type { PageHandle } from './page-route.tsx'
import type { PageServices, RenderPage } from './shared/page-services.ts'

/** Hides the messages of internal errors from visitors. Error responses that a route throws, such as a 404, are shown. */
const maskError = (error: unknown): unknown =>
  isRouteErrorResponse(error) || !import.meta.env.PROD ? error : new Error('Unexpected Server Error')

const withError = (context: StaticHandlerContext, error: unknown): StaticHandlerContext => ({
  ...context,
  statusCode: 500,
  errors: { [ROOT_ID]: maskError(error) },
})

export function createRenderer(routes: RouteObject[]): RenderPage {
  const { query, dataRoutes } = createStaticHandler(routes)

  /** Renders the matched page. @throws the error of a component */
  async function respond(
    request: Request,
    context: StaticHandlerContext,
    { nonce, assets, isFramed }: Pick<PageServices, 'nonce' | 'assets' | 'isFramed'>,
  ): Promise<Response> {
    const handles = context.matches.map(({ route }) => (route.handle ?? {}) as PageHandle)
    const headers = new Headers(Object.assign({}, ...handles.map((handle) => handle.headers)))
    headers.set('Content-Type', 'text/html; charset=utf-8')
    for (const own of Object.values(context.actionHeaders)) {
      const retryAfter = own.get('Retry-After')
      if (retryAfter !== null) headers.set('Retry-After', retryAfter)
    }
    const status = context.statusCode
    if (request.method === 'HEAD') return new Response(null, { status, headers })
    // Error pages get no entry, so they are not hydrated.
    const entry = context.errors ? undefined : handles.find((handle) => handle.entry)?.entry
    const module = handles.findLast((handle) => handle.module)?.module
    const { styles, later } = splitStyles(handles, isFramed)
    const delivery: PageDelivery = {
      enhance: assets.enhance,
      islands: assets.islands,
      preamble: assets.preamble,
      pencils: assets.pencils,
      screen: entry ? assets.screen(entry, module) : null,
      isEmbed: handles.some((handle) => handle.isEmbed),
      isPrivate: handles.some((handle) => handle.isPrivate),
      isRefusal: context.actionData !== null && status >= 400,
      styles,
      laterStyles: later?.path ?? null,
      nonce,
    }
    const router = createStaticRouter(dataRoutes, context)
    const { html, hasFailed } = await renderToText(
      <PageDelivery value={delivery}>
        <StaticRouterProvider router={router} context={context} hydrate={false} nonce={nonce} />
      </PageDelivery>,
      nonce,
    )
    return new Response(html, { status: hasFailed && status < 400 ? 500 : status, headers })
  }

  return async (request, services) => {
    const { onError } = services
    const requestContext = new RouterContextProvider()
    requestContext.set(readerContext, services.reader)
    requestContext.set(pageOptionsContext, services.pageOptions)
    requestContext.set(addressContext, services.address)
    try {
      const context = await query(request, { requestContext })
      if (context instanceof Response) return context
      for (const [id, error] of Object.entries(context.errors ?? {})) {
        if (!isRouteErrorResponse(error)) onError(error)
        context.errors = { ...context.errors, [id]: maskError(error) }
      }
      try {
        return await respond(request, context, services)
      } catch (error) {
        // A component threw an error, so the error page is rendered instead.
        onError(error)
        return await respond(request, withError(context, error), services)
      }
    } catch (error) {
      onError(error)
      const headers = { 'Content-Type': 'text/plain' }
      return new Response('Unexpected Server Error', { status: 500, headers })
    }
  }
}

function renderToText(page: React.ReactNode, nonce: string): Promise<{ html: string; hasFailed: boolean }> {
  return new Promise((resolve, reject) => {
    let hasFailed = false
    const { pipe } = renderToPipeableStream(page, {
      nonce: { script: nonce, style: nonce },
      onAllReady() {
        text(pipe(new PassThrough())).then((html) => resolve({ html, hasFailed }), reject)
      },
      onShellError: reject,
      onError(error) {
        hasFailed = true
        console.error(error)
      },
    })
  })
}
