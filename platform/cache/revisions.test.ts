/** Tests two revision watches on the same database, as in two processes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, postgresOnly, type TestDatabase } from '../../test/support/databases.ts'
import { startSilentProxy } from '../../test/support/silent-proxy.ts'
import { connect, type Database } from '../db/connect.ts'
import type { WorkLimits } from '../db/limits.ts'
import { raiseRevision, readRevisions } from '../db/revisions.ts'
import { watchRevisions } from './revisions.ts'

const NEVER_MS = 2 ** 31 - 1
const log = { warn: () => {} }

/** A watch through a proxy whose connections can die silently. */
describe.each(postgresOnly)('watchRevisions on a silent PostgreSQL', ({ create }) => {
  const short: WorkLimits = {
    connections: 1,
    connectMs: 200,
    statementMs: 150,
    lockMs: 100,
    idleTransactionMs: 1_000,
    answerMs: 200,
  }

  test('reports old revisions, and reads those of a recovered server within the limits', async () => {
    const place = await create()
    const proxy = await startSilentProxy(place.databaseUrl as string)
    const here = connect(place)
    const there = connect({ ...place, databaseUrl: proxy.url }, undefined, {
      read: short,
      write: short,
      watch: short,
    })
    const warnings: unknown[] = []
    const watch = await watchRevisions(
      there,
      { warn: ({ error }) => warnings.push(error) },
      { pollMs: 10, currentMs: 1_000 },
    )
    // Longer than several queries, so that one slow query does not count as an outage.
    await expect.poll(watch.age, { interval: 5 }).toBeLessThan(100)
    expect(watch.isCurrent()).toBe(true)
    proxy.silence()
    await here.write((tx) => raiseRevision(tx, 'events', 1))
    const raised = (await readRevisions(here.read)).events
    await expect.poll(watch.isCurrent, { timeout: 5_000 }).toBe(false)
    expect(watch.get('events')).toBeLessThan(raised)
    expect(warnings.length).toBeGreaterThan(0)
    proxy.recover()
    await expect.poll(watch.isCurrent, { timeout: 5_000 }).toBe(true)
    expect(watch.get('events')).toBe(raised)
    await watch.stop()
    await Promise.all([here.close(), there.close()])
    await proxy.close()
    await place.dispose()
  })
})

describe.each(databases)('watchRevisions on $name', ({ create }) => {
  let test_: TestDatabase
  let here: Database
  let there: Database
  beforeAll(async () => {
    test_ = await create()
    here = connect(test_)
    there = connect(test_)
  })
  afterAll(async () => {
    await Promise.all([here.close(), there.close()])
    await test_.dispose()
  })

  test('learns of a write of another process within a second', async () => {
    const watch = await watchRevisions(there, log)
    const before = watch.get('news')
    await here.write((tx) => raiseRevision(tx, 'news', 1))
    await expect.poll(() => watch.get('news'), { timeout: 1_000 }).toBe(before + 1)
    expect(watch.get('events')).toBe(1)
    await watch.stop()
  })

  test('ignores an older revision that arrives late', async () => {
    const watch = await watchRevisions(there, log, { pollMs: NEVER_MS })
    watch.update('news', 1_000)
    watch.update('news', 999)
    expect(watch.get('news')).toBe(1_000)
    await watch.stop()
  })

  test('receives notifications of PostgreSQL for committed writes only', async () => {
    if (there.listen === null) {
      expect(there.dialect).toBe('sqlite')
      return
    }
    const watch = await watchRevisions(there, log, { pollMs: NEVER_MS })
    const before = watch.get('events')
    const rolledBack = here.write(async (tx) => {
      await raiseRevision(tx, 'events', 1)
      throw new Error('no commit')
    })
    await expect(rolledBack).rejects.toThrow('no commit')
    // Notifications are lost until the connection has subscribed, so the test repeats the write.
    let raised = before
    await expect
      .poll(
        async () => {
          raised = await here.write((tx) => raiseRevision(tx, 'events', 1))
          await new Promise((resolve) => setTimeout(resolve, 50))
          return watch.get('events') === raised
        },
        { timeout: 10_000 },
      )
      .toBe(true)
    await watch.stop()
  })
})
