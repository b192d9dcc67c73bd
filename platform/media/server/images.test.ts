import { randomBytes } from 'node:crypto'
import * as filesystem from 'node:fs/promises'
import { readdir, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { connect, type Database } from '../../db/connect.ts'
import { createLog } from '../../process/log.ts'
import { StorageFull } from '../../process/storage-errors.ts'
import { IMAGE_MAX_BYTES } from '../../shared/limits.ts'
import { createImages, type Images } from './images.ts'
import { ASIDE, openLocalMedia } from './local-media.ts'
import { allowNextSweep, readHeldBack } from './media-sweep.ts'
import { type MediaStore, OWNER } from './store.ts'
import { describePicture } from './variants.ts'

const DAY_MS = 86_400_000
const RED = { r: 200, g: 30, b: 20 }

const dataUrl = (bytes: Uint8Array, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

const plain = (width: number, height: number, background: string | typeof RED = RED): Sharp =>
  sharp({ create: { width, height, channels: 3, background } })

const noise = (width: number, height: number): Sharp =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })

const red = await plain(64, 48).png().toBuffer()
const tiff = await plain(8, 8).tiff().toBuffer()

for (const { name, create, testOnce, describeOnce } of databases) {
  describe(name, () => {
    let place: TestDatabase
    let database: Database
    let store: MediaStore
    let images: Images
    let time: number
    let running: Images[]
    const folder = () => join(place.dataDir, 'media')

    const imagesOn = (on: MediaStore): Images => {
      const made = createImages({
        database,
        store: on,
        log: createLog('silent'),
        now: () => time,
        deletionTime: async () => time,
      })
      running.push(made)
      return made
    }

    beforeEach(async () => {
      place = await create()
      database = connect(place)
      time = Date.now()
      running = []
      store = openLocalMedia(folder())
      images = imagesOn(store)
    })
    afterEach(async () => {
      for (const each of running) await each.stop()
      await database.close()
      await place.dispose()
    })

    const filesIn = async (below: string) =>
      (await readdir(below, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .filter(
          ({ name, parentPath }) => name !== OWNER && (parentPath === below || !parentPath.endsWith(ASIDE)),
        )
        .map((entry) => entry.name)
        .sort()
    const filesKept = () => filesIn(folder())
    const filesAside = () => filesIn(join(folder(), ASIDE))
    const rowsKept = () => database.read.selectFrom('media').selectAll().execute()

    async function stored(bytes: Uint8Array) {
      const answer = await images.store(dataUrl(bytes))
      if (!answer.ok) throw new Error(answer.message)
      return answer
    }

    const getFile = async (url: string) => Buffer.from((await store.read(url.replace('/media/', ''))) ?? [])

    /** Sets the age of the picture's row and files. */
    async function age(id: string, ms: number) {
      await database.write((tx) =>
        tx
          .updateTable('media')
          .set({ touchedAt: time - ms })
          .where('id', '=', id)
          .execute(),
      )
      const then = (time - ms) / 1000
      for (const file of await filesKept()) {
        if (file.startsWith(id)) await utimes(join(folder(), file.slice(0, 2), file), then, then)
      }
    }

    // Processing of pixels does not depend on the database, so SQLite is enough.
    if (name === 'sqlite') {
      describe('pixels: rejects, without storing,', () => {
        test.each<[string, string]>([
          ['no data URL', '/media/x.webp'],
          ['an address elsewhere', 'https://elsewhere.example/a.png'],
          ['a data URL without base64', 'data:image/png,abc'],
          ['no bytes', 'data:image/png;base64,'],
          [
            'letters that are not base64',
            `data:image/png;base64,${red.toString('base64').replace(/[A-Z]/, '!')}`,
          ],
          ['white space within', `data:image/png;base64,${red.toString('base64').replace(/(.{4})/, '$1\n')}`],
          ['URL-safe base64', dataUrl(Buffer.from([0xfb, 0xff, 0xbf])).replaceAll(/[+/]/g, '_')],
          ['base64 cut within a group', dataUrl(red).slice(0, -1)],
          ['text that says it is a picture', dataUrl(Buffer.from('hello'))],
          ['SVG', dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml')],
          [
            'SVG that says it is PNG',
            dataUrl(
              Buffer.from(
                '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
              ),
            ),
          ],
          [
            'HTML behind the start of a GIF',
            dataUrl(Buffer.from('GIF89a/*<script>alert(1)</script>*/'), 'image/gif'),
          ],
          ['TIFF', dataUrl(tiff, 'image/tiff')],
        ])('%s', async (_, value) => {
          expect(await images.store(value)).toMatchObject({
            ok: false,
            problem: 'invalid-image',
            message: expect.stringMatching(/imagen/),
          })
          expect(await filesKept()).toEqual([])
          expect(await rowsKept()).toEqual([])
        })

        test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
          'a %s whose end is missing',
          async (format) => {
            const whole = await noise(200, 150).toFormat(format).toBuffer()
            for (const cut of [
              whole.subarray(0, 60),
              whole.subarray(0, whole.length / 2),
              whole.subarray(0, -16),
            ]) {
              expect(await images.store(dataUrl(cut))).toMatchObject({ ok: false, problem: 'invalid-image' })
            }
            expect(await filesKept()).toEqual([])
          },
        )

        test('more than 12 MiB', async () => {
          const exact = Buffer.alloc(IMAGE_MAX_BYTES)
          expect(await images.store(dataUrl(exact))).toMatchObject({ problem: 'invalid-image' })
          for (const more of [1, 2, 3, 1000]) {
            const answer = await images.store(dataUrl(Buffer.alloc(IMAGE_MAX_BYTES + more)))
            expect(answer).toMatchObject({
              ok: false,
              problem: 'image-too-large',
              message: expect.stringContaining('12 MB'),
            })
          }
        })

        test('a small file whose header claims very many pixels', async () => {
          const before = process.memoryUsage().rss
          for (const bomb of [
            pngSaying(50_000, 50_000),
            gifSaying(65_535, 65_535),
            pngSaying(2 ** 31 - 1, 2 ** 31 - 1),
          ]) {
            expect(await images.store(dataUrl(bomb))).toMatchObject({ ok: false, problem: 'invalid-image' })
          }
          const answer = await images.store(dataUrl(pngSaying(50_000, 50_000)))
          expect(answer).toMatchObject({
            message:
              'La imagen tiene 50.000 × 50.000 píxeles, 2.500.000.000 en total, y se aceptan hasta 50.000.000. Achicala y probá de nuevo.',
          })
          expect(process.memoryUsage().rss - before).toBeLessThan(200 * 2 ** 20)
        })

        test.each<[string, (width: number, height: number) => Sharp, number]>([
          ['AVIF', (...size) => plain(...size).avif({ effort: 0 }), 15_000_000],
          [
            'progressive JPEG',
            (...size) => plain(...size).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
            37_000_000,
          ],
          [
            'interlaced PNG with transparency',
            (...size) =>
              plain(...size)
                .ensureAlpha(0.5)
                .png({ progressive: true, compressionLevel: 1 }),
            46_000_000,
          ],
          ['GIF', (...size) => plain(...size).gif({ effort: 1 }), 46_000_000],
        ])('a small %s whose pixels would exceed the memory', async (_, create, pixels) => {
          const large = await create(8_000, pixels / 8_000).toBuffer()
          expect(large.length).toBeLessThan(2_000_000)
          const answer = await images.store(dataUrl(large))
          expect(answer).toMatchObject({
            problem: 'invalid-image',
            message: expect.stringContaining('memoria'),
          })
        })

        test('one pixel row above 50 megapixels, but not exactly 50', async () => {
          const over = await plain(16_000, 3_126).png({ compressionLevel: 1 }).toBuffer()
          expect(await images.store(dataUrl(over))).toMatchObject({ ok: false })
          const exactly = await plain(16_000, 3_125).png({ compressionLevel: 1 }).toBuffer()
          expect(await images.store(dataUrl(exactly))).toMatchObject({ ok: true })
        })
      })

      describe('pixels: stores', () => {
        test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
          'a %s, whatever its label says',
          async (format) => {
            const source = await plain(700, 350).toFormat(format).toBuffer()
            const answer = await images.store(dataUrl(source, 'application/octet-stream'))
            if (!answer.ok) throw new Error(answer.message)
            const { id, picture } = answer
            expect(picture).toMatchObject({
              src: `/media/${id}-700.jpg`,
              width: 700,
              height: 350,
              base: `/media/${id}`,
              widths: [320, 640, 700],
              formats: ['avif', 'webp', 'jpg'],
            })
            expect(picture.placeholder).toMatch(/^data:image\/webp;base64,/)
            expect(picture.placeholder.length).toBeLessThan(1_000)
            const ready = ['320.jpg', '320.webp', '640.jpg', '640.webp', '700.jpg', '700.webp']
            expect(await filesKept()).toEqual(ready.map((end) => `${id}-${end}`))
            for (const width of picture.widths) {
              for (const [end, kind] of [
                ['webp', 'webp'],
                ['jpg', 'jpeg'],
              ]) {
                const made = await sharp(await getFile(`${picture.base}-${width}.${end}`)).metadata()
                expect(made).toMatchObject({ format: kind, width, height: width / 2 })
              }
            }
            const [r, g, b] = await middle(await getFile(picture.src))
            expect([r, g, b]).toEqual([
              expect.closeTo(RED.r, -1),
              expect.closeTo(RED.g, -1),
              expect.closeTo(RED.b, -1),
            ])
          },
        )

        test('at most 2400 px of the long side', async () => {
          expect((await stored(await plain(4000, 1000).jpeg().toBuffer())).picture).toMatchObject({
            width: 2400,
            height: 600,
            widths: [320, 640, 960, 1280, 1600, 2400],
          })
          expect((await stored(await plain(2000, 4000).jpeg().toBuffer())).picture).toMatchObject({
            width: 1200,
            height: 2400,
            widths: [320, 640, 960, 1200],
          })
        })

        test('no variant of almost equal width, none larger than the source, and lines of one pixel', async () => {
          expect((await stored(await plain(1300, 130).png().toBuffer())).picture.widths).toEqual([
            320, 640, 960, 1280,
          ])
          expect((await stored(await plain(100, 50).png().toBuffer())).picture).toMatchObject({
            width: 100,
            height: 50,
            widths: [100],
          })
          expect((await stored(await plain(1, 1).png().toBuffer())).picture).toMatchObject({
            width: 1,
            height: 1,
          })
          expect((await stored(await plain(1, 9_000).png().toBuffer())).picture).toMatchObject({
            width: 1,
            height: 2400,
          })
          expect((await stored(await plain(16_000, 1).png().toBuffer())).picture).toMatchObject({
            width: 2400,
            height: 1,
          })
        })

        test('a phone’s photo upright and without metadata', async () => {
          // A rotated picture of 600x300. Its blue left half is the top of the upright picture.
          const blue = await plain(300, 300, '#0000ff').png().toBuffer()
          const photo = await plain(600, 300)
            .composite([{ input: blue, left: 0, top: 0 }])
            .withExif({
              IFD0: { Make: 'PhoneMaker', Software: 'SecretSoftware' },
              IFD3: {
                GPSLatitudeRef: 'S',
                GPSLatitude: '34/1 36/1 12/1',
                GPSLongitudeRef: 'W',
                GPSLongitude: '58/1 22/1 54/1',
              },
            })
            .withMetadata({ orientation: 6 })
            .withXmp(
              '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">SecretXmp</rdf:RDF></x:xmpmeta>',
            )
            .withIccProfile('p3')
            .jpeg({ quality: 95 })
            .toBuffer()
          const secrets = ['PhoneMaker', 'SecretSoftware', 'SecretXmp', 'Exif']
          for (const secret of secrets) expect(photo.includes(secret)).toBe(true)
          images.start()
          const { picture } = await stored(photo)
          await images.idle()
          expect(picture).toMatchObject({ width: 300, height: 600, widths: [300] })
          for (const format of picture.formats) {
            const file = await getFile(`${picture.base}-300.${format}`)
            const { exif, xmp, iptc, icc, orientation, space } = await sharp(file).metadata()
            expect({ exif, xmp, iptc, icc, orientation, space }).toEqual({ space: 'srgb' })
            for (const secret of secrets) expect(file.includes(secret)).toBe(false)
            const { data } = await sharp(file)
              .extract({ left: 150, top: 100, width: 1, height: 1 })
              .raw()
              .toBuffer({ resolveWithObject: true })
            expect(data[2]).toBeGreaterThan(200)
            expect(data[0]).toBeLessThan(60)
          }
        })

        test('the colours of CMYK, of grey and of 16 bits', async () => {
          const sources = [
            await plain(40, 40).toColourspace('cmyk').jpeg().toBuffer(),
            await plain(40, 40).toColourspace('rgb16').png().toBuffer(),
            await plain(40, 40).toColourspace('b-w').png().toBuffer(),
          ]
          const colours: number[][] = []
          for (const source of sources)
            colours.push(await middle(await getFile((await stored(source)).picture.src)))
          const [cmyk, deep, grey] = colours as [number[], number[], number[]]
          for (const [r, g, b] of [cmyk, deep]) {
            expect(r).toBeGreaterThan(180)
            expect(Math.max(g ?? 255, b ?? 255)).toBeLessThan(60)
          }
          expect(new Set(grey)).toHaveLength(1)
        })

        test('transparency in formats that support it, and the ink colour in others', async () => {
          const clear = await sharp({
            create: { width: 400, height: 400, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
          })
            .png()
            .toBuffer()
          images.start()
          const { picture } = await stored(clear)
          await images.idle()
          expect(await middle(await getFile(picture.src))).toEqual(
            [11, 11, 12].map((value) => expect.closeTo(value, -0.7)),
          )
          for (const format of ['webp', 'avif']) {
            expect((await middle(await getFile(`${picture.base}-400.${format}`)))[3]).toBe(0)
          }
        })

        test.each(['gif', 'webp'] as const)('the first frame of an animated %s', async (format) => {
          const frames = await Promise.all(
            ['#ff0000', '#0000ff'].map((colour) => plain(50, 40, colour).png().toBuffer()),
          )
          const animation = await sharp(frames, { join: { animated: true } })
            .toFormat(format)
            .toBuffer()
          expect((await sharp(animation).metadata()).pages).toBe(2)
          const { picture } = await stored(animation)
          expect(picture).toMatchObject({ width: 50, height: 40 })
          const [r, , b] = await middle(await getFile(picture.src))
          expect(r).toBeGreaterThan(240)
          expect(b).toBeLessThan(20)
        })

        test('a picture without the data appended to it', async () => {
          const polyglot = Buffer.concat([
            await plain(30, 30).jpeg().toBuffer(),
            Buffer.from('<script>alert(1)</script>PK\x03\x04'),
          ])
          const { picture } = await stored(polyglot)
          for (const format of ['webp', 'jpg']) {
            expect((await getFile(`${picture.base}-30.${format}`)).includes('script')).toBe(false)
          }
        })

        test('the base JPEG of a phone’s HDR photo', async () => {
          const { picture } = await stored(await ultraHdr(await plain(200, 100).jpeg().toBuffer()))
          expect(picture).toMatchObject({ width: 200, height: 100 })
          expect((await getFile(picture.src)).includes('hdrgm')).toBe(false)
        })
      })
    }

    describe('stores', () => {
      test('a picture once, even when it is sent repeatedly and in parallel', async () => {
        const source = await plain(500, 500).png().toBuffer()
        let puts = 0
        const counting = imagesOn({
          ...store,
          put(file, bytes) {
            puts++
            return store.put(file, bytes)
          },
        })
        const answers = await Promise.all([1, 2, 3].map(() => counting.store(dataUrl(source))))
        expect(new Set(answers.map((answer) => answer.ok && answer.id)).size).toBe(1)
        expect(puts).toBe(4)
        time += 1_000
        await imagesOn(store).store(dataUrl(source))
        expect(puts).toBe(4)
        expect(await rowsKept()).toMatchObject([{ touchedAt: time, createdAt: time - 1_000 }])
      })

      test('a picture again whose files were lost', async () => {
        images.start()
        const { id } = await stored(red)
        await images.idle()
        const before = await filesKept()
        await rm(join(folder(), id.slice(0, 2)), { recursive: true })
        expect(await images.store(dataUrl(red))).toMatchObject({ ok: true, id })
        await images.idle()
        expect(await filesKept()).toEqual(before)
      })

      test('the row only after its files', async () => {
        const seen: number[] = []
        const watching = imagesOn({
          ...store,
          async put(file, bytes) {
            await store.put(file, bytes)
            seen.push((await rowsKept()).length)
          },
        })
        await watching.store(dataUrl(red))
        expect(seen).toEqual([0, 0])
        expect(await rowsKept()).toHaveLength(1)
      })

      testOnce('no part of a picture when any of its files does not fit on the disk', async () => {
        for (const room of [0, 1, 5]) {
          let left = room
          const full = imagesOn({
            ...store,
            async put(file, bytes) {
              if (left-- <= 0) throw new StorageFull('full')
              await store.put(file, bytes)
            },
          })
          await expect(full.store(dataUrl(await plain(1300, 800).jpeg().toBuffer()))).rejects.toThrow(
            StorageFull,
          )
          expect(await filesKept()).toEqual([])
          expect(await rowsKept()).toEqual([])
        }
      })
    })

    describe('finds', () => {
      test('only pictures with the given ids', async () => {
        const one = await stored(red)
        const other = await stored(await plain(9, 9).png().toBuffer())
        for (const reader of [images, imagesOn(store)]) {
          const found = await reader.pictures([one.id, other.id, one.id, '', 'f'.repeat(32), "' or 1=1 --"])
          expect(found).toEqual(
            new Map([
              [one.id, one.picture],
              [other.id, other.picture],
            ]),
          )
        }
        expect(await images.pictures([])).toEqual(new Map())
      })

      test('more pictures than fit in one query', async () => {
        const { id, picture } = await stored(red)
        const many = Array.from({ length: 1_200 }, (_, index) => index.toString(16).padStart(32, '0'))
        expect(await imagesOn(store).pictures([...many, id])).toEqual(new Map([[id, picture]]))
      })

      test('the id in the path of a file', () => {
        const id = '0123456789abcdef'.repeat(2)
        expect(images.parsePicturePath(`/media/${id}-320.webp`)).toBe(id)
        expect(
          images.parsePicturePath(describePicture({ id, width: 2400, height: 9, placeholder: '' }).src),
        ).toBe(id)
        for (const path of [
          '',
          '/media/',
          `/media/${id}`,
          `/media/${id}-320.svg`,
          `x/media/${id}-320.webp`,
          `/media/${id}-320.webp?x`,
          `https://elsewhere.example/media/${id}-320.webp`,
          `/media/${id.toUpperCase()}-320.webp`,
        ]) {
          expect(images.parsePicturePath(path)).toBeNull()
        }
      })
    })

    describeOnce('encodes AVIF', () => {
      const getAvif = (id: string) =>
        filesKept().then((files) => files.filter((file) => file.startsWith(id) && file.endsWith('.avif')))

      test('in all widths, after the answer', async () => {
        images.start()
        const { id, picture } = await stored(await plain(700, 350).png().toBuffer())
        expect(await rowsKept()).toMatchObject([{ avifAt: null }])
        await images.idle()
        expect(await getAvif(id)).toEqual(picture.widths.map((width) => `${id}-${width}.avif`))
        for (const width of picture.widths) {
          const made = await sharp(await getFile(`${picture.base}-${width}.avif`)).metadata()
          expect(made).toMatchObject({ format: 'heif', compression: 'av1', width, height: width / 2 })
        }
        expect(await rowsKept()).toMatchObject([{ avifAt: time }])
      })

      test('after a restart, only for missing files', async () => {
        const { id } = await stored(await plain(700, 350).png().toBuffer())
        await store.put(`${id}-640.avif`, Buffer.from('made before'))
        const restarted = imagesOn(store)
        restarted.start()
        await restarted.idle()
        expect(await getAvif(id)).toHaveLength(3)
        expect(await store.size(`${id}-640.avif`)).toBe('made before'.length)
      })

      test('for other pictures after a failure, and retries the failed one later', async () => {
        const broken = await stored(await plain(20, 20).png().toBuffer())
        time += 1
        const sound = await stored(await plain(30, 30).png().toBuffer())
        const source = `${broken.id}-20.webp`
        const webp = await getFile(`/media/${source}`)
        await store.remove(source)
        images.start()
        await images.idle()
        expect(await getAvif(sound.id)).toHaveLength(1)
        expect(await getAvif(broken.id)).toHaveLength(0)
        await store.put(source, webp)
        // The failing picture is tried again later, so that it does not keep the process busy.
        await stored(await plain(31, 31).png().toBuffer())
        await images.idle()
        expect(await getAvif(broken.id)).toHaveLength(0)
        time += 3_600_000
        await stored(await plain(32, 32).png().toBuffer())
        await images.idle()
        expect(await getAvif(broken.id)).toHaveLength(1)
      })

      test('of the current file before it stops, and of the rest after the next start', async () => {
        const { id } = await stored(await noise(1_000, 700).jpeg().toBuffer())
        const made = Promise.withResolvers<void>()
        const stopping = imagesOn({
          ...store,
          async put(file, bytes) {
            // The queue stops while the first file is being written.
            made.resolve(stopping.stop())
            await store.put(file, bytes)
          },
        })
        stopping.start()
        await made.promise
        expect(await getAvif(id)).toEqual([`${id}-320.avif`])
        expect((await filesKept()).filter((file) => file.endsWith('.tmp'))).toEqual([])
        expect(await rowsKept()).toMatchObject([{ avifAt: null }])
        images.start()
        await images.idle()
        expect(await getAvif(id)).toHaveLength(3)
      })
    })

    describe('the sweep', () => {
      const refer = (id: string) =>
        database.write((tx) =>
          tx.insertInto('mediaRefs').values({ mediaId: id, resource: 'news', itemId: 'x' }).execute(),
        )

      test('keeps pictures that have a reference or are younger than 24 hours', async () => {
        const held = await stored(red)
        await refer(held.id)
        await age(held.id, 30 * DAY_MS)
        const young = await stored(await plain(9, 9).png().toBuffer())
        await age(young.id, DAY_MS - 60_000)
        const before = await filesKept()
        await images.sweep(time)
        expect(await filesKept()).toEqual(before)
        expect(await rowsKept()).toHaveLength(2)
      })

      test('sets pictures without a reference aside after 24 hours, with all files', async () => {
        images.start()
        const gone = await stored(await plain(700, 20).png().toBuffer())
        await images.idle()
        const before = await filesKept()
        await age(gone.id, DAY_MS + 1_000)
        await images.sweep(time)
        expect(await filesKept()).toEqual([])
        expect(await filesAside()).toEqual(before)
        expect(await rowsKept()).toEqual([])
        expect(await images.pictures([gone.id])).toEqual(new Map())
      })

      test('brings back files set aside when their row exists again', async () => {
        const { id } = await stored(red)
        const [before, rows] = [await filesKept(), await rowsKept()]
        await age(id, 2 * DAY_MS)
        await images.sweep(time)
        await database.write((tx) => tx.insertInto('media').values(rows).execute())
        await refer(id)
        await images.sweep(time)
        expect([await filesKept(), await filesAside()]).toEqual([before, []])
      })

      test('does not disturb a new upload of a picture that is set aside', async () => {
        const { id } = await stored(red)
        const before = await filesKept()
        await age(id, 2 * DAY_MS)
        await images.sweep(time)
        expect((await stored(red)).id).toBe(id)
        expect(await filesKept()).toEqual(before)
        await images.sweep(time)
        expect([await filesKept(), await filesAside()]).toEqual([before, before])
      })

      test('sets files without a row aside after 24 hours', async () => {
        const id = 'ab'.repeat(16)
        await store.put(`${id}-320.webp`, red)
        await store.put(`${id}-320.jpg`, red)
        const old = (time - DAY_MS) / 1000 - 60
        await utimes(join(folder(), 'ab', `${id}-320.jpg`), old, old)
        await images.sweep(time)
        expect(await filesKept()).toEqual([`${id}-320.webp`])
      })

      describe('beside another database', () => {
        /** Stores files without a row, as another club's database sees them. */
        async function storeStrays(count: number): Promise<void> {
          const old = (time - 2 * DAY_MS) / 1000
          for (let index = 0; index < count; index++) {
            const name = `${index.toString(16).padStart(2, '0').repeat(16)}-320.webp`
            await store.put(name, red)
            await utimes(join(folder(), name.slice(0, 2), name), old, old)
          }
        }

        // The club has started before, so the database and the store have its id.
        beforeEach(() => images.sweep(time))

        test("removes nothing in another club's store, and brings nothing back", async () => {
          const { id } = await stored(red)
          const rows = await rowsKept()
          await age(id, 2 * DAY_MS)
          await images.sweep(time)
          await database.write((tx) => tx.insertInto('media').values(rows).execute())
          await storeStrays(1)
          await store.setOwner('00000000-0000-4000-8000-000000000000')
          const before = [await filesKept(), await filesAside()]
          await images.sweep(time)
          expect([await filesKept(), await filesAside()]).toEqual(before)
          expect(await rowsKept()).toEqual(rows)
          expect(await readHeldBack(database.read)).toEqual({ strays: 1, files: 1 })
        })

        test('removes nothing when 20 or more files, and over a tenth of all, have no row', async () => {
          const unused = await stored(await plain(9, 9).png().toBuffer())
          await age(unused.id, 2 * DAY_MS)
          await storeStrays(20)
          const before = await filesKept()
          await images.sweep(time)
          expect(await filesKept()).toEqual(before)
          expect(await rowsKept()).toHaveLength(1)
          expect(await readHeldBack(database.read)).toEqual({ strays: 20, files: before.length })
        })

        test('removes them when they are less than 20, and ends the warning', async () => {
          await storeStrays(20)
          await images.sweep(time)
          await store.remove((await filesKept())[0] as string)
          await images.sweep(time)
          expect(await filesKept()).toEqual([])
          expect(await readHeldBack(database.read)).toBeNull()
        })

        test('removes them once after a restore', async () => {
          await database.write(allowNextSweep)
          await storeStrays(20)
          await images.sweep(time)
          expect(await filesKept()).toEqual([])
          await storeStrays(20)
          await images.sweep(time)
          expect(await filesKept()).toHaveLength(20)
        })
      })

      test('keeps a picture that is stored again in parallel', async () => {
        const source = await plain(700, 20).png().toBuffer()
        const { id } = await stored(source)
        for (let round = 0; round < 5; round++) {
          await age(id, 2 * DAY_MS)
          const [, again] = await Promise.all([images.sweep(time), images.store(dataUrl(source))])
          expect(again).toMatchObject({ ok: true, id })
          const files = await filesKept()
          if ((await rowsKept()).length === 1) expect(files).toHaveLength(6)
          expect(await rowsKept()).toHaveLength(1)
        }
      })

      describe('keeps a picture that another process stores', () => {
        /** Creates a second service, which behaves like another process: it shares rows and files, but no memory. */
        const elsewhere = (on: MediaStore = store) => imagesOn(on)

        const expectWhole = async (id: string) => {
          expect((await rowsKept()).map((row) => row.id)).toEqual([id])
          expect(await filesKept()).toEqual(
            [320, 640, 700].flatMap((width) => [`${id}-${width}.jpg`, `${id}-${width}.webp`]).sort(),
          )
        }

        /** A store whose first removal pauses between the age check and the deletion. */
        function hesitant() {
          const looked = Promise.withResolvers<void>()
          const may = Promise.withResolvers<void>()
          const files = {
            ...filesystem,
            async unlink(path: Parameters<typeof filesystem.unlink>[0]) {
              looked.resolve()
              await may.promise
              return filesystem.unlink(path)
            },
            async utimes(...args: Parameters<typeof filesystem.utimes>) {
              looked.resolve()
              await may.promise
              return filesystem.utimes(...args)
            },
          }
          return { store: openLocalMedia(folder(), files), looked: looked.promise, go: () => may.resolve() }
        }

        const source = async () => plain(700, 20).png().toBuffer()

        test('while its files are being removed', async () => {
          const { id } = await stored(await source())
          await age(id, 2 * DAY_MS)
          const slow = hesitant()
          const sweeping = elsewhere(slow.store).sweep(time)
          await slow.looked
          const storing = elsewhere().store(dataUrl(await source()))
          // Storing must wait for the sweep, and the sweep waits for `slow.go()`. Without the lock, storing would end
          // within this time.
          await Promise.race([storing, sleep(300)])
          slow.go()
          expect(await storing).toMatchObject({ ok: true, id })
          await sweeping
          await expectWhole(id)
        })

        test('when storing began before the sweep', async () => {
          const { id } = await stored(await source())
          await database.write((tx) => tx.deleteFrom('media').execute())
          for (const file of await filesKept()) {
            const old = (time - 2 * DAY_MS) / 1000
            await utimes(join(folder(), file.slice(0, 2), file), old, old)
          }
          const slow = hesitant()
          const begun = Promise.withResolvers<void>()
          let put = 0
          const other = elsewhere({
            ...store,
            async put(file, bytes) {
              begun.resolve()
              await slow.looked
              await store.put(file, bytes)
              if (++put === 6) slow.go()
            },
          })
          const storing = other.store(dataUrl(await source()))
          await begun.promise
          await elsewhere(slow.store).sweep(time)
          expect(await storing).toMatchObject({ ok: true, id })
          await expectWhole(id)
        })

        test('when this process cannot store it', async () => {
          const begun = Promise.withResolvers<void>()
          const slow = hesitant()
          let put = 0
          const other = elsewhere({
            ...store,
            async put(file, bytes) {
              begun.resolve()
              await slow.looked
              await store.put(file, bytes)
              if (++put === 6) slow.go()
            },
          })
          const storing = other.store(dataUrl(await source()))
          await begun.promise
          let left = 3
          const full = elsewhere({
            ...slow.store,
            async put(file, bytes) {
              if (left-- <= 0) throw new StorageFull('full')
              await slow.store.put(file, bytes)
            },
          })
          await expect(full.store(dataUrl(await source()))).rejects.toThrow(StorageFull)
          const answer = await storing
          if (!answer.ok) throw new Error(answer.message)
          await expectWhole(answer.id)
        })

        test('and runs once for parallel sweeps', async () => {
          const { id } = await stored(await source())
          await age(id, 2 * DAY_MS)
          const slow = hesitant()
          const sweeping = elsewhere(slow.store).sweep(time)
          await slow.looked
          // The second sweep sees that another one is running, and stops.
          await elsewhere().sweep(time)
          expect(await filesKept()).toHaveLength(6)
          slow.go()
          await sweeping
          expect(await filesKept()).toEqual([])
        })
      })

      test('runs at the start', async () => {
        const { id } = await stored(red)
        await age(id, 2 * DAY_MS)
        images.start()
        await expect.poll(rowsKept).toEqual([])
      })
    })
  })
}

/** Returns the colour at the centre of a picture. */
async function middle(file: Buffer): Promise<number[]> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
  return [...data.subarray(at, at + info.channels)]
}

/** Creates a PNG of a few bytes whose header claims this size. */
function pngSaying(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** Creates a GIF of a few bytes whose screen and frame have this size. */
function gifSaying(width: number, height: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(height, 2)
  return Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2c, 0, 0, 0, 0]),
    size,
    Buffer.from([0, 2, 2, 0x44, 1, 0, 0x3b]),
  ])
}

/** Creates an Ultra HDR photo: a JPEG followed by a second one with the brightness gain of each pixel. */
async function ultraHdr(base: Buffer): Promise<Buffer> {
  const gains = await plain(50, 25, '#808080').toColourspace('b-w').jpeg().toBuffer()
  const xmp = (attributes: string, inner = '') =>
    jpegSegment(
      0xe1,
      Buffer.from(
        `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:Container="http://ns.google.com/photos/1.0/container/" xmlns:Item="http://ns.google.com/photos/1.0/container/item/" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0" ${attributes}>${inner}</rdf:Description></rdf:RDF></x:xmpmeta>`,
      ),
    )
  const gainMap = Buffer.concat([
    gains.subarray(0, 2),
    xmp(
      'hdrgm:GainMapMin="0" hdrgm:GainMapMax="2" hdrgm:Gamma="1" hdrgm:OffsetSDR="0.015625" hdrgm:OffsetHDR="0.015625" hdrgm:HDRCapacityMin="0" hdrgm:HDRCapacityMax="2" hdrgm:BaseRenditionIsHDR="False"',
    ),
    gains.subarray(2),
  ])
  const items = `<Container:Directory><rdf:Seq><rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="Primary" Item:Mime="image/jpeg"/></rdf:li><rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="GainMap" Item:Mime="image/jpeg" Item:Length="${gainMap.length}"/></rdf:li></rdf:Seq></Container:Directory>`
  return Buffer.concat([base.subarray(0, 2), xmp('', items), base.subarray(2), gainMap])
}

function jpegSegment(marker: number, data: Buffer): Buffer {
  const start = Buffer.from([0xff, marker, 0, 0])
  start.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([start, data])
}
