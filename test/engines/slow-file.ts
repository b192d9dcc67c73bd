/** A proxy in front of the club that delays one file. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface SlowClub {
  origin: string
  close(): Promise<void>
}

/**
 * Starts the proxy.
 * @param club origin of the club
 * @param file part of the path of the file
 * @param ms delay of the file
 */
export async function startSlowClub(club: string, file: string, ms: number): Promise<SlowClub> {
  const server = createServer(async (received, response) => {
    const { method, headers, url = '' } = received
    if (url.includes(file)) await sleep(ms)
    const forwarded = request(new URL(url, club), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    received.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
