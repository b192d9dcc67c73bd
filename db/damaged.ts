/** Whether a database on this machine can still be read as one. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Primary result codes (sqlite.org/rescode.html): SQLITE_CORRUPT, SQLITE_NOTADB. */
const DAMAGED = [11, 26]

/** Reads all of it. @returns false where there is no such file */
export function isDamaged(file: string): boolean {
  if (!existsSync(file)) return false
  try {
    const database = new DatabaseSync(file)
    try {
      return database.prepare('PRAGMA quick_check(1)').get()?.quick_check !== 'ok'
    } finally {
      database.close()
    }
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && DAMAGED.includes(Number(error.errcode) & 0xff))
      return true
    throw error
  }
}
