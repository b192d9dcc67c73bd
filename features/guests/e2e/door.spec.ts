/** The door on phones: with and without network, with two phones, and at the end of the access. */

import { findCutTextsWithSpacing, pressAway } from '../../../test/e2e/accessibility-helpers.ts'
import { findAxeViolations, openScreen, signIn } from '../../../test/e2e/back-office-helpers.ts'
import { findClaimFaults, findOrientationFaults, findSurprises } from '../../../test/e2e/claim-faults.ts'
import { deleteAt, putTo, readFrom } from '../../../test/e2e/club-api.ts'
import { createDoor, type Door, phone } from '../../../test/e2e/door.ts'
import { type Browser, expect, type Page, test } from '../../../test/e2e/journey.ts'
import { findTextFaults } from '../../../test/e2e/text-faults.ts'
import { nightListsPath, viewSearch } from '../admin/night-views.ts'
import type { DoorEntry } from '../shared/guests.ts'

const DAY_MS = 86_400_000

/** Signs in, and opens the door of a new night. */
async function openDoor(page: Page, guests: Parameters<typeof createDoor>[1]): Promise<Door> {
  await signIn(page)
  return createDoor(page, guests)
}

/** Opens the door on a phone of its own. */
async function openPhone(browser: Browser, baseURL: string | undefined, path: string): Promise<Page> {
  const context = await browser.newContext({ ...phone, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await page.goto(path)
  return page
}

async function enterPin(page: Page, pin: string, name?: string): Promise<void> {
  if (name !== undefined) await page.getByLabel('Nombre de este teléfono').fill(name)
  await page.getByLabel('PIN de 6 números').fill(pin)
  await page.getByRole('button', { name: 'Abrir la puerta' }).tap()
}

/** Opens the door, and waits until the phone can open it without network. */
async function startPhone(
  browser: Browser,
  baseURL: string | undefined,
  door: Door,
  name?: string,
): Promise<Page> {
  const page = await openPhone(browser, baseURL, door.path)
  await enterPin(page, door.pin, name)
  await expect(search(page)).toBeFocused()
  await page.evaluate(() => navigator.serviceWorker.ready)
  return page
}

const search = (page: Page) => page.getByLabel('Buscar nombre o código')
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const admit = (page: Page, name: string) => row(page, name).getByRole('button').first().tap()
const network = (page: Page, words: string | RegExp) =>
  expect(page.getByRole('banner').locator('[aria-live=polite]')).toHaveText(words)
const inside = (page: Page, count: number) => expect(page.getByText(`${count} adentro`)).toBeVisible()

const findFaults = async (page: Page) => [
  ...(await findAxeViolations(page)),
  ...(await findClaimFaults(page)),
]

const readDoor = (page: Page, { event }: Door) => readFrom(page, `/api/door?event=${event}`)

/**
 * Makes every request of the phone's pages fail, now and after a reload. Neither `setOffline` nor a route stops the request
 * that a hidden page sends while Chromium reloads or closes it.
 */
async function cutRequests(page: Page): Promise<void> {
  const cut = () => {
    Object.assign(window, { uncut: window.fetch })
    window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  }
  await page.context().addInitScript(cut)
  await page.evaluate(cut)
}

const allowRequests = (page: Page) =>
  page.evaluate(() => {
    window.fetch = (window as unknown as { uncut: typeof fetch }).uncut
  })

/** Returns everything that the phone stores, as text. */
const readStored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('puerta')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const stored: unknown[] = []
    for (const name of database.objectStoreNames) {
      const store = database.transaction(name).objectStore(name)
      for (const request of [store.getAll(), store.getAllKeys()])
        stored.push(
          await new Promise((resolve) => {
            request.onsuccess = () => resolve(request.result)
          }),
        )
    }
    database.close()
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) stored.push(request.url)
    return JSON.stringify([stored, { ...localStorage }, { ...sessionStorage }])
  })

test('admits by search, one or all, with the condition that holds, and undoes', {
  tag: [
    '@main',
    '@wcag-1.1.1-door',
    '@wcag-1.3.1-door',
    '@wcag-1.3.2-door',
    '@wcag-1.4.1-door',
    '@wcag-1.4.2-door',
    '@wcag-1.4.3-door',
    '@wcag-1.4.5-door',
    '@wcag-1.4.11-door',
    '@wcag-2.4.2-door',
    '@wcag-2.4.6-door',
    '@wcag-2.5.3-door',
    '@wcag-2.5.8-door',
    '@wcag-3.1.1-door',
    '@wcag-3.3.1-door',
    '@wcag-3.3.2-door',
    '@wcag-3.3.3-door',
    '@wcag-3.3.4-door',
    '@wcag-3.3.8-door',
    '@wcag-4.1.2-door',
    '@wcag-4.1.3-door',
  ],
}, async ({ page: admin, browser, baseURL }) => {
  const markup = '<img src=x onerror=alert(1)>'
  const door = await openDoor(admin, [
    { name: 'Ñandú Pérez', companions: 3 },
    { name: 'Beto' },
    { name: markup },
  ])
  const page = await openPhone(browser, baseURL, door.path)
  page.on('dialog', () => expect.soft('a name ran as markup').toBe(''))
  await expect(page.getByLabel('Nombre de este teléfono')).toHaveValue('')
  expect(await findFaults(page)).toEqual([])
  // A copied PIN can be pasted (WCAG 3.3.8).
  await page.getByLabel('Nombre de este teléfono').fill('987654')
  await page.getByLabel('Nombre de este teléfono').selectText()
  await page.keyboard.press('ControlOrMeta+C')
  await page.getByLabel('PIN de 6 números').press('ControlOrMeta+V')
  await expect(page.getByLabel('PIN de 6 números')).toHaveValue('987654')
  await page.getByLabel('Nombre de este teléfono').fill('')
  await enterPin(page, door.pin.slice(1))
  await expect(page.getByRole('alert')).toHaveText('El PIN tiene 6 números.')
  await enterPin(page, door.pin === '000000' ? '000001' : '000000')
  await expect(page.getByRole('alert')).toContainText('PIN')
  await enterPin(page, door.pin)
  await expect(search(page)).toBeFocused()
  await expect(page).toHaveTitle(/^Puerta · Puerta /)
  await expect(page.locator('img, video, audio')).toHaveCount(0)
  const heights = await page
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(56)
  await expect(row(page, markup)).toBeVisible()

  await search(page).fill('nan')
  await expect(page.getByRole('listitem')).toHaveCount(1)
  await expect(row(page, 'Ñandú Pérez')).toContainText('Gratis')
  await admit(page, 'Ñandú Pérez')
  await expect(row(page, 'Ñandú Pérez')).toContainText('1 de 4')
  // The announcement leaves the page, because a screen reader would read it again below the bar.
  const announced = page.locator('footer [aria-live=assertive]')
  await expect(announced).toHaveText(/^Entró Ñandú Pérez\. 1 de 4\. /)
  await expect(announced).toHaveText('')
  // Also once the server has returned the entry.
  await page.waitForResponse(/\/door\/entries\?after=/)
  const numbers = page.getByRole('group', { name: 'Cuántas personas' }).getByRole('button')
  await expect(numbers).toHaveText(['1', '2', '3', '4'])
  await numbers.nth(1).tap()
  await expect(row(page, 'Ñandú Pérez')).toContainText('2 de 4')
  await page.getByRole('button', { name: 'Deshacer' }).first().tap()
  await inside(page, 0)
  // A double tap counts once.
  await row(page, 'Ñandú Pérez').getByRole('button').first().dblclick()
  await expect(page.getByText('Fueron dos toques seguidos: contamos uno.').first()).toBeVisible()
  await expect(row(page, 'Ñandú Pérez')).toContainText('1 de 4')
  await row(page, 'Ñandú Pérez').getByRole('button', { name: 'Los 3 de Ñandú Pérez' }).tap()
  await expect(row(page, 'Ñandú Pérez')).toContainText('4 de 4')
  await inside(page, 4)
  await network(page, 'Con red: todo mandado')
  expect(await findFaults(page)).toEqual([])

  // A person of a complete name is not counted again without a decision. A tap within a second would be a double tap.
  await expect(async () => {
    await admit(page, 'Ñandú Pérez')
    await expect(page.getByRole('button', { name: 'Entra igual' })).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(page.getByText('Ya entró', { exact: true }).last()).toBeVisible()
  await expect(page.locator('.last')).toContainText(/Entró \d\d:\d\d, Puerta 1/)
  await expect(row(page, 'Ñandú Pérez')).toContainText(/Entró \d\d:\d\d, Puerta 1/)
  await inside(page, 4)
  await page.getByRole('button', { name: 'Entra igual' }).tap()
  await inside(page, 5)
  await expect(row(page, 'Ñandú Pérez')).toContainText('Repetido')
  // The phone that chose "Entra igual" shows no notice.
  await expect(page.getByRole('alert').filter({ hasText: 'Repetido' })).toHaveCount(0)
  await page.getByRole('contentinfo').getByRole('button', { name: 'Deshacer' }).tap()
  await inside(page, 4)

  await page.getByRole('button', { name: 'Sin lista' }).tap()
  await page.getByRole('group', { name: 'Cuántas personas' }).getByRole('button', { name: '6' }).tap()
  await inside(page, 10)
  await page.getByRole('button', { name: 'Con entrada' }).tap()
  await page.getByRole('button', { name: 'Salida' }).tap()
  await page.getByRole('group', { name: 'Cuántas personas' }).getByRole('button', { name: '6' }).tap()
  await inside(page, 5)
  await page.getByRole('button', { name: 'Últimos' }).tap()
  const recent = page.getByRole('dialog')
  await expect(recent.getByRole('listitem')).toHaveCount(5)
  expect(await findFaults(page)).toEqual([])
  await recent.getByRole('button', { name: 'Deshacer Salida' }).tap()
  await recent.getByRole('button', { name: 'Volver' }).tap()
  await inside(page, 11)
  await expect(async () => expect((await readDoor(admin, door)).inside).toBe(11)).toPass()
  await page.context().close()
})

test('is worked from the keyboard, and fits with large text', {
  tag: ['@wcag-1.4.4-door', '@wcag-1.4.12-door', '@wcag-2.1.1-door'],
}, async ({ page: admin, browser, baseURL }) => {
  const door = await openDoor(admin, [{ name: 'Ana' }, { name: 'Anabel' }, { name: 'Beto' }])
  const page = await startPhone(browser, baseURL, door)
  await search(page).fill('ana')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Anabel')).toContainText('1 de 1')
  await page.keyboard.press('Escape')
  await expect(search(page)).toBeFocused()
  await page.keyboard.type('bet')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Beto')).toContainText('1 de 1')
  for (const width of [320, 360, 390, 1440]) {
    await page.setViewportSize({ width, height: 700 })
    for (const size of ['100%', '200%']) {
      await page.evaluate((text) => {
        document.documentElement.style.fontSize = text
      }, size)
      const overflow = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect(await overflow(), `${width} px, text of ${size}`).toBe(0)
    }
  }
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await findTextFaults(page)).toEqual([])
  expect((await search(page).boundingBox())?.width).toBeGreaterThan(250)
  await page.setViewportSize({ width: 320, height: 700 })
  await page.evaluate(() => document.documentElement.removeAttribute('style'))
  expect(await findCutTextsWithSpacing(page)).toEqual([])
  await page.context().close()
})

test('waits until a control is used, in both orientations', {
  tag: [
    '@wcag-1.3.4-door',
    '@wcag-1.4.13-door',
    '@wcag-2.2.2-door',
    '@wcag-2.5.2-door',
    '@wcag-3.2.1-door',
    '@wcag-3.2.2-door',
  ],
}, async ({ page: admin, browser, baseURL }) => {
  const door = await openDoor(admin, [{ name: 'Ana', companions: 2 }, { name: 'Beto' }])
  const page = await startPhone(browser, baseURL, door)
  await network(page, 'Con red: todo mandado')
  expect(await findOrientationFaults(page)).toEqual([])
  expect(await findSurprises(page)).toEqual([])
  await page.context().close()
})

test('passes the focus on when a pressed button disappears', { tag: ['@wcag-2.4.3-door'] }, async ({
  page: admin,
  browser,
  baseURL,
}) => {
  const door = await openDoor(admin, [{ name: 'Ana', companions: 2 }, { name: 'Beto' }])
  const page = await startPhone(browser, baseURL, door)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const first = row(page, 'Ana').getByRole('button').first()

  await pressAway(button('Los 3 de Ana'))
  await expect(first).toBeFocused()
  await pressAway(button('Deshacer'))
  await expect(search(page)).toBeFocused()

  await page.getByRole('button', { name: 'Sin lista' }).press('Enter')
  await page.getByRole('button', { name: 'Con entrada' }).press('Enter')
  await page.getByRole('button', { name: 'Últimos' }).press('Enter')
  // Enter twice undoes nothing, and Escape closes the dialog.
  await expect(button('Volver')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Últimos' })).toBeFocused()
  await page.keyboard.press('Enter')
  await pressAway(button('Deshacer Con entrada'))
  await expect(button('Deshacer Sin lista')).toBeFocused()
  await pressAway(button('Deshacer Sin lista'))
  await expect(button('Volver')).toBeFocused()
  await page.keyboard.press('Enter')

  await button('Los 3 de Ana').press('Enter')
  // A press within a second would be a double press.
  await expect(async () => {
    await first.press('Enter')
    await expect(button('Entra igual')).toBeVisible({ timeout: 500 })
  }).toPass()
  await pressAway(button('Entra igual'))
  await expect(search(page)).toBeFocused()
  await page.context().close()
})

test('two phones without network admit the same guest, and both show it after sync', {
  tag: ['@main', '@wcag-2.4.3-door'],
}, async ({ page: admin, browser, baseURL }) => {
  const door = await openDoor(admin, [{ name: 'Ana' }, { name: 'Beto' }])
  const phones = [await startPhone(browser, baseURL, door), await startPhone(browser, baseURL, door)]
  for (const page of phones) {
    await page.context().setOffline(true)
    await admit(page, 'Ana')
    await expect(row(page, 'Ana')).toContainText('1 de 1')
    await network(page, /^Sin red desde las \d\d:\d\d · 1 por mandar$/)
  }
  for (const page of phones) await page.context().setOffline(false)
  for (const page of phones) {
    await expect(row(page, 'Ana')).toContainText('2 de 1')
    await expect(page.getByRole('alert').filter({ hasText: 'Ana: 2 de 1' })).toContainText(
      /Entró \d\d:\d\d, Puerta 1; \d\d:\d\d, Puerta 2/,
    )
    await inside(page, 2)
    await network(page, 'Con red: todo mandado')
    await pressAway(page.getByRole('button', { name: 'Visto' }))
    await expect(search(page)).toBeFocused()
  }
  const [first, second] = phones as [Page, Page]
  await second.getByRole('button', { name: 'Últimos' }).tap()
  const ofFirst = second.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Puerta 1' })
  await ofFirst.getByRole('button', { name: 'Deshacer Ana' }).tap()
  await inside(first, 1)
  await expect(row(first, 'Ana')).toContainText('1 de 1')
  for (const page of phones) await page.context().close()
})

test('opens without network and keeps unsent entries through a reload and a killed tab', {
  tag: ['@wcag-2.2.1-door', '@wcag-3.3.7-door'],
}, async ({ page: admin, browser, baseURL }) => {
  const door = await openDoor(admin, [{ name: 'Ana', companions: 1 }, { name: 'Beto' }])
  let page = await startPhone(browser, baseURL, door)
  const context = page.context()
  await context.setOffline(true)
  await cutRequests(page)
  await page.reload()
  await expect(row(page, 'Ana')).toBeVisible()
  await admit(page, 'Ana')
  await expect(row(page, 'Ana')).toContainText('1 de 2')
  await page.reload()
  await expect(row(page, 'Ana')).toContainText('1 de 2')
  await network(page, /^Sin red desde las \d\d:\d\d · 1 por mandar$/)
  expect((await readDoor(admin, door)).inside).toBe(0)
  await page.close()
  page = await context.newPage()
  await page.goto(door.path)
  await expect(row(page, 'Ana')).toContainText('1 de 2')
  await inside(page, 1)
  const stored = await readStored(page)
  expect(stored).not.toContain(door.path.split('/').at(-1))
  expect(stored).not.toContain('/api/')
  await allowRequests(page)
  await context.setOffline(false)
  await network(page, 'Con red: todo mandado')
  const { entries } = await readDoor(admin, door)
  expect(entries).toMatchObject([{ people: 1, device: 'Puerta 1' }])
  await context.close()
})

test('a phone whose clock is an hour wrong records the time of the server', async ({
  page: admin,
  browser,
  baseURL,
}) => {
  const door = await openDoor(admin, [{ name: 'Ana' }])
  const context = await browser.newContext({ ...phone, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await page.clock.install({ time: Date.now() + 3_600_000 })
  await page.goto(door.path)
  await enterPin(page, door.pin)
  await admit(page, 'Ana')
  // The page says that everything is sent until the tap is stored, so the test asks the server.
  await expect.poll(async () => (await readDoor(admin, door)).entries.length).toBe(1)
  const [entry] = (await readDoor(admin, door)).entries
  expect(Math.abs(Date.parse(entry.at) - Date.now())).toBeLessThan(60_000)
  await page.getByRole('button', { name: 'Últimos' }).tap()
  const time = new Date(entry.at).toLocaleTimeString('es-AR', {
    timeZone: 'America/Argentina/Buenos_Aires',
    hour: '2-digit',
    hour12: false,
  })
  await expect(page.getByRole('dialog').getByRole('listitem')).toContainText(`${time}:`)
  await context.close()
})

test('access revoked while the phone has no network: names leave, and queued entries arrive', async ({
  page: admin,
  browser,
  baseURL,
}) => {
  const door = await openDoor(admin, [{ name: 'Ana' }, { name: 'Beto' }])
  const page = await startPhone(browser, baseURL, door)
  await page.context().setOffline(true)
  await admit(page, 'Ana')
  await network(page, /^Sin red desde las \d\d:\d\d · 1 por mandar$/)
  await deleteAt(admin, `/api/events/${door.event}/door`)
  await page.context().setOffline(false)
  await expect(page.getByText('Se cerró el acceso de este teléfono. Los nombres se borraron.')).toBeVisible()
  await expect(page.getByText('Beto')).toHaveCount(0)
  await expect(async () => {
    const { inside, entries } = await readDoor(admin, door)
    expect(inside).toBe(1)
    expect(entries[0].flags).toContain('session-over')
  }).toPass()
  expect(await readStored(page)).not.toMatch(/Ana|Beto/)
  await page.context().close()
})

test('an ended phone stops, and its late entries count once an administrator takes them', {
  tag: '@main',
}, async ({ page: admin, browser, baseURL }) => {
  const door = await openDoor(admin, [{ name: 'Ana' }, { name: 'Beto' }])
  const kept = await startPhone(browser, baseURL, door)
  const lost = await startPhone(browser, baseURL, door, 'Perdido')
  await lost.context().setOffline(true)
  await admit(lost, 'Ana')
  await network(lost, /^Sin red desde las \d\d:\d\d · 1 por mandar$/)

  await openScreen(admin, nightListsPath(door.event) + viewSearch('puerta'))
  const phones = admin.getByRole('region', { name: '2 teléfonos anotando' })
  await phones.getByRole('button', { name: 'Sacar a Perdido' }).focus()
  await admin.keyboard.press('Enter')
  const dialog = admin.getByRole('alertdialog')
  await expect(dialog).toContainText('Lo que mande después no cuenta hasta que lo sumes.')
  await dialog.getByRole('button', { name: 'Sacar el teléfono' }).focus()
  await admin.keyboard.press('Enter')
  await expect(admin.getByRole('heading', { name: '1 teléfono anotando' })).toBeFocused()
  await expect(admin.getByRole('listitem').filter({ hasText: 'Perdido' })).toContainText('Afuera')

  await lost.context().setOffline(false)
  await expect(lost.getByText('Sacaron este teléfono de la puerta: ya no anota.')).toBeVisible()
  await expect(lost.getByText('Beto')).toHaveCount(0)
  await expect(lost.getByRole('button', { name: 'Sin lista' })).toHaveCount(0)
  expect(await findAxeViolations(lost)).toEqual([])
  await expect(async () => {
    await admin.reload()
    await expect(admin.getByRole('button', { name: 'Sumar lo de Perdido' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  expect((await readDoor(admin, door)).inside).toBe(0)
  expect(await findAxeViolations(admin)).toEqual([])
  await admin.getByRole('link', { name: 'La noche' }).click()
  await expect(admin.getByText('1 ingreso llegó tarde y no cuenta.')).toBeVisible()
  await admin.getByRole('link', { name: 'Decidir en Puerta' }).click()
  await admin.getByRole('button', { name: 'Sumar lo de Perdido' }).click()
  await dialog.getByRole('button', { name: 'Sumar' }).click()
  await expect(admin.getByText('Llegó tarde de un teléfono cerrado')).toHaveCount(0)
  await expect(row(kept, 'Ana')).toContainText('1 de 1')
  await inside(kept, 1)
  for (const page of [kept, lost]) await page.context().close()
})

test('the access ends without network: names leave the phone at once, and entries stay', {
  tag: ['@wcag-2.2.1-door'],
}, async ({ page: admin, browser, baseURL }) => {
  const door = await openDoor(admin, [{ name: 'Ana' }, { name: 'Beto' }])
  const context = await browser.newContext({ ...phone, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await page.clock.install()
  await page.goto(door.path)
  await enterPin(page, door.pin)
  await expect(row(page, 'Ana')).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  await admit(page, 'Ana')
  await expect(row(page, 'Ana')).toContainText('1 de 1')
  await page.clock.fastForward(3 * DAY_MS)
  await expect(page.getByText('Esta puerta ya terminó.')).toBeVisible()
  await expect(page.getByText('1 ingreso sin mandar')).toBeVisible()
  await expect(page.getByLabel('PIN de 6 números')).toHaveCount(0)
  await expect(async () => expect(await readStored(page)).not.toMatch(/Ana|Beto/)).toPass()
  // A phone that was off at the end removes the names at the next start.
  await cutRequests(page)
  await page.reload()
  await expect.poll(() => readStored(page)).toContain('"state":"queued"')
  await expect(page.getByText('1 ingreso sin mandar')).toBeVisible()
  await context.close()
})

/**
 * Chromium grants a page some space for half a minute, and only then looks at the quota again. It looks at once when a write
 * needs more than the granted space, which is therefore small from the start.
 */
const GRANTED_BYTES = 8_000_000

/** Expects that the phone refuses to store more than the granted space. Then Chromium looks at the quota for each write. */
async function useUpGrantedSpace(page: Page): Promise<void> {
  const refusal = await page.evaluate(
    (size) =>
      new Promise<string | undefined>((resolve, reject) => {
        const opening = indexedDB.open('puerta')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const [name = ''] = opening.result.objectStoreNames
          const transaction = opening.result.transaction(name, 'readwrite')
          transaction.onabort = () => resolve(transaction.error?.name)
          transaction.oncomplete = () => resolve(undefined)
          transaction.objectStore(name).put(new Uint8Array(size), 'relleno')
        }
      }),
    GRANTED_BYTES,
  )
  expect(refusal).toBe('QuotaExceededError')
}

test('says at once that the phone is full, and counts nothing that it could not store', async ({
  page: admin,
  browser,
  baseURL,
}) => {
  const door = await openDoor(admin, [{ name: 'Ana' }])
  const context = await browser.newContext({ ...phone, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const { origin } = new URL(baseURL ?? '')
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: GRANTED_BYTES })
  await page.goto(door.path)
  await enterPin(page, door.pin)
  await expect(search(page)).toBeFocused()
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  await context.setOffline(true)
  await useUpGrantedSpace(page)
  await page.getByRole('button', { name: 'Sin lista' }).tap()
  await expect(page.getByText('No se guardó').first()).toBeVisible()
  const people = await page.getByText(/\d+ adentro/).textContent()
  await admit(page, 'Ana')
  await expect(page.getByText('Este teléfono no tiene lugar.').first()).toBeVisible()
  await expect(row(page, 'Ana')).toContainText('0 de 1')
  await expect(page.getByText(/\d+ adentro/)).toHaveText(people ?? '')
  await devtools.send('Storage.overrideQuotaForOrigin', { origin })
  await admit(page, 'Ana')
  await expect(row(page, 'Ana')).toContainText('1 de 1')
  await context.close()
})

test('a browser that stores nothing is refused in words', async ({ page: admin, browser, baseURL }) => {
  const door = await openDoor(admin, [{ name: 'Ana' }])
  const context = await browser.newContext({ ...phone, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await page.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException('refused', 'SecurityError')
    }
  })
  await page.goto(door.path)
  await expect(page.getByRole('alert')).toContainText('Este navegador no deja guardar nada')
  await expect(page.getByLabel('PIN de 6 números')).toHaveCount(0)
  await context.close()
})

test('says in words that it needs JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    ...phone,
    javaScriptEnabled: false,
    ...(baseURL && { baseURL }),
  })
  const page = await context.newPage()
  await page.goto('/puerta/x')
  await expect(page.locator('noscript p')).toBeVisible()
  await expect(page.locator('noscript p')).toContainText('La puerta necesita JavaScript.')
  await context.close()
})

test('shows three whole names and the search above a keyboard', { tag: ['@wcag-1.4.10-door'] }, async ({
  page: admin,
  browser,
  baseURL,
}) => {
  const names = ['Ana Ruiz', 'Beto', 'Caro Díaz', 'Dana', 'Elio', 'María Fernanda de los Santos Echegaray']
  const door = await openDoor(
    admin,
    names.map((name, companions) => ({ name, companions })),
  )
  const page = await startPhone(browser, baseURL, door)
  // A keyboard of 300 px on a phone of 360 × 640.
  await page.setViewportSize({ width: 360, height: 340 })
  const countWhole = () =>
    page.evaluate(() => {
      const main = document.querySelector('main')?.getBoundingClientRect()
      const isWhole = (row: Element) => {
        const { top, bottom } = row.getBoundingClientRect()
        return main !== undefined && top >= main.top && bottom <= main.bottom && bottom <= innerHeight
      }
      return [...document.querySelectorAll('.guest')].filter(isWhole).length
    })
  await expect.poll(countWhole).toBeGreaterThanOrEqual(3)
  await admit(page, 'Ana Ruiz')
  await expect(page.locator('.last')).toContainText('Entró Ana Ruiz')
  expect(await countWhole()).toBeGreaterThanOrEqual(3)
  await expect(search(page)).toBeInViewport({ ratio: 1 })
  await expect(page.locator('.last').getByRole('button', { name: 'Deshacer' })).toBeInViewport({ ratio: 1 })
  await page.context().setOffline(true)
  await admit(page, 'Beto')
  await network(page, /^Sin red/)
  expect(await countWhole()).toBeGreaterThanOrEqual(3)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(340)
  expect(await findAxeViolations(page)).toEqual([])
  await page.context().close()
})

test('takes the prices of people without a list, one tap each', async ({ page: admin, browser, baseURL }) => {
  const door = await openDoor(admin, [{ name: 'Ana' }])
  const prices = [
    { label: 'General', amount: 12_000, currency: 'ARS' },
    { label: 'Estudiantes', amount: 8_000, currency: 'ARS' },
  ]
  await putTo(admin, `/api/events/${door.event}/door/prices`, { walkInPrices: prices })
  const page = await startPhone(browser, baseURL, door)
  await page.getByRole('button', { name: '+ Estudiantes' }).tap()
  await page.getByRole('group', { name: 'Cuántas personas' }).getByRole('button', { name: '3' }).tap()
  await expect(page.locator('.last')).toContainText('Entraron 3')
  await expect(page.locator('.last')).toContainText(/24\.000/)
  await page.getByRole('button', { name: '+ General' }).tap()
  await inside(page, 4)
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await overflow()).toBeLessThanOrEqual(0)
  expect(await findFaults(page)).toEqual([])
  await network(page, 'Con red: todo mandado')
  await expect
    .poll(async () =>
      (await readDoor(admin, door)).entries.map(({ price }: DoorEntry) => price?.label ?? 'undo').sort(),
    )
    .toEqual(['Estudiantes', 'Estudiantes', 'General', 'undo'])
  await page.context().close()
})

test('an administrator opens the door on the own phone with one tap', async ({ page: admin }) => {
  const door = await openDoor(admin, [{ name: 'Ana' }])
  await openScreen(admin, nightListsPath(door.event) + viewSearch('puerta'))
  await admin.getByRole('link', { name: 'Usar este teléfono' }).click()
  await expect(search(admin)).toBeFocused()
  await expect(row(admin, 'Ana')).toBeVisible()
  expect(new URL(admin.url()).hash).toBe('')
})

test('«Puerta» is first on the card of the night from 20:00 of its day', async ({ page }) => {
  await signIn(page)
  const { night } = await readFrom(page, '/api/overview')
  const day = night.date.slice(0, 10)
  const first = page.locator('.home-night-actions').getByRole('link').first()
  await page.clock.setFixedTime(new Date(`${day}T19:59:00-03:00`))
  await openScreen(page, '/admin')
  await expect(first).toHaveText(/^Editar/)
  await page.clock.setFixedTime(new Date(`${day}T20:00:00-03:00`))
  await openScreen(page, '/admin')
  await expect(first).toHaveText(/^Puerta/)
  await first.click()
  await expect(page.getByRole('link', { name: 'Puerta', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
})
