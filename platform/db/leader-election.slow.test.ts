import { Client } from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { postgresOnly, type TestDatabase } from '../../test/support/databases.ts'
import { joinElection } from './postgres-sessions.ts'

/**
 * Time limit for the leader's steps after its connection is lost. The leader checks its connection every 2 s, so it notices
 * the loss at one check and opens a new connection at the next one. ms
 */
const PATIENCE = { timeout: 30_000 }

describe.each(postgresOnly)('the leader on $name', ({ create }) => {
  let place: TestDatabase | undefined
  let stop: (() => Promise<void>) | undefined
  let client: Client | undefined
  afterEach(async () => {
    await stop?.()
    await client?.end()
    await place?.dispose()
  })

  test('is visible, steps down when its session ends, and leads again', async () => {
    place = await create()
    const url = place.databaseUrl as string
    const changes: boolean[] = []
    stop = joinElection(url, 'tests', (leads) => changes.push(leads))
    await vi.waitFor(() => expect(changes).toEqual([true]), PATIENCE)

    client = new Client({ connectionString: url })
    await client.connect()
    const sessions = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
    const lastQuery = async () => (await client?.query(`select query ${sessions}`))?.rows[0]?.query
    await vi.waitFor(async () => expect(await lastQuery()).toBe('select true as leads'), PATIENCE)

    await client.query(`select pg_terminate_backend(pid) ${sessions}`)
    await vi.waitFor(() => expect(changes).toEqual([true, false, true]), PATIENCE)
  })
})
