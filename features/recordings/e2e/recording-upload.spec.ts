/** An audio file is uploaded from a phone over a failing connection, and then played by visitors. */

import { writeFile } from 'node:fs/promises'
import { editPath } from '../../../platform/admin-layout/paths.ts'
import {
  createSmallPicture,
  findAxeViolations,
  openScreen,
  signIn,
  toDataUrl,
} from '../../../test/e2e/back-office-helpers.ts'
import { postTo, readFrom } from '../../../test/e2e/club-api.ts'
import { expect, type Page, test } from '../../../test/e2e/journey.ts'
import { createMp3 } from '../../../test/support/audio.ts'
import { podcast } from '../shared/recording-resources.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, actionTimeout: 20_000 })

const AUDIO = createMp3({ frames: 40_000, fill: 77 })

const chooser = (page: Page) => page.getByLabel(/^Audio propio.*: (elegir|cambiar) audio$/)

/** Interrupts or slows down the network connection of a page. */
async function controlConnection(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  return (offline: boolean, uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline,
      uploadThroughput,
      latency: 0,
      downloadThroughput: -1,
    })
}

test('uploads a set over a failing connection, resumes after a reload, and plays without scripts', {
  tag: '@main',
}, async ({ page, browser, baseURL }) => {
  // The browser reads a file by its path. 16 MB sent through the protocol took longer than 20 s on a busy machine.
  const file = test.info().outputPath('set de abril.mp3')
  await writeFile(file, AUDIO)
  await signIn(page)
  const item = await postTo<{ _id: string; slug: string }>(page, '/api/podcast', {
    flyer: toDataUrl(await createSmallPicture('#0a4')),
    intro: 'Una hora. Sin cortes.',
    title: `Set de abril ${Date.now()}`,
    url: 'https://soundcloud.com/club/abril',
  })
  await openScreen(page, editPath(podcast, item._id))

  await chooser(page).setInputFiles({
    name: 'set de abril.mp3',
    mimeType: 'audio/mpeg',
    buffer: Buffer.from('Esto no es un audio.'),
  })
  await expect(page.getByText(/no es un audio MP3 ni M4A/)).toBeVisible()
  await page.getByRole('button', { name: 'Guardar', exact: true }).tap()
  await expect(page.locator('.problem')).toHaveText('No guardamos nada: el audio no subió.')
  await expect(chooser(page)).toBeFocused()
  expect(await findAxeViolations(page)).toEqual([])

  const line = await controlConnection(page)
  await line(false, 2_000_000)
  await chooser(page).setInputFiles(file)
  await expect(page.getByText(/Subiendo [2-9]\d %/)).toBeVisible()
  // Saving waits until the upload has finished.
  await page.getByRole('button', { name: 'Guardar', exact: true }).tap()
  await expect(page.getByText('Esperando el audio…')).toBeVisible()
  await line(true, 0)
  await expect(page.getByText('Sin conexión con el sitio: sigue solo cuando vuelva.')).toBeVisible()
  // The connection is so slow that the upload cannot finish before the page is reloaded.
  await line(false, 500_000)
  await page.reload()
  await expect(page.getByText('Quedó a medias «set de abril.mp3».')).toBeVisible()
  await line(false, -1)
  const parts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') parts.push(new URL(request.url()).searchParams.get('offset') ?? '')
  })
  await chooser(page).setInputFiles(file)
  await page.getByRole('button', { name: 'Guardar', exact: true }).tap()
  await expect(page.getByText('Subió entero. Se publica al guardar.')).toBeVisible()
  await expect(page.getByText('set de abril.mp3')).toBeVisible()
  await expect(page.getByText('15,9 MB')).toBeVisible()
  await expect(page.locator('audio')).toHaveAttribute('src', /^\/media\//)
  // After the reload the upload continues where it stopped.
  expect(parts.length).toBeGreaterThan(0)
  expect(parts).not.toContain('0')
  await expect
    .poll(async () => (await readFrom(page, `/api/podcast/${item._id}`)).audio)
    .toMatch(/^\/media\/[0-9a-f]{32}\.mp3$/)

  const visitor = await (
    await browser.newContext({ ...(baseURL && { baseURL }), javaScriptEnabled: false })
  ).newPage()
  const asked: string[] = []
  visitor.on('request', (request) => asked.push(request.url()))
  await visitor.goto(`/podcast/${item.slug}`)
  await expect(visitor.locator('audio')).toHaveAttribute('preload', 'none')
  await expect(visitor.getByRole('link', { name: 'Abrir en SoundCloud' })).toBeVisible()
  // The page requests nothing from other sites, and no audio before the visitor starts it.
  expect(asked.filter((url) => !url.startsWith(`${baseURL}/`) || url.endsWith('.mp3'))).toEqual([])
  const served = await visitor.request.get((await visitor.locator('audio').getAttribute('src')) ?? '', {
    headers: { Range: 'bytes=0-9' },
  })
  expect([served.status(), served.headers()['content-type']]).toEqual([206, 'audio/mpeg'])
  await visitor.context().close()
})
