/** The folder in DATA_DIR where a restore unpacks its archive. A killed restore leaves it, and the next start removes it. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { nullIfMissing } from '../../platform/media/server/local-media.ts'
import { takeFileLock } from '../../platform/process/file-lock.ts'
import type { Log } from '../../platform/process/log.ts'
import { RESTORE_PREFIX } from './archive-format.ts'

/** A restore holds the lock on this file in its folder. The operating system releases the lock of a killed process. */
const LOCK = 'lock'

/** Prefix of files of DATA_DIR that a restore has moved into its folder. A restore that fails moves them back. */
const MOVED = 'old-'

/** A folder without a lock is of an older version, or was created a moment ago. Only an old one is removed. ms */
const WITHOUT_LOCK_MS = 24 * 3_600_000

export interface Staging {
  folder: string
  /** Returns the path for the `index`th file that the restore moves away. */
  movedPath(index: number): string
  remove(): Promise<void>
}

export async function createStaging(dataDir: string): Promise<Staging> {
  const folder = await mkdtemp(join(dataDir, RESTORE_PREFIX))
  const release = takeFileLock(join(folder, LOCK))
  return {
    folder,
    movedPath: (index) => join(folder, MOVED + index),
    async remove() {
      // Windows cannot delete an open file.
      release()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Removes the folders of killed restores. A folder with moved files of the club stays, because they are nowhere else.
 * @param now ms since 1970
 */
export async function removeLeftStaging(
  dataDir: string,
  log: Pick<Log, 'info' | 'warn'>,
  now: number,
): Promise<void> {
  const names = (await nullIfMissing(readdir(dataDir))) ?? []
  for (const name of names.filter((each) => each.startsWith(RESTORE_PREFIX))) {
    const folder = join(dataDir, name)
    // The folder of a restore that root ran may belong to root. The club starts without its removal.
    await removeIfLeft(folder, log, now).catch((error: unknown) =>
      log.warn({ folder, error }, 'the folder of a killed restore could not be removed'),
    )
  }
}

async function removeIfLeft(folder: string, log: Pick<Log, 'info' | 'warn'>, now: number): Promise<void> {
  const release = await takeLeftLock(folder, now)
  if (release === null) return
  const hasMoved = (await readdir(folder)).some((name) => name.startsWith(MOVED))
  release()
  if (hasMoved) {
    log.warn({ folder }, 'a restore was killed while it replaced files; the folder has the replaced files')
    return
  }
  await rm(folder, { recursive: true, force: true })
  log.info({ folder }, 'removed the folder of a killed restore')
}

/** Takes the lock of a restore that has ended. @returns null while the restore runs, or may run */
async function takeLeftLock(folder: string, now: number): Promise<(() => void) | null> {
  const lock = await nullIfMissing(stat(join(folder, LOCK)))
  if (lock === null) {
    const stats = await nullIfMissing(stat(folder))
    return stats !== null && stats.mtimeMs < now - WITHOUT_LOCK_MS ? () => {} : null
  }
  try {
    return takeFileLock(join(folder, LOCK))
  } catch {
    return null
  }
}
