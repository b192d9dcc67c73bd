/** Tests a club whose connections to PostgreSQL die silently, or whose tables are locked. */
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Limits, WorkLimits } from '../platform/db/limits.ts'
import { openTestClub, type TestClub } from '../test/support/club.ts'
import { postgresOnly, type TestDatabase } from '../test/support/databases.ts'
import { type SilentProxy, startSilentProxy } from '../test/support/silent-proxy.ts'

const POLL = { timeout: 10_000 }

/** Short limits, so that a test does not wait for the production limits. */
const short: WorkLimits = {
  connections: 4,
  connectMs: 600,
  statementMs: 400,
  lockMs: 200,
  idleTransactionMs: 5_000,
  answerMs: 600,
}
const limits: Limits = { read: short, write: short, watch: { ...short, connections: 1 } }

describe.each(postgresOnly)('a club on PostgreSQL', ({ create }) => {
  let place: TestDatabase
  let proxy: SilentProxy
  let club: TestClub
  beforeEach(async () => {
    place = await create()
    proxy = await startSilentProxy(place.databaseUrl as string)
    club = await openTestClub(
      { ...place, databaseUrl: proxy.url },
      { databaseBounds: { limits, currentMs: 3_000 } },
    )
  })
  afterEach(async () => {
    await club.stop()
    await proxy.close()
    await place.dispose()
  })

  const read = async (path: string) => {
    const answer = await club.send('GET', path)
    return { status: answer.status, retryAfter: answer.headers.get('Retry-After') }
  }
  const outage = { status: 503, retryAfter: '5' }
  const deep = async () => {
    const answer = await club.send('GET', '/api/health?deep')
    const { parts } = (await answer.json()) as { parts: Record<string, { state: string }> }
    return { status: answer.status, revisions: parts.revisions?.state }
  }

  test('serves no old page after its connections died silently, and recovers by itself', async () => {
    expect(await read('/')).toMatchObject({ status: 200 })
    expect(await deep()).toEqual({ status: 200, revisions: 'ok' })
    proxy.silence()
    // The page is served from memory for a short time.
    expect(await read('/')).toMatchObject({ status: 200 })
    await expect.poll(() => read('/'), POLL).toEqual(outage)
    expect(await read('/api/news')).toEqual(outage)
    expect(await deep()).toEqual({ status: 503, revisions: 'error' })
    expect(await read('/api/health')).toMatchObject({ status: 503 })
    expect(await read('/api/live')).toMatchObject({ status: 200 })
    proxy.recover()
    await expect.poll(() => read('/'), POLL).toMatchObject({ status: 200 })
    await expect.poll(deep, POLL).toEqual({ status: 200, revisions: 'ok' })
  })

  test('shows a write of another process after the connections of its watch died silently', async () => {
    const other = await openTestClub(place)
    const { cookie } = await other.signIn()
    expect(await (await club.send('GET', '/api/residents')).text()).not.toContain('Bea')
    proxy.silence()
    proxy.recover()
    const resident = { name: 'Bea', pressKit: 'https://club.example/bea' }
    expect((await other.send('POST', '/api/residents', { body: resident, as: cookie })).status).toBe(201)
    await expect.poll(async () => (await club.send('GET', '/api/residents')).text(), POLL).toContain('Bea')
    await other.stop()
  })

  test('answers reads of other tables, and 503 to messages, while the table of messages is locked', async () => {
    const { cookie } = await club.signIn()
    const holder = new Client({ connectionString: place.databaseUrl as string })
    await holder.connect()
    await holder.query('begin; lock table messages')
    const message = { person: 'Ana', from: 'ana@visita.example', body: 'Hola.' }
    const sent = Array.from({ length: 2 * short.connections }, (_, index) =>
      club.send('POST', '/api/mail/sendMail', { body: message, from: `10.0.0.${index}` }),
    )
    const lists = Array.from({ length: 3 }, () => club.send('GET', '/api/messages', { as: cookie }))
    expect(await read('/api/residents')).toMatchObject({ status: 200 })
    for (const answer of await Promise.all([...sent, ...lists]))
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
    await holder.query('rollback')
    await holder.end()
  })
})
