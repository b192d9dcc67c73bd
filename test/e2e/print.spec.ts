/** Public pages on paper: a night on one A4 page, everything black on white. */

import { readFrom } from './club-api.ts'
import { expect, type Page, test } from './journey.ts'
import { findLonelyHeadings } from './lonely-headings.ts'
import { fetchFirstNews, publicPages, stubMapTiles } from './public-site-helpers.ts'
import { type SecondClub, startSecondClub } from './second-club.ts'

/** Width and height of A4. PostScript points, rounded */
const A4 = [595, 842]

/** Prints the open page. @returns the size of each sheet. Chromium does not compress the page objects of a PDF */
async function print(page: Page): Promise<number[][]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const sheets = pdf.match(/\/Type \/Page\b/g) ?? []
  const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
  expect(boxes).toHaveLength(sheets.length)
  return boxes.map(([, width, height]) => [Math.round(Number(width)), Math.round(Number(height))])
}

/** Returns the visible texts of the open page that paper does not show in black on white. */
const findPaleTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement
      if (!text.textContent?.trim() || !parent?.checkVisibility({ visibilityProperty: true })) continue
      const { color, fill, fillOpacity } = getComputedStyle(parent)
      const isSvg = parent instanceof SVGElement
      const ink = isSvg ? fill : color
      const isOnBlack = isSvg && parent.closest('.plan') !== null
      if ((ink !== 'rgb(0, 0, 0)' && !isOnBlack) || (isSvg && fillOpacity !== '1'))
        faults.push(`${ink} ${text.textContent.trim().slice(0, 40)}`)
    }
    const backgrounds = [...document.querySelectorAll('*')].filter((element) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(element)
      return backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none'
    })
    return [...faults, ...backgrounds.map((element) => element.outerHTML.slice(0, 80))]
  })

const listSlugs = async (page: Page, origin: string, resource: string): Promise<string[]> => {
  const list = await readFrom(page, `${origin}/api/${resource}`)
  return (Array.isArray(list) ? list : list.data).map(({ slug }: { slug: string }) => slug)
}

test.describe('a night', () => {
  let club: SecondClub
  test.beforeAll(async () => {
    club = await startSecondClub((origin) => ({ SITE_URL: origin }), { isNew: true })
  })
  test.afterAll(() => club.close())

  test('is printed on one A4 page with line-up, prices, address and a QR code of its URL', {
    tag: ['@wcag-1.1.1-site'],
  }, async ({ page }) => {
    const slugs = await listSlugs(page, club.origin, 'events')
    expect(slugs.length).toBeGreaterThan(3)
    for (const slug of slugs)
      for (const path of [`/fechas/${slug}`, `/en/fechas/${slug}`]) {
        const url = club.origin + path
        await page.goto(url)
        const qr = page.getByRole('img', { name: /QR/ })
        await expect(qr).toBeHidden()
        expect(await print(page), path).toEqual([A4])
        await page.emulateMedia({ media: 'print' })
        await expect(page.getByText(url.replace('http://', ''), { exact: true })).toBeVisible()
        await expect(qr).toBeVisible()
        await expect(page.locator('.night-page address').filter({ visible: true })).toHaveCount(1)
        await expect(page.locator('.set-list')).toBeVisible()
        await page.emulateMedia({ media: null })
      }
  })

  test('stays on one page with 40 artists, the longest title and a long description', async ({ page }) => {
    const [slug] = await listSlugs(page, club.origin, 'events')
    await page.goto(`${club.origin}/fechas/${slug}`)
    await page.evaluate(() => {
      const list = document.querySelector('.set-list')
      while (list?.firstElementChild && list.children.length < 40)
        list.append(list.firstElementChild.cloneNode(true))
      const heading = document.querySelector('.night-heading')
      heading?.classList.add('night-heading-small')
      heading?.replaceChildren('Una noche larga '.repeat(10).slice(0, 150))
      const text = document.createElement('section')
      text.className = 'night-text'
      text.textContent = 'Se puede salir al patio, que tiene luna. '.repeat(200)
      document.querySelector('.night-text')?.replaceWith(text)
    })
    expect(await print(page)).toEqual([A4])
    await page.emulateMedia({ media: 'print' })
    const { bottom, last } = await page.evaluate(() => ({
      bottom: document.querySelector('.night-page')?.getBoundingClientRect().bottom ?? 0,
      last:
        document.querySelector('.slot:last-child')?.getBoundingClientRect().bottom ??
        Number.POSITIVE_INFINITY,
    }))
    expect(last).toBeLessThan(bottom)
  })
})

test('prints every public page in black on white', async ({ page }) => {
  await stubMapTiles(page)
  const paths = [
    ...publicPages,
    '/en',
    `/news/${encodeURIComponent((await fetchFirstNews(page)).newsTitle)}`,
    `/fechas/${(await listSlugs(page, '', 'events'))[0]}`,
    `/artistas/${(await listSlugs(page, '', 'residents'))[0]}`,
    `/episodios/${(await listSlugs(page, '', 'episode'))[0]}`,
  ]
  await page.emulateMedia({ media: 'print' })
  const faults: [string, string[]][] = []
  for (const path of paths) {
    await page.goto(path)
    faults.push([path, await findPaleTexts(page)])
  }
  expect(faults.filter(([, found]) => found.length > 0)).toEqual([])
})

test('leaves no heading alone at the foot of a sheet', async ({ page }) => {
  test.setTimeout(240_000)
  await stubMapTiles(page)
  const slugs = async (resource: string) => listSlugs(page, '', resource)
  const [event] = await slugs('events')
  const paths = [
    '/',
    '/history',
    '/culture',
    '/milestones',
    '/contact',
    '/news',
    `/news/${encodeURIComponent((await fetchFirstNews(page)).newsTitle)}`,
    '/fechas',
    `/fechas/${event}`,
    `/en/fechas/${event}`,
    ...[...(await slugs('residents')), ...(await slugs('agency'))].map((slug) => `/artistas/${slug}`),
    `/podcast/${(await slugs('podcast'))[0]}`,
    `/episodios/${(await slugs('episode'))[0]}`,
    '/privacidad',
    '/en',
  ]
  const faults: [string, string[]][] = []
  for (const path of paths) {
    await page.goto(path)
    faults.push([path, await findLonelyHeadings(page)])
  }
  expect(faults.filter(([, found]) => found.length > 0)).toEqual([])
})

test('finds a heading alone at the foot of a sheet', async ({ page }) => {
  await page.goto('/privacidad')
  await page.evaluate(() => {
    const main = document.querySelector('main') as HTMLElement
    main.innerHTML = '<div></div><h2>Solo</h2><p>Texto</p><h2>Junto</h2><p>Texto</p>'
    const [space, text] = ['div', 'p'].map((tag) => main.querySelector(tag) as HTMLElement)
    if (space) space.style.height = '100mm'
    if (text) text.style.breakBefore = 'page'
  })
  expect(await findLonelyHeadings(page)).toEqual(['Solo'])
})
