/** Tests the pages to which `type` of a problem document leads. */
import { HtmlValidate } from 'html-validate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClub, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../../test/support/databases.ts'
import { type ProblemId, problems, problemType } from '../shared/problems.ts'

let database: TestDatabase
let club: TestClub
beforeAll(async () => {
  database = await createDatabase()
  club = await openTestClub(database)
})
afterAll(async () => {
  await club.stop()
  await database.dispose()
})

describe('the page of a problem', () => {
  test.each(['nothing', 'constructor', '__proto__', 'list-full%00', '%3Cscript%3E', 'x'.repeat(2_000)])(
    'does not exist for %.20s',
    async (id) => {
      const page = await club.send('GET', `/problems/${id}`)
      expect([page.status, page.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8'])
      expect(await page.text()).toMatch(/^<!doctype html>(?!.*<script)/s)
    },
  )

  test.each(Object.keys(problems) as ProblemId[])('explains %s', async (id) => {
    const page = await club.send('GET', problemType(id))
    expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers.get('X-Robots-Tag')).toBe('noindex')
    const html = await page.text()
    expect(html).toContain(`<h1>${problems[id].title}</h1>`)
    expect(html).toContain(`<code>${problemType(id)}</code> · ${problems[id].status}`)
    expect(html).toMatch(/<h2>Qué hacer<\/h2><p>[A-Z][^<]{30,}\.<\/p>/)
    const { results } = await new HtmlValidate({ extends: ['html-validate:standard'] }).validateString(html)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  })

  test('is the one that a refusal names, and lists the calls that answer so', async () => {
    const refusal = await club.send('GET', '/api/news?limit=0')
    const { type } = (await refusal.json()) as { type: string }
    const html = await (await club.send('GET', type)).text()
    expect(html).toContain('<code>GET /api/news</code>')
    expect(html).not.toContain('<code>GET /api/live</code>')
    expect((await club.send('HEAD', type)).status).toBe(200)
  })
})
