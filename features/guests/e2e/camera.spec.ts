/** The camera of the door. Chromium plays a film as its camera, so the browser, the decoder and the door are the real ones. */
import { findAxeViolations, signIn } from '../../../test/e2e/back-office-helpers.ts'
import { findClaimFaults } from '../../../test/e2e/claim-faults.ts'
import { postTo, readFrom } from '../../../test/e2e/club-api.ts'
import { type Scene, type Shown, takePhoto, writeFilm } from '../../../test/e2e/code-pictures.ts'
import { createDoor, type Door, phone } from '../../../test/e2e/door.ts'
import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '../../../test/e2e/journey.ts'
import type { Ticket } from '../shared/tickets.ts'

interface Fixtures {
  /** Opens a phone with a browser of its own. @param args options of Chromium for its camera */
  openChromium(args: readonly string[]): Promise<BrowserContext>
  /** Opens a phone whose camera sees these scenes. */
  openPhone(scenes: readonly Scene[]): Promise<BrowserContext>
}

const FAKE_CAMERA = '--use-fake-device-for-media-stream'
const ALLOW_CAMERA = '--use-fake-ui-for-media-stream'

const test = base.extend<Fixtures>({
  async openChromium({ playwright, launchOptions, baseURL }, use) {
    const browsers: Browser[] = []
    await use(async (args) => {
      const options = { ...launchOptions, args: [...(launchOptions.args ?? []), ...args] }
      const browser = await playwright.chromium.launch(options)
      browsers.push(browser)
      return browser.newContext({ ...phone, ...(baseURL && { baseURL }) })
    })
    await Promise.all(browsers.map((browser) => browser.close()))
  },
  async openPhone({ openChromium }, use, info) {
    await use(async (scenes) => {
      const film = info.outputPath('camera.y4m')
      await writeFilm(film, scenes)
      return openChromium([FAKE_CAMERA, ALLOW_CAMERA, `--use-file-for-fake-video-capture=${film}`])
    })
  },
})

const qr = (text: string): Shown => ({ text, format: 'QRCode' })
const code128 = (text: string): Shown => ({ text, format: 'Code128' })
const onBlack = (shown: Shown): Shown => ({ ...shown, isInverted: true })
const identityDocument: Shown = {
  text: '00123456789@GOMEZ@ANA MARIA@F@30111222@A@01/01/1990@01/01/2015@279',
  format: 'PDF417',
}

const ticket = (code: string, name: string, fields: Partial<Ticket> = {}): Ticket => ({
  code,
  name,
  document: null,
  quantity: 1,
  note: 'General',
  refusal: null,
  ...fields,
})

/** Creates a door with a list of imported tickets. @param page of a visitor, who signs in */
async function createTicketDoor(page: Page, tickets: readonly Ticket[]): Promise<Door> {
  await signIn(page)
  const door = await createDoor(page, [{ name: 'Zoe de la lista' }])
  const { _id } = await postTo(page, `/api/events/${door.event}/lists`, {
    kind: 'tickets',
    name: 'Entradas',
    conditions: [{ until: null, label: 'Con entrada', price: null }],
  })
  await postTo(page, `/api/lists/${_id}/tickets`, { tickets })
  return door
}

async function enterDoor(context: BrowserContext, door: Door): Promise<Page> {
  const page = await context.newPage()
  await page.goto(door.path)
  await page.getByLabel('PIN de 6 números').fill(door.pin)
  await page.getByRole('button', { name: 'Abrir la puerta' }).tap()
  await expect(search(page)).toBeVisible()
  return page
}

const search = (page: Page) => page.getByLabel('Buscar nombre o código')
const panel = (page: Page) => page.getByRole('region', { name: 'Cámara' })
const openCamera = (page: Page) => page.getByRole('button', { name: 'Cámara' }).tap()
const result = (page: Page, words: string | RegExp) =>
  expect(page.locator('.last')).toContainText(words, { timeout: 30_000 })
const inside = (page: Page, count: number) => expect(page.getByText(`${count} adentro`)).toBeVisible()

/** Waits until the phone has stored the decoder. */
const waitForDecoder = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const stored: string[] = []
        for (const name of await caches.keys())
          for (const { url } of await (await caches.open(name)).keys()) stored.push(url)
        return stored.filter((url) => /\/puerta\/decode-worker-.*\.js$|\.wasm$/.test(url)).length
      }),
    )
    .toBe(2)

test('reads tickets one after the other, each as one scan', { tag: '@main' }, async ({
  page: admin,
  openPhone,
}) => {
  const door = await createTicketDoor(admin, [
    ticket('QR-0001', 'Beto Sosa'),
    ticket('0012345678901234', 'Caro Díaz'),
    ticket('QR-0003', 'Dana Ruiz'),
    ticket('1001002003', 'Fede Luna'),
    ticket('QR-0004', 'Elio Vera', { refusal: 'refunded' }),
    ticket('QR-0005', 'Ana Gómez', { document: '30111222' }),
  ])
  const context = await openPhone([
    [3, qr('QR-0001')],
    [2.4, null],
    [2, code128('0012345678901234')],
    [2, onBlack(qr('QR-0003'))],
    [2, onBlack(code128('1001002003'))],
    [2.4, null],
    [2, qr('QR-0001')],
    [2.4, null],
    [2, qr('QR-0004')],
    [2.4, null],
    [2, qr('OTRA-NOCHE-77')],
    [2.4, null],
    [2, identityDocument],
    [60, null],
  ])
  const page = await enterDoor(context, door)
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await openCamera(page)
  await expect(panel(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cerrar la cámara' })).toBeFocused()
  await result(page, 'Entró Beto Sosa')
  await expect(page.locator('footer [aria-live=assertive]')).toHaveText(
    /^Entró Beto Sosa\. 1 de 1\. Con entrada$/,
  )
  await result(page, 'Entró Caro Díaz')
  await result(page, 'Entró Dana Ruiz')
  await result(page, 'Entró Fede Luna')
  await inside(page, 4)
  await result(page, /Beto Sosa.*Ya entró/)
  await result(page, /Elio Vera.*Reembolsada/)
  await result(page, /OTRA-NOCHE-77.*No está/)
  await result(page, 'Entró Ana Gómez')
  await inside(page, 5)
  await expect
    .poll(async () => (await readFrom(admin, `/api/door?event=${door.event}`)).counts.guests)
    .toBe(5)
  expect(errors).toEqual([])
})

test('opens again with the page, also without network', async ({ page: admin, openPhone }) => {
  const door = await createTicketDoor(admin, [ticket('QR-0001', 'Beto Sosa'), ticket('QR-0002', 'Caro Díaz')])
  const context = await openPhone([
    [2, null],
    [2, qr('QR-0001')],
    [60, null],
  ])
  const page = await enterDoor(context, door)
  await waitForDecoder(page)
  await context.setOffline(true)
  await openCamera(page)
  await result(page, 'Entró Beto Sosa')

  // A reload without network opens the camera without a tap, and the keyboard stays away.
  await page.reload()
  await expect(panel(page).locator('video')).toBeVisible()
  await expect(search(page)).not.toBeFocused()
  await result(page, /Beto Sosa.*Ya entró/)
  await page.getByRole('button', { name: 'Cerrar la cámara' }).tap()
  await expect(panel(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Cámara' })).toBeFocused()
  await page.reload()
  await expect(search(page)).toBeFocused()
  await expect(panel(page)).toBeHidden()
  await context.setOffline(false)
  await expect
    .poll(async () => (await readFrom(admin, `/api/door?event=${door.event}`)).counts.guests)
    .toBe(1)
})

test('starts again when the phone takes the camera away, and stops while the page is hidden', async ({
  page: admin,
  openPhone,
}) => {
  const door = await createTicketDoor(admin, [ticket('QR-0001', 'Beto Sosa')])
  const page = await enterDoor(
    await openPhone([
      [1, qr('QR-0001')],
      [60, null],
    ]),
    door,
  )
  const readTrack = () =>
    page.evaluate(() => {
      const { srcObject } = document.querySelector('video') as HTMLVideoElement
      return (srcObject as MediaStream | null)?.getVideoTracks()[0]?.readyState ?? 'none'
    })
  /** Ends the track, as a phone does when it takes the camera away. The film then begins again. */
  const endTrack = async () => {
    const state = await page.evaluate(() => {
      const stream = (document.querySelector('video') as HTMLVideoElement).srcObject as MediaStream
      const [track] = stream.getVideoTracks()
      track?.stop()
      track?.dispatchEvent(new Event('ended'))
      return track?.readyState
    })
    expect(state).toBe('ended')
    await expect.poll(readTrack).toBe('live')
  }
  await openCamera(page)
  await result(page, 'Entró Beto Sosa')
  // The code was in view shortly before, so it is the same scan.
  await endTrack()
  await page.waitForTimeout(4_000)
  await result(page, 'Entró Beto Sosa')
  // Now it was out of view.
  await endTrack()
  await result(page, /Beto Sosa.*Ya entró/)

  const setVisibility = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await setVisibility('hidden')
  expect(await readTrack()).toBe('none')
  await setVisibility('visible')
  await expect.poll(readTrack).toBe('live')
})

test('makes way for the keyboard, and has controls with names', async ({ page: admin, openPhone }) => {
  const door = await createTicketDoor(admin, [ticket('QR-0001', 'Beto Sosa')])
  const page = await enterDoor(await openPhone([[60, null]]), door)
  await openCamera(page)
  await expect(panel(page).locator('video')).toBeVisible()
  await expect(panel(page)).toHaveClass(/reading/)
  for (const viewport of [
    { width: 360, height: 640 },
    { width: 390, height: 844 },
    { width: 768, height: 1024 },
  ]) {
    await page.setViewportSize(viewport)
    expect(await findAxeViolations(page)).toEqual([])
    const heights = await page
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(56)
    const scrolled = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
    expect(scrolled).toBe(0)
  }
  expect(await findClaimFaults(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 340 })
  await expect(panel(page)).toBeHidden()
  await search(page).focus()
  await page.getByRole('button', { name: 'Cámara' }).tap()
  await expect(search(page)).not.toBeFocused()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(panel(page)).toBeVisible()

  await page.getByRole('button', { name: 'Cerrar la cámara' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cámara' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cerrar la cámara' })).toBeFocused()
})

test('changes the lens with one tap, and remembers it', async ({ page: admin, openChromium }) => {
  const door = await createTicketDoor(admin, [ticket('QR-0001', 'Beto Sosa')])
  const page = await enterDoor(await openChromium([`${FAKE_CAMERA}=device-count=3`, ALLOW_CAMERA]), door)
  const readLens = () =>
    page.evaluate(() => {
      const stream = document.querySelector('video')?.srcObject as MediaStream | null
      return stream?.getVideoTracks()[0]?.getSettings().deviceId ?? null
    })
  await openCamera(page)
  await expect.poll(readLens).not.toBeNull()
  const first = await readLens()
  const change = page.getByRole('button', { name: 'Cambiar lente' })
  await change.tap()
  await expect.poll(async () => ![null, first].includes(await readLens())).toBe(true)
  const second = await readLens()
  // A browser without a profile has other ids after a reload, so the camera is closed and opened.
  await page.getByRole('button', { name: 'Cerrar la cámara' }).tap()
  await openCamera(page)
  await expect.poll(readLens).toBe(second)
  await change.tap()
  await expect.poll(async () => ![null, first, second].includes(await readLens())).toBe(true)
  await change.tap()
  await expect.poll(readLens).toBe(first)
})

test('names a missing permission', async ({ page: admin, openChromium }) => {
  const door = await createTicketDoor(admin, [ticket('QR-0001', 'Beto Sosa')])
  const page = await enterDoor(await openChromium([FAKE_CAMERA, `${ALLOW_CAMERA}=deny`]), door)
  await openCamera(page)
  await expect(panel(page)).toContainText('La cámara no tiene permiso.')
  await expect(page.getByText('Sacar una foto del código')).toBeVisible()
})

test('names the reason when no camera opens, and reads a photo instead', async ({
  page: admin,
  browser,
  baseURL,
}) => {
  const door = await createTicketDoor(admin, [ticket('QR-0001', 'Beto Sosa')])
  const context = await browser.newContext({ ...phone, ...(baseURL && { baseURL }) })
  const opened = await enterDoor(context, door)
  await openCamera(opened)
  await expect(
    panel(opened)
      .getByText(/cámara/)
      .first(),
  ).toBeVisible()
  await expect(opened.getByRole('button', { name: 'Probar de nuevo' })).toBeVisible()
  const photo = opened.getByLabel('Sacar una foto del código')
  const choose = async (buffer: Buffer) =>
    photo.setInputFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer })
  await choose(await takePhoto(null))
  await expect(panel(opened)).toContainText('No se ve un código en esa foto.')
  await choose(Buffer.from('not a picture'))
  await expect(panel(opened)).toContainText('no pudo abrir esa foto')
  await choose(await takePhoto(qr('QR-0001')))
  await result(opened, 'Entró Beto Sosa')
  expect(await findAxeViolations(opened)).toEqual([])
  await context.close()
})
