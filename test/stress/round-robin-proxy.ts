/**
 * A proxy in front of several servers, like the one of a club on several machines. It sends each request to the next server
 * in turn.
 */

import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'

export interface ReverseProxy {
  origin: string
  /** Every received request, as `METHOD path`. */
  seen: string[]
  /** Closes all connections and refuses new ones until `open` is called, like a network failure. */
  cut(): Promise<void>
  open(): Promise<void>
  close(): Promise<void>
}

/**
 * @param targets returns the origins of the servers, which may change while the proxy runs. When a connection fails, the
 * proxy tries the next server. It never repeats a request that breaks off, because the effect is unknown
 */
export async function startProxy(targets: () => string[]): Promise<ReverseProxy> {
  let turn = 0
  let port = 0
  const seen: string[] = []
  const agent = new Agent({ keepAlive: false })

  const forward = (incoming: IncomingMessage, target: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const { hostname, port } = new URL(target)
      const outgoing = request({
        hostname,
        port,
        agent,
        method: incoming.method,
        path: incoming.url,
        // The headers are not changed, because the signature of a request to a bucket covers its Host header.
        headers: incoming.headers,
      })
      outgoing.once('error', reject).once('response', resolve)
      outgoing.once('socket', (socket) => {
        const send = () => incoming.pipe(outgoing)
        if (socket.connecting) socket.once('connect', send)
        else send()
      })
    })

  const server = createServer(async (incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url}`)
    const all = targets()
    for (let tried = 0; tried < all.length; tried++) {
      try {
        const answer = await forward(incoming, all[turn++ % all.length] as string)
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        return await pipeline(answer, outgoing)
      } catch (error) {
        const isUnbegun = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'
        if (!isUnbegun) return outgoing.destroy()
      }
    }
    outgoing.destroy()
  })

  const open = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
  await open()
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    open,
    cut,
    async close() {
      await cut()
      agent.destroy()
    },
  }
}
