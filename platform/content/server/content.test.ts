/**
 * Tests the six resources through HTTP: first refusals, each without a change. news.test.ts tests the rules for news only.
 */
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createDraft,
  createPicture,
  openTestClub,
  type RequestOptions,
  type TestClub,
  withoutShare,
} from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import { MISSING_FIELDS } from '../../api/shared/problems.ts'
import { BODY_IMAGE_BYTES, BODY_MAX_BYTES, IMAGE_MAX_BYTES, RICH_TEXT_TAGS_MAX } from '../../shared/limits.ts'
import type { Picture } from '../shared/entity-parts.ts'
import { listImageFields } from '../shared/fields.ts'
import { nest } from '../shared/nested-values.ts'
import { type AnyEntity, getDeclaration, type ResourceName, resourceNames } from '../shared/resources.ts'
import { hasShareSet } from '../shared/share-set-resources.ts'

const DAY_MS = 86_400_000
const drafts = Object.fromEntries(
  await Promise.all(resourceNames.map(async (name) => [name, await createDraft(name)] as const)),
) as Record<ResourceName, Record<string, unknown>>
const pictured = resourceNames.filter((name) => listImageFields(getDeclaration(name)).length > 0)

let words = 0
/** Returns a valid body. Values that must be unique differ in each call. */
const draft = (resource: ResourceName, change: Record<string, unknown> = {}) => ({
  ...drafts[resource],
  ...(resource === 'news' && { newsTitle: `Novedad ${++words}` }),
  ...change,
})

const dataUrl = (type: string, bytes: string | Uint8Array) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

/** Creates a PNG of a few bytes whose header declares a huge size. */
async function bomb(): Promise<string> {
  const bytes = Buffer.from((await createPicture('#000')).split(',')[1] as string, 'base64')
  bytes.writeUInt32BE(50_000, 16)
  bytes.writeUInt32BE(50_000, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return dataUrl('image/png', bytes)
}

const getRequired = (resource: ResourceName): string[] =>
  Object.entries(getDeclaration(resource).fields).flatMap(([name, { optional }]) => (optional ? [] : name))

describe.each(databases)('content on $name', ({ name, create, testOnce, describeOnce }) => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    database = await create()
    club = await openTestClub(database)
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  const post = (resource: ResourceName, body: unknown, sent: RequestOptions = {}) =>
    club.send('POST', `/api/${resource}`, { as, body, ...sent })
  const put = (resource: ResourceName, id: string, body: unknown, headers: Record<string, string> = {}) =>
    club.send('PUT', `/api/${resource}/${id}`, { as, body, headers })
  const get = (path: string, headers: Record<string, string> = {}) =>
    club.send('GET', `/api/${path}`, { headers })
  const made = async (resource: ResourceName, change: Record<string, unknown> = {}): Promise<AnyEntity> => {
    const response = await post(resource, draft(resource, change))
    expect(response.status).toBe(201)
    return (await response.json()) as AnyEntity
  }
  const countOf = async (resource: ResourceName) => Number((await get(resource)).headers.get('X-Total-Count'))

  // Refusals do not depend on the database, so SQLite is enough.
  describe.each(name === 'sqlite' ? resourceNames : [])('refusals of %s', (resource) => {
    const fields = getRequired(resource)
    let item: AnyEntity
    beforeAll(async () => {
      item = await made(resource)
    })

    test('refuses a new item without its fields', async () => {
      await changesNothing(club, async () => {
        const { detail } = await expectProblem(await post(resource, {}), 'missing-fields', fields)
        expect(detail).toBe(MISSING_FIELDS)
        const hidden = `{"__proto__": ${JSON.stringify(draft(resource))}, "constructor": {"prototype": {"name": "x"}}}`
        await expectProblem(await post(resource, hidden), 'missing-fields', fields)
        const blanks = [null, '', ' \n\t', '\u0000']
        for (const [index, name] of fields.entries()) {
          const blank = blanks[index % blanks.length]
          await expectProblem(await post(resource, draft(resource, { [name]: blank })), 'missing-fields', [
            name,
          ])
        }
      })
    })

    test('refuses a value that is not text in each field, in a new item and in a change', async () => {
      const wrongs = [7, true, { $ne: '' }, ['texto']]
      await changesNothing(club, async () => {
        for (const [index, name] of fields.entries()) {
          // Each field gets one invalid value here. The tests of the schemas combine all fields with all values.
          const isNumber = getDeclaration(resource).fields[name]?.kind === 'number'
          const wrong = { [name]: isNumber ? {} : wrongs[index % wrongs.length] }
          await expectProblem(await post(resource, draft(resource, wrong)), 'invalid-fields', [name])
          await expectProblem(await put(resource, item._id, wrong), 'invalid-fields', [name])
        }
      })
    })

    test('refuses texts above the limit of their field, and invalid links and dates', async () => {
      await changesNothing(club, async () => {
        for (const [name, field] of Object.entries(getDeclaration(resource).fields)) {
          const wrongs: string[] = []
          if ('max' in field)
            wrongs.push(field.kind === 'number' ? String(field.max + 1) : 'x'.repeat(field.max + 1))
          if (field.kind === 'url')
            wrongs.push('javascript:alert(1)', '/a', 'http:///x', 'https://ana:clave@club.example')
          if (field.kind === 'date') wrongs.push('2026-02-30', '20-11-2026')
          if (field.kind === 'rich')
            wrongs.push(`<p>${'x'.repeat(200_000)}</p>`, `x${'<p>'.repeat(RICH_TEXT_TAGS_MAX + 1)}`)
          for (const wrong of wrongs) {
            await expectProblem(
              await post(resource, draft(resource, nest({ [name]: wrong }))),
              'invalid-fields',
              [name],
            )
            await expectProblem(await put(resource, item._id, nest({ [name]: wrong })), 'invalid-fields', [
              name,
            ])
          }
        }
      })
    })

    test('answers 404 to unknown ids with any characters', async () => {
      const ids = [
        '00000000-0000-7000-8000-000000000000',
        "' OR '1'='1",
        `${item._id}'; DROP TABLE ${resource}; --`,
        '__proto__',
        '\u0000',
        `${item._id}\u0000`,
        '\ud800',
        '%',
        '*',
        '..%2f..',
        'x'.repeat(5_000),
        item._id.toUpperCase().replace(/\d/g, 'F'),
      ]
      await changesNothing(club, async () => {
        for (const id of ids) {
          const path = `/api/${resource}/${id === '%' ? '%' : encodeURIComponent(id.toWellFormed())}`
          await expectProblem(await club.send('GET', path), 'not-found')
          await expectProblem(await club.send('PUT', path, { as, body: {} }), 'not-found')
          await expectProblem(await club.send('DELETE', path, { as }), 'not-found')
        }
      })
    })

    test('refuses changes and deletions by visitors', async () => {
      await changesNothing(club, async () => {
        for (const visitor of [{}, { as: 'session=x' }, { as: `__Host-${as}` }]) {
          await expectProblem(
            await club.send('POST', `/api/${resource}`, { body: draft(resource), ...visitor }),
            'sign-in-needed',
          )
          await expectProblem(
            await club.send('PUT', `/api/${resource}/${item._id}`, { body: {}, ...visitor }),
            'sign-in-needed',
          )
          await expectProblem(
            await club.send('DELETE', `/api/${resource}/${item._id}`, visitor),
            'sign-in-needed',
          )
        }
      })
    })

    test('refuses a body above its limit, with and without Content-Length', async () => {
      const limit = BODY_MAX_BYTES + BODY_IMAGE_BYTES * listImageFields(getDeclaration(resource)).length
      await changesNothing(club, async () => {
        const announced = { body: '{}', headers: { 'Content-Length': String(limit + 1) } }
        await expectProblem(await post(resource, '', announced), 'too-large')
        // Events may send 35 MB. The tests of the body reader cover that size.
        if (limit < 2_000_000) {
          await expectProblem(await post(resource, `{"x":"${'x'.repeat(limit)}"}`), 'too-large')
          await expectProblem(await put(resource, item._id, `{"x":"${'x'.repeat(limit)}"}`), 'too-large')
        }
      })
    })

    test('refuses a change of an item that was changed meanwhile', async () => {
      await changesNothing(club, async () => {
        const fields = { ...draft(resource), date: 'not looked at' }
        for (const stale of [
          '"0"',
          '"2"',
          'W/"2"',
          '"2", "3"',
          '""',
          'x',
          '1',
          '"1x"',
          '"-1"',
          '""1""',
          '',
          '","',
        ])
          await expectProblem(
            await put(resource, item._id, fields, { 'If-Match': stale }),
            'edited-meanwhile',
          )
        const remove = (headers: Record<string, string>) =>
          club.send('DELETE', `/api/${resource}/${item._id}`, { as, headers })
        for (const stale of ['"2"', '"0", W/"2-abc"', 'x'])
          await expectProblem(await remove({ 'If-Match': stale }), 'edited-meanwhile')
        for (const known of ['*', '"1"', 'W/"1-abc"', '"0", "1"'])
          for (const refused of [
            await put(resource, item._id, fields, { 'If-None-Match': known }),
            await remove({ 'If-None-Match': known }),
          ])
            await expectProblem(refused, 'precondition-failed')
        await expectProblem(
          await get(`${resource}/${item._id}`, { 'If-Match': '"2"' }),
          'precondition-failed',
        )
        // An item that does not exist is 404 whatever its precondition (RFC 9110 §13.2.1).
        await expectProblem(await put(resource, 'nothing', {}, { 'If-Match': '"1"' }), 'not-found')
        await expectProblem(await put(resource, 'nothing', {}, { 'If-None-Match': '*' }), 'not-found')
      })
    })
  })

  describeOnce('refused pictures', () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const pictureFields = pictured.flatMap((resource) =>
      listImageFields(getDeclaration(resource)).map((name) => [resource, name] as const),
    )

    test('refuses values that are not pictures', async () => {
      const other = await made('agency', { photo: await createPicture('#123456') })
      const item = await made('agency')
      const wrongs = {
        'an SVG': dataUrl('image/svg+xml', svg),
        'an SVG under another label': dataUrl('image/png', svg),
        text: dataUrl('image/jpeg', 'hola'),
        'an HTML page': dataUrl('image/gif', '<html><script>alert(1)</script></html>'),
        'a PDF': dataUrl('image/webp', '%PDF-1.4\n%âãÏÓ\n'),
        'a picture that says it has 2500 megapixels': await bomb(),
        'an empty data URL': 'data:image/png;base64,',
        'a data URL without base64': 'data:image/png,abc',
        'an address elsewhere': 'https://club.example/x.png',
        'an address of the machine': 'file:///etc/passwd',
        'a path that is no picture of ours': '/media/../club.sqlite',
        'a picture of ours that is not there': '/media/00000000000000000000000000000000-32.jpg',
        'a size in which we have no picture of ours': String(other.photo).replace(/-\d+\./, '-31.'),
        'a format in which we have no picture of ours': String(other.photo).replace('.jpg', '.png'),
        'the whole address of a picture of ours': `http://club.test${other.photo}`,
        words: 'una foto',
      }
      await changesNothing(club, async () => {
        for (const [what, photo] of Object.entries(wrongs)) {
          const refusals = [
            await post('agency', draft('agency', { photo })),
            await put('agency', item._id, { photo }),
          ]
          for (const refusal of refusals) {
            expect([what, refusal.status]).toEqual([what, 400])
            await expectProblem(refusal, 'invalid-fields', ['photo'])
          }
        }
      })
    })

    test.each(pictureFields)(
      'refuses a wrong picture and wrong text alternatives in %s.%s',
      async (resource, name) => {
        const item = await made(resource)
        await changesNothing(club, async () => {
          const wrong = dataUrl('image/png', svg)
          await expectProblem(await post(resource, draft(resource, { [name]: wrong })), 'invalid-fields', [
            name,
          ])
          await expectProblem(await put(resource, item._id, { [name]: wrong }), 'invalid-fields', [name])
          for (const alt of [7, 'texto', ['x'], { [name]: 7 }, { [name]: 'x'.repeat(301) }])
            await expectProblem(await put(resource, item._id, { alt }), 'invalid-fields')
        })
      },
    )

    test('refuses pictures above 12 MiB', async () => {
      const item = await made('events')
      const tooMuch = dataUrl('image/png', Buffer.alloc(IMAGE_MAX_BYTES + 1))
      await changesNothing(club, async () => {
        const body = draft('events', { flyerGrid: tooMuch })
        await expectProblem(await post('events', body), 'image-too-large', ['flyerGrid'])
        await expectProblem(await put('events', item._id, { flyerLarge: tooMuch }), 'image-too-large', [
          'flyerLarge',
        ])
        // The picture belongs to a rich text and not to a field.
        const inside = { as, body: { image: tooMuch } }
        await expectProblem(await club.send('POST', '/api/media', inside), 'image-too-large', ['image'])
      })
    })
  })

  test.each(resourceNames)('creates, reads, lists, changes and deletes %s', async (resource) => {
    const before = await countOf(resource)
    const created = await post(
      resource,
      draft(resource, { _id: 'mine', createdAt: 'never', seq: 1, version: 7, deletedAt: 1 }),
    )
    expect(created.status).toBe(201)
    const whole = (await created.json()) as AnyEntity
    expect(whole.share !== undefined).toBe(hasShareSet(resource))
    const entity = withoutShare(whole) as AnyEntity
    expect(entity._id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(created.headers.get('Location')).toBe(`/api/${resource}/${entity._id}`)
    expect(created.headers.get('ETag')).toBe('"1"')
    expect(entity.createdAt).toBe(new Date(club.clock.now).toISOString())
    expect(entity.updatedAt).toBe(entity.createdAt)
    const declared = Object.keys(nest(getDeclaration(resource).fields))
    expect(Object.keys(entity).sort()).toEqual(
      [
        ...declared,
        ...(getDeclaration(resource).page ? ['slug'] : []),
        '_id',
        'alt',
        'createdAt',
        'draft',
        'images',
        'publishAt',
        'unpublishAt',
        'updatedAt',
      ].sort(),
    )
    for (const name of getRequired(resource)) expect(typeof entity[name]).toBe('string')

    const read = await get(`${resource}/${entity._id}`)
    expect(await read.json()).toEqual(entity)
    expect(read.headers.get('ETag')).toMatch(/^"1-[\w-]{16}"$/)
    expect(read.headers.get('Cache-Control')).toBe('no-cache')

    const list = await get(resource)
    const body = await list.json()
    const items = getDeclaration(resource).envelope === 'array' ? body : body.data
    expect(items).toContainEqual(entity)
    expect(list.headers.get('X-Total-Count')).toBe(String(before + 1))

    club.clock.now += 1000
    const text = declared.find((name) =>
      ['line', 'text', 'url'].includes(getDeclaration(resource).fields[name]?.kind ?? ''),
    )
    const change = { [text as string]: 'https://club.example/otra' }
    const changed = await put(resource, entity._id, { ...change, _id: 'other', createdAt: 'never' })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('ETag')).toBe('"2"')
    const page = getDeclaration(resource).page
    const day = page?.dated === undefined ? '' : `${String(entity[page.dated]).slice(0, 10)}-`
    const slug = page?.slugOf === text && { slug: `${day}https-club-example-otra` }
    const now = { ...entity, ...change, ...slug, updatedAt: new Date(club.clock.now).toISOString() }
    expect(withoutShare(await changed.json())).toEqual(now)
    expect(await (await get(`${resource}/${entity._id}`)).json()).toEqual(now)

    const deleted = await club.send('DELETE', `/api/${resource}/${entity._id}`, { as })
    expect([deleted.status, await deleted.text()]).toEqual([204, ''])
    await expectProblem(await get(`${resource}/${entity._id}`), 'not-found')
    await expectProblem(await club.send('DELETE', `/api/${resource}/${entity._id}`, { as }), 'not-found')
    await expectProblem(await put(resource, entity._id, change), 'not-found')
    expect(await countOf(resource)).toBe(before)
  })

  test.each(resourceNames)('ignores a change of %s without a difference', async (resource) => {
    const item = await made(resource)
    const names = Object.keys(getDeclaration(resource).fields)
    await changesNothing(club, async () => {
      const blanks = [null, '', ' \n', undefined].map((blank) =>
        Object.fromEntries(names.map((name) => [name, blank])),
      )
      // A change without effect: an empty body, blank values, and the entity as it was received, with pictures as paths.
      for (const body of [{}, ...blanks, item, { alt: null }, { alt: {} }, { unknown: 'x' }]) {
        club.clock.now += 1000
        const response = await put(resource, item._id, body)
        expect(response.headers.get('ETag')).toBe('"1"')
        expect(await response.json()).toEqual(item)
      }
    })
  })

  test('returns texts as they were sent', async () => {
    const texts = [
      "Robert'); DROP TABLE residents;--",
      '<script>alert(1)</script> & "comillas"',
      '🎧 ñandú مرحبا \u202bעברית\u202c',
      '\\ % _ {{x}} %s',
      'null',
    ]
    for (const name of texts) expect((await made('residents', { name })).name).toBe(name)
  })

  describe('pictures', () => {
    test('keeps a picture by its path, replaces it by a new one, and finds equal bytes', async () => {
      const item = await made('events')
      const red = await createPicture('#f00', 40, 30)
      const changed = (await (
        await put('events', item._id, { flyerLarge: red.replace('png', 'gif'), flyerGrid: item.flyerGrid })
      ).json()) as AnyEntity
      expect(changed.flyerGrid).toBe(item.flyerGrid)
      expect(changed.images.flyerGrid).toEqual(item.images.flyerGrid)
      expect(changed.flyerLarge).not.toBe(item.flyerLarge)
      expect(changed.images.flyerLarge).toMatchObject({ width: 40, height: 30, src: changed.flyerLarge })
      // A path in another size names the same picture.
      const { base } = changed.images.flyerLarge as { base: string }
      expect((await put('events', item._id, { flyerLarge: `${base}-40.webp` })).headers.get('ETag')).toBe(
        '"2"',
      )
      const file = await club.send('GET', String(changed.flyerLarge))
      expect(file.headers.get('Content-Type')).toBe('image/jpeg')
    })

    testOnce('can be those of another item, by the path of any of their files', async () => {
      const item = await made('events', {
        flyerLarge: await createPicture('#0af', 700, 900),
        flyerGrid: await createPicture('#fa0', 40, 40),
      })
      const { flyerLarge: large, flyerGrid: grid } = item.images as Record<string, Picture>
      const copy = await made('events', { flyerLarge: `${large?.base}-320.avif`, flyerGrid: grid?.src })
      expect(copy).toMatchObject({
        flyerLarge: item.flyerLarge,
        flyerGrid: item.flyerGrid,
        images: item.images,
      })
      const other = await made('agency')
      expect(await (await put('agency', other._id, { photo: `${grid?.base}-40.webp` })).json()).toMatchObject(
        {
          photo: item.flyerGrid,
        },
      )
    })

    test('keeps a picture when another item with it is deleted, and an unused one for a day', async () => {
      const image = await createPicture('#123abc', 50, 50)
      const { src } = (await (
        await club.send('POST', '/api/media', { as, body: { image } })
      ).json()) as Picture
      const signInAgain = async () => {
        as = (
          await club.signIn({ email: `${club.clock.now}@club.example`, password: 'una clave bien larga' })
        ).cookie
      }
      club.clock.now += DAY_MS - 1000
      await signInAgain()
      const item = await made('agency', { photo: src })
      club.clock.now += DAY_MS
      await signInAgain()
      await club.images.sweep(club.clock.now)
      expect((await club.send('GET', src)).status).toBe(200)
      const copy = await made('agency', { photo: src })
      for (const { _id } of [item, copy]) await put('agency', _id, { photo: await createPicture('#321cba') })
      // The audit log still refers to the picture, so the clean-up keeps it.
      await club.images.sweep(club.clock.now)
      expect(await (await put('agency', copy._id, { photo: src })).json()).toMatchObject({ photo: src })
      const lone = await createPicture('#abc123', 50, 50)
      const swept = (await (
        await club.send('POST', '/api/media', { as, body: { image: lone } })
      ).json()) as Picture
      club.clock.now += DAY_MS + 1000
      await signInAgain()
      await club.images.sweep(club.clock.now)
      await changesNothing(club, async () => {
        await expectProblem(await post('agency', draft('agency', { photo: swept.src })), 'invalid-fields', [
          'photo',
        ])
      })
    })

    test('keeps and changes the text alternative, which is null for decorative pictures and blank for those that nobody described', async () => {
      const photo = drafts.agency.photo
      const item = await made('agency', { photo, alt: { photo: '  Una bandeja  ', other: 'x' } })
      expect(item.alt).toEqual({ photo: 'Una bandeja' })
      const altAfter = async (body: unknown) =>
        ((await (await put('agency', item._id, body)).json()) as AnyEntity).alt.photo
      expect(await altAfter({ biography: 'Otra' })).toBe('Una bandeja')
      expect(await altAfter({ photo: await createPicture('#0f0') })).toBe('Una bandeja')
      expect(await altAfter({ alt: {} })).toBe('Una bandeja')
      expect(await altAfter({ alt: { photo: 'Dos bandejas' } })).toBe('Dos bandejas')
      expect(await altAfter({ alt: { photo: '  ' } })).toBe('')
      expect(await altAfter({ alt: { photo: 'Tres' } })).toBe('Tres')
      expect(await altAfter({ alt: { photo: null } })).toBeNull()
      expect((await made('agency')).alt).toEqual({ photo: null })
    })

    test('keeps pictures of items in the trash until the trash is emptied', async () => {
      const held = async (id: string) =>
        (await club.database.read.selectFrom('mediaRefs').selectAll().where('itemId', '=', id).execute())
          .length
      const item = await made('events')
      expect(await held(item._id)).toBe(2)
      await put('events', item._id, { flyerGrid: drafts.events.flyerLarge })
      expect(await held(item._id)).toBe(1)
      await club.send('DELETE', `/api/events/${item._id}`, { as })
      expect(await held(item._id)).toBe(1)

      const binned = () =>
        club.database.read.selectFrom('events').selectAll().where('id', '=', item._id).executeTakeFirst()
      const row = await binned()
      expect(row).toMatchObject({ deletedAt: club.clock.now, deletedBy: expect.stringMatching(/-/) })
      const before = await countOf('events')
      club.clock.now += 30 * DAY_MS
      await club.trash.tidy(club.clock.now)
      expect(await binned()).toEqual(row)
      club.clock.now += 1
      await club.trash.tidy(club.clock.now)
      expect(await binned()).toBeUndefined()
      expect(await held(item._id)).toBe(0)
      expect(await countOf('events')).toBe(before)
      // The clock is a month later now, so the session has ended.
      as = (await club.signIn({ email: `${club.clock.now}@club.example`, password: 'una clave bien larga' }))
        .cookie
    })

    test('keeps the ETag of the item during background work', async () => {
      const { photo } = drafts.agency
      const item = await made('agency', { photo })
      const before = await get(`agency/${item._id}`)
      await club.database.write((tx) => tx.updateTable('media').set({ avifAt: club.clock.now }).execute())
      const after = await get(`agency/${item._id}`)
      expect(after.headers.get('ETag')).toBe(before.headers.get('ETag'))
      expect(await after.json()).toEqual(await before.json())
      expect((await put('agency', item._id, { name: 'Otra' }, { 'If-Match': '"1"' })).status).toBe(200)
    })
  })

  describe('an edit counter', () => {
    test('answers 304 to a known version', async () => {
      const item = await made('residents')
      const path = `residents/${item._id}`
      const shown = (await get(path)).headers.get('ETag') as string
      // The ETag for visitors depends on the values that they see. The ETag for administrators is the edit counter.
      for (const [etag, who] of [
        [shown, undefined],
        ['"1"', as],
      ] as const) {
        const ask = (known: string) =>
          club.send('GET', `/api/${path}`, { headers: { 'If-None-Match': known }, ...(who && { as: who }) })
        for (const known of [etag, `W/${etag}`, `"0", ${etag}`, '*']) {
          const response = await ask(known)
          expect([known, response.status, await response.text()]).toEqual([known, 304, ''])
          expect(response.headers.get('ETag')).toBe(etag)
          expect(response.headers.get('Content-Type')).toBeNull()
          expect(response.headers.get('Cache-Control')).toBe(who ? 'private, no-store' : 'no-cache')
        }
        for (const other of ['"2"', '1', '""', '"1', 'x', who ? shown : '"1"'])
          expect((await ask(other)).status).toBe(200)
      }
      await put('residents', item._id, { name: 'Otra' })
      expect((await get(path, { 'If-None-Match': shown })).status).toBe(200)
      expect((await get(path)).headers.get('ETag')).toMatch(/^"2-/)
    })

    test('accepts a write with the current counter, in every notation', async () => {
      const item = await made('residents')
      let version = 1
      for (const write of [
        (v: number) => `"${v}"`,
        (v: number) => `W/"${v}"`,
        (v: number) => `"9", W/"${v}"`,
        () => '*',
      ]) {
        const response = await put(
          'residents',
          item._id,
          { name: `Nombre ${version}` },
          { 'If-Match': write(version) },
        )
        expect(response.status).toBe(200)
        expect(response.headers.get('ETag')).toBe(`"${++version}"`)
      }
      // Without If-Match, the last write wins.
      expect((await put('residents', item._id, { name: 'El último' })).status).toBe(200)
      const headers = { 'If-Match': `W/"${version + 1}"` }
      expect((await club.send('DELETE', `/api/residents/${item._id}`, { as, headers })).status).toBe(204)
    })

    test('accepts one of two simultaneous saves', async () => {
      const item = await made('residents')
      const answers = await Promise.all(
        ['Ana', 'Eva', 'Ida', 'Lea'].map((name) =>
          put('residents', item._id, { name }, { 'If-Match': '"1"' }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412])
      const winner = answers.find(({ status }) => status === 200) as Response
      const saved = await get(`residents/${item._id}`)
      expect(saved.headers.get('ETag')).toMatch(/^"2-/)
      expect(await saved.json()).toEqual(await winner.json())
    })

    test('counts every simultaneous save without a condition', async () => {
      const item = await made('residents')
      const answers = await Promise.all(
        ['Ana', 'Eva', 'Ida'].map((name) => put('residents', item._id, { name })),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect((await get(`residents/${item._id}`)).headers.get('ETag')).toMatch(/^"4-/)
    })
  })

  describe('an Idempotency-Key', () => {
    const again = (key: string, body: unknown, cookie = as, resource: ResourceName = 'residents') =>
      post(resource, body, { as: cookie, headers: { 'Idempotency-Key': key } })

    test('is refused with another body', async () => {
      expect((await again('one', draft('residents'))).status).toBe(201)
      await changesNothing(club, async () => {
        await expectProblem(await again('one', draft('residents', { name: 'Otra' })), 'key-reused')
        await expectProblem(await again('one', {}), 'key-reused')
      })
    })

    test('creates one item for repeated requests, also for simultaneous ones', async () => {
      const before = await countOf('residents')
      const first = await again('two', draft('residents'))
      const second = await again('two', draft('residents'))
      expect([first.status, second.status]).toEqual([201, 201])
      expect(second.headers.get('Location')).toBe(first.headers.get('Location'))
      expect(await second.json()).toEqual(await first.json())

      const news = draft('news')
      for (const [resource, body] of [
        ['residents', draft('residents')],
        ['news', news],
      ] as const) {
        const answers = await Promise.all([1, 2, 3, 4].map(() => again('at once', body, as, resource)))
        expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
        expect(new Set(answers.map(({ headers }) => headers.get('Location'))).size).toBe(1)
      }
      expect(await countOf('residents')).toBe(before + 2)
    })

    test('belongs to one user and one resource, and a refused request does not use it up', async () => {
      const body = draft('residents')
      const eva = await club.signIn({ email: 'eva@club.example', password: 'una clave bien larga' })
      const hers = await again('three', body, eva.cookie)
      const mine = await again('three', body)
      expect(hers.headers.get('Location')).not.toBe(mine.headers.get('Location'))
      expect((await again('three', draft('agency'), as, 'agency')).status).toBe(201)

      await expectProblem(await again('four', { name: 'Ana' }), 'missing-fields')
      expect((await again('four', body)).status).toBe(201)
    })

    test('differs from others with the same beginning, at any length', async () => {
      const long = 'k'.repeat(4000)
      const one = await again(`${long}1`, draft('residents', { name: 'Una' }))
      const other = await again(`${long}2`, draft('residents', { name: 'Otra' }))
      expect([one.status, other.status]).toEqual([201, 201])
      expect(one.headers.get('Location')).not.toBe(other.headers.get('Location'))
    })

    test('still answers for a deleted item, and expires after two days', async () => {
      const body = draft('residents')
      const { _id } = (await (await again('five', body)).json()) as AnyEntity
      await club.send('DELETE', `/api/residents/${_id}`, { as })
      const before = await countOf('residents')
      expect(((await (await again('five', body)).json()) as AnyEntity)._id).toBe(_id)
      expect(await countOf('residents')).toBe(before)
      club.clock.now += 2 * DAY_MS + 1
      await club.content.tidy(club.clock.now)
      expect(((await (await again('five', body)).json()) as AnyEntity)._id).not.toBe(_id)
    })
  })

  describe('a list', () => {
    const all = ['Ana Bucle', 'Ánima', 'BRUMA SUR', 'bruma norte', 'Ñandú', 'El "Eco" (AND) NEAR:x*', 'Zoé']
    const getNames = async (response: Response) =>
      ((await response.json()) as { data: AnyEntity[] }).data.map(({ name }) => name)
    const found = async (q: string) => getNames(await get(`agency?${new URLSearchParams({ q })}`))
    beforeAll(async () => {
      const { items } = await club.content.list('agency', { limit: 500 })
      for (const { _id } of items) await club.send('DELETE', `/api/agency/${_id}`, { as })
      for (const name of all) await made('agency', { name })
    })

    test('refuses invalid numbers and numbers out of range', async () => {
      for (const resource of resourceNames) {
        for (const query of [
          'limit=0',
          'limit=501',
          'limit=abc',
          'limit=',
          'limit=-1',
          'limit=1.5',
          'page=0',
          'page=abc',
          'page=99999999',
        ])
          await expectProblem(await get(`${resource}?${query}`), 'invalid-query', [
            query.split('=')[0] as string,
          ])
        await expectProblem(await get(`${resource}?q=${'x'.repeat(201)}`), 'invalid-query', ['q'])
        await expectProblem(await get(`${resource}?limit=0&page=x`), 'invalid-query', ['limit', 'page'])
      }
    })

    test('lists the newest items first, on pages that link to each other', async () => {
      const newest = all.toReversed()
      expect(await getNames(await get('agency'))).toEqual(newest)
      const at = (page: number) => `</api/agency?limit=3&page=${page}>`
      const links = [
        [1, `${at(2)}; rel="next", ${at(3)}; rel="last"`],
        [2, `${at(1)}; rel="first", ${at(1)}; rel="prev", ${at(3)}; rel="next", ${at(3)}; rel="last"`],
        [3, `${at(1)}; rel="first", ${at(2)}; rel="prev"`],
        [4, `${at(1)}; rel="first", ${at(3)}; rel="prev"`],
        [10_000_000, `${at(1)}; rel="first", ${at(3)}; rel="prev"`],
      ] as const
      for (const [page, link] of links) {
        const response = await get(`agency?limit=3&page=${page}`)
        expect(response.status).toBe(200)
        expect(response.headers.get('Link')).toBe(link)
        expect(response.headers.get('X-Total-Count')).toBe('7')
        expect(await getNames(response)).toEqual(newest.slice((page - 1) * 3, page * 3))
      }
      expect((await get('agency?limit=7')).headers.get('Link')).toBeNull()
      const searched = await get('agency?limit=1&q=Bruma%20%26')
      expect(searched.headers.get('Link')).toBe(
        '</api/agency?q=bruma&limit=1&page=2>; rel="next", </api/agency?q=bruma&limit=1&page=2>; rel="last"',
      )
      expect(searched.headers.get('X-Total-Count')).toBe('2')
    })

    test('has the requested order on all pages', async () => {
      const inOrder = async (query: string) => getNames(await get(`agency?${query}`))
      expect(await inOrder('order=newest')).toEqual(all.toReversed())
      expect(await inOrder('order=oldest')).toEqual(all)
      // The order ignores case, accents and signs before the first letter. It is equal on both databases.
      const byName = [
        'Ana Bucle',
        'Ánima',
        'bruma norte',
        'BRUMA SUR',
        'El "Eco" (AND) NEAR:x*',
        'Ñandú',
        'Zoé',
      ]
      expect(await inOrder('order=name')).toEqual(byName)
      const page = await get('agency?order=name&limit=3&page=2')
      expect(await getNames(page)).toEqual(byName.slice(3, 6))
      expect(page.headers.get('Link')).toContain('</api/agency?order=name&limit=3&page=3>; rel="next"')
      expect(await inOrder('order=name&q=bruma')).toEqual(['bruma norte', 'BRUMA SUR'])

      const { items } = await club.content.list('agency', { order: 'oldest' })
      club.clock.now += 1000
      await put('agency', items[2]?._id as string, { name: '¡Aaa!' })
      expect((await inOrder('order=changed'))[0]).toBe('¡Aaa!')
      expect((await inOrder('order=name'))[0]).toBe('¡Aaa!')
      expect(await inOrder('')).toEqual([...all.slice(0, 2), '¡Aaa!', ...all.slice(3)].toReversed())
      await put('agency', items[2]?._id as string, { name: all[2] })
      await expectProblem(await get('agency?order=nombre'), 'invalid-query', ['order'])
      await expectProblem(await get('events?from=2026-02-30'), 'invalid-query', ['from'])
      await expectProblem(await get('events?order=name'), 'invalid-query', ['order'])
      for (const resource of resourceNames)
        for (const order of ['newest', 'oldest', 'changed'])
          expect((await get(`${resource}?order=${order}`)).status).toBe(200)
    })

    test('filters by day in any order, with the number of items', async () => {
      const dates = ['2031-03-01', '2031-03-02T23:59', '2031-03-02', '2031-03-03T01:00+02:00']
      for (const date of dates) await made('events', { date })
      const from = async (query: string) => {
        const response = await get(`events?${query}`)
        const { data } = (await response.json()) as { data: { date: string }[] }
        return { dates: data.map(({ date }) => date), headers: response.headers }
      }
      const later = await from('from=2031-03-02&order=oldest&limit=2')
      expect(later.dates).toEqual(['2031-03-02', '2031-03-02T23:59'])
      expect(later.headers.get('X-Total-Count')).toBe('3')
      expect(later.headers.get('Link')).toContain(
        '</api/events?order=oldest&from=2031-03-02&limit=2&page=2>; rel="next"',
      )
      expect((await from('from=2031-03-02')).dates).toEqual([
        '2031-03-03T01:00+02:00',
        '2031-03-02T23:59',
        '2031-03-02',
      ])
      expect((await from('from=2031-03-04')).dates).toEqual([])
      // Residents have no date, so the API ignores the filter.
      expect((await get('residents?from=hoy')).status).toBe(200)
    })

    test('finds prefixes of words, ignoring case and accents', async () => {
      expect(await found('bruma')).toEqual(['bruma norte', 'BRUMA SUR'])
      expect(await found('BRÚM sü')).toEqual(['BRUMA SUR'])
      expect(await found('sur brum')).toEqual(['BRUMA SUR'])
      expect(await found('ani')).toEqual(['Ánima'])
      expect(await found('nandu')).toEqual(['Ñandú'])
      expect(await found('ÑAN')).toEqual(['Ñandú'])
      expect(await found('zoe\u0301')).toEqual(['Zoé'])
      expect(await found('ruma')).toEqual([])
      expect(await found('nada')).toEqual([])
      // The search covers other texts of the item, but not its links.
      expect(await found('rosario')).toHaveLength(7)
      expect(await found('https')).toEqual([])
    })

    test('treats operators of query languages as text', async () => {
      const eco = ['El "Eco" (AND) NEAR:x*']
      for (const q of [
        '"eco"',
        'eco*',
        '(eco',
        'name:eco',
        '-eco',
        'eco AND near',
        'NEAR(eco x)',
        "eco' OR '1'='1",
        'eco:*',
        '^eco',
        'eco & !x',
      ])
        expect([q, await found(q)]).toEqual([q, q.includes("OR '1") || q.startsWith('name') ? [] : eco])
      for (const q of ['eco OR bruma', 'eco NOT bruma', "'; DROP TABLE agency; --"])
        expect([q, await found(q)]).toEqual([q, []])
      // A query without words returns all items.
      for (const q of ['"', '*', '%', '\u0000', '🎧', "'", '\\', ':*', '!'])
        expect(await found(q)).toHaveLength(7)
      expect(await found('x'.repeat(200))).toEqual([])
      expect(await found('eco '.repeat(50))).toEqual(eco)
    })

    test('finds the current words after changes and deletions', async () => {
      const item = await made('agency', { name: 'Vieja Guardia' })
      expect(await found('guardia')).toEqual(['Vieja Guardia'])
      await put('agency', item._id, { name: 'Nueva Ola' })
      expect(await found('guardia')).toEqual([])
      expect(await found('ola')).toEqual(['Nueva Ola'])
      await club.send('DELETE', `/api/agency/${item._id}`, { as })
      expect(await found('ola')).toEqual([])
      expect((await get('agency?q=ola')).headers.get('X-Total-Count')).toBe('0')
    })

    test('answers 304 until an item of its resource changes', async () => {
      const etag = (await get('agency')).headers.get('ETag') as string
      const again = () => get('agency', { 'If-None-Match': etag.replace('W/', '') })
      expect([(await again()).status, await (await again()).text()]).toEqual([304, ''])
      await made('residents')
      expect((await again()).status).toBe(304)
      const item = await made('agency', { name: 'Zz' })
      const changed = await again()
      expect(changed.status).toBe(200)
      expect(changed.headers.get('ETag')).not.toBe(etag)
      await club.send('DELETE', `/api/agency/${item._id}`, { as })
      expect((await again()).status).toBe(304)
    })

    test('is sorted by date where there is one, not by creation', async () => {
      const { items } = await club.content.list('events', { limit: 500 })
      for (const { _id } of items) await club.send('DELETE', `/api/events/${_id}`, { as })
      const dates = ['2027-03-06T23:59', '2027-03-06', '2028-01-01', '2026-12-31T23:00', '2027-03-06T21:00']
      for (const date of dates) await made('events', { date })
      const { data } = (await (await get('events')).json()) as { data: AnyEntity[] }
      expect(data.map(({ date }) => date)).toEqual(dates.toSorted().toReversed())
      expect(((await (await get('events?q=2028')).json()) as { data: AnyEntity[] }).data).toHaveLength(1)
    })

    test('counts correctly after simultaneous writes', async () => {
      const before = await countOf('residents')
      const items = await Promise.all(
        Array.from({ length: 12 }, (_, index) => made('residents', { name: `Uno ${index}` })),
      )
      expect(await countOf('residents')).toBe(before + 12)
      const deletions = await Promise.all(
        [...items, ...items].map(({ _id }) => club.send('DELETE', `/api/residents/${_id}`, { as })),
      )
      expect(deletions.filter(({ status }) => status === 204)).toHaveLength(12)
      expect(await countOf('residents')).toBe(before)
    })
  })
})
