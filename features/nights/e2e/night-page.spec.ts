/** Pages of nights: their height on a phone, and lists of cards without a gap at the end of a row. */

import { club } from '../../../club/club.ts'
import { currentNight } from '../../../platform/shared/dates.ts'
import { addDays } from '../../../platform/shared/night-dates.ts'
import { createSmallPicture, signIn, signOut, toDataUrl } from '../../../test/e2e/back-office-helpers.ts'
import { deleteAt, postTo, readFrom } from '../../../test/e2e/club-api.ts'
import { expect, type Page, test } from '../../../test/e2e/journey.ts'
import { waitUntilReady } from '../../../test/e2e/public-site-helpers.ts'

/** Maximum height of the page of a night on a phone. px */
const HEIGHT_MAX = 6000
const PHONE = { width: 360, height: 800 }

/** Nights of the demo club. */
const DEMO = ['Apagón', '128', 'Seis horas', 'Pampero', 'Lana']

interface Night {
  _id: string
  slug: string
  title: string
}

async function measureHeight(page: Page, slug: string): Promise<number> {
  await page.goto(`/fechas/${slug}`)
  await waitUntilReady(page)
  return page.evaluate(() => document.documentElement.scrollHeight)
}

test(`the pages of nights are at most ${HEIGHT_MAX} px high on a phone`, async ({ page }) => {
  await page.setViewportSize(PHONE)
  for (const title of DEMO) {
    const { data } = await readFrom<{ data: Night[] }>(page, `/api/events?q=${title}`)
    const night = data.find((found) => found.title === title)
    expect(await measureHeight(page, String(night?.slug)), title).toBeLessThanOrEqual(HEIGHT_MAX)
  }
})

test(`a night with twelve artists, tickets, notes and a text is at most ${HEIGHT_MAX} px high on a phone`, async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await signIn(page)
  const { data: residents } = await readFrom<{ data: Night[] }>(page, '/api/residents?limit=8')
  const flyer = toDataUrl(await createSmallPicture('#0a5'))
  const night = await postTo<Night>(page, '/api/events', {
    title: `Doce horas ${Date.now().toString(36)}`,
    date: `${addDays(currentNight(new Date(), club.timeZone), 410)}T22:00`,
    endsAt: '10:00',
    ageMin: 18,
    url: 'https://entradas.example/noche',
    flyerLarge: flyer,
    flyerGrid: flyer,
    visitNote:
      'Guardarropa: gratis hasta la 1\nEl patio abre desde el principio y hay lugar para bicis adentro.',
    statusNote: 'Las puertas abren a las 22: son doce horas de música.',
    description: `<p>${'Doce artistas, dos salas y una sola pista abierta hasta que el sol entre por la claraboya. '.repeat(3)}</p>`,
    offers: [
      { name: 'Preventa', price: 9000, availability: 'soldout' },
      { name: 'Anticipada', price: 12_000 },
      { name: 'General', price: 18_000, availability: 'soon' },
      { name: 'Grupo de cuatro', price: 48_000 },
      { name: 'En puerta', price: 22_000, availability: 'door' },
      { name: 'Lista', price: 0, availability: 'door', until: '01:00' },
    ],
    lineup: Array.from({ length: 12 }, (_, index) => ({
      ...(residents[index]
        ? { artist: { resource: 'residents', _id: residents[index]._id } }
        : { name: `Marcelina de los Ríos ${index}` }),
      room: index % 2 ? 'Sala chica' : 'Pista',
      from: index < 2 ? `2${2 + index}:00` : `${String(index - 2).padStart(2, '0')}:00`,
    })),
  })
  // Administrators have pencils beside each text.
  await signOut(page)
  expect(await measureHeight(page, night.slug)).toBeLessThanOrEqual(HEIGHT_MAX)
  await signIn(page)
  await deleteAt(page, `/api/events/${night._id}`)
})

test('rows of cards have no gap at their end', async ({ page }) => {
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/fechas', '/news']) {
      await page.goto(path)
      await waitUntilReady(page)
      // The right edges of cards that have no card beside them at the right.
      const gaps = await page.locator('.mosaic').evaluate((list) => {
        const boxes = [...list.children].map((card) => card.getBoundingClientRect())
        const last = boxes.filter(({ top }, index) => boxes[index + 1]?.top !== top)
        const { right } = list.getBoundingClientRect()
        const edge = right - Number.parseFloat(getComputedStyle(list).paddingRight)
        return last.map((box) => Math.round(edge - box.right))
      })
      expect(gaps.length, path).toBeGreaterThan(0)
      expect(
        gaps.every((gap) => gap === 0),
        `${path} at ${width} px: ${gaps}`,
      ).toBe(true)
    }
  }
})
