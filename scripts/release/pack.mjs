/** Packs a folder into one file with reproducible bytes. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { run } from '../runtime.mjs'

/**
 * Runs GNU tar with fixed order, dates, owners and modes, and compresses with gzip. xz would save a quarter of the size, but
 * a bare Debian has no xz.
 * @param {string} folder contains the folder `name`
 * @param {string} name
 * @param {{archive: string, date: Date}} options date: modification time of all files in the archive
 * @returns {Promise<boolean>} false if tar failed; tar prints the reason
 */
export const pack = (folder, name, { archive, date }) =>
  run('tar', [
    '--sort=name',
    '--format=gnu',
    `--mtime=@${Math.floor(date.getTime() / 1000)}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
    '--use-compress-program=gzip -n -9',
    '-cf',
    archive,
    '-C',
    folder,
    name,
  ])

/** Returns the hash of a file in hexadecimal, as sha256sum prints it. */
export async function sha256(path) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
