/**
 * The shortest way: while plain GETs come over a connection, each whole and for something that is kept (hits.ts), it is
 * read here and answered with one buffer. node:http, which makes two objects and a header block for each request, costs
 * more than twice as much (bench/README.md).
 *
 * Nothing is refused here, nothing guessed at: the first request that is not of that kind, byte for byte, goes to node:http
 * together with its connection, which stays there.
 */
import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ASKED, type Asked, type Find, type Hit } from './hits.ts'

interface LaneOptions {
  /** Time for the first byte, ms. */
  firstMs: number
  /** Time between requests, ms; clients are told. */
  keepAliveMs: number
  /** Time in which something of an answer has to be taken, ms. */
  stalledMs: number
}

/** Beyond what clients are told, as node:http has it: who asks at the last moment is not hung up on. */
const GRACE_MS = 1_000

/**
 * Puts itself before a server's own way of reading connections, to which it emits those that it leaves to it, as
 * node:http's `connection` event allows.
 */
export function openLane(server: Server, find: Find, options: LaneOptions): void {
  const { firstMs, keepAliveMs, stalledMs } = options
  const idleMs = keepAliveMs + GRACE_MS
  const served = server.listeners('connection').at(0) as (this: Server, socket: Socket) => void
  const sockets = new Set<Socket>()
  const wireOf = createWires(keepAliveMs)

  function take(socket: Socket): void {
    let last: Headers | null = null
    sockets.add(socket)
    socket.setTimeout(firstMs)

    function read(chunk: Buffer) {
      const request = readPlain(chunk, last)
      const hit = request && find('GET', request.url, request.headers.ask, socket)
      if (!hit) return handOver(chunk)
      if (!last) socket.setTimeout(idleMs)
      last = request.headers
      const wire = wireOf(hit)
      const isRoomLeft = socket.write(wire.bytes)
      // What was not taken at once is still to be read from the wire, which must stay as it is until then.
      if (socket.writableLength > 0) wire.isLent = true
      if (isRoomLeft) return
      socket.pause()
      socket.setTimeout(stalledMs)
    }

    function goOn() {
      socket.setTimeout(idleMs)
      socket.resume()
    }

    // node:http's sockets may be half open: who has said all may still be waiting for the answer.
    const end = () => void socket.end()
    const drop = () => void socket.destroy()
    const forget = () => void sockets.delete(socket)

    function handOver(chunk: Buffer) {
      forget()
      for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener)
      socket.setTimeout(0)
      served.call(server, socket)
      socket.emit('data', chunk)
    }

    const listeners: Record<string, (chunk: Buffer) => void> = {
      data: read,
      drain: goOn,
      end,
      timeout: drop,
      error: drop,
      close: forget,
    }
    for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener)
  }

  server.off('connection', served)
  server.on('connection', (socket) => {
    if (!socket.destroyed) take(socket)
  })

  // A server that ends hangs up on everybody it knows of; these it does not.
  const { closeIdleConnections, closeAllConnections } = server
  server.closeIdleConnections = () => {
    closeIdleConnections.call(server)
    for (const socket of sockets) if (socket.writableLength === 0) socket.destroy()
  }
  server.closeAllConnections = () => {
    closeAllConnections.call(server)
    for (const socket of sockets) socket.destroy()
  }
}

/** Header lines as they came, and what matters of them. */
interface Headers {
  text: string
  ask(): Asked
}

/** A longer request has something about it that is not plain. Bytes. */
const PLAIN_MAX_BYTES = 4096
const START = 'GET /'
const VERSION = ' HTTP/1.1\r\n'

/** Fields and the empty line, to the very end (RFC 9112 §5): a second request, a body or a folded line does not match. */
const FIELDS = /^(?:[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e\x80-\xff]*\r\n)+\r\n$/

/**
 * @param last the headers that came before over this connection: most clients say the same each time
 * @returns null: not whole, not plain, or not for us to judge
 */
function readPlain(chunk: Buffer, last: Headers | null): { url: string; headers: Headers } | null {
  if (chunk.length > PLAIN_MAX_BYTES) return null
  const text = chunk.toString('latin1')
  if (!text.startsWith(START)) return null
  const urlEnd = text.indexOf(' ', START.length)
  if (!text.startsWith(VERSION, urlEnd)) return null
  const url = text.slice(START.length - 1, urlEnd)
  const lines = text.slice(urlEnd + VERSION.length)
  if (lines === last?.text) return { url, headers: last }
  if (!FIELDS.test(lines)) return null
  const asked = readFields(lines)
  return asked && { url, headers: { text: lines, ask: () => asked } }
}

/** Names that say something about the message or the connection, which is node:http's to understand. */
const NOT_PLAIN = new Set(['content-length', 'transfer-encoding', 'expect', 'upgrade', 'http2-settings'])
const MATTERS = new Set<string>(ASKED)

/** @returns null: not plain, for no host or for two, or something that matters said twice */
function readFields(lines: string): Asked | null {
  const asked: Record<string, string> = {}
  let hosts = 0
  for (let start = 0; start < lines.length - 2; ) {
    const end = lines.indexOf('\r\n', start)
    const colon = lines.indexOf(':', start)
    const name = lines.slice(start, colon).toLowerCase()
    const value = () => lines.slice(colon + 1, end).replace(/^[\t ]+|[\t ]+$/g, '')
    if (NOT_PLAIN.has(name)) return null
    if (name === 'connection' && value().toLowerCase() !== 'keep-alive') return null
    if (name === 'host') hosts++
    if (MATTERS.has(name)) {
      if (name in asked) return null
      asked[name] = value()
    }
    start = end + 2
  }
  return hosts === 1 ? asked : null
}

/** A whole answer, in which the request's id and the date are written anew each time. */
interface Wire {
  bytes: Buffer
  idAt: number
  dateAt: number
  /** The second that its date tells. */
  second: number
  /** A socket has it that has not sent all of it. */
  isLent: boolean
}

/** Of what is sent over and over; the rest can be put together once more. Bytes. */
const WIRES_MAX_BYTES = 8_000_000
/** That of a UUID. */
const ID_LENGTH = 36

function createWires(keepAliveMs: number): (hit: Hit) => Wire {
  const end = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}\r\n\r\n`
  let wires = new WeakMap<string[], Wire>()
  let held = 0

  function make({ status, head, body, requestId }: Hit): Wire {
    let lines = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
    for (let index = 0; index < head.length; index += 2) lines += `${head[index]}: ${head[index + 1]}\r\n`
    const idAt = lines.length + 'x-request-id: '.length
    const dateAt = idAt + requestId.length + '\r\nDate: '.length
    const now = Date.now()
    lines += `x-request-id: ${requestId}\r\nDate: ${new Date(now).toUTCString()}\r\n${end}`
    const start = Buffer.from(lines, 'latin1')
    const bytes = body ? Buffer.concat([start, body]) : start
    return { bytes, idAt, dateAt, second: Math.floor(now / 1000), isLent: false }
  }

  return (hit) => {
    // A proxy's own fits into no place made for ours.
    if (hit.requestId.length !== ID_LENGTH) return make(hit)
    const wire = wires.get(hit.head)
    if (!wire || wire.isLent) {
      const made = make(hit)
      if (held > WIRES_MAX_BYTES) {
        wires = new WeakMap()
        held = 0
      }
      if (!wire) held += made.bytes.length
      wires.set(hit.head, made)
      return made
    }
    wire.bytes.write(hit.requestId, wire.idAt, 'latin1')
    const second = Math.floor(Date.now() / 1000)
    if (second !== wire.second) {
      wire.bytes.write(new Date(second * 1000).toUTCString(), wire.dateAt, 'latin1')
      wire.second = second
    }
    return wire
  }
}
