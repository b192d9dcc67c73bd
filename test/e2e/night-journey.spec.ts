/**
 * One night on a phone: copied from last week's, scheduled, published on time, and cancelled. Also its public page, feed
 * and metadata.
 */

import sharp from 'sharp'
import { club } from '../../club/club.ts'
import { resources } from '../../platform/content/shared/resources.ts'
import { wallClock } from '../../platform/shared/dates.ts'
import { addDays } from '../../platform/shared/night-dates.ts'
import {
  createSmallPicture,
  expectNotice,
  openScreen,
  runId,
  signIn,
  toDataUrl,
  toImageFile,
} from './back-office-helpers.ts'
import { deleteAt, postTo, putTo, readFrom } from './club-api.ts'
import { expect, type Page, test } from './journey.ts'
import { waitUntilReady } from './public-site-helpers.ts'

const { events } = resources
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test.use({ ...phone, actionTimeout: 20_000 })

const MINUTE_MS = 60_000
/**
 * Time in ms from now until the publication that the form schedules. It covers filling in the form, whose time field has no
 * seconds.
 */
const AHEAD_MS = 2 * MINUTE_MS
/**
 * Time in ms from now until the publication that the API schedules. It is long enough for some requests before that moment.
 */
const SOON_MS = 3000

const group = (page: Page, label: string) =>
  page.locator('details.field-group').filter({ has: page.locator('summary', { hasText: label }) })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Creates this week's flyer, which is taller than last week's. */
const createFlyer = async () =>
  toImageFile(
    await sharp({ create: { width: 1080, height: 1350, channels: 3, background: '#08c' } })
      .jpeg()
      .toBuffer(),
  )

/** Reads the lines of one calendar entry, unfolded (RFC 5545 §3.1). */
async function readCalendarEntry(page: Page, id: string): Promise<string[]> {
  const text = (await (await page.request.get('/fechas.ics')).text()).replaceAll('\r\n ', '')
  const entries = text.split('BEGIN:VEVENT').slice(1)
  return entries.find((entry) => entry.includes(`UID:${id}`))?.split('\r\n') ?? []
}

const findLine = (entry: string[], name: string) => entry.find((line) => line.startsWith(`${name}:`))

/** Reads the structured data of a night's page. */
async function readStructuredData(page: Page) {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  return texts.map((text) => JSON.parse(text)).find((thing) => thing['@type'] === 'MusicEvent')
}

test('copies last week’s night, publishes it at its time, and cancels it', async ({
  page,
  browser,
  baseURL,
}) => {
  const name = `Vuelta ${runId}`
  const today = wallClock(Date.now(), club.timeZone).slice(0, 10)
  const path = `/fechas/${today}-vuelta-${runId}`
  await signIn(page)
  const old = await postTo(page, '/api/events', {
    flyerLarge: toDataUrl(await createSmallPicture('#a20')),
    flyerGrid: toDataUrl(await createSmallPicture('#a20')),
    alt: { flyerLarge: 'Un flyer rojo.', flyerGrid: 'Un flyer rojo.' },
    date: `${addDays(today, -7)}T23:30`,
    url: 'https://entradas.example/vuelta',
    title: name,
    lineup: [{ name: 'Carla', from: '01:00' }, { name: 'Dani' }],
    offers: [{ name: 'General', price: 15_000, availability: 'soldout' }],
  })

  const context = await browser.newContext({ ...phone, ...(baseURL && { baseURL }) })
  const visitor = await context.newPage()
  await visitor.goto('/fechas')
  await expect(visitor.locator(`a[href="${path}"]`)).toHaveCount(0)

  // Three taps copy last week's night from the list. The test then changes the flyer, an artist and the time of
  // publication.
  // Nights of other tests can fill the first page of the list.
  await openScreen(page, `${events.admin.update}?q=${name}`)
  await page.getByRole('button', { name: `Más de ${name}` }).tap()
  await page.getByRole('link', { name: `Duplicar ${name}` }).tap()
  await expect(page.getByLabel('Fecha', { exact: true })).toHaveValue(today)
  await page.getByLabel('Flyer grande: cambiar imagen').setInputFiles(await createFlyer())
  await page.getByLabel('Qué se ve en la imagen (Flyer grande)').fill('Un flyer celeste.')
  await group(page, 'Line-up').locator('summary').tap()
  await button(page, 'Dani').tap()
  await button(page, 'Quitar Dani').tap()
  await button(page, 'Agregar artista').tap()
  await page.getByRole('combobox').fill('Ema')
  await button(page, 'Ema').tap()

  await page.getByRole('group', { name: 'Publicación' }).getByRole('radio', { name: 'Programar' }).check()
  const moment = Math.ceil((Date.now() + AHEAD_MS) / MINUTE_MS) * MINUTE_MS
  const [day = '', hour = ''] = wallClock(moment, club.timeZone).split('T')
  await page.getByLabel('Sale el día').fill(day)
  await page.getByLabel('A la hora', { exact: true }).first().fill(hour)
  await expect(page.getByText(new RegExp(`^Sale el .* a las? ${hour}\\.$`))).toBeVisible()
  await button(page, 'Sí, el mismo enlace').tap()
  await button(page, 'Programar').tap()
  await expectNotice(page, 'Creado')

  const own = await readFrom(page, '/api/events?state=scheduled&limit=500')
  const night = own.data.find(({ title }: { title: string }) => title === name)
  expect(night).toMatchObject({
    date: `${today}T23:30`,
    publishAt: new Date(moment).toISOString(),
    images: { flyerLarge: { width: 1080, height: 1350 } },
    alt: { flyerLarge: 'Un flyer celeste.', flyerGrid: 'Un flyer celeste.' },
    lineup: [{ name: 'Carla', from: '01:00' }, { name: 'Ema' }],
    offers: [{ name: 'General', price: 15_000, availability: 'available' }],
  })
  await openScreen(page, events.admin.update)
  await expect(page.locator('.item').filter({ hasText: 'Programado: sale el' })).toContainText(hour)

  // The page appears exactly at `publishAt`. The API accepts seconds, so the test sets a time sooner than the form allows.
  const soon = Date.now() + SOON_MS
  await putTo(page, `/api/events/${night._id}`, { publishAt: new Date(soon).toISOString() })
  const answers: { requestedAt: number; answeredAt: number; status: number }[] = []
  const isPublished = () => answers.some(({ requestedAt, status }) => requestedAt >= soon && status === 200)
  do {
    const requestedAt = Date.now()
    const response = await visitor.request.get(path, { maxRedirects: 0 })
    answers.push({ requestedAt, answeredAt: Date.now(), status: response.status() })
    await new Promise((resolve) => setTimeout(resolve, 100))
  } while (!isPublished() && Date.now() < soon + MINUTE_MS)
  const before = answers.filter(({ answeredAt }) => answeredAt < soon)
  const after = answers.filter(({ requestedAt }) => requestedAt >= soon)
  expect(before.length).toBeGreaterThan(0)
  expect(new Set(before.map(({ status }) => status))).toEqual(new Set([302]))
  expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200]))

  await visitor.goto('/fechas')
  await waitUntilReady(visitor)
  await visitor.locator(`a[href="${path}"]`).first().tap()
  await expect(visitor.getByRole('heading', { level: 1, name })).toBeVisible()
  const lineUp = visitor.getByRole('region', { name: 'Line-up' })
  await expect(lineUp).toContainText('Ema')
  await expect(lineUp).not.toContainText('Dani')
  await expect(visitor.getByRole('img', { name: 'Un flyer celeste.' })).toBeVisible()
  await expect(visitor.locator('.night-page .tickets-button')).toBeVisible()
  await expect(visitor.locator('.night-page .stamp')).toHaveCount(0)
  expect(await readStructuredData(visitor)).toMatchObject({
    name,
    eventStatus: 'https://schema.org/EventScheduled',
  })
  const announced = await readCalendarEntry(visitor, night._id)
  expect(findLine(announced, 'STATUS')).toBe('STATUS:CONFIRMED')
  expect(findLine(announced, 'SUMMARY')).toBe(`SUMMARY:${name}`)

  await page.locator('.item').filter({ hasText: name }).getByRole('link', { name }).first().tap()
  await group(page, 'Estado').locator('summary').tap()
  await page.getByLabel('Estado de la fecha').selectOption('Cancelada: no se hace')
  await page.getByLabel('Aclaración (opcional)').fill('Se cortó la luz en el barrio.')
  await button(page, 'Guardar y volver').tap()
  await expectNotice(page, 'Actualizado')

  await visitor.reload()
  await expect(visitor.locator('.night-page .stamp')).toHaveText(/CANCELADA/)
  await expect(visitor.getByText('Se cortó la luz en el barrio.')).toBeVisible()
  await expect(visitor.locator('.night-page .tickets-button')).toHaveCount(0)
  expect(await readStructuredData(visitor)).toMatchObject({
    name,
    eventStatus: 'https://schema.org/EventCancelled',
  })
  // The cancellation updates the same calendar entry: the entry keeps its UID and gets a higher SEQUENCE.
  const cancelled = await readCalendarEntry(visitor, night._id)
  expect(findLine(cancelled, 'STATUS')).toBe('STATUS:CANCELLED')
  expect(findLine(cancelled, 'SUMMARY')).toBe(`SUMMARY:CANCELADA: ${name}`)
  const readSequence = (entry: string[]) => Number(findLine(entry, 'SEQUENCE')?.slice('SEQUENCE:'.length))
  expect(readSequence(cancelled)).toBeGreaterThan(readSequence(announced))
  await visitor.goto('/')
  await expect(visitor.locator(`.night-link[href="${path}"]`)).toContainText('CANCELADA')

  await context.close()
  for (const { _id } of [old, night]) await deleteAt(page, `/api/events/${_id}`)
})
