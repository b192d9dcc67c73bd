/** A SQLite dialect for Kysely over `node:sqlite`. */
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { SqliteAdapter, type SqliteDatabase, SqliteDialect } from 'kysely'

/**
 * Upper limit of cached prepared statements. A query with a list of ids is another statement for each length of the list.
 * The oldest statements are dropped.
 */
const STATEMENTS_KEPT = 500

/**
 * Maximum wait for a write lock that another process holds. The wait blocks the event loop, so it is short. `write` in
 * connect.ts then tries again without blocking.
 */
const BUSY_TIMEOUT_MS = 50

/**
 * Time without writes after which SQLite copies the write-ahead log into the database. A write that has to wait for the
 * copy takes a tenth longer. During continuous writes the copy happens at CHECKPOINT_PAGES pages of 4 KiB.
 */
const CHECKPOINT_AFTER_MS = 2_000
const CHECKPOINT_PAGES = 4_000

class TransactionalSqliteAdapter extends SqliteAdapter {
  /** SQLite can roll back a change of the schema, so a failed migration leaves the old schema. */
  override get supportsTransactionalDdl() {
    return true
  }
}

class NodeSqliteDialect extends SqliteDialect {
  override createAdapter() {
    return new TransactionalSqliteAdapter()
  }
}

/** Path of the SQLite file in DATA_DIR. */
export const getSqlitePath = (dataDir: string): string => join(dataDir, 'club.sqlite')

export function createSqliteDialect(file: string): SqliteDialect {
  return new NodeSqliteDialect({ database: async () => open(file) })
}

function open(file: string): SqliteDatabase {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: BUSY_TIMEOUT_MS })
  // synchronous = FULL: a committed write survives a power cut. secure_delete = ON: deleted values are overwritten with zeros.
  database.exec(
    `PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON`,
  )
  let checkpoint: NodeJS.Timeout | undefined
  const checkpointWhenQuiet = () => {
    checkpoint ??= setTimeout(() => {
      try {
        // A PASSIVE checkpoint waits for no other connection. Pages that others still read stay in the log.
        database.exec('PRAGMA wal_checkpoint(PASSIVE)')
      } catch {
        // A transaction is open, or the disk is full. No data is lost: a later commit tries again.
      }
    }, CHECKPOINT_AFTER_MS).unref()
    checkpoint.refresh()
  }
  const statements = new Map<string, ReturnType<typeof adaptStatement>>()

  return {
    prepare(sql) {
      // Kysely opens deferred transactions. One that reads first and then writes fails with SQLITE_BUSY_SNAPSHOT when
      // another process wrote in between. 'begin immediate' takes the write lock at once and prevents this.
      const text = sql === 'begin' ? 'begin immediate' : sql
      const known = statements.get(text)
      if (known) return known
      const statement = adaptStatement(database.prepare(text))
      if (text === 'rollback') {
        const rollBack = statement.run
        // On a full disk SQLite has already rolled the transaction back. A second rollback would fail, and its error would
        // hide the first one, so it is skipped.
        statement.run = (parameters) =>
          database.isTransaction ? rollBack(parameters) : { changes: 0, lastInsertRowid: 0 }
      }
      if (text === 'commit') {
        const commit = statement.run
        statement.run = (parameters) => {
          const done = commit(parameters)
          checkpointWhenQuiet()
          return done
        }
      }
      statements.set(text, statement)
      if (statements.size > STATEMENTS_KEPT) statements.delete(statements.keys().next().value as string)
      return statement
    },
    close() {
      clearTimeout(checkpoint)
      statements.clear()
      database.close()
    },
  }
}

function adaptStatement(statement: StatementSync) {
  const values = (parameters: readonly unknown[]) =>
    parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value)) as SQLInputValue[]
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
    run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
  }
}
