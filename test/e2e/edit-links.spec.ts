/** From a public page to its form and back: who is signed in sees the way, visitors have the same page without it. */
import { expect, type Page, test } from '@playwright/test'
import { FROM_KEY } from '../../platform/auth/client/session.ts'
import { declarationOf } from '../../platform/content/shared/resources.ts'
import { groups } from '../../platform/settings/shared/settings-groups.ts'
import { newsPath } from '../../platform/shared/public-addresses.ts'
import { expectNotice, faultsOf, run, signIn } from './back-office-helpers.ts'
import { firstNews, pages, ready } from './public-site-helpers.ts'

test.use({
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  actionTimeout: 20_000,
  // Nothing here is about what moves, which takes half of a processor.
  contextOptions: { reducedMotion: 'reduce' },
})

const editLink = (page: Page) => page.getByRole('link', { name: 'Editar esta página' })
const foot = (page: Page) => page.getByRole('contentinfo')

const NO_FORM = ['/events', '/privacidad', '/login', '/register', '/404']

test('visitors have the same page, and nothing of it to see', async ({ page, browser, baseURL }) => {
  const administrator = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
  await signIn(administrator)
  for (const path of pages) {
    const [mine, theirs] = [await page.request.get(path), await administrator.request.get(path)]
    expect([path, await theirs.text()]).toEqual([path, await mine.text()])
    expect([path, theirs.headers().etag]).toEqual([path, mine.headers().etag])
  }
  await page.goto('/history')
  await ready(page)
  await expect(editLink(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Administrar' })).toHaveCount(0)
  await expect(foot(page).getByRole('link', { name: 'Entrar' })).toHaveAttribute('href', '/login')
  await administrator.context().close()
})

test('every page leads to what it is edited by, on a phone as on a laptop', async ({ page }) => {
  await signIn(page)
  const { newsTitle } = await firstNews(page)
  const [night] = await (await page.request.get('/api/events?limit=1')).json().then(({ data }) => data)
  const [resident] = await (await page.request.get('/api/residents?limit=1')).json().then(({ data }) => data)
  const [news, events] = [declarationOf('news').admin.update, declarationOf('events').admin.update]
  const { _id } = await (await page.request.get(`/api/news/title/${newsTitle}`)).json()
  const leads: Record<string, string> = {
    '/': groups.home.admin.update,
    '/history': groups.history.admin.update,
    '/culture': groups.culture.admin.update,
    '/milestones': groups.milestones.admin.update,
    '/contact': groups.contact.admin.update,
    '/news': news,
    [newsPath(newsTitle)]: `${news}/${_id}`,
    '/fechas': events,
    [`/fechas/${night.slug}`]: `${events}/${night._id}`,
    [`/artistas/${resident.slug}`]: `${declarationOf('residents').admin.update}/${resident._id}`,
  }
  for (const [path, form] of Object.entries(leads)) {
    await page.goto(path)
    await ready(page)
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
  expect(await faultsOf(page)).toEqual([])
  for (const path of NO_FORM.filter((one) => one !== '/login' && one !== '/register')) {
    await page.goto(path)
    await ready(page)
    await expect(editLink(page)).toHaveCount(0)
    await expect(foot(page).getByRole('link', { name: 'Administrar' })).toBeVisible()
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/history')
  await ready(page)
  await expect(page.getByText('Editar esta página')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Administrar' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
})

test('back from the form one is on the page again, changed, also by the way back of the browser', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/history')
  await ready(page)
  await editLink(page).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Historia' })).toBeVisible()
  await page.getByLabel('Texto bajo el título (opcional)').fill(`Desde el galpón ${run}.`)
  await page.getByRole('button', { name: 'Guardar y volver' }).tap()
  await expect(page).toHaveURL('/history')
  await expectNotice(page, 'Actualizado')
  await expect(page.locator('.lead')).toHaveText(`Desde el galpón ${run}.`)
  // Said once.
  await page.reload()
  await ready(page)
  await expect(page.locator('.notice')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/history')
  await expect(page.locator('.lead')).toHaveText(`Desde el galpón ${run}.`)
  await page.request.delete('/api/site/history')
})

test('a page that the browser kept from before an edit is loaded anew, and one from after it is not', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/history')
  await ready(page)
  /** What a browser says when it shows a page again as it was left. */
  const comeBack = (edited: number) =>
    page.evaluate((at) => {
      sessionStorage.setItem('edit', JSON.stringify([performance.timeOrigin + at, null]))
      document.documentElement.dataset.kept = ''
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    }, edited)
  await comeBack(-1)
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  await expect(page.locator('[data-kept]')).toHaveCount(1)
  await comeBack(1)
  await expect(page.locator('[data-kept]')).toHaveCount(0)
})

test('from a list one comes back to the page of the list, and without saving too', async ({ page }) => {
  await signIn(page)
  await page.goto('/news')
  await ready(page)
  await editLink(page).tap()
  await page.getByRole('searchbox').fill('a')
  await expect(page).toHaveURL(/q=a/)
  // Of what visitors do not see there is no page to come back to.
  await page.getByRole('link', { name: 'Publicados' }).tap()
  await expect(page).toHaveURL(/state=published/)
  await page
    .getByRole('link', { name: /^Editar / })
    .first()
    .tap()
  await page.getByRole('link', { name: 'Volver a la página' }).tap()
  await expect(page).toHaveURL('/news')
  await page.goBack()
  await page.getByLabel('Descripción', { exact: true }).fill(`Otra bajada ${run}.`)
  await page.getByRole('button', { name: 'Guardar y volver' }).tap()
  await expect(page).toHaveURL('/news')
  await expectNotice(page, 'Actualizado')
})

test('a form that was led to from elsewhere leads to its menu', async ({ page }) => {
  await signIn(page)
  await page.goto(`${groups.footer.admin.update}?${new URLSearchParams({ [FROM_KEY]: '//evil.example/' })}`)
  await page.getByLabel('Despedida (opcional)').fill(`Hasta el sábado ${run}.`)
  await page.getByRole('button', { name: 'Guardar y volver' }).tap()
  await expect(page).toHaveURL('/admin/sitio')
  await page.request.delete('/api/site/footer')
})

test('a preview has no way to a form, and what became hidden leads to its menu', async ({ page }) => {
  await signIn(page)
  const { newsTitle } = await firstNews(page)
  const item = await (await page.request.get(`/api/news/title/${newsTitle}`)).json()
  await page.goto(newsPath(newsTitle))
  await ready(page)
  await editLink(page).tap()
  await page.getByRole('radio', { name: 'Borrador' }).check()
  await page.getByRole('button', { name: 'Guardar borrador y volver' }).tap()
  await expectNotice(page, 'Actualizado')
  await expect(page).toHaveURL(declarationOf('news').admin.menu)
  const preview = await page.request.post(`/api/news/${item._id}/preview`)
  await page.goto(new URL((await preview.json()).url, page.url()).pathname)
  await ready(page)
  await expect(page.locator('.preview-banner')).toBeVisible()
  await expect(editLink(page)).toHaveCount(0)
  await expect(page.locator('[href*="desde="]')).toHaveCount(0)
  expect((await page.request.put(`/api/news/${item._id}`, { data: { draft: false } })).status()).toBe(200)
})
