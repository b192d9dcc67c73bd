/** Tests the modes of existing files. process.slow.test.ts starts the programs and checks the modes of new files. */
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTestClub } from '../../test/support/club.ts'
import { findReaders, restrictDataDir } from './private-files.ts'

/** Makes the next chmod fail, or do nothing, as on file systems without modes. */
const disk = vi.hoisted(() => ({ chmod: null as null | (() => Promise<void>) }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  return {
    ...real,
    chmod: (path: string, mode: number) => disk.chmod?.() ?? real.chmod(path, mode),
  }
})

const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))

let folder: string
let dataDir: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'club-modes-'))
  dataDir = join(folder, 'data')
})
afterEach(async () => {
  disk.chmod = null
  await rm(folder, { recursive: true, force: true })
})

const getMode = async (path: string) => ((await stat(path)).mode & 0o7777).toString(8)

/** Creates a data folder as an older version left it, readable for all users. */
async function oldDataDir() {
  await mkdir(join(dataDir, 'media', 'ab'), { recursive: true })
  await mkdir(join(dataDir, 'backups', 'media'), { recursive: true })
  const files = ['club.sqlite', 'club.sqlite-wal', 'club.sqlite-shm', 'backup.key', 'media/ab/ab1.webp']
  for (const file of files) {
    await writeFile(join(dataDir, file), '')
    await chmod(join(dataDir, file), 0o644)
  }
  for (const path of ['', 'media', 'media/ab', 'backups', 'backups/media'])
    await chmod(join(dataDir, path), 0o755)
}

describe.skipIf(process.platform === 'win32')('a folder of data', () => {
  test('becomes private with its direct children', async () => {
    await oldDataDir()
    await mkdir(join(dataDir, '.incoming'))
    await chmod(join(dataDir, 'backups'), 0o2775)
    expect(await findReaders(dataDir)).toBe('everyone')
    expect(await restrictDataDir(dataDir)).toBe(true)
    expect(await findReaders(dataDir)).toBe('owner')
    expect(await getMode(dataDir)).toBe('700')
    expect(await getMode(join(dataDir, 'media'))).toBe('700')
    expect(await getMode(join(dataDir, 'backups'))).toBe('2700')
    for (const file of ['club.sqlite', 'club.sqlite-wal', 'club.sqlite-shm', 'backup.key'])
      expect([file, await getMode(join(dataDir, file))]).toEqual([file, '600'])
  })

  test('stays open when it has other folders, while the files of the club become private', async () => {
    await oldDataDir()
    await mkdir(join(dataDir, 'web'))
    for (const path of ['web', '']) await chmod(join(dataDir, path), 0o755)
    expect(await restrictDataDir(dataDir)).toBe(false)
    const modes = ['', 'web', 'backup.key', 'club.sqlite', 'club.sqlite-wal', 'media', 'backups'].map(
      async (path) => [path, await getMode(join(dataDir, path))],
    )
    expect(await Promise.all(modes)).toEqual([
      ['', '755'],
      ['web', '755'],
      ['backup.key', '644'],
      ['club.sqlite', '600'],
      ['club.sqlite-wal', '600'],
      ['media', '700'],
      ['backups', '700'],
    ])
  })

  test.each([
    [0o700, 'owner'],
    [0o750, 'group'],
    [0o710, 'group'],
    [0o755, 'everyone'],
    [0o701, 'everyone'],
  ] as const)('of mode %o is open to: %s', async (mode, who) => {
    await mkdir(dataDir)
    await chmod(dataDir, mode)
    expect(await findReaders(dataDir)).toBe(who)
  })

  test('may be a symbolic link, but links within it are not followed', async () => {
    await oldDataDir()
    const elsewhere = join(folder, 'elsewhere')
    await mkdir(elsewhere)
    await chmod(elsewhere, 0o755)
    await symlink(elsewhere, join(dataDir, 'pictures'))
    await symlink(join(folder, 'nowhere'), join(dataDir, 'broken'))
    await symlink(dataDir, join(folder, 'link'))
    expect(await restrictDataDir(join(folder, 'link'))).toBe(true)
    expect(await getMode(dataDir)).toBe('700')
    expect(await getMode(elsewhere)).toBe('755')
  })

  test('is not created when it is missing', async () => {
    expect(await restrictDataDir(dataDir)).toBe(true)
    await expect(stat(dataDir)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('stays open when all users share it, such as /tmp, while the files of the club become private', async () => {
    await oldDataDir()
    await chmod(dataDir, 0o1777)
    expect(await restrictDataDir(dataDir)).toBe(false)
    expect(await getMode(dataDir)).toBe('1777')
    expect(await getMode(join(dataDir, 'club.sqlite'))).toBe('600')
    expect(await getMode(join(dataDir, 'backups'))).toBe('700')
    expect(await getMode(join(dataDir, 'backup.key'))).toBe('644')
  })

  test.each([
    ['belongs to another user', failing('EPERM')],
    ['is on a file system without modes', failing('ENOTSUP')],
    ['is on a read-only file system', failing('EROFS')],
    ['is on a file system that ignores modes', () => Promise.resolve()],
  ])('that %s does not prevent the start, but causes a warning in the log', async (_, change) => {
    await oldDataDir()
    await rm(join(dataDir, 'club.sqlite'))
    disk.chmod = change
    expect(await restrictDataDir(dataDir)).toBe(false)
    const club = await openTestClub({ databaseUrl: null, dataDir })
    await club.stop()
    const said = club.logged.map((line) => JSON.parse(line)).filter(({ message }) => /DATA_DIR/.test(message))
    expect(said).toMatchObject([{ level: 'warn', message: expect.stringContaining('other users can read') }])
  })

  test('becomes private when the club starts', async () => {
    await oldDataDir()
    await rm(join(dataDir, 'club.sqlite'))
    const club = await openTestClub({ databaseUrl: null, dataDir })
    await club.stop()
    expect(await getMode(dataDir)).toBe('700')
    expect(await readFile(join(dataDir, 'backup.key'), 'utf8')).toBe('')
    expect(club.logged.join()).not.toContain('DATA_DIR')
  })
})
