/** Tests the pages of nights and news with unsaved values, which their forms show. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDraft, createPicture, openTestClub, type TestClub } from '../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../test/support/refusals.ts'
import type { EntityOf } from '../content/shared/resources.ts'
import { SANDBOX_POLICY } from '../http/security-headers.ts'
import { BODY_MAX_BYTES } from '../shared/limits.ts'
import type { Render } from './page-handler.ts'

type Night = EntityOf<'events'>

/** Paths of the rendered pages. */
let rendered: string[] = []

/** A renderer that replaces React Router. Its pages contain the night or news item of their address. */
const render: Render = async (request, reader, { nonce, preview }) => {
  const { pathname } = new URL(request.url)
  rendered.push(pathname)
  const [, folder = '', name = ''] = pathname.split('/').map(decodeURIComponent)
  const night = folder === 'fechas' ? ((await reader.bySlug('/fechas/', name))?.entity ?? null) : null
  const news = folder === 'news' ? await reader.newsByTitle(name) : null
  const page = { pathname, preview: preview ?? null, night, news }
  const text = JSON.stringify(page).replaceAll('<', '\\u003c')
  return new Response(`<!doctype html><script nonce="${nonce}">1</script><pre>${text}</pre>`, {
    headers: { 'Content-Type': 'text/html' },
  })
}

describe('the page of an unsaved item', () => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  let stored: Night
  beforeAll(async () => {
    place = await createDatabase()
    club = await openTestClub(place, { render })
    as = (await club.signIn()).cookie
    const body = { ...(await createDraft('events')), title: 'Guardada', draft: true }
    stored = (await (await club.send('POST', '/api/events', { as, body })).json()) as Night
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })
  beforeEach(() => {
    rendered = []
  })

  const post = (path: string, body: unknown, headers: Record<string, string> = {}, resource = 'events') =>
    club.send('POST', `/api/${resource}/${path}`, { as, body, headers })
  const show = async (path: string, body: object, resource = 'events') => {
    const response = await post(path, body, {}, resource)
    expect(response.status).toBe(200)
    return JSON.parse(/<pre>(.*)<\/pre>/.exec(await response.text())?.[1] ?? '{}') as {
      pathname: string
      preview: unknown
      night: Night
      news: EntityOf<'news'>
    }
  }

  describe('is refused to', () => {
    test('visitors, other sites, unknown nights, incomplete and large bodies, and resources without it', async () => {
      await changesNothing(club, async () => {
        const unsigned = await club.send('POST', `/api/events/${stored._id}/page`, { body: { title: 'x' } })
        await expectProblem(unsigned, 'sign-in-needed')
        await expectProblem(await club.send('POST', '/api/events/new/page', { body: {} }), 'sign-in-needed')
        const foreign = { Origin: 'https://otro.example', 'Sec-Fetch-Site': 'cross-site' }
        await expectProblem(await post('new/page', {}, foreign), 'foreign-origin')
        await expectProblem(await post('nada/page', { title: 'x' }), 'not-found')
        await expectProblem(await post('new/page', { title: 'Sola' }), 'missing-fields', [
          'date',
          'url',
          'flyerLarge',
          'flyerGrid',
        ])
        await expectProblem(await post(`${stored._id}/page`, { ageMin: -1 }), 'invalid-fields', ['ageMin'])
        await expectProblem(
          await post(`${stored._id}/page`, { lineup: [{ role: 'B2B' }] }),
          'missing-fields',
          ['lineup.0.name'],
        )
        const large = { description: 'x'.repeat(BODY_MAX_BYTES) }
        await expectProblem(await post(`${stored._id}/page`, large), 'too-large')
        await expectProblem(await post('new/page', {}, {}, 'residents'), 'unknown-path')
      })
      expect(rendered).toEqual([])
    })
  })

  test('shows the stored night with the changed values, without storing them', async () => {
    await changesNothing(club, async () => {
      const { pathname, preview, night } = await show(`${stored._id}/page`, {
        title: 'Sin guardar',
        lineup: [{ name: 'Mica', from: '01:00' }],
      })
      expect([pathname, preview]).toEqual(['/fechas/2027-03-06-sin-guardar', null])
      expect(night).toMatchObject({
        _id: stored._id,
        title: 'Sin guardar',
        date: stored.date,
        flyerLarge: stored.flyerLarge,
        lineup: [{ name: 'Mica', from: '01:00' }],
      })
    })
    const read = await (await club.send('GET', `/api/events/${stored._id}`, { as })).json()
    expect(read.title).toBe('Guardada')
  })

  test('shows a new night with its picture as sent', async () => {
    const flyerLarge = await createPicture('#a20', 6, 4)
    await changesNothing(club, async () => {
      const body = { ...(await createDraft('events')), flyerLarge, title: 'Nueva' }
      const { night } = await show('new/page', body)
      expect(night).toMatchObject({ title: 'Nueva', flyerLarge, slug: '2027-03-06-nueva' })
    })
  })

  test('shows a stored news item with an unsaved title, and a new one, at their future addresses', async () => {
    const draft = { ...(await createDraft('news')), newsTitle: 'Antes', headline: 'Antes', draft: true }
    const item = (await (
      await club.send('POST', '/api/news', { as, body: draft })
    ).json()) as EntityOf<'news'>
    await changesNothing(club, async () => {
      const change = { newsTitle: 'Ñandú hoy', headline: '¡Ñandú, hoy!' }
      const changed = await show(`${item._id}/page`, change, 'news')
      expect(changed.pathname).toBe(`/news/${encodeURIComponent('Ñandú-hoy')}`)
      expect(changed.news).toMatchObject({ _id: item._id, headline: '¡Ñandú, hoy!', photo: item.photo })
      const photo = await createPicture('#a20', 6, 4)
      const { news } = await show(
        'new/page',
        { ...draft, newsTitle: 'Otra', headline: 'Otra', photo },
        'news',
      )
      expect(news).toMatchObject({ newsTitle: 'Otra', photo })
    })
  })

  test('hides artists before their reveal and shows the former date of a moved night, as visitors will see', async () => {
    const later = new Date(club.clock.now + 3_600_000).toISOString()
    const { night } = await show(`${stored._id}/page`, {
      lineup: [{ name: 'Mica' }, { name: 'Sorpresa', revealAt: later }],
      status: 'rescheduled',
      date: '2027-03-13T23:59',
    })
    expect(night.lineup.map(({ name }) => name)).toEqual(['Mica'])
    expect(night.previousDate).toBe(stored.date)
  })

  test('is not cached and blocks scripts', async () => {
    const response = await post(`${stored._id}/page`, {})
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'content-security-policy': SANDBOX_POLICY,
    })
  })
})
