import * as filesystem from 'node:fs/promises'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StorageFull } from '../../process/storage-errors.ts'
import { type FileOperations, openLocalMedia } from './local-media.ts'

const ID = 'ab'.repeat(16)
const WEBP = `${ID}-320.webp`
const AVIF = `${ID}-320.avif`
const bytes = (text: string) => new TextEncoder().encode(text)

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'club-media-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const filesBelow = async () =>
  (await readdir(dir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

/** File operations of a disk that accepts `room` bytes of each file and then fails with `code`. */
const fullDisk = (code: string, room: number): FileOperations => ({
  ...filesystem,
  async open(...args: Parameters<typeof filesystem.open>) {
    const handle = await filesystem.open(...args)
    const writeWhole = handle.writeFile.bind(handle)
    handle.writeFile = async (data) => {
      await writeWhole((data as Uint8Array).subarray(0, room))
      throw Object.assign(new Error('no room'), { code })
    }
    return handle
  },
})

describe('the local store', () => {
  test.each(['ENOSPC', 'EDQUOT'])(
    'throws StorageFull on a full disk (%s), and leaves no file',
    async (code) => {
      const store = openLocalMedia(dir, fullDisk(code, 2))
      await expect(store.put(WEBP, bytes('whole'))).rejects.toThrow(StorageFull)
      expect(await filesBelow()).toEqual([])
      expect(await store.read(WEBP)).toBeNull()
    },
  )

  test('leaves the last space of a disk to the database', async () => {
    let blocks = 1
    const store = openLocalMedia(dir, {
      ...filesystem,
      statfs: (async (path: string) => ({
        ...(await filesystem.statfs(path)),
        bsize: 1024 * 1024,
        bfree: blocks,
        bavail: blocks,
        blocks: 10_000,
      })) as typeof filesystem.statfs,
    })
    await expect(store.put(WEBP, bytes('whole'))).rejects.toThrow(StorageFull)
    expect(await filesBelow()).toEqual([])
    await expect(store.ping()).rejects.toThrow(StorageFull)
    blocks = 100
    await store.put(WEBP, bytes('whole'))
    await store.ping()
  })

  test('throws other failures unchanged, and leaves no file', async () => {
    const store = openLocalMedia(dir, fullDisk('EIO', 2))
    await expect(store.put(WEBP, bytes('whole'))).rejects.toMatchObject({
      name: 'StoreUnavailable',
      cause: { code: 'EIO' },
    })
    expect(await filesBelow()).toEqual([])
  })

  test.skipIf(process.platform === 'win32')(
    'flushes the file and its folders in an order that survives a power cut',
    async () => {
      const steps: string[] = []
      const place = (path: unknown) =>
        String(path)
          .slice(dir.length)
          .replace(/[0-9a-f]+\.tmp/, '<random>.tmp')
      const store = openLocalMedia(dir, {
        ...filesystem,
        async open(...args: Parameters<typeof filesystem.open>) {
          const handle = await filesystem.open(...args)
          const sync = handle.sync.bind(handle)
          handle.sync = () => {
            steps.push(`flush ${place(args[0])}`)
            return sync()
          }
          return handle
        },
        rename(from, to) {
          steps.push(`rename ${place(from)} to ${place(to)}`)
          return filesystem.rename(from, to)
        },
      })
      await store.put(WEBP, bytes('whole'))
      expect(steps).toEqual([
        'flush /.incoming/<random>.tmp',
        'flush ',
        `rename /.incoming/<random>.tmp to /ab/${WEBP}`,
        'flush /ab',
      ])
    },
  )

  test.each(['utimes', 'rename'] as const)('keeps a file when setting it aside stops at %s', async (step) => {
    await openLocalMedia(dir).put(WEBP, bytes('whole'))
    const stopped = openLocalMedia(dir, {
      ...filesystem,
      [step]: () => Promise.reject(Object.assign(new Error('stopped'), { code: 'EIO' })),
    })
    await expect(stopped.setAside(WEBP, Number.POSITIVE_INFINITY)).rejects.toThrow('stopped')
    const store = openLocalMedia(dir)
    expect(await store.size(WEBP)).toBe(5)
    expect(await store.setAside(WEBP, Number.POSITIVE_INFINITY)).toBe(true)
  })

  test('keeps an old file for 30 days from the time when it was set aside', async () => {
    const store = openLocalMedia(dir)
    await store.put(WEBP, bytes('old'))
    await utimes(join(dir, 'ab', WEBP), 1, 1)
    await store.setAside(WEBP, Date.now())
    await store.tidy(Date.now())
    expect(await store.bringBack(WEBP)).toBe(true)
  })

  test('creates a removed folder again', async () => {
    const store = openLocalMedia(dir)
    await store.put(WEBP, bytes('whole'))
    await rm(join(dir, 'ab'), { recursive: true })
    await store.put(WEBP, bytes('whole'))
    expect(await store.size(WEBP)).toBe(5)
  })

  test('stores a file in a folder named by its first characters', async () => {
    await openLocalMedia(dir).put(WEBP, bytes('whole'))
    expect(await readFile(join(dir, 'ab', WEBP), 'utf8')).toBe('whole')
  })

  test('answers a ping while it is writable, and fails without its folder', async () => {
    const store = openLocalMedia(dir)
    await expect(store.ping()).resolves.toBeUndefined()
    await rm(dir, { recursive: true })
    await expect(store.ping()).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('lists and removes only files older than the given age', async () => {
    const store = openLocalMedia(dir)
    const noon = Date.now() - 3_600_000
    await store.put(WEBP, bytes('old'))
    await store.put(AVIF, bytes('new'))
    await utimes(join(dir, 'ab', WEBP), noon / 1000 - 1, noon / 1000 - 1)
    await writeFile(join(dir, 'ab', 'stranger.txt'), 'not ours')
    const listed: string[] = []
    for await (const name of store.list(noon)) listed.push(name)
    expect(listed).toEqual([WEBP])
    expect(await store.remove(AVIF, noon)).toBe(false)
    expect(await store.remove(WEBP, noon)).toBe(true)
    expect(await store.size(AVIF)).toBe(3)
  })

  test('removes files of a killed process, but not files that another process is writing', async () => {
    const store = openLocalMedia(dir)
    const [left, writing] = ['left.tmp', 'writing.tmp'].map((name) => join(dir, '.incoming', name)) as [
      string,
      string,
    ]
    await writeFile(left, 'half')
    await writeFile(writing, 'half')
    const hourAgo = Date.now() / 1000 - 3600
    await utimes(left, hourAgo, hourAgo)
    openLocalMedia(dir)
    expect(await filesBelow()).toEqual(['left.tmp', 'writing.tmp'])
    await store.tidy(Date.now())
    expect(await filesBelow()).toEqual(['writing.tmp'])
  })
})
