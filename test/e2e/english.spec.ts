/** A night in English: translated in the back office, read under /en, by keyboard and without scripts. */

import { club } from '../../club/club.ts'
import { currentNight } from '../../platform/shared/dates.ts'
import { addDays } from '../../platform/shared/night-dates.ts'
import {
  createSmallPicture,
  findAxeViolations,
  openScreen,
  runId,
  signIn,
  signOut,
  toDataUrl,
} from './back-office-helpers.ts'
import { postTo } from './club-api.ts'
import { expect, test } from './journey.ts'
import { waitUntilReady } from './public-site-helpers.ts'

const date = `${addDays(currentNight(new Date(), club.timeZone), 380)}T23:30`

test('translates a night into English, and leads a visitor through the pages in English', {
  tag: ['@main', '@wcag-3.1.1-site', '@wcag-3.1.2-site-office'],
}, async ({ page }) => {
  await signIn(page)
  const flyer = await toDataUrl(await createSmallPicture('#05a'))
  const night = await postTo<{ _id: string; slug: string }>(page, '/api/events', {
    date,
    title: `Noche de los fardos ${runId}`,
    description: '<p>Una pista y doscientos fardos.</p>',
    statusNote: 'Traé abrigo.',
    flyerLarge: flyer,
    flyerGrid: flyer,
    url: 'https://entradas.example/noche',
    offers: [{ name: 'Anticipada', price: 8000 }],
  })
  const path = `/fechas/${night.slug}`

  await openScreen(page, `/admin/events/updateevents/${night._id}`)
  const fold = page.locator('.field-group', { hasText: 'En inglés (opcional)' }).last()
  await fold.locator('summary').click()
  await expect(fold.getByText('Lo que dejes vacío se ve ahí en castellano.')).toBeVisible()
  await expect(fold.getByText(`En castellano: «Noche de los fardos ${runId}»`)).toBeVisible()
  for (const name of ['Nombre de la fecha en inglés', 'Texto en inglés'])
    await expect(fold.getByRole('textbox', { name })).toHaveAttribute('lang', 'en')
  await fold.getByLabel('Nombre de la fecha en inglés').fill(`Night of the bales ${runId}`)
  await fold.getByRole('textbox', { name: 'Texto en inglés' }).fill('One floor and two hundred bales.')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.locator('.notice', { hasText: 'Actualizado' })).toBeVisible()
  await signOut(page)

  await page.goto(path)
  await waitUntilReady(page)
  await expect(page.locator('html')).toHaveAttribute('lang', 'es-AR')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Noche de los fardos ${runId}`)
  await page.getByRole('link', { name: 'English' }).press('Enter')

  await expect(page).toHaveURL(`/en${path}`)
  await waitUntilReady(page)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Night of the bales ${runId}`)
  await expect(page.getByText('One floor and two hundred bales.')).toBeVisible()
  await expect(page.getByText('Traé abrigo.')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('link', { name: /^Tickets ARS\s8,000/ })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])

  for (const [name, path] of [
    ['Culture', '/en/culture'],
    ['Dates', '/en/fechas'],
  ] as const) {
    if (name === 'Culture') await page.locator('summary', { hasText: 'Our Club' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await waitUntilReady(page)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    expect([name, await findAxeViolations(page)]).toEqual([name, []])
  }
  await page.getByRole('link', { name: 'Español' }).click()
  await expect(page).toHaveURL('/fechas')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es-AR')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('answers an unknown path in English', async ({ page }) => {
    await page.goto('/en/nothing-here')
    await expect(page).toHaveURL('/en/404')
    await page.getByRole('link', { name: 'Back to the floor' }).click()
    await expect(page).toHaveURL('/en')
  })
})

test('does not redirect visitors by the language of their browser', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto('/fechas')
  await expect(page).toHaveURL('/fechas')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es-AR')
  await context.close()
})
