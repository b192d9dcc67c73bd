/**
 * Request ids, the request log and the request metrics. They never contain the query, the cookies or the body of a request.
 * As /privacidad promises, the log contains only an anonymous hash of the address.
 */

import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { addressKey } from '../auth/server/rate-limit.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Env } from '../process/env.ts'
import type { Failures } from '../process/failures.ts'
import { isLogged, type Log, type LogLevel } from '../process/log.ts'
import { findSeoRoute } from '../seo/seo.ts'
import { listedPages } from '../seo/site-pages.ts'
import { NEWS_ROUTE, PREVIEWS_PATH } from '../shared/public-paths.ts'
import { createProxyTrust, type Peer } from './client-address.ts'

/** The form of an id that a trusted proxy may give a request. Any other text could forge a line of the log. */
const WELL_FORMED = /^[\w.-]{8,64}$/

/** The connection of a request, as @hono/node-server passes it. In tests it may be empty. */
export interface Connection {
  // Read only when needed, because sockets query the system for the address.
  incoming?: {
    socket: { remoteAddress?: string | undefined; bytesWritten?: number }
  }
  outgoing?: { writableFinished: boolean; once(event: 'close', listener: () => void): unknown }
}

/** The headers of a request, by their names in any case. */
export type RequestHeaders = Pick<Headers, 'get'>

/** A request on its way through the routes. */
export interface Exchange {
  requestId: string
  peer: Peer
  /** The pattern of the route that answers. The routes set it. */
  route: string
  /** The administrator who sent the request. The routes set it after the session lookup. */
  userId: string | null
}

/** @returns the id of a request: the one that a trusted proxy gave it, else a new one */
function createRequestIds(
  env: Pick<Env, 'trustProxy'>,
): (headers: RequestHeaders, connection: Connection) => string {
  if (env.trustProxy === 0) return () => randomUUID()
  const isTrusted = createProxyTrust(env)
  return (headers, { incoming }) => {
    const given = headers.get('X-Request-Id')
    const isWellFormed = given !== null && WELL_FORMED.test(given)
    return isWellFormed && isTrusted(incoming?.socket.remoteAddress ?? '') ? given : randomUUID()
  }
}

interface EndedRequest {
  requestId: string
  method: string
  /** Its pattern. */
  route: string
  status: number
  milliseconds: number
  /** Sent, with the head. null when unknown. */
  bytes: number | null
  /** The administrator's id. */
  user: string | null
  address: string
  /** The client disconnected before the answer was complete. */
  cut: boolean
}

export interface RequestLogOptions {
  env: Pick<Env, 'trustProxy' | 'logLevel' | 'apiBase'>
  log: Log
  metrics: Metrics
  failures: Pick<Failures, 'note'>
}

/** Routes to which pages report visits and clicks, under any base path. */
const VISITS = /\/(?:visits|clicks)$/

/** Writes and refusals have a line at info. Reads, of which there are a hundred times more, only at debug. */
function levelOf({ method, route, status }: EndedRequest): LogLevel {
  if (status >= 500) return 'warn'
  if ([401, 403, 429].includes(status)) return 'info'
  // As frequent as pages. A line at info would record what /privacidad promises not to record.
  if (VISITS.test(route)) return 'debug'
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? 'debug' : 'info'
}

export function createRequestLog({ env, log, metrics, failures }: RequestLogOptions) {
  // Exists only in this process, so that hashes can be compared but not reversed later.
  const key = randomBytes(32)
  const printOf = (address: string) =>
    createHmac('sha256', key).update(addressKey(address)).digest('hex').slice(0, 12)
  const isHitLogged = isLogged('debug', env.logLevel)

  function record(request: EndedRequest): void {
    const { requestId, method, route, status, milliseconds, bytes, user, address, cut } = request
    metrics.request(method, route, status, milliseconds / 1000)
    failures.note(status)
    const level = levelOf(request)
    if (!isLogged(level, env.logLevel)) return
    log[level](
      {
        requestId,
        method,
        route,
        status,
        ms: Math.round(milliseconds * 10) / 10,
        ...(bytes !== null && { bytes }),
        ...(user !== null && { user }),
        ...(level === 'info' && { from: printOf(address) }),
        ...(cut && { cut }),
      },
      'request',
    )
  }

  return {
    idOf: createRequestIds(env),

    /**
     * Starts the clock of a request that goes through the routes. @returns records the request once its answer was sent or
     * the client has disconnected
     */
    start(method: string, { incoming, outgoing }: Connection) {
      const from = performance.now()
      const socket = incoming?.socket
      const sentBefore = socket?.bytesWritten ?? 0
      return ({ requestId, peer, route, userId }: Exchange, status: number): void => {
        const end = () =>
          record({
            requestId,
            method,
            route,
            status,
            milliseconds: performance.now() - from,
            bytes: socket?.bytesWritten === undefined ? null : socket.bytesWritten - sentBefore,
            user: userId,
            address: peer.address,
            cut: outgoing !== undefined && !outgoing.writableFinished,
          })
        if (outgoing) outgoing.once('close', end)
        else end()
      }
    },

    /** Counts a request that the cache answered. A line in the log would cost as much as the answer. */
    answeredFromCache({ requestId, method, address, status }: CacheHit): void {
      const route = () => cachedRoute(address, env.apiBase)
      metrics.cachedResponse(method, route, status)
      if (isHitLogged) log.debug({ requestId, method, route: route() }, 'answered from memory')
    },
  }
}

interface CacheHit {
  requestId: string
  method: string
  /** Path and query. */
  address: string
  status: number
}

/** The route of a cached answer: its path or pattern. */
function cachedRoute(address: string, apiBase: string): string {
  const path = address.split('?')[0] as string
  const folder = /^\/(?:share|icons|media|assets)\//.exec(path)?.[0]
  if (folder) return `${folder}*`
  return path.startsWith(`${apiBase}/`) ? path : (findSeoRoute(path) ?? pageRoute(path))
}

const pages = new Set<string>(listedPages.map(({ path }) => path))
const NEWS_PATH = new RegExp(`^${NEWS_ROUTE.replace(':title', '.+')}$`)

/** The pattern of a path of the site. Patterns are few, so that invented paths create no new series of metrics. */
export function pageRoute(path: string): string {
  const bare = path.replace(/\/$/, '') || '/'
  if (pages.has(bare)) return bare
  if (NEWS_PATH.test(bare)) return NEWS_ROUTE
  if (bare.startsWith(PREVIEWS_PATH)) return `${PREVIEWS_PATH}:token`
  const [, first = ''] = bare.split('/')
  return ['admin', 'login', 'register', '404'].includes(first) ? `/${first}` : '/*'
}
