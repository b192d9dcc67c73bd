/** Tests built files over real connections, from the disk and from the cache. */
import { once } from 'node:events'
import { mkdir, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClub, type TestClub } from '../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../test/support/databases.ts'
import { CACHED_FILE_MAX_BYTES } from '../cache/response-cache.ts'

const SCRIPT = Buffer.from('export const words = 1;\n'.repeat(100))
const PICTURE = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 251))
const FILM = Buffer.alloc(CACHED_FILE_MAX_BYTES + 1, 'film')

let database: TestDatabase
let club: TestClub
let folder: string
let server: ReturnType<typeof createServer>
let pagesRendered = 0
beforeAll(async () => {
  database = await createDatabase()
  const built = join(database.dataDir, 'client')
  folder = join(built, 'assets')
  await mkdir(join(folder, 'deeper'), { recursive: true })
  await writeFile(join(folder, 'site-hash.js'), SCRIPT)
  await writeFile(join(folder, 'site-hash.js.br'), brotliCompressSync(SCRIPT))
  await writeFile(join(folder, 'site-hash.js.gz'), gzipSync(SCRIPT))
  await writeFile(join(folder, 'hero-hash.avif'), PICTURE)
  await writeFile(join(folder, 'film-hash.webm'), FILM)
  await writeFile(join(folder, 'deeper', 'x.js'), 'hidden')
  await writeFile(join(built, 'secret.js'), 'hidden')
  club = await openTestClub(database, {
    assets: built,
    async render() {
      pagesRendered++
      return new Response('<p>page', { headers: { 'Content-Type': 'text/html' } })
    },
  })
  server = createServer(club.listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await club.stop()
  await database.dispose()
})

interface Answered {
  status: number
  headers: Record<string, string | undefined>
  body: Buffer
}

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Answered>((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    const sent = request({ port, host: '127.0.0.1', path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Answered['headers'],
          body: Buffer.concat(chunks),
        }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })

/** Sends a request twice. The second one is answered from the cache when the file is small enough. */
const askTwice = async (...asked: Parameters<typeof ask>) => [await ask(...asked), await ask(...asked)]

test.each([
  '/assets/',
  '/assets/nothing-hash.js',
  '/assets/..%2fsecret.js',
  '/assets/deeper/x.js',
  '/assets/deeper',
  '/assets/.dotted',
  '/assets/site-hash.js/',
  '/assets/site-hash.js%00',
  `/assets/${'x'.repeat(300)}.js`,
])('answers 404 for %s', async (path) => {
  for (const { status, headers, body } of await askTwice(path)) {
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
      'no-store',
    ])
    expect(body.toString()).not.toContain('hidden')
  }
})

test.each(['/assets/../secret.js', '/assets/%2e%2e/secret.js', '/assets/..\\secret.js'])(
  'does not leave the folder for %s',
  async (path) => {
    for (const { body } of await askTwice(path)) expect(body.toString()).not.toContain('hidden')
  },
)

test('answers 404 for methods other than GET and HEAD', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    expect((await ask('/assets/site-hash.js', {}, method)).status).toBe(404)
})

test('finds a file added later, and keeps a cached file after its deletion', async () => {
  expect((await ask('/assets/later-hash.js')).status).toBe(404)
  await writeFile(join(folder, 'later-hash.js'), 'export {}')
  expect((await ask('/assets/later-hash.js')).body.toString()).toBe('export {}')
  await rm(join(folder, 'later-hash.js'))
  expect((await ask('/assets/later-hash.js')).body.toString()).toBe('export {}')
})

test('sends a script in the compressed copies of the build, immutable, with one ETag for all encodings', async () => {
  for (const [accept, encoding, body] of [
    ['gzip, deflate, br, zstd', 'br', brotliCompressSync(SCRIPT)],
    ['gzip', 'gzip', gzipSync(SCRIPT)],
    ['', undefined, SCRIPT],
  ] as const) {
    for (const answered of await askTwice('/assets/site-hash.js', { 'Accept-Encoding': accept })) {
      expect(answered.status).toBe(200)
      expect(answered.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'text/javascript; charset=utf-8',
        etag: 'W/"site-hash.js"',
        vary: 'Accept-Encoding',
        'content-length': String(body.length),
        'x-content-type-options': 'nosniff',
      })
      expect(answered.headers['last-modified']).toMatch(/ GMT$/)
      expect(answered.headers['content-encoding']).toBe(encoding)
      expect(answered.body).toEqual(body)
    }
  }
  // Ranges are not supported for a file with several encodings, because a range would be ambiguous.
  const whole = await ask('/assets/site-hash.js', { Range: 'bytes=0-1', 'Accept-Encoding': 'br' })
  expect([whole.status, whole.headers['accept-ranges']]).toEqual([200, undefined])
})

describe.each([
  ['a cached picture', '/assets/hero-hash.avif', PICTURE, 'image/avif'],
  ['a film too large for the cache', '/assets/film-hash.webm', FILM, 'video/webm'],
])('%s', (_name, path, bytes, type) => {
  const etag = `"${path.slice('/assets/'.length)}"`
  const size = bytes.length

  test('is sent whole by GET, without a body by HEAD, and as 304 for a known ETag', async () => {
    for (const answered of await askTwice(path)) {
      expect(answered.status).toBe(200)
      expect(answered.headers).toMatchObject({
        'accept-ranges': 'bytes',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': type,
        'content-length': String(size),
        etag,
      })
      expect(answered.headers.vary).toBeUndefined()
      expect(answered.body.equals(bytes)).toBe(true)
    }
    const [head] = await askTwice(path, { Range: 'bytes=0-1' }, 'HEAD')
    expect([head?.status, head?.headers['content-length'], head?.body.length]).toEqual([200, String(size), 0])
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const unchanged = await ask(path, { 'If-None-Match': known, Range: 'bytes=0-1' })
      expect([unchanged.status, unchanged.headers.etag]).toEqual([304, etag])
    }
  })

  test.each([
    ['bytes=0-', 0, size - 1],
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=990-99999999999', 990, size - 1],
    ['bytes=-5', size - 5, size - 1],
    ['bytes=-99999999999', 0, size - 1],
  ])('is sent in part for %s', async (range, start, end) => {
    for (const answered of await askTwice(path, { Range: range, 'Accept-Encoding': 'br' })) {
      expect(answered.status).toBe(206)
      expect(answered.headers).toMatchObject({
        'content-range': `bytes ${start}-${end}/${size}`,
        'content-length': String(end - start + 1),
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        etag,
      })
      expect(answered.body.equals(bytes.subarray(start, end + 1))).toBe(true)
    }
  })

  test.each([`bytes=${size}-`, 'bytes=999999999999999-', 'bytes=-0'])(
    'is answered with 416 for %s',
    async (range) => {
      for (const answered of await askTwice(path, { Range: range })) {
        expect([answered.status, answered.headers['content-range'], answered.body.length]).toEqual([
          416,
          `bytes */${size}`,
          0,
        ])
        expect(answered.headers['cache-control']).toBe('no-store')
      }
    },
  )

  test.each([
    'bytes=-',
    'bytes=5-4',
    'bytes=0-1,3-4',
    'bytes=x-y',
    'bytes=0x1-2',
    'lines=0-1',
    `bytes=${'9'.repeat(16)}-`,
    `bytes=${'0-,'.repeat(20)}`,
  ])('is sent whole for %s', async (range) => {
    for (const answered of await askTwice(path, { Range: range })) {
      expect([answered.status, answered.body.length]).toEqual([200, size])
    }
  })

  test('is sent in part only when If-Range matches this version', async () => {
    const modified = (await ask(path)).headers['last-modified'] as string
    for (const [given, status] of [
      [etag, 206],
      [modified, 206],
      [`W/${etag}`, 200],
      ['"other"', 200],
      ['Sat, 01 Jan 2000 00:00:00 GMT', 200],
    ] as const)
      expect((await ask(path, { Range: 'bytes=0-9', 'If-Range': given })).status).toBe(status)
  })
})

test('closes a large file when the client disconnects', async () => {
  const { port } = server.address() as AddressInfo
  await Promise.all(
    Array.from(
      { length: 20 },
      () =>
        new Promise<void>((resolve) => {
          const sent = request({ port, host: '127.0.0.1', path: '/assets/film-hash.webm', agent: false })
          sent.on('response', (response) => {
            response.once('data', () => sent.destroy())
            response.once('close', resolve)
          })
          sent.on('error', () => {})
          sent.end()
        }),
    ),
  )
  const openFiles = async () => {
    const links = (await readdir('/proc/self/fd')).map((fd) =>
      readlink(`/proc/self/fd/${fd}`).catch(() => ''),
    )
    return (await Promise.all(links)).filter((path) => path.endsWith('film-hash.webm')).length
  }
  if (process.platform === 'linux') await expect.poll(openFiles, { timeout: 10_000 }).toBe(0)
})

test('keeps cached pages while many files are cached', async () => {
  await ask('/')
  const before = pagesRendered
  const names = Array.from({ length: 36 }, (_, index) => `crowd-${index}.avif`)
  const bytes = Buffer.alloc(CACHED_FILE_MAX_BYTES, 'crowd')
  for (const name of names) {
    await writeFile(join(folder, name), bytes)
    expect((await ask(`/assets/${name}`)).status).toBe(200)
  }
  expect((await ask('/')).status).toBe(200)
  expect(pagesRendered).toBe(before)
})
