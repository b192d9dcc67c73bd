/**
 * Text at 200 % (WCAG 1.4.4) on a phone: every page fits its window, and no control is covered. Visitors set a larger
 * text in their browser, which doubles the root font size. screen-usability.spec.ts examines the screens of the back office.
 */

import { createSmallPicture, openScreen, runId, signIn, signOut, toDataUrl } from './back-office-helpers.ts'
import { deleteAt, postTo, readFrom } from './club-api.ts'
import { expect, test } from './journey.ts'
import { fetchFirstNews, publicPages, waitUntilReady } from './public-site-helpers.ts'
import { doubleText, findTextFaults } from './text-faults.ts'

const PHONE = { width: 360, height: 740 }

test.beforeEach(async ({ page }) => {
  await page.setViewportSize(PHONE)
  // Reduced motion makes the test measure the final state of each animation.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(doubleText)
})

test('finds text that is too wide or cut off, and controls that are covered', async ({ page }) => {
  await page.goto('/404')
  await page.evaluate(() => {
    document.body.innerHTML =
      '<div><p>Algo</p><a href="/uno">Uno</a> <a href="/dos">Dos</a></div><i>x</i><a href="/tres">Tres</a>'
    const [wide, cover] = ['p', 'i'].map((tag) => document.querySelector(tag) as HTMLElement)
    if (wide) wide.style.width = '500px'
    if (cover) cover.style.cssText = 'position: fixed; inset: 0 0 auto; height: 300px'
  })
  const [excess, element, ...covered] = await findTextFaults(page)
  expect(excess).toMatch(/ px too wide$/)
  expect(element).toContain('<p')
  expect(covered.map((fault) => /\/\w+/.exec(fault)?.[0])).toEqual(['/uno', '/dos', '/tres'])
  await page.evaluate(() => {
    document.body.innerHTML = '<div><b>Un texto más largo que el teléfono</b></div>'
    const box = document.querySelector('div') as HTMLElement
    box.style.cssText = 'overflow: hidden; white-space: nowrap'
  })
  expect(await findTextFaults(page)).toEqual([expect.stringMatching(/^<b.+ is cut off$/)])
})

test('fits every public page in the window, and covers no control', { tag: ['@wcag-1.4.4-site'] }, async ({
  page,
}) => {
  test.setTimeout(240_000)
  const listSlugs = async (resource: string, limit = 1): Promise<string[]> => {
    const list = await readFrom(page, `/api/${resource}?limit=${limit}`)
    return (Array.isArray(list) ? list : list.data).map(({ slug }: { slug: string }) => slug)
  }
  const paths = [
    ...publicPages,
    `/news/${encodeURIComponent((await fetchFirstNews(page)).newsTitle)}`,
    ...(await listSlugs('events', 100)).flatMap((slug) => [`/fechas/${slug}`, `/en/fechas/${slug}`]),
    `/artistas/${await listSlugs('residents')}`,
    `/artistas/${await listSlugs('agency')}`,
    `/podcast/${await listSlugs('podcast')}`,
    `/episodios/${await listSlugs('episode')}`,
    '/fechas/embed',
    '/en',
    '/en/fechas',
    '/en/contact',
    '/en/culture',
  ]
  const faults: [string, string[]][] = []
  for (const path of paths) {
    await page.goto(path)
    if (path !== '/fechas/embed') await waitUntilReady(page)
    faults.push([path, await findTextFaults(page)])
  }
  expect(faults.filter(([, found]) => found.length > 0)).toEqual([])
})

test('breaks a long word in the title of a news item', { tag: ['@wcag-1.4.4-site'] }, async ({ page }) => {
  await signIn(page)
  const newsTitle = `Otorrinolaringología${runId}`
  const { _id } = await postTo(page, '/api/news', {
    newsTitle,
    photo: toDataUrl(await createSmallPicture('#385')),
    date: '2031-01-01',
    newsDescription: 'En dos líneas.',
    newsBody: '<p>Texto.</p>',
  })
  await signOut(page)
  for (const path of ['/', '/news', `/news/${encodeURIComponent(newsTitle)}`]) {
    await page.goto(path)
    await waitUntilReady(page)
    expect(await findTextFaults(page), path).toEqual([])
  }
  await signIn(page)
  await deleteAt(page, `/api/news/${_id}`)
})

test('covers no control of the open menu, also for administrators', async ({ page }) => {
  await signIn(page)
  for (const path of ['/', '/en']) {
    await page.goto(path)
    await waitUntilReady(page)
    await page
      .getByRole('navigation')
      .getByRole('button', { name: /^Men[uú]$/ })
      .click()
    const menu = page.locator('#menu')
    await expect(menu).toBeVisible()
    await menu.locator('summary').click()
    expect(await findTextFaults(page, '.bar')).toEqual([])
  }
})

test('fits the actions on a night that is sold out, on a phone', { tag: ['@wcag-1.4.4-office'] }, async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, '/admin')
  const sellOut = page.getByRole('button', { name: 'Marcar agotada' })
  const sellAgain = page.getByRole('button', { name: 'Hay entradas de nuevo' })
  await expect(sellOut.or(sellAgain)).toBeVisible()
  const wasOnSale = await sellOut.isVisible()
  if (wasOnSale) await sellOut.click()
  await expect(sellAgain).toBeVisible()
  // Removes the notice of the change, which floats above the screen for some seconds.
  await openScreen(page, '/admin')
  await expect(sellAgain).toBeVisible()
  expect(await findTextFaults(page)).toEqual([])
  if (wasOnSale) await sellAgain.click()
})
