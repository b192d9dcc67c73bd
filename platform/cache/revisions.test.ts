/** Tests two revision watches on the same database, as in two processes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { connect, type Database } from '../db/connect.ts'
import { raiseRevision } from '../db/revisions.ts'
import { watchRevisions } from './revisions.ts'

const NEVER_MS = 2 ** 31 - 1
const log = { warn: () => {} }

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
    const watch = await watchRevisions(there, log, NEVER_MS)
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
    const watch = await watchRevisions(there, log, NEVER_MS)
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
