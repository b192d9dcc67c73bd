/** A folder as one file that comes out the same whoever packs it, wherever and whenever. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { run } from '../runtime.mjs'

/**
 * By GNU tar, which is told everything that would differ. gzip and not xz, which would save a quarter: a bare Debian has
 * no xz.
 * @param {string} folder what holds the folder `name`
 * @param {string} name
 * @param {{archive: string, date: Date}} to date: of everything that is inside
 * @returns {Promise<boolean>} whether it worked; tar has said why not
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

/** In hexadecimal, as sha256sum prints it. */
export async function sha256(path) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
