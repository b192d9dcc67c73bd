/**
 * The HTTP server: limits of connections and time, and responses to bytes that are not a valid request. node:http parses
 * strictly (RFC 9112) and rejects requests that two servers could read in two ways.
 */
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ProblemId } from '../api/shared/problems.ts'
import type { Env } from '../process/env.ts'
import { createAddressLimit } from './address-limit.ts'
import { problemResponse } from './problem-response.ts'
import { securityHeaders } from './security-headers.ts'

/** Time for the request's headers, from its first byte or from the start of the connection. ms */
const HEADERS_MS = 20_000
/** Time for the whole request: enough for 18 MB at 220 kbit/s, or a film at 310 kbit/s. ms */
const REQUEST_MS = 660_000
/** How often Node checks both limits. Its default of 30 s would more than double the first one. ms */
const CHECK_INTERVAL_MS = 5_000
/** How long an idle connection stays open after a response. ms */
const KEEP_ALIVE_MS = 65_000
/** How long a connection stays open without traffic during a response, such as a client that does not read its pictures. ms */
const STALLED_MS = 300_000
/** Request line and headers together. The session cookie has 60 bytes. */
const HEADERS_MAX_BYTES = 16 * 1024
/** Connections at once, 10 to 20 kB each. */
const CONNECTIONS_MAX = 16_000
/** Share of the files that the process may open. The database and the pictures need the rest. */
const CONNECTIONS_SHARE = 0.75
/** Connections from one address when there is no proxy: enough for a school, but not for all connections. */
const CONNECTIONS_PER_ADDRESS = 500

interface ConnectionLimits {
  perAddress?: number
  /** True for address keys without a limit. Default: the addresses of this machine. */
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
    // Node's own rejection lacks the security headers. `requireOneHost` rejects instead.
    requireHostHeader: false,
  })
  server.timeout = STALLED_MS
  server.maxConnections = Math.min(CONNECTIONS_MAX, Math.floor(openFilesMax() * CONNECTIONS_SHARE))
  // Behind a proxy all connections have the proxy's address. The proxy has its own limits.
  if (env.trustProxy === 0) limitPerAddress(server, bounds)
  const headers = securityHeaders(env)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    rejectMalformed(error, socket as Socket, headers),
  )
  // A server may ignore an unknown expectation (RFC 9110 §10.1.1). Node's own rejection lacks the security headers.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('checkContinue', (request, response) => {
    // A pipelined response has no socket yet, and Node would write `100 Continue` between its head and its body. Servers may
    // omit it (RFC 9110 §10.1.1). Node then closes the connection after that response, as the RFC requires.
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

/** The number of files, connections included, that the process may have open. */
function openFilesMax(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit)
  } catch {
    // Only Linux has this file.
    return Number.POSITIVE_INFINITY
  }
}

/** Error codes of llhttp and Node with their own status. All other errors get a 400. */
const PARSER_PROBLEMS: Record<string, ProblemId> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too-slow',
}

/** Answers bytes that are not a valid request. It closes the connection, because the start of a next request is unknown. */
function rejectMalformed(error: NodeJS.ErrnoException, socket: Socket, always: [string, string][]): void {
  // Like Node's own handler, it never writes into a response that has begun.
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

/** Rejects requests without a Host, or with two, of which a proxy may use the other one (RFC 9112 §3.2). */
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

/** @param raw name, value, name, value */
function countHosts(raw: string[]): number {
  let hosts = 0
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts
}

/** Creates the response to a request whose target or Host does not give a valid URL. */
export function createBadRequestHandler(env: Pick<Env, 'siteUrl'>): () => Response {
  const always = securityHeaders(env)
  return () => {
    const response = problemResponse('unreadable')
    for (const [name, value] of always) response.headers.set(name, value)
    return response
  }
}

/** Answers requests while the application starts. */
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
