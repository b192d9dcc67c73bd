/** The film of the home page: upload from a phone, cancellation, refusals, a still picture, removal and restore. */
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { SETTINGS_PATH } from '../../platform/settings/shared/settings-names.ts'
import type { SettingsGroup } from '../../platform/settings/shared/site-settings.ts'
import { createBox, createFilm } from '../support/films.ts'
import {
  createSmallPicture,
  expectNotice,
  findAxeViolations,
  openScreen,
  signIn,
  toImageFile,
} from './back-office-helpers.ts'
import { deleteAt, putTo, readFrom } from './club-api.ts'
import { expect, type Page, test } from './journey.ts'
import { waitUntilReady } from './public-site-helpers.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, actionTimeout: 20_000 })

const LOOK = '/api/site/look'
/** Upload speed that leaves time to watch and cancel an upload. Bytes per second */
const SLOWLY = 250_000

const button = (page: Page, name: string) => page.getByRole('button', { name })
const chooser = (page: Page) => page.getByLabel(/^Film de la portada.*: (elegir|cambiar) film$/)
const readLook = (page: Page) => readFrom<SettingsGroup<'look'>>(page, LOOK)

async function throttle(page: Page, uploadThroughput: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const asItIs = { offline: false, latency: 0, downloadThroughput: -1 }
  await session.send('Network.emulateNetworkConditions', { ...asItIs, uploadThroughput })
}

/**
 * Expects no axe violations in a window as high as the page. In a lower window the bar would half cover a control, and axe
 * would report the control as too small.
 */
async function expectNoFaults(page: Page) {
  await page.setViewportSize({ width: 390, height: 3000 })
  expect(await findAxeViolations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
}

test('uploads a film from a phone and shows it on the home page with a still from it', async ({
  page,
  browser,
  baseURL,
}, testInfo) => {
  // The test chooses films by their path, because Playwright would send a buffer to the browser as text.
  const film = fileURLToPath(new URL('../../club/pictures/hero.mp4', import.meta.url))
  const asFilm = (buffer: Buffer) => ({ name: 'VID_0042.mp4', mimeType: 'video/mp4', buffer })
  const home = async (options: Parameters<typeof browser.newContext>[0] = {}) => {
    const visitor = await (await browser.newContext({ ...(baseURL && { baseURL }), ...options })).newPage()
    await visitor.goto('/')
    await waitUntilReady(visitor)
    return visitor
  }
  await signIn(page)
  await deleteAt(page, LOOK)
  await openScreen(page, SETTINGS_PATH)
  await page.getByRole('link', { name: 'Apariencia' }).tap()
  await expect(page.getByText('Está el film que viene.')).toBeVisible()
  await expectNoFaults(page)

  // The browser does not send a film that it cannot decode. The server refuses other films with its own message.
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/site/')) sent.push(request.url())
  })
  await chooser(page).setInputFiles(asFilm(Buffer.from('Esto no es un film.')))
  await expect(page.getByText(/no es un film MP4\. Exportalo como MP4 con H\.264/)).toBeVisible()
  await chooser(page).setInputFiles(asFilm(createFilm({ tracks: [{ codec: 'hvc1' }] })))
  await expect(page.getByText(/está en HEVC \(H\.265\), como graban muchos teléfonos/)).toBeVisible()
  const tooLarge = testInfo.outputPath('VID_0043.mp4')
  await writeFile(tooLarge, '')
  await truncate(tooLarge, 24 * 1024 * 1024 + 1)
  await chooser(page).setInputFiles(tooLarge)
  await expect(page.getByText(/supera los 24 MB/)).toBeVisible()
  expect(sent).toEqual([])
  await expectNoFaults(page)

  await throttle(page, SLOWLY)
  await chooser(page).setInputFiles(film)
  await expect(page.getByText(/Subiendo [1-9]\d? %/)).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Enviado' })).toBeVisible()
  await button(page, 'Cancelar el envío del film').tap()
  await expect(page.getByText('Cancelaste el envío: quedó el film que estaba.')).toBeVisible()
  await expect(chooser(page)).toBeFocused()
  expect((await readLook(page)).film).toBeNull()

  await throttle(page, -1)
  await chooser(page).setInputFiles(film)
  await expect(page.getByText('El film ya se ve en el sitio')).toBeVisible()
  await expect(page.locator('.picture-preview img')).toBeVisible()
  const look = await readLook(page)
  expect(look).toMatchObject({
    film: expect.stringMatching(/^\/media\/[0-9a-f]{32}\.mp4$/),
    poster: expect.stringMatching(/^\/media\/.*-1280\.jpg$/),
  })
  await expect(page.locator('.film-player')).toHaveAttribute('src', String(look.film))
  await expectNoFaults(page)

  const visitor = await home()
  await expect(visitor.locator('.film img')).toHaveAttribute('src', String(look.poster))
  await expect(visitor.locator('.film img')).toHaveAttribute('fetchpriority', 'high')
  await expect(visitor.locator('.film video[data-playing]')).toBeAttached()
  expect(
    await visitor.locator('.film video').evaluate((video: HTMLVideoElement) => video.currentSrc),
  ).toContain(String(look.film))
  const still = await home({ reducedMotion: 'reduce' })
  await expect(still.locator('.film img')).toBeVisible()
  await expect(still.locator('.film video')).toHaveCount(0)
  // The test closes the visitor's page, because a playing film takes half of a processor. The rest of the test needs only
  // the form.
  await visitor.context().close()

  // Saving waits until the film is uploaded. The form does not report its own upload as another administrator's change.
  const other = testInfo.outputPath('VID_0044.mp4')
  await writeFile(other, Buffer.concat([await readFile(film), createBox('free')]))
  await throttle(page, SLOWLY)
  await page
    .getByLabel(/^Imagen de la portada.*: cambiar imagen$/)
    .setInputFiles(toImageFile(await createSmallPicture('#642')))
  await chooser(page).setInputFiles(other)
  await expect(page.getByText(/Subiendo [1-9]\d? %/)).toBeVisible()
  await button(page, 'Guardar y volver').tap()
  await expect(page.getByText('Esperando el film…')).toBeVisible()
  expect((await readLook(page)).poster).toBe(look.poster)
  await throttle(page, -1)
  await expectNotice(page, 'Actualizado')
  const own = await readLook(page)
  expect(own.film).toMatch(/\.mp4$/)
  expect(own.film).not.toBe(look.film)
  expect(own.poster).not.toBe(look.poster)
  await still.reload()
  await expect(still.locator('.film img')).toHaveAttribute('src', String(own.poster))

  // Without a film the home page shows the still picture.
  await putTo(page, LOOK, { film: null })
  await still.reload()
  await waitUntilReady(still)
  await expect(still.locator('.film img')).toHaveAttribute('src', String(own.poster))
  await expect(still.locator('.film [data-sources]')).toHaveCount(0)
  await putTo(page, LOOK, { film: own.film })

  // The form shows another administrator's change before the administrator's film overwrites it.
  await openScreen(page, `${SETTINGS_PATH}/look`)
  await putTo(page, LOOK, { film: look.film })
  await chooser(page).setInputFiles(other)
  await expect(page.getByText(/Después subí el film de nuevo\.$/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Cambios de otra persona' })).toContainText(
    'Film de la portada',
  )
  await expectNoFaults(page)
  await chooser(page).setInputFiles(other)
  await expect(page.getByText('El film ya se ve en el sitio')).toBeVisible()
  await putTo(page, LOOK, { poster: own.poster })

  await openScreen(page, `${SETTINGS_PATH}/look`)
  await button(page, 'Volver al film que viene').tap()
  await expect(page.getByText('Al guardar vuelve el film que viene.')).toBeVisible()
  await button(page, 'Dejar el que estaba').tap()
  await expect(page.locator('.film-player')).toHaveAttribute('src', String(own.film))
  await button(page, 'Volver al film que viene').tap()
  await button(page, 'Guardar y volver').tap()
  await expectNotice(page, 'Actualizado')
  expect(await readLook(page)).toMatchObject({ film: null, poster: null })
  await still.reload()
  await waitUntilReady(still)
  await expect(still.locator('.film img')).toHaveAttribute('src', /\/assets\/hero/)
  await still.context().close()

  // The history lists both versions and restores the earlier one.
  await page.goto('/admin/history?resource=site&item=look')
  const entry = page.locator('.entry').first()
  await expect(entry.locator('video')).toHaveAttribute('src', String(own.film))
  await entry.getByRole('link', { name: /^Ver y restaurar/ }).tap()
  await page.getByRole('region', { name: 'Como era antes' }).getByRole('button').tap()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Volver', exact: true }).tap()
  await expectNotice(page, 'Actualizado')
  expect(await readLook(page)).toMatchObject({ film: own.film, poster: own.poster })
  await deleteAt(page, LOOK)
})
