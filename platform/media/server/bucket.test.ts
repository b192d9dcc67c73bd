import { execFile } from 'node:child_process'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BucketMode, type BucketProxy, startBucketProxy } from '../../../test/support/bucket-proxy.ts'
import { type BucketServer, startBuckets } from '../../../test/support/buckets.ts'
import { freePort } from '../../../test/support/ports.ts'
import { startSilentServer } from '../../../test/support/silent-server.ts'
import { type BucketPlace, parseBucketUrl } from '../../process/bucket-url.ts'
import { StorageFull } from '../../process/storage-errors.ts'
import { openBucket } from './bucket.ts'
import { openMedia } from './open-media.ts'

const run = promisify(execFile)
const WEBP = `${'ab'.repeat(16)}-320.webp`
const MIB = 1024 * 1024

let buckets: BucketServer
beforeAll(async () => {
  buckets = await startBuckets()
})
afterAll(() => buckets.stop())

const servers: Server[] = []
const proxies: BucketProxy[] = []
afterEach(() => {
  for (const proxy of proxies.splice(0)) proxy.close()
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** Starts a store that gives the same answer to every request. */
async function storeThatAnswers(status: number, code: string): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(status, { 'Content-Type': 'application/xml' })
      response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`)
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `s3://media?endpoint=http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const getPlace = (url: string) => parseBucketUrl(url) as BucketPlace

async function* getChunks(bytes: number, size = 1_000_003) {
  for (let from = 0; from < bytes; from += size)
    yield new Uint8Array(Math.min(size, bytes - from)).fill((from / size) & 255)
}

async function* chunk(text: string) {
  yield new TextEncoder().encode(text)
}

async function together(chunks: AsyncIterable<Uint8Array> | null) {
  const all: Uint8Array[] = []
  for await (const chunk of chunks ?? []) all.push(chunk)
  return Buffer.concat(all)
}

describe('the URL of a bucket', () => {
  test.each<[string, BucketPlace]>([
    ['s3://media', { bucket: 'media', prefix: '', endpoint: null, region: 'sa-east-1' }],
    ['s3://media/', { bucket: 'media', prefix: '', endpoint: null, region: 'sa-east-1' }],
    ['s3://my.media/a/b/', { bucket: 'my.media', prefix: 'a/b/', endpoint: null, region: 'sa-east-1' }],
    [
      's3://media?endpoint=https://s3.example:9000&region=garage',
      { bucket: 'media', prefix: '', endpoint: 'https://s3.example:9000', region: 'garage' },
    ],
  ])('%s', (url, place) => {
    expect(parseBucketUrl(url, { AWS_REGION: 'sa-east-1' })).toEqual(place)
  })

  test('without a region uses the default region', () => {
    expect(parseBucketUrl('s3://media', {})?.region).toBe('us-east-1')
  })
})

describe('a store', () => {
  test.each([
    [507, 'InsufficientStorage'],
    [403, 'QuotaExceeded'],
    [400, 'XMinioStorageFull'],
  ])('that answers %i %s is full', async (status, code) => {
    const bucket = await openBucket(getPlace(await storeThatAnswers(status, code)))
    await expect(bucket.put('a', new Uint8Array(1))).rejects.toThrow(StorageFull)
    await expect(bucket.putStream('a', getChunks(1))).rejects.toThrow(StorageFull)
  })

  test.each([
    ['If-None-Match', 412],
    ['If-None-Match while another request writes', 409],
    ['no If-None-Match', 501],
  ])('that knows %s stores an object only if it is missing', async (_, status) => {
    let stored: string | null = null
    let size = 0
    const server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString()
      const refuses = request.headers['if-none-match'] === '*' && (status === 501 || stored !== null)
      if (request.method === 'PUT' && !refuses) {
        stored = body
        // The SDK may send a body with checksums between its chunks.
        size = Number(request.headers['x-amz-decoded-content-length'] ?? body.length)
      }
      response.writeHead(
        request.method === 'PUT' ? (refuses ? status : 200) : stored === null ? 404 : 200,
        request.method === 'HEAD' && stored !== null ? { 'Content-Length': size } : {},
      )
      response.end(request.method === 'GET' ? (stored ?? '<Error><Code>NoSuchKey</Code></Error>') : '')
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const bucket = await openBucket(
      getPlace(`s3://media?endpoint=http://127.0.0.1:${(server.address() as AddressInfo).port}`),
      { silenceMs: 5_000, attempts: 1 },
    )
    await bucket.putIfMissing('club-id', new TextEncoder().encode('first'))
    await bucket.putIfMissing('club-id', new TextEncoder().encode('second'))
    expect(stored).toContain('first')
    const [replaced] = await Promise.allSettled([
      bucket.putStream('club-id', chunk('third'), { isNew: true }),
    ])
    expect([replaced?.status, stored]).toEqual(
      status === 501
        ? ['fulfilled', expect.stringContaining('third')]
        : ['rejected', expect.stringContaining('first')],
    )
  })

  test('keeps both copies of an object when setting it aside stops between copy and delete', async () => {
    const url = buckets.create('/club')
    const bucket = await openBucket(getPlace(url))
    const store = await openMedia(url)
    await store.put(WEBP, new Uint8Array(3))
    await bucket.copy(WEBP, `removed/${WEBP}`)
    const names = async () => (await Array.fromAsync(bucket.list())).map(({ key }) => key)
    expect(await names()).toEqual([WEBP, `removed/${WEBP}`])
    expect(await store.setAside(WEBP, Date.now() + 60_000)).toBe(true)
    expect(await names()).toEqual([`removed/${WEBP}`])
    await bucket.copy(`removed/${WEBP}`, WEBP)
    expect(await store.bringBack(WEBP)).toBe(true)
    expect(await names()).toEqual([WEBP])
  })

  test.each([
    [403, 'AccessDenied'],
    [404, 'NoSuchBucket'],
  ])('that refuses us (%i %s) stops the start', async (status, code) => {
    await expect(openMedia(await storeThatAnswers(status, code))).rejects.toThrow(/^MEDIA_URL: .*media/)
  })

  test('that does not answer does not prevent the start', async () => {
    const store = await openMedia(`s3://media?endpoint=http://127.0.0.1:${await freePort()}`)
    await expect(store.ping()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await expect(store.read(WEBP)).rejects.toMatchObject({
      name: 'StoreUnavailable',
      cause: { code: 'ECONNREFUSED' },
    })
  })

  test('that accepts connections and never answers makes every operation fail in time', async () => {
    const silent = await startSilentServer()
    try {
      const place = getPlace(`s3://media?endpoint=http://127.0.0.1:${silent.port}`)
      const bucket = await openBucket(place, { silenceMs: 200, attempts: 2 })
      const asked = [
        bucket.put('a', new Uint8Array(1)),
        bucket.putStream('a', getChunks(20 * MIB)),
        bucket.read('a'),
        bucket.readStream('a'),
        bucket.head('a'),
        bucket.remove('a'),
        bucket.ping(),
        together(bucket.list() as unknown as AsyncIterable<Uint8Array>),
      ]
      for (const { status, reason } of (await Promise.allSettled(asked)) as PromiseRejectedResult[])
        expect([status, reason.name]).toEqual(['rejected', 'TimeoutError'])
    } finally {
      await silent.close()
    }
  })

  test('that is slow but keeps receiving data does not time out', async () => {
    const silenceMs = 1_500
    const server = createServer((request, response) => {
      if (request.method === 'HEAD') return response.writeHead(200, { 'Content-Length': 24 * MIB }).end()
      // The store reads about 16 MB a second, so the whole upload takes several times the silence limit.
      request.on('readable', () => {})
      const timer = setInterval(
        () => void request.read(Math.min(256 * 1024, request.readableLength || 1)),
        16,
      )
      request.on('end', () => {
        clearInterval(timer)
        response.writeHead(200, { ETag: '"1"' }).end()
      })
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `s3://media?endpoint=http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const bucket = await openBucket(getPlace(url), { silenceMs, attempts: 1 })
    const from = performance.now()
    await bucket.put('a', new Uint8Array(24 * MIB))
    expect(performance.now() - from).toBeGreaterThan(silenceMs)
  })

  test('without the bucket has not lost every file: that is an error', async () => {
    const place = { ...getPlace(buckets.create()), bucket: 'another-bucket' }
    const bucket = await openBucket(place)
    await expect(bucket.read('a')).rejects.toMatchObject({ name: 'NoSuchBucket' })
    await expect(bucket.ping()).rejects.toThrow()
  })
})

describe.each<BucketMode>(['loses', 'truncates'])('a store that answers 200 and %s every object', (mode) => {
  async function openProxied() {
    const proxy = await startBucketProxy(buckets.create('/club'))
    proxies.push(proxy)
    return proxy
  }

  test('fails every write', async () => {
    const proxy = await openProxied()
    const bucket = await openBucket(getPlace(proxy.url))
    proxy.mode = mode
    const lost = { name: 'LostObject' }
    await expect(bucket.put('a', new Uint8Array(3))).rejects.toMatchObject(lost)
    await expect(bucket.putStream('a', getChunks(3))).rejects.toMatchObject(lost)
    await expect(bucket.putStream('a', getChunks(9 * MIB))).rejects.toMatchObject(lost)
    proxy.mode = 'forwards'
    await bucket.put('a', new Uint8Array(3))
  })

  test('refuses media files, and its ping fails until a test write is stored', async () => {
    const proxy = await openProxied()
    const store = await openMedia(proxy.url)
    proxy.mode = mode
    await store.ping()
    await expect(store.put(WEBP, new Uint8Array(3))).rejects.toMatchObject({
      name: 'StoreUnavailable',
      cause: { name: 'LostObject' },
    })
    await expect(store.ping()).rejects.toMatchObject({ name: 'LostObject' })
    proxy.mode = 'forwards'
    await store.ping()
    // A test write leaves no object.
    expect(await Array.fromAsync((await openBucket(getPlace(proxy.url))).list())).toEqual([])
  })

  test('fails the test write for an access key that may only put', async () => {
    const proxy = await openProxied()
    const bucket = await openBucket(getPlace(proxy.url))
    await bucket.tryPut('doctor')
    proxy.mode = mode
    await expect(bucket.tryPut('doctor')).rejects.toMatchObject({ name: 'LostObject' })
  })
})

test('an object counts as stored without a check only for an access key that may not read', async () => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(request.method === 'HEAD' ? 403 : 200).end())
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const place = getPlace(`s3://media?endpoint=http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const mayOnlyPut = await openBucket(place, undefined, { mayOnlyPut: true })
  await mayOnlyPut.putStream('a', getChunks(3))
  await expect((await openBucket(place)).putStream('a', getChunks(3))).rejects.toMatchObject({
    $metadata: { httpStatusCode: 403 },
  })
})

test('a write costs one HEAD more', async () => {
  const proxy = await startBucketProxy(buckets.create())
  proxies.push(proxy)
  const store = await openMedia(proxy.url)
  proxy.requests.length = 0
  await store.put(WEBP, new Uint8Array(3))
  expect(proxy.requests).toEqual([`PUT ${WEBP}`, `HEAD ${WEBP}`])
})

describe('a stream', () => {
  test.each([0, 1, 8 * MIB, 20 * MIB])('of %i bytes is stored unchanged', async (size) => {
    const bucket = await openBucket(getPlace(buckets.create('/folder')))
    await bucket.putStream('big', getChunks(size))
    expect(await bucket.head('big')).toMatchObject({ bytes: size })
    const back = await together(await bucket.readStream('big'))
    expect(back.equals(await together(getChunks(size)))).toBe(true)
  })

  test('that is interrupted leaves no file', async () => {
    const bucket = await openBucket(getPlace(buckets.create()))
    const breaking = async function* () {
      yield* getChunks(20 * MIB)
      throw new Error('broken off')
    }
    await expect(bucket.putStream('big', breaking())).rejects.toThrow('broken off')
    expect(await bucket.head('big')).toBeNull()
  })

  /** Starts a store that answers the second part of an upload, and all later requests, with this status and body. */
  async function storeWithRoomForOnePart(status: number, code: string) {
    const requests: string[] = []
    let answerFirst: () => void = () => {}
    const first = new Promise<void>((resolve) => {
      answerFirst = resolve
    })
    const server = createServer((request, response) => {
      request.resume().on('end', async () => {
        const query = new URL(request.url ?? '', 'http://store').searchParams
        const what = query.has('uploads') ? 'begin' : (query.get('partNumber') ?? 'other')
        requests.push(`${request.method} ${what}`)
        if (what === 'begin')
          return response.end(
            '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>',
          )
        if (what === '1') {
          await first
          return response.writeHead(200, { ETag: '"1"' }).end()
        }
        response.writeHead(status, { 'Content-Type': 'application/xml' })
        response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`)
      })
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return { url: `s3://media?endpoint=http://127.0.0.1:${port}`, requests, answerFirst }
  }

  /** Starts a store that accepts all parts. @param complete answers the request that completes an upload */
  async function storeThatCompletes(complete: (response: ServerResponse) => void) {
    const completions: string[] = []
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        const { url = '', method } = request
        if (method === 'PUT') return response.writeHead(200, { ETag: '"1"' }).end()
        if (method === 'HEAD') return response.writeHead(200, { 'Content-Length': 9 * MIB }).end()
        if (method === 'DELETE') return response.writeHead(204).end()
        if (new URL(url, 'http://store').searchParams.has('uploads'))
          return response.end(
            '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>',
          )
        completions.push(url)
        complete(response)
      })
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return { place: getPlace(`s3://media?endpoint=http://127.0.0.1:${port}`), completions }
  }

  test('is stored when the store completes it after a longer silence than other requests may have', async () => {
    const { place, completions } = await storeThatCompletes((response) => {
      const answer = '<CompleteMultipartUploadResult><ETag>"u"</ETag></CompleteMultipartUploadResult>'
      setTimeout(() => response.end(answer), 1_500)
    })
    const bucket = await openBucket(place, { silenceMs: 500, attempts: 1 })
    await bucket.putStream('big', getChunks(9 * MIB))
    expect(completions).toHaveLength(1)
  })

  test('fails when the store never completes it', async () => {
    const { place, completions } = await storeThatCompletes(() => {})
    const bucket = await openBucket(place, { silenceMs: 300, completionMs: 600, attempts: 2 })
    await expect(bucket.putStream('big', getChunks(9 * MIB))).rejects.toThrow('timed out')
    expect(completions).toHaveLength(2)
  })

  test('that does not fit in the store fails with that reason, aborts the upload, and reads little ahead', async () => {
    // A key without the right to abort uploads fails at the abort too. The error must show the first reason.
    const { url, requests, answerFirst } = await storeWithRoomForOnePart(403, 'QuotaExceeded')
    const bucket = await openBucket(getPlace(url))
    let pulled = 0
    let closed = false
    const watched = async function* () {
      try {
        for await (const chunk of getChunks(80 * MIB)) {
          pulled += chunk.byteLength
          yield chunk
        }
      } finally {
        closed = true
      }
    }
    const put = bucket.putStream('big', watched())
    put.catch(() => {})
    await expect.poll(() => requests, { timeout: 30_000 }).toContain('PUT 1')
    expect(pulled).toBeLessThan(20 * MIB)
    answerFirst()
    await expect(put).rejects.toThrow(StorageFull)
    expect(closed).toBe(true)
    expect(pulled).toBeLessThan(40 * MIB)
    expect(requests.at(-1)).toBe('DELETE other')
    expect(requests.filter((request) => request === 'POST begin')).toHaveLength(1)
  })

  test('that is interrupted leaves no parts, which would cost money', async () => {
    const place = getPlace(buckets.create())
    const bucket = await openBucket(place)
    const breaking = async function* () {
      yield* getChunks(20 * MIB)
      throw new Error('broken off')
    }
    await expect(bucket.putStream('big', breaking())).rejects.toThrow('broken off')
    const { S3Client, ListMultipartUploadsCommand } = await import('@aws-sdk/client-s3')
    const client = new S3Client({
      region: place.region,
      endpoint: place.endpoint as string,
      forcePathStyle: true,
    })
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: place.bucket }))
    expect(Uploads).toEqual([])
  })
})

test('a club on a disk never loads the SDK', async () => {
  const { stdout } = await run(process.execPath, [
    '--input-type=module',
    '-e',
    `import { registerHooks } from 'node:module'
const loaded = []
registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
await import(${JSON.stringify(`file://${join(import.meta.dirname, '../../../ops/container.ts')}`)})
console.log(JSON.stringify([loaded.length > 50, loaded.filter((url) => /aws-sdk|smithy/.test(url))]))`,
  ])
  expect(JSON.parse(stdout)).toEqual([true, []])
})
