/** The HTTP stack: what happens to a request, in the order in which it happens. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { routePath } from 'hono/route'
import { SHIPPED_PICTURES } from '../../club/defaults.ts'
import { type Caller, type Route, run } from '../api/server/route.ts'
import type { ApiServices } from '../api/server/services.ts'
import { apiTable } from '../api/server/table.ts'
import { needsSession } from '../auth/policy.ts'
import { sessionCookie, tokenFrom } from '../auth/server/sessions.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { mediaHandler } from '../media/server/handler.ts'
import type { MediaStore } from '../media/server/store.ts'
import type { Env } from '../process/env.ts'
import type { Log } from '../process/log.ts'
import { seoPaths } from '../seo/seo.ts'
import { languageOf } from '../shared/languages.ts'
import { assetHandler } from './assets.ts'
import { errorPage, RETRY_SECONDS, unavailablePage } from './bare-page.ts'
import { createCallerReader } from './client-address.ts'
import { cookieFrom } from './cookies.ts'
import type { CountedLink } from './counted-link.ts'
import { corsHeaders, isForeign } from './origin.ts'
import { problemResponse } from './problem-response.ts'
import { type createRequests, pageRoute } from './request-log.ts'
import { missingHeaders, securityHeaders } from './security-headers.ts'
import { shippedPicture } from './shipped-pictures.ts'
import { isDiskFull, isUnavailable } from './unavailable.ts'

export interface AppServices extends ApiServices {
  env: Env
  log: Log
  store: MediaStore
  /** Media and built assets. null in development: nothing is cached. */
  fileCache: ResponseCache | null
  requests: ReturnType<typeof createRequests>
  /** Pages; `address` is the visitor's. */
  site(request: Request, address: string): Promise<Response>
  /** API routes of features and operations. */
  routes: readonly Route[]
  /** Addresses that redirect after counting the visitor. */
  countedLinks: readonly CountedLink[]
  /** What programs ask for beside pages: `seoPaths`. */
  seo(request: Request): Promise<Response>
  /** The folder of built assets, or null: in development Vite serves them. */
  assets: string | null
}

/** What @hono/node-server gives beside a request. Tests, which push requests straight in, have none. */
interface Bindings {
  incoming?: { socket: { remoteAddress?: string } & Partial<Pick<Socket, 'bytesWritten'>> }
  outgoing?: Pick<ServerResponse, 'once' | 'writableFinished'>
}

interface Variables {
  requestId: string
  /** The administrator who asks, once that is known. */
  userId: string
}

type HttpContext = Context<{ Bindings: Bindings; Variables: Variables }>

/** Routes that deploy/ and the Dockerfile use. */
const CHECKS = ['/live', '/health']

const compressed = compress({ contentTypeFilter: /^application\/json/ })

export function createApp(services: AppServices) {
  const { env, log, sessions, requests } = services
  const base = apiMount(env.apiBase)
  const readCaller = createCallerReader(env)
  const always = securityHeaders(env)
  const app = new Hono<{ Bindings: Bindings; Variables: Variables }>(base.options)

  const peerOf = (c: HttpContext) =>
    readCaller(c.req.raw.headers, c.env?.incoming?.socket.remoteAddress ?? '127.0.0.1')
  const routeOf = (c: HttpContext) => {
    const route = routePath(c)
    return route === '*' || route === '/*' ? pageRoute(c.req.path) : route
  }

  // Every answer: an id that the log knows too, and the headers that bound what a browser may do with it.
  app.use(async (c, next) => {
    c.set('requestId', requests.idOf(c.req.header('X-Request-Id'), c.env?.incoming?.socket ?? {}))
    const logRequest = timeRequest(c)
    await next()
    logRequest()
    for (const [name, value] of missingHeaders((name) => c.res.headers.get(name), always))
      c.res.headers.set(name, value)
    c.res.headers.set('X-Request-Id', c.get('requestId'))
  })

  // Writes that another site's page makes.
  app.use(async (c, next) =>
    isForeign(c.req.raw, env, peerOf(c).tls) ? problemResponse('foreign-origin') : next(),
  )

  app.use(`${base.path}/*`, async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(corsHeaders(c.req.raw, env))) c.res.headers.append(name, value)
  })
  // What is one person's own is not cached, and so not compressed yet. No answer says back what its address says: there is
  // nothing to learn from how long it is (BREACH).
  app.use(`${base.path}/*`, async (c, next) => {
    await next()
    if (c.req.method === 'GET' && !c.res.headers.has('ETag')) await compressed(c, async () => {})
  })
  const table = apiTable(services, services.routes)
  for (const route of table) app.on(route.method, base.path + route.path, (c) => runRoute(c, route))
  if (base.path !== '/api') {
    // Proxies, containers, scripts and the program's own commands use /api, independent of VITE_API_BASE.
    for (const route of table.filter(({ path }) => CHECKS.includes(path)))
      app.on(route.method, `/api${route.path}`, (c) => runRoute(c, route))
  }
  const methods = methodsByPath(table)
  for (const [path, allowed] of methods) {
    app.all(base.path + path, (c) => {
      const isOptions = c.req.method === 'OPTIONS'
      const response = isOptions ? new Response(null, { status: 204 }) : problemResponse('method-not-allowed')
      response.headers.set('Allow', allowed.join(', '))
      return response
    })
  }
  app.all(`${base.path}/*`, () => problemResponse('unknown-path'))
  app.all(base.path, () => problemResponse('unknown-path'))

  app.all(`${SHIPPED_PICTURES}*`, (c) => shippedPicture(c.req.raw))

  const media = mediaHandler({ store: services.store, cache: services.fileCache })
  app.all('/media/*', (c) => media(c.req.raw))

  if (services.assets) {
    const assets = assetHandler({ folder: services.assets, cache: services.fileCache })
    app.all('/assets/*', (c) => assets(c.req.raw))
  }

  for (const { route, follow } of services.countedLinks)
    app.all(route, async (c) => {
      const request = c.req.raw
      const { address, https } = peerOf(c)
      const token = tokenFrom(request, { secure: https })
      const session = token === null ? null : await sessions.find(token)
      const from = { address, headers: request.headers, isAdministrator: session !== null }
      const response = await follow(request, from)
      if (token !== null && session?.renewed)
        response.headers.append('Set-Cookie', sessionCookie(token, { secure: https }))
      return response
    })

  for (const path of seoPaths) app.all(path, (c) => services.seo(c.req.raw))

  app.all('*', (c) => services.site(c.req.raw, peerOf(c).address))

  app.onError((error, c) => {
    const requestId = c.get('requestId')
    log.error({ error, requestId, method: c.req.method, route: routeOf(c) }, 'request failed')
    if (/^\/media\//.test(c.req.path) || c.req.path.startsWith(`${base.path}/`)) {
      if (isDiskFull(error)) return problemResponse('storage-full', { requestId })
      if (isUnavailable(error))
        return problemResponse('unavailable', { requestId, retryAfter: RETRY_SECONDS })
      return problemResponse('unexpected', { requestId })
    }
    return isUnavailable(error) ? unavailablePage(languageOf(c.req.path), requestId) : errorPage(requestId)
  })

  /** Starts the clock. @returns what tells of the request, once its answer was sent or whoever asked has gone */
  function timeRequest(c: HttpContext): () => void {
    const from = performance.now()
    const { incoming, outgoing } = c.env ?? {}
    const socket = incoming?.socket
    const sentBefore = socket?.bytesWritten ?? 0
    const { method } = c.req
    return () => {
      const { status } = c.res
      const route = routeOf(c)
      const record = () =>
        requests.ended({
          requestId: c.get('requestId'),
          method,
          route,
          status,
          milliseconds: performance.now() - from,
          bytes: socket?.bytesWritten === undefined ? null : socket.bytesWritten - sentBefore,
          user: c.get('userId') ?? null,
          address: peerOf(c).address,
          cut: outgoing !== undefined && !outgoing.writableFinished,
        })
      if (outgoing) outgoing.once('close', record)
      else record()
    }
  }

  async function runRoute(c: HttpContext, route: Route): Promise<Response> {
    const request = c.req.raw
    const peer = peerOf(c)
    const caller: Caller = {
      ...peer,
      token: tokenFrom(request, { secure: peer.https }),
      cookie: (name) => cookieFrom(request, name, { secure: peer.https }),
      user: null,
      userAgent: request.headers.get('User-Agent'),
      owesSecondFactor: false,
    }
    let renewed = false
    // Reading what is the same for everybody asks nobody who they are.
    if (caller.token && (needsSession(route.access) || route.knowsSession || route.method !== 'GET')) {
      const session = await sessions.find(caller.token)
      caller.user = session?.user ?? null
      if (caller.user) c.set('userId', caller.user.id)
      caller.owesSecondFactor = env.require2fa && session?.user.totpAt === null
      renewed = session?.renewed ?? false
    }
    const incoming: unknown = c.env?.incoming
    const context = { request, url: new URL(request.url), params: c.req.param(), caller }
    const response = await run(route, context, incoming instanceof Readable ? incoming : undefined)
    if (renewed && caller.token && !response.headers.has('Set-Cookie')) {
      response.headers.append('Set-Cookie', sessionCookie(caller.token, { secure: peer.https }))
    }
    return response
  }

  return app
}

/**
 * Where the API is mounted. A base that is an absolute URL belongs to a sibling host that this server answers too: its
 * requests are told by their Host and put under /api.
 */
function apiMount(apiBase: string) {
  if (!URL.canParse(apiBase)) return { path: apiBase, options: {} }
  const { host, pathname } = new URL(apiBase)
  const prefix = pathname.replace(/\/$/, '')
  return {
    path: '/api',
    options: {
      getPath(request: Request) {
        const url = new URL(request.url)
        if (url.host !== host || !`${url.pathname}/`.startsWith(`${prefix}/`)) return url.pathname
        return `/api${url.pathname.slice(prefix.length)}`
      },
    },
  }
}

function methodsByPath(table: Route[]): Map<string, string[]> {
  const methods = new Map<string, string[]>()
  for (const { path, method } of table) {
    const known = methods.get(path) ?? ['OPTIONS']
    methods.set(path, [...known, ...(method === 'GET' ? ['GET', 'HEAD'] : [method])])
  }
  return methods
}
