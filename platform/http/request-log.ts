/**
 * What is known of a request besides its answer: an id, a line in the log, a place among the figures. Never its query, its
 * cookies or its body; and of where it came from, as /privacidad promises, a print that leads back to nobody.
 */
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { addressKey } from '../auth/server/rate-limit.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Env } from '../process/env.ts'
import type { Failures } from '../process/failures.ts'
import { isLogged, type Log, type LogLevel } from '../process/log.ts'
import { listedPages } from '../seo/site-pages.ts'
import { NEWS_ROUTE, PREVIEWS_PATH } from '../shared/public-addresses.ts'
import { createProxyTrust } from './client-address.ts'

/** What a proxy of ours may call a request; anything else could be a line of somebody's own in the log. */
const WELL_FORMED = /^[\w.-]{8,64}$/

/** Whoever is at the other end of the connection. Looked up only when it matters: sockets ask the system. */
export interface Peer {
  remoteAddress?: string | undefined
}

/** @returns the id of a request: what a proxy of ours calls it, else one of our own making */
export function createRequestIds(env: Pick<Env, 'trustProxy'>): (given: unknown, peer: Peer) => string {
  if (env.trustProxy === 0) return () => randomUUID()
  const isTrusted = createProxyTrust(env)
  return (given, { remoteAddress = '' }) =>
    typeof given === 'string' && WELL_FORMED.test(given) && isTrusted(remoteAddress) ? given : randomUUID()
}

export interface Ended {
  requestId: string
  method: string
  /** Its pattern. */
  route: string
  status: number
  milliseconds: number
  /** Sent, the head included; null: not known. */
  bytes: number | null
  /** The administrator's id. */
  user: string | null
  address: string
  /** Whoever asked was gone before the answer was whole. */
  cut: boolean
}

interface RequestsOptions {
  env: Pick<Env, 'trustProxy' | 'logLevel'>
  log: Log
  metrics: Metrics
  failures: Pick<Failures, 'note'>
}

/** Routes to which pages report visits and clicks, under any base path. */
const VISITS = /\/(?:visits|clicks)$/

/** Writes and refusals are worth a line; reading, of which there is a hundred times more, is counted. */
function levelOf({ method, route, status }: Ended): LogLevel {
  if (status >= 500) return 'warn'
  if ([401, 403, 429].includes(status)) return 'info'
  // As many as pages: a line each would say what /privacidad promises that nobody notes.
  if (VISITS.test(route)) return 'debug'
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? 'debug' : 'info'
}

export function createRequests({ env, log, metrics, failures }: RequestsOptions) {
  // Dies with the process: what was printed with it can be compared, and never be undone.
  const key = randomBytes(32)
  const printOf = (address: string) =>
    createHmac('sha256', key).update(addressKey(address)).digest('hex').slice(0, 12)

  return {
    idOf: createRequestIds(env),
    ended(request: Ended): void {
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
    },
  }
}

const pages = new Set<string>(listedPages.map(({ path }) => path))
const NEWS_PATH = new RegExp(`^${NEWS_ROUTE.replace(':title', '.+')}$`)

/** The pattern of a path of the site, of which there are few: somebody who makes up paths makes up no series. */
export function pageRoute(path: string): string {
  const bare = path.replace(/\/$/, '') || '/'
  if (pages.has(bare)) return bare
  if (NEWS_PATH.test(bare)) return NEWS_ROUTE
  if (bare.startsWith(PREVIEWS_PATH)) return `${PREVIEWS_PATH}:token`
  const [, first = ''] = bare.split('/')
  return ['admin', 'login', 'register', '404'].includes(first) ? `/${first}` : '/*'
}
