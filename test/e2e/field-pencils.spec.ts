/** Pencils of administrators beside the texts of public pages. Each opens the form at the field of its text. */
import { test as base, expect, type Page } from '@playwright/test'
import { settingsFormPath } from '../../platform/settings/shared/settings-names.ts'
import { createSmallPicture, signIn, toDataUrl } from './back-office-helpers.ts'
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

/** Pages that show settings, in both languages. */
const PAGES = [
  ...['/', '/history', '/culture', '/milestones', '/news', '/contact', '/fechas'],
  ...['/en', '/en/culture', '/en/contact', '/en/fechas'],
]

/** Fields that no page shows as text: they are values, or texts for search engines and pictures. */
const NOT_SHOWN =
  /^(meta|en\.meta|position|images|updatedAt|timeZone|telephone|whatsapp)\b|:(_id|key|value|picture|alt|altEn)$/

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
    const { updatedAt: _, images: __, ...group } = await (await page.request.get(`/api/site/${name}`)).json()
    const { body, targets } = nameTexts(group, name)
    const answer = await page.request.put(`/api/site/${name}`, { data: body })
    expect([name, answer.status(), await answer.text()]).toEqual([name, 200, expect.anything()])
    for (const [text, path] of targets) expected.set(text, `${settingsFormPath(name)}?campo=${path}`)
  }
  const seen = new Set<string>()
  for (const path of PAGES) {
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
  const creation = await page.request.post('/api/news', { data: { ...news, photo: picture } })
  expect([creation.status(), await creation.text()]).toEqual([201, expect.anything()])
  const night = {
    date: '2031-05-03T23:30',
    url: 'https://entradas.example/x',
    title: 'Noche del lapiz',
    flyerLarge: picture,
    flyerGrid: picture,
    lineup: [{ name: 'Mica Oyola' }, { name: 'Dos Ríos' }],
  }
  expect((await page.request.post('/api/events', { data: night })).status()).toBe(201)
  const { slogans } = await (await page.request.get('/api/site/identity')).json()
  const { values } = await (await page.request.get('/api/site/culture')).json()
  const { slug } = (await (await page.request.get('/api/events')).json()).data[0]
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
  const { lead, en } = await (await page.request.get('/api/site/contact')).json()
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
