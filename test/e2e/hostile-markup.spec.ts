/**
 * Stores markup with scripts through the API in every text field. Opens it on the public pages, in the lists, in the editor
 * and in the preview. The Content-Security-Policy is off, so only the sanitiser can stop the scripts.
 */

import { adminPaths } from '../../platform/admin-layout/paths.ts'
import { listFieldsOfKind, listImageFields } from '../../platform/content/shared/fields.ts'
import { getDeclaration, resourceNames } from '../../platform/content/shared/resources.ts'
import { newsPath } from '../../platform/shared/public-paths.ts'
import { xssVectors } from '../support/xss-vectors.ts'
import { createSmallPicture, openScreen, runId, signIn, toDataUrl } from './back-office-helpers.ts'
import { deleteAt, postTo, putTo, readFrom } from './club-api.ts'
import { expect, type Page, test } from './journey.ts'
import { waitUntilReady } from './public-site-helpers.ts'

test.use({ bypassCSP: true })

/**
 * Number of texts that share the attack vectors. A vector with an unclosed element can hide only the vectors of its own
 * text.
 */
const BODIES = 4

/** Word at the start of each text. The test looks for it there, because a vector may hide everything after itself. */
const MARK = 'principio'

const vectors = Object.values(xssVectors).map((html) => html.replaceAll('alert(1)', 'ran()'))

/** Joins as many vectors as fit into a field of `max` characters, from the vector at index `from`. */
const fitVectors = (max: number, from: number): string => {
  let text = ''
  for (const vector of [...vectors.slice(from), ...vectors.slice(0, from)])
    if (text.length + vector.length < max) text += vector
  return text
}

/**
 * Counts calls of `ran()` by stored scripts. Collects dialogs, frames, errors and requests to other hosts in `incidents`.
 */
async function watchScriptsAndRequests(page: Page): Promise<{ ran(): Promise<number>; incidents: string[] }> {
  const incidents: string[] = []
  let ran = 0
  await page.exposeFunction('ran', () => void ran++)
  page.on('dialog', (dialog) => {
    incidents.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (/^https?:$/.test(protocol) && hostname !== '127.0.0.1') incidents.push(request.url())
  })
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) incidents.push(`frame ${frame.url()}`)
  })
  page.on('pageerror', (error) => incidents.push(String(error)))
  return { ran: async () => ran, incidents }
}

test('never runs stored scripts, even without the Content-Security-Policy', async ({ page }) => {
  const { ran, incidents } = await watchScriptsAndRequests(page)
  await signIn(page)
  const created: [string, string][] = []
  const post = (path: string, data: Record<string, unknown>) =>
    postTo<Record<string, string>>(page, `/api/${path}`, data)
  try {
    const photo = toDataUrl(await createSmallPicture('#135'))
    const titles: string[] = []
    for (const resource of resourceNames) {
      const { fields } = getDeclaration(resource)
      for (let index = 0; index < (resource === 'news' ? BODIES : 2); index++) {
        const values = Object.entries(fields).map(([name, field]): [string, unknown] => {
          switch (field.kind) {
            case 'image':
              return [name, photo]
            case 'date':
              return [name, '2039-12-01']
            case 'url':
              return [name, `https://club.example/"onclick="ran()"<img/src=x/onerror=ran()>`]
            case 'title':
              return [name, `hostil ${runId} ${index} ${fitVectors(60, index)}`]
            case 'rich':
              return [
                name,
                `<p>${MARK}</p>${vectors
                  .filter((_, at) => at % BODIES === index)
                  .map((vector) => `<p>x</p>${vector}<p>y ${vector}</p>`)
                  .join('')}`,
              ]
            default:
              return 'max' in field && field.kind !== 'rows' && field.kind !== 'number'
                ? [name, fitVectors(field.max, index * 7)]
                : [name, null]
          }
        })
        const alt = Object.fromEntries(
          listImageFields(getDeclaration(resource)).map((name) => [name, fitVectors(120, index * 3)]),
        )
        const item = await post(resource, { ...Object.fromEntries(values), alt })
        created.push([resource, item._id as string])
        if (resource === 'news') titles.push(item.newsTitle as string)
      }
    }
    const message = await post('mail/sendMail', {
      person: fitVectors(200, 3),
      from: 'ana@club.example',
      body: fitVectors(5_000, 0),
    })
    created.push(['messages', message._id as string])

    await test.step('each vector alone: inserted into a page, read back, and inserted again', async () => {
      await page.goto('/robots.txt')
      const storedTexts: string[] = []
      const [, id] = created.find(([resource]) => resource === 'news') as [string, string]
      const { newsBody } = await readFrom(page, `/api/news/${id}`)
      for (const vector of vectors) {
        const stored = await putTo(page, `/api/news/${id}`, { newsBody: `<p>z</p>${vector}` })
        storedTexts.push(stored.newsBody)
      }
      await putTo(page, `/api/news/${id}`, { newsBody })
      // Control experiment: the same kind of markup runs its script without the sanitiser, so `ran()` does count.
      await page.evaluate(() => {
        document.body.innerHTML = '<img src=/x-that-is-not onerror=ran()>'
      })
      await expect.poll(ran).toBe(1)
      await page.evaluate((texts) => {
        for (const text of texts) {
          const place = document.body.appendChild(document.createElement('div'))
          for (let times = 0; times < 3; times++) place.innerHTML = times === 0 ? text : place.innerHTML
          const whole = new DOMParser().parseFromString(text, 'text/html')
          document.body.append(...document.importNode(whole.body, true).childNodes)
          const svg = document.createElementNS('http://www.w3.org/2000/svg', 'foreignObject')
          document.body.appendChild(svg).innerHTML = text
          for (const link of document.querySelectorAll('a'))
            if (!/^(https?|mailto|tel):/.test(link.protocol)) throw new Error(link.href)
        }
      }, storedTexts)
    })

    await test.step('on the public pages', async () => {
      const paths = ['/', '/news', ...titles.map(newsPath)]
      for (const path of paths) {
        await page.goto(path)
        if (path.startsWith('/news/')) await expect(page.getByText(MARK, { exact: true })).toBeVisible()
      }
      // The stored markup must also stay inert after a followed link.
      await page.goto('/news')
      await waitUntilReady(page)
      await page
        .locator(`a[href="${newsPath(titles.at(-1) as string)}"]`)
        .first()
        .click()
      await expect(page.getByText(MARK, { exact: true })).toBeVisible()
      await waitUntilReady(page)
    })

    await test.step('in the back office', async () => {
      for (const resource of resourceNames) await openScreen(page, getDeclaration(resource).admin.update)
      for (const [resource, id] of created.filter(([name]) => name === 'news')) {
        await openScreen(page, `${getDeclaration(resource as 'news').admin.update}/${id}`)
        await expect(page.frameLocator('iframe').getByText(MARK, { exact: true })).toBeVisible()
      }
      await openScreen(page, '/admin/messages')
      await openScreen(page, `/admin/messages/${message._id}`)
      await openScreen(page, adminPaths.auditLog)
    })

    // The only counted script is that of the control. Delayed scripts had time to run while the pages above loaded.
    // The only frames are those of the previews, one for each form of a news item.
    expect([await ran(), incidents]).toEqual([1, titles.map(() => 'frame about:srcdoc')])
    expect(listFieldsOfKind(getDeclaration('news'), 'rich')).toEqual(['newsBody'])
  } finally {
    for (const [resource, id] of created) await deleteAt(page, `/api/${resource}/${id}`)
  }
})
