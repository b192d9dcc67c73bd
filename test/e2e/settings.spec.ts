/** Settings of the club: edited in the back office on a phone, shown on the pages, and reset to the defaults. */

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
import { deleteAt, putTo, readFrom } from './club-api.ts'
import { expect, type Page, test } from './journey.ts'
import { waitUntilReady } from './public-site-helpers.ts'

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  actionTimeout: 20_000,
  // These journeys use reduced motion: animations take half of a processor, and no test here needs them.
  contextOptions: { reducedMotion: 'reduce' },
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const card = (page: Page, name: string) =>
  page.locator('.site-group').filter({ has: page.getByRole('heading', { name, exact: true }) })

async function edit(page: Page, name: string) {
  await openScreen(page, SETTINGS_PATH)
  await card(page, name).getByRole('link').tap()
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
}

async function save(page: Page) {
  await button(page, 'Guardar y volver').tap()
  await expectNotice(page, 'Actualizado')
  await expect(page).toHaveURL(SETTINGS_PATH)
}

async function reset(page: Page, name: string) {
  await edit(page, name)
  await button(page, 'Volver a lo que viene').tap()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Volver a lo que viene' }).tap()
  await expectNotice(page, 'Actualizado')
  await expect(button(page, 'Volver a lo que viene')).toHaveCount(0)
}

test('edits identity, home text and contact address, shows them, and resets them', { tag: '@main' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const visitor = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
  await signIn(page)
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Más', exact: true }).tap()
  await page.getByRole('link', { name: 'Sitio', exact: true }).tap()
  await expect(card(page, 'Identidad')).toContainText(defaults.identity.name)
  await expect(card(page, 'Identidad')).toContainText('Como viene')
  expect(await findAxeViolations(page)).toEqual([])

  await edit(page, 'Identidad')
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByLabel('Quién lo fundó (opcional)').fill(`Rita ${runId}`)
  await page.getByRole('button', { name: /^Por favor/ }).tap()
  await page.getByLabel('Lema', { exact: true }).fill('')
  await button(page, 'Guardar y volver').tap()
  await expect(page.getByText('Falta completar «Lema».')).toBeVisible()
  await page.getByLabel('Lema', { exact: true }).fill(`Saludá ${runId}.`)
  await save(page)
  await expect(card(page, 'Identidad')).toContainText('Lo escribieron ustedes')
  await visitor.goto('/')
  await waitUntilReady(visitor)
  await expect(visitor.locator('.quote-by')).toHaveText(`Rita ${runId}`)
  await expect(visitor.locator('.slogan-text').first()).toHaveText(`Saludá ${runId}.`)

  await edit(page, 'Historia')
  await button(page, 'Agregar capítulo').tap()
  await page.getByLabel('Título', { exact: true }).fill(`Otra década ${runId}`)
  await page.getByLabel('Año (opcional)').fill('2027')
  await page
    .getByLabel('Foto (opcional): elegir imagen')
    .setInputFiles(toImageFile(await createSmallPicture('#246')))
  await button(page, 'Listo').tap()
  await page.getByLabel('Qué se ve en la foto (opcional)').fill('Una pared azul.')
  // The window is so high that no bar half covers a control, because axe would report such a control as too small.
  await page.setViewportSize({ width: 390, height: 4000 })
  expect(await findAxeViolations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await save(page)
  await visitor.goto('/history')
  await expect(visitor.getByRole('heading', { name: `Otra década ${runId}` })).toBeAttached()
  await expect(visitor.getByRole('img', { name: 'Una pared azul.' })).toBeAttached()

  await edit(page, 'Enlaces')
  await page.getByLabel('Facebook (opcional)').fill('')
  await page.getByLabel('Instagram (opcional)').fill('@otra.barraca')
  await save(page)
  await visitor.goto('/')
  const foot = visitor.getByRole('contentinfo')
  await expect(foot.getByRole('link', { name: 'Instagram' })).toHaveAttribute(
    'href',
    'https://www.instagram.com/otra.barraca',
  )
  await expect(foot.getByRole('link', { name: 'Facebook' })).toHaveCount(0)

  for (const name of ['Identidad', 'Historia', 'Enlaces']) await reset(page, name)
  await visitor.goto('/')
  await expect(visitor.locator('.quote-by')).toHaveText(String(defaults.identity.founder.name))
  await expect(foot.getByRole('link', { name: 'Facebook' })).toBeAttached()
  await visitor.context().close()
})

test('restores an earlier version of the settings from the history', async ({ page }) => {
  await signIn(page)
  await edit(page, 'Pie de página')
  await page.getByLabel('Despedida (opcional)').fill(`Chau ${runId}.`)
  await save(page)
  await edit(page, 'Pie de página')
  await page.getByRole('link', { name: 'Historial' }).tap()
  await expect(page.getByText('De la parte del sitio «Pie de página».')).toBeVisible()
  const entry = page.locator('.entry').first()
  await expect(entry).toContainText(`Chau ${runId}.`)
  await entry.getByRole('link', { name: /^Ver y restaurar/ }).tap()
  await expect(page.getByRole('region', { name: 'Como quedó después' })).toContainText('Es como está hoy.')
  const before = page.getByRole('region', { name: 'Como era antes' })
  await expect(before).toContainText('Distinto de hoy: Despedida')
  expect(await findAxeViolations(page)).toEqual([])
  await before.getByRole('button', { name: /^Volver a esto/ }).tap()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Volver', exact: true }).tap()
  await expectNotice(page, 'Actualizado')
  const footer = await readFrom(page, '/api/site/footer')
  expect(footer).toMatchObject({ farewell: defaults.footer.farewell, updatedAt: null })
})

test('shows a notice above every page until it is removed, beside a name of maximum length', async ({
  page,
  browser,
  baseURL,
}) => {
  const visitor = await (
    await browser.newContext({ viewport: { width: 360, height: 740 }, ...(baseURL && { baseURL }) })
  ).newPage()
  await signIn(page)
  await edit(page, 'Aviso')
  await page.getByLabel('Aviso (opcional)').fill(`Hoy no abrimos ${runId}.`)
  await page.getByLabel('Enlace (opcional)').fill('club.example/luz')
  await save(page)
  const name = `«Ñandú» & <b> ${'W'.repeat(40)} ${'Galpón '.repeat(5)}`.slice(0, 100).trim()
  await putTo(page, '/api/site/identity', { name })
  for (const path of ['/', '/contact', '/fechas', '/login']) {
    await visitor.goto(path)
    await waitUntilReady(visitor)
    const notice = visitor.getByRole('complementary', { name: 'Aviso' })
    await expect(notice.getByRole('link')).toHaveText(`Hoy no abrimos ${runId}.`)
    await expect(notice.getByRole('link')).toHaveAttribute('href', 'https://club.example/luz')
    expect([path, await visitor.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 360])
    expect([path, await findAxeViolations(visitor)]).toEqual([path, []])
    await expect(visitor.getByRole('link', { name: `${name}, inicio` })).toBeVisible()
    expect(await visitor.title()).toContain(name)
  }
  await deleteAt(page, '/api/site/identity')
  await reset(page, 'Aviso')
  await visitor.goto('/')
  await expect(visitor.getByRole('complementary', { name: 'Aviso' })).toHaveCount(0)
  await visitor.context().close()
})

test('says in words whether a colour has enough contrast, and refuses one that has not', {
  tag: ['@wcag-1.4.3-site', '@atag-B.3.1.1', '@atag-B.3.2.1'],
}, async ({ page }) => {
  await signIn(page)
  await edit(page, 'Apariencia')
  const code = page.getByRole('textbox', { name: 'Color de la luz', exact: true })
  await code.fill('#333333')
  await expect(page.getByText('No se lee: hace falta 4,5.')).toBeVisible()
  await button(page, 'Guardar y volver').tap()
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await code.fill('#ffcc00')
  await expect(page.getByText('Se lee bien.')).toBeVisible()
})
