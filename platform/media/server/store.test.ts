import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BucketServer, startBuckets } from '../../../test/support/buckets.ts'
import { SANDBOX_POLICY } from '../../http/security-headers.ts'
import { parseBucketUrl } from '../../process/bucket-url.ts'
import { openBucket } from './bucket.ts'
import { createMediaHandler } from './media-handler.ts'
import { openMedia } from './open-media.ts'
import { type MediaStore, OWNER, SET_ASIDE_MS } from './store.ts'

const ID = 'ab'.repeat(16)
const WEBP = `${ID}-320.webp`
const AVIF = `${ID}-320.avif`
const FILM = `${ID}.mp4`
const bytes = (text: string) => new TextEncoder().encode(text)
const MINUTE_MS = 60_000

let buckets: BucketServer
beforeAll(async () => {
  buckets = await startBuckets()
})
afterAll(() => buckets.stop())

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'club-media-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const stores = [
  { name: 'a folder', place: () => dir },
  { name: 'a bucket', place: () => buckets.create() },
  { name: "a bucket's folder", place: () => buckets.create('/club/pictures') },
]

describe.each(stores)('media in $name', ({ place }) => {
  let store: MediaStore
  let url: string
  beforeEach(async () => {
    url = place()
    store = await openMedia(url)
  })

  /** Writes the file of the owner directly. */
  async function writeOwner(text: string): Promise<void> {
    const bucket = parseBucketUrl(url)
    if (bucket === null) await writeFile(join(dir, OWNER), text)
    else await (await openBucket(bucket)).put(OWNER, bytes(text))
  }

  const listed = async (writtenBefore: number) => {
    const names: string[] = []
    for await (const name of store.list(writtenBefore)) names.push(name)
    return names.sort()
  }

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
  ])('ignores the invalid name %j', async (name) => {
    await expect(store.put(name, bytes('x'))).rejects.toThrow(TypeError)
    await expect(store.read(name)).rejects.toThrow(TypeError)
    await expect(store.size(name)).rejects.toThrow(TypeError)
    await expect(store.remove(name)).rejects.toThrow(TypeError)
    expect(await listed(Date.now() + MINUTE_MS)).toEqual([])
  })

  test('stores, measures and removes files', async () => {
    expect(await store.read(WEBP)).toBeNull()
    expect(await store.size(WEBP)).toBeNull()
    expect(await store.remove(WEBP)).toBe(false)
    await store.put(WEBP, bytes('whole'))
    expect(await store.size(WEBP)).toBe(5)
    expect(Buffer.from((await store.read(WEBP)) ?? []).toString()).toBe('whole')
    expect(await store.remove(WEBP)).toBe(true)
    expect(await store.size(WEBP)).toBeNull()
    expect(await store.read(WEBP)).toBeNull()
  })

  test('returns any bytes unchanged', async () => {
    const all = Uint8Array.from({ length: 1_000_000 }, (_, index) => (index * 31 + (index >> 8)) & 255)
    await store.put(WEBP, all)
    expect(Buffer.compare((await store.read(WEBP)) ?? new Uint8Array(), all)).toBe(0)
  })

  const pieces = async function* (...texts: string[]) {
    for (const text of texts) yield bytes(text)
  }
  const getPart = async (name: string, start: number, end: number) => {
    const chunks = await store.readStream(name, { start, end })
    return chunks && Buffer.concat(await Array.fromAsync(chunks)).toString()
  }

  test('stores a stream and returns byte ranges', async () => {
    expect(await getPart(FILM, 0, 3)).toBeNull()
    await store.put(FILM, pieces('uno', 'dos', 'tres'))
    expect([await store.size(FILM), await listed(Date.now() + MINUTE_MS)]).toEqual([10, [FILM]])
    expect([await getPart(FILM, 0, 9), await getPart(FILM, 2, 4), await getPart(FILM, 9, 9)]).toEqual([
      'unodostres',
      'odo',
      's',
    ])
    await expect(store.readStream('../secret.mp4', { start: 0, end: 1 })).rejects.toThrow(TypeError)
  })

  test('stores no file when its stream is interrupted', async () => {
    const broken = async function* () {
      yield* pieces('uno', 'dos')
      throw new Error('the source broke off')
    }
    await expect(store.put(FILM, broken())).rejects.toThrow('the source broke off')
    expect([await store.size(FILM), await listed(Date.now() + MINUTE_MS)]).toEqual([null, []])
    expect((await readdir(dir, { recursive: true })).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  test('stores a file again, also in parallel', async () => {
    await Promise.all([store.put(WEBP, bytes('whole')), store.put(WEBP, bytes('whole'))])
    await store.put(WEBP, bytes('whole'))
    expect(await listed(Date.now() + MINUTE_MS)).toEqual([WEBP])
  })

  test('lists and removes only files older than the given age', async () => {
    await store.put(WEBP, bytes('one'))
    await store.put(AVIF, bytes('two'))
    const before = Date.now() - MINUTE_MS
    expect(await listed(before)).toEqual([])
    expect(await store.remove(WEBP, before)).toBe(false)
    const after = Date.now() + MINUTE_MS
    expect(await listed(after)).toEqual([AVIF, WEBP])
    expect(await store.remove(WEBP, after)).toBe(true)
    expect(await listed(after)).toEqual([AVIF])
  })

  const listAside = async () => (await Array.fromAsync(store.listAside())).map(({ name }) => name).sort()
  const SOON = Date.now() + 10 * MINUTE_MS

  test('sets a file aside, where only bringBack finds it', async () => {
    expect([await store.setAside(WEBP, SOON), await store.bringBack(WEBP), await listAside()]).toEqual([
      false,
      false,
      [],
    ])
    await store.put(WEBP, bytes('whole'))
    expect(await store.setAside(WEBP, Date.now() - MINUTE_MS)).toBe(false)
    expect(await store.setAside(WEBP, SOON)).toBe(true)
    expect([await store.size(WEBP), await listed(SOON), await store.remove(WEBP)]).toEqual([null, [], false])
    const [aside] = await Array.fromAsync(store.listAside())
    expect(aside).toMatchObject({ name: WEBP, bytes: 5 })
    expect(Math.abs((aside?.at ?? 0) - Date.now())).toBeLessThan(MINUTE_MS)
    expect((await ask(`/media/.removed/${WEBP}`)).status).toBe(404)
    expect((await ask(`/media/removed/${WEBP}`)).status).toBe(404)
    expect(await store.bringBack(WEBP)).toBe(true)
    expect(Buffer.from((await store.read(WEBP)) ?? []).toString()).toBe('whole')
    expect([await listed(SOON), await listAside()]).toEqual([[WEBP], []])
  })

  test('sets a file aside again, and deletes it after 30 days', async () => {
    for (let round = 0; round < 2; round++) {
      await store.put(WEBP, bytes('whole'))
      expect(await store.setAside(WEBP, SOON)).toBe(true)
    }
    await store.put(AVIF, bytes('kept'))
    await store.tidy(Date.now() + SET_ASIDE_MS - MINUTE_MS)
    expect(await listAside()).toEqual([WEBP])
    await store.tidy(Date.now() + SET_ASIDE_MS + MINUTE_MS)
    expect([await listAside(), await listed(SOON)]).toEqual([[], [AVIF]])
  })

  test('has a list of erasures, which is no media file', async () => {
    expect(await store.readErasures()).toBeNull()
    for (const list of ['a longer list', 'a list']) await store.writeErasures(bytes(list))
    expect(Buffer.from((await store.readErasures()) ?? []).toString()).toBe('a list')
    expect(await listed(SOON)).toEqual([])
  })

  test('has one owner, which is no media file', async () => {
    const [ours, theirs] = [randomUUID(), randomUUID()]
    expect(await store.readOwner()).toBeNull()
    const claimed = await Promise.all([store.claim(ours), store.claim(ours)])
    expect([...claimed, await store.claim(theirs), await store.readOwner()]).toEqual(Array(4).fill(ours))
    await store.setOwner(theirs)
    expect([await store.readOwner(), await listed(SOON)]).toEqual([theirs, []])
    await store.setOwner(null)
    expect(await store.readOwner()).toBeNull()
  })

  test.each(['', 'x'.repeat(101), 'not an id', `${'ab'.repeat(16)}`])(
    'ignores the damaged owner %j, and replaces it',
    async (damaged) => {
      await writeOwner(damaged)
      expect(await store.readOwner()).toBeNull()
      const ours = randomUUID()
      expect([await store.claim(ours), await store.readOwner()]).toEqual([ours, ours])
    },
  )

  test('lists many files', async () => {
    const names = Array.from(
      { length: 1_100 },
      (_, index) => `${index.toString(16).padStart(32, '0')}-320.webp`,
    )
    for (let from = 0; from < names.length; from += 50)
      await Promise.all(names.slice(from, from + 50).map((name) => store.put(name, bytes('x'))))
    expect(await listed(Date.now() + MINUTE_MS)).toEqual(names.sort())
  })

  test('answers a ping', async () => {
    await expect(store.ping()).resolves.toBeUndefined()
  })

  const ask = (path: string, init?: RequestInit) =>
    createMediaHandler({ store, cache: null })(new Request(`http://club.example${path}`, init))

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

  test('rejects other methods', async () => {
    await store.put(WEBP, bytes('whole'))
    expect((await ask(`/media/${WEBP}`, { method: 'DELETE' })).status).toBe(405)
    expect(await store.size(WEBP)).toBe(5)
  })

  test.each([
    [WEBP, 'image/webp'],
    [AVIF, 'image/avif'],
    [`${ID}-320.jpg`, 'image/jpeg'],
  ])('serves %s as immutable, with its type and nosniff', async (name, type) => {
    await store.put(name, bytes('whole'))
    const response = await ask(`/media/${name}`)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('whole')
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': '5',
      'content-security-policy': SANDBOX_POLICY,
      'content-type': type,
      'cross-origin-resource-policy': 'cross-origin',
      etag: `"${name}"`,
      'x-content-type-options': 'nosniff',
    })
    const head = await ask(`/media/${name}`, { method: 'HEAD' })
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(response.headers))
    expect(await head.text()).toBe('')
  })

  test('answers 304 for a known ETag', async () => {
    await store.put(WEBP, bytes('whole'))
    const ask304 = async (tag: string) =>
      (await ask(`/media/${WEBP}`, { headers: { 'If-None-Match': tag } })).status
    expect(await ask304(`"${WEBP}"`)).toBe(304)
    expect(await ask304(`"other", W/"${WEBP}"`)).toBe(304)
    expect(await ask304('"other"')).toBe(200)
  })

  test.each(['GET', 'HEAD'])(
    'redirects %s of an AVIF that is not encoded yet to its WebP, temporarily',
    async (method) => {
      await store.put(WEBP, bytes('whole'))
      const response = await ask(`/media/${AVIF}`, { method, redirect: 'manual' })
      expect(response.status).toBe(302)
      expect(response.headers.get('Location')).toBe(`/media/${WEBP}`)
      expect(response.headers.get('Cache-Control')).toBe('no-store')
    },
  )
})
