/** A proxy that records requests of the engines to other machines, and refuses them. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Outside {
  port: number
  /** Requested hosts, in order. */
  asked: string[]
  close(): Promise<void>
}

export async function openOutside(): Promise<Outside> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(URL.parse(request.url ?? '')?.hostname ?? '')
    response.writeHead(403).end()
  })
  server.on('connect', ({ url = '' }, socket) => {
    asked.push(url.replace(/:\d+$/, ''))
    // The client may have closed the connection.
    socket.on('error', () => {})
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
