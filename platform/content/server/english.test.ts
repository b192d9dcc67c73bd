/** Tests English fields: they have the same validation, versions, trash and delayed reveal as the Spanish ones. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDraft, openTestClub, type TestClub, withoutShare } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import type { SiteSettings } from '../../settings/shared/site-settings.ts'
import type { AuditLogEntry } from '../shared/audit-log-answers.ts'
import { type EntityOf, resources } from '../shared/resources.ts'

type Night = EntityOf<'events'>

/** Value of `en` when nothing is translated. */
const NOTHING = Object.fromEntries(
  Object.keys(resources.events.fields).flatMap((name) =>
    name.startsWith('en.') ? [[name.slice(3), null]] : [],
  ),
)

describe.each(databases)('English fields on $name', ({ create }) => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  let night: Night
  beforeAll(async () => {
    place = await create()
    club = await openTestClub(place)
    as = (await club.signIn()).cookie
    night = await made({ title: 'Noche de los fardos', description: '<p>Una pista.</p>' })
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })

  const send = (method: string, path: string, body?: unknown) =>
    club.send(method, `/api/${path}`, { as, body })
  const made = async (change: object): Promise<Night> => {
    const response = await send('POST', 'events', { ...(await createDraft('events')), ...change })
    expect(response.status).toBe(201)
    return (await response.json()) as Night
  }
  const changed = async (id: string, change: object): Promise<Night> => {
    const response = await send('PUT', `events/${id}`, change)
    expect(response.status).toBe(200)
    return (await response.json()) as Night
  }
  const put = async <G extends keyof SiteSettings>(group: G, body: object): Promise<SiteSettings[G]> => {
    const response = await send('PUT', `site/${group}`, body)
    expect(response.status).toBe(200)
    return (await response.json()) as SiteSettings[G]
  }
  const read = async (path: string) => (await club.send('GET', `/api/${path}`)).json()
  const entries = async (query: string) =>
    (await send('GET', `history?${query}`)).json() as Promise<AuditLogEntry[]>

  test.each<[string, unknown, string]>([
    ['no object', 'Night of the bales', 'en'],
    ['a list', ['Night of the bales'], 'en'],
    ['a number for a text', { title: 7 }, 'en.title'],
    ['an object for a text', { title: { $gt: '' } }, 'en.title'],
    ['a title that is too long', { title: 'x'.repeat(151) }, 'en.title'],
    ['a title of a megabyte', { title: 'x'.repeat(1_000_000) }, 'en.title'],
    ['a note that is too long', { statusNote: 'x'.repeat(201) }, 'en.statusNote'],
    ['a text of a megabyte', { description: `<p>${'x'.repeat(1_000_000)}</p>` }, 'en.description'],
    [
      'a text that escaping makes too long',
      { description: `<p>${'<'.repeat(150_000)}</p>` },
      'en.description',
    ],
  ])('refuses %s, as in Spanish fields', async (_, en, field) => {
    const ways = [
      ['PUT', `events/${night._id}`, { en }],
      ['POST', 'events', { ...(await createDraft('events')), en }],
    ] as const
    for (const [method, path, body] of ways)
      await changesNothing(club, async () => {
        const { errors } = await expectProblem(await send(method, path, body), 'invalid-fields')
        expect(errors?.map((error) => error.field)).toEqual([field])
      })
  })

  test('ignores unknown names', async () => {
    const body = JSON.parse('{"en": {"subtitle": "x", "date": "2020-01-01", "__proto__": {"title": "x"}}}')
    expect(await changed(night._id, body)).toEqual(night)
  })

  test('is null by default, and an empty text counts as null', async () => {
    expect(night.en).toEqual(NOTHING)
    expect((await changed(night._id, { en: { title: ' ', description: '<p></p>' } })).en).toEqual(NOTHING)
    expect((await changed(night._id, { en: {} })).en).toEqual(NOTHING)
  })

  test('merges by field, and null clears one field or all', async () => {
    const one = await made({ en: { title: 'One', statusNote: 'Doors an hour later.' } })
    expect(one.en).toEqual({ ...NOTHING, title: 'One', statusNote: 'Doors an hour later.' })
    expect((await changed(one._id, { en: { title: 'Two' } })).en).toMatchObject({
      title: 'Two',
      statusNote: 'Doors an hour later.',
    })
    expect((await changed(one._id, { title: 'Otra' })).en.title).toBe('Two')
    expect((await changed(one._id, { en: { statusNote: null } })).en).toEqual({ ...NOTHING, title: 'Two' })
    expect((await changed(one._id, { en: null })).en).toEqual(NOTHING)
    // The response of GET is a valid body of PUT.
    const same = (await read(`events/${one._id}`)) as Night
    expect(withoutShare(await changed(one._id, same))).toEqual(same)
  })

  test('sanitizes rich text, keeps plain text, and makes addresses from the Spanish title', async () => {
    const { en, slug } = await changed(night._id, {
      en: {
        title: '<b>Night</b> of the bales',
        description: '<p onclick="x()">One <em>floor</em>.<script>alert(1)</script></p>',
      },
    })
    expect(en.title).toBe('<b>Night</b> of the bales')
    expect(en.description).toBe('<p>One <em>floor</em>.</p>')
    expect(slug).toContain('noche-de-los-fardos')
  })

  test('has versions per field, returns from the trash with its item, and can be restored', async () => {
    const one = await made({ en: { title: 'Before' } })
    await changed(one._id, { en: { title: 'After', description: '<p>New.</p>' } })
    const [entry] = await entries(`resource=events&item=${one._id}`)
    expect(entry?.changes).toEqual([
      expect.objectContaining({ field: 'en.title', before: 'Before', after: 'After' }),
      expect.objectContaining({ field: 'en.description', before: null, after: 'New.' }),
    ])
    const restored = await send('POST', `history/${entry?._id}/restore`, { to: 'before' })
    expect(restored.status).toBe(200)
    expect(((await restored.json()) as Night).en).toEqual({ ...NOTHING, title: 'Before' })
    await send('DELETE', `events/${one._id}`)
    const back = await send('POST', 'trash/restore', { resource: 'events', ids: [one._id] })
    expect(back.status).toBe(200)
    expect(((await read(`events/${one._id}`)) as Night).en.title).toBe('Before')
  })

  test('reports a conflict when two administrators change the two languages of a title', async () => {
    const one = await made({ title: 'Uno' })
    const { headers } = await send('GET', `events/${one._id}`)
    const seen = { 'If-Match': headers.get('ETag') as string }
    const first = await club.send('PUT', `/api/events/${one._id}`, {
      as,
      body: { en: { title: 'One' } },
      headers: seen,
    })
    expect(first.status).toBe(200)
    const second = await club.send('PUT', `/api/events/${one._id}`, {
      as,
      body: { title: 'Otro' },
      headers: seen,
    })
    await expectProblem(second, 'edited-meanwhile')
  })

  test('finds an item by its English words, for visitors only while it is visible', async () => {
    const word = 'haystackzz'
    const one = await made({ en: { description: `<p>${word}</p>` }, draft: true })
    const found = async () =>
      ((await read(`events?q=${word}`)) as { data: Night[] }).data.map(({ _id }) => _id)
    expect(await found()).toEqual([])
    await expectProblem(await club.send('GET', `/api/events/${one._id}`), 'not-found')
    await changed(one._id, { draft: false })
    expect(await found()).toEqual([one._id])
  })

  describe('English fields of settings groups', () => {
    test.each<[keyof SiteSettings, string, object]>([
      ['home', 'en', { en: 'Hello' }],
      ['home', 'en.meta', { en: { meta: 'Title' } }],
      ['home', 'en.podcast', { en: { podcast: 'x'.repeat(201) } }],
      ['identity', 'en.founder.quote', { en: { founder: { quote: ['x'] } } }],
      ['culture', 'values.0.titleEn', { values: [{ title: 'Uno', titleEn: 'x'.repeat(101) }] }],
      ['culture', 'values.0.textEn', { values: [{ title: 'Uno', textEn: 7 }] }],
    ])('refuses in the group %s a wrong %s', async (group, field, body) => {
      await changesNothing(club, async () => {
        const { errors } = await expectProblem(await send('PUT', `site/${group}`, body), 'invalid-fields')
        expect(errors?.map((error) => error.field)).toEqual([field])
      })
    })

    test('merges by key at any depth, null clears all of it, and DELETE restores the defaults', async () => {
      const before = (await read('site/home')) as SiteSettings['home']
      expect(before.en.podcast).toContain('One hour')
      const after = await put('home', { en: { meta: { title: 'Techno, {club}' } } })
      expect(after.en).toEqual({ ...before.en, meta: { ...before.en.meta, title: 'Techno, {club}' } })
      const emptied = await put('home', { en: null })
      expect(emptied.en.podcast).toBeNull()
      expect(emptied.en.meta).toEqual({ title: null, description: null })
      expect(emptied.podcast).toBe(before.podcast)
      expect(((await (await send('DELETE', 'site/home')).json()) as SiteSettings['home']).en).toEqual(
        before.en,
      )
    })

    test('removes the default English text after a change of its Spanish text, as the audit log shows', async () => {
      const before = (await read('site/footer')) as SiteSettings['footer']
      const after = await put('footer', { farewell: 'Chau.' })
      expect(after.en).toEqual({ ...before.en, farewell: null })
      expect(((await read('site/footer')) as SiteSettings['footer']).en).toEqual(after.en)
      const [entry] = await entries('resource=site&item=footer')
      expect(entry?.changes.map(({ field }) => field)).toEqual(['farewell', 'en.farewell'])
      // A new English text stays when the Spanish text changes afterwards.
      await put('footer', { en: { farewell: before.en.farewell } })
      expect((await put('footer', { farewell: 'Hasta luego.' })).en).toEqual(before.en)
      await send('DELETE', 'site/footer')
    })

    test('removes the default English text of a changed row, and keeps that of other rows', async () => {
      const { values } = (await read('site/culture')) as SiteSettings['culture']
      const changedRows = values.map((row, index) => (index === 0 ? { ...row, title: 'Otra regla' } : row))
      const after = await put('culture', { values: changedRows })
      expect(after.values.map(({ titleEn }) => titleEn === null)).toEqual([true, false, false, false])
      expect(after.values[0]?.textEn).toBe(values[0]?.textEn)
      await send('DELETE', 'site/culture')
    })
  })
})
