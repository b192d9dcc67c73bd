/** Nights and artists on the public pages: every state of a night, by keyboard, without scripts, and for screen readers. */

import { club } from '../../club/club.ts'
import { currentNight } from '../../platform/shared/dates.ts'
import { addDays } from '../../platform/shared/night-dates.ts'
import { createSmallPicture, findAxeViolations, signIn, signOut, toDataUrl } from './back-office-helpers.ts'
import { postTo, putTo, readFrom } from './club-api.ts'
import { expect, type Page, test } from './journey.ts'
import { pauseBetweenKeys, waitUntilReady } from './public-site-helpers.ts'

interface Item {
  _id: string
  slug: string
  offers?: { _id: string }[]
}

const today = currentNight(new Date(), club.timeZone)
const inDays = (days: number) => `${addDays(today, days)}T23:59`

const createFlyer = async () => toDataUrl(await createSmallPicture('#0a5'))
const createNight = async (page: Page, change: object) =>
  postTo<Item>(page, '/api/events', {
    flyerLarge: await createFlyer(),
    flyerGrid: await createFlyer(),
    url: 'https://entradas.example/noche',
    ...change,
  })
const nightPath = ({ slug }: Item) => `/fechas/${slug}`

test('shows a night from announcement to cancellation, and lists it on its artist’s page', {
  tag: ['@main', '@wcag-1.4.1-site', '@wcag-1.4.5-site', '@wcag-2.4.5-site'],
}, async ({ page }) => {
  await signIn(page)
  const name = `Ensayo ${Date.now().toString(36)}`
  const artist = await postTo<Item>(page, '/api/residents', { name, pressKit: 'https://kit.example/uno' })
  const night = await createNight(page, {
    title: `Noche de ${name}`,
    date: inDays(400),
    lineup: [{ artist: { resource: 'residents', _id: artist._id }, from: '01:30', to: '05:30' }],
    offers: [
      { name: 'Anticipada', price: 12_000 },
      { name: 'General', price: 18_000 },
    ],
  })
  await signOut(page)

  await page.goto(nightPath(night))
  await waitUntilReady(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Noche de ${name}`)
  // The ticket link leads to an address of the club, which counts the click and redirects to the seller.
  const [offer] = night.offers ?? []
  await expect(page.getByRole('link', { name: /^Entradas desde \$ 12\.000/ })).toHaveAttribute(
    'href',
    `/ir/${night._id}/${offer?._id}`,
  )
  const onward = await page.request.get(`/ir/${night._id}/${offer?._id}`, { maxRedirects: 0 })
  expect([onward.status(), onward.headers().location]).toEqual([302, 'https://entradas.example/noche'])
  await page.locator('summary').getByText('Agendar', { exact: true }).click()
  await expect(page.getByRole('link', { name: /^En tu calendario/ })).toHaveAttribute(
    'href',
    `${nightPath(night)}.ics`,
  )
  expect(await findAxeViolations(page)).toEqual([])

  await page.getByRole('region', { name: 'Line-up' }).getByRole('link', { name }).click()
  await expect(page).toHaveURL(`/artistas/${artist.slug}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await page
    .getByRole('link', { name: `Noche de ${name}` })
    .first()
    .click()
  await expect(page).toHaveURL(nightPath(night))

  await signIn(page)
  await putTo(page, `/api/events/${night._id}`, { status: 'cancelled', statusNote: 'Se cortó la luz.' })
  for (const path of [nightPath(night), `/artistas/${artist.slug}`, '/fechas']) {
    await page.goto(path)
    await expect(page.getByText('CANCELADA').first()).toBeAttached()
    expect(await findAxeViolations(page)).toEqual([])
  }
  await page.goto(nightPath(night))
  await expect(page.getByText('Se cortó la luz.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Entradas desde \$ 1[28]/ })).toHaveCount(0)
})

test('opens a night from the wall of flyers by keyboard, and shows the archive of a year', async ({
  page,
}) => {
  await page.goto('/fechas')
  await waitUntilReady(page)
  expect(await findAxeViolations(page)).toEqual([])
  const main = page.getByRole('main')
  const first = main.getByRole('link').first()
  await first.focus()
  await pauseBetweenKeys(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/fechas\/\d{4}-\d\d-\d\d/)
  await page.goBack()
  const past = await readFrom(page, `/api/events?to=${addDays(today, -2)}&limit=1`)
  const year = past.data[0].date.slice(0, 4)
  await page.goto(`/fechas/archivo/${year}`)
  await expect(page.getByRole('heading', { level: 1, name: year })).toBeVisible()
  const pastNight = main.getByRole('article').first()
  await expect(pastNight).toBeVisible()
  // Past nights are small: at least five fit beside each other.
  const { width = Infinity } = (await pastNight.boundingBox()) ?? {}
  expect(width).toBeLessThan((page.viewportSize()?.width ?? 0) / 5)
  expect(await findAxeViolations(page)).toEqual([])
})

test('reserves the space of a flyer that has not loaded', async ({ page }) => {
  await page.route('**/media/**', () => {})
  const { data } = await readFrom(page, `/api/events?order=oldest&from=${today}&limit=1`)
  const { width, height } = data[0].images.flyerLarge
  const readBox = () => page.locator('.whole-flyer').boundingBox()
  for (const path of ['/fechas', nightPath(data[0])]) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect.poll(async () => (await readBox())?.height ?? 0).toBeGreaterThan(200)
    const box = await readBox()
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(width / height, 1)
  }
})

test('reloads a page from the back-forward cache when its content is out of date', async ({ page }) => {
  await page.goto('/fechas')
  await waitUntilReady(page)
  const until = await page.locator('[data-stale-at]').getAttribute('data-stale-at')
  expect(Number(until)).toBeGreaterThan(Date.now())
  // Simulates the event of a browser that restores a page from the back-forward cache.
  const loads = page.waitForEvent('load')
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-stale-at]'))
      element.dataset.staleAt = String(Date.now() - 1)
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await loads
  expect(Number(await page.locator('[data-stale-at]').getAttribute('data-stale-at'))).toBeGreaterThan(
    Date.now(),
  )
})

test('reloads a page that was rendered ahead when it is out of date, and counts it once', async ({
  page,
  baseURL,
}) => {
  // Headless browsers do not render ahead, so the test sets the state and sends the event of a browser that does.
  await page.addInitScript(() => {
    const isAhead = performance
      .getEntriesByType('navigation')
      .some((entry) => entry.toJSON().type !== 'reload')
    Object.defineProperty(document, 'prerendering', { configurable: true, get: () => isAhead })
  })
  const reported: string[] = []
  page.on('request', (request) => {
    if (request.url() === `${baseURL}/api/visits`) reported.push(request.postDataJSON().path)
  })
  await page.goto('/fechas')
  await waitUntilReady(page)
  const loads = page.waitForEvent('load')
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-stale-at]'))
      element.dataset.staleAt = String(Date.now() - 1)
    document.dispatchEvent(new Event('prerenderingchange'))
  })
  await loads
  await waitUntilReady(page)
  await expect.poll(() => reported).toEqual(['/fechas'])
  await page.waitForLoadState('networkidle')
  expect(reported).toEqual(['/fechas'])
})

test.describe('the bar of a night on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('stays at the bottom, and covers neither the focus nor the footer', { tag: '@main' }, async ({
    page,
  }) => {
    await signIn(page)
    const night = await createNight(page, {
      title: `Barra ${Date.now().toString(36)}`,
      date: inDays(402),
      offers: [{ name: 'General', price: 18_000 }],
    })
    await signOut(page)
    // The page shows the notice of a form that was left, here for a minute.
    await page.evaluate(() => {
      sessionStorage.setItem('edit', JSON.stringify([0, { title: 'Actualizado', ms: 60_000 }]))
    })
    await page.goto(nightPath(night))
    await waitUntilReady(page)
    const bar = page.getByRole('navigation', { name: 'Para esta noche' })
    await expect(bar.getByRole('link')).toHaveText([/^Entradas/, 'Cómo llegar', 'Agendar'])
    const getBottom = async () => (await bar.evaluate((element) => element.getBoundingClientRect())).bottom
    expect(await getBottom()).toBe(844)
    expect(await findAxeViolations(page)).toEqual([])

    // The bar covers neither a notice nor the open menu.
    const getTop = async () => (await bar.evaluate((element) => element.getBoundingClientRect())).top
    const notice = page.locator('.notice')
    const box = await notice.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThanOrEqual(await getTop())
    await notice.getByRole('button').click()
    await expect(notice).toHaveCount(0)
    await page.getByRole('button', { name: 'Menú' }).click()
    expect(
      await bar.evaluate((element) => {
        const { left, top, height } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(left + 8, top + height / 2))
      }),
    ).toBe(false)
    await page.keyboard.press('Escape')
    await page.evaluate(() => scrollTo(0, 0))

    // Moves the focus through the whole page, and measures how much of each element the bar covers.
    const covered: string[] = []
    let count = 0
    for (; count < 200; count++) {
      await page.keyboard.press('Tab')
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(null))))
      const found = await page.evaluate(() => {
        const focused = document.activeElement
        const bar = document.querySelector('.night-bar')
        if (!focused || focused === document.body || !bar) return null
        const isCovered =
          !bar.contains(focused) &&
          focused.getBoundingClientRect().bottom > bar.getBoundingClientRect().top + 1 &&
          focused.getBoundingClientRect().top < bar.getBoundingClientRect().bottom
        return { isCovered, name: focused.textContent ?? '' }
      })
      if (found === null) break
      if (found.isCovered) covered.push(found.name)
    }
    expect(count).toBeGreaterThan(15)
    expect(covered).toEqual([])

    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const footer = await page.locator('footer').evaluate((element) => element.getBoundingClientRect())
    expect(await getBottom()).toBeLessThanOrEqual(footer.top)
    expect(Math.floor(footer.bottom)).toBeLessThanOrEqual(844)

    await page.emulateMedia({ media: 'print' })
    await expect(bar).toBeHidden()
    await page.emulateMedia({ media: null })
    await expect(bar).toBeVisible()
    // Text at twice its size leaves the tickets, without a horizontal scroll bar.
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expect(bar.getByRole('link')).toHaveText([/^Entradas/])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(bar).toBeHidden()
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('shows everything except the share button', async ({ page }) => {
    const { data } = await readFrom(page, `/api/events?order=oldest&from=${today}&limit=1`)
    await page.goto('/')
    const card = page.locator('.night-link').first()
    await expect(card).toHaveAttribute('href', nightPath(data[0]))
    // The night of today may have closed, and its page then shows no directions.
    const coming = await readFrom(page, `/api/events?order=oldest&from=${addDays(today, 1)}&limit=1`)
    await page.goto(nightPath(coming.data[0]))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(club.address.street).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Compartir' })).toBeHidden()
    await page.goto('/fechas/nunca')
    await expect(page).toHaveURL('/404')
  })
})
