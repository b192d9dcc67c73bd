/** Pencils of administrators on public pages. Each opens the form at the field of its text, or the item of its card. */

import { settingsFormPath } from '../../platform/settings/shared/settings-names.ts'
import {
  createSmallPicture,
  findAxeViolations,
  findSettingsPages,
  signIn,
  toDataUrl,
} from './back-office-helpers.ts'
import { postTo, putTo, readFrom } from './club-api.ts'
import { test as base, expect, type Page } from './journey.ts'
import { waitUntilReady } from './public-site-helpers.ts'
import { startSecondClub } from './second-club.ts'

const test = base.extend<object, { club: { origin: string } }>({
  club: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const { origin, close } = await startSecondClub({ DEMO: '0' })
      await use({ origin })
      await close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ club }, use) => use(club.origin),
})

test.use({ actionTimeout: 20_000, contextOptions: { reducedMotion: 'reduce' } })

/** The script of the pencils. */
const PENCILS = '**/pencils-*.js'

/** Pages that show settings. */
const PAGES = ['/', '/history', '/culture', '/milestones', '/news', '/fechas']

/** Fields that no page shows as text: they are values, or texts for search engines and pictures. */
const NOT_SHOWN =
  /^(meta|en\.meta|position|images|updatedAt|timeZone|telephone|whatsapp|podcastOwner)\b|:(_id|key|value|picture|alt|altEn)$/

type Group = Record<string, unknown>

const isObject = (value: unknown): value is Group => typeof value === 'object' && value !== null

/** Replaces each text by one that names its field. @returns the targets of these texts too, by text */
function nameTexts(group: Group, name: string): { body: Group; targets: Map<string, string> } {
  const targets = new Map<string, string>()
  const mark = (path: string): string => {
    const text = `Letra ${name} ${path.replace(/[.:]/g, ' ')} fin`.slice(-79)
    targets.set(text, path)
    return text
  }
  const replace = (value: unknown, path: string): unknown => {
    if (NOT_SHOWN.test(path)) return value
    if (Array.isArray(value))
      return value.map((row: Group) =>
        Object.fromEntries(
          Object.entries(row).map(([column, each]) => [
            column,
            replace(each, `${path}:${row._id}:${column}`),
          ]),
        ),
      )
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([key, each]) => [key, replace(each, path ? `${path}.${key}` : key)]),
      )
    return typeof value === 'string' || value === null ? mark(path) : value
  }
  return { body: replace(group, '') as Group, targets }
}

/** Returns the pencils of a page as text and address, once the script has added them. */
async function readPencils(page: Page): Promise<string[]> {
  await expect(page.locator('a.pencil').first()).toBeAttached()
  return page.locator('a.pencil').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
}

test('loads no pencils for visitors', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto('/culture')
  await waitUntilReady(page)
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter((url) => url.includes('pencils'))).toEqual([])
  await expect(page.locator('a.pencil')).toHaveCount(0)
})

test('puts a pencil beside every text of the settings', { tag: '@main' }, async ({ page }) => {
  await signIn(page)
  const groups = [
    'identity',
    'contact',
    'home',
    'history',
    'culture',
    'milestones',
    'news',
    'visit',
    'footer',
  ] as const
  const expected = new Map<string, string>()
  for (const name of groups) {
    const { updatedAt: _, images: __, ...group } = await readFrom(page, `/api/site/${name}`)
    const { body, targets } = nameTexts(group, name)
    await putTo(page, `/api/site/${name}`, body)
    for (const [text, path] of targets) expected.set(text, `${settingsFormPath(name)}?campo=${path}`)
  }
  const seen = new Set<string>()
  const ofFeatures = await findSettingsPages()
  const inEnglish = ['', '/culture', '/fechas', ...ofFeatures].map((path) => `/en${path}`)
  for (const path of [...PAGES, ...ofFeatures, ...inEnglish]) {
    await page.goto(path)
    await waitUntilReady(page)
    const pencils = (await readPencils(page)).map((href) => decodeURIComponent(href).replace(/&desde=.*/, ''))
    const text = (await page.locator('main, footer').allTextContents()).join('\n')
    const shown = [...expected].filter(([words]) => text.includes(words))
    for (const [words] of shown) seen.add(words)
    const missing = shown.filter(([, target]) => !pencils.includes(target)).map(([words]) => words)
    expect([path, missing]).toEqual([path, []])
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)]).toEqual([
      path,
      true,
    ])
  }
  // Almost all texts are on these pages. The others need content, such as a text below the title of the podcasts.
  expect(seen.size).toBeGreaterThan(expected.size * 0.7)
})

test('opens exactly the field, also within rows, English groups and editors', async ({ page }) => {
  await signIn(page)
  const picture = toDataUrl(await createSmallPicture('#246'))
  const news = {
    newsTitle: 'Con lapiz',
    newsDescription: 'Una bajada.',
    newsBody: '<p>Un texto largo.</p>',
    date: '2026-05-01',
  }
  await postTo(page, '/api/news', { ...news, photo: picture })
  const night = {
    date: '2031-05-03T23:30',
    url: 'https://entradas.example/x',
    title: 'Noche del lapiz',
    flyerLarge: picture,
    flyerGrid: picture,
    lineup: [{ name: 'Mica Oyola' }, { name: 'Dos Ríos' }],
  }
  const { slug } = await postTo(page, '/api/events', night)
  const { slogans } = await readFrom(page, '/api/site/identity')
  const { values } = await readFrom(page, '/api/site/culture')
  const open = async (path: string, label: string) => {
    await page.goto(path)
    await waitUntilReady(page)
    const pencil = page.locator(
      `a.pencil[aria-label="Editar: ${label}"], a.pencil[aria-label="Edit: ${label}"]`,
    )
    await pencil.first().focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/campo=/)
  }
  const expectField = async (value: string) => {
    await expect(page.locator(':focus')).toHaveValue(value)
    await expect(page.locator(':focus')).toBeInViewport()
  }

  await open('/', slogans[0].text)
  await expectField(slogans[0].text)
  await open('/culture', values[2].title)
  await expectField(values[2].title)
  await expect(page.locator('.rows-row', { has: page.locator(':focus') })).toHaveAttribute(
    'data-row',
    values[2]._id,
  )
  const { lead, en } = await readFrom(page, '/api/site/contact')
  await open('/contact', lead.slice(0, 60))
  await expectField(lead)
  await open('/en/contact', en.lead.slice(0, 60))
  await expectField(en.lead)
  await open('/news/Con-lapiz', 'Una bajada.')
  await expectField('Una bajada.')
  await open('/news/Con-lapiz', 'Un texto largo.')
  await expect(page.locator('[contenteditable=true]:focus')).toHaveText('Un texto largo.')
  await open(`/fechas/${slug}`, 'Dos Ríos')
  await expectField('Dos Ríos')
  // A list opens the form of the item.
  await open('/fechas', 'Noche del lapiz')
  await expectField('Noche del lapiz')
  await page.getByRole('link', { name: 'Volver a la página' }).click()
  await expect(page).toHaveURL('/fechas')
})

/** Creates two nights of one artist, and a news item. @returns the paths of their pages and forms */
async function createContent(page: Page) {
  const picture = toDataUrl(await createSmallPicture('#246'))
  const send = (resource: string, data: Group) =>
    postTo<Record<string, string>>(page, `/api/${resource}`, data)
  const artist = await send('residents', {
    name: `Tota Vera ${suffix()}`,
    pressKit: 'https://kit.example/tota',
    photo: picture,
  })
  const createNight = (title: string, date: string, change: Group) =>
    send('events', {
      title,
      date,
      url: 'https://entradas.example/x',
      flyerLarge: picture,
      flyerGrid: picture,
      lineup: [{ artist: { resource: 'residents', _id: artist._id } }, { name: 'Dos Ríos' }],
      ...change,
    })
  const first = await createNight(`Primera ${suffix()}`, '2031-06-03T23:30', {})
  const second = await createNight(`Segunda ${suffix()}`, '2031-06-10T23:30', { status: 'cancelled' })
  const news = await send('news', {
    newsTitle: `Nueva sala ${suffix()}`,
    newsDescription: 'Abrimos una sala.',
    newsBody: '<p>Otro texto.</p>',
    date: '2026-05-02',
    photo: picture,
  })
  return { artist, first, second, news }
}

let count = 0
const suffix = (): string => `${Date.now().toString(36)}${count++}`

test('gives each card one pencil, which opens the item of the card', { tag: '@main' }, async ({ page }) => {
  await signIn(page)
  const { artist, first, second } = await createContent(page)
  const form = (id: string | undefined) => `/admin/events/updateevents/${id}?campo=title`
  const readCard = async (title = ''): Promise<string[]> => {
    const card = page.locator('article, li').filter({ hasText: title }).last()
    await expect(card.locator('a.pencil').first()).toBeAttached()
    const pencils = card.locator('a.pencil')
    return pencils.evaluateAll((links) =>
      links.map((link) => (link.getAttribute('href') ?? '').replace(/&desde=.*/, '')),
    )
  }
  // Both nights have the same names in their line-ups.
  await page.goto(`/fechas/${first.slug}`)
  expect(await readCard(second.title)).toEqual([form(second._id)])
  const slot = page.locator('.slot', { hasText: artist.name ?? '' })
  await expect(slot.locator('a.pencil')).toHaveAttribute('href', new RegExp(`${first._id}.campo=lineup`))
  for (const path of ['/', '/en', '/fechas', '/en/fechas', `/artistas/${artist.slug}`]) {
    await page.goto(path)
    expect([path, await readCard(second.title)]).toEqual([path, [form(second._id)]])
  }
})

test('covers and moves no text, and has targets of 44 px where there is room', { tag: '@main' }, async ({
  page,
}) => {
  await signIn(page)
  const { artist, first, news } = await createContent(page)
  const paths = ['/', '/fechas', `/fechas/${first.slug}`, `/artistas/${artist.slug}`, '/news']
  paths.push(...(await findSettingsPages()))
  for (const width of [360, 390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    for (const path of [...paths, `/news/${news.newsTitle}`, '/culture', '/history', '/milestones']) {
      const open = async () => {
        await page.goto(path)
        await waitUntilReady(page)
        await expect(page.locator('.far:not([data-drawn])')).toHaveCount(0)
        await page.evaluate(async () => void (await document.fonts.ready))
      }
      await page.route(PENCILS, (route) => route.abort())
      await open()
      const lines = await listLines(page)
      await page.unroute(PENCILS)
      await open()
      await readPencils(page)
      await expect
        .poll(async () => findMoved(lines, await listLines(page)), `${path} at ${width} px`)
        .toEqual([])
      await expect.poll(() => findFaults(page), `${path} at ${width} px`).toEqual([])
    }
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/culture')
  await readPencils(page)
  const shareLarge = () =>
    page
      .locator('a.pencil')
      .evaluateAll((all) => all.filter(({ clientWidth }) => clientWidth >= 44).length / all.length)
  await expect.poll(shareLarge).toBeGreaterThan(0.4)
  for (const path of paths) {
    await page.goto(path)
    await waitUntilReady(page)
    await readPencils(page)
    expect([path, await findAxeViolations(page)]).toEqual([path, []])
  }
})

type Line = [text: string, place: number[]]

/** Returns the places of all lines of the page. */
const listLines = (page: Page): Promise<Line[]> =>
  page.evaluate(() => {
    const lines: Line[] = []
    const walker = document.createTreeWalker(document.querySelector('main') as Element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(node)
      if (!node.textContent?.trim() || node.parentElement?.closest('.carousel')) continue
      for (const { x, y, width } of range.getClientRects())
        lines.push([node.textContent.trim(), [x, y, width]])
    }
    return lines
  })

/** Returns the lines that have moved by more than a rounding. */
const findMoved = (before: Line[], after: Line[]): string[] =>
  before
    .filter(([text, place], at) => {
      const [textNow, placeNow = []] = after[at] ?? []
      return (
        text !== textNow || place.some((value, index) => Math.abs(value - (placeNow[index] ?? Infinity)) > 1)
      )
    })
    .map(([text, place], at) => `${text} ${place} → ${after[at]}`)

/** Returns the pencils that cover a text, are too small, or leave the window. */
const findFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts: [string, DOMRect][] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (
        !node.textContent?.trim() ||
        !parent?.checkVisibility() ||
        parent.closest('svg, .unseen, .bar, .night-bar, [aria-hidden=true]')
      )
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      // Lines below the last one of a shortened text have a rectangle, but are not visible.
      const { bottom } = parent.getBoundingClientRect()
      // A line has room above and below its letters.
      for (const { x, y, width, height } of range.getClientRects())
        if (y < bottom - 1)
          texts.push([node.textContent.trim(), new DOMRect(x, y + height * 0.15, width, height * 0.7)])
    }
    const all = [...document.querySelectorAll<HTMLElement>('a.pencil')].filter((pencil) =>
      pencil.checkVisibility(),
    )
    return all.flatMap((pencil) => {
      const { left, right, top, bottom, width, height } = pencil.getBoundingClientRect()
      const icon = pencil.firstElementChild?.getBoundingClientRect() ?? new DOMRect()
      const covered = texts.filter(
        ([, rect]) =>
          Math.min(icon.right, rect.right) - Math.max(icon.left, rect.left) > 1 &&
          Math.min(icon.bottom, rect.bottom) - Math.max(icon.top, rect.top) > 1,
      )
      const isInWindow = (left >= 0 && right <= innerWidth) || pencil.closest('.carousel-track') !== null
      return [
        ...covered.map(([text]) => `${pencil.ariaLabel} covers ${text}`),
        ...(Math.min(width, height) < 24 ? [`${pencil.ariaLabel} has ${width} x ${height}`] : []),
        ...(isInWindow ? [] : [`${pencil.ariaLabel} from ${left} to ${right}, ${top} to ${bottom}`]),
      ]
    })
  })

test('returns to the pencil after saving', { tag: '@main' }, async ({ page }) => {
  await signIn(page)
  await page.goto('/history')
  const pencil = page.locator('a.pencil').last()
  await expect(pencil).toBeAttached()
  const label = (await pencil.getAttribute('aria-label')) ?? ''
  await pencil.click()
  await expect(page.locator('textarea:focus, input:focus')).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.type('Si, ')
  await page.getByRole('button', { name: 'Guardar y volver' }).click()
  await expect(page).toHaveURL('/history')
  await expect(page.locator('a.pencil:focus')).toHaveAttribute(
    'aria-label',
    label.replace('Editar: ', 'Editar: Si, ').slice(0, 'Editar: '.length + 60),
  )
  await expect(page.locator('a.pencil:focus')).toBeInViewport()
})

test('shows the page as visitors see it until the button is pressed again', async ({ page }) => {
  await signIn(page)
  await page.goto('/history')
  const pencils = page.locator('a.pencil').filter({ visible: true })
  await expect(pencils).not.toHaveCount(0)
  const button = page.getByRole('button', { name: 'Ver como visitante' })
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(pencils).toHaveCount(0)
  await page.goto('/culture')
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('a.pencil')).toHaveCount(0)
  await button.click()
  await expect(pencils).not.toHaveCount(0)
})

test('opens the editor at the paragraph whose pencil was pressed', async ({ page }) => {
  await signIn(page)
  const newsTitle = `Tres bloques ${suffix()}`
  const paragraphs = ['Uno, el primero.', 'Dos, con un enlace adentro.', 'Tres, el último.']
  await postTo(page, '/api/news', {
    newsTitle,
    newsDescription: 'Aparte.',
    newsBody:
      '<p>Uno, el primero.</p><p>Dos, con un <a href="/fechas">enlace</a> adentro.</p><h2>Otra cosa</h2><p>Tres, el último.</p>',
    date: '2026-05-03',
    photo: toDataUrl(await createSmallPicture('#246')),
  })
  for (const [index, block] of [0, 1, 3].entries()) {
    await page.goto(`/news/${newsTitle.replaceAll(' ', '-')}`)
    await page.getByRole('link', { name: `Editar: ${paragraphs[index]}` }).click()
    await expect(page).toHaveURL(new RegExp(`newsBody%3A${block}`))
    await expect(page.locator('[contenteditable=true]:focus')).toBeVisible()
    const readParagraph = () =>
      page.evaluate(() => {
        const node = getSelection()?.anchorNode
        return (node instanceof Element ? node : node?.parentElement)?.closest('p')?.textContent
      })
    await expect.poll(readParagraph).toBe(paragraphs[index])
    await page.keyboard.type('!')
    await expect(page.locator('[contenteditable=true] > *').nth(block)).toHaveText(`${paragraphs[index]}!`)
    await page.getByRole('button', { name: 'Descartar lo escrito' }).click()
  }
})
