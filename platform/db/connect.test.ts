import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../../test/support/databases.ts'
import { createMigratedDatabase, type MigratedDatabase } from '../../test/support/migrated-database.ts'
import { type Database, isUniqueViolation } from './connect.ts'

describe.each(databases)('a database of $name', ({ name, create }) => {
  let place: MigratedDatabase
  let database: Database
  let another: Database
  beforeAll(async () => {
    place = await createMigratedDatabase({ create })
    database = place.database
    another = place.connectAgain()
  })
  afterAll(() => place.dispose())
  beforeEach(() => database.write((tx) => tx.deleteFrom('settings').execute()))

  const values = async () =>
    (await database.read.selectFrom('settings').select('value').execute()).map(({ value }) => value)
  const set = (value: string) => (tx: Parameters<Parameters<Database['write']>[0]>[0]) =>
    tx.insertInto('settings').values({ key: 'a', value }).execute()

  test('reports its dialect and answers a ping', async () => {
    expect(database.dialect).toBe(name)
    await database.ping()
  })

  test('rolls back a write that throws, and throws its error', async () => {
    const write = database.write(async (tx) => {
      await set('x')(tx)
      throw new Error('changed my mind')
    })
    await expect(write).rejects.toThrow('changed my mind')
    expect(await values()).toEqual([])
    // The connection can still write after the failed transaction.
    await database.write(set('y'))
    expect(await values()).toEqual(['y'])
  })

  test('distinguishes a duplicate value from other failures', async () => {
    await database.write(set('x'))
    const getFailure = (work: Promise<unknown>) =>
      work.then(
        () => null,
        (error: unknown) => error,
      )
    expect(isUniqueViolation(await getFailure(database.write(set('y'))))).toBe(true)
    expect(isUniqueViolation(await getFailure(database.write((tx) => sql`nonsense`.execute(tx))))).toBe(false)
    const orphan = (tx: Parameters<Parameters<Database['write']>[0]>[0]) =>
      tx
        .insertInto('sessions')
        .values({ tokenHash: 'x', userId: 'nobody', createdAt: 0, seenAt: 0 })
        .execute()
    expect(isUniqueViolation(await getFailure(database.write(orphan)))).toBe(false)
    for (const other of [null, undefined, 'x', new Error('x')]) expect(isUniqueViolation(other)).toBe(false)
  })

  test('keeps all writes of two connections that read before they write', async () => {
    await database.write(set('0'))
    const count = (by: Database) =>
      by.write(async (tx) => {
        const query = tx.selectFrom('settings').select('value').where('key', '=', 'a')
        const { value } = await (name === 'postgres' ? query.forUpdate() : query).executeTakeFirstOrThrow()
        await tx
          .updateTable('settings')
          .set({ value: String(Number(value) + 1) })
          .where('key', '=', 'a')
          .execute()
      })
    await Promise.all(Array.from({ length: 12 }, (_, index) => count(index % 2 ? database : another)))
    expect(await values()).toEqual(['12'])
  })

  test('waits for a write of another process without blocking reads', async () => {
    await database.write(set('old'))
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const first = another.write(async (tx) => {
      await tx.updateTable('settings').set({ value: 'first' }).execute()
      begin()
      await held
    })
    await begun
    const second = database.write((tx) =>
      tx
        .updateTable('settings')
        .set((row) => ({ value: sql`${row.ref('value')} || ' second'` }))
        .execute(),
    )
    expect(await values()).toEqual(['old'])
    release()
    await Promise.all([first, second])
    expect(await values()).toEqual(['first second'])
  })
})
