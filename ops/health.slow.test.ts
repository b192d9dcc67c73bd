/** Tests `/api/health` and `/api/health?deep` while a part is slow, hangs or fails. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startBuckets } from '../test/support/buckets.ts'
import { openTestClub, type TestClub } from '../test/support/club.ts'
import { createDatabase } from '../test/support/databases.ts'

const disposals: (() => unknown)[] = []
afterEach(async () => {
  for (const dispose of disposals.splice(0).reverse()) await dispose()
})

/** Starts a proxy that holds every request to a server until `release`. */
async function startGate(target: string) {
  const { hostname, port } = new URL(target)
  let held: (() => void)[] = []
  let isShut = false
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, url: path, headers } = incoming
    const onward = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }
  const server = createServer((incoming, outgoing) => {
    if (isShut) held.push(() => forward(incoming, outgoing))
    else forward(incoming, outgoing)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold() {
      isShut = true
    },
    release() {
      isShut = false
      for (const go of held) go()
      held = []
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function readHealth(club: TestClub, path = '/api/health') {
  const answer = await club.send('GET', path)
  const { database, media, parts } = (await answer.json()) as {
    database: string
    media: string
    parts?: Record<string, { state: string }>
  }
  return { status: answer.status, database, media, deep: parts?.media?.state }
}

test('a slow bucket is a warning, and an error only once it has not answered for 15 seconds', async () => {
  const buckets = await startBuckets()
  disposals.push(buckets.stop)
  const mediaUrl = new URL(buckets.create())
  const gate = await startGate(mediaUrl.searchParams.get('endpoint') as string)
  disposals.push(gate.close)
  mediaUrl.searchParams.set('endpoint', gate.origin)
  const place = await createDatabase()
  disposals.push(place.dispose)
  const club = await openTestClub(place, { env: { MEDIA_URL: mediaUrl.href } })
  disposals.push(club.stop)
  expect(await readHealth(club)).toMatchObject({ status: 200, media: 'ok' })

  gate.hold()
  expect(await readHealth(club)).toMatchObject({ status: 200, database: 'ok', media: 'ok' })
  expect(await readHealth(club, '/api/health?deep')).toMatchObject({
    status: 200,
    media: 'ok',
    deep: 'warning',
  })
  club.clock.now += 14_000
  expect(await readHealth(club)).toMatchObject({ status: 200, media: 'ok' })
  club.clock.now += 1_000
  expect(await readHealth(club)).toMatchObject({ status: 503, database: 'ok', media: 'error' })
  expect(await readHealth(club, '/api/health?deep')).toMatchObject({
    status: 503,
    media: 'error',
    deep: 'error',
  })

  gate.release()
  await expect
    .poll(() => readHealth(club, '/api/health?deep'), { timeout: 20_000 })
    .toMatchObject({ status: 200, media: 'ok', deep: 'ok' })
  // The successful check has reset the time limit, so a slow bucket is not an error at once.
  gate.hold()
  expect(await readHealth(club)).toMatchObject({ status: 200, media: 'ok' })
  gate.release()
}, 60_000)
