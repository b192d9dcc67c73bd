/** The world outside this machine, as the engines see it: a proxy that notes what is asked for and refuses it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Outside {
  port: number
  /** Hosts in the order in which they were asked for. */
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
    // Whoever asked may be gone.
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
