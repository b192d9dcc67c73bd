/** One news item from sign-in to trash: an administrator writes it, and visitors read it. */

import sharp from 'sharp'
import { club } from '../../club/club.ts'
import { resources } from '../../platform/content/shared/resources.ts'
import { toTitle } from '../../platform/content/shared/titles.ts'
import { formatDate, wallClock } from '../../platform/shared/dates.ts'
import {
  createPhonePhoto,
  createSmallPicture,
  expectNotice,
  moveCaretToEnd,
  runId,
  signIn,
  toDataUrl,
  toImageFile,
} from './back-office-helpers.ts'
import { postTo, putTo, readFrom } from './club-api.ts'
import { type Browser, expect, type Page, test } from './journey.ts'

const { admin } = resources.news
const words = `Una foto de la pista ${runId}`
const title = toTitle(words)
const alternative = `La pista, desde la cabina (${runId}).`

let photo: Buffer
test.beforeAll(async () => {
  photo = await createPhonePhoto()
  expect(photo.length).toBeGreaterThan(4_000_000)
  expect((await sharp(photo).metadata()).exif?.toString('latin1')).toContain('Telefono')
})

/** Runs `work` in a new browser context without cookies and stored data. */
async function withNewVisitor<T>(
  browser: Browser,
  javaScriptEnabled: boolean,
  look: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ javaScriptEnabled })
  try {
    return await look(await context.newPage())
  } finally {
    await context.close()
  }
}

/** Expects a picture of small file size in a modern format, without location and camera metadata. */
async function expectClean(bytes: Buffer): Promise<void> {
  const served = await sharp(bytes).metadata()
  // sharp reports AVIF as `heif`, the name of its container format.
  expect(['webp', 'heif']).toContain(served.format)
  expect(bytes.length).toBeLessThan(photo.length / 5)
  expect(served.exif).toBeUndefined()
  expect(served.xmp).toBeUndefined()
  expect(served.iptc).toBeUndefined()
  expect(bytes.includes('Telefono')).toBe(false)
}

/** Creates an item through the API with the page's session. */
const createNews = (page: Page, newsTitle: string, image: Buffer) =>
  postTo<{ _id: string; newsTitle: string; photo: string }>(page, '/api/news', {
    newsTitle,
    photo: toDataUrl(image),
    date: '2026-03-01',
    newsDescription: 'La descripción de siempre.',
    newsBody: '<p>El texto de siempre.</p>',
  })

test('publishes a news item with a photo from a phone, and shows it to visitors', {
  tag: '@main',
}, async ({ page, browser }) => {
  await signIn(page, '/admin')
  await page.getByRole('link', { name: 'Nuestro Club' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Novedades' }).click()
  await page.getByRole('link', { name: 'Crear novedad' }).click()
  await expect(page).toHaveURL(admin.create)

  await page.getByLabel('Título').fill(words)
  await expect(page.getByText(`/news/${title}`)).toBeVisible()

  await page.getByLabel('Foto: elegir imagen').setInputFiles(toImageFile(photo))
  // The preview shows the photo upright, because the form applies its EXIF orientation.
  const canvas = page.locator('.crop canvas')
  await expect(canvas).toBeVisible()
  expect(await canvas.evaluate((node: HTMLCanvasElement) => node.height > node.width)).toBe(true)
  await expect(page.getByText('2400 × 1500 px')).toBeVisible()
  const preview = page.locator('.picture-preview img')
  const uncropped = await preview.getAttribute('src')
  // The keyboard moves the crop to the top, the dark half of the photo.
  const area = page.getByLabel('Recorte: movelo con las flechas')
  await area.focus()
  for (let step = 0; step < 20; step++) await page.keyboard.press('Control+ArrowUp')
  await expect.poll(() => preview.getAttribute('src')).not.toBe(uncropped)
  await page.getByRole('button', { name: 'Listo' }).click()
  await page.getByLabel('Qué se ve en la imagen').fill(alternative)

  // The home page shows the latest items only, and other tests publish items of today.
  const day = wallClock(Date.now(), club.timeZone).slice(0, 10)
  await page.getByLabel('Fecha', { exact: true }).fill(day)
  const description = 'Cómo quedó la pista después de la última noche.'
  await page.getByLabel('Descripción').fill(description)
  await expect(page.getByText(`${description.length}/500`)).toBeVisible()

  const editor = page.getByRole('textbox', { name: 'Texto' })
  await editor.click()
  await page.getByRole('button', { name: 'Encabezado H2' }).click()
  await expect(page.getByRole('button', { name: 'Encabezado H2' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.type('El piso')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Quedó ')
  await page.getByRole('button', { name: 'Negrita' }).click()
  await page.keyboard.type('entero')
  await page.getByRole('button', { name: 'Negrita' }).click()
  await page.keyboard.type(' y limpio.')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Lista', exact: true }).click()
  await page.keyboard.type('Pulido')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Encerado')

  await page.getByRole('button', { name: 'Publicar' }).click()
  await expectNotice(page, 'Creado')
  await expect(page).toHaveURL(admin.menu)

  for (const javaScriptEnabled of [true, false]) {
    await withNewVisitor(browser, javaScriptEnabled, async (visitor) => {
      for (const list of ['/', '/news']) {
        await visitor.goto(list)
        await expect(
          visitor.locator(`a[href$="${encodeURI(`/news/${title}`)}"]`).first(),
          list,
        ).toBeAttached()
      }
      await visitor.goto(`/news/${encodeURIComponent(title)}`)
      await expect(visitor.getByRole('heading', { level: 1, name: words })).toBeVisible()
      await expect(visitor.getByText(formatDate(day)).first()).toBeVisible()
      await expect(visitor.getByRole('heading', { name: 'El piso', exact: true })).toBeVisible()
      await expect(visitor.locator('strong', { hasText: 'entero' })).toBeVisible()
      await expect(visitor.getByRole('listitem').filter({ hasText: 'Encerado' })).toBeVisible()

      const shown = visitor.getByRole('img', { name: alternative })
      await expect
        .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
      const source = await shown.evaluate((image: HTMLImageElement) => image.currentSrc)
      const bytes = await (await visitor.request.get(source)).body()
      await expectClean(bytes)
      const { width, height } = await sharp(bytes).metadata()
      expect(width / height).toBeCloseTo(8 / 5, 1)
      // The published picture contains only the cropped part, the dark half.
      const [channel] = (await sharp(bytes).stats()).channels
      expect(channel?.mean).toBeLessThan(100)
    })
  }
})

test('serves a raw phone photo sent to the API upright, small and without metadata', async ({ page }) => {
  await signIn(page)
  const created = await createNews(page, `Foto cruda ${runId}`, photo)
  const { images } = await readFrom(page, `/api/news/${created._id}`)
  const { base, src, widths, width, height } = images.photo
  expect(height).toBeGreaterThan(width)
  for (const size of widths) {
    const bytes = await (await page.request.get(`${base}-${size}.webp`)).body()
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
  }
  const usual = widths.filter((size: number) => size <= 1280).at(-1)
  const bytes = await (await page.request.get(`${base}-${usual}.webp`)).body()
  await expectClean(bytes)
  const half = async (top: boolean) => {
    const { width = 0, height = 0 } = await sharp(bytes).metadata()
    const part = Math.floor(height / 2)
    const cut = sharp(bytes).extract({ left: 0, top: top ? 0 : part, width, height: part })
    return (await sharp(await cut.png().toBuffer()).stats()).channels[0]?.mean ?? 0
  }
  expect(await half(true)).toBeLessThan(await half(false))
  // `src` is the JPEG file for browsers without WebP.
  const jpeg = await (await page.request.get(src)).body()
  expect((await sharp(jpeg).metadata()).exif).toBeUndefined()
  expect(jpeg.includes('Telefono')).toBe(false)
})

test('keeps the value of a field left blank, and the old picture without a new one', async ({ page }) => {
  await signIn(page)
  const created = await createNews(page, `Queda como estaba ${runId}`, await createSmallPicture('#446'))
  await page.goto(admin.update)
  await page.getByRole('searchbox').fill(`estaba ${runId}`)
  await expect(page.getByText(`1 con «estaba ${runId}»`)).toBeVisible()
  await page.getByRole('link', { name: `Editar Queda como estaba ${runId}` }).click()

  await expect(page.getByLabel('Título')).toHaveValue(`Queda como estaba ${runId}`)
  await expect(page.getByRole('textbox', { name: 'Texto' })).toHaveText('El texto de siempre.')
  await expect(page.getByLabel('Descripción')).toHaveValue('La descripción de siempre.')
  await expect(page.getByLabel('Fecha', { exact: true })).toHaveValue('2026-03-01')
  await page.getByLabel('Título').fill('')
  await page.getByLabel('Descripción').fill('Otra descripción.')
  await page.getByRole('button', { name: 'Guardar y volver' }).click()
  await expectNotice(page, 'Actualizado')
  await expect(page).toHaveURL(/updatenews\?q=estaba/)

  const after = await readFrom(page, `/api/news/${created._id}`)
  expect(after.newsTitle).toBe(created.newsTitle)
  expect(after.newsDescription).toBe('Otra descripción.')
  expect(after.photo).toBe(created.photo)
})

test('asks before deleting, and then hides the item from visitors', async ({ page, browser }) => {
  await signIn(page)
  const created = await createNews(page, `Se va a la papelera ${runId}`, await createSmallPicture('#644'))
  await page.goto(`${admin.remove}?q=${runId}`)
  const button = page.getByRole('button', { name: `Borrar Se va a la papelera ${runId}` })
  await button.click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`Se va a la papelera ${runId}`)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(button).toBeFocused()

  await button.click()
  await question.getByRole('button', { name: 'Borrar' }).click()
  await expectNotice(page, 'Borrado')
  await expect(button).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`${admin.remove}`))
  await withNewVisitor(browser, false, async (visitor) => {
    const answer = await visitor.goto(`/news/${encodeURIComponent(created.newsTitle)}`)
    expect(answer?.status()).toBe(404)
  })
})

test('reports an ended session, and opens the sign-in page after confirmation', async ({ page, context }) => {
  await signIn(page, '/admin')
  // The test waits for the requests of the menu. Without a session they would fail before the click below.
  await page.waitForLoadState('networkidle')
  await context.clearCookies()
  await page.getByRole('main').getByRole('link', { name: 'Usuarios' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Tu sesión terminó' })
  await dialog.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL(`/login?volver=${encodeURIComponent('/admin/users')}`)
})

test('shows both versions to the second of two administrators, who decides', {
  tag: ['@wcag-3.3.4-office'],
}, async ({ page, browser }) => {
  await signIn(page)
  const created = await createNews(page, `Entre dos ${runId}`, await createSmallPicture('#333'))
  const address = `${admin.update}/${created._id}`
  const save = { name: 'Guardar y volver' }
  const colleague = { email: `dos-${runId}@club.example`, password: 'una clave bien larga' }
  await postTo(page, '/api/admin', colleague)
  const other = await browser.newContext()
  await postTo(other, '/api/auth/login', colleague)

  await page.goto(address)
  await page.getByLabel('Descripción').fill('Lo que escribí yo.')
  await putTo(other, `/api/news/${created._id}`, {
    newsDescription: 'Lo que escribió la otra persona.',
    newsTitle: `Entre dos, con cambios ${runId}`,
    headline: `Entre dos, con cambios ${runId}`,
  })

  await page.getByRole('button', save).click()
  await expectNotice(page, 'Oops...')
  const conflict = page.getByRole('region', { name: 'Cambios de otra persona' })
  await expect(conflict).toBeFocused()
  await expect(conflict).toContainText('Otra persona guardó cambios mientras editabas.')
  const decision = conflict.getByRole('group', { name: 'Descripción' })
  await expect(decision).toContainText('Lo que escribió la otra persona.')
  await expect(decision).toContainText('Lo que escribí yo.')
  // The form lists and merges fields that only the other administrator changed. It asks for a decision about fields that
  // both changed.
  await expect(conflict.getByRole('definition')).toContainText(`Entre dos, con cambios ${runId}`)
  await expect(page.getByLabel('Título')).toHaveValue(`Entre dos, con cambios ${runId}`)
  await page.getByRole('button', save).click()
  await expect(page.locator('.problem')).toContainText('Falta elegir')
  await expect(page).toHaveURL(address)
  await decision.getByLabel('Lo de la otra persona').check()
  await expect(page.getByLabel('Descripción')).toHaveValue('Lo que escribió la otra persona.')
  await decision.getByLabel('Lo tuyo').check()
  await expect(page.getByLabel('Descripción')).toHaveValue('Lo que escribí yo.')
  await page.getByRole('button', save).click()
  await expectNotice(page, 'Actualizado')

  const after = await readFrom(page, `/api/news/${created._id}`)
  expect(after.newsDescription).toBe('Lo que escribí yo.')
  expect(after.newsTitle).toBe(toTitle(`Entre dos con cambios ${runId}`))
  await other.close()
})

test('inserts pictures into the text, and checks links', { tag: ['@atag-B.2.2.2', '@atag-B.3.1.1'] }, async ({
  page,
}) => {
  await signIn(page)
  const created = await createNews(page, `Con figuras ${runId}`, await createSmallPicture('#353'))
  await page.goto(`${admin.update}/${created._id}`)
  const editor = page.getByRole('textbox', { name: 'Texto' })
  await editor.click()
  await moveCaretToEnd(page)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Enlace', exact: true }).click()
  await page.getByLabel('Dirección del enlace').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Aplicar' }).click()
  await expect(page.getByText('Tiene que ser un enlace completo')).toBeVisible()
  await page.getByLabel('Dirección del enlace').fill('https://club.example/entradas')
  await page.keyboard.press('Enter')
  await expect(editor.getByRole('link', { name: 'https://club.example/entradas' })).toBeVisible()

  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Imagen', exact: true }).click()
  await page
    .getByLabel('Elegir imagen para insertar')
    .setInputFiles(toImageFile(await createSmallPicture('#a33')))
  await page.getByLabel('Qué se ve en la imagen (la del texto)').fill('Un rojo.')
  await page.getByRole('button', { name: 'Insertar', exact: true }).click()
  await expect(editor.getByRole('img', { name: 'Un rojo.' })).toBeVisible()

  await page.getByRole('button', { name: 'Guardar y volver' }).click()
  await expectNotice(page, 'Actualizado')
  await page.goto(`/news/${encodeURIComponent(created.newsTitle)}`)
  await expect(page.getByRole('link', { name: 'https://club.example/entradas' })).toBeVisible()
  const inText = page.getByRole('img', { name: 'Un rojo.' })
  await inText.scrollIntoViewIfNeeded()
  await expect.poll(() => inText.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})
