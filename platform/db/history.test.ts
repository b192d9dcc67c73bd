/** Tests that queries of the audit log and the trash read an index in their order, so that they stay fast. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../../test/support/databases.ts'
import { createMigratedDatabase, type MigratedDatabase } from '../../test/support/migrated-database.ts'
import { explainQueries, type Plan } from '../../test/support/query-plans.ts'
import { resourceNames } from '../content/shared/resources.ts'
import { findLatestChanges, type HistoryQuery, listEntriesSince, listHistory } from './history.ts'
import { listOldestInTrash, listTrash } from './trash.ts'

describe.each(databases)('queries on $name', ({ create }) => {
  let place: MigratedDatabase
  beforeAll(async () => {
    place = await createMigratedDatabase({ create })
    // With fewer rows PostgreSQL would choose another index: it chooses by its statistics.
    const rows = Array.from({ length: 6000 }, (_, n) => ({
      id: `entry ${n}`,
      at: n,
      userId: `user ${n % 100}`,
      action: 'update',
      resource: n % 100 === 5 ? 'agency' : 'news',
      itemId: `item ${n % 600}`,
      label: '',
    }))
    await place.database.write(async (tx) => {
      for (let n = 0; n < rows.length; n += 1000)
        await tx
          .insertInto('history')
          .values(rows.slice(n, n + 1000) as never)
          .execute()
    })
    await sql`analyze`.execute(place.database.read)
  })
  afterAll(() => place.dispose())
  const SORT = /sort|temp b-tree/i
  const page = { limit: 10, page: 3 }

  test.each<[string, Partial<HistoryQuery>, RegExp]>([
    ['all', {}, /history_pk|SCAN history|Index Scan Backward/],
    ['for a resource', { resource: 'agency' }, /history_resource/],
    ['for an item', { resource: 'agency', item: 'item 5' }, /history_item/],
    ['for a user', { user: 'user 3' }, /history_user/],
  ])('read the audit log %s through an index', async (_filter, filter, index) => {
    const plans = await explainQueries(place.database, ({ read }) =>
      listHistory(read, { ...page, ...filter }),
    )
    const { plan } = plans.find(({ sql }) => sql.includes('order by')) as Plan
    expect(plan).toMatch(index)
    expect(plan).not.toMatch(SORT)
  })

  test('read the versions of items through an index', async () => {
    const entry = { resource: 'agency', itemId: 'item 5', seq: 3 } as Parameters<typeof listEntriesSince>[1]
    const [versions] = await explainQueries(place.database, ({ read }) => listEntriesSince(read, entry))
    expect(versions?.plan).toMatch(/history_item/)
    expect(versions?.plan).not.toMatch(SORT)
    const [latest] = await explainQueries(place.database, ({ read }) =>
      findLatestChanges(read, 'agency', ['item 5', 'item 11']),
    )
    expect(latest?.plan).toMatch(/history_item/)
    expect(latest?.plan).not.toMatch(/SCAN (?!.*USING)|Seq Scan/)
  })

  test('read only deleted items for the trash', async () => {
    const [list, count] = await explainQueries(place.database, (asking) =>
      listTrash(asking, { q: '', ...page }),
    )
    for (const plan of [list?.plan, count?.plan]) {
      for (const name of resourceNames) expect(plan).toContain(`${name}_bin`)
      expect(plan).not.toMatch(/Seq Scan|SCAN (?!bin)/)
    }
    const [oldest] = await explainQueries(place.database, (asking) =>
      listOldestInTrash(asking, 'news', { before: 9, limit: 5 }),
    )
    expect(oldest?.plan).toContain('news_bin')
    expect(oldest?.plan).not.toMatch(SORT)
  })
})
