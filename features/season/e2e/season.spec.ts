/** An owner compares the nights of a season on a phone. */
import { readFile } from 'node:fs/promises'
import { club } from '../../../club/club.ts'
import { currentNight } from '../../../platform/shared/dates.ts'
import { addDays } from '../../../platform/shared/night-dates.ts'
import { nightPath } from '../../../platform/shared/public-paths.ts'
import {
  createSmallPicture,
  findAxeViolations,
  openScreen,
  runId,
  signIn,
  toDataUrl,
} from '../../../test/e2e/back-office-helpers.ts'
import { deleteAt, postTo } from '../../../test/e2e/club-api.ts'
import { expect, test } from '../../../test/e2e/journey.ts'
import { SEASON_PATH } from '../shared/season-period.ts'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

const today = currentNight(new Date(), club.timeZone)
const period = `?desde=${today}&hasta=${today}`

test('opens the season, sorts it, changes the figure and the period, and saves the table', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page)
  const picture = toDataUrl(await createSmallPicture('#543'))
  const night = { flyerLarge: picture, flyerGrid: picture, date: today, url: 'https://entradas.example/x' }
  const quiet = await postTo(page, '/api/events', { ...night, title: `Quieta ${runId}` })
  const seen = await postTo(page, '/api/events', { ...night, title: `Vista ${runId}` })
  const visiting = await browser.newContext({ baseURL: baseURL as string })
  const visitor = await visiting.newPage()
  const counted = visitor.waitForResponse('**/api/visits')
  await visitor.goto(nightPath(seen.slug))
  await counted
  await visiting.close()

  await openScreen(page, SEASON_PATH + period)
  const summary = page.getByText(/^\d+ fechas, \d+ visitas?, \d+ por fecha\.$/)
  await expect(summary).toBeVisible()
  // The demo club or another journey may have more nights on this day.
  const own = page.getByRole('rowheader').filter({ hasText: runId })
  await page.getByRole('button', { name: 'Visitas' }).tap()
  await expect(page).toHaveURL(/orden=-visitas/)
  await expect(own).toHaveText([`Vista ${runId}`, `Quieta ${runId}`])
  await expect(page.getByRole('columnheader', { name: 'Visitas' })).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('button', { name: 'Visitas' }).tap()
  await expect(own).toHaveText([`Quieta ${runId}`, `Vista ${runId}`])

  const chart = page.getByRole('img', { name: /de cada fecha/ })
  await page.getByRole('navigation', { name: 'Qué comparar' }).getByRole('link', { name: 'Visitas' }).tap()
  await expect(chart).toHaveAccessibleName(/^Visitas de cada fecha.* La más alta: \d+\. Promedio: \d+\.$/)
  await page.reload()
  await expect(chart).toHaveAccessibleName(/^Visitas/)
  await expect(page.getByRole('columnheader', { name: 'Visitas' })).toHaveAttribute('aria-sort', 'ascending')

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await findAxeViolations(page)).toEqual([])

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar la tabla (CSV)' }).tap()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('temporada.csv')
  const table = await readFile(await saved.path(), 'utf8')
  expect(table).toContain('"Clics en entradas";"Visitas"')
  expect(table).toContain(`"Vista ${runId}"`)

  await page.getByLabel('Desde').fill(addDays(today, 1))
  await page.getByRole('button', { name: 'Ver', exact: true }).tap()
  await expect(page.getByText('Tiene que ser antes que el último.')).toBeVisible()
  await page.getByLabel('Desde').fill('2019-01-01')
  await page.getByLabel('Hasta').fill('2019-02-01')
  await page.getByRole('button', { name: 'Ver', exact: true }).tap()
  await expect(page.getByText('No hubo fechas en estos días.')).toBeVisible()
  await page.getByRole('link', { name: 'Últimos 3 meses' }).tap()
  await expect(own.filter({ hasText: 'Vista' })).toBeVisible()
  await expect(page).toHaveURL(/medida=visitas/)

  await page.getByRole('link', { name: `Vista ${runId}` }).tap()
  await expect(page).toHaveURL(new RegExp(seen._id))
  for (const { _id } of [quiet, seen]) await deleteAt(page, `/api/events/${_id}`)
})
