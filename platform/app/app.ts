/** Connects all routes behind the request chain: API, files, counted links, documents and pages. */
import { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { routePath } from 'hono/route'
import { SHIPPED_PICTURES } from '../../club/defaults.ts'
import { createProblemPages } from '../api/server/problem-pages.ts'
import { type Caller, type Route, run } from '../api/server/route.ts'
import { sessionCookie, tokenFrom } from '../auth/server/sessions.ts'
import { needsSession } from '../auth/shared/policy.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { assetHandler } from '../http/assets.ts'
import { cookieFrom } from '../http/cookies.ts'
import type { CountedLink } from '../http/counted-link.ts'
import { busyPage, errorPage, RETRY_SECONDS, unavailablePage } from '../http/error-pages.ts'
import { corsHeaders, isForeign } from '../http/origin.ts'
import { problemResponse } from '../http/problem-response.ts'
import { type Bindings, createRequestChain, type RequestChain } from '../http/request-chain.ts'
import type { RequestLogOptions } from '../http/request-log.ts'
import type { UnreadAnswers } from '../http/unread-answers.ts'
import type { Sender, WorkGate } from '../http/work-gate.ts'
import { createMediaHandler } from '../media/server/media-handler.ts'
import type { MediaStore } from '../media/server/store.ts'
import type { Env } from '../process/env.ts'
import { isDiskFull, isUnavailable } from '../process/unavailable.ts'
import { WorkRefused } from '../process/work-refused.ts'
import { seoPaths } from '../seo/seo.ts'
import { pageRoute, siteRoute } from '../seo/site-route.ts'
import { serveDefaultPicture } from '../settings/server/default-pictures.ts'
import { getLanguage } from '../shared/languages.ts'
import { type ApiServices, apiTable } from './table.ts'

export interface AppServices extends ApiServices, Omit<RequestLogOptions, 'env' | 'siteRoute'> {
  env: Env
  store: MediaStore
  /** Cache for pages and documents. null in development, where all caches are off */
  pageCache: ResponseCache | null
  /** Cache for media and built assets. */
  fileCache: ResponseCache | null
  gate: WorkGate
  unread: UnreadAnswers
  /** Renders pages. */
  pageHandler(request: Request, sender: Sender): Promise<Response>
  /** True when the address of the page contains a secret. */
  isPrivatePage(path: string): Promise<boolean>
  /** API routes of features and operations. */
  routes: readonly Route[]
  /** Paths that count a click and then redirect, such as ticket links. */
  countedLinks: readonly CountedLink[]
  /** Answers `seoPaths`: feeds, calendars, the sitemap and other documents for programs. */
  documentHandler(request: Request, sender: Sender): Promise<Response>
  /** Folder of the built assets. null in development, where Vite serves them */
  assets: string | null
}

type HttpEnv = { Bindings: Bindings }
type HttpContext = Context<HttpEnv>
type App = Hono<HttpEnv>

/** Health routes that deploy/ and the Dockerfile call. */
const CHECKS = ['/live', '/health', '/health/club']

const compressed = compress({ contentTypeFilter: /^application\/json/ })

/** @returns also the API table, with which tests compare answers */
export function createApp(services: AppServices): RequestChain & { table: Route[] } {
  const { env, log, metrics, failures, pageCache, answerCache, fileCache, unread } = services
  const table = apiTable(services, services.routes)
  const chain = createRequestChain({
    env,
    log,
    metrics,
    failures,
    caches: pageCache &&
      answerCache &&
      fileCache && { pages: pageCache, answers: answerCache, files: fileCache },
    routes: createRoutes(services, table).fetch,
    siteRoute,
    unread,
  })
  return { ...chain, table }
}

/** Creates all routes. A request is matched against them in this order. */
function createRoutes(services: AppServices, table: Route[]): App {
  const { env } = services
  const base = apiMount(env.apiBase)
  const app: App = new Hono<HttpEnv>(base.options)
  app.use(async (c, next) => {
    await next()
    c.env.exchange.route = getRoute(c)
  })
  // Refuses writes that come from pages of other sites.
  app.use(async (c, next) => {
    const request = c.req.raw
    if (!isForeign(request, env, c.env.exchange.peer.tls)) return next()
    // A form of a page with `no-referrer` has `Origin: null` (Fetch §3.1), and browsers send no Sec-Fetch-Site without https.
    // The address of a private page is itself the permission, so another site cannot misuse a cookie there.
    const isOwnForm =
      request.headers.get('Origin') === 'null' &&
      (await services.isPrivatePage(new URL(request.url).pathname))
    return isOwnForm ? next() : problemResponse('foreign-origin')
  })
  addApi(app, base.path, services, table)
  const problemPage = createProblemPages(table, env.apiBase)
  app.get('/problems/:id', (c) => problemPage(c.req.param('id')))
  addFiles(app, services)
  for (const link of services.countedLinks) addCountedLink(app, link, services)
  for (const path of seoPaths)
    app.all(path, (c) => services.documentHandler(c.req.raw, getSender(c, services)))
  app.all('*', (c) => services.pageHandler(c.req.raw, getSender(c, services)))
  app.onError((error, c) => respondToError(error, c, base.path, services))
  return app
}

/** Returns the sender of a request for the gate. Administrators are known by their session. */
function getSender(c: HttpContext, { sessions }: Pick<AppServices, 'sessions'>): Sender {
  const request = c.req.raw
  const { address, https } = c.env.exchange.peer
  return {
    address,
    signal: request.signal,
    async isKnown() {
      const token = tokenFrom(request, { secure: https })
      return token !== null && (await sessions.find(token)) !== null
    },
  }
}

function addApi(app: App, base: string, services: AppServices, table: Route[]): void {
  const { env } = services
  app.use(`${base}/*`, async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(corsHeaders(c.req.raw, env))) c.res.headers.append(name, value)
  })
  // Compresses JSON that is not cached. Responses do not contain the URL of their request, so the compressed length cannot
  // reveal secrets (BREACH).
  app.use(`${base}/*`, async (c, next) => {
    await next()
    if (c.req.method === 'GET' && !c.res.headers.has('ETag')) await compressed(c, async () => {})
  })
  for (const route of table) app.on(route.method, base + route.path, (c) => runRoute(c, route, services))
  if (base !== '/api') {
    // Proxies, containers, scripts and the club's own programs call these routes under /api, independent of VITE_API_BASE.
    for (const route of table.filter(({ path }) => CHECKS.includes(path)))
      app.on(route.method, `/api${route.path}`, (c) => runRoute(c, route, services))
  }
  for (const [path, allowed] of methodsByPath(table)) {
    app.all(base + path, (c) => {
      const isOptions = c.req.method === 'OPTIONS'
      const response = isOptions ? new Response(null, { status: 204 }) : problemResponse('method-not-allowed')
      response.headers.set('Allow', allowed.join(', '))
      return response
    })
  }
  app.all(`${base}/*`, () => problemResponse('unknown-path'))
  app.all(base, () => problemResponse('unknown-path'))
}

function addFiles(app: App, services: AppServices): void {
  const { store, assets, fileCache, gate } = services
  app.all(`${SHIPPED_PICTURES}*`, (c) => serveDefaultPicture(c.req.raw))
  const media = createMediaHandler({ store, cache: fileCache })
  app.all('/media/*', (c) => gate.run('file', getSender(c, services), () => media(c.req.raw)))
  if (assets === null) return
  const asset = assetHandler({ folder: assets, cache: fileCache })
  app.all('/assets/*', (c) => gate.run('file', getSender(c, services), () => asset(c.req.raw)))
}

function addCountedLink(app: App, { route, follow }: CountedLink, services: AppServices): void {
  const { gate, sessions } = services
  app.all(route, async (c) => {
    const request = c.req.raw
    const { address, https } = c.env.exchange.peer
    const token = tokenFrom(request, { secure: https })
    const session = token === null ? null : await sessions.find(token)
    const from = { address, headers: request.headers, isAdministrator: session !== null }
    const response = await gate.run('lookup', getSender(c, services), () => follow(request, from))
    if (token !== null && session?.renewed)
      response.headers.append('Set-Cookie', sessionCookie(token, { secure: https }))
    return response
  })
}

async function runRoute(
  c: HttpContext,
  route: Route,
  services: Pick<AppServices, 'env' | 'sessions' | 'gate'>,
): Promise<Response> {
  const { env, sessions, gate } = services
  if (route.byToken && !hasPlainPath(c)) return problemResponse('unknown-path')
  const request = c.req.raw
  const { exchange } = c.env
  const { peer } = exchange
  const caller: Caller = {
    ...peer,
    token: tokenFrom(request, { secure: peer.https }),
    cookie: (name, path) => cookieFrom(request, name, { secure: peer.https, ...(path && { path }) }),
    user: null,
    userAgent: request.headers.get('User-Agent'),
    owesSecondFactor: false,
  }
  let renewed = false
  // A read with the same answer for everyone needs no session, so it costs no session query.
  if (caller.token && (needsSession(route.access) || route.knowsSession || route.method !== 'GET')) {
    const session = await sessions.find(caller.token)
    caller.user = session?.user ?? null
    exchange.userId = caller.user?.id ?? null
    caller.owesSecondFactor = env.require2fa && session?.user.totpAt === null
    renewed = session?.renewed ?? false
  }
  const incoming: unknown = c.env.incoming
  const url = new URL(request.url)
  const context = { request, url, params: c.req.param(), caller, gate, sender: getSender(c, services) }
  const response = await run(route, context, incoming instanceof Readable ? incoming : undefined)
  if (renewed && caller.token && !response.headers.has('Set-Cookie')) {
    response.headers.append('Set-Cookie', sessionCookie(caller.token, { secure: peer.https }))
  }
  return response
}

/**
 * True when the path was sent in its one plain spelling. A proxy that blocks a path compares it as it was sent, but the URL
 * parser resolves dot segments and removes fragments, and Hono decodes percent-encoded characters.
 */
function hasPlainPath(c: HttpContext): boolean {
  const sent = c.env.incoming?.url?.split('?', 1)[0]
  return sent === undefined || (sent === new URL(c.req.url).pathname && !sent.includes('%'))
}

function getRoute(c: HttpContext): string {
  const route = routePath(c)
  return route === '*' || route === '/*' ? pageRoute(c.req.path) : route
}

function respondToError(error: unknown, c: HttpContext, base: string, { log }: Pick<AppServices, 'log'>) {
  const { requestId } = c.env.exchange
  const isApi = /^\/media\//.test(c.req.path) || c.req.path.startsWith(`${base}/`)
  if (error instanceof WorkRefused) {
    const { status, retryAfter } = error
    return isApi
      ? problemResponse(status === 429 ? 'too-many-attempts' : 'unavailable', { retryAfter })
      : busyPage(status, getLanguage(c.req.path), retryAfter)
  }
  log.error({ error, requestId, method: c.req.method, route: getRoute(c) }, 'request failed')
  if (isApi) {
    if (isDiskFull(error)) return problemResponse('storage-full', { requestId })
    if (isUnavailable(error)) return problemResponse('unavailable', { requestId, retryAfter: RETRY_SECONDS })
    return problemResponse('unexpected', { requestId })
  }
  return isUnavailable(error) ? unavailablePage(getLanguage(c.req.path), requestId) : errorPage(requestId)
}

/**
 * Returns the path of the API. An absolute VITE_API_BASE names a sibling host, whose requests reach this server too. They
 * are recognised by their Host header and mapped to /api.
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
