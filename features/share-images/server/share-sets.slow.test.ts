/** Share image sets of nights and news items: pictures, a QR code and a text. File names must not reveal hidden items. */

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import type { Share } from '../../../platform/content/shared/entity-parts.ts'
import type { AnyEntity, ResourceName } from '../../../platform/content/shared/resources.ts'
import {
  type ShareFormat,
  shareFormatNames,
  shareFormats,
} from '../../../platform/content/shared/share-set.ts'
import { openLocalMedia } from '../../../platform/media/server/local-media.ts'
import { imageWorkerBusy, imageWorkerJobs } from '../../../platform/media/worker/worker.ts'
import { fillClub } from '../../../test/bench/fill-club.ts'
import { startBuckets } from '../../../test/support/buckets.ts'
import { findChildProcesses } from '../../../test/support/child-processes.ts'
import { createDraft, createPicture, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, postgresOnly, type TestDatabase } from '../../../test/support/databases.ts'
import { expectProblem } from '../../../test/support/refusals.ts'
import { createSiteSettings } from '../../../test/support/site-settings.ts'
import { shareSetPicturesOf } from '../index.server.ts'

const SITE_URL = 'https://club.example'
const HOUR = 3_600_000
const DRAWING_PROCESS = 'share-images/server/process.ts'
const IMMUTABLE = 'public, max-age=31536000, immutable'
const BONE = [0xf2, 0xef, 0xe9]
const SIGNAL = [0xff, 0x2e, 0x1f]
const FLYER = [0x00, 0xaa, 0xee]

/** Returns the share of pixels that are similar to a colour. */
function measureShareOfColour(pixels: Buffer, colour: readonly number[]): number {
  let found = 0
  for (let at = 0; at < pixels.length; at += 3)
    if (colour.every((value, part) => Math.abs(value - (pixels[at + part] as number)) < 24)) found++
  return found / (pixels.length / 3)
}

describe('a share image set', () => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    database = await createDatabase()
    club = await openTestClub(database, { env: { SITE_URL } })
    as = (await club.signIn()).cookie
    club.start()
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  type Shared = AnyEntity & { share: Share }
  const send = async (method: string, path: string, body: object): Promise<Shared> => {
    const response = await club.send(method, path, { as, body })
    expect([method, path, response.ok]).toEqual([method, path, true])
    return (await response.json()) as Shared
  }
  const post = async (resource: ResourceName, change: object) =>
    send('POST', `/api/${resource}`, { ...(await createDraft(resource)), ...change })
  const put = ({ _id }: AnyEntity, body: object, resource: ResourceName = 'events') =>
    send('PUT', `/api/${resource}/${_id}`, body)

  async function picture(path: string, format: ShareFormat): Promise<Buffer> {
    let response = await club.send('GET', path)
    // On a busy machine drawing takes longer than one request waits, so the test repeats the request.
    for (let turn = 0; turn < 5 && response.headers.get('Cache-Control') === 'no-store'; turn++)
      response = await club.send('GET', path)
    expect([path, response.status, response.headers.get('Content-Type')]).toEqual([path, 200, 'image/jpeg'])
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.byteLength).toBeLessThanOrEqual(280_000)
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height, info.channels]).toEqual([
      shareFormats[format].width,
      shareFormats[format].height,
      3,
    ])
    return data
  }
  const gone = async (path: string) => expectProblem(await club.send('GET', path), 'not-found')

  test('names the parts that the pictures cannot draw', async () => {
    const lineup = [{ name: 'أم كلثوم' }, { name: 'Ñandú' }]
    expect((await post('events', { title: 'Noche 🎉', lineup })).share.lost).toEqual(['🎉', 'أم كلثوم'])
    expect((await post('events', { title: 'Noche de Ñandú' })).share.lost).toEqual([])
  })

  test('is in every answer with the item for administrators, and in no answer for visitors', async () => {
    const night = await post('events', { title: 'Ñandú' })
    expect(Object.keys(night.share).sort()).toEqual(['lost', 'post', 'preview', 'qr', 'story', 'text'])
    expect((await post('residents', {})).share).toBeUndefined()
    for (const path of [`/api/events/${night._id}`, '/api/events']) {
      const seen = await club.send('GET', path)
      expect(await seen.text()).not.toContain('"share"')
    }
    const mine = await club.send('GET', `/api/events/${night._id}`, { as })
    expect(((await mine.json()) as Shared).share).toEqual(night.share)
    const all = await club.send('GET', '/api/events?state=all', { as })
    expect(((await all.json()) as { data: Shared[] }).data[0]?.share).toEqual(night.share)
    // An entity can be sent back as it was received. Its share image set is ignored and does not change.
    expect((await put(night, night)).share).toEqual(night.share)
  })

  test('of a night has permanent pictures whose names follow the shown values', async () => {
    // A 4:5 flyer as high as the preview takes 504 of the preview's 1200 px of width.
    const flyerLarge = await createPicture('#0ae', 400, 500)
    const night = await post('events', { flyerLarge, title: 'Ñ' })
    for (const format of shareFormatNames) {
      const pixels = await picture(night.share[format], format)
      const response = await club.send('GET', night.share[format])
      expect([format, response.headers.get('Cache-Control')]).toEqual([format, IMMUTABLE])
      // In a story, a flyer of 4:5 leaves room for the date only.
      const [flyerLeast, wordsLeast] = format === 'story' ? [0.65, 0.001] : [0.1, 0.01]
      expect(measureShareOfColour(pixels, FLYER)).toBeGreaterThan(flyerLeast)
      expect(measureShareOfColour(pixels, BONE)).toBeGreaterThan(wordsLeast)
      const revalidated = await club.send('GET', night.share[format], {
        headers: { 'If-None-Match': response.headers.get('ETag') ?? '' },
      })
      expect(revalidated.status).toBe(304)
    }
    const plain = await picture(night.share.preview, 'preview')
    expect(measureShareOfColour(plain, FLYER)).toBeCloseTo(504 / 1200, 2)

    // Changing a field that no picture shows does not change the names of the pictures.
    expect((await put(night, { url: 'https://club.example/otro' })).share).toMatchObject({
      preview: night.share.preview,
      story: night.share.story,
    })
    const offers = [{ name: 'Puerta', price: 1, availability: 'soldout' }]
    const names = new Set([night.share.preview])
    for (const body of [
      { offers },
      { status: 'postponed' },
      { status: 'rescheduled' },
      { status: 'cancelled' },
    ]) {
      const { share } = await put(night, body)
      const stamped = await picture(share.preview, 'preview')
      expect(measureShareOfColour(stamped, FLYER)).toBeLessThan(0.39)
      expect(measureShareOfColour(stamped, SIGNAL)).toBeGreaterThan(
        measureShareOfColour(plain, SIGNAL) + 0.005,
      )
      names.add(share.preview)
      // Former names redirect to the current name.
      const old = await club.send('GET', night.share.preview)
      expect([old.status, old.headers.get('Location')]).toEqual([302, share.preview])
      expect(old.headers.get('Cache-Control')).toBe('no-cache')
    }
    expect(names.size).toBe(5)
    const former = await club.send('GET', `/share/events/${night._id}.jpg`)
    expect(former.headers.get('Location')).toBe([...names].at(-1))
    expect((await put(night, { status: 'scheduled', offers: [] })).share).toEqual(night.share)
    await club.send('DELETE', `/api/events/${night._id}`, { as })
    for (const format of shareFormatNames) await gone(night.share[format])
  })

  test('of a news item shows its photo without colours', async () => {
    const item = await post('news', {
      newsTitle: 'Una noche',
      photo: await createPicture('#0ae', 1600, 1000),
    })
    for (const format of shareFormatNames) {
      const pixels = await picture(item.share[format], format)
      for (let at = 0; at < pixels.length; at += 3 * 997) {
        const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3)
        const isGrey = Math.max(red, green, blue) - Math.min(red, green, blue) < 24
        expect(isGrey || red > 150).toBe(true)
      }
    }
    const renamed = await put(item, { headline: '¿Otra noche?' }, 'news')
    expect(renamed.share.story).not.toBe(item.share.story)
    await picture(renamed.share.story, 'story')
  })

  test('does not draw a picture with an invented name', async () => {
    const night = await post('events', {})
    const hash = /[0-9a-f]{16}(?=\.jpg)/
    for (const format of shareFormatNames) {
      const made = night.share[format].replace(hash, '0'.repeat(16))
      const response = await club.send('GET', made)
      expect([response.status, response.headers.get('Location')]).toEqual([302, night.share[format]])
      // Share images cannot be read under /media.
      await gone(night.share[format].replace('/share/', '/media/share-'))
    }
    for (const path of [
      night.share.post.replace('-post-', '-poster-'),
      night.share.post.replace('.jpg', '.png'),
      night.share.qr?.replace('.svg', '.jpg') ?? '',
      night.share.post.replace(night._id, '0'.repeat(36)),
      night.share.post.replace(night._id, night._id.toUpperCase()),
      `${night.share.post}.jpg`,
      '/share/..%2f..%2fclub.sqlite',
    ])
      await gone(path)
  })

  test('of a hidden item is a 404 for visitors and available to administrators', async () => {
    const draft = await post('events', { draft: true, title: 'Secreta' })
    const { share } = draft
    await picture(share.story, 'story')
    expect((await club.send('GET', share.story)).headers.get('Cache-Control')).toBe('private, no-store')
    const hash = /[0-9a-f]{16}(?=\.)/
    for (const path of [
      share.story.replace(hash, '0'.repeat(16)),
      `/share/events/${draft._id}.jpg`,
      `/share/news/${draft._id}.jpg`,
    ])
      await gone(path)
    // Publishing an item does not change its pictures.
    expect((await put(draft, { draft: false })).share.story).toBe(share.story)
    expect((await club.send('GET', share.story)).headers.get('Cache-Control')).toBe(IMMUTABLE)
    const hidden = await put(draft, { draft: true, title: 'Más secreta' })
    await gone(share.story)
    expect(hidden.share.story).not.toBe(share.story)
  })

  test('reveals no artist in pictures, names and text before the reveal, and changes after it', async () => {
    const revealAt = new Date(club.clock.now + HOUR).toISOString()
    const night = await post('events', {
      title: 'Velada',
      lineup: [{ name: 'Ana' }, { name: 'Zoe', revealAt }],
    })
    const without = await post('events', { title: 'Velada', lineup: [{ name: 'Ana' }] })
    expect(night.share.text).toContain('Ana')
    expect(night.share.text).not.toContain('Zoe')
    await picture(night.share.story, 'story')
    // The pictures without the secret artist have the same names, so the secret is not part of the hash.
    const kept = (await put(night, { lineup: [{ name: 'Ana' }] })).share
    expect(kept).toEqual(night.share)
    expect(kept.story).not.toBe(without.share.story)
    await put(night, { lineup: [{ name: 'Ana' }, { name: 'Zoe', revealAt }] })

    club.clock.now += 2 * HOUR
    const mine = await club.send('GET', `/api/events/${night._id}`, { as })
    const { share } = (await mine.json()) as Shared
    expect(share.text).toContain('Zoe')
    expect(share.story).not.toBe(night.share.story)
    // The picture changes without a write, because the reveal is due.
    await picture(share.story, 'story')
    const store = openLocalMedia(`${club.env.dataDir}/media`)
    expect(await store.size(`share-${share.story.slice('/share/'.length)}`)).not.toBeNull()
  }, 120_000)

  test('draws no pictures of a former title after a change', async () => {
    const drawn = () => imageWorkerJobs.get('nightCard')?.done ?? 0
    const before = drawn()
    const night = await post('events', { title: 'Uno' })
    const asked: Promise<Response>[] = []
    let { share } = night
    for (const title of ['Dos', 'Tres']) {
      for (const format of shareFormatNames) asked.push(club.send('GET', share[format]))
      share = (await put(night, { title })).share
    }
    for (const format of shareFormatNames) await picture(share[format], format)
    await Promise.all(asked)
    // For each format, at most one picture of a former title may have been drawn before the change was seen.
    expect(drawn() - before).toBeLessThanOrEqual(shareFormatNames.length + 2)
  })

  test('draws a picture once for many simultaneous requests', async () => {
    const night = await post('events', { title: 'Entre muchos' })
    const before = imageWorkerJobs.get('nightCard')?.done ?? 0
    await Promise.all(Array.from({ length: 5 }, () => picture(night.share.post, 'post')))
    await picture(night.share.post, 'post')
    expect(imageWorkerJobs.get('nightCard')?.done).toBe(before + 1)
  })

  test.skipIf(process.platform !== 'linux')(
    'logs a picture that could not be drawn, and tries again after a minute',
    async () => {
      const night = await post('events', { title: 'Se cae' })
      expect((await club.send('GET', '/share/privacy.jpg')).status).toBe(200)
      const drawing = findChildProcesses(DRAWING_PROCESS)
      for (const pid of drawing) process.kill(pid, 'SIGSTOP')
      const pending = club.send('GET', night.share.post)
      await vi.waitUntil(() => imageWorkerBusy() === 1)
      for (const pid of drawing) process.kill(pid, 'SIGKILL')
      expect((await pending).headers.get('Cache-Control')).toBe('no-store')
      await expectProblem(await pending, 'not-found')
      expect(club.logged.some((line) => line.includes('a share image could not be made'))).toBe(true)
      await gone(night.share.post)
      club.clock.now += HOUR / 60
      await picture(night.share.post, 'post')
    },
  )

  test('has file names that depend on the look of the club', async () => {
    const night = await post('events', {})
    const look = await club.send('PUT', '/api/site/look', { as, body: { accent: '#00e5ff' } })
    expect(look.status).toBe(200)
    const mine = await club.send('GET', `/api/events/${night._id}`, { as })
    const { share } = (await mine.json()) as Shared
    expect(share.preview).not.toBe(night.share.preview)
    expect(measureShareOfColour(await picture(share.preview, 'preview'), [0, 229, 255])).toBeGreaterThan(
      0.001,
    )
    await club.send('DELETE', '/api/site/look', { as })
  })

  test('removes unused pictures after a day', async () => {
    const night = await post('events', { title: 'Antes' })
    await picture(night.share.post, 'post')
    const { share } = await put(night, { title: 'Después' })
    await picture(share.post, 'post')
    const store = openLocalMedia(`${club.env.dataDir}/media`)
    const getSize = (path: string) => store.size(`share-${path.slice('/share/'.length)}`)
    await shareSetPicturesOf(club.platform).sweep(club.clock.now, new AbortController().signal)
    expect(await getSize(night.share.post)).not.toBeNull()
    club.clock.now += 25 * HOUR
    await shareSetPicturesOf(club.platform).sweep(club.clock.now, new AbortController().signal)
    expect(await getSize(night.share.post)).toBeNull()
    expect(await getSize(share.post)).not.toBeNull()
  })

  test('has a QR code to the page with its source', async () => {
    const night = await post('events', { title: 'Con QR' })
    const svg = await club.send('GET', night.share.qr ?? '')
    expect([svg.status, svg.headers.get('Content-Type')]).toEqual([200, 'image/svg+xml'])
    expect(svg.headers.get('Cache-Control')).toBe(IMMUTABLE)
    const png = await club.send('GET', night.share.qr?.replace('.svg', '.png') ?? '')
    expect(png.headers.get('Content-Type')).toBe('image/png')
    // The SVG and the PNG have the same modules, dark on light, in a quiet zone of four modules.
    const drawn = await Promise.all(
      [svg, png].map(async (response) => {
        const bytes = Buffer.from(await response.arrayBuffer())
        const { width = 0 } = await sharp(bytes).metadata()
        expect(width).toBeGreaterThanOrEqual(1024)
        const { data } = await sharp(bytes)
          .resize(512, 512, { kernel: 'nearest' })
          .flatten()
          .greyscale()
          .raw()
          .toBuffer({
            resolveWithObject: true,
          })
        return data
      }),
    )
    const [one, other] = drawn as [Buffer, Buffer]
    let differing = 0
    for (let at = 0; at < one.length; at++)
      if (Math.abs((one[at] as number) - (other[at] as number)) > 128) differing++
    expect(differing / one.length).toBeLessThan(0.02)
    expect(one[0]).toBe(255)
    const renamed = await put(night, { title: 'Con otro QR' })
    expect(renamed.share.qr).not.toBe(night.share.qr)
  })

  test('exists for titles that cannot be drawn, are very long or almost empty', async () => {
    for (const title of ['東京の夜', 'W'.repeat(150), 'o '.repeat(75), 'Łódź 🎛️ ñandú', '🎉']) {
      const night = await post('events', {
        title,
        lineup: [{ name: title }],
        flyerLarge: await createPicture('#0ae', 900, 45),
      })
      for (const format of shareFormatNames) await picture(night.share[format], format)
      expect(night.share.text.length).toBeLessThanOrEqual(1000)
      await club.send('DELETE', `/api/events/${night._id}`, { as })
    }
  }, 120_000)

  describe('the text of a share image set', () => {
    it('has all facts that a guest needs', async () => {
      const night = await post('events', {
        title: 'Zorzal',
        date: '2027-03-06T23:30',
        endsAt: '07:00',
        ageMin: 18,
        lineup: [
          { name: 'Zoe', from: '01:30', role: 'live' },
          { name: 'Ana', from: '23:30' },
        ],
        offers: [
          { name: 'Puerta', price: 12_000 },
          { name: 'Antes', price: 8000 },
          { name: 'Primeras', price: 5000, availability: 'soldout' },
        ],
      })
      const { identity, contact } = createSiteSettings()
      const place = [identity.name, contact.address.street, identity.neighbourhood].join(', ')
      expect(night.share.text).toBe(
        [
          `Zorzal\nSábado 6 de marzo, 23:30 h, hasta las 07:00 h\n${place}`,
          '23:30 Ana\n01:30 Zoe (live)',
          'Entradas desde $\u00a08.000\nDesde los 18 años',
          `${SITE_URL}/fechas/2027-03-06-zorzal?src=compartir`,
        ].join('\n\n'),
      )
      const cancelled = await put(night, { status: 'cancelled', statusNote: 'Se devuelve la plata.' })
      expect(cancelled.share.text).toMatch(/^CANCELADA · Se devuelve la plata\.\nZorzal\n/)
      expect(cancelled.share.text).not.toContain('Entradas')
      const free = await put(night, { status: 'scheduled', offers: [{ name: 'Puerta', price: 0 }] })
      expect(free.share.text).toContain('\n\nEntrada libre\n')
      const both = await put(night, {
        offers: [
          { name: 'Antes', price: 0 },
          { name: 'Puerta', price: 9000 },
        ],
      })
      expect(both.share.text).toContain('\n\nEntrada libre o $\u00a09.000\n')
    })

    it('stays within its limit and keeps the link', async () => {
      const lineup = Array.from({ length: 40 }, (_, at) => ({ name: `Artista ${at} ${'x'.repeat(150)}` }))
      const night = await post('events', { title: 'Ñ'.repeat(150), statusNote: 'n'.repeat(200), lineup })
      expect(night.share.text.length).toBeLessThanOrEqual(1000)
      expect(night.share.text).toMatch(/\ny \d+ más\n\nhttps:\/\/club\.example\/\S+\?src=compartir$/)
      const item = await post('news', {
        newsTitle: 'ñ'.repeat(150),
        headline: 'Ñ'.repeat(150),
        newsDescription: 'd '.repeat(250),
      })
      expect(item.share.text.length).toBeLessThanOrEqual(1000)
      expect(item.share.text).toMatch(/\?src=compartir$/)
    })
  })
})

test('a share image set has pictures but no QR code and no link without SITE_URL', async () => {
  const database = await createDatabase()
  const club = await openTestClub(database)
  const as = (await club.signIn()).cookie
  const response = await club.send('POST', '/api/events', { as, body: await createDraft('events') })
  const { share } = (await response.json()) as AnyEntity
  expect(share?.qr).toBeNull()
  expect(share?.text).not.toMatch(/src=|\/fechas/)
  // First draws an image, so that the drawing process runs. Then the process is stopped.
  expect((await club.send('GET', '/share/privacy.jpg')).status).toBe(200)
  const drawing = findChildProcesses(DRAWING_PROCESS)
  expect(drawing.length).toBeGreaterThan(0)
  for (const pid of drawing) process.kill(pid, 'SIGSTOP')
  const waited = performance.now()
  const missing = await club.send('GET', share?.preview ?? '')
  expect(performance.now() - waited).toBeLessThan(7000)
  expect(missing.headers.get('Cache-Control')).toBe('no-store')
  await expectProblem(missing, 'not-found')
  for (const pid of drawing) process.kill(pid, 'SIGCONT')
  expect((await club.send('GET', share?.preview ?? '')).status).toBe(200)
  await club.stop()
  await database.dispose()
})

test.each(postgresOnly)(
  'several processes with one database and one bucket draw the same pictures under the same names',
  async ({ create }) => {
    const buckets = await startBuckets()
    const database = await create()
    await fillClub(database, { events: 60 })
    const env = { SITE_URL, MEDIA_URL: buckets.create() }
    const clubs = await Promise.all([1, 2].map(() => openTestClub(database, { env })))
    const [one, other] = clubs as [TestClub, TestClub]
    try {
      const as = (await other.signIn()).cookie
      const answer = await other.send('GET', '/api/events?state=all&limit=1&page=60', { as })
      const { data } = (await answer.json()) as { data: AnyEntity[] }
      const path = data[0]?.share?.story ?? ''
      // Two processes may draw the same picture at the same time, because their files are equal.
      const drawn = await Promise.all(
        clubs.map((club) =>
          vi.waitUntil(
            async () => {
              const response = await club.send('GET', path)
              return response.status === 200 && response
            },
            { timeout: 40_000 },
          ),
        ),
      )
      for (const response of drawn) expect(response.headers.get('Cache-Control')).toBe(IMMUTABLE)
      const [first, second] = await Promise.all(
        drawn.map(async (each) => Buffer.from(await each.arrayBuffer())),
      )
      expect(second).toEqual(first)
      // A third process finds the stored picture, and does not draw it.
      const before = imageWorkerJobs.get('nightCard')?.done
      const third = await openTestClub(database, { env })
      expect((await third.send('GET', path)).status).toBe(200)
      expect(imageWorkerJobs.get('nightCard')?.done).toBe(before)
      await third.stop()
    } finally {
      await one.stop()
      await other.stop()
      await buckets.stop()
      await database.dispose()
    }
  },
)
