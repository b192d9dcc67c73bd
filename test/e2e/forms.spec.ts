/** The forms of the back office: refusals, pictures, the text of a news item, drafts, and edit conflicts. */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { getDeclaration, resourceNames, resources } from '../../platform/content/shared/resources.ts'
import { SETTINGS_PATH } from '../../platform/settings/shared/settings-names.ts'
import {
  createSmallPicture,
  expectNotice,
  findAxeViolations,
  moveCaretToEnd,
  openScreen,
  runId,
  signIn,
  toDataUrl,
  toImageFile,
  unfoldMoreFields,
} from './back-office-helpers.ts'
import { deleteAt, postTo, putTo, readFrom } from './club-api.ts'
import { expect, type Locator, type Page, test } from './journey.ts'

const { agency, news, events, residents } = resources

const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 800 }

const text = (page: Page): Locator => page.getByRole('textbox', { name: 'Texto' })
const preview = (page: Page, label: string): Locator =>
  page.getByRole('group', { name: label }).locator('.picture-preview img')

/** Waits until `act` has replaced the picture. */
async function waitForNewPicture(image: Locator, act: () => Promise<void>): Promise<void> {
  const before = await image.getAttribute('src')
  await act()
  await expect.poll(() => image.getAttribute('src')).not.toBe(before)
}

/** Creates a picture of four colours that shows rotation and cropping: red and green above, blue and white below. */
async function createFourColours(width: number, height: number): Promise<Buffer> {
  const half = { width: width / 2, height: height / 2 }
  const tile = (background: string) =>
    sharp({ create: { ...half, channels: 3, background } })
      .png()
      .toBuffer()
  return sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .composite([
      { input: await tile('#f00'), left: 0, top: 0 },
      { input: await tile('#0f0'), left: half.width, top: 0 },
      { input: await tile('#00f'), left: 0, top: half.height },
    ])
    .jpeg({ quality: 95 })
    .toBuffer()
}

/** Returns the colour in an upper corner of the picture that the form will send: r, g, b or w. */
async function readCornerColour(image: Locator, place: 'left' | 'right'): Promise<string> {
  const source = (await image.getAttribute('src')) ?? ''
  const bytes = Buffer.from(source.slice(source.indexOf(',') + 1), 'base64')
  const { width = 0 } = await sharp(bytes).metadata()
  const left = place === 'left' ? 8 : width - 16
  const { channels } = await sharp(
    await sharp(bytes).extract({ left, top: 8, width: 8, height: 8 }).png().toBuffer(),
  ).stats()
  const bright = channels.slice(0, 3).map(({ mean }) => mean > 128)
  return bright.every(Boolean) ? 'w' : 'rgb'.charAt(bright.indexOf(true))
}

async function paste(
  place: Locator,
  content: { html?: string; plain?: string; picture?: Buffer },
): Promise<void> {
  // As an array of numbers, Playwright would take long to send the picture.
  const picture = content.picture?.toString('base64')
  await place.evaluate(
    (node, { html, plain, picture }) => {
      const clipboardData = new DataTransfer()
      if (html) clipboardData.setData('text/html', html)
      if (plain) clipboardData.setData('text/plain', plain)
      if (picture)
        clipboardData.items.add(
          new File([Uint8Array.from(atob(picture), (char) => char.charCodeAt(0))], 'image.png', {
            type: 'image/jpeg',
          }),
        )
      node.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { html: content.html, plain: content.plain, picture },
  )
}

const readClipboardSample = (program: string): Promise<string> =>
  readFile(new URL(`pasted/${program}.clip`, import.meta.url), 'utf8')

let lastTitle = 0
const createNews = async (page: Page, newsBody = '<p>El texto de siempre.</p>') =>
  postTo(page, '/api/news', {
    newsTitle: `Formulario ${runId} ${++lastTitle}`,
    photo: toDataUrl(await createSmallPicture('#345')),
    date: '2026-03-01',
    newsDescription: 'La descripción de siempre.',
    newsBody,
  })

/** Fills in the required fields of an artist of the agency, except name and photo. */
async function fillArtistDetails(page: Page): Promise<void> {
  for (const [label, value] of [
    ['Biografía', 'Pone discos.'],
    ['Instagram', 'https://www.instagram.com/club'],
    ['SoundCloud', 'https://soundcloud.com/club'],
    ['Origen', 'Rosario'],
    ['Press kit', 'https://club.example/kit'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value)
}

const editPath = ({ _id }: { _id: string }) => `${news.admin.update}/${_id}`
const save = (page: Page) => page.getByRole('button', { name: 'Guardar y volver' })

for (const viewport of [phone, desk]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    test('refuses missing fields of an event, and creates it with both flyers from one picture', async ({
      page,
    }) => {
      await signIn(page)
      await openScreen(page, events.admin.create)
      const create = page.getByRole('button', { name: 'Publicar' })
      await create.click()
      await expectNotice(page, 'Oops...')
      await expect(page.locator('.problem')).toHaveText('Debes completar todos los campos!')
      // The focus goes to the first missing field. With its page beside it, the form has one column on each screen.
      await expect(page.getByLabel('Flyer grande: elegir imagen')).toBeFocused()
      for (const label of ['Flyer grande: elegir imagen', 'Fecha', 'Enlace de entradas'])
        await expect(page.getByLabel(label, { exact: true }), label).toHaveAttribute('aria-invalid', 'true')
      // The square flyer is cut from the large one, so it is not reported separately.
      await expect(page.locator('.action-bar')).toContainText('3 campos para revisar')
      await expect(page.getByRole('button', { name: 'Cortar del flyer grande' })).toBeHidden()

      await page
        .getByLabel('Flyer grande: elegir imagen')
        .setInputFiles(toImageFile(await createFourColours(2000, 1600)))
      await unfoldMoreFields(page)
      const large = preview(page, 'Flyer grande')
      // The large flyer contains the whole picture, and the square flyer contains its centre.
      await expect(page.getByText('2000 × 1600 px')).toBeVisible()
      expect(await readCornerColour(large, 'left')).toBe('r')
      const square = preview(page, 'Flyer cuadrado')
      await expect(square).toBeVisible()
      await page.getByLabel('Qué se ve en la imagen (Flyer grande)').fill('Cuatro colores.')
      await expect(page.getByLabel('Qué se ve en la imagen (Flyer cuadrado)')).toHaveCount(0)
      // The administrator can move the crop, because the important part of a picture is often not in its centre.
      await page.getByRole('button', { name: 'Cortar del flyer grande' }).click()
      // The button turns the picture clockwise by 90°, so the colour from the bottom left moves to the top left.
      await waitForNewPicture(square, () => page.getByRole('button', { name: 'Girar' }).click())
      expect(await readCornerColour(square, 'left')).toBe('b')
      expect(await readCornerColour(square, 'right')).toBe('r')
      // The keyboard moves the crop to the right and zooms in.
      const area = page.getByLabel('Recorte: movelo con las flechas')
      await page.getByLabel('Zoom').focus()
      await waitForNewPicture(square, () => page.keyboard.press('PageUp'))
      await area.focus()
      await waitForNewPicture(square, async () => {
        for (let step = 0; step < 12; step++) await page.keyboard.press('Control+ArrowRight')
      })
      expect(await findAxeViolations(page)).toEqual([])
      await page.getByRole('button', { name: 'Listo' }).click()
      await expect(page.getByLabel('Flyer cuadrado: cambiar imagen')).toBeFocused()
      await expect(page.locator('.crop')).toHaveCount(0)
      expect(await readCornerColour(large, 'left')).toBe('r')

      await page.getByLabel('Fecha', { exact: true }).fill('2020-02-29')
      await expect(
        page.getByText('sábado 29 de febrero de 2020. Esa fecha ya pasó', { exact: false }),
      ).toBeVisible()
      await page.getByLabel('Fecha', { exact: true }).fill('2032-02-29')
      await expect(page.getByText('domingo 29 de febrero de 2032.')).toBeVisible()
      await page.getByLabel('Enlace de entradas').fill(`https://entradas.example/${runId}/${viewport.width}`)
      await create.click()
      await expectNotice(page, 'Creado')
      await expect(page).toHaveURL(events.admin.menu)
      const { data } = await readFrom(page, '/api/events?limit=500')
      const nights = data.filter(({ date }: { date: string }) => date.startsWith('2032-02-29')).length
      const created = data.find(({ url }: { url: string }) => url.endsWith(`${runId}/${viewport.width}`))
      await openScreen(page, `${events.admin.update}?year=2032`)
      for (const title of ['Próximas', 'Pasadas']) {
        const group = page.locator('.item-group').filter({ has: page.getByRole('heading', { name: title }) })
        await expect(group.getByRole('listitem').filter({ hasText: '29-02-2032' }), title).toHaveCount(
          title === 'Próximas' ? nights : 0,
        )
      }
      expect(created.alt).toEqual({ flyerLarge: 'Cuatro colores.', flyerGrid: 'Cuatro colores.' })
      expect(created.images.flyerGrid.width).toBe(created.images.flyerGrid.height)
    })
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('restores typed values after a reload and a lost network, reports it, and discards and restores the draft', {
    tag: ['@main', '@wcag-2.2.1-office'],
  }, async ({ page, context }) => {
    await signIn(page)
    await openScreen(page, agency.admin.create)
    await page.getByLabel('Nombre').fill(`Una hora sin cortes ${runId}.`)
    await page.getByLabel('Foto: elegir imagen').setInputFiles(toImageFile(await createSmallPicture('#735')))
    await page.getByLabel('Qué se ve en la imagen').fill('Un violeta.')
    await fillArtistDetails(page)
    await expect(page.locator('.draft-note')).toBeVisible()

    await context.setOffline(true)
    const create = page.getByRole('button', { name: 'Publicar' })
    await create.click()
    await expectNotice(page, 'Oops...')
    await expect(page.locator('.problem')).toContainText('Revisá tu conexión')
    await context.setOffline(false)
    await page.reload()

    await expect(page.getByText('Recuperamos lo que estabas escribiendo.')).toBeVisible()
    await expect(page.getByLabel('Nombre')).toHaveValue(`Una hora sin cortes ${runId}.`)
    await expect(preview(page, 'Foto')).toBeVisible()
    await page.getByRole('button', { name: 'Descartar', exact: true }).click()
    await expect(page.getByLabel('Nombre')).toHaveValue('')
    await expect(preview(page, 'Foto')).toBeHidden()
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await expect(page.getByLabel('Nombre')).toHaveValue(`Una hora sin cortes ${runId}.`)
    await expect(preview(page, 'Foto')).toBeVisible()

    await context.setOffline(true)
    await create.click()
    await expect(page.locator('.problem')).toContainText('Revisá tu conexión')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expectNotice(page, 'Creado')
    const createdRegion = page.getByRole('region', { name: `Una hora sin cortes ${runId}.` })
    await expect(createdRegion).toContainText('Ya se ve en el sitio.')
    await expect(createdRegion.getByRole('link', { name: 'Ver en el sitio' })).toBeVisible()
    await expect(createdRegion.getByRole('button', { name: 'Compartir' })).toBeVisible()
    expect(await findAxeViolations(page)).toEqual([])
    await createdRegion.getByRole('link', { name: 'Seguir editando' }).click()
    await expect(page.getByLabel('Nombre')).toHaveValue(`Una hora sin cortes ${runId}.`)
    await openScreen(page, agency.admin.create)
    await expect(page.getByLabel('Nombre')).toHaveValue('')
    await expect(page.locator('.restored, .draft-note')).toHaveCount(0)
  })

  test('shows a text with headings, links, players and pictures the same in editor, preview and page', {
    tag: '@main',
  }, async ({ page }) => {
    await signIn(page)
    const item = await createNews(page)
    await openScreen(page, editPath(item))
    const editor = text(page)
    await editor.click()
    await moveCaretToEnd(page)
    await page.keyboard.press('Enter')
    await paste(editor, { plain: 'https://youtu.be/dQw4w9WgXcQ?si=x' })
    await expect(editor.locator('.rich-embed')).toContainText('Video de YouTube')
    await page.keyboard.type('Debajo del video.')
    await page.keyboard.press('Enter')

    await page.getByRole('button', { name: 'Más herramientas' }).click()
    await page.getByRole('button', { name: 'Video o audio' }).click()
    const recording = page.getByLabel('Enlace de YouTube, SoundCloud o Mixcloud')
    await recording.fill('https://soundcloud.com/artista')
    await page.getByRole('button', { name: 'Insertar', exact: true }).click()
    await expect(recording).toHaveAccessibleDescription(/es de un canal o un perfil/)
    await recording.fill('soundcloud.com/artista/una-hora')
    await page.keyboard.press('Enter')
    await expect(editor.locator('.rich-embed')).toHaveCount(2)

    await page.getByRole('button', { name: 'Encabezado H2' }).click()
    await page.keyboard.type('Cómo llegar')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Enlace', exact: true }).click()
    const address = page.getByLabel('Dirección del enlace')
    for (const wrong of ['javascript:alert(1)', '//otro.example', 'dos palabras']) {
      await address.fill(wrong)
      await page.getByRole('button', { name: 'Aplicar' }).click()
      await expect(address).toHaveAccessibleDescription(/Tiene que ser un enlace completo/)
      await expect(address).toBeFocused()
    }
    await address.fill('/contact')
    await page.getByRole('button', { name: 'Aplicar' }).click()
    await expect(editor.getByRole('link', { name: '/contact' })).toHaveAttribute('href', '/contact')

    await page.getByRole('button', { name: 'Imagen', exact: true }).click()
    await page
      .getByLabel('Elegir imagen para insertar')
      .setInputFiles(toImageFile(await createSmallPicture('#474')))
    await page.getByRole('button', { name: 'Insertar', exact: true }).click()
    const describe = page.getByLabel('Qué se ve en la imagen (la del texto)')
    await expect(describe).toHaveAccessibleDescription(/marcá que es decorativa/)
    await describe.fill('Un verde.')
    await page.getByRole('button', { name: 'Insertar', exact: true }).click()
    await expect(editor.getByRole('img', { name: 'Un verde.' })).toBeVisible()
    await editor.getByRole('textbox', { name: 'Epígrafe de la imagen: Un verde.' }).fill('Al pie.')

    await page.getByRole('tab', { name: 'Vista previa' }).click()
    const shown = page.frameLocator('iframe[title="Vista previa"]')
    await expect(shown.getByRole('button', { name: 'Reproducir acá' })).toHaveCount(2)
    await expect(shown.locator('figcaption')).toHaveText('Al pie.')
    await expect(shown.locator('nav summary').first()).toHaveAttribute('inert')
    expect(await findAxeViolations(page)).toEqual([])
    const previewed = await shown
      .locator('.article-body .prose')
      .evaluateAll((all) => all.map((one) => one.textContent))

    await save(page).click()
    await expectNotice(page, 'Actualizado')
    await page.goto(`/news/${encodeURIComponent(item.newsTitle)}`)
    const read = await page
      .locator('.article-body .prose')
      .evaluateAll((all) => all.map((one) => one.textContent))
    expect(read).toEqual(previewed)
    await expect(page.getByRole('button', { name: 'Reproducir acá' })).toHaveCount(2)
  })
})

test.describe('on a desktop', () => {
  test.use({ viewport: desk })

  test('shows the differences between two tabs with one item, and lets the second tab decide', {
    tag: ['@wcag-3.3.4-office'],
  }, async ({ page }) => {
    await signIn(page)
    const item = await createNews(page, '<p>Queda igual.</p><p>Va a cambiar.</p>')
    await openScreen(page, editPath(item))
    await page.getByLabel('Descripción').fill('Lo mío.')
    await page.getByLabel('Foto: cambiar imagen').setInputFiles(toImageFile(await createSmallPicture('#373')))
    await page.getByRole('button', { name: 'Listo' }).click()
    const theirs = await putTo(page, `/api/news/${item._id}`, {
      newsDescription: 'Lo de otra persona.',
      newsBody: '<p>Queda igual.</p><p>Cambió.</p>',
      photo: toDataUrl(await createSmallPicture('#733')),
      alt: { photo: 'Un rojo.' },
    })

    await save(page).click()
    const conflict = page.getByRole('region', { name: 'Cambios que guardaste desde otro lado' })
    await expect(conflict).toBeFocused()
    const pictures = conflict.getByRole('group', { name: 'Foto' }).getByRole('img')
    await expect(pictures).toHaveCount(2)
    for (const picture of await pictures.all())
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
    await expect(conflict.getByRole('insertion')).toHaveText('Agregó: Cambió.')
    await expect(conflict.getByRole('deletion')).toHaveText('Sacó: Va a cambiar.')
    await expect(conflict).not.toContainText('Queda igual.')
    await expect(conflict).toContainText('Foto: qué se ve')
    await expect(text(page)).toContainText('Cambió.')
    await expect(page.locator('.notice')).toHaveCount(0)
    // axe measures only the visible part of a control. The window is therefore so high that no bar covers a control.
    const size = page.viewportSize()
    await page.setViewportSize({ width: size?.width ?? 0, height: 6000 })
    expect(await findAxeViolations(page)).toEqual([])
    await page.setViewportSize(size ?? { width: 0, height: 0 })

    // After a reload the form still asks the administrator to decide between the versions.
    await expect(page.locator('.draft-note')).toBeVisible()
    await page.waitForFunction(() => !document.querySelector('.admin[data-busy]'))
    await page.reload()
    await expect(conflict.getByRole('group')).toHaveCount(2)
    await save(page).click()
    await expect(page.locator('.problem')).toContainText('Falta elegir')
    await conflict.getByRole('group', { name: 'Foto' }).getByLabel('Lo que guardaste desde otro lado').check()
    await conflict.getByRole('group', { name: 'Descripción' }).getByLabel('Lo de acá').check()
    await save(page).click()
    await expectNotice(page, 'Actualizado')
    const after = await readFrom(page, `/api/news/${item._id}`)
    expect(after).toMatchObject({ newsDescription: 'Lo mío.', alt: { photo: 'Un rojo.' } })
    expect(after.newsBody).toContain('Cambió.')
    expect(after.photo).toBe(theirs.photo)
  })
})

for (const hasTouch of [false, true])
  test.describe(hasTouch ? 'with touch' : 'with a mouse', () => {
    test.use({ hasTouch, isMobile: hasTouch, viewport: hasTouch ? phone : desk })

    test(`starts ${hasTouch ? 'no' : 'each'} empty form in its first field`, {
      tag: ['@wcag-2.4.3-office'],
    }, async ({ page }) => {
      await signIn(page)
      for (const name of resourceNames) {
        await openScreen(page, getDeclaration(name).admin.create)
        if (hasTouch) await expect(page.locator('.item-form :focus'), name).toHaveCount(0)
        else await expect(page.locator('[data-field]').first().locator(':focus'), name).toHaveCount(1)
      }
    })
  })

test('stores a proposed description only when it is used', {
  tag: [
    '@atag-B.1.1.2',
    '@atag-B.2.2.1',
    '@atag-B.2.3.2',
    '@atag-B.3.1.2',
    '@atag-B.3.2.1',
    '@atag-B.4.1.1',
    '@atag-B.4.1.4',
  ],
}, async ({ page }) => {
  await signIn(page)
  const description = page.getByLabel('Qué se ve en la imagen (Flyer grande)')
  const use = page.getByRole('button', { name: 'Usar la propuesta (Flyer grande)' })
  for (const isUsed of [false, true]) {
    const title = `Propuesta ${runId} ${isUsed}`
    await openScreen(page, events.admin.create)
    await page
      .getByLabel('Flyer grande: elegir imagen')
      .setInputFiles(toImageFile(await createSmallPicture('#537')))
    await page.getByLabel('Fecha', { exact: true }).fill('2032-02-28')
    // The day is the heading of a night without a title.
    await expect(description).toBeVisible()
    await expect(use).toHaveCount(0)
    await page.getByLabel('Nombre de la fecha (opcional)').fill(title)
    await page.getByLabel('Enlace de entradas').fill('https://entradas.example/propuesta')
    await expect(description).toHaveAccessibleDescription(
      /^Propuesta: «Flyer de la fecha del sábado 28 de febrero»/,
    )
    await expect(description).toHaveValue('')
    if (isUsed) {
      await use.click()
      await expect(description).toBeFocused()
      await expect(use).toHaveCount(0)
      await page.getByLabel('Fecha', { exact: true }).fill('2032-02-29')
      await expect(description).toHaveValue('Flyer de la fecha del domingo 29 de febrero')
    }
    await page.getByRole('button', { name: 'Publicar' }).click()
    await expectNotice(page, 'Creado')
    const { data } = await readFrom(page, `/api/events?q=${encodeURIComponent(title)}`)
    const alt = isUsed ? 'Flyer de la fecha del domingo 29 de febrero' : ''
    expect(data).toMatchObject([{ title, alt: { flyerLarge: alt, flyerGrid: alt } }])
    await deleteAt(page, `/api/events/${data[0]._id}`)
  }
})

test('replaces only the flyer that is chosen, and says so beside the other one', async ({ page }) => {
  await signIn(page)
  const flyer = async (colour: string) => toImageFile(await createSmallPicture(colour))
  const blue = toDataUrl(await createSmallPicture('#00f'))
  const night = await postTo(page, '/api/events', {
    date: '2032-05-08',
    url: 'https://entradas.example/cuadrado',
    flyerLarge: blue,
    flyerGrid: blue,
    draft: true,
  })
  const note = page.getByText('El flyer cuadrado queda como estaba.')
  const [large, square] = [preview(page, 'Flyer grande'), preview(page, 'Flyer cuadrado')]
  await openScreen(page, `${events.admin.update}/${night._id}`)
  await waitForNewPicture(large, async () =>
    page.getByLabel('Flyer grande: cambiar imagen').setInputFiles(await flyer('#f00')),
  )
  await expect(note).toBeVisible()
  await expect(page.getByText('La imagen está lista.')).toBeAttached()
  await page.keyboard.press('Control+s')
  await expectNotice(page, 'Actualizado')
  await expect(note).toHaveCount(0)
  const saved = await readFrom(page, `/api/events/${night._id}`)
  expect(await readMeanColour(page, saved.flyerLarge)).toEqual(RED)
  expect(saved.flyerGrid).toBe(night.flyerGrid)
  await deleteAt(page, `/api/events/${night._id}`)

  // A draft keeps a chosen square flyer, too.
  await openScreen(page, events.admin.create)
  await unfoldMoreFields(page)
  await page.getByLabel('Flyer cuadrado: elegir imagen').setInputFiles(await flyer('#0f0'))
  await expect(square).toBeVisible()
  await expect(page.locator('.draft-note')).toBeVisible()
  const chosen = await square.getAttribute('src')
  await page.reload()
  await expect(square).toHaveAttribute('src', chosen ?? '')
  await page.getByLabel('Flyer grande: elegir imagen').setInputFiles(await flyer('#f00'))
  await expect(large).toBeVisible()
  await expect(note).toBeVisible()
  expect(await square.getAttribute('src')).toBe(chosen)
  await waitForNewPicture(square, () => page.getByRole('button', { name: 'Cortar del flyer grande' }).click())
  await expect(note).toHaveCount(0)
})

test('puts a pasted picture into the intended field only', async ({ page }) => {
  await signIn(page)
  await openScreen(page, events.admin.create)
  const [large, square] = [preview(page, 'Flyer grande'), preview(page, 'Flyer cuadrado')]
  await unfoldMoreFields(page)
  await page.mouse.move(0, 0)
  // When no field has the focus, the first empty picture field gets the pasted picture.
  await paste(page.locator('body'), { picture: await createSmallPicture('#a11') })
  await expect(large).toBeVisible()
  // The square flyer starts as a crop of the large one. Once it has its own picture, changes of the large flyer do not
  // affect it.
  await expect(square).toBeVisible()
  await waitForNewPicture(square, async () =>
    paste(page.getByLabel('Flyer cuadrado: cambiar imagen'), { picture: await createSmallPicture('#1a1') }),
  )
  await page.getByRole('button', { name: 'Listo' }).click()
  // When both fields have a picture, the focused field gets the pasted one. When no field has the focus, the field under
  // the pointer gets it.
  const squareSource = await square.getAttribute('src')
  await waitForNewPicture(large, () =>
    paste(page.getByLabel('Flyer grande: cambiar imagen'), { picture: fresh }),
  )
  expect(await square.getAttribute('src')).toBe(squareSource)
  await square.hover()
  await waitForNewPicture(square, () => paste(page.locator('body'), { picture: fresh }))
  // A dialog asks which field gets the picture when no field has the focus or the pointer.
  await page.mouse.move(0, 0)
  await page.getByRole('heading', { level: 1 }).click()
  await paste(page.locator('body'), { picture: await createSmallPicture('#a1a') })
  const question = page.getByRole('dialog', { name: '¿Cuál cambiás por esta imagen?' })
  expect(await findAxeViolations(page)).toEqual([])
  await waitForNewPicture(large, () => question.getByRole('button', { name: 'Flyer grande' }).click())
  await expect(question).toHaveCount(0)
  // A text field gets pasted text even when the clipboard also contains a picture. Some programs add a picture of the
  // copied text.
  const before = await large.getAttribute('src')
  await paste(page.getByLabel('Enlace de entradas'), { plain: 'https://x.example', picture: fresh })
  expect(await large.getAttribute('src')).toBe(before)
})

let fresh: Buffer
/** Presses a button at the moment when the field reports that it opens a file. */
async function pressWhileOpening(page: Page, field: Locator, button: string): Promise<void> {
  const element = await field.elementHandle()
  await page.evaluate(
    ([field, button]) => {
      const observer = new MutationObserver(() => {
        if (!field?.textContent?.includes('Abriendo…')) return
        observer.disconnect()
        const buttons = [...document.querySelectorAll<HTMLElement>('.action-bar button')]
        buttons.find(({ textContent }) => textContent === button)?.click()
      })
      observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    },
    [element, button] as const,
  )
}

/**
 * Delays the opening of pictures that are chosen later.
 * @returns a function that opens them once the form waits for the photo
 */
async function holdOpening(page: Page): Promise<() => Promise<void>> {
  const shown = await watchBar(page)
  await page.evaluate(() => {
    const open = window.createImageBitmap as (...given: unknown[]) => Promise<ImageBitmap>
    const { promise, resolve } = Promise.withResolvers<void>()
    const openLater = (...given: unknown[]) => promise.then(() => open(...given))
    Object.assign(window, { createImageBitmap: openLater, openHeldPictures: resolve })
  })
  return async () => {
    await expect.poll(shown).toContain('Esperando la foto…')
    await page.evaluate(() => (window as unknown as { openHeldPictures(): void }).openHeldPictures())
  }
}

/** Records the messages of the form's bar during an upload. @returns a function that reads them */
async function watchBar(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const texts: string[] = []
    Object.assign(window, { barTexts: texts })
    new MutationObserver(() => {
      const text = document.querySelector('.action-bar .sending')?.textContent ?? ''
      if (text !== '' && text !== texts.at(-1)) texts.push(text)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  return () => page.evaluate(() => (window as unknown as { barTexts: string[] }).barTexts)
}

/**
 * Creates the largest picture that the back office accepts. Only one journey uses it, because a browser takes seconds to
 * open it.
 */
const createHugePicture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 6000, height: 6000, channels: 3, background } })
    .jpeg()
    .toBuffer()

/** Returns the mean value of each colour channel of a stored picture. */
async function readMeanColour(page: Page, path: string): Promise<number[]> {
  const bytes = await (await page.request.get(path)).body()
  const { channels } = await sharp(bytes).stats()
  return channels.slice(0, 3).map(({ mean }) => Math.round(mean / 85))
}

const RED = [3, 0, 0]

test.describe('saving with a picture that is not ready', () => {
  test.use({ viewport: phone })

  const photo = (page: Page) => page.getByRole('group', { name: 'Foto' })
  const choosePhoto = (page: Page, buffer: Buffer, name = 'IMG_0042.jpg') =>
    page.getByLabel(/^Foto: (elegir|cambiar) imagen$/).setInputFiles({ ...toImageFile(buffer), name })

  async function writeNews(page: Page): Promise<string> {
    await signIn(page)
    await openScreen(page, news.admin.create)
    const title = `Foto lenta ${runId} ${++lastTitle}`
    await page.getByLabel('Título').fill(title)
    await text(page).fill('El texto.')
    await choosePhoto(page, await createSmallPicture('#00f'))
    await expect(preview(page, 'Foto')).toBeVisible()
    await page.getByLabel('Es decorativa').check()
    return title
  }

  const findNewsByTitle = (page: Page, title: string) =>
    readFrom<{ photo: string }[]>(page, `/api/news?q=${encodeURIComponent(title)}`)

  test('waits for a photo that is being opened, and publishes that photo', async ({ page }) => {
    const title = await writeNews(page)
    const openHeld = await holdOpening(page)
    await pressWhileOpening(page, photo(page), 'Publicar')
    await choosePhoto(page, await createHugePicture('#f00'))
    await openHeld()
    await expectNotice(page, 'Creado')
    const [item] = await findNewsByTitle(page, title)
    expect(await readMeanColour(page, item?.photo ?? '')).toEqual(RED)
  })

  test('publishes nothing when the wait is cancelled', async ({ page }) => {
    const title = await writeNews(page)
    const openHeld = await holdOpening(page)
    await pressWhileOpening(page, photo(page), 'Publicar')
    await page.evaluate(() => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector('.action-bar .sending')?.textContent?.startsWith('Esperando')) return
        observer.disconnect()
        const buttons = [...document.querySelectorAll<HTMLElement>('.action-bar button')]
        buttons.find(({ textContent }) => textContent === 'Cancelar')?.click()
      })
      observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    })
    await choosePhoto(page, await createSmallPicture('#f00'))
    await openHeld()
    await expect(page.locator('.problem')).toContainText('Cancelaste el envío')
    await expect(photo(page).getByText('Abriendo…')).toHaveCount(0)
    expect(await findNewsByTitle(page, title)).toHaveLength(0)
    await page.getByRole('button', { name: 'Publicar' }).click()
    await expectNotice(page, 'Creado')
    const [item] = await findNewsByTitle(page, title)
    expect(await readMeanColour(page, item?.photo ?? '')).toEqual(RED)
  })

  test('is blocked by an unreadable photo until another is chosen or the earlier one confirmed', async ({
    page,
  }) => {
    const title = await writeNews(page)
    await pressWhileOpening(page, photo(page), 'Publicar')
    await choosePhoto(page, Buffer.from('no es una foto'), 'IMG_1.HEIC')
    await expect(page.locator('.problem')).toHaveText('No guardamos nada: una imagen no se pudo abrir.')
    await expect(page.getByLabel('Foto: cambiar imagen')).toBeFocused()
    await expect(page.getByLabel('Foto: cambiar imagen')).toHaveAccessibleDescription(/HEIC|abrir/)
    expect(await findAxeViolations(page)).toEqual([])
    // Publishing stays blocked after the failure, also on the next attempt.
    await page.getByRole('button', { name: 'Publicar' }).click()
    await expect(page.getByText('1 campo para revisar')).toBeVisible()
    expect(await findNewsByTitle(page, title)).toHaveLength(0)
    await photo(page).getByRole('button', { name: 'Seguir con esta' }).click()
    await page.getByRole('button', { name: 'Publicar' }).click()
    await expectNotice(page, 'Creado')
    const [item] = await findNewsByTitle(page, title)
    expect(await readMeanColour(page, item?.photo ?? '')).toEqual([0, 0, 3])
  })

  test('waits with Ctrl-S for both flyers of a night, and crops the square one from the other', async ({
    page,
  }) => {
    await signIn(page)
    const blue = toDataUrl(await createSmallPicture('#00f'))
    const night = await postTo(page, '/api/events', {
      date: '2032-05-01',
      url: 'https://entradas.example/lenta',
      flyerLarge: blue,
      flyerGrid: blue,
      draft: true,
    })
    await openScreen(page, `${events.admin.update}/${night._id}`)
    const openHeld = await holdOpening(page)
    await page
      .getByLabel('Flyer grande: cambiar imagen')
      .setInputFiles(toImageFile(await createSmallPicture('#f00')))
    await page.getByRole('button', { name: 'Cortar del flyer grande' }).click()
    await page.keyboard.press('Control+s')
    await openHeld()
    await expectNotice(page, 'Actualizado')
    const saved = await readFrom(page, `/api/events/${night._id}`)
    for (const path of [saved.flyerLarge, saved.flyerGrid])
      expect(await readMeanColour(page, path)).toEqual(RED)
    await deleteAt(page, `/api/events/${night._id}`)
  })

  test('waits for pictures in two rows, also in a folded row', async ({ page }) => {
    await signIn(page)
    await deleteAt(page, '/api/site/history')
    await openScreen(page, `${SETTINGS_PATH}/history`)
    const rows = page.getByRole('group', { name: /^Capítulos/ }).locator('.rows-row')
    for (const index of [0, 1]) {
      await rows.nth(index).locator('.rows-name').click()
      await rows.nth(index).getByLabel('Foto (opcional): cambiar imagen').scrollIntoViewIfNeeded()
    }
    const openHeld = await holdOpening(page)
    const red = toImageFile(await createSmallPicture('#f00'))
    await pressWhileOpening(page, rows.nth(1), 'Guardar')
    for (const index of [0, 1])
      await rows.nth(index).getByLabel('Foto (opcional): cambiar imagen').setInputFiles(red)
    await rows
      .nth(0)
      .getByRole('button', { name: /^Listo/ })
      .click()
    await openHeld()
    await expectNotice(page, 'Actualizado')
    const { chapters } = await readFrom(page, '/api/site/history')
    for (const { picture } of chapters.slice(0, 2)) expect(await readMeanColour(page, picture)).toEqual(RED)
    await deleteAt(page, '/api/site/history')
  })

  test('includes the pictures of two rows that are ready at the same moment', async ({ page }) => {
    await signIn(page)
    await deleteAt(page, '/api/site/history')
    await openScreen(page, `${SETTINGS_PATH}/history`)
    const rows = page.getByRole('group', { name: /^Capítulos/ }).locator('.rows-row')
    const getPictureField = (index: number) => rows.nth(index).getByLabel('Foto (opcional): cambiar imagen')
    for (const index of [0, 1]) {
      await rows.nth(index).locator('.rows-name').click()
      await expect(getPictureField(index)).toBeAttached()
    }
    // The script holds the first picture until the second is ready. Both then finish in one task, before React can render.
    await page.evaluate(() => {
      const read = FileReader.prototype.readAsDataURL
      const loaded: (() => void)[] = []
      FileReader.prototype.readAsDataURL = function (blob) {
        const { onload } = this
        this.onload = (event) => {
          loaded.push(() => onload?.call(this, event))
          if (loaded.length === 2) for (const report of loaded) report()
        }
        read.call(this, blob)
      }
    })
    const red = toImageFile(await createSmallPicture('#f00'))
    for (const index of [0, 1]) await getPictureField(index).setInputFiles(red)
    for (const index of [0, 1])
      await expect(rows.nth(index).locator('.picture-preview img')).toHaveAttribute('src', /^data:/)
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expectNotice(page, 'Actualizado')
    const { chapters } = await readFrom(page, '/api/site/history')
    for (const { picture } of chapters.slice(0, 2)) expect(await readMeanColour(page, picture)).toEqual(RED)
    await deleteAt(page, '/api/site/history')
  })
})

test.beforeAll(async () => {
  fresh = await createSmallPicture('#11a')
})

test('preserves all stored markup of a text when a word in it is edited', { tag: ['@atag-B.1.2.1'] }, async ({
  page,
}) => {
  await signIn(page)
  const { src } = await postTo(page, '/api/media', { image: toDataUrl(await createSmallPicture('#227')) })
  const item = await createNews(
    page,
    [
      '<h2>Dos</h2><h3>Tres</h3><h4>Cuatro</h4>',
      '<p>Con <strong>fuerza</strong>, <em>acento</em>, <u>raya</u>, <s>tachado</s><br>y corte.</p>',
      '<hr><blockquote><p>Cita.</p></blockquote>',
      '<ul><li><p>Uno</p></li></ul><ol start="3"><li><p>Tres</p></li></ol>',
      `<p><a href="/contact">adentro</a> <a href="mailto:hola@club.example">correo</a></p><img src="${src}" alt="Un azul.">`,
      `<figure><img src="${src}" alt=""><figcaption>Al pie, «ayer» &amp; hoy</figcaption></figure>`,
      '<p>Fin</p>',
    ].join(''),
  )
  await openScreen(page, editPath(item))
  // The test clicks on a word to place the caret, because a click in the middle of the text would select the picture.
  await text(page).getByText('Fin').click()
  await moveCaretToEnd(page)
  await page.keyboard.type('al.')
  await save(page).click()
  await expectNotice(page, 'Actualizado')
  const after = await readFrom(page, `/api/news/${item._id}`)
  expect(after.newsBody).toBe(item.newsBody.replace('<p>Fin</p>', '<p>Final.</p>'))
})

test('cleans text copied from Word', { tag: ['@atag-B.1.2.2'] }, async ({ page }) => {
  await signIn(page)
  await openScreen(page, news.admin.create)
  await paste(text(page), { html: await readClipboardSample('word'), plain: 'La noche', picture: fresh })
  await expect(text(page)).toContainText('Nadie se fue temprano.')
  // Word adds a picture of the copied words to the clipboard. The editor must not paste that picture.
  await expect(page.getByRole('group', { name: 'Imagen' })).toBeHidden()
  await expect(page.getByText('Pegamos el texto sin su imagen', { exact: false })).toBeVisible()
  expect(await text(page).innerHTML()).toBe(
    [
      '<h2>La noche más larga</h2>',
      '<h2>Quiénes tocan</h2>',
      '<p>Abren las <strong>puertas</strong> a las 23, con <em>calma</em>.</p>',
      '<ul><li><p>Sala uno</p><ul><li><p>Desde las 2</p></li></ul></li><li><p>Sala dos</p></li></ul>',
      '<p><a href="https://club.example/entradas">Entradas</a></p>',
      '<ol start="3"><li><p>Tres</p></li><li><p>Cuatro</p></li></ol>',
      '<blockquote><p>Nadie se fue temprano.</p></blockquote>',
    ].join(''),
  )
})

test('cleans text copied from Google Docs', { tag: ['@atag-B.1.2.2'] }, async ({ page }) => {
  await signIn(page)
  await openScreen(page, news.admin.create)
  await paste(text(page), { html: await readClipboardSample('google-docs'), plain: 'Lo que viene' })
  await expect(text(page)).toContainText('Puertas')
  expect(await text(page).innerHTML()).toBe(
    [
      '<h2>Lo que viene</h2>',
      '<p>Una <strong>noche</strong><em> larga</em><s> corta</s>.</p>',
      '<p><a href="https://club.example/entradas?a=1">Entradas</a></p>',
      '<ul><li><p>Sala uno</p><ul><li><p>Desde las 2</p></li></ul></li><li><p>Sala dos</p></li></ul>',
      '<p>23:00 · Puertas</p>',
    ].join(''),
  )
})

test('shows the recommended size of picture fields', async ({ page }) => {
  await signIn(page)
  for (const [path, sizes] of [
    [events.admin.create, { 'Flyer grande': '1600 × 1600', 'Flyer cuadrado': '500 × 500' }],
    [news.admin.create, { Foto: '800 × 500' }],
  ] as const) {
    await openScreen(page, path)
    await unfoldMoreFields(page)
    for (const [label, size] of Object.entries(sizes))
      await expect(page.getByRole('group', { name: `${label} ${size}` })).toBeVisible()
  }
})

test('shows the future address of a title, and whether the title is free', async ({ page }) => {
  await signIn(page)
  const item = await createNews(page)
  await openScreen(page, news.admin.create)
  const title = page.getByLabel('Título')
  await title.fill('¡¿!?')
  await expect(title).toHaveAccessibleDescription('Necesita alguna letra o número.')
  await title.fill(item.newsTitle.replaceAll('-', ' ').toUpperCase())
  await expect(title).toHaveAccessibleDescription(/Ya la tiene otra/)
  await title.fill(`Ñandú libre ${runId}`)
  await expect(title).toHaveAccessibleDescription(`/news/Ñandú-libre-${runId} Está libre.`)

  // The edited item has this title itself, so the form does not report the title as taken.
  await openScreen(page, editPath(item))
  await title.fill(`Otra libre ${runId}`)
  await expect(title).toHaveAccessibleDescription(`/news/Otra-libre-${runId} Está libre.`)
  await title.fill(item.newsTitle)
  await expect(title).toHaveAccessibleDescription(`/news/${item.newsTitle}`)
})

test('saves and stays: keeps caret, rows, pictures and text typed during the request', async ({ page }) => {
  const picture = await createSmallPicture('#246')
  await signIn(page)
  const { _id } = await postTo(page, '/api/events', {
    flyerLarge: toDataUrl(picture),
    flyerGrid: toDataUrl(picture),
    date: '2033-01-02T23:30',
    url: 'https://entradas.example/x',
  })
  const stored = () => readFrom(page, `/api/events/${_id}`)
  const path = `${events.admin.update}/${_id}`
  await openScreen(page, path)
  await page.evaluate(
    (from) => history.replaceState({ ...history.state, usr: { from } }, ''),
    `${events.admin.update}?page=1&state=published`,
  )
  await page.reload()
  await page.locator('summary', { hasText: 'Entradas' }).click()
  await page.getByRole('button', { name: 'Agregar entrada' }).click()
  const name = page.getByLabel('Nombre', { exact: true })
  await name.fill('Anticipada ')
  await page.keyboard.press('Control+s')
  await expectNotice(page, 'Actualizado')
  await expect(page).toHaveURL(path)
  await expect(name).toBeFocused()
  // After the notice has disappeared, the bar shows the time of saving until the next input.
  const bar = page.locator('.action-bar')
  await expect(
    bar.locator('[aria-live=polite]').filter({ hasText: /^Guardado a las \d\d:\d\d\.$/ }),
  ).toBeAttached()
  await expect(bar.getByRole('link', { name: 'Ver en el sitio' })).toHaveAttribute('href', /^\/fechas\//)
  // A second save within the minute has the same words. Screen readers announce them because their element is new.
  const announced = bar.getByText(/^Guardado a las \d\d:\d\d\.$/)
  const first = await announced.elementHandle()
  await page.keyboard.press('Control+s')
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false)
  await expect(announced).toBeAttached()
  // The stored text has no trailing space, but the field keeps the space for further typing.
  await page.keyboard.type('2')
  await expect(name).toHaveValue('Anticipada 2')
  await expect(page.locator('.draft-note')).toBeVisible()
  await expect(bar.getByText('Ver en el sitio')).toHaveCount(0)
  const [offer] = (await stored()).offers
  expect(offer).toMatchObject({ name: 'Anticipada' })

  // The field keeps text that was typed during the request, and the next save includes it.
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(`**/api/events/${_id}`, async (route) => {
    if (route.request().method() === 'PUT') await released
    await route.continue()
  })
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Guardando…')).toBeVisible()
  await page.keyboard.type('x1')
  release()
  await expect(page.getByText('Guardando…')).toHaveCount(0)
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('Anticipada 2x1')
  expect((await stored()).offers).toMatchObject([{ _id: offer._id, name: 'Anticipada 2' }])
  await expect(page.locator('.draft-note')).toBeVisible()
  await unfoldMoreFields(page)
  const square = preview(page, 'Flyer cuadrado')
  const before = (await square.getAttribute('src')) ?? ''
  await page
    .getByLabel('Flyer cuadrado: cambiar imagen')
    .setInputFiles(toImageFile(await createSmallPicture('#624')))
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  // The stored picture is shown until the new one is open.
  await expect(square).not.toHaveAttribute('src', before)
  await expect(square).toHaveAttribute('src', /^\/media\//)
  const after = await stored()
  expect(after.offers).toMatchObject([{ _id: offer._id, name: 'Anticipada 2x1' }])
  expect(after.flyerGrid).not.toBe(after.flyerLarge)
  await expect(page.locator('.draft-note')).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('Enlace de entradas')).toBeVisible()
  await expect(page.locator('.restored')).toHaveCount(0)

  // Saving does not move the focus away from the field.
  const link = page.getByLabel('Enlace de entradas')
  await link.fill('entradas.example/una')
  await page.unroute(`**/api/events/${_id}`)
  const again = new Promise<void>((resolve) => (release = resolve))
  await page.route(`**/api/events/${_id}`, async (route) => {
    if (route.request().method() === 'PUT') await again
    await route.continue()
  })
  await page.getByRole('button', { name: 'Guardar y volver' }).click()
  await expect(page.getByText('Guardando…')).toBeVisible()
  await link.fill('entradas.example/otra')
  release()
  await expect(page.getByText('Lo que escribiste después todavía no se guardó.')).toBeVisible()
  await expect(page).toHaveURL(path)
  await expect(link).toHaveValue('entradas.example/otra')
  expect((await stored()).url).toBe('https://entradas.example/una')
  await page.getByRole('button', { name: 'Guardar y volver' }).click()
  await expect(page).toHaveURL(`${events.admin.update}?page=1&state=published`)
  expect((await stored()).url).toBe('https://entradas.example/otra')
  await deleteAt(page, `/api/events/${_id}`)
})

test('continues in the form of the new item with text typed while it was created', async ({ page }) => {
  await signIn(page)
  await openScreen(page, residents.admin.create)
  const name = `Nueva ${runId}`
  await page.getByLabel('Nombre').fill(name)
  await page.getByLabel('Press kit').fill('club.example/kit')
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/residents', async (route) => {
    if (route.request().method() === 'POST') await released
    await route.continue()
  })
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && /residents$/.test(request.url()),
  )
  await page.locator('.item-form [type="submit"]').click()
  await sent
  await page.getByLabel('Nombre').fill(`${name} y otra`)
  release()
  await expect(page.getByText('Lo que escribiste después todavía no se guardó.')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${residents.admin.update}/.+`))
  await expect(page.getByLabel('Nombre')).toHaveValue(`${name} y otra`)
  const id = new URL(page.url()).pathname.split('/').at(-1)
  expect((await readFrom(page, `/api/residents/${id}`)).name).toBe(name)
  await deleteAt(page, `/api/residents/${id}`)
  await openScreen(page, residents.admin.create)
  await expect(page.getByLabel('Nombre')).toHaveValue('')
})

/** Opens the address in a new tab. It starts with a copy of the session storage, as a duplicated tab does. */
async function duplicateTab(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => void window.open(location.href))
  return opened
}

test('gives a duplicated tab its own draft', async ({ page }) => {
  await signIn(page)
  await openScreen(page, residents.admin.create)
  await page.getByLabel('Nombre').fill(`Una ${runId}`)
  await expect(page.locator('.draft-note')).toBeVisible()
  const copy = await duplicateTab(page)
  await expect(copy.getByLabel('Nombre')).toHaveValue('')
  await copy.getByLabel('Nombre').fill(`Otra ${runId}`)
  await expect(copy.locator('.draft-note')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Nombre')).toHaveValue(`Una ${runId}`)
  await copy.reload()
  await expect(copy.getByLabel('Nombre')).toHaveValue(`Otra ${runId}`)
  for (const tab of [page, copy]) {
    await tab.getByRole('button', { name: 'Descartar', exact: true }).click()
    await expect(tab.locator('.restored')).toHaveCount(0)
  }
  await copy.close()
})

test('gives a duplicated tab its own draft on a device that is slow to answer', async ({ page }) => {
  await signIn(page)
  await page.addInitScript(() => {
    const request = navigator.locks.request.bind(navigator.locks) as (...all: unknown[]) => Promise<unknown>
    navigator.locks.request = (async (name: string, ...rest: unknown[]) => {
      const answer = request(name, ...rest)
      // Longer than the page waits for the lock of a tab.
      const end = performance.now() + (name.startsWith('tab:') ? 4_500 : 0)
      while (performance.now() < end);
      return answer
    }) as typeof navigator.locks.request
  })
  await openScreen(page, residents.admin.create)
  await page.getByLabel('Nombre').fill(`Una ${runId}`)
  await expect(page.locator('.draft-note')).toBeVisible()
  const copy = await duplicateTab(page)
  await expect(copy.getByLabel('Nombre')).toHaveValue('')
  await copy.close()
})

test('locks a draft when the page says that it is kept, not later', async ({ page }) => {
  await signIn(page)
  await page.addInitScript((create) => {
    const request = navigator.locks.request.bind(navigator.locks) as (...all: unknown[]) => Promise<unknown>
    const asked: string[] = []
    navigator.locks.request = ((name: string, ...rest: unknown[]) => {
      asked.push(name)
      return request(name, ...rest)
    }) as typeof navigator.locks.request
    new MutationObserver(async () => {
      if (!document.querySelector('.draft-note')) return
      // The promises of this task settle in these turns. The next task, in which React runs effects, begins after them.
      for (let turn = 0; turn < 20; turn++) await null
      document.documentElement.dataset.asked ??= String(asked.some((name) => name.includes(create)))
    }).observe(document, { childList: true, subtree: true })
  }, residents.admin.create)
  await openScreen(page, residents.admin.create)
  await page.getByLabel('Nombre').fill(`Una ${runId}`)
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'true')
})

test('leaves a draft to its tab in browsers that cannot list open tabs', async ({ context, page }) => {
  await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
  await signIn(page)
  await openScreen(page, residents.admin.create)
  await page.getByLabel('Nombre').fill(`Sola ${runId}`)
  await expect(page.locator('.draft-note')).toBeVisible()
  const other = await context.newPage()
  await openScreen(other, residents.admin.create)
  await expect(other.getByLabel('Nombre')).toHaveValue('')
  await other.clock.setFixedTime(Date.now() + 10 * 60_000)
  await other.reload()
  await expect(other.getByLabel('Nombre')).toHaveValue(`Sola ${runId}`)
  await other.getByLabel('Nombre').fill(`Sola ${runId}, y más`)
  await expect(other.locator('.draft-note')).toBeVisible()
  // The first tab still has its own draft, although the second tab changed a copy of it.
  await page.reload()
  await expect(page.getByLabel('Nombre')).toHaveValue(`Sola ${runId}`)
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Descartar', exact: true }).click()
    await expect(tab.locator('.restored')).toHaveCount(0)
  }
  await other.close()
})

test('creates no second item from a draft whose answer was lost with its page', async ({ page }) => {
  await signIn(page)
  await openScreen(page, residents.admin.create)
  await page.getByLabel('Nombre').fill(`Cerró la tapa ${runId}`)
  await page.getByLabel('Press kit').fill('https://club.example/tapa')
  await page.route('**/api/residents', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expect(page.locator('.problem')).toContainText('Revisá tu conexión')
  await page.unroute('**/api/residents')
  // The answer imitates a proxy in front of the server, which refuses large uploads with an HTML page.
  const heavy = { status: 413, contentType: 'text/html', body: '<h1>413</h1>' }
  await page.route('**/api/residents', (route) => route.fulfill(heavy), { times: 1 })
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.locator('.problem')).toContainText('pesa más de lo que el servidor acepta')
  await page.reload()
  await expect(page.getByText('Recuperamos lo que estabas escribiendo.')).toBeVisible()
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expectNotice(page, 'Creado')
  const { data } = await readFrom(page, `/api/residents?q=tapa ${runId}`)
  expect(data).toHaveLength(1)
})

test('does not report an own edit as another administrator’s when its answer was lost', async ({ page }) => {
  await signIn(page)
  const item = await createNews(page)
  await openScreen(page, editPath(item))
  await page.getByLabel('Descripción').fill('Guardada sin saberlo.')
  await page.route(`**/api/news/${item._id}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await save(page).click()
  await expect(page.locator('.problem')).toContainText('Revisá tu conexión')
  await page.unroute(`**/api/news/${item._id}`)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expectNotice(page, 'Actualizado')
  await expect(page).toHaveURL(news.admin.menu)
})

test('reports a cancelled upload, and repeats it with one tap', async ({ page, context }) => {
  await signIn(page)
  await openScreen(page, agency.admin.create)
  const noise = await sharp({
    create: {
      width: 1200,
      height: 1200,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer()
  await page.getByLabel('Foto: elegir imagen').setInputFiles(toImageFile(noise))
  await page.getByLabel('Es decorativa').check()
  await page.getByLabel('Nombre').fill(`Con señal mala ${runId}.`)
  await fillArtistDetails(page)
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 }
  await network.send('Network.emulateNetworkConditions', slow)
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expect(page.getByText(/^Subiendo [1-9]\d? %$/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'Cancelaste el envío. Todo lo que escribiste sigue acá.',
  )
  await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expectNotice(page, 'Creado')
})

test('removes an optional picture, and restores it until the form is saved', async ({ page }) => {
  await signIn(page)
  const { _id } = await postTo(page, '/api/residents', {
    name: `Sin foto ${runId}`,
    pressKit: 'https://club.example/x',
    photo: toDataUrl(await createSmallPicture('#642')),
    alt: { photo: 'De perfil.' },
  })
  const path = `${residents.admin.update}/${_id}`
  await openScreen(page, path)
  const photo = page.getByRole('group', { name: 'Foto' })
  await photo.getByRole('button', { name: 'Quitar', exact: true }).click()
  await expect(photo.getByText('Se quita al guardar.')).toBeVisible()
  await expect(photo.locator('img')).toHaveCount(0)
  // The window is so high that no bar covers a control during the check by axe.
  await page.setViewportSize({ width: desk.width, height: 3000 })
  expect(await findAxeViolations(page)).toEqual([])
  await page.setViewportSize(desk)
  await photo.getByRole('button', { name: 'Volver a la anterior' }).click()
  await expect(photo.locator('img')).toBeVisible()
  await photo.getByRole('button', { name: 'Quitar', exact: true }).click()
  await save(page).click()
  await expectNotice(page, 'Actualizado')
  expect(await readFrom(page, `/api/residents/${_id}`)).toMatchObject({ photo: null, images: {} })
  await openScreen(page, path)
  await expect(photo.getByText('Soltá una imagen acá', { exact: false })).toBeVisible()
  await deleteAt(page, `/api/residents/${_id}`)
})
