/**
 * Makes the files of the club readable only by their owner, because they contain password hashes, TOTP secrets and visitors'
 * messages. Windows has no such modes. Its files inherit their permissions from the folder.
 */
import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const hasModes = process.platform !== 'win32'

/** Makes all new files and folders of this process and its children unreadable for others. */
export function restrictNewFiles(): void {
  if (hasModes) process.umask(0o077)
}

/** Returns the mode of a file. 0 for a missing file */
const readMode = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.mode ?? 0

/** Returns which users can read a folder, according to its mode. null on systems without modes */
export async function findReaders(dataDir: string): Promise<'owner' | 'group' | 'everyone' | null> {
  if (!hasModes) return null
  const mode = await readMode(dataDir)
  return mode & 0o007 ? 'everyone' : mode & 0o070 ? 'group' : 'owner'
}

/** The sticky bit marks folders that all users share, such as /tmp. */
const STICKY = 0o1000
/** Names of files that the club creates in its data folder. The operator may keep other files there, such as a key. */
const CLUB_FILES = /^(club\.sqlite|media$|backups$|\.incoming$|\.restor)/

/**
 * Removes the rights of other users from files that older versions left readable. It changes only direct entries of the
 * folder, because files in subfolders are then unreachable, and changing 100,000 pictures would delay every start. In a
 * folder that other users share, such as /srv, it changes only the club's own files.
 * @returns false when others can still read the folder: it is shared, belongs to another user, or its file system has no
 * modes
 */
export async function restrictDataDir(dataDir: string): Promise<boolean> {
  if (!hasModes) return true
  const mode = await readMode(dataDir)
  const entries = await readdir(dataDir, { withFileTypes: true }).catch(() => [])
  const isShared =
    (mode & STICKY) !== 0 || entries.some((entry) => entry.isDirectory() && !CLUB_FILES.test(entry.name))
  if (!isShared) await restrictFile(dataDir, mode)
  for (const entry of entries) {
    // A link is skipped, because its target may belong to another program.
    if (entry.isSymbolicLink() || (isShared && !CLUB_FILES.test(entry.name))) continue
    const path = join(dataDir, entry.name)
    await restrictFile(path, await readMode(path))
  }
  return (await findReaders(dataDir)) === 'owner'
}

/** Removes the rights of other users. Errors are ignored, because the caller checks the result. */
async function restrictFile(path: string, mode: number): Promise<void> {
  if (mode & 0o077) await chmod(path, mode & 0o7700).catch(() => {})
}
