/**
 * Analytics of a night: an administrator shares it from a phone, and a visitor follows the link to the page and the
 * tickets. The back office shows the counts.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { club } from '../../club/club.ts'
import { resources } from '../../platform/content/shared/resources.ts'
import { shareFormats } from '../../platform/content/shared/share-set.ts'
import { wallClock } from '../../platform/shared/dates.ts'
import { addDays } from '../../platform/shared/night-dates.ts'
import {
  createSmallPicture,
  expectNotice,
  findAxeViolations,
  openScreen,
  runId,
  signIn,
  toDataUrl,
  toImageFile,
} from './back-office-helpers.ts'
import { deleteAt, postTo, readFrom } from './club-api.ts'
import { type BrowserContextOptions, expect, test } from './journey.ts'
import { waitUntilReady } from './public-site-helpers.ts'
import { countSharedFiles, readSharedFiles, stubWebShare } from './web-share-stub.ts'

const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test.use(phone)

test('shares a night, leads a visitor to the tickets, and shows both in the analytics', {
  tag: '@main',
}, async ({ page, browser, baseURL }) => {
  // A local server replaces the site of the ticket seller, and records the Referer of each request.
  const referrers: (string | undefined)[] = []
  const seller = createServer(({ headers }, response) => {
    referrers.push(headers.referer)
    response.setHeader('Content-Type', 'text/html').end('<title>Entradas</title>')
  }).listen(0, '127.0.0.1')
  await once(seller, 'listening')
  const url = `http://127.0.0.1:${(seller.address() as AddressInfo).port}/noche`

  await stubWebShare(page)
  await signIn(page)
  const day = addDays(wallClock(Date.now(), club.timeZone).slice(0, 10), 40)
  const title = `Alcance ${runId}`
  // The first ticket link of the home page is this night's, or that of an earlier night, but never that of `title`.
  const flyer = toDataUrl(await createSmallPicture('#306'))
  const earlier = await postTo(page, '/api/events', {
    flyerLarge: flyer,
    flyerGrid: flyer,
    date: `${addDays(day, -1)}T23:59`,
    url,
    title: `Antes ${runId}`,
  })
  await openScreen(page, resources.events.admin.create)
  await page.getByLabel('Fecha', { exact: true }).fill(day)
  await page.getByLabel('Nombre de la fecha').first().fill(title)
  await page.getByLabel('Enlace de entradas').fill(url)
  await page
    .getByLabel('Flyer grande: elegir imagen')
    .setInputFiles(toImageFile(await createSmallPicture('#063')))
  await page.getByLabel('Es decorativa (Flyer grande)').check()
  await page.getByRole('button', { name: 'Publicar' }).tap()
  await expectNotice(page, 'Creado')
  const path = String(await page.getByRole('link', { name: 'Ver en el sitio' }).getAttribute('href'))

  await page.getByRole('button', { name: 'Compartir' }).first().tap()
  const hand = page.getByRole('button', { name: 'Compartir historia' })
  await expect(hand).toBeVisible({ timeout: 60_000 })
  await hand.tap()
  await expect.poll(() => countSharedFiles(page)).toBe(1)
  const [story] = await readSharedFiles(page)
  const { format, width, height } = await sharp(story?.bytes).metadata()
  expect({ format, width, height }).toEqual({ format: 'jpeg', ...shareFormats.story })

  const visiting = await browser.newContext({ baseURL: baseURL as string })
  const visitor = await visiting.newPage()
  const beacon = visitor.waitForRequest('**/api/visits')
  await visitor.goto(`${path}?utm_source=IG`)
  expect((await beacon).postDataJSON()).toEqual({ path, source: 'instagram' })
  const opened = visiting.waitForEvent('page')
  await visitor.locator('.tickets-button').click()
  const tickets = await opened
  await tickets.waitForURL(url)
  await expect(tickets).toHaveTitle('Entradas')
  // The Referer of the request contains only the club's origin, so the seller does not learn the visited page.
  expect(referrers[0]).toBe(`${baseURL}/`)
  expect(await visiting.cookies()).toEqual([])
  // Pages are closed after use, because headless browsers animate them in the background too.
  await tickets.close()
  await visitor.close()

  // A source counts once per arrival: for a return or a reload, the page reports a visit without a source.
  const returns = await visiting.newPage()
  const waitForVisitReport = () =>
    returns.waitForRequest(
      (request) => request.url().endsWith('/api/visits') && request.postDataJSON().path === path,
    )
  const arrival = waitForVisitReport()
  await returns.goto(`${path}?src=afiche`)
  expect((await arrival).postDataJSON().source).toBe('afiche')
  await returns.goto('/fechas')
  for (const act of ['goBack', 'reload'] as const) {
    const again = waitForVisitReport()
    await returns[act]()
    expect((await again).postDataJSON().source).toBeNull()
  }
  await returns.close()

  // Ticket links of the home page lead directly to the seller, so the page itself reports the click.
  const front = await visiting.newPage()
  await front.goto('/?src=afiche')
  await waitUntilReady(front)
  const link = front.locator('a[data-tickets]').first()
  const followed = front.waitForRequest('**/api/clicks')
  const shown = visiting.waitForEvent('page')
  await link.click()
  expect((await followed).postDataJSON()).toEqual({
    event: await link.getAttribute('data-tickets'),
    source: 'afiche',
  })
  expect(await link.getAttribute('href')).not.toContain('/ir/')
  await (await shown).close()
  await front.close()

  // Browsers with Global Privacy Control send no reports.
  const privatePage = await visiting.newPage()
  await privatePage.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true }),
  )
  const sent: string[] = []
  privatePage.on('request', (request) => sent.push(request.url()))
  await privatePage.goto(path)
  await waitUntilReady(privatePage)
  await privatePage.waitForLoadState('load')
  await privatePage.goto('/')
  await waitUntilReady(privatePage)
  await privatePage.locator('a[data-tickets]').first().click()
  expect(sent.filter((address) => address.includes('/api/'))).toEqual([])
  await visiting.close()
  await deleteAt(page, `/api/events/${earlier._id}`)
  seller.close()

  await openScreen(page, '/admin')
  await page.getByRole('link', { name: /^Esta semana: / }).click()
  const night = page.locator('.visit-nights > li').filter({ hasText: title })
  await expect(night).toContainText('4 visitas')
  await expect(night).toContainText('1 clic en entradas')
  await expect(night).toContainText('Instagram 1')
  await expect(page.getByRole('row', { name: new RegExp(`^${title}.* 4$`) })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await openScreen(page, '/admin/visitas?semana=nunca')
  await expect(page.locator('.visit-totals')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Exportar CSV' }).click()
  expect((await download).suggestedFilename()).toBe('visitas.csv')
})

test('counts a page that was rendered ahead once, when it is shown', async ({ page, baseURL }) => {
  // Headless browsers do not render ahead, so the test sets the state and sends the event of a browser that does.
  await page.addInitScript(() =>
    Object.defineProperty(document, 'prerendering', { configurable: true, get: () => true }),
  )
  const reported: string[] = []
  page.on('request', (request) => {
    if (request.url() === `${baseURL}/api/visits`) reported.push(request.postDataJSON().path)
  })
  await page.goto('/fechas')
  await waitUntilReady(page)
  await page.waitForLoadState('networkidle')
  expect(reported).toEqual([])
  await page.evaluate(() => {
    Object.defineProperty(document, 'prerendering', { get: () => false })
    document.dispatchEvent(new Event('prerenderingchange'))
    document.dispatchEvent(new Event('prerenderingchange'))
  })
  await expect.poll(() => reported).toEqual(['/fechas'])
  await page.waitForLoadState('networkidle')
  expect(reported).toEqual(['/fechas'])
})

test('counts the visit of a page that is left before its first screen was reported', async ({
  page,
  browser,
}) => {
  await signIn(page)
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`/culture?src=${runId}`)
  await visitor.goto('/history')
  await visitor.context().close()
  const today = wallClock(Date.now(), club.timeZone).slice(0, 10)
  // The browser sends the report of a page that is gone without telling Playwright.
  const countFrom = async () => {
    const { visits } = await readFrom(page, `/api/visits?from=${addDays(today, -1)}&to=${today}`)
    return visits.filter(({ source }: { source: string }) => source === runId.toLowerCase())
  }
  await expect.poll(countFrom).toMatchObject([{ path: '/culture', count: 1 }])
})
