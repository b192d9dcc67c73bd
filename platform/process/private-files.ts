/**
 * What the club writes is for its owner alone: password hashes, TOTP secrets and visitors' messages are in it. Windows
 * has no such modes, and inherits who may read from the folder.
 */
import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const hasModes = process.platform !== 'win32'

/** From here on, no file or folder that this process makes, or one that it starts, can be read by others. */
export function writePrivately(): void {
  if (hasModes) process.umask(0o077)
}

/** 0 for what is not there. */
const modeOf = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.mode ?? 0

/** Up to whom a folder of data can be read, by its mode; null where there are none. */
export async function whoCanRead(dataDir: string): Promise<'owner' | 'group' | 'everyone' | null> {
  if (!hasModes) return null
  const mode = await modeOf(dataDir)
  return mode & 0o007 ? 'everyone' : mode & 0o070 ? 'group' : 'owner'
}

/** /tmp and the like have it: everybody keeps things there. */
const STICKY = 0o1000
/** What the club makes in its folder, beside files of the operator's such as a key. */
const OURS = /^(club\.sqlite|media$|backups$|\.incoming$|\.restor)/

/**
 * Takes from others what older versions let them read. No deeper than what lies directly in the folder: through a closed
 * one nobody reaches what is below, and a hundred thousand pictures would be waited for at every start. Of a folder in
 * which others have folders too, such as /srv, only what is the club's is closed.
 * @returns false when others can still read it: it is shared, not ours, or lies where there are no modes
 */
export async function closeDataDir(dataDir: string): Promise<boolean> {
  if (!hasModes) return true
  const mode = await modeOf(dataDir)
  const entries = await readdir(dataDir, { withFileTypes: true }).catch(() => [])
  const isShared =
    (mode & STICKY) !== 0 || entries.some((entry) => entry.isDirectory() && !OURS.test(entry.name))
  if (!isShared) await close(dataDir, mode)
  for (const entry of entries) {
    // A link leads to what is not ours to change.
    if (entry.isSymbolicLink() || (isShared && !OURS.test(entry.name))) continue
    const path = join(dataDir, entry.name)
    await close(path, await modeOf(path))
  }
  return (await whoCanRead(dataDir)) === 'owner'
}

/** Failing is no reason not to open: who can read the folder is looked at afterwards. */
async function close(path: string, mode: number): Promise<void> {
  if (mode & 0o077) await chmod(path, mode & 0o7700).catch(() => {})
}
