import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { migrationNames } from '../../platform/db/migrate.ts'
import { databases, type TestDatabase } from './databases.ts'

/** Runs one statement on a new connection. Returns the first value of each row. */
async function query({ databaseUrl, dataDir }: TestDatabase, sql: string): Promise<unknown[]> {
  if (databaseUrl === null) {
    const database = new DatabaseSync(`${dataDir}/club.sqlite`)
    try {
      return database
        .prepare(sql)
        .all()
        .map((row) => Object.values(row)[0])
    } finally {
      database.close()
    }
  }
  const client = new Client({ connectionString: databaseUrl })
  try {
    await client.connect()
    const { rows } = await client.query(sql)
    return rows.map((row) => Object.values(row)[0])
  } finally {
    await client.end()
  }
}

describe.each(databases)('createDatabase of $name', ({ name, create, createEmpty }) => {
  const created: TestDatabase[] = []
  const fresh = async () => {
    const database = await createEmpty()
    created.push(database)
    return database
  }
  afterEach(async () => {
    for (const database of created.splice(0)) await database.dispose()
  })

  it('creates a separate database and an empty folder for each caller', async () => {
    const [one, other] = [await fresh(), await fresh()]
    expect(await readdir(one.dataDir)).toEqual([])
    await query(one, 'CREATE TABLE night (name TEXT)')
    await query(one, "INSERT INTO night VALUES ('Ñ')")
    expect(await query(one, 'SELECT name FROM night')).toEqual(['Ñ'])
    await expect(query(other, 'SELECT name FROM night')).rejects.toThrow(/night/)
  })

  it('creates copies with the newest schema that share no rows', async () => {
    const [one, other] = [await create(), await create()]
    created.push(one, other)
    await query(one, "INSERT INTO settings (key, value) VALUES ('a', 'ñ')")
    expect(await query(one, 'SELECT value FROM settings')).toEqual(['ñ'])
    expect(await query(other, 'SELECT value FROM settings')).toEqual([])
    expect(await query(other, 'SELECT name FROM kysely_migration ORDER BY name')).toEqual(migrationNames)
  })

  it('removes database and folder, also with open connections', async () => {
    const database = await create()
    const { databaseUrl } = database
    const guest = databaseUrl === null ? null : new Client({ connectionString: databaseUrl })
    const cut = new Promise((resolve) => guest?.on('error', resolve))
    await guest?.connect()
    await database.dispose()
    expect(existsSync(database.dataDir)).toBe(false)
    if (name === 'postgres') {
      expect(await cut).toBeInstanceOf(Error)
      await expect(query(database, 'SELECT 1')).rejects.toThrow(/does not exist/)
    }
  })
})
