/** A proxy that records and refuses the requests of the browsers to other machines. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BlockingProxy {
  port: number
  /** Hosts of the refused requests, in order. */
  requestedHosts: string[]
  close(): Promise<void>
}

export async function startBlockingProxy(): Promise<BlockingProxy> {
  const requestedHosts: string[] = []
  const server = createServer((request, response) => {
    requestedHosts.push(URL.parse(request.url ?? '')?.hostname ?? '')
    response.writeHead(403).end()
  })
  server.on('connect', ({ url = '' }, socket) => {
    requestedHosts.push(url.replace(/:\d+$/, ''))
    // The proxy ignores errors of the connection, because the client may have closed it.
    socket.on('error', () => {})
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    requestedHosts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
