/** A preview link: sent from a phone, opened without an account, and revoked. */

import { resources } from '../../platform/content/shared/resources.ts'
import { newsPath } from '../../platform/shared/public-paths.ts'
import {
  createSmallPicture,
  findAxeViolations,
  openScreen,
  runId,
  signIn,
  toDataUrl,
} from './back-office-helpers.ts'
import { deleteAt, postTo, putTo } from './club-api.ts'
import { type BrowserContextOptions, expect, test } from './journey.ts'
import { bar, waitUntilReady } from './public-site-helpers.ts'

const phone: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

test.use(phone)

test('sends a draft as a link, shows it to a visitor, and revokes the link', { tag: '@main' }, async ({
  page,
  browser,
  baseURL,
}) => {
  // The stub records the data for the phone's share sheet, which a test cannot operate.
  await page.addInitScript(() => {
    const shared: ShareData[] = []
    Object.assign(window, { shared })
    Object.assign(navigator, { share: async (what: ShareData) => void shared.push(what) })
  })
  // The test grants the permission in advance, because headless browsers cannot show the permission prompt.
  await page.context().grantPermissions(['clipboard-write'])
  await signIn(page)
  const item = await postTo(page, '/api/news', {
    draft: true,
    newsTitle: `Todavía secreta ${runId}`,
    photo: toDataUrl(await createSmallPicture('#345')),
    date: '2026-03-01',
    newsDescription: 'Se abre el patio.',
    newsBody: '<p>Con parrilla.</p>',
  })
  await openScreen(page, `${resources.news.admin.update}/${item._id}`)
  const panel = page.getByRole('region', { name: 'Enlace de vista previa' })
  await panel.getByRole('button', { name: 'Crear enlace' }).tap()
  await expect(panel.locator('[aria-live=polite]').first()).toContainText('Vence el')
  expect(await findAxeViolations(page)).toEqual([])
  await panel.getByRole('button', { name: 'Copiar' }).tap()
  await expect(panel.getByRole('button', { name: 'Copiado' })).toBeVisible()
  await panel.getByRole('button', { name: 'Compartir' }).tap()
  const readShared = () => page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared)
  await expect.poll(readShared).toHaveLength(1)
  const [shared] = await readShared()
  const url = shared?.url as string
  expect(url).toMatch(new RegExp(`^${baseURL}/preview/[\\w-]{43}$`))
  await expect(panel.getByText(url)).toBeVisible()

  const context = await browser.newContext({ ...phone, ...(baseURL && { baseURL }) })
  const guest = await context.newPage()
  const requests: string[] = []
  guest.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).origin}`))
  const answer = await guest.goto(url)
  await waitUntilReady(guest)
  expect(answer?.status()).toBe(200)
  expect(guest.url()).toBe(url)
  const banner = guest.getByRole('complementary', { name: 'Vista previa' })
  await expect(banner).toBeInViewport({ ratio: 1 })
  await expect(banner).toHaveText(
    /^Vista previa: la novedad «Todavía secreta .+» todavía no se publicó\. El enlace vence el \p{L}+ \d+ a las \d\d:\d\d\.$/u,
  )
  await expect(guest.getByRole('heading', { level: 1 })).toContainText('Todavía secreta')
  await expect(guest.getByText('Con parrilla.')).toBeVisible()
  expect(await findAxeViolations(guest)).toEqual([])
  expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  // The banner of the preview does not cover the menu.
  const [above, below] = [await guest.locator('header.bar').boundingBox(), await banner.boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  await bar(guest).getByRole('button', { name: 'Menú' }).tap()
  await expect(bar(guest).getByRole('link', { name: 'Novedades' })).toBeInViewport({ ratio: 1 })
  await guest.keyboard.press('Escape')

  const head = await guest.evaluate(() => document.head.innerHTML)
  expect(head).toContain('<meta name="robots" content="noindex">')
  for (const none of ['speculationrules', 'og:image', 'og:url', 'canonical', '/share/'])
    expect([none, head.includes(none)]).toEqual([none, false])
  // The previewed page sends only GET requests, all of them to the club, and stores no cookies.
  expect([...new Set(requests)]).toEqual([`GET ${new URL(url).origin}`])
  expect(await context.cookies()).toEqual([])

  await guest.goto('/news')
  await expect(guest.getByText('Todavía secreta')).toHaveCount(0)
  await expect(guest.locator('.preview-banner')).toHaveCount(0)
  await guest.goto(newsPath(item.newsTitle))
  await expect(guest).toHaveURL('/404')

  await panel.getByRole('button', { name: 'Anular enlace' }).tap()
  await expect(panel.getByText('El enlace ya no anda.')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Crear enlace' })).toBeVisible()
  const after = await guest.goto(url)
  expect(after?.status()).toBe(404)
  await expect(guest).toHaveURL('/404')
  await context.close()
  await deleteAt(page, `/api/news/${item._id}`)
})

test('previews an artist on the artist’s page, and offers no link for published items', async ({ page }) => {
  await signIn(page)
  const item = await postTo(page, '/api/residents', {
    draft: true,
    name: `Sin estrenar ${runId}`,
    pressKit: 'https://club.example/x',
  })
  const { url } = await postTo(page, `/api/residents/${item._id}/preview`)
  await page.goto(url)
  await expect(page.getByRole('heading', { level: 1, name: item.name })).toBeVisible()
  await page.goto('/')
  // The pencil beside the link has the same words in its name.
  const link = page.locator('main').getByRole('link', { name: item.name, exact: true })
  await expect(link).toHaveCount(0)

  await putTo(page, `/api/residents/${item._id}`, { draft: false })
  const shown = await page.goto(url)
  expect(new URL(page.url()).pathname).toBe(`/artistas/${item.slug}`)
  expect(shown?.status()).toBe(200)
  await page.goto('/')
  await expect(link).toHaveCount(1)
  await openScreen(page, `${resources.residents.admin.update}/${item._id}`)
  await expect(page.getByLabel('Nombre')).toHaveValue(item.name)
  await expect(page.getByRole('region', { name: 'Enlace de vista previa' })).toHaveCount(0)
  await deleteAt(page, `/api/residents/${item._id}`)
})
