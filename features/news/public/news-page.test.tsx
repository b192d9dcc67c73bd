/** /news with and without news, as visitors receive it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../../test/support/databases.ts'
import { createRenderer } from '../../../test/support/page-renderer.tsx'
import * as newsPage from './news.tsx'

describe('/news', () => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    place = await createDatabase()
    club = await openTestClub(place, {
      render: createRenderer([[/^\/news$/, newsPage]], 'https://club.example'),
    })
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })

  const read = async (): Promise<string> => {
    const response = await club.send('GET', '/news')
    expect(response.status).toBe(200)
    return response.text()
  }
  const findPicture = (html: string) =>
    /<figure class="no-news">.*?<img[^>]*alt="(?<alt>[^"]+)".*?<\/figure>/s.exec(html)

  test('shows the empty-state picture while there are no news, with or without words', async () => {
    const html = await read()
    expect(findPicture(html)?.groups?.alt).toBe('La pista vacía y un solo haz de luz que cae sobre el piso.')
    expect(html).toContain('Todavía no hay novedades.')
    expect(html).not.toContain('news-carousel')
    expect((await club.send('PUT', '/api/site/news', { as, body: { empty: null } })).status).toBe(200)
    const silent = await read()
    expect(findPicture(silent)).not.toBeNull()
    expect(silent).not.toContain('Todavía no hay novedades.')
  })

  test('shows the carousel and no empty-state picture as soon as there is an item', async () => {
    const body = await createDraft('news')
    expect((await club.send('POST', '/api/news', { as, body })).status).toBe(201)
    const html = await read()
    expect(html).toContain('news-carousel')
    expect(html).not.toMatch(/no-news|news-empty/)
  })

  test('lists no item that the carousel begins with', async () => {
    const body = { ...(await createDraft('news')), newsTitle: 'La-segunda', date: '2099-01-01' }
    expect((await club.send('POST', '/api/news', { as, body })).status).toBe(201)
    const [carousel = '', list = ''] = (await read()).split('class="news-list"')
    expect(carousel).toContain('/news/La-segunda')
    expect(list).not.toContain('/news/La-segunda')
    expect(list).toContain('/news/')
  })
})
