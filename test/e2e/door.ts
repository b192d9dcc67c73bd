/** Creates a door with guests for journeys of the whole product. */
import { club } from '../../club/club.ts'
import { currentNight } from '../../platform/shared/dates.ts'
import { addDays } from '../../platform/shared/night-dates.ts'
import { createSmallPicture, runId, signIn, toDataUrl } from './back-office-helpers.ts'
import { deleteAt, postTo } from './club-api.ts'
import { type BrowserContextOptions, expect, type Page } from './journey.ts'

/** A phone at the door. */
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  locale: 'es-AR',
  timezoneId: 'America/Argentina/Buenos_Aires',
}

interface Guest {
  name: string
  companions?: number
}

export interface Door {
  event: string
  path: string
  pin: string
}

/** Creates a night of tomorrow with one list, and opens its door. @param page of a signed-in administrator */
export async function createDoor(page: Page, guests: Guest[]): Promise<Door> {
  const picture = toDataUrl(await createSmallPicture('#345'))
  const { _id: event } = await postTo(page, '/api/events', {
    draft: true,
    url: 'https://entradas.example/puerta',
    flyerLarge: picture,
    flyerGrid: picture,
    title: `Puerta ${runId} ${Math.random()}`,
    date: `${addDays(currentNight(new Date(), club.timeZone), 1)}T23:59`,
  })
  const list = await postTo(page, `/api/events/${event}/lists`, {
    name: 'Amigos',
    maxCompanions: 5,
    conditions: [
      { until: '02:00', label: 'Gratis' },
      { until: null, label: '$ 6.000' },
    ],
  })
  await postTo(page, `/api/lists/${list._id}/guests`, { guests })
  const { url, pin } = await postTo(page, `/api/events/${event}/door`)
  return { event, path: new URL(url, 'http://club.example').pathname, pin }
}

/** Opens a door with five guests. @returns the deletion of its night */
export async function openDoor(page: Page): Promise<() => Promise<unknown>> {
  await signIn(page)
  const names = ['Ana', 'Bruno', 'Clara', 'Dana', 'Elio']
  const guests = names.map((name, index) => ({ name, companions: index % 3 }))
  const { event, path, pin } = await createDoor(page, guests)
  await page.goto(path)
  await page.getByLabel('PIN de 6 números').fill(pin)
  await page.getByLabel('PIN de 6 números').press('Enter')
  await expect(page.getByLabel('Buscar nombre o código')).toBeFocused()
  await expect(page.getByRole('listitem').first()).toBeVisible()
  return () => deleteAt(page, `/api/events/${event}`)
}
