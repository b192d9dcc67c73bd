import * as filesystem from 'node:fs/promises'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FileOperations, localMedia, mediaHandler, StorageFull } from './media.ts'

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

/** A disk that takes `room` bytes of each file and then refuses with `code`. */
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
  test.each([
    '../secret.webp',
    '..',
    'a/b.webp',
    'a\\b.webp',
    '.hidden.webp',
    'x.svg',
    'X-320.webp',
    'ab-1.webp\0',
    'ab-1.webp/',
    '',
  ])('touches nothing under the name %j', async (name) => {
    const store = localMedia(dir)
    await expect(store.put(name, bytes('x'))).rejects.toThrow(TypeError)
    await expect(store.read(name)).rejects.toThrow(TypeError)
    await expect(store.remove(name)).rejects.toThrow(TypeError)
    expect(await filesBelow()).toEqual([])
  })

  test.each(['ENOSPC', 'EDQUOT'])(
    'says so when the disk is full (%s), and leaves nothing behind',
    async (code) => {
      const store = localMedia(dir, fullDisk(code, 2))
      await expect(store.put(WEBP, bytes('whole'))).rejects.toThrow(StorageFull)
      expect(await filesBelow()).toEqual([])
      expect(await store.read(WEBP)).toBeNull()
    },
  )

  test('passes other failures on, and leaves nothing behind', async () => {
    const store = localMedia(dir, fullDisk('EIO', 2))
    await expect(store.put(WEBP, bytes('whole'))).rejects.toMatchObject({ code: 'EIO' })
    expect(await filesBelow()).toEqual([])
  })

  test.skipIf(process.platform === 'win32')(
    'flushes file and folders in the order that a power cut demands',
    async () => {
      const steps: string[] = []
      const place = (path: unknown) =>
        String(path)
          .slice(dir.length)
          .replace(/[0-9a-f]+\.tmp/, '<random>.tmp')
      const store = localMedia(dir, {
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

  test('makes a folder again that somebody removed', async () => {
    const store = localMedia(dir)
    await store.put(WEBP, bytes('whole'))
    await rm(join(dir, 'ab'), { recursive: true })
    await expect(store.put(WEBP, bytes('whole'))).rejects.toMatchObject({ code: 'ENOENT' })
    await store.put(WEBP, bytes('whole'))
    expect(await store.size(WEBP)).toBe(5)
  })

  test('keeps, measures and removes files', async () => {
    const store = localMedia(dir)
    expect(await store.read(WEBP)).toBeNull()
    expect(await store.size(WEBP)).toBeNull()
    expect(await store.remove(WEBP)).toBe(false)
    await store.put(WEBP, bytes('whole'))
    expect(await readFile(join(dir, 'ab', WEBP), 'utf8')).toBe('whole')
    expect(await store.size(WEBP)).toBe(5)
    expect(Buffer.from((await store.read(WEBP)) ?? []).toString()).toBe('whole')
    expect(await store.remove(WEBP)).toBe(true)
    expect(await store.size(WEBP)).toBeNull()
  })

  test('answers a ping while it can be written to, and fails it when its folder has gone', async () => {
    const store = localMedia(dir)
    await expect(store.ping()).resolves.toBeUndefined()
    await rm(dir, { recursive: true })
    await expect(store.ping()).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('lists and removes only what is older than asked', async () => {
    const store = localMedia(dir)
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

  test('clears at start what a killed process left, but not what another one is writing', async () => {
    localMedia(dir)
    const [left, writing] = ['left.tmp', 'writing.tmp'].map((name) => join(dir, '.incoming', name)) as [
      string,
      string,
    ]
    await writeFile(left, 'half')
    await writeFile(writing, 'half')
    const hourAgo = Date.now() / 1000 - 3600
    await utimes(left, hourAgo, hourAgo)
    localMedia(dir)
    expect(await filesBelow()).toEqual(['writing.tmp'])
  })
})

describe('/media', () => {
  const ask = (path: string, init?: RequestInit) =>
    mediaHandler({ store: localMedia(dir) })(new Request(`http://club.example${path}`, init))

  test.each([
    '/media/',
    `/media/${WEBP}`,
    `/media/${AVIF}`,
    '/media/%2e%2e%2fclub.sqlite',
    '/media/.incoming/left.tmp',
    `/media/x/${WEBP}`,
    '/media/x.svg',
  ])('answers %s with a 404 problem', async (path) => {
    const response = await ask(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('Content-Type')).toContain('application/problem+json')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })

  test('refuses other methods', async () => {
    await localMedia(dir).put(WEBP, bytes('whole'))
    expect((await ask(`/media/${WEBP}`, { method: 'DELETE' })).status).toBe(405)
    expect(await localMedia(dir).size(WEBP)).toBe(5)
  })

  test.each([
    [WEBP, 'image/webp'],
    [AVIF, 'image/avif'],
    [`${ID}-320.jpg`, 'image/jpeg'],
  ])('serves %s for ever, as what it is and nothing else', async (name, type) => {
    await localMedia(dir).put(name, bytes('whole'))
    const response = await ask(`/media/${name}`)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('whole')
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': '5',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': type,
      'cross-origin-resource-policy': 'same-site',
      etag: `"${name}"`,
      'x-content-type-options': 'nosniff',
    })
    const head = await ask(`/media/${name}`, { method: 'HEAD' })
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(response.headers))
    expect(await head.text()).toBe('')
  })

  test('answers 304 to who has the file', async () => {
    await localMedia(dir).put(WEBP, bytes('whole'))
    const ask304 = async (tag: string) =>
      (await ask(`/media/${WEBP}`, { headers: { 'If-None-Match': tag } })).status
    expect(await ask304(`"${WEBP}"`)).toBe(304)
    expect(await ask304(`"other", W/"${WEBP}"`)).toBe(304)
    expect(await ask304('"other"')).toBe(200)
  })

  test.each(['GET', 'HEAD'])(
    'leads %s of an AVIF that is not ready to its WebP, for now only',
    async (method) => {
      await localMedia(dir).put(WEBP, bytes('whole'))
      const response = await ask(`/media/${AVIF}`, { method, redirect: 'manual' })
      expect(response.status).toBe(302)
      expect(response.headers.get('Location')).toBe(`/media/${WEBP}`)
      expect(response.headers.get('Cache-Control')).toBe('no-store')
    },
  )
})
