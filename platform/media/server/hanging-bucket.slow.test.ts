/**
 * Tests uploads to a bucket that accepts connections and does not answer: they fail in time, and no row names the missing
 * file.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createDraft, openTestClub } from '../../../test/support/club.ts'
import { createDatabase } from '../../../test/support/databases.ts'
import { createFilm } from '../../../test/support/films.ts'
import { expectProblem } from '../../../test/support/refusals.ts'
import { startSilentServer } from '../../../test/support/silent-server.ts'

/** Starts a store that has no file and never answers a PUT. */
async function startStoreWithoutPut() {
  const server = createServer((request, response) => {
    request.resume()
    const isBucket = /^\/media\/?(\?|$)/.test(request.url ?? '')
    if (request.method !== 'PUT') response.writeHead(isBucket ? 200 : 404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => void server.close().closeAllConnections(),
  }
}

describe('a club with a bucket', () => {
  const disposals: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const dispose of disposals.splice(0).reverse()) await dispose()
  })

  test.each([
    ['never answers', startSilentServer],
    ['answers everything but a PUT', startStoreWithoutPut],
  ])('that %s answers every upload with 503', async (_which, startBucket) => {
    process.env.AWS_ACCESS_KEY_ID = 'test'
    process.env.AWS_SECRET_ACCESS_KEY = 'test'
    const place = await createDatabase()
    disposals.push(place.dispose)
    const bucket = await startBucket()
    disposals.push(bucket.close)
    const club = await openTestClub(place, {
      env: { MEDIA_URL: `s3://media?endpoint=http://127.0.0.1:${bucket.port}` },
      bucketBounds: { silenceMs: 500, attempts: 2 },
    })
    disposals.push(club.stop)
    const { cookie: as } = await club.signIn()
    const draft = await createDraft('news')
    const uploads = [
      () => club.send('POST', '/api/news', { as, body: draft }),
      // The second upload of the same picture does not wait for the remaining attempts of the first one.
      () => club.send('POST', '/api/news', { as, body: draft }),
      () =>
        club.send('POST', '/api/site/film', {
          as,
          body: createFilm(),
          headers: { 'Content-Type': 'video/mp4' },
        }),
    ]
    for (const upload of uploads) {
      const answer = await upload()
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
      await expectProblem(answer, 'unavailable')
    }
    for (const table of ['news', 'media'] as const)
      expect(await club.database.read.selectFrom(table).selectAll().execute()).toEqual([])
  })
})
