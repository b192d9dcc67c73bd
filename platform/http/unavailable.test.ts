import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createDatabase, postgresOnly } from '../../test/support/databases.ts'
import { freePort } from '../../test/support/ports.ts'
import { StorageFull } from '../media/server/store.ts'
import { isDiskFull, isUnavailable } from './unavailable.ts'

const getError = async (work: () => unknown): Promise<unknown> => {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('The work did not fail')
}

test('distinguishes a locked or full SQLite database from an invalid query', async () => {
  const place = await createDatabase()
  const file = `${place.dataDir}/x.sqlite`
  const one = new DatabaseSync(file)
  const other = new DatabaseSync(file, { timeout: 0 })
  one.exec('create table t (a text unique); begin immediate')
  const locked = await getError(() => other.exec("insert into t values ('x')"))
  expect([isUnavailable(locked), isDiskFull(locked)]).toEqual([true, false])
  one.exec('commit; pragma max_page_count = 4')
  const full = await getError(() => one.prepare('insert into t values (?)').run('x'.repeat(100_000)))
  expect([isUnavailable(full), isDiskFull(full)]).toEqual([false, true])
  one.exec("insert into t values ('y')")
  for (const nonsense of ["insert into t values ('y')", 'select * from nothing', 'nonsense']) {
    const error = await getError(() => one.exec(nonsense))
    expect([isUnavailable(error), isDiskFull(error)]).toEqual([false, false])
  }
  one.close()
  other.close()
  await place.dispose()
})

test.each(postgresOnly)(
  'distinguishes an unreachable PostgreSQL server from an invalid query',
  async ({ create }) => {
    const port = await freePort()
    const away = await getError(() =>
      new Client({ connectionString: `postgres://x@127.0.0.1:${port}/x` }).connect(),
    )
    expect([isUnavailable(away), isDiskFull(away)]).toEqual([true, false])
    const place = await create()
    const client = new Client({ connectionString: place.databaseUrl as string })
    await client.connect()
    const nonsense = await getError(() => client.query('nonsense'))
    expect([isUnavailable(nonsense), isDiskFull(nonsense)]).toEqual([false, false])
    client.on('error', () => {})
    const cut = await getError(() => client.query('select pg_terminate_backend(pg_backend_pid())'))
    expect(isUnavailable(cut)).toBe(true)
    await place.dispose()
  },
)

test.each([
  ['a full disk', Object.assign(new Error(), { code: 'ENOSPC' }), 'full'],
  ['an exhausted quota', Object.assign(new Error(), { code: 'EDQUOT' }), 'full'],
  ['a full media store', new StorageFull('x'), 'full'],
  ['PostgreSQL with a full disk', Object.assign(new Error(), { code: '53100' }), 'full'],
  ['PostgreSQL during its start', Object.assign(new Error(), { code: '57P03' }), 'unavailable'],
  ['PostgreSQL with too many connections', Object.assign(new Error(), { code: '53300' }), 'unavailable'],
  ['a pool that times out', new Error('timeout exceeded when trying to connect'), 'unavailable'],
  [
    'a connection that was lost between two queries',
    new Error('Client has encountered a connection error and is not queryable'),
    'unavailable',
  ],
  ['a bug', new TypeError('x is undefined'), 'ours'],
  ['an unknown code', { code: 5, errcode: '5' }, 'ours'],
  ['undefined', undefined, 'ours'],
  ['a string', 'ENOSPC', 'ours'],
])('classifies %s', (_name, error, expected) => {
  const kind = isDiskFull(error) ? 'full' : isUnavailable(error) ? 'unavailable' : 'ours'
  expect(kind).toBe(expected)
})
