/** Tests the list of stored pictures, and pictures that several items share, through HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDraft, createPicture, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import type { Picture } from '../shared/entity-parts.ts'
import type { AnyEntity, ResourceName } from '../shared/resources.ts'
import type { StoredPicture } from '../shared/stored-picture.ts'

const DAY_MS = 86_400_000

describe.each(databases)('stored pictures on $name', ({ create }) => {
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

  const send = (method: string, path: string, body?: unknown) =>
    club.send(method, `/api/${path}`, { as, ...(body !== undefined && { body }) })
  const made = async (resource: ResourceName, change: Record<string, unknown> = {}): Promise<AnyEntity> => {
    club.clock.now += 1000
    const response = await send('POST', resource, { ...(await createDraft(resource)), ...change })
    expect(response.status).toBe(201)
    return (await response.json()) as AnyEntity
  }
  const listed = async (query = '') => {
    const response = await send('GET', `pictures?${query}`)
    expect(response.status).toBe(200)
    return (await response.json()) as StoredPicture[]
  }
  /** Lists the names of the items that `q` finds. */
  const named = async (q: string) =>
    (await listed(new URLSearchParams({ q }).toString())).map(({ name }) => name)

  /** Moves the clock, and signs in again, because the session has ended. */
  async function wait(ms: number) {
    club.clock.now += ms
    const email = `${club.clock.now}@club.example`
    as = (await club.signIn({ email, password: 'una clave bien larga' })).cookie
  }

  test('refuses visitors and queries without meaning', async () => {
    await expectProblem(await club.send('GET', '/api/pictures'), 'sign-in-needed')
    for (const [query, names] of [
      ['limit=0&page=x', ['limit', 'page']],
      ['limit=501', ['limit']],
      [`q=${'a'.repeat(201)}`, ['q']],
      ['undescribed=0', ['undescribed']],
    ] as const)
      await expectProblem(await send('GET', `pictures?${query}`), 'invalid-query', [...names])
  })

  test('refuses as a picture what is not a stored picture', async () => {
    const item = await made('agency')
    const { base, src } = item.images.photo as Picture
    const id = base.slice('/media/'.length)
    const draft = await createDraft('agency')
    await changesNothing(club, async () => {
      for (const photo of [
        `/media/${'0'.repeat(32)}-32.jpg`,
        `${base}-999.jpg`,
        `${base}.mp3`,
        `${base}.mp4`,
        base,
        `/media/../media/${id}-32.jpg`,
        `/media/%2e%2e/${id}-32.jpg`,
        `/media/.removed/${id}-32.jpg`,
        `${src}?x`,
        `${src}\u0000`,
        `https://club.example${src}`,
        `/${src}`,
        '/media/club-id',
        '/etc/passwd',
      ])
        await expectProblem(await send('POST', 'agency', { ...draft, photo }), 'invalid-fields', ['photo'])
    })
  })

  test('are listed once, with the newest item that uses them, the last stored first', async () => {
    const flyer = await createPicture('#102030', 60, 80)
    const first = await made('events', { title: 'Apagón', date: '2024-11-30T23:59', flyerLarge: flyer })
    const alt = { flyerLarge: 'Letras rojas.' }
    const again = await made('events', { title: 'Tránsito', flyerLarge: first.flyerLarge, alt })
    const other = await made('residents', { name: 'Último', photo: await createPicture('#405060') })
    const [last, shared] = await listed()
    expect(last).toMatchObject({ resource: 'residents', item: other._id, field: 'photo', date: null })
    expect(shared).toEqual({
      picture: first.images.flyerLarge,
      resource: 'events',
      item: again._id,
      field: 'flyerLarge',
      name: 'Tránsito',
      date: again.date,
      alt: 'Letras rojas.',
    })
    const all = await listed()
    expect(all.filter(({ picture }) => picture.src === first.flyerLarge)).toHaveLength(1)
    expect(all.map(({ picture }) => picture.src)).not.toContain(first.flyerGrid)

    const page = await send('GET', 'pictures?limit=1&page=2')
    expect(await page.json()).toEqual([shared])
    expect(page.headers.get('X-Total-Count')).toBe(String(all.length))
    expect(page.headers.get('Link')).toContain('</api/pictures?limit=1&page=1>; rel="prev"')

    await send('DELETE', `events/${again._id}`)
    expect((await listed())[1]).toMatchObject({ item: first._id, name: 'Apagón', alt: null })
  })

  test('are found by the words and the date of their item', async () => {
    await made('events', {
      title: 'Ñandú eléctrico',
      date: '2023-05-13T23:59',
      flyerLarge: await createPicture('#708090'),
    })
    await made('news', { newsTitle: 'Reapertura eléctrica', photo: await createPicture('#a0b0c0') })
    expect(await named('nandu ELECTR')).toEqual(['Ñandú eléctrico'])
    expect(await named('electr')).toEqual(['Reapertura eléctrica', 'Ñandú eléctrico'])
    expect(await named('may 2023')).toEqual(['Ñandú eléctrico'])
    expect(await named('electr dic 2023')).toEqual([])
    expect(await named('%_"\'')).toEqual(await named(''))
  })

  test('are undescribed until somebody writes a text or marks them as decorative', async () => {
    const undescribed = async () => (await listed('undescribed=1')).map(({ item }) => item)
    const photo = await createPicture('#d0e0f0')
    const blank = await made('agency', { photo, alt: { photo: '' } })
    const quoting = await made('agency', {
      photo: await createPicture('#0d0e0f'),
      alt: { photo: 'Dice "photo":"" en la pared.' },
    })
    const decorative = await made('agency', { photo: await createPicture('#1d1e1f'), alt: { photo: null } })
    expect(await undescribed()).toEqual([blank._id])
    expect((await listed()).map(({ alt }) => alt)).toEqual(expect.arrayContaining(['', null]))
    // The picture has a text in another item. The item without a text is still listed.
    const described = await made('agency', { photo: blank.photo, alt: { photo: 'Un patio.' } })
    expect((await listed('undescribed=1')).map(({ item, alt }) => [item, alt])).toEqual([[blank._id, '']])
    await send('PUT', `agency/${blank._id}`, { alt: { photo: 'Un patio.' } })
    expect(await undescribed()).toEqual([])
    for (const { _id } of [quoting, decorative, described]) await send('DELETE', `agency/${_id}`)
  })

  test.each(['first', 'second'] as const)(
    'stay when the %s of two items that share them is purged, or gets another picture',
    async (which) => {
      const colour = which === 'first' ? '#135' : '#246'
      const large = await made('events', { flyerLarge: await createPicture(colour, 64, 80) })
      const { src } = large.images.flyerLarge as Picture
      const changed = await made('events', { flyerLarge: src })
      const kept = await made('news', { newsTitle: `Queda ${which}`, photo: src })
      await send('PUT', `events/${changed._id}`, { flyerLarge: await createPicture('#864', 64, 80) })
      const resourceOf = (item: AnyEntity) => (item === kept ? 'news' : 'events')
      const purge = async (item: AnyEntity) => {
        const path = `${resourceOf(item)}/${item._id}`
        await send('DELETE', path)
        expect((await send('DELETE', `trash/${path}`)).status).toBe(204)
      }
      const statusAfterSweep = async () => {
        await wait(2 * DAY_MS)
        await club.images.sweep(club.clock.now)
        return (await club.send('GET', src)).status
      }
      const [purged, left] = which === 'first' ? [large, kept] : [kept, large]
      // The audit log of the changed item also refers to the picture, until the item is purged.
      await purge(changed)
      await purge(purged)
      expect(await statusAfterSweep()).toBe(200)
      const shown = (await (await send('GET', `${resourceOf(left)}/${left._id}`)).json()) as AnyEntity
      expect(Object.values(shown.images).map((picture) => picture?.src)).toContain(src)
      expect((await listed()).map(({ picture }) => picture.src)).toContain(src)
      await purge(left)
      expect(await statusAfterSweep()).toBe(404)
    },
  )
})
