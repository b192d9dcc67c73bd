/** The short form of `npm run stress -- slow`, on a server with shorter time limits. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { attachListener, createHttpServer } from '../../platform/http/server.ts'
import { openTestClub } from '../support/club.ts'
import { createDatabase } from '../support/databases.ts'
import { runSiege } from './slow-clients.ts'

test('serves visitors during hundreds of silent or slow connections, and frees their places', async () => {
  const place = await createDatabase()
  const club = await openTestClub(place)
  const server = attachListener(club.listener, createHttpServer(club.env), club.env)
  server.headersTimeout = 2_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    const { cookie } = await club.signIn()
    const siege = { idle: 300, slow: 40, oversized: 10, uploads: 8, cookie, minimumMs: 0 }
    const count = () =>
      new Promise<number>((resolve) => server.getConnections((_error, connections) => resolve(connections)))
    const outcome = await runSiege(port, siege, async () => {
      // The server gives interrupted bodies a longer limit, so those and the connections of the two visitors may remain
      // open.
      while ((await count()) > siege.uploads + 4) await new Promise((resolve) => setTimeout(resolve, 50))
    })
    expect(outcome).toMatchObject({ failed: 0, accepted: 348, stored: 8, refused: 10 })
    expect(outcome.served).toBeGreaterThan(10)
    expect(outcome.closed).toBeGreaterThanOrEqual(338)
  } finally {
    server.closeAllConnections()
    server.close()
    await club.stop()
    await place.dispose()
  }
})
