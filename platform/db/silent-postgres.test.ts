/** Tests connections that die silently, locks that are held, and limits by kind of work, on a real PostgreSQL. */
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { postgresOnly, type TestDatabase } from '../../test/support/databases.ts'
import { type SilentProxy, startSilentProxy } from '../../test/support/silent-proxy.ts'
import { connect, type Database } from './connect.ts'
import { type Limits, SERVER_LIMITS, type WorkLimits } from './limits.ts'
import { createClient } from './postgres-connection.ts'

const PATIENCE = { timeout: 10_000 }

/** Short limits, so that a test does not wait for the production limits. */
const short: WorkLimits = {
  connections: 2,
  connectMs: 400,
  statementMs: 300,
  lockMs: 150,
  idleTransactionMs: 300,
  answerMs: 400,
}
const SHORT: Limits = { read: short, write: short, watch: { ...short, connections: 1 } }

const disposals: (() => unknown)[] = []
afterEach(async () => {
  for (const dispose of disposals.splice(0).reverse()) await dispose()
})

const getError = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test.each(Object.entries(SERVER_LIMITS))(
  'the server ends a query of kind %s before its caller gives up',
  (_work, { lockMs, statementMs, answerMs }) => {
    expect(lockMs).toBeLessThan(statementMs)
    expect(statementMs).toBeLessThan(answerMs)
  },
)

describe.each(postgresOnly)('connections to PostgreSQL', ({ create }) => {
  let place: TestDatabase
  let proxy: SilentProxy
  let database: Database

  async function open(limits: Limits = SHORT) {
    place = await create()
    disposals.push(place.dispose)
    proxy = await startSilentProxy(place.databaseUrl as string)
    disposals.push(proxy.close)
    database = connect({ ...place, databaseUrl: proxy.url }, undefined, limits)
    disposals.push(database.close)
  }

  const readOne = (by: Database['read']) => sql`select 1`.execute(by)

  /** Sends a query by another connection, without the proxy. */
  async function openDirectClient() {
    const client = new Client({ connectionString: place.databaseUrl as string })
    await client.connect()
    disposals.push(() => client.end())
    return client
  }

  /** Opens all connections of the pool of reads. */
  const fillReads = () =>
    Promise.all(
      Array.from({ length: short.connections }, () => sql`select pg_sleep(0.05)`.execute(database.read)),
    )

  test('give up a silent connection, replace it, and never use it again', async () => {
    await open()
    await fillReads()
    proxy.silence()
    proxy.recover()
    const errors = await Promise.all([getError(readOne(database.read)), getError(readOne(database.read))])
    for (const error of errors) expect(error).toMatchObject({ message: 'Query read timeout' })
    await Promise.all([readOne(database.read), readOne(database.read)])
    expect(proxy.forwarding()).toBe(2)
  })

  test('fail within the limits while the server is silent, and work when it is back', async () => {
    await open()
    await fillReads()
    proxy.silence()
    const started = performance.now()
    for (let attempt = 0; attempt < 4; attempt++)
      expect(await getError(readOne(database.read))).not.toBeNull()
    // The first queries wait on silent connections. The next ones wait for new connections.
    expect(performance.now() - started).toBeLessThan(4 * (short.answerMs + short.connectMs))
    proxy.recover()
    await readOne(database.read)
  })

  test('roll a transaction back on a silent connection without a second wait', async () => {
    await open()
    const began = Promise.withResolvers<void>()
    const isSilent = Promise.withResolvers<void>()
    const writing = getError(
      database.write(async (tx) => {
        await readOne(tx)
        began.resolve()
        await isSilent.promise
        await readOne(tx)
      }),
    )
    await began.promise
    proxy.silence()
    proxy.recover()
    const started = performance.now()
    isSilent.resolve()
    expect(String(await writing)).toMatch(/Query read timeout|is not queryable/)
    expect(performance.now() - started).toBeLessThan(2 * short.answerMs)
    await database.write(async (tx) => {
      await readOne(tx)
    })
  })

  test('close although the server is silent', async () => {
    await open()
    await fillReads()
    const stop = database.listen?.('channel', () => {})
    await expect.poll(proxy.forwarding, PATIENCE).toBe(short.connections + 1)
    proxy.silence()
    await stop?.()
    expect(await getError(database.close())).toBeNull()
    disposals.splice(disposals.indexOf(database.close), 1)
  })

  test('end without a query when the server does not confirm the end', async () => {
    await open()
    const client = await createClient(proxy.url)
    await client.connect()
    proxy.silence()
    expect(await getError(client.end())).toBeNull()
  })

  test('listen again after their connection died silently', async () => {
    await open()
    const heard: string[] = []
    const stop = database.listen?.('channel', (payload) => heard.push(payload))
    disposals.push(() => stop?.())
    const direct = await openDirectClient()
    const notify = async (payload: string) => {
      await direct.query(`select pg_notify('channel', '${payload}')`)
      return heard.includes(payload)
    }
    await expect.poll(() => notify('before'), PATIENCE).toBe(true)
    proxy.silence()
    proxy.recover()
    await expect.poll(() => notify('after'), PATIENCE).toBe(true)
  })

  test('cancel a read and a write that wait for a lock, and keep their connections', async () => {
    await open()
    const holder = await openDirectClient()
    await holder.query('begin; lock table invitations')
    const read = () => database.read.selectFrom('invitations').select('id').execute()
    expect(await getError(read())).toMatchObject({ code: '55P03' })
    const write = () => database.write((tx) => tx.deleteFrom('invitations').execute())
    expect(await getError(write())).toMatchObject({ code: '55P03' })
    const before = proxy.forwarding()
    await holder.query('rollback')
    await Promise.all([read(), write()])
    expect(proxy.forwarding()).toBe(before)
  })

  test('read and watch while as many writes as possible wait for a lock', async () => {
    await open({ ...SHORT, write: { ...short, lockMs: 0, statementMs: 60_000, answerMs: 60_000 } })
    const holder = await openDirectClient()
    await holder.query('begin; lock table invitations')
    const writes = Array.from({ length: short.connections }, () =>
      database.write((tx) => tx.deleteFrom('invitations').execute()),
    )
    const waiting = async () =>
      (await holder.query("select 1 from pg_locks where not granted and relation = 'invitations'::regclass"))
        .rowCount
    await expect.poll(waiting, PATIENCE).toBe(short.connections)
    await readOne(database.read)
    await readOne(database.watch)
    expect(await getError(database.write(async (tx) => void (await readOne(tx))))).toMatchObject({
      message: 'timeout exceeded when trying to connect',
    })
    await holder.query('rollback')
    await Promise.all(writes)
  })

  test('cancel a query that takes too long', async () => {
    await open()
    expect(await getError(sql`select pg_sleep(60)`.execute(database.read))).toMatchObject({ code: '57014' })
  })

  test('end a transaction that sends no query, so that its locks do not stay', async () => {
    await open()
    const isFree = Promise.withResolvers<void>()
    const writing = getError(
      database.write(async (tx) => {
        await sql`lock table invitations`.execute(tx)
        await isFree.promise
        await readOne(tx)
      }),
    )
    const other = await openDirectClient()
    const holders = async () =>
      (await other.query("select 1 from pg_locks where granted and relation = 'invitations'::regclass"))
        .rowCount
    await expect.poll(holders, PATIENCE).toBe(1)
    await expect.poll(holders, PATIENCE).toBe(0)
    isFree.resolve()
    expect(await writing).not.toBeNull()
  })
})
