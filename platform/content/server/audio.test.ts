/** Tests audio files: refusals that leave no files, uploads that resume, and how long files are kept. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, rm, stat, utimes } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createM4a, createMp3 } from '../../../test/support/audio.ts'
import { type BucketServer, startBuckets } from '../../../test/support/buckets.ts'
import { openTestClub, type RequestOptions, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, databases, type TestDatabase } from '../../../test/support/databases.ts'
import { u32 } from '../../../test/support/films.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import { id3Frame, id3Tag, pictureFrame } from '../../../test/support/sound-variants.ts'
import { AUDIO_MAX_BYTES, AUDIO_PART_MAX_BYTES, parseAudioPath } from '../../media/shared/audio.ts'
import { audioFaultMessages, describeRemovedCover } from '../../media/shared/audio-faults.ts'
import type { AudioUpload } from '../../media/shared/audio-upload.ts'

const HOUR = 3_600_000

let buckets: BucketServer
beforeAll(async () => {
  buckets = await startBuckets()
})
afterAll(() => buckets.stop())

const homes = [
  ...databases.map(({ name, ...database }) => ({
    ...database,
    name: `${name} and a folder`,
    isOnDisk: true,
    media: () => ({}),
  })),
  {
    create: createDatabase,
    testOnce: test,
    describeOnce: describe,
    name: 'sqlite and a bucket',
    isOnDisk: false,
    media: () => ({ MEDIA_URL: buckets.create() }),
  },
]

describe.each(homes)('an audio file on $name', ({ create, testOnce, describeOnce, isOnDisk, media }) => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    place = await create()
    club = await openTestClub(place, { env: media() })
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })

  const TYPE = { 'Content-Type': 'application/octet-stream' }
  const part = (
    key: string,
    body: Uint8Array,
    { offset = 0, size = body.byteLength }: { offset?: number | string; size?: number | string } = {},
    sent: RequestOptions = {},
  ) =>
    club.send('PUT', `/api/media/audio/${key}?offset=${offset}&size=${size}`, {
      as,
      body,
      headers: TYPE,
      ...sent,
    })
  const getState = (key: string, cookie = as) => club.send('GET', `/api/media/audio/${key}`, { as: cookie })
  const cancel = (key: string) => club.send('DELETE', `/api/media/audio/${key}`, { as })
  const uploaded = async (key: string, file: Uint8Array): Promise<string> => {
    const answer = await part(key, file)
    expect(answer.status).toBe(200)
    const { offset, audio } = (await answer.json()) as AudioUpload
    expect([offset, audio]).toEqual([
      file.byteLength,
      expect.stringMatching(/^\/media\/[0-9a-f]{32}\.m(p3|4a)$/),
    ])
    return String(audio)
  }
  const leavesNothing = (work: () => Promise<void>) => (isOnDisk ? changesNothing(club, work) : work())
  const onTheWay = () => readdir(join(place.dataDir, '.uploads')).catch(() => [])

  describeOnce('refusals', () => {
    test.each<[string, Buffer, string]>([
      ['an empty file', Buffer.alloc(0), audioFaultMessages.empty],
      ['a text', Buffer.from('<script>alert(1)</script>'), audioFaultMessages['no-audio']],
      ['a file that is cut off', createM4a().subarray(0, -100), audioFaultMessages['cut-off']],
      ['a file in another codec', createM4a({ codec: 'alac' }), audioFaultMessages.alac],
    ])('refuses %s with a reason, and keeps no file', async (_, file, words) => {
      await leavesNothing(async () => {
        const problem = await expectProblem(await part('refused-1', file), 'invalid-fields', ['audio'])
        expect(problem.detail).toBe(words)
        await expectProblem(await getState('refused-1'), 'not-found')
      })
      expect(await onTheWay()).toEqual([])
    })

    test.each<[string, () => Promise<Response>, Parameters<typeof expectProblem>[1]]>([
      [
        'more than 200 MB',
        () => part('refused-2', createMp3(), { size: AUDIO_MAX_BYTES + 1 }),
        'audio-too-large',
      ],
      [
        'another type',
        () => part('refused-2', createMp3(), {}, { headers: { 'Content-Type': 'audio/mpeg' } }),
        'audio-needed',
      ],
      [
        'an offset that is not a number',
        () => part('refused-2', createMp3(), { offset: 'x' }),
        'invalid-query',
      ],
      ['a negative offset', () => part('refused-2', createMp3(), { offset: -1 }), 'invalid-query'],
      ['no size', () => part('refused-2', createMp3(), { size: '' }), 'invalid-fields'],
      [
        'a first part in the middle of the file',
        () => part('refused-2', createMp3(), { offset: 5, size: 99_999 }),
        'upload-offset',
      ],
      [
        'a part that exceeds the announced size',
        () => part('refused-2', createMp3(), { size: 100 }),
        'too-large',
      ],
      [
        'a part with a Content-Length above the limit',
        () =>
          part(
            'refused-2',
            createMp3(),
            { size: AUDIO_MAX_BYTES },
            { headers: { ...TYPE, 'Content-Length': String(AUDIO_PART_MAX_BYTES + 1) } },
          ),
        'too-large',
      ],
      ['a key that is a path', () => part('..%2F..%2Fclub', createMp3()), 'not-found'],
      ['a key of one letter', () => part('x', createMp3()), 'not-found'],
    ])('refuses %s', async (_, ask, problem) => {
      await leavesNothing(async () => {
        await expectProblem(await ask(), problem)
      })
      await cancel('refused-2')
      expect(await onTheWay()).toEqual([])
    })
  })

  test('is uploaded in parts, and resumes after a lost connection', async () => {
    const file = createMp3({ frames: 200, fill: 2 })
    const server = createServer(club.listener)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
      socket.write(
        `PUT /api/media/audio/lost-on-the-way?offset=0&size=${file.byteLength} HTTP/1.1\r\nHost: club.test\r\nCookie: ${as}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${file.byteLength}\r\n\r\n`,
      )
      socket.write(file.subarray(0, 30_000))
      const arrived = async () => ((await (await getState('lost-on-the-way')).json()) as AudioUpload).offset
      while ((await arrived()) !== 30_000) await sleep(20)
      socket.destroy()
      await sleep(100)
      expect(await arrived()).toBe(30_000)
    } finally {
      server.closeAllConnections()
      server.close()
    }
    // An upload belongs to the administrator who started it.
    const other = await club.signIn({ email: 'eva@club.example', password: 'una clave bien larga' })
    await expectProblem(await getState('lost-on-the-way', other.cookie), 'not-found')
    // A part that has arrived already, or that does not follow the last one, is not added.
    const size = file.byteLength
    await expectProblem(await part('lost-on-the-way', file, { size }), 'upload-offset')
    const half = await part('lost-on-the-way', file.subarray(30_000, 50_000), { offset: 30_000, size })
    expect(await half.json()).toEqual({ offset: 50_000, size, audio: null })
    const whole = await part('lost-on-the-way', file.subarray(50_000), { offset: 50_000, size })
    const { audio } = (await whole.json()) as AudioUpload
    expect(Buffer.from(await (await club.send('GET', String(audio))).arrayBuffer())).toEqual(file)
    // If the last response is lost, a request for the state and a repeated part both return it again.
    expect(await (await getState('lost-on-the-way')).json()).toEqual({ offset: size, size, audio })
    expect(
      await (await part('lost-on-the-way', file.subarray(50_000), { offset: 50_000, size })).json(),
    ).toEqual({
      offset: size,
      size,
      audio,
    })
  })

  describe('uploads by several requests at once', () => {
    /** A second club on the same data. It behaves like another process, as far as files and locks are concerned. */
    let second: TestClub
    let server: Server
    beforeAll(async () => {
      second = await openTestClub(place, { env: media() })
      server = createServer(club.listener).listen(0, '127.0.0.1')
      await once(server, 'listening')
    })
    afterAll(async () => {
      server.closeAllConnections()
      server.close()
      await second.stop()
    })

    const put = (at: TestClub, key: string, body: Uint8Array, offset: number, size: number, cookie = as) =>
      at.send('PUT', `/api/media/audio/${key}?offset=${offset}&size=${size}`, {
        as: cookie,
        body,
        headers: TYPE,
      })
    /** Lists files of unfinished uploads. The notes about finished ones are left out. */
    const unfinished = async () => (await onTheWay()).filter((name) => !name.endsWith('.json'))
    const stored = async (audio: string) => Buffer.from(await (await club.send('GET', audio)).arrayBuffer())
    /** Sends a request whose body does not end. */
    const openRequest = async (key: string, offset: number, size: number, body: Uint8Array) => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
      socket.write(
        `PUT /api/media/audio/${key}?offset=${offset}&size=${size} HTTP/1.1\r\nHost: club.test\r\nCookie: ${as}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${size - offset}\r\n\r\n`,
      )
      socket.write(body)
      const reached = async () => ((await (await getState(key)).json()) as AudioUpload).offset
      while ((await reached()) !== offset + body.byteLength) await sleep(10)
      return socket
    }

    test('never exceed the limits of unfinished uploads', async () => {
      const people = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          club.signIn({ email: `limit-${index}@club.example`, password: 'una clave bien larga' }),
        ),
      )
      const answers = await Promise.all(
        people.flatMap(({ cookie }, person) =>
          Array.from({ length: 8 }, (_, index) =>
            put(index % 2 ? club : second, `limit-${person}-${index}`, Buffer.alloc(50), 0, 5_000, cookie),
          ),
        ),
      )
      for (const { status } of answers) expect([200, 409, 503]).toContain(status)
      const waiting = await unfinished()
      expect(waiting).toHaveLength(12)
      for (const owner of new Set(waiting.map((name) => name.slice(0, 16))))
        expect(waiting.filter((name) => name.startsWith(owner)).length).toBeLessThanOrEqual(3)
      for (const [person, { cookie }] of people.entries())
        for (let index = 0; index < 8; index++)
          await club.send('DELETE', `/api/media/audio/limit-${person}-${index}`, { as: cookie })
      expect(await unfinished()).toEqual([])
    })

    test('stores a file that matches the hash in its name while another request sends other bytes', async () => {
      for (let attempt = 0; attempt < 4; attempt++) {
        const file = createMp3({ frames: 10_000, fill: 100 + attempt })
        const size = file.byteLength
        const key = `other-bytes-${attempt}`
        const other = await openRequest(key, 0, size, file.subarray(0, 1_000))
        const socket = await openRequest(key, 1_000, size, file.subarray(1_000, 2_000))
        const answering = once(socket, 'data')
        let isAnswered = false
        answering.then(() => {
          isAnswered = true
        })
        socket.write(file.subarray(2_000))
        const script = Buffer.alloc(20_000, '<script>alert(1)</script>')
        for (let sent = 1_000; sent + script.byteLength < size && !isAnswered; sent += script.byteLength) {
          other.write(script)
          await sleep(2)
        }
        const [answer] = await answering
        const { audio } = JSON.parse(String(answer).split('\r\n\r\n')[1] ?? '') as AudioUpload
        const bytes = await stored(String(audio))
        const hash = createHash('sha256').update('audio 1\n').update(bytes).digest('hex')
        expect(audio).toBe(`/media/${hash.slice(0, 32)}.mp3`)
        expect(bytes.includes('<script>')).toBe(false)
        for (const open of [socket, other]) open.destroy()
        await cancel(key)
      }
    })

    test('answers a repeated part with the same response', async () => {
      const file = createMp3({ frames: 300, fill: 120 })
      const size = file.byteLength
      const [first, rest] = [file.subarray(0, 60_000), file.subarray(60_000)]
      const getAnswer = async (answer: Response) => [answer.status, await answer.json()]
      const begun = [200, { offset: 60_000, size, audio: null }]
      const atOnce = await Promise.all(
        [club, second, club, second].map((at) => put(at, 'repeated-1', first, 0, size)),
      )
      for (const answer of atOnce) expect(await getAnswer(answer)).toEqual(begun)
      expect(await getAnswer(await put(second, 'repeated-1', first, 0, size))).toEqual(begun)
      expect(await getAnswer(await put(club, 'repeated-1', first.subarray(0, 100), 0, size))).toEqual(begun)
      const other = Buffer.from(first).fill(0, 500, 600)
      await expectProblem(await put(club, 'repeated-1', other, 0, size), 'upload-offset')
      await expectProblem(await put(club, 'repeated-1', file, 0, size), 'upload-offset')

      const last = await Promise.all(
        [club, second, club, second].map((at) => put(at, 'repeated-1', rest, 60_000, size)),
      )
      const [whole, ...others] = await Promise.all(
        [...last, await put(second, 'repeated-1', rest, 60_000, size)].map(getAnswer),
      )
      const audio = /\/media\/[0-9a-f]{32}\.mp3/.exec(JSON.stringify(whole))?.[0]
      expect(whole).toEqual([200, { offset: size, size, audio }])
      for (const other of others) expect(other).toEqual(whole)
      expect((await stored(String(audio))).equals(file)).toBe(true)
      await cancel('repeated-1')
      expect(await unfinished()).toEqual([])
    })

    test.each([
      ['.part', 0],
      ['.json', undefined],
    ])('starts again when the %s file of the upload is missing', async (extension, offset) => {
      const file = createMp3({ frames: 300, fill: 122 })
      const size = file.byteLength
      const [first, rest] = [file.subarray(0, 60_000), file.subarray(60_000)]
      const key = `missing-${extension.slice(1)}`
      expect((await put(club, key, first, 0, size)).status).toBe(200)
      const [part = ''] = await unfinished()
      await rm(join(place.dataDir, '.uploads', part.replace('.part', extension)))
      expect(((await (await getState(key)).json()) as Partial<AudioUpload>).offset).toBe(offset)
      const begun = await put(second, key, first, 0, size)
      expect([begun.status, await begun.json()]).toEqual([200, { offset: 60_000, size, audio: null }])
      const { audio } = (await (await put(club, key, rest, 60_000, size)).json()) as AudioUpload
      expect((await stored(String(audio))).equals(file)).toBe(true)
      await cancel(key)
      expect(await unfinished()).toEqual([])
    })

    test('continues after the bytes that arrived in a request that is still open', async () => {
      const file = createMp3({ frames: 300, fill: 121 })
      const size = file.byteLength
      const socket = await openRequest('still-open', 0, size, file.subarray(0, 40_000))
      const next = await put(second, 'still-open', file.subarray(40_000, 80_000), 40_000, size)
      expect(await next.json()).toEqual({ offset: 80_000, size, audio: null })
      socket.write(file.subarray(40_000, 60_000))
      const { audio } = (await (
        await put(club, 'still-open', file.subarray(80_000), 80_000, size)
      ).json()) as AudioUpload
      socket.end(file.subarray(60_000))
      await once(socket.resume(), 'close')
      expect((await stored(String(audio))).equals(file)).toBe(true)
      await cancel('still-open')
      expect(await unfinished()).toEqual([])
    })

    test('leaves no files when it is cancelled while a part arrives', async () => {
      const file = createMp3({ frames: 300, fill: 122 })
      const socket = await openRequest('cancelled-1', 0, file.byteLength, file.subarray(0, 40_000))
      expect((await cancel('cancelled-1')).status).toBe(204)
      socket.write(file.subarray(40_000))
      const [answer] = await once(socket, 'data')
      expect(String(answer)).toContain('HTTP/1.1 409 ')
      socket.destroy()
      expect(await unfinished()).toEqual([])
      await expectProblem(await getState('cancelled-1'), 'not-found')
    })
  })

  testOnce('is served in ranges with its media type', async () => {
    const file = createM4a({ data: 5_000 })
    const audio = await uploaded('served-in-parts', file)
    const size = file.byteLength
    const ask = (headers: Record<string, string>, method = 'GET') => club.send(method, audio, { headers })
    const some = await ask({ Range: 'bytes=100-199' })
    expect([some.status, some.headers.get('Content-Range'), some.headers.get('Content-Type')]).toEqual([
      206,
      `bytes 100-199/${size}`,
      'audio/mp4',
    ])
    expect(Buffer.from(await some.arrayBuffer())).toEqual(file.subarray(100, 200))
    expect((await ask({ Range: `bytes=${size}-` })).status).toBe(416)
    const head = await ask({}, 'HEAD')
    expect([head.status, head.headers.get('Content-Length'), head.headers.get('Accept-Ranges')]).toEqual([
      200,
      String(size),
      'bytes',
    ])
    expect(head.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  })

  testOnce('does not reveal its recording time and device', async () => {
    const metadata = { version: 0, at: 0xe1a2b3c4, by: 'Telefono-de-Ana' } as const
    const file = createM4a({ metadata, data: 700 })
    const kept = Buffer.from(await (await club.send('GET', await uploaded('not-told-1', file))).arrayBuffer())
    expect([file.includes('Tele'), kept.includes('Tele'), kept.includes(u32(metadata.at))]).toEqual([
      true,
      false,
      false,
    ])
    expect(kept.equals(createM4a({ metadata: { ...metadata, at: 0, by: '' }, data: 700 }))).toBe(true)
    await cancel('not-told-1')
  })

  testOnce('is stored without a cover of 17 MB, and the answers name it', async () => {
    const sound = createMp3({ fill: 9 })
    const title = id3Frame('TIT2', Buffer.from('\x03La noche'))
    const file = Buffer.concat([id3Tag(Buffer.concat([title, pictureFrame(17_000_000)])), sound])
    const answer = (await (await part('large-cover-1', file)).json()) as AudioUpload
    expect(answer).toMatchObject({ offset: file.byteLength, notice: describeRemovedCover(17_000_000) })
    expect(await (await getState('large-cover-1')).json()).toEqual(answer)
    const kept = Buffer.from(await (await club.send('GET', String(answer.audio))).arrayBuffer())
    expect(kept.equals(Buffer.concat([id3Tag(title), sound]))).toBe(true)
    const id = String(parseAudioPath(String(answer.audio))?.id)
    const row = await club.database.read
      .selectFrom('media')
      .select('bytes')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row?.bytes).toBe(kept.byteLength)
    await cancel('large-cover-1')
  })

  testOnce('is one file for equal bytes, and another for other bytes', async () => {
    const paths = await Promise.all([
      uploaded('same-bytes-1', createMp3({ fill: 3 })),
      uploaded('same-bytes-2', createMp3({ fill: 3 })),
      uploaded('same-bytes-3', createMp3({ fill: 4 })),
    ])
    expect(new Set(paths).size).toBe(2)
    expect(paths[0]).toBe(paths[1])
  })

  testOnce('allows three unfinished uploads per administrator, and deletes them after a day', async () => {
    for (const key of ['many-on-way-1', 'many-on-way-2', 'many-on-way-3', 'many-on-way-4']) {
      await part(key, createMp3().subarray(0, 100), { size: 5_000 })
      await sleep(20)
    }
    await expectProblem(await getState('many-on-way-1'), 'not-found')
    expect((await getState('many-on-way-4')).status).toBe(200)
    const folder = join(place.dataDir, '.uploads')
    for (const name of await readdir(folder)) {
      // Only the owner may read or write the file.
      expect((await stat(join(folder, name))).mode & 0o077).toBe(0)
      const then = new Date(club.clock.now - 25 * HOUR)
      await utimes(join(folder, name), then, then)
    }
    await part('many-on-way-5', createMp3().subarray(0, 100), { size: 5_000 })
    await expectProblem(await getState('many-on-way-4'), 'not-found')
    expect((await cancel('many-on-way-5')).status).toBe(204)
    expect(await onTheWay()).toEqual([])
  })
})
