/** Lists of nights of several years, and the menus of sections. */

import { resources } from '../../platform/content/shared/resources.ts'
import {
  createSmallPicture,
  expectNotice,
  findAxeViolations,
  openFilters,
  openScreen,
  runId,
  signIn,
  toDataUrl,
} from './back-office-helpers.ts'
import { postTo, readFrom } from './club-api.ts'
import { expect, type Page, test } from './journey.ts'

const { events, residents } = resources
const mark = `larga${runId}`

/** The largest distance of the first item from the top of a phone. px */
const FIRST_ITEM_MAX = 220

const isWithinWidth = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

/** Adds two past nights in each month of two years, and one cancelled night. */
async function addNights(page: Page): Promise<void> {
  const picture = toDataUrl(await createSmallPicture('#4a2'))
  const night = { flyerLarge: picture, flyerGrid: picture, url: `https://club.example/${mark}` }
  const dates = [2018, 2019].flatMap((year) =>
    Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}-12T23:30`),
  )
  for (const date of dates)
    await postTo(page, '/api/events', { ...night, date, title: `Noche ${date.slice(0, 7)} ${mark}` })
  const cancelled = { date: '2019-10-19T23:30', title: `Llovió ${mark}`, status: 'cancelled' }
  await postTo(page, '/api/events', { ...night, ...cancelled })
}

test('finds a night of any year on a phone, by filter and by date', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  await addNights(page)
  await openScreen(page, events.admin.update)
  await expect(page.locator('.item').first()).toBeVisible()
  const top = await page.locator('.item').first().boundingBox()
  expect(top?.y).toBeLessThanOrEqual(FIRST_ITEM_MAX)
  // The chosen filters count, and the order does not.
  await openFilters(page)
  expect(await findAxeViolations(page)).toEqual([])
  expect(await isWithinWidth(page)).toBe(true)
  await page.getByLabel('Orden').selectOption('Lo más viejo primero')
  await expect(page.getByRole('button', { name: 'Filtros', exact: true })).toBeVisible()
  await page.getByLabel('Orden').selectOption('La próxima fecha primero')
  await page.getByLabel('Año').selectOption('2019')
  await expect(page).toHaveURL(/year=2019/)
  await expect(page.getByRole('button', { name: 'Filtros · 1 activo', exact: true })).toBeVisible()
  const names = page.locator('.item-name')
  await expect(names.first()).toHaveText(`Noche 2019-12 ${mark}`)
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Diciembre 2019Pasadas')
  await expect(page.getByRole('heading', { name: 'Octubre 2019 No se hicieron' })).toBeVisible()

  await page.getByLabel('Cuándo').selectOption('Pasadas')
  await expect(page.getByRole('button', { name: 'Filtros · 2 activos' })).toBeVisible()
  await expect(names).toHaveCount(12)
  await expect(names.filter({ hasText: 'Llovió' })).toHaveCount(0)
  await page.getByLabel('Cuándo').selectOption('Canceladas y postergadas')
  await expect(names).toHaveText([`Llovió ${mark}`])
  // A search keeps the filters.
  await page.getByRole('searchbox').fill('noviembre')
  await expect(page.getByText('Nada coincide con esa búsqueda.', { exact: false })).toBeVisible()
  await page.getByRole('link', { name: 'Quitar filtros' }).click()
  await expect(page).toHaveURL(`${events.admin.update}?q=noviembre`)

  for (const [typed, found] of [
    [`octubre ${mark}`, [`Noche 2019-10 ${mark}`, `Noche 2018-10 ${mark}`, `Llovió ${mark}`]],
    [`octubre 2018 ${mark}`, [`Noche 2018-10 ${mark}`]],
    [`12/10 ${mark}`, [`Noche 2019-10 ${mark}`, `Noche 2018-10 ${mark}`]],
    [`19-10-2019 ${mark}`, [`Llovió ${mark}`]],
  ] as const) {
    await page.getByRole('searchbox').fill(typed)
    await expect(names).toHaveText([...found])
  }
  const { data } = await readFrom(page, `/api/events?state=all&q=${mark}`)
  const ids = data.map(({ _id }: { _id: string }) => _id)
  await postTo(page, '/api/trash', { resource: 'events', ids })
})

test('starts every list at the top of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page)
  for (const { admin } of Object.values(resources))
    for (const path of [admin.menu, admin.update, admin.remove]) {
      await openScreen(page, path)
      const first = page.locator('.item').first()
      await expect(first).toBeVisible()
      expect((await first.boundingBox())?.y, path).toBeLessThanOrEqual(
        path === admin.remove ? 2 * FIRST_ITEM_MAX : FIRST_ITEM_MAX,
      )
      expect(await isWithinWidth(page), path).toBe(true)
    }
  // Text at 200 % moves the buttons below the search field.
  await openScreen(page, events.admin.update)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  expect(await isWithinWidth(page)).toBe(true)
  const field = await page.getByRole('searchbox').boundingBox()
  expect(field?.width).toBeGreaterThan(200)
})

for (const width of [390, 1280])
  test(`shows the new item on top of its section, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await signIn(page)
    await openScreen(page, residents.admin.menu)
    const entries = page.getByRole('navigation', { name: 'Residentes' }).getByRole('link')
    await expect(entries).toHaveText(['Crear residente', 'Editar residente', 'Borrar residente'])
    const tops = await entries.evaluateAll((all) => all.map((entry) => entry.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
    await expect(page.locator('.item').first()).toBeVisible()
    const back = page.getByRole('navigation', { name: 'Camino' }).getByRole('link').last()
    await expect(back).toHaveText('Nuestro Club')

    const name = `Nueva ${width} ${runId}`
    await entries.first().click()
    await expect(back).toHaveText('Residentes')
    await page.getByLabel('Nombre').fill(name)
    await page.getByLabel('Press kit').fill('https://club.example/x')
    await page.getByRole('button', { name: 'Publicar', exact: true }).click()
    await expectNotice(page, 'Creado')
    await expect(page).toHaveURL(residents.admin.menu)
    const created = page.getByRole('region', { name })
    await expect(created.getByRole('button', { name: 'Compartir' })).toBeVisible()
    await expect(created.getByRole('link', { name: 'Ver en el sitio' })).toBeVisible()
    const box = await created.boundingBox()
    const first = await page.locator('.item').first().boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(first?.y ?? 0)
    expect(box?.y).toBeLessThan(300)
    expect(await findAxeViolations(page)).toEqual([])

    await page.getByRole('link', { name: `Editar ${name}` }).click()
    await expect(back).toHaveText('Residentes')
    await back.click()
    await expect(page).toHaveURL(residents.admin.update)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Residentes')
    await expect(back).toHaveText('Nuestro Club')
  })
