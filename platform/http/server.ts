/**
 * The HTTP server: limits of connections and time, and responses to bytes that are no valid request. node:http parses
 * strictly (RFC 9112), and rejects requests that two servers could read in two ways.
 */
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ProblemId } from '../api/shared/problems.ts'
import type { Env } from '../process/env.ts'
import { createAddressLimit } from './address-limit.ts'
import { problemResponse } from './problem-response.ts'
import { securityHeaders } from './security-headers.ts'

/** Time limit for the headers of a request, from its first byte or from the start of the connection. ms */
const HEADERS_MS = 20_000
/** Time limit for a whole request. It is enough for 18 MB at 220 kbit/s, or a film at 310 kbit/s. ms */
const REQUEST_MS = 660_000
/**
 * Interval at which Node checks both limits. With its default of 30 s, headers could take more than twice their limit. ms
 */
const CHECK_INTERVAL_MS = 5_000
/** Time that an idle connection stays open after a response. ms */
const KEEP_ALIVE_MS = 65_000
/**
 * Time that a connection stays open without traffic during a response, for example when a client stops reading a picture.
 * ms
 */
const STALLED_MS = 300_000
/** Limit of request line and headers together. The session cookie has 60 bytes. Bytes */
const HEADERS_MAX_BYTES = 16 * 1024
/** Limit of open connections. Each takes 10 to 20 kB. */
const CONNECTIONS_MAX = 16_000
/** Largest share of the process's open files that may be connections. The database and the media files need the rest. */
const CONNECTIONS_SHARE = 0.75
/**
 * Limit of connections from one address when there is no proxy. It is enough for a school, but less than all connections.
 */
const CONNECTIONS_PER_ADDRESS = 500

interface ConnectionLimits {
  perAddress?: number
  /** True for keys of addresses without a limit. The default exempts this machine. */
  isExempt?: (key: string) => boolean
}

export function createHttpServer(
  env: Pick<Env, 'siteUrl' | 'trustProxy'>,
  bounds: ConnectionLimits = {},
): Server {
  const server = createServer({
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: HEADERS_MAX_BYTES,
    // Node's own rejection lacks the security headers, so `requireOneHost` rejects such requests instead.
    requireHostHeader: false,
  })
  server.timeout = STALLED_MS
  server.maxConnections = Math.min(CONNECTIONS_MAX, Math.floor(openFilesMax() * CONNECTIONS_SHARE))
  // Behind a proxy all connections have the proxy's address, so the limit is off. The proxy has its own limits.
  if (env.trustProxy === 0) limitPerAddress(server, bounds)
  const headers = securityHeaders(env)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    rejectMalformed(error, socket as Socket, headers),
  )
  // A server may ignore an unknown expectation (RFC 9110 §10.1.1). Node's own rejection would lack the security headers.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('checkContinue', (request, response) => {
    // A pipelined response has no socket yet, and Node would write `100 Continue` between its head and its body. Servers
    // may omit `100 Continue` (RFC 9110 §10.1.1). Node then closes the connection after that response, as the RFC requires.
    if (response.socket !== null) response.writeContinue()
    server.emit('request', request, response)
  })
  return server
}

/** Passes the requests of a server from `createHttpServer` to `listener`. */
export function attachListener(listener: RequestListener, server: Server, env: Pick<Env, 'siteUrl'>): Server {
  return server.on('request', requireOneHost(listener, env))
}

function limitPerAddress(
  server: Server,
  { perAddress = CONNECTIONS_PER_ADDRESS, isExempt }: ConnectionLimits,
): void {
  const enter = createAddressLimit(perAddress, isExempt)
  server.on('connection', (socket) => {
    const leave = enter(socket.remoteAddress ?? null)
    if (leave) socket.once('close', leave)
    else socket.destroy()
  })
}

/** Returns how many files the process may open. Connections count as files. */
function openFilesMax(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit)
  } catch {
    // The file exists only on Linux. Other systems have no limit here.
    return Number.POSITIVE_INFINITY
  }
}

/** Error codes of llhttp and Node that have a status of their own. All other errors get a 400. */
const PARSER_PROBLEMS: Record<string, ProblemId> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too-slow',
}

/**
 * Answers bytes that are no valid request. It closes the connection, because nobody knows where the next request starts.
 */
function rejectMalformed(error: NodeJS.ErrnoException, socket: Socket, always: [string, string][]): void {
  // Node's own handler does the same: it never writes into a response that has begun.
  const answer = (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage
  if (!socket.writable || answer?.headersSent || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const response = problemResponse(PARSER_PROBLEMS[error.code ?? ''] ?? 'unreadable')
  response.text().then((body) => {
    const lines = [
      `HTTP/1.1 ${response.status} Refused`,
      ...[...response.headers, ...always].map(([name, value]) => `${name}: ${value}`),
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ]
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
  })
}

/** Rejects requests without a Host header, or with two of them, because a proxy may use the other one (RFC 9112 §3.2). */
function requireOneHost(listener: RequestListener, env: Pick<Env, 'siteUrl'>): RequestListener {
  const reject = createBadRequestHandler(env)
  return (request, response) => {
    if (countHosts(request.rawHeaders) === 1) return listener(request, response)
    const rejection = reject()
    rejection.text().then((body) =>
      response
        .setHeaders(rejection.headers)
        .writeHead(rejection.status, { Connection: 'close', 'Content-Length': Buffer.byteLength(body) })
        .end(request.method === 'HEAD' ? undefined : body),
    )
  }
}

/** Counts the Host headers. @param raw name, value, name, value */
function countHosts(raw: string[]): number {
  let hosts = 0
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts
}

/** Creates a handler for requests whose target or Host gives no valid URL. */
export function createBadRequestHandler(env: Pick<Env, 'siteUrl'>): () => Response {
  const always = securityHeaders(env)
  return () => {
    const response = problemResponse('unreadable')
    for (const [name, value] of always) response.headers.set(name, value)
    return response
  }
}

/** Creates a listener that answers requests while the application starts. */
export function respondStarting(env: Pick<Env, 'siteUrl'>) {
  const always = securityHeaders(env)
  return (_request: unknown, response: ServerResponse): void => {
    for (const [name, value] of always) response.setHeader(name, value)
    response
      .writeHead(503, {
        'Retry-After': '2',
        'Cache-Control': 'no-store',
        'Content-Type': 'text/plain; charset=utf-8',
      })
      .end('Estamos abriendo. Probá en unos segundos.\n')
  }
}
