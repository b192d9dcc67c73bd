/** A proxy in front of several servers, as for a club on several machines. Requests alternate between the servers. */

import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'

export interface ReverseProxy {
  origin: string
  /** Every request as `METHOD path`. */
  seen: string[]
  /** Closes all connections and refuses new ones until `open`, like a network failure. */
  cut(): Promise<void>
  open(): Promise<void>
  close(): Promise<void>
}

/**
 * @param targets origins, which may change while the proxy runs. A request that cannot connect goes to the next server.
 * A request that breaks off is not repeated, because its effect is unknown
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
        // Unchanged: the signature of a request to a bucket covers its Host.
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
