/**
 * Request ids, the request log and the request metrics. They never contain the query, the cookies or the body of a request.
 * As /privacidad promises, the log contains only an anonymous hash of the address.
 */

import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Failures } from '../db/failures.ts'
import type { Env } from '../process/env.ts'
import { isLogged, type Log, type LogLevel } from '../process/log.ts'
import { createProxyTrust, type Peer } from './client-address.ts'
import type { Metrics } from './metrics/metrics.ts'
import { addressKey } from './rate-limit.ts'
import type { SentAnswer } from './unread-answers.ts'

/** Form of an id that a trusted proxy may give a request. Any other text could forge a line of the log. */
const WELL_FORMED = /^[\w.-]{8,64}$/

/** The connection of a request, as @hono/node-server passes it. It may be empty in tests. */
export interface Connection {
  // The properties are read only when needed, because reading the address is a system call.
  incoming?: {
    /** Path and query as they were sent. */
    url?: string | undefined
    socket: { remoteAddress?: string | undefined; bytesWritten?: number }
  }
  outgoing?: SentAnswer & { writableFinished: boolean }
}

/** The headers of a request. Names match in any case. */
export type RequestHeaders = Pick<Headers, 'get'>

/** Facts about a request that the routes find out, for the log. */
export interface Exchange {
  requestId: string
  peer: Peer
  /** Pattern of the route that answers, set by the routes. */
  route: string
  /** Id of the administrator who sent the request, set after the session lookup. */
  userId: string | null
}

/** Creates ids of requests. An id from a trusted proxy is kept. */
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
  /** Pattern of the route. */
  route: string
  status: number
  milliseconds: number
  /** Bytes of the answer with its headers. null when unknown */
  bytes: number | null
  /** Id of the administrator. */
  user: string | null
  address: string
  /** True when the client disconnected before the answer was complete. */
  cut: boolean
}

export interface RequestLogOptions {
  env: Pick<Env, 'trustProxy' | 'logLevel' | 'apiBase'>
  log: Log
  metrics: Metrics
  failures: Pick<Failures, 'note'>
  /** Returns the pattern of the page or document at a path of the site. */
  siteRoute(path: string): string
}

/** Matches the routes to which pages report visits and clicks, under any base path. */
const VISITS = /\/(?:visits|clicks)$/

/**
 * Returns the level of a request's log line. Writes and refusals have info. Reads, which are a hundred times as frequent,
 * have debug.
 */
function chooseLevel({ method, route, status }: EndedRequest): LogLevel {
  if (status >= 500) return 'warn'
  if ([401, 403, 429].includes(status)) return 'info'
  // Visits are as frequent as pages. A line at info would record what /privacidad promises not to record.
  if (VISITS.test(route)) return 'debug'
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? 'debug' : 'info'
}

export function createRequestLog({ env, log, metrics, failures, siteRoute }: RequestLogOptions) {
  // The key exists only in this process, so hashes can be compared with each other but not reversed later.
  const key = randomBytes(32)
  const getPrint = (address: string) =>
    createHmac('sha256', key).update(addressKey(address)).digest('hex').slice(0, 12)
  const isHitLogged = isLogged('debug', env.logLevel)

  function record(request: EndedRequest): void {
    const { requestId, method, route, status, milliseconds, bytes, user, address, cut } = request
    metrics.request(method, route, status, milliseconds / 1000)
    failures.note(status)
    const level = chooseLevel(request)
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
        ...(level === 'info' && { from: getPrint(address) }),
        ...(cut && { cut }),
      },
      'request',
    )
  }

  /** Returns the route of a cached answer for the metrics: its path or pattern. */
  function cachedRoute(address: string): string {
    const path = address.split('?')[0] as string
    const folder = /^\/(?:share|icons|media|assets)\//.exec(path)?.[0]
    if (folder) return `${folder}*`
    return path.startsWith(`${env.apiBase}/`) ? path : siteRoute(path)
  }

  return {
    idOf: createRequestIds(env),

    /**
     * Starts the clock of a request that goes through the routes.
     * @returns a function that records the request, when its answer was sent or the client has disconnected
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

    /**
     * Counts a request that the cache answered. Its log line is written only at level debug, because a line costs as much
     * as the answer.
     */
    answeredFromCache({ requestId, method, address, status }: CacheHit): void {
      const route = () => cachedRoute(address)
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
