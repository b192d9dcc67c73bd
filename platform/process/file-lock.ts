/** A lock that processes of one machine share, such as the workers of a club and two releases during an upgrade. */
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/** Primary result code of SQLite for a lock that another connection holds. */
const SQLITE_BUSY = 5
const TRY_AGAIN_MS = 20
const PATIENCE_MS = 15_000

export type FileLock = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Returns a function that runs one `work` at a time, in this process and in all others that use the same file. The file is
 * an empty SQLite database. SQLite takes its lock from the operating system, which releases it when a process dies.
 * @param file path in an existing folder. The file stays empty and must not be deleted
 * @throws the error of `work`, or SQLite's "database is locked" after 15 seconds
 */
export function createFileLock(file: string): FileLock {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(async () => {
      const release = await acquire(file)
      try {
        return await work()
      } finally {
        release()
      }
    })
    last = result.catch(() => {})
    return result
  }
}

/** Takes the lock. @returns a function that releases it */
async function acquire(file: string): Promise<() => void> {
  const giveUpAt = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return takeFileLock(file)
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error
      await sleep(TRY_AGAIN_MS)
    }
  }
}

/**
 * Takes the lock at once, or not at all.
 * @param file as for `createFileLock`
 * @returns a function that releases it
 * @throws SQLite's "database is locked" while another process, or this one, holds it
 */
export function takeFileLock(file: string): () => void {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
    return () => database.close()
  } catch (error) {
    database.close()
    throw error
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY
