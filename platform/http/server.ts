/**
 * The HTTP server itself: how much of it one visitor can hold, and what is answered before there is a request to speak
 * of. node:http reads strictly (RFC 9112): what two readers could take in two ways is refused, not guessed at.
 */
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ProblemId } from '../api/shared/problems.ts'
import type { Env } from '../process/env.ts'
import { createAddressLimit } from './address-limit.ts'
import { problemResponse } from './problem-response.ts'
import { securityHeaders } from './security-headers.ts'

/** A client must have sent its headers within this, from the first byte or from when it connected. ms */
const HEADERS_MS = 20_000
/** And its whole request within this: 18 MB at 220 kbit/s, a film at 310. ms */
const REQUEST_MS = 660_000
/** How often those two are looked after; Node's 30 s would more than double the first one. ms */
const LOOK_EVERY_MS = 5_000
/** A connection over which nothing was asked since keeps its place for so long. ms */
const KEEP_ALIVE_MS = 65_000
/** And one over which nothing moves while it is answered: somebody who asks for pictures and does not read them. ms */
const STALLED_MS = 300_000
/** Request line and headers together; a cookie of ours has 60 bytes. */
const HEADERS_MAX_BYTES = 16 * 1024
/** Connections at once, 10 to 20 kB each. */
const CONNECTIONS_MAX = 16_000
/** Of the files that the process may open, so many may be connections: the database and the pictures need some. */
const CONNECTIONS_SHARE = 0.75
/** From one address, unless a proxy stands in front: a household or a school, but not everything that there is. */
const CONNECTIONS_PER_ADDRESS = 500

interface Bounds {
  perAddress?: number
  /** Whose connections are not counted; this machine's unless told. */
  isExempt?: (key: string) => boolean
}

export function createHttpServer(env: Pick<Env, 'siteUrl' | 'trustProxy'>, bounds: Bounds = {}): Server {
  const server = createServer({
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: LOOK_EVERY_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: HEADERS_MAX_BYTES,
    // Node's refusal would come without our headers: `withOneHost` refuses.
    requireHostHeader: false,
  })
  server.timeout = STALLED_MS
  server.maxConnections = Math.min(CONNECTIONS_MAX, Math.floor(openFilesMax() * CONNECTIONS_SHARE))
  // Behind a proxy every connection is the proxy's, which has limits of its own.
  if (env.trustProxy === 0) boundPerAddress(server, bounds)
  const headers = securityHeaders(env)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    rejectUnread(error, socket as Socket, headers),
  )
  // An expectation that we do not know may be left unheard (RFC 9110 §10.1.1); Node's refusal would be a bare one.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('checkContinue', (request, response) => {
    // A response behind another has no socket yet, and Node would put this line between its head and its body. It may be
    // left out (RFC 9110 §10.1.1); Node then closes the connection after that response, as it must.
    if (response.socket !== null) response.writeContinue()
    server.emit('request', request, response)
  })
  return server
}

/** From now on the server, one of `createHttpServer`'s, answers with `listener`. */
export function openTo(listener: RequestListener, server: Server, env: Pick<Env, 'siteUrl'>): Server {
  return server.on('request', withOneHost(listener, env))
}

function boundPerAddress(server: Server, { perAddress = CONNECTIONS_PER_ADDRESS, isExempt }: Bounds): void {
  const enter = createAddressLimit(perAddress, isExempt)
  server.on('connection', (socket) => {
    const leave = enter(socket.remoteAddress ?? null)
    if (leave) socket.once('close', leave)
    else socket.destroy()
  })
}

/** How many files, connections included, the process may have open at once. */
function openFilesMax(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit)
  } catch {
    // Only Linux says so.
    return Number.POSITIVE_INFINITY
  }
}

/** What llhttp and Node call the failures that have a status of their own; all others are a 400. */
const UNREAD: Record<string, ProblemId> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too-slow',
}

/** Answers bytes that are no request, and hangs up: what would come next over this connection is anybody's guess. */
function rejectUnread(error: NodeJS.ErrnoException, socket: Socket, always: [string, string][]): void {
  // As Node's own handler does: never into the middle of an answer.
  const answer = (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage
  if (!socket.writable || answer?.headersSent || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const response = problemResponse(UNREAD[error.code ?? ''] ?? 'unreadable')
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

/** A request for no host, or for two, which a proxy may take for the other one, is none (RFC 9112 §3.2). */
function withOneHost(listener: RequestListener, env: Pick<Env, 'siteUrl'>): RequestListener {
  const reject = rejectRequest(env)
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

/** The answer to a request of which no URL can be made. */
export function rejectRequest(env: Pick<Env, 'siteUrl'>): () => Response {
  const always = securityHeaders(env)
  return () => {
    const response = problemResponse('unreadable')
    for (const [name, value] of always) response.headers.set(name, value)
    return response
  }
}

/** While the club opens its doors. */
export function notYet(env: Pick<Env, 'siteUrl'>) {
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
