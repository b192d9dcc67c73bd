import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, postgresOnly, type TestDatabase } from '../../test/support/databases.ts'
import { freePort } from '../../test/support/ports.ts'
import { POSTGRES_PROBLEMS, SQLITE_PROBLEMS } from './error-codes.ts'
import { StorageFull } from './storage-errors.ts'
import { classifyError, isDiskFull, isUnavailable } from './unavailable.ts'

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

/** Classes of SQLSTATE. PostgreSQL 18, Appendix A */
const CLASSES =
  '00 01 02 03 08 09 0A 0B 0F 0L 0P 0Z 10 20 21 22 23 24 25 26 27 28 2B 2D 2F 34 38 39 3B 3D 3F 40 42 44 53 54 55 57 58 72 F0 HV P0 XX'

test('names each class of PostgreSQL and each primary code of SQLite', () => {
  const classes = Object.keys(POSTGRES_PROBLEMS).filter((key) => key.length === 2)
  expect(classes.sort()).toEqual(CLASSES.split(' ').sort())
  expect(Object.keys(SQLITE_PROBLEMS)).toEqual(Array.from({ length: 28 }, (_, index) => String(index + 1)))
})

test('lists only codes that differ from their class', () => {
  for (const [code, problem] of Object.entries(POSTGRES_PROBLEMS))
    if (code.length === 5) expect([code, POSTGRES_PROBLEMS[code.slice(0, 2)]]).not.toEqual([code, problem])
})

describe.each(postgresOnly)('an error that PostgreSQL raises', ({ create }) => {
  let place: TestDatabase
  let client: Client
  beforeAll(async () => {
    place = await create()
    client = new Client({ connectionString: place.databaseUrl as string })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await place.dispose()
  })

  test.each([
    ['08006', 'unavailable'],
    ['22001', 'unexpected'],
    ['23505', 'unexpected'],
    ['25006', 'unavailable'],
    ['28P01', 'unavailable'],
    ['3D000', 'unavailable'],
    ['40001', 'unavailable'],
    ['42P01', 'unexpected'],
    ['53100', 'storage-full'],
    ['53300', 'unavailable'],
    ['55000', 'unexpected'],
    ['55P03', 'unavailable'],
    ['57014', 'unavailable'],
    ['57P01', 'unavailable'],
    ['58030', 'unavailable'],
    ['XX001', 'unexpected'],
  ])('with %s is %s', async (code, expected) => {
    const error = await getError(() => client.query(`do $$ begin raise sqlstate '${code}'; end $$`))
    expect([(error as { code: string }).code, classifyError(error)]).toEqual([code, expected])
  })
})

test.each([
  ['a full disk', Object.assign(new Error(), { code: 'ENOSPC' }), 'full'],
  ['an exhausted quota', Object.assign(new Error(), { code: 'EDQUOT' }), 'full'],
  ['a full media store', new StorageFull('x'), 'full'],
  ['PostgreSQL with a full disk', Object.assign(new Error(), { code: '53100' }), 'full'],
  ['PostgreSQL during its start', Object.assign(new Error(), { code: '57P03' }), 'unavailable'],
  ['PostgreSQL with too many connections', Object.assign(new Error(), { code: '53300' }), 'unavailable'],
  ['a pool that times out', new Error('timeout exceeded when trying to connect'), 'unavailable'],
  ['a silent server', new Error('Query read timeout'), 'unavailable'],
  [
    'a name of a system error that looks like SQLSTATE',
    Object.assign(new Error(), { code: 'EXDEV' }),
    'ours',
  ],
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
