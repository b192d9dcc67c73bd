/** Drafts, scheduled publication and expiry: in the forms, in the lists, and for visitors. */

import { club } from '../../club/club.ts'
import { resources } from '../../platform/content/shared/resources.ts'
import { wallClock } from '../../platform/shared/dates.ts'
import {
  createSmallPicture,
  expectNotice,
  findAxeViolations,
  openFilters,
  openScreen,
  runId,
  signIn,
  toDataUrl,
  unfoldMoreFields,
} from './back-office-helpers.ts'
import { postTo, putTo, readFrom } from './club-api.ts'
import { expect, type Page, test } from './journey.ts'

const { events, news, residents } = resources
const DAY_MS = 86_400_000
const phone = { width: 390, height: 844 }

/** Returns the day that many days from now as `YYYY-MM-DD` in the club's time zone. */
const formatDayFromNow = (days: number): string =>
  wallClock(Date.now() + days * DAY_MS, club.timeZone).slice(0, 10)

const choose = (page: Page, choice: string) =>
  page.getByRole('group', { name: 'Publicación' }).getByRole('radio', { name: choice }).check()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const state = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Mostrar' }).getByRole('link', { name })
/** The sentence that repeats the typed start or end of the publication. */
const repeatedStart = (page: Page) =>
  page.getByRole('group', { name: 'Publicación' }).locator('.publication-told')
const repeatedEnd = (page: Page) => page.locator('[data-field="unpublishAt"] .publication-told')
const row = (page: Page, name: string) => page.locator('.item').filter({ hasText: name })

/**
 * True when visitors find the item. Without the parameter `state` the API returns only public items, even with a session.
 */
async function isListed(page: Page, name: string): Promise<boolean> {
  const answer = await readFrom(page, `/api/residents?q=${encodeURIComponent(name)}`)
  return JSON.stringify(answer).includes(name)
}

/**
 * Expects no axe violations and no horizontal overflow. axe runs in a window as high as the page, because the bar at the
 * bottom would half cover some controls.
 */
async function expectUsable(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? phone
  await page.setViewportSize({ width, height: 4000 })
  expect(await findAxeViolations(page)).toEqual([])
  await page.setViewportSize({ width, height })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('saves an item as draft, scheduled, published and expired, and shows the state in each list', {
    tag: ['@main', '@wcag-1.4.1-office'],
  }, async ({ page }) => {
    await signIn(page)
    const name = `Sale ${runId}`
    await openScreen(page, residents.admin.create)
    await page.getByLabel('Nombre').fill(name)
    await choose(page, 'Borrador')
    // A draft has the same required fields as a published item.
    await button(page, 'Guardar borrador').click()
    await expect(page.locator('.problem')).toContainText('Debes completar todos los campos!')
    await page.getByLabel('Press kit').fill('https://club.example/x')
    await button(page, 'Guardar borrador').click()
    await expectNotice(page, 'Creado')
    await expect(page).toHaveURL(residents.admin.menu)
    expect(await isListed(page, name)).toBe(false)

    const list = `${residents.admin.update}?q=${encodeURIComponent(name)}`
    await page.goto(list)
    await expect(row(page, name).locator('.state-line')).toHaveText('Borrador')
    await openFilters(page)
    await state(page, 'Programados').click()
    await expect(page).toHaveURL(/state=scheduled/)
    await expect(page.getByText('Nada coincide con esa búsqueda.', { exact: false })).toBeVisible()
    await state(page, 'Borradores').click()
    await expectUsable(page)
    await row(page, name).getByRole('link').click()

    await expect(page.getByText('Ahora: Borrador.')).toBeVisible()
    await choose(page, 'Programar')
    await expect(page.getByLabel('Sale el día')).toHaveValue(formatDayFromNow(1))
    await page.getByLabel('Sale el día').fill('')
    await button(page, 'Programar y volver').click()
    await expect(page.getByLabel('Sale el día')).toBeFocused()
    await expect(page.getByLabel('Sale el día')).toHaveAccessibleDescription(/^Falta el día en que sale\./)
    await page.getByLabel('Sale el día').fill(formatDayFromNow(1))
    await expect(repeatedStart(page)).toHaveText(/^Sale el \S+ \d+ a las 20:00\.$/)
    await unfoldMoreFields(page)
    await page.getByLabel('Deja de verse el día (opcional)').fill(formatDayFromNow(0))
    await button(page, 'Programar y volver').click()
    await expect(page.getByLabel('Deja de verse el día (opcional)')).toHaveAccessibleDescription(
      /Tiene que ser después de que se publica\./,
    )
    await unfoldMoreFields(page)
    await page.getByLabel('Deja de verse el día (opcional)').fill('')
    await expectUsable(page)
    await button(page, 'Programar y volver').click()
    await expectNotice(page, 'Actualizado')
    expect(await isListed(page, name)).toBe(false)
    await page.goto(list)
    await expect(row(page, name).locator('.state-line')).toHaveText(
      /^Programado: sale el \S+ \d+ a las 20:00$/,
    )

    await row(page, name).getByRole('link').click()
    await choose(page, 'Publicar')
    await button(page, 'Publicar y volver').click()
    await expectNotice(page, 'Actualizado')
    await expect.poll(() => isListed(page, name)).toBe(true)
    await page.goto(list)
    await expect(row(page, name).locator('.state-line')).toHaveCount(0)

    await row(page, name).getByRole('link').click()
    await expect(page.getByText('Ahora: Publicado.')).toBeVisible()
    await unfoldMoreFields(page)
    await page.getByLabel('Deja de verse el día (opcional)').fill(formatDayFromNow(-1))
    await expect(repeatedEnd(page)).toContainText('Ese momento ya pasó')
    await button(page, 'Guardar y volver').click()
    await expectNotice(page, 'Actualizado')
    await expect.poll(() => isListed(page, name)).toBe(false)
    await page.goto(`${list}&state=ended&order=name`)
    await expect(row(page, name).locator('.state-line')).toHaveText(/^Terminó: dejó de verse el .* 23:59$/)
    await openFilters(page)
    await expect(state(page, 'Terminados')).toHaveAttribute('aria-current', 'page')

    await row(page, name).getByRole('link').click()
    await unfoldMoreFields(page)
    await page.getByLabel('Deja de verse el día (opcional)').fill('')
    await button(page, 'Publicar y volver').click()
    await expectNotice(page, 'Actualizado')
    await expect.poll(() => isListed(page, name)).toBe(true)
  })

  test('explains an empty filter, and links to all items', async ({ page }) => {
    await signIn(page)
    await page.goto(`${residents.admin.remove}?state=scheduled`)
    await expect(page.getByText('No hay nada programado.')).toBeVisible()
    await page.getByRole('link', { name: 'Ver todo' }).click()
    await expect(page).toHaveURL(residents.admin.remove)
    await expect(page.locator('.item').first()).toBeVisible()
  })

  test('keeps the choice after a reload, and shows another administrator’s beside it', async ({ page }) => {
    await signIn(page)
    const name = `Entre dos ${runId}`
    const { _id } = await postTo(page, '/api/residents', { name, pressKit: 'https://club.example/x' })
    await openScreen(page, `${residents.admin.update}/${_id}`)
    await choose(page, 'Programar')
    await page.getByLabel('Sale el día').fill(formatDayFromNow(3))
    await expect(page.locator('.draft-note')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Sale el día')).toHaveValue(formatDayFromNow(3))
    await expect(page.getByRole('radio', { name: 'Programar' })).toBeChecked()

    await putTo(page, `/api/residents/${_id}`, { draft: true, name: `${name} bis` })
    await button(page, 'Programar y volver').click()
    const conflict = page.getByRole('region', { name: 'Cambios que guardaste desde otro lado' })
    const decision = conflict.getByRole('group', { name: 'Publicación' })
    await expect(decision).toContainText('Programar')
    await expect(decision).toContainText('Borrador')
    await decision.getByLabel('Lo de acá').check()
    await button(page, 'Programar y volver').click()
    await expectNotice(page, 'Actualizado')
    const after = await readFrom(page, `/api/residents/${_id}`)
    expect(after).toMatchObject({ draft: false, name: `${name} bis` })
    expect(wallClock(new Date(after.publishAt), club.timeZone)).toBe(`${formatDayFromNow(3)}T20:00`)
  })

  test('fills day and hour with one button', async ({ page }) => {
    // 19:00 in Buenos Aires on a Wednesday.
    await page.clock.setFixedTime(new Date('2031-06-04T22:00:00Z'))
    await signIn(page)
    await openScreen(page, residents.admin.create)
    await choose(page, 'Programar')
    const start = page.getByLabel('Sale el día')
    const tonight = page.getByRole('button', { name: 'Hoy 21:00 Sale el día', exact: true })
    const noon = page.getByRole('button', { name: 'Mañana 12:00 Sale el día', exact: true })
    await noon.click()
    await expect(start).toHaveValue('2031-06-05')
    await expect(repeatedStart(page)).toHaveText(/^Sale .* a las 12:00\.$/)
    await tonight.press('Enter')
    await expect(start).toHaveValue('2031-06-04')
    await expect(repeatedStart(page)).toHaveText(/^Sale .* a las 21:00\.$/)
    await expect(tonight).toBeFocused()
    // Both buttons are in one line below the hour, and large enough for a thumb.
    const boxes = await Promise.all([tonight, noon].map((one) => one.boundingBox()))
    for (const box of boxes) expect(box?.height).toBeGreaterThanOrEqual(44)
    expect(boxes[0]?.y).toBe(boxes[1]?.y)
    await unfoldMoreFields(page)
    await page.getByRole('button', { name: 'Hoy 23:59 Deja de verse el día (opcional)' }).click()
    await expect(repeatedEnd(page)).toHaveText(/^Deja de verse .* a las 23:59\.$/)
    await expectUsable(page)

    await openScreen(page, events.admin.create)
    await page.getByRole('button', { name: 'Viernes 23:59 Fecha', exact: true }).click()
    await expect(page.getByLabel('Fecha', { exact: true })).toHaveValue('2031-06-06')
    await expect(page.getByLabel('Hora (opcional)')).toHaveValue('23:59')
    await page.locator('summary', { hasText: 'Line-up' }).click()
    await page.getByLabel('Pegar el line-up').fill('Uno')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Uno', exact: true }).click()
    await page.getByRole('button', { name: 'Mañana 12:00 Se revela (opcional)' }).click()
    await expect(page.getByLabel('Se revela (opcional)')).toHaveValue('2031-06-05T12:00')
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
    await openScreen(page, news.admin.create)
    await unfoldMoreFields(page)
    await page.getByRole('button', { name: 'Mañana Fecha', exact: true }).click()
    await expect(page.getByLabel('Fecha', { exact: true })).toHaveValue('2031-06-05')
  })

  test('names a news item as typed, and asks once about a future date', async ({ page }) => {
    await signIn(page)
    await openScreen(page, news.admin.create)
    const title = page.getByLabel('Título')
    await title.fill(`¿24/12? AC/DC ${runId}`)
    await expect(title).toHaveAccessibleDescription(`/news/2412-ACDC-${runId} Está libre.`)
    await page.getByLabel('Foto: elegir imagen').setInputFiles({
      name: 'foto.jpg',
      mimeType: 'image/jpeg',
      buffer: await createSmallPicture('#357'),
    })
    await page.getByRole('button', { name: 'Listo' }).click()
    await page.getByLabel('Es decorativa').check()
    await unfoldMoreFields(page)
    const question = page.getByText('¿Programar para ese día?', { exact: false })
    await page.getByLabel('Fecha', { exact: true }).fill(formatDayFromNow(-3))
    await expect(question).toHaveCount(0)
    await page.getByLabel('Fecha', { exact: true }).fill(formatDayFromNow(5))
    await expect(question).toBeVisible()
    // The bar at the bottom does not cover the question about the date.
    const yes = page.getByRole('button', { name: /^Programar para el/ })
    const bar = await page.locator('.action-bar').boundingBox()
    await expect
      .poll(async () => {
        const box = await yes.boundingBox()
        return (box?.y ?? 0) + (box?.height ?? 0)
      })
      .toBeLessThanOrEqual(bar?.y ?? 0)
    await expectUsable(page)
    await yes.press('Enter')
    await expect(page.getByLabel('Sale el día')).toBeFocused()
    await expect(page.getByLabel('Sale el día')).toHaveValue(formatDayFromNow(5))
    await expect(question).toHaveCount(0)
    // The values are confirmed already, so the form publishes without another question.
    await choose(page, 'Publicar')
    await page.getByLabel('Fecha', { exact: true }).fill(formatDayFromNow(6))
    await expect(question).toHaveCount(0)
    await choose(page, 'Programar')
    await page.getByLabel('Descripción').fill('Lo que viene.')
    await page.getByLabel('Texto').fill('Todo lo que viene.')
    await button(page, 'Programar').click()
    await expectNotice(page, 'Creado')

    const found = `/api/news?state=scheduled&q=${encodeURIComponent(`ACDC ${runId}`)}`
    const [item] = await readFrom(page, found)
    expect(item).toMatchObject({ headline: `¿24/12? AC/DC ${runId}`, newsTitle: `2412-ACDC-${runId}` })
    expect(wallClock(new Date(item.publishAt), club.timeZone)).toBe(`${formatDayFromNow(5)}T12:00`)
    await openScreen(page, `${news.admin.update}/${item._id}`)
    await expect(title).toHaveValue(`¿24/12? AC/DC ${runId}`)
    await title.fill('¿?')
    await button(page, 'Guardar y volver').click()
    await expect(title).toHaveAccessibleDescription(/^El título necesita alguna letra o algún número\./)
    await title.fill(`¡24/12! ${runId}`)
    await button(page, 'Guardar y volver').click()
    await expectNotice(page, 'Actualizado')
    expect(await readFrom(page, `/api/news/${item._id}`)).toMatchObject({
      headline: `¡24/12! ${runId}`,
      newsTitle: `2412-${runId}`,
      publishAt: item.publishAt,
    })
  })
})

for (const width of [360, 768, 1440]) {
  test(`fits the form of a scheduled item into ${width} px`, async ({ page }, testInfo) => {
    await page.setViewportSize({ width, height: 900 })
    await signIn(page)
    const item = await postTo(page, '/api/agency', {
      name: `Ancho ${width} ${runId}`,
      biography: 'Toca.',
      nationality: 'Barracas',
      instagram: 'https://instagram.com/x',
      soundcloud: 'https://soundcloud.com/x',
      pressKit: 'https://club.example/x',
      photo: toDataUrl(await createSmallPicture('#456')),
      publishAt: new Date(Date.now() + 40 * DAY_MS).toISOString(),
      unpublishAt: new Date(Date.now() + 500 * DAY_MS).toISOString(),
    })
    await openScreen(page, `${resources.agency.admin.update}/${item._id}`)
    await page.getByRole('radio', { name: 'Programar' }).focus()
    await expectUsable(page)
    await page.screenshot({ path: testInfo.outputPath(`form-${width}.png`), fullPage: true })
    // Arrow keys move the selection, as in any radio group.
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('radio', { name: 'Publicar' })).toBeChecked()
    await expect(button(page, 'Publicar y volver')).toBeVisible()
    await page.goto(`${resources.agency.admin.update}?state=scheduled`)
    await expect(row(page, item.name)).toContainText('Programado: sale el')
    await expectUsable(page)
    await page.screenshot({ path: testInfo.outputPath(`list-${width}.png`) })
  })
}
