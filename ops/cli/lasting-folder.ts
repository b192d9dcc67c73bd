/** Refuses backups in the folder of the program. */
import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { resolveInCheckout } from '../../platform/process/paths.ts'
import { Failure } from './output.ts'

/**
 * Requires a folder that stays after an upgrade, which deletes the folders of old releases. DATA_DIR may be inside one.
 * @param program the folder of the program. Tests pass another one
 * @throws Failure
 */
export async function requireLastingFolder(
  where: string,
  dataDir: string,
  program = fileURLToPath(resolveInCheckout('./')),
): Promise<void> {
  // Upgrades of a checkout delete no files.
  if (existsSync(join(program, '.git'))) return
  const folder = await findRealPath(where)
  const isInside = async (parent: string) => isWithin(folder, await findRealPath(parent))
  if ((await isInside(program)) && !(await isInside(dataDir)))
    throw new Failure(
      `${where} es parte del programa, y una actualización la borra: elegí otra carpeta con --to, o dejá la copia en ${join(dataDir, 'backups')}, sin --to.`,
    )
}

/** Returns a path without symbolic links. Its last parts may not exist yet. */
async function findRealPath(path: string): Promise<string> {
  const parent = dirname(path)
  return realpath(path).catch(async (error: unknown) => {
    if (parent === path) throw error
    return join(await findRealPath(parent), basename(path))
  })
}

const isWithin = (path: string, folder: string): boolean => {
  const steps = relative(folder, path)
  return steps !== '..' && !steps.startsWith(`..${sep}`) && !isAbsolute(steps)
}
