/** Tests publication through HTTP: drafts, times, lists by state. No answer reveals a hidden item. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import type { AuditLogEntry } from '../shared/audit-log-answers.ts'
import { type AnyEntity, getDeclaration, type ResourceName, resourceNames } from '../shared/resources.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND

describe.each(databases)('publication on $name', ({ create }) => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    place = await create()
    club = await openTestClub(place, { env: { SITE_URL: 'https://club.example' } })
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })

  const at = (milliseconds: number) => new Date(club.clock.now + milliseconds).toISOString()
  const get = (path: string, headers: Record<string, string> = {}) => club.send('GET', path, { headers })
  const own = (path: string) => club.send('GET', path, { as })
  const post = async (resource: ResourceName, change: object, words?: string) =>
    club.send('POST', `/api/${resource}`, {
      as,
      body: { ...(await createDraft(resource, words)), ...change },
    })
  const put = (resource: ResourceName, id: string, body: object) =>
    club.send('PUT', `/api/${resource}/${id}`, { as, body })
  const made = async (resource: ResourceName, change: object, words?: string): Promise<AnyEntity> => {
    const response = await post(resource, change, words)
    expect(response.status).toBe(201)
    return (await response.json()) as AnyEntity
  }
  const getItems = async (resource: ResourceName, response: Response): Promise<AnyEntity[]> => {
    const body = await response.json()
    return getDeclaration(resource).envelope === 'array' ? body : body.data
  }
  const listed = async (resource: ResourceName, query = '', cookie?: string) => {
    const path = `/api/${resource}?limit=500${query}`
    const response = await club.send('GET', path, cookie ? { as: cookie } : {})
    expect(response.status).toBe(200)
    const ids = (await getItems(resource, response)).map(({ _id }) => _id)
    expect(response.headers.get('X-Total-Count')).toBe(String(ids.length))
    return ids
  }
  const inState = (resource: ResourceName, state: string) => listed(resource, `&state=${state}`, as)

  describe('refusals', () => {
    test.each<[string, unknown]>([
      ['draft', 'sí'],
      ['draft', 1],
      ['publishAt', '2026-11-28'],
      ['publishAt', '2026-11-28T20:00'],
      ['publishAt', '2026-02-30T20:00Z'],
      ['publishAt', '9999-12-31T23:59:00-14:00'],
      ['publishAt', '2026-11-28T20:00Z'.padEnd(100_000)],
      ['unpublishAt', 1_800_000_000_000],
      ['unpublishAt', { $gt: 0 }],
    ])('refuses an invalid %s (%#), and changes nothing', async (field, value) => {
      const item = await made('residents', {})
      await changesNothing(club, async () => {
        await expectProblem(await post('residents', { [field]: value }), 'invalid-fields', [field])
        await expectProblem(await put('residents', item._id, { [field]: value }), 'invalid-fields', [field])
      })
    })

    test('refuses an end that is not after the start, also when one of them is stored', async () => {
      const item = await made('residents', { publishAt: at(HOUR) })
      const draft = await made('residents', { draft: true, unpublishAt: at(-HOUR) })
      await changesNothing(club, async () => {
        for (const end of [at(HOUR), at(0)]) {
          await expectProblem(
            await post('residents', { publishAt: at(HOUR), unpublishAt: end }),
            'invalid-fields',
            ['unpublishAt'],
          )
          await expectProblem(await put('residents', item._id, { unpublishAt: end }), 'invalid-fields', [
            'unpublishAt',
          ])
        }
        // If the draft were published now, its end would be before its start.
        await expectProblem(await put('residents', draft._id, { draft: false }), 'invalid-fields', [
          'unpublishAt',
        ])
      })
    })

    test('refuses lists by state for visitors, and an invalid state', async () => {
      for (const state of ['all', 'draft', 'published']) {
        await expectProblem(await get(`/api/news?state=${state}`), 'sign-in-needed')
        await expectProblem(
          await club.send('GET', `/api/news?state=${state}`, { as: 'session=x' }),
          'sign-in-needed',
        )
      }
      await expectProblem(await own('/api/news?state=binned'), 'invalid-query', ['state'])
    })

    test('refuses a draft without required fields', async () => {
      await expectProblem(
        await club.send('POST', '/api/news', { as, body: { draft: true } }),
        'missing-fields',
        ['newsTitle', 'photo', 'date', 'newsDescription', 'newsBody'],
      )
    })
  })

  test('publishes at once by default, accepts time zones, and treats empty values as absent', async () => {
    const plain = await made('residents', {})
    expect(plain).toMatchObject({ draft: false, publishAt: null, unpublishAt: null })
    const timed = await made('residents', {
      publishAt: '2020-01-01T00:00-03:00',
      draft: ' ',
      unpublishAt: '',
    })
    expect(timed).toMatchObject({ draft: false, publishAt: '2020-01-01T03:00:00.000Z', unpublishAt: null })
    const same = await put('residents', timed._id, { publishAt: ' ', draft: null })
    expect([same.headers.get('ETag'), await same.json()]).toEqual(['"1"', timed])
    const cleared = await put('residents', timed._id, { publishAt: null })
    expect(await cleared.json()).toMatchObject({ publishAt: null })
    // The response of GET is a valid body of PUT.
    expect((await put('residents', timed._id, timed)).status).toBe(200)
  })

  test.each(resourceNames)(
    'shows %s in the lists, counts and pages of every state that they pass',
    async (resource) => {
      const item = await made(resource, { draft: true }, 'Escondida')
      const path = `/api/${resource}/${item._id}`
      const before = await listed(resource)

      const expectState = async (state: string) => {
        const isShown = state === 'published'
        expect([state, (await listed(resource)).includes(item._id)]).toEqual([state, isShown])
        if (!isShown) {
          await expectProblem(await get(path), 'not-found')
          expect((await (await own(path)).json())._id).toBe(item._id)
        } else expect((await get(path)).status).toBe(200)
        expect((await own(path)).headers.get('Cache-Control')).toBe('private, no-store')
        for (const one of ['draft', 'scheduled', 'ended', 'published'])
          expect([one, (await inState(resource, one)).includes(item._id)]).toEqual([one, one === state])
        expect(await inState(resource, 'all')).toContain(item._id)
        const searched = await listed(resource, '&q=Escondida')
        if (resource !== 'events') expect(searched.includes(item._id)).toBe(isShown)
      }

      await expectState('draft')
      await put(resource, item._id, { draft: false, publishAt: at(HOUR) })
      await expectState('scheduled')
      expect(await listed(resource)).toEqual(before)
      club.clock.now += HOUR - 1
      await expectState('scheduled')
      club.clock.now += 1
      await expectState('published')
      await put(resource, item._id, { unpublishAt: at(SECOND) })
      await expectState('published')
      club.clock.now += SECOND
      await expectState('ended')
      await put(resource, item._id, { unpublishAt: null })
      await expectState('published')
      await put(resource, item._id, { draft: true })
      await expectState('draft')
      expect(await listed(resource)).toEqual(before)
    },
  )

  test('publishes a former draft from now on, as the newest item', async () => {
    const item = await made('agency', { draft: true })
    club.clock.now += HOUR
    const other = await made('agency', {})
    club.clock.now += HOUR
    const published = (await (await put('agency', item._id, { draft: false })).json()) as AnyEntity
    expect(published.publishAt).toBe(at(0))
    expect((await listed('agency')).slice(0, 2)).toEqual([item._id, other._id])
    const timed = await made('agency', { draft: true, publishAt: at(-5 * HOUR) })
    const kept = (await (await put('agency', timed._id, { draft: false })).json()) as AnyEntity
    expect(kept.publishAt).toBe(timed.publishAt)
  })

  test('answers for a hidden item exactly as for a missing one', async () => {
    const item = await made('news', { draft: true, newsTitle: 'Nadie me ve' })
    const answers = async (paths: string[]) =>
      Promise.all(
        paths.map(async (path) => {
          const response = await get(path)
          const headers = Object.fromEntries(response.headers)
          const body = (await response.text())
            .replace(/"requestId":"[^"]*"/, '')
            .replace(/"instance":"[^"]*"/, '')
          return [response.status, { ...headers, 'x-request-id': '' }, body]
        }),
      )
    const none = '01999999-0000-7000-8000-000000000000'
    expect(
      await answers([`/api/news/${item._id}`, '/api/news/title/Nadie-me-ve', `/share/news/${item._id}.jpg`]),
    ).toEqual(await answers([`/api/news/${none}`, '/api/news/title/Nadie-me-vio', `/share/news/${none}.jpg`]))
  })

  test('reserves the title of a draft, without redirects from titles that visitors never saw', async () => {
    const item = await made('news', { draft: true, newsTitle: 'Secreto uno' })
    await expectProblem(await post('news', { newsTitle: 'secreto uno' }), 'title-taken', ['newsTitle'])
    await put('news', item._id, { newsTitle: 'Secreto dos' })
    await put('news', item._id, { draft: false })
    await expectProblem(await get('/api/news/title/Secreto-uno'), 'not-found')
    expect((await get('/api/news/title/Secreto-dos')).status).toBe(200)
    // The item was visible, was hidden and renamed, and is shown again.
    await put('news', item._id, { draft: true })
    await put('news', item._id, { newsTitle: 'Secreto tres' })
    await expectProblem(await get('/api/news/title/Secreto-dos'), 'not-found')
    await put('news', item._id, { draft: false })
    const moved = await get('/api/news/title/Secreto-dos')
    expect([moved.status, moved.headers.get('Location')]).toEqual([301, '/api/news/title/Secreto-tres'])
    const again = await made('news', { newsTitle: 'Secreto dos' })
    expect(((await (await get('/api/news/title/Secreto-dos')).json()) as AnyEntity)._id).toBe(again._id)
  })

  test('changes cached pages, lists and feeds at the exact second, without a write', async () => {
    const title = 'A su hora'
    await made('news', {
      newsTitle: title,
      date: '2999-01-01',
      publishAt: at(HOUR),
      unpublishAt: at(2 * HOUR),
    })
    const shows = async () => {
      const paths = ['/news', '/api/news', '/api/news?limit=1', '/feed.xml', '/sitemap.xml']
      const texts = await Promise.all(paths.map(async (path) => (await get(path)).text()))
      return texts.map((text) => /A[- ]su[- ]hora/.test(text))
    }
    const etag = (await get('/api/news')).headers.get('ETag') as string
    const all = (is: boolean) => Array<boolean>(5).fill(is)
    expect(await shows()).toEqual(all(false))
    club.clock.now += HOUR - 1
    expect(await shows()).toEqual(all(false))
    expect((await get('/api/news', { 'If-None-Match': etag })).status).toBe(304)
    club.clock.now += 1
    expect((await get('/api/news', { 'If-None-Match': etag })).status).toBe(200)
    expect(await shows()).toEqual(all(true))
    club.clock.now += HOUR
    expect(await shows()).toEqual(all(false))
  })

  test('does not reveal hidden items by the time of the last change', async () => {
    const lastmod = async () => /<lastmod>[^<]*/.exec(await (await get('/sitemap.xml')).text())?.[0]
    const before = await lastmod()
    club.clock.now += HOUR
    const item = await made('residents', { draft: true })
    club.clock.now += HOUR
    await club.send('DELETE', `/api/residents/${item._id}`, { as })
    expect(await lastmod()).toBe(before)
  })

  test('is in the audit log, stays in the trash, and is not changed by restoring a version', async () => {
    const item = await made('residents', { name: 'Primero' })
    const publishAt = '2027-03-06T23:00:00.000Z'
    await put('residents', item._id, { name: 'Segundo', draft: true, publishAt })
    const [entry] = (await (await own(`/api/history?item=${item._id}`)).json()) as AuditLogEntry[]
    expect(entry?.changes.map(({ field, label, before, after }) => [field, label, before, after])).toEqual([
      ['name', 'Nombre', 'Primero', 'Segundo'],
      ['draft', 'Borrador', 'No', 'Sí'],
      ['publishAt', 'Se publica', null, '2027-03-06T20:00'],
    ])
    const reverted = await club.send('POST', `/api/history/${entry?._id}/restore`, { as, body: {} })
    expect(await reverted.json()).toMatchObject({ name: 'Primero', draft: true, publishAt })
    await club.send('DELETE', `/api/residents/${item._id}`, { as })
    expect(await inState('residents', 'all')).not.toContain(item._id)
    await club.send('POST', '/api/trash/restore', { as, body: { resource: 'residents', ids: [item._id] } })
    expect(await inState('residents', 'draft')).toContain(item._id)
    await expectProblem(await get(`/api/residents/${item._id}`), 'not-found')
  })
})
