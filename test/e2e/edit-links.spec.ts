/** Links from public pages to their forms and back. Visitors get the same pages without these links. */

import { FROM_KEY } from '../../platform/api/client/session.ts'
import { getDeclaration } from '../../platform/content/shared/resources.ts'
import { settingsGroups } from '../../platform/settings/shared/all-settings.ts'
import { newsPath } from '../../platform/shared/public-paths.ts'
import { expectNotice, findAxeViolations, openFilters, runId, signIn } from './back-office-helpers.ts'
import { deleteAt, postTo, putTo, readFrom } from './club-api.ts'
import { expect, type Page, test } from './journey.ts'
import { fetchFirstNews, publicPages, waitUntilReady } from './public-site-helpers.ts'

test.use({
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  actionTimeout: 20_000,
  // These journeys use reduced motion: animations take half of a processor, and no test here needs them.
  contextOptions: { reducedMotion: 'reduce' },
})

const editLink = (page: Page) => page.getByRole('link', { name: 'Editar esta página' })
const foot = (page: Page) => page.getByRole('contentinfo')

const NO_FORM = ['/events', '/privacidad', '/login', '/register', '/404']

test('sends visitors the same page without edit links', async ({ page, browser, baseURL }) => {
  const administrator = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
  await signIn(administrator)
  for (const path of publicPages) {
    const [mine, theirs] = [await page.request.get(path), await administrator.request.get(path)]
    expect([path, await theirs.text()]).toEqual([path, await mine.text()])
    expect([path, theirs.headers().etag]).toEqual([path, mine.headers().etag])
  }
  await page.goto('/history')
  await waitUntilReady(page)
  await expect(editLink(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Administrar' })).toHaveCount(0)
  await expect(foot(page).getByRole('link', { name: 'Entrar' })).toHaveAttribute('href', '/login')
  await administrator.context().close()
})

test('links every page to its form, on phones and laptops', async ({ page }) => {
  await signIn(page)
  const { newsTitle } = await fetchFirstNews(page)
  const [night] = (await readFrom(page, '/api/events?limit=1')).data
  const [resident] = (await readFrom(page, '/api/residents?limit=1')).data
  const [news, events] = [getDeclaration('news').admin.update, getDeclaration('events').admin.update]
  const { _id } = await readFrom(page, `/api/news/title/${newsTitle}`)
  const leads: Record<string, string> = {
    '/': settingsGroups.home.admin.update,
    '/history': settingsGroups.history.admin.update,
    '/culture': settingsGroups.culture.admin.update,
    '/milestones': settingsGroups.milestones.admin.update,
    '/contact': settingsGroups.contact.admin.update,
    '/news': news,
    [newsPath(newsTitle)]: `${news}/${_id}`,
    '/fechas': events,
    [`/fechas/${night.slug}`]: `${events}/${night._id}`,
    [`/artistas/${resident.slug}`]: `${getDeclaration('residents').admin.update}/${resident._id}`,
  }
  for (const [path, form] of Object.entries(leads)) {
    await page.goto(path)
    await waitUntilReady(page)
    await expect(editLink(page)).toBeVisible()
    const href = new URL((await editLink(page).getAttribute('href')) ?? '', 'http://club.test')
    expect([path, href.pathname]).toEqual([path, form])
    expect(href.searchParams.get(FROM_KEY)).toBe(new URL(page.url()).pathname)
    const box = await editLink(page).boundingBox()
    expect([path, (box?.width ?? 0) >= 44, (box?.height ?? 0) >= 44]).toEqual([path, true, true])
    await expect(foot(page).getByRole('link', { name: 'Administrar' })).toBeVisible()
    await expect(foot(page).getByRole('link', { name: 'Entrar' })).toHaveCount(0)
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 360])
  }
  expect(await findAxeViolations(page)).toEqual([])
  for (const path of NO_FORM.filter((one) => one !== '/login' && one !== '/register')) {
    await page.goto(path)
    await waitUntilReady(page)
    await expect(editLink(page)).toHaveCount(0)
    await expect(foot(page).getByRole('link', { name: 'Administrar' })).toBeVisible()
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/history')
  await waitUntilReady(page)
  await expect(page.getByText('Editar esta página')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Administrar' })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
})

test('returns from the form to the changed page, also with the browser’s Back button', async ({ page }) => {
  await signIn(page)
  await page.goto('/history')
  await waitUntilReady(page)
  await editLink(page).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Historia' })).toBeVisible()
  await page.getByLabel('Texto bajo el título (opcional)').fill(`Desde el galpón ${runId}.`)
  await page.getByRole('button', { name: 'Guardar y volver' }).tap()
  await expect(page).toHaveURL('/history')
  await expectNotice(page, 'Actualizado')
  await expect(page.locator('.lead')).toHaveText(`Desde el galpón ${runId}.`)
  // The notice appears only once: a reload does not show it again.
  await page.reload()
  await waitUntilReady(page)
  await expect(page.locator('.notice')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/history')
  await expect(page.locator('.lead')).toHaveText(`Desde el galpón ${runId}.`)
  await deleteAt(page, '/api/site/history')
})

test('reloads a page that the browser cached before an edit, and keeps one cached after it', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/history')
  await waitUntilReady(page)
  /**
   * Simulates the event of a browser that restores a page from the back-forward cache.
   * @param edited time of the edit in ms, relative to the load of the page
   */
  const restoreFromCache = (edited: number) =>
    page.evaluate((at) => {
      sessionStorage.setItem('edit', JSON.stringify([performance.timeOrigin + at, null]))
      document.documentElement.dataset.kept = ''
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    }, edited)
  await restoreFromCache(-1)
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  await expect(page.locator('[data-kept]')).toHaveCount(1)
  await restoreFromCache(1)
  await expect(page.locator('[data-kept]')).toHaveCount(0)
})

test('returns to the same page of the list, with and without saving', async ({ page }) => {
  await signIn(page)
  await page.goto('/news')
  await waitUntilReady(page)
  await editLink(page).tap()
  await page.getByRole('searchbox').fill('a')
  await expect(page).toHaveURL(/q=a/)
  // The test lists only published items, because hidden items have no public page to return to.
  await openFilters(page)
  const published = page.getByRole('link', { name: 'Publicados' })
  await published.tap()
  // The list marks the filter when it shows the filtered items.
  await expect(published).toHaveAttribute('aria-current', 'page')
  await page
    .getByRole('link', { name: /^Editar / })
    .first()
    .tap()
  await page.getByRole('link', { name: 'Volver a la página' }).tap()
  await expect(page).toHaveURL('/news')
  await page.goBack()
  await page.getByLabel('Descripción', { exact: true }).fill(`Otra bajada ${runId}.`)
  await page.getByRole('button', { name: 'Guardar y volver' }).tap()
  await expect(page).toHaveURL('/news')
  await expectNotice(page, 'Actualizado')
})

test('ignores a foreign return address and leads to the menu', async ({ page }) => {
  await signIn(page)
  await page.goto(
    `${settingsGroups.footer.admin.update}?${new URLSearchParams({ [FROM_KEY]: '//evil.example/' })}`,
  )
  await page.getByLabel('Despedida (opcional)').fill(`Hasta el sábado ${runId}.`)
  await page.getByRole('button', { name: 'Guardar y volver' }).tap()
  await expect(page).toHaveURL('/admin/sitio')
  await deleteAt(page, '/api/site/footer')
})

test('shows no edit link in a preview, and leads to the menu after an item became hidden', async ({
  page,
}) => {
  await signIn(page)
  const { newsTitle } = await fetchFirstNews(page)
  const item = await readFrom(page, `/api/news/title/${newsTitle}`)
  await page.goto(newsPath(newsTitle))
  await waitUntilReady(page)
  await editLink(page).tap()
  await page.getByRole('radio', { name: 'Borrador' }).check()
  await page.getByRole('button', { name: 'Guardar borrador y volver' }).tap()
  await expectNotice(page, 'Actualizado')
  await expect(page).toHaveURL(getDeclaration('news').admin.menu)
  const preview = await postTo(page, `/api/news/${item._id}/preview`)
  await page.goto(new URL(preview.url, page.url()).pathname)
  await waitUntilReady(page)
  await expect(page.locator('.preview-banner')).toBeVisible()
  await expect(editLink(page)).toHaveCount(0)
  await expect(page.locator('[href*="desde="]')).toHaveCount(0)
  await putTo(page, `/api/news/${item._id}`, { draft: false })
})
