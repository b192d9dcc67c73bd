/**
 * The preview beside a settings form: it updates during typing, and visitors never see it. Also tests the restoring of
 * removed rows.
 */

import { defaults } from '../../club/defaults.ts'
import { SETTINGS_PATH } from '../../platform/settings/shared/settings-names.ts'
import {
  createSmallPicture,
  expectNotice,
  findAxeViolations,
  openScreen,
  runId,
  signIn,
  toImageFile,
} from './back-office-helpers.ts'
import { deleteAt, readFrom } from './club-api.ts'
import { expect, type Page, test } from './journey.ts'

test.use({ actionTimeout: 20_000 })

const laptop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

const previewContent = (page: Page) => page.frameLocator('iframe[title="Vista previa"]')
const previewFrame = (page: Page) => page.locator('iframe[title="Vista previa"]')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const rows = (page: Page) => page.locator('.rows-row .rows-title')
const titles = defaults.history.chapters.map(({ title }) => String(title))

/**
 * Console errors that a journey causes on purpose: a lost connection, a refused request, and scripts that the test runs in
 * the preview's sandboxed frame.
 */
const EXPECTED =
  /ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 400|Blocked script execution in 'about:srcdoc'/

/** Collects the console errors of the browser, except the expected ones. */
function collectConsoleErrors(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !EXPECTED.test(text)) complaints.push(text)
  })
  return complaints
}

test.describe('on a laptop', () => {
  test.use({ viewport: laptop })

  test('shows typed text in the preview before it is saved, and to no visitor', async ({
    page,
    browser,
    baseURL,
  }) => {
    const complaints = collectConsoleErrors(page)
    await signIn(page)
    await openScreen(page, `${SETTINGS_PATH}/history`)
    await expect(previewContent(page).getByRole('heading', { level: 1, name: 'Historia' })).toBeVisible()
    await expect(previewContent(page).getByRole('heading', { level: 2 })).toHaveText(titles)
    // The preview is as wide as a laptop's screen, and scaled down.
    expect(
      await previewFrame(page).evaluate((frame) => (frame as HTMLIFrameElement).contentWindow?.innerWidth),
    ).toBe(1280)
    expect(await findAxeViolations(page)).toEqual([])

    const lead = `Todavía <b>no</b> ${runId} {club}.`
    await page.getByLabel('Texto bajo el título (opcional)').fill(lead)
    await expect(previewContent(page).locator('.lead')).toHaveText(
      lead.replace('{club}', defaults.identity.name),
    )
    await expect(page.getByLabel('Texto bajo el título (opcional)')).toBeFocused()
    await page.getByLabel('Título de la ventana').fill(`Ventana ${runId}`)
    await expect(page.locator('.beside-line')).toHaveText(`Ventana ${runId}`)

    // The preview scrolls to the edited part. The update changes only that part, and all other elements stay the same DOM
    // nodes.
    const last = titles.at(-1) as string
    const originalHeading = await previewContent(page).locator('h1').elementHandle()
    await button(page, new RegExp(`^${last}`)).click()
    await page.getByLabel('Título', { exact: true }).fill(`${last} ${runId}`)
    const heading = previewContent(page).getByRole('heading', { name: `${last} ${runId}` })
    await expect(heading).toBeInViewport()
    expect(await originalHeading?.evaluate((element) => element.isConnected)).toBe(true)

    // The browser sends a new picture to the server only when the form is saved.
    const sent: number[] = []
    page.on('request', (request) => sent.push(request.postDataBuffer()?.byteLength ?? 0))
    await page
      .getByLabel('Foto (opcional): cambiar imagen')
      .setInputFiles(toImageFile(await createSmallPicture('#246')))
    await page.getByLabel('Qué se ve en la foto (opcional)').fill(`Azul ${runId}.`)
    const picture = previewContent(page).getByRole('img', { name: `Azul ${runId}.` })
    await expect(picture).toHaveAttribute('src', /^data:image\/(jpeg|webp|png);base64,/)
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(100)
    expect(Math.max(...sent)).toBeLessThan(20_000)

    // After invalid input the preview keeps its last valid state and shows a message.
    await page.getByLabel('Año (opcional)').fill('ayer')
    await expect(page.getByText('Hay algo para corregir. Se ve lo último que estaba bien.')).toBeVisible()
    await expect(heading).toBeAttached()
    await page.getByLabel('Año (opcional)').fill('2031')
    await expect(previewContent(page).locator('.chapter-year').last()).toHaveText('2031')
    await expect(page.getByText('Hay algo para corregir.')).toHaveCount(0)

    // Typing works without a connection. The preview updates by itself when the connection returns.
    await page.context().setOffline(true)
    await page.getByLabel('Texto bajo el título (opcional)').fill(`Sin conexión ${runId}.`)
    await expect(page.getByText('La vista previa no se pudo actualizar.')).toBeVisible()
    await expect(page.getByLabel('Texto bajo el título (opcional)')).toHaveValue(`Sin conexión ${runId}.`)
    await page.context().setOffline(false)
    await expect(previewContent(page).locator('.lead')).toHaveText(`Sin conexión ${runId}.`)
    await expect(page.getByText('La vista previa no se pudo actualizar.')).toHaveCount(0)

    // Links in the preview do not navigate.
    await previewContent(page).getByText('Novedades').first().click()
    await expect(previewContent(page).locator('.lead')).toHaveText(`Sin conexión ${runId}.`)
    await expect(previewContent(page).locator('a[href], button:not([inert]), script')).toHaveCount(0)

    const visitor = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
    await visitor.goto('/history')
    await expect(visitor.locator('.lead')).toHaveText(String(defaults.history.lead))
    await expect(visitor.getByRole('heading', { level: 2 })).toHaveText(titles)
    await visitor.context().close()
    expect(await findAxeViolations(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  test('previews each settings group on its page without console errors', async ({ page }) => {
    const complaints = collectConsoleErrors(page)
    await signIn(page)
    for (const [group, words] of [
      ['identity', defaults.identity.name],
      ['contact', String(defaults.contact.lead)],
      ['culture', String(defaults.culture.lead)],
      ['milestones', String(defaults.milestones.lead)],
      ['news', String(defaults.news.lead)],
    ] as const) {
      await openScreen(page, `${SETTINGS_PATH}/${group}`)
      await expect(previewContent(page).locator('body')).toContainText(words)
    }
    await openScreen(page, `${SETTINGS_PATH}/notice`)
    await page.getByLabel('Aviso (opcional)').fill(`Hoy no ${runId}.`)
    await page.getByLabel('Desde (opcional)').fill('2040-01-01T20:00')
    await expect(previewContent(page).getByRole('complementary', { name: 'Aviso' })).toHaveText(
      `Hoy no ${runId}.`,
    )
    expect(complaints).toEqual([])
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true })

  test('shows the preview behind a tab, as wide as the phone', async ({ page }) => {
    const complaints = collectConsoleErrors(page)
    const previewRequests: string[] = []
    page.on('request', (request) => request.url().endsWith('/preview') && previewRequests.push(request.url()))
    await signIn(page)
    await openScreen(page, `${SETTINGS_PATH}/history`)
    const tab = (name: string) => page.getByRole('tab', { name })
    await page.getByLabel('Texto bajo el título (opcional)').fill(`De paso ${runId}.`)
    await expect(tab('Editar')).toHaveAttribute('aria-selected', 'true')
    await tab('Editar').focus()
    // The form requests no preview while its tab is closed.
    expect(previewRequests).toEqual([])

    await page.keyboard.press('ArrowRight')
    await expect(tab('Vista previa')).toBeFocused()
    await expect(page.getByRole('tabpanel', { name: 'Vista previa' })).toBeVisible()
    await expect(page.getByRole('tabpanel', { name: 'Editar' })).toBeHidden()
    await expect(previewContent(page).locator('.lead')).toHaveText(`De paso ${runId}.`)
    expect(
      await previewFrame(page).evaluate((frame) => (frame as HTMLIFrameElement).contentWindow?.innerWidth),
    ).toBe(390)
    await expect(button(page, 'Guardar y volver')).toBeInViewport()
    expect(await findAxeViolations(page)).toEqual([])
    await page.keyboard.press('ArrowRight')
    await expect(tab('Editar')).toBeFocused()
    await expect(page.getByLabel('Texto bajo el título (opcional)')).toHaveValue(`De paso ${runId}.`)

    // Submitting an invalid form switches from the preview tab back to the form.
    await page.getByLabel('Título de la ventana').fill('x'.repeat(151))
    await button(page, 'Agregar capítulo').tap()
    await tab('Vista previa').tap()
    await expect(page.getByText('Hay algo para corregir.')).toBeVisible()
    await button(page, 'Guardar y volver').tap()
    await expect(page.getByLabel('Título', { exact: true })).toBeFocused()
    expect(complaints).toEqual([])
  })

  test('restores a removed row, also by keyboard, and removes it when saved', async ({ page }) => {
    await signIn(page)
    await openScreen(page, `${SETTINGS_PATH}/history`)
    const [first = '', second = '', third = ''] = titles
    const remove = async (title: string) => {
      const name = page.locator('.rows-name').filter({ hasText: title })
      if ((await name.getAttribute('aria-expanded')) === 'false') await name.tap()
      await button(page, `Quitar ${title}`).tap()
    }
    await remove(second)
    await expect(page.getByText(`Se quitó «${second}».`)).toBeVisible()
    await expect(button(page, 'Deshacer')).toBeFocused()
    await expect(rows(page)).toHaveText(titles.filter((title) => title !== second))
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveText(titles)
    await expect(page.locator('.rows-name').filter({ hasText: second })).toBeFocused()
    await expect(page.locator('.rows-row').nth(1).locator('.picture-preview img')).toBeVisible()

    await remove(first)
    await remove(third)
    await page.setViewportSize({ width: 390, height: 4000 })
    expect(await findAxeViolations(page)).toEqual([])
    await page.setViewportSize(phone)
    await button(page, 'Deshacer').first().tap()
    await button(page, 'Guardar y volver').tap()
    await expectNotice(page, 'Actualizado')
    const { chapters } = await readFrom(page, '/api/site/history')
    const { chapters: before } = defaults.history
    expect(chapters).toMatchObject(before.filter(({ title }) => title !== third))
    await openScreen(page, `${SETTINGS_PATH}/history`)
    await expect(button(page, 'Deshacer')).toHaveCount(0)
    await deleteAt(page, '/api/site/history')
  })

  test('shows a new name in the back office as soon as it is saved', async ({ page }) => {
    await signIn(page)
    await openScreen(page, SETTINGS_PATH)
    await page.getByRole('link', { name: 'Identidad' }).tap()
    await page.getByLabel('Nombre del club').fill(`Galpón ${runId}`)
    await button(page, 'Guardar y volver').tap()
    await expectNotice(page, 'Actualizado')
    const logo = page.getByRole('link', { name: `Galpón ${runId}, ir al sitio` })
    await expect(logo).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(`Galpón ${runId}`))
    await page.getByRole('link', { name: 'Identidad' }).tap()
    await button(page, 'Volver a lo que viene').tap()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Volver a lo que viene' }).tap()
    await expect(page.getByRole('link', { name: `${defaults.identity.name}, ir al sitio` })).toBeVisible()
  })
})
