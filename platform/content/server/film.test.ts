/** Tests the film of the home page: refusals that leave no files, storage, delivery, and how long files are kept. */
import { once } from 'node:events'
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaults } from '../../../club/defaults.ts'
import { type BucketServer, startBuckets } from '../../../test/support/buckets.ts'
import {
  createPicture,
  openTestClub,
  type RequestOptions,
  type TestClub,
} from '../../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../../test/support/databases.ts'
import { createBox, createFilm, createLocationParts, PLACE, u32 } from '../../../test/support/films.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import type { ProblemId } from '../../api/shared/problems.ts'
import { describeFilmFault } from '../../media/shared/film-faults.ts'
import type { SettingsGroup } from '../../settings/shared/site-settings.ts'
import { FILM_MAX_BYTES } from '../../shared/limits.ts'
import type { AuditLogEntry, AuditLogEntryDetail } from '../shared/audit-log-answers.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let buckets: BucketServer
beforeAll(async () => {
  buckets = await startBuckets()
})
afterAll(() => buckets.stop())

const homes = [
  { name: 'a folder', isOnDisk: true, media: () => ({}) },
  { name: 'a bucket', isOnDisk: false, media: () => ({ MEDIA_URL: buckets.create() }) },
]

/** Creates a film of this length with any content. */
const filmOfBytes = (length: number): Buffer => {
  const film = createFilm()
  return Buffer.concat([film, createBox('free', Buffer.alloc(length - film.byteLength - 8))])
}

describe.each(homes)('a film in $name', ({ isOnDisk, media }) => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    place = await createDatabase()
    club = await openTestClub(place, { env: media() })
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })

  const upload = (body: Uint8Array, { headers = {}, ...sent }: RequestOptions = {}) =>
    club.send('POST', '/api/site/film', {
      as,
      body,
      headers: { 'Content-Type': 'video/mp4', ...headers },
      ...sent,
    })
  const put = (body: object) => club.send('PUT', '/api/site/look', { as, body })
  const look = async () => (await (await club.send('GET', '/api/site/look')).json()) as SettingsGroup<'look'>
  const get = (path: string, headers: Record<string, string> = {}) => club.send('GET', path, { headers })
  const bytesAt = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer())
  const uploaded = async (film: Uint8Array): Promise<SettingsGroup<'look'> & { film: string }> => {
    const answer = await upload(film)
    expect(answer.status).toBe(201)
    return (await answer.json()) as SettingsGroup<'look'> & { film: string }
  }
  const reset = () => club.send('DELETE', '/api/site/look', { as })
  const onTheWay = () => readdir(join(place.dataDir, '.incoming')).catch(() => [])
  /** Runs `work` and expects no new rows and no new files, unfinished uploads included. */
  const leavesNothing = async (work: () => Promise<unknown>) => {
    if (isOnDisk) await changesNothing(club, work)
    else await work()
    expect(await onTheWay()).toEqual([])
  }

  describe('refusals', () => {
    test.each<[string, Uint8Array, string]>([
      ['an empty file', Buffer.alloc(0), describeFilmFault({ why: 'empty' })],
      ['a text', Buffer.from('<script>alert(1)</script>'), describeFilmFault({ why: 'no-film' })],
      [
        'a film in HEVC',
        createFilm({ tracks: [{ codec: 'hvc1' }] }),
        describeFilmFault({ why: 'codec', codec: 'HEVC (H.265)' }),
      ],
      [
        'a film that is cut off',
        createFilm({ dataFirst: true }).subarray(0, 60),
        describeFilmFault({ why: 'cut-off' }),
      ],
      [
        'a film with a wrong box size',
        Buffer.concat([createFilm(), createBox('free', Buffer.alloc(90), 20)]),
        describeFilmFault({ why: 'damaged' }),
      ],
    ])('refuses %s with a reason', async (_, body, words) => {
      await leavesNothing(async () => {
        const problem = await expectProblem(await upload(body), 'invalid-fields', ['film'])
        expect([problem.detail, problem.errors?.[0]?.message]).toEqual([words, words])
      })
      expect(describeFilmFault({ why: 'codec', codec: 'HEVC (H.265)' })).toMatch(
        /HEVC.*Exportalo como MP4 con H\.264/,
      )
    })

    test.each<[string, RequestOptions, ProblemId]>([
      ['another type', { headers: { 'Content-Type': 'video/quicktime' } }, 'film-needed'],
      ['the type JSON', { headers: { 'Content-Type': 'application/json' } }, 'film-needed'],
      ['no type', { headers: { 'Content-Type': '' } }, 'film-needed'],
      ['no session', { as: '' }, 'sign-in-needed'],
      ['an old session', { as: 'session=x' }, 'sign-in-needed'],
      ["another site's page", { headers: { Origin: 'https://otro.example' } }, 'foreign-origin'],
      ['an old counter', { headers: { 'If-Match': '"7"' } }, 'edited-meanwhile'],
      [
        'a Content-Length above 24 MB',
        { headers: { 'Content-Length': String(FILM_MAX_BYTES + 1) } },
        'film-too-large',
      ],
    ])('refuses a film with %s', async (_, sent, problem) => {
      await leavesNothing(async () => {
        await expectProblem(await upload(createFilm(), sent), problem)
      })
    })

    test('refuses a film above 24 MB without Content-Length, and accepts one of 24 MB', async () => {
      await leavesNothing(async () => {
        await expectProblem(await upload(filmOfBytes(FILM_MAX_BYTES + 1)), 'film-too-large')
      })
      const { film } = await uploaded(filmOfBytes(FILM_MAX_BYTES))
      const head = await club.send('HEAD', film)
      expect([head.headers.get('Content-Length'), await head.text()]).toEqual([String(FILM_MAX_BYTES), ''])
      await reset()
    })

    test('keeps no file when the connection breaks during the upload', async () => {
      const server = createServer(club.listener).listen(0, '127.0.0.1')
      await once(server, 'listening')
      try {
        await leavesNothing(async () => {
          const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
          socket.write(
            `POST /api/site/film HTTP/1.1\r\nHost: club.test\r\nCookie: ${as}\r\nContent-Type: video/mp4\r\nContent-Length: 5000\r\n\r\n`,
          )
          socket.write(createFilm().subarray(0, 300))
          await expect.poll(onTheWay).toHaveLength(1)
          socket.destroy()
          await expect.poll(onTheWay).toEqual([])
          await sleep(50)
        })
      } finally {
        server.close()
      }
    })

    test.each([
      '/media/none.mp4',
      `/media/${'a'.repeat(32)}.mp4`,
      '/club/pictures/hero.mp4',
      'https://a.example/f.mp4',
      7,
    ])('refuses the unknown film address %s', async (film) => {
      await leavesNothing(async () => {
        await expectProblem(await put({ film }), 'invalid-fields', ['film'])
      })
    })

    test('refuses a film as a picture, and a picture as a film', async () => {
      const poster = (
        (await (await put({ poster: await createPicture('#123', 64, 36) })).json()) as SettingsGroup<'look'>
      ).poster
      const { film } = await uploaded(createFilm())
      const id = film.slice('/media/'.length, -'.mp4'.length)
      const pictureId = String(poster).slice('/media/'.length).split('-')[0]
      for (const path of [film, `/media/${id}-320.jpg`, `/media/${id}-640.webp`])
        await expectProblem(await put({ poster: path }), 'invalid-fields', ['poster'])
      await expectProblem(await put({ film: poster }), 'invalid-fields', ['film'])
      await expectProblem(await put({ film: `/media/${pictureId}.mp4` }), 'invalid-fields', ['film'])
      await expectProblem(
        await club.send('PUT', '/api/site/history', {
          as,
          body: { chapters: [{ title: 'Uno', picture: film }] },
        }),
        'invalid-fields',
        ['chapters.0.picture'],
      )
      await reset()
    })
  })

  test('replaces the default film at once, and null restores the default', async () => {
    expect(await look()).toEqual({ ...defaults.look, updatedAt: null, images: {} })
    const before = (await get('/api/site/look')).headers.get('ETag')
    const answer = await upload(createFilm(), { headers: { 'If-Match': String(before) } })
    expect(answer.status).toBe(201)
    const made = (await answer.json()) as SettingsGroup<'look'>
    expect(made.film).toMatch(/^\/media\/[0-9a-f]{32}\.mp4$/)
    expect(answer.headers.get('Location')).toBe(made.film)
    expect(await look()).toEqual(made)
    expect(await bytesAt(String(made.film))).toEqual(createFilm())
    const poster = await createPicture('#a20', 64, 36)
    const whole = (await (await put({ poster })).json()) as SettingsGroup<'look'>
    expect(whole).toMatchObject({ film: made.film, poster: expect.stringMatching(/^\/media\/.*\.jpg$/) })
    expect(whole.images).toMatchObject({ [String(whole.poster)]: { width: 64, height: 36 } })
    // The response of GET is a valid body of PUT.
    expect(await (await put(whole)).json()).toEqual(whole)
    expect(await (await put({ film: null, poster: null })).json()).toMatchObject({
      film: null,
      poster: null,
      updatedAt: null,
    })
    expect(await (await put({ film: made.film })).json()).toMatchObject({ film: made.film, poster: null })
    await reset()
  })

  test('does not reveal its recording place', async () => {
    const film = createFilm(createLocationParts())
    expect(film.includes(PLACE)).toBe(true)
    const kept = await bytesAt((await uploaded(film)).film)
    expect([kept.byteLength, kept.includes(PLACE), kept.includes('udta')]).toEqual([
      film.byteLength,
      false,
      false,
    ])
    expect(kept.includes('V'.repeat(30))).toBe(true)
    await reset()
  })

  test('does not reveal its recording time and device', async () => {
    const metadata = { version: 0, at: 0xe1a2b3c4, by: 'Telefono-de-Ana' } as const
    const film = createFilm({
      metadata,
      tracks: [{ metadata }, { metadata, handler: 'soun', codec: 'mp4a' }],
    })
    const { film: path } = await uploaded(film)
    const kept = await bytesAt(path)
    const told = (bytes: Buffer) => [bytes.includes(u32(metadata.at)), bytes.includes('Tele')]
    expect([told(film), told(kept), kept.byteLength]).toEqual([[true, true], [false, false], film.byteLength])
    // The name is the hash of the stored bytes, which have no metadata. The same film from another phone gets the same
    // name.
    const other = { version: 0, at: 7, by: 'Otro' } as const
    const again = createFilm({
      metadata: other,
      tracks: [{ metadata: other }, { metadata: other, handler: 'soun', codec: 'mp4a' }],
    })
    expect((await uploaded(again)).film).toBe(path)
    await reset()
  })

  test('is one file for equal bytes, and another for other bytes', async () => {
    const [one, again] = [await uploaded(createFilm()), await uploaded(createFilm())]
    expect(again.film).toBe(one.film)
    expect((await uploaded(createFilm({ brand: 'mp42' }))).film).not.toBe(one.film)
    const both = await Promise.all([1, 2, 3].map((lane) => uploaded(createFilm({ brand: `iso${lane}` }))))
    expect(new Set(both.map(({ film }) => film)).size).toBe(3)
    await reset()
  })

  test('is served in ranges, and cached for good', async () => {
    const shipped = await readFile(new URL('../../../club/pictures/hero.mp4', import.meta.url))
    const { film } = await uploaded(shipped)
    const kept = await bytesAt(film)
    const size = kept.byteLength
    expect(size).toBe(shipped.byteLength)
    const etag = `"${film.slice('/media/'.length)}"`
    const answers = async (headers: Record<string, string>) => {
      const answer = await get(film, headers)
      return [
        answer.status,
        answer.headers.get('Content-Range'),
        Number(answer.headers.get('Content-Length')),
        Buffer.from(await answer.arrayBuffer()),
      ]
    }
    const part = (start: number, end: number) => [
      206,
      `bytes ${start}-${end}/${size}`,
      end - start + 1,
      kept.subarray(start, end + 1),
    ]
    const all = [200, null, size, kept]
    expect(await answers({})).toEqual(all)
    expect(await answers({ Range: 'bytes=0-1' })).toEqual(part(0, 1))
    expect(await answers({ Range: 'bytes=0-' })).toEqual(part(0, size - 1))
    expect(await answers({ Range: `bytes=1000-${10 * size}` })).toEqual(part(1000, size - 1))
    expect(await answers({ Range: 'bytes=-500' })).toEqual(part(size - 500, size - 1))
    expect(await answers({ Range: `bytes=${size}-` })).toEqual([416, `bytes */${size}`, 0, Buffer.alloc(0)])
    expect(await answers({ Range: 'bytes=-0' })).toEqual([416, `bytes */${size}`, 0, Buffer.alloc(0)])
    for (const Range of ['bytes=5-2', 'bytes=0-1,4-5', 'lines=0-1', 'bytes=x', `bytes=0-${'9'.repeat(40)}`])
      expect([Range, ...(await answers({ Range }))]).toEqual([Range, ...all])
    expect(await answers({ Range: 'bytes=0-1', 'If-Range': etag })).toEqual(part(0, 1))
    expect(await answers({ Range: 'bytes=0-1', 'If-Range': `W/${etag}` })).toEqual(all)
    expect(await answers({ Range: 'bytes=0-1', 'If-Range': '"another"' })).toEqual(all)
    expect(await answers({ Range: 'bytes=0-1', 'If-Range': new Date().toUTCString() })).toEqual(all)
    expect((await get(film, { 'If-None-Match': etag })).status).toBe(304)
    const head = await club.send('HEAD', film, { headers: { Range: 'bytes=0-1' } })
    expect([head.status, head.headers.get('Content-Length'), await head.text()]).toEqual([
      200,
      String(size),
      '',
    ])
    expect(Object.fromEntries(head.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'video/mp4',
      etag,
      'x-content-type-options': 'nosniff',
    })
    expect((await club.send('POST', film, { as })).status).toBe(405)
    expect((await get(`/media/${'a'.repeat(32)}.mp4`)).status).toBe(404)
    expect((await get(film.replace('.mp4', '.webm'))).status).toBe(404)
    await reset()
  })

  test('is restored from a version with its file, and deleted a day after its last reference', async () => {
    const { film: first } = await uploaded(createFilm({ brand: 'iso4' }))
    const { film: second } = await uploaded(createFilm({ brand: 'iso5' }))
    const log = async () =>
      (await (
        await club.send('GET', '/api/history?resource=site&item=look', { as })
      ).json()) as AuditLogEntry[]
    const [latest] = await log()
    expect(latest?.changes).toEqual([
      { field: 'film', label: 'Film de la portada', kind: 'film', before: first, after: second },
    ])
    const detail = (await (
      await club.send('GET', `/api/history/${latest?._id}`, { as })
    ).json()) as AuditLogEntryDetail<SettingsGroup<'look'>>
    expect([detail.before?.film, detail.now?.film]).toEqual([first, second])
    club.clock.now += 2 * DAY
    as = (await club.signIn({ email: 'eva@club.example', password: 'una clave bien larga' })).cookie
    await club.images.sweep(club.clock.now)
    const back = await club.send('POST', `/api/history/${latest?._id}/restore`, {
      as,
      body: { to: 'before' },
    })
    expect(await back.json()).toMatchObject({ film: first })
    expect(await bytesAt(first)).toEqual(createFilm({ brand: 'iso4' }))
    expect((await get(second)).status).toBe(200)

    // The file is deleted when neither the settings nor a version of the last year refers to it.
    await reset()
    club.clock.now += 400 * DAY
    await club.auditLog.tidy(club.clock.now)
    await club.images.sweep(club.clock.now)
    expect([(await get(first)).status, (await get(second)).status]).toEqual([404, 404])
    const left = await club.database.read.selectFrom('media').selectAll().where('isFilm', '=', 1).execute()
    expect(left).toEqual([])
  })
})

describe('an unfinished upload', () => {
  test('is removed by the next cleanup after its process has crashed', async () => {
    const place = await createDatabase()
    const folder = join(place.dataDir, '.incoming')
    await mkdir(folder, { recursive: true })
    const [old, fresh] = [join(folder, 'old.tmp'), join(folder, 'fresh.tmp')]
    for (const path of [old, fresh]) await writeFile(path, 'a part of a film')
    await utimes(old, Date.now() / 1000 - 3600, Date.now() / 1000 - 3600)
    const club = await openTestClub(place)
    club.start()
    // Another process may be writing the fresh file, so it stays.
    await expect.poll(() => readdir(folder)).toEqual(['fresh.tmp'])
    await club.stop()
    await place.dispose()
  })
})
