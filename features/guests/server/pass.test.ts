/** The picture of a pass through HTTP, drawn by its process. Its QR code is read back as the camera of the door does. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../../test/support/databases.ts'
import { CONDITION_MAX, GUEST_NAME_MAX } from '../shared/guest-limits.ts'

const OPENED_AT = Date.parse('2026-11-25T15:00-03:00')
const PRIVATE = ['no-store', 'noindex', 'no-referrer']

const readHeaders = ({ headers }: Response) =>
  ['Cache-Control', 'X-Robots-Tag', 'Referrer-Policy'].map((name) => headers.get(name))

describe('the picture of a pass', () => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
    prepareZXingModule({ overrides: { wasmBinary: wasm.buffer as ArrayBuffer } })
    database = await createDatabase()
    club = await openTestClub(database, { openedAt: OPENED_AT })
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })
  afterEach(() => {
    club.clock.now = OPENED_AT
  })

  const api = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await club.send(method, `/api${path}`, { as, ...(body !== undefined && { body }) })
    expect(response.ok).toBe(true)
    return (response.status === 204 ? null : await response.json()) as T
  }
  let senders = 0
  const createAddress = () => `203.0.113.${++senders}`

  /** Puts a visitor on the public list of a night. */
  async function join(name: string, { list = {}, night = {}, companions = 0 } = {}) {
    const { _id: event } = await api<{ _id: string }>('POST', '/events', {
      ...(await createDraft('events')),
      title: 'Apagón',
      date: '2026-11-27T23:59',
      ...night,
    })
    const conditions = [
      { until: '01:00', label: 'Gratis' },
      { until: null, label: '$ 6.000' },
    ]
    const body = { name: 'Puerta', isPublic: true, maxCompanions: 5, conditions, ...list }
    const { _id } = await api<{ _id: string }>('POST', `/events/${event}/lists`, body)
    const joined = await club.send('POST', `/api/events/${event}/guests`, {
      body: { name, companions },
      from: createAddress(),
    })
    expect(joined.status).toBe(201)
    const { code, url } = (await joined.json()) as { code: string; url: string }
    return { event, list: _id, code, path: `${url}/pase.png` }
  }
  const get = (path: string, from = createAddress(), method = 'GET') => club.send(method, path, { from })

  /** Reads a picture as a small frame of a camera, in which a phone fills a third of the height. */
  async function scan(png: Buffer): Promise<(string | undefined)[]> {
    const frame = await sharp(png)
      .resize({ height: 240 })
      .extend({ top: 240, bottom: 240, left: 500, right: 500, background: '#222' })
      .png()
      .toBuffer()
    const found = await Promise.all(
      [png, frame].map((picture) => readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 2 })),
    )
    return found.map((codes) => (codes.length === 1 ? codes[0]?.text : undefined))
  }

  async function expectPass(path: string, code: string): Promise<Buffer> {
    const answer = await get(path)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/png'])
    expect(readHeaders(answer)).toEqual(PRIVATE)
    const png = Buffer.from(await answer.arrayBuffer())
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1080, height: 1920 })
    expect(png.byteLength).toBeLessThan(200_000)
    expect(await scan(png)).toEqual([code, code])
    return png
  }

  test('is a 404 for an unknown token, after a cancellation, and without a pass on the page', async () => {
    const { event, list, path } = await join('Ana')
    const token = path.split('/')[2] as string
    for (const unknown of [path.replace(token, 'x'), path.replace(token, 'a'.repeat(43))])
      for (const each of [unknown, `/en${unknown}`]) {
        const answer = await get(each)
        expect([each, answer.status]).toEqual([each, 404])
        expect(readHeaders(answer)).toEqual(PRIVATE)
      }
    expect((await get(path, undefined, 'POST')).status).toBe(405)
    const item = await api<Record<string, unknown>>('GET', `/events/${event}`)
    for (const status of ['cancelled', 'postponed']) {
      await api('PUT', `/events/${event}`, { ...item, status })
      expect([status, (await get(path)).status]).toEqual([status, 404])
    }
    await api('PUT', `/events/${event}`, item)
    expect((await get(path)).status).toBe(200)
    club.clock.now = Date.parse('2026-11-28T12:00-03:00')
    expect((await get(path)).status).toBe(404)
    club.clock.now = OPENED_AT
    const { data } = await api<{ data: { _id: string }[] }>('GET', `/lists/${list}/guests`)
    await api('DELETE', `/guests/${data[0]?._id}`)
    expect((await get(path)).status).toBe(404)
    expect(club.logged.join()).not.toContain(token)
  })

  test('counts unknown tokens like the page, and limits the pictures of an address', async () => {
    const { path } = await join('Ana')
    const stranger = createAddress()
    const statuses = new Set<number>()
    for (let tries = 0; tries <= 20; tries++)
      statuses.add((await get(`/anotado/${'a'.repeat(43)}/pase.png`, stranger)).status)
    expect([...statuses]).toEqual([404, 429])
    expect((await get(path, stranger)).status).toBe(200)
    // All at once, so that only the first ones are drawn: too many wait.
    const many = createAddress()
    const answers = await Promise.all(Array.from({ length: 70 }, () => get(path, many)))
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(429), count(200) + count(503)]).toEqual([10, 60])
    expect(count(200)).toBeLessThan(20)
    expect(count(200)).toBeGreaterThan(0)
    for (const { status, headers } of answers)
      if (status !== 200) expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
  })

  test('has the code in its QR, in both languages', async () => {
    const { path, code } = await join('Julieta Romero', { companions: 2 })
    const spanish = await expectPass(path, code)
    const english = await expectPass(`/en${path}`, code)
    expect(spanish.equals(english)).toBe(false)
    expect((await get(path, undefined, 'HEAD')).status).toBe(200)
  })

  test.each([
    ['the longest texts', 'W'.repeat(GUEST_NAME_MAX), 'W'],
    ['long texts of words', 'Ángela Ñandú '.repeat(10).slice(0, GUEST_NAME_MAX).trim(), 'Ángela '],
    ['Arabic', 'ليلى عبد الرحمن', 'ضيف '],
    ['Chinese', '王小明', '名单'],
    ['emoji and markup', '🎉 <image href="file:///etc/passwd"/> &amp; 🎉', '<b>🎉</b>'],
  ])('is readable with %s', async (_, name, repeated) => {
    const fill = (max: number) => repeated.repeat(max).slice(0, max).trim()
    const conditions = ['01:00', '02:00', '03:00', null].map((until) => ({
      until,
      label: fill(CONDITION_MAX),
    }))
    const { path, code } = await join(name, {
      night: { title: fill(150) },
      list: { conditions },
      companions: 5,
    })
    await expectPass(path, code)
  })
})
