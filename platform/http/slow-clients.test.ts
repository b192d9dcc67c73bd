/** Tests the limits of unread answers, and of queued work whose client has left, over real connections. */
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDraft, openTestClub, type TestClub } from '../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../test/support/databases.ts'
import { undeclaredPages } from '../rendering/declared-pages.ts'

/** 40 news with long texts are a list of 7.6 MB. The buffers of a connection hold less than half of it. */
const NEWS = 40
const LONG_TEXT = 190_000

describe('clients that do not read', () => {
  let place: TestDatabase
  let club: TestClub
  let server: Server
  let rendered = 0
  let rendering = Promise.withResolvers<void>()
  beforeAll(async () => {
    place = await createDatabase()
    club = await openTestClub(place, {
      env: { TRUST_PROXY: '1' },
      pages: {
        find(path) {
          const page = undeclaredPages.find(path)
          return page && { ...page, query: { page: (value) => value } }
        },
      },
      render: async () => {
        rendered++
        await rendering.promise
        return new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } })
      },
    })
    const as = (await club.signIn()).cookie
    for (let index = 0; index < NEWS; index++) {
      const draft = {
        ...(await createDraft('news', `larga ${index}`)),
        newsBody: `<p>${'a'.repeat(LONG_TEXT)}</p>`,
      }
      expect((await club.send('POST', '/api/news', { as, body: draft })).status).toBe(201)
    }
    server = createServer(club.listener)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await club.stop()
    await place.dispose()
  })

  /** Sends a request through a proxy. The body of the answer is not read. */
  function open(path: string, address: string) {
    const { port } = server.address() as AddressInfo
    const sent = request({ port, path, agent: false, headers: { 'X-Forwarded-For': address } })
    sent.on('error', () => {})
    sent.end()
    const answer = new Promise<IncomingMessage | null>((resolve) => {
      sent.on('response', (response) => {
        response.on('error', () => {})
        resolve(response)
      })
      sent.on('close', () => resolve(null))
    })
    return { close: () => sent.destroy(), answer }
  }
  async function getStatus(path: string, address: string): Promise<number | undefined> {
    const { answer, close } = open(path, address)
    const status = (await answer)?.statusCode
    close()
    return status
  }

  const countConnections = () => promisify<number>((done) => server.getConnections(done))()

  test('get no further large answers until they have read or left', async () => {
    const address = '198.51.100.7'
    const first = open('/api/news?to=2030-01-01', address)
    const second = open('/api/news?to=2030-01-02', address)
    expect((await first.answer)?.statusCode).toBe(200)
    expect((await second.answer)?.statusCode).toBe(200)
    await expect.poll(() => getStatus('/api/news?to=2030-01-03', address)).toBe(429)
    const refused = open('/api/news?to=2030-01-03', address)
    expect((await refused.answer)?.headers['retry-after']).toBe('2')
    refused.close()
    // Others get large answers, and this address gets small and cached ones.
    expect(await getStatus('/api/news?to=2030-01-03', '198.51.100.8')).toBe(200)
    expect(await getStatus('/api/news/title/ninguna', address)).toBe(404)
    first.close()
    second.close()
    await expect.poll(() => getStatus('/api/news?to=2030-01-04', address)).toBe(200)
    await expect.poll(countConnections).toBe(0)
  })

  test('cost no work when they leave before it starts', async () => {
    const address = '198.51.100.9'
    const before = rendered
    rendering = Promise.withResolvers()
    const running = [1, 2].map((page) => open(`/?page=${page}`, address))
    await expect.poll(() => rendered - before).toBe(2)
    const queued = [3, 4, 5].map((page) => open(`/?page=${page}`, address))
    // They are in the queue when a later request for a lookup has been answered.
    expect(await getStatus('/api/news/title/ninguna', address)).toBe(404)
    for (const each of queued) each.close()
    await expect.poll(countConnections).toBe(running.length)
    rendering.resolve()
    for (const each of running) expect((await each.answer)?.statusCode).toBe(200)
    expect(await getStatus('/?page=6', address)).toBe(200)
    expect(rendered - before).toBe(3)
    for (const each of running) each.close()
  })
})
