/** The page of a news item, as visitors receive it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../../test/support/databases.ts'
import { createRenderer } from '../../../test/support/page-renderer.tsx'
import * as article from './article.tsx'

describe('a news item', () => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    place = await createDatabase()
    club = await openTestClub(place, {
      render: createRenderer([[/^\/news\/(?<title>[^/]+)$/, article]], 'https://club.example'),
    })
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })

  const long = 'Abrimos un patio con treinta parrillas. '.repeat(12).trim()
  test.each([
    ['of its own', 'Lo que pasó el sábado.', `<p>${long}</p>`, true],
    [
      'that is the whole first paragraph',
      'Abrimos un patio.',
      '<p>Abrimos un patio.</p><p>Y más.</p>',
      false,
    ],
    ['that is the beginning of the first paragraph', null, `<p>${long}</p>`, false],
  ])('prints a description %s at most once', async (_, description, newsBody, hasLead) => {
    const proposed = `${long.slice(0, long.lastIndexOf(' ', 199))}…`
    const body = { ...(await createDraft('news')), newsDescription: description ?? proposed, newsBody }
    const { newsTitle } = await (await club.send('POST', '/api/news', { as, body })).json()
    const html = await (await club.send('GET', `/news/${newsTitle}`)).text()
    expect(html.includes('article-lead')).toBe(hasLead)
  })
})
