/** What one process writes, another one knows: two watches over the same data. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { connect, type Database } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { raiseRevision } from '../db/revisions.ts'
import { watchRevisions } from './revisions.ts'

const NEVER_MS = 2 ** 31 - 1
const log = { warn: () => {} }

describe.each(databases)('revisions on $name', ({ create }) => {
  let test_: TestDatabase
  let here: Database
  let there: Database
  beforeAll(async () => {
    test_ = await create()
    here = connect(test_)
    there = connect(test_)
    await migrate(here)
  })
  afterAll(async () => {
    await Promise.all([here.close(), there.close()])
    await test_.dispose()
  })

  test('are seen by whoever looks, within a second', async () => {
    const watch = await watchRevisions(there, log)
    const before = watch.of('news')
    await here.write((tx) => raiseRevision(tx, 'news', 1))
    await expect.poll(() => watch.of('news'), { timeout: 1_000 }).toBe(before + 1)
    expect(watch.of('events')).toBe(1)
    await watch.stop()
  })

  test('never go back, whatever is heard late', async () => {
    const watch = await watchRevisions(there, log, NEVER_MS)
    watch.update('news', 1_000)
    watch.update('news', 999)
    expect(watch.of('news')).toBe(1_000)
    await watch.stop()
  })

  test('are heard of on PostgreSQL with the commit, before anybody looks, and not without one', async () => {
    if (there.listen === null) {
      expect(there.dialect).toBe('sqlite')
      return
    }
    const watch = await watchRevisions(there, log, NEVER_MS)
    const before = watch.of('events')
    const rolledBack = here.write(async (tx) => {
      await raiseRevision(tx, 'events', 1)
      throw new Error('no commit')
    })
    await expect(rolledBack).rejects.toThrow('no commit')
    // It takes a moment until the connection listens; what is raised until then is not heard.
    let raised = before
    await expect
      .poll(
        async () => {
          raised = await here.write((tx) => raiseRevision(tx, 'events', 1))
          await new Promise((resolve) => setTimeout(resolve, 50))
          return watch.of('events') === raised
        },
        { timeout: 10_000 },
      )
      .toBe(true)
    await watch.stop()
  })
})
