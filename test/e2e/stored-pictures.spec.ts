/** Pictures that are chosen again, and described, in the list of stored pictures. */

import sharp from 'sharp'
import { resources } from '../../platform/content/shared/resources.ts'
import {
  expectNotice,
  findAxeViolations,
  openScreen,
  runId,
  signIn,
  toDataUrl,
} from './back-office-helpers.ts'
import { deleteAt, postTo, readFrom } from './club-api.ts'
import { expect, type Page, test } from './journey.ts'

const { events, news } = resources

const createFlyer = async (background: string, width = 1080, height = 1350) =>
  toDataUrl(
    await sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  )

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Imágenes ya subidas' })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('describes a flyer that lacks its text, and uses it for the next night', {
    tag: ['@main', '@atag-B.3.1.4'],
  }, async ({ page }) => {
    await signIn(page)
    const title = `Apagón ${runId}`
    const earlier = await postTo(page, '/api/events', {
      date: '2024-11-30T23:59',
      title,
      url: 'https://entradas.example/apagon',
      flyerLarge: await createFlyer('#a40'),
      flyerGrid: await createFlyer('#a41'),
      alt: { flyerLarge: '', flyerGrid: '' },
      draft: true,
    })

    await openScreen(page, events.admin.create)
    const opener = page
      .getByRole('group', { name: 'Flyer grande' })
      .getByRole('button', { name: 'Ya subidas' })
    await opener.tap()
    const search = dialog(page).getByLabel('Buscar por nombre o fecha')
    await search.fill(`apagon ${runId} nov 2024`)
    await expect(dialog(page).getByText('1 imagen', { exact: true })).toBeVisible()
    await dialog(page).getByLabel('Solo sin descripción').check()
    const tile = dialog(page).getByRole('button', { name: new RegExp(`^${title}.*Sin descripción`) })
    await expect(tile).toContainText('sábado 30 de noviembre de 2024')
    expect(await findAxeViolations(page)).toEqual([])

    await dialog(page)
      .getByRole('button', { name: `Describir la imagen de ${title}` })
      .tap()
    const text = dialog(page).getByLabel(`Qué se ve en la imagen (${title})`)
    await expect(text).toBeFocused()
    await dialog(page).getByRole('button', { name: 'Guardar' }).tap()
    await expect(text).toHaveAccessibleDescription(/Falta contar qué se ve/)
    expect(await findAxeViolations(page)).toEqual([])
    await text.fill('Un cartel naranja.')
    await dialog(page).getByRole('button', { name: 'Guardar' }).tap()
    await expect(dialog(page).getByText('La descripción quedó guardada.')).toBeVisible()
    const described = dialog(page).getByRole('button', { name: new RegExp(`^${title}`) })
    await expect(described).toBeFocused()
    await expect(described).toContainText('Un cartel naranja.')
    expect(await readFrom(page, `/api/events/${earlier._id}`)).toMatchObject({
      alt: { flyerLarge: 'Un cartel naranja.', flyerGrid: 'Un cartel naranja.' },
    })
    const [entry] = await readFrom(page, `/api/history?item=${earlier._id}`)
    expect(entry).toMatchObject({ action: 'update', version: 2 })

    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(opener).toBeFocused()

    await opener.tap()
    await search.fill(`apagon ${runId}`)
    await dialog(page)
      .getByRole('button', { name: new RegExp(`^${title}`) })
      .tap()
    await expect(opener).toBeFocused()
    const field = page.getByRole('group', { name: 'Flyer grande' })
    await expect(field.getByText('1080 × 1350 px')).toBeVisible()
    await expect(field.getByText('Propuesta: «Un cartel naranja.».')).toBeVisible()
    await field.getByRole('button', { name: 'Usar la propuesta' }).tap()
    await page.getByLabel('Fecha', { exact: true }).fill('2031-04-05')
    await page.getByLabel('Enlace de entradas').fill('https://entradas.example/otra')
    await page.getByRole('radio', { name: 'Borrador' }).check()
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/events'),
    )
    await page.getByRole('button', { name: 'Guardar borrador' }).tap()
    expect((await sent).postDataJSON()).toMatchObject({ flyerLarge: earlier.flyerLarge })
    await expectNotice(page, 'Creado')
    const { data } = await readFrom(page, '/api/events?state=all&order=changed&limit=1')
    expect(data[0]).toMatchObject({
      flyerLarge: earlier.flyerLarge,
      images: { flyerGrid: { width: 1080, height: 1080 } },
      alt: { flyerLarge: 'Un cartel naranja.', flyerGrid: 'Un cartel naranja.' },
    })
    for (const { _id } of [earlier, data[0]]) await deleteAt(page, `/api/events/${_id}`)
  })
})

test('inserts a stored picture into a text, without a second upload', async ({ page }) => {
  await signIn(page)
  const artist = await postTo(page, '/api/residents', {
    name: `Textual ${runId}`,
    pressKit: 'https://club.example/kit',
    photo: await createFlyer('#246'),
    alt: { photo: 'Una textura azul.' },
    draft: true,
  })
  const uploads: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') uploads.push(new URL(request.url()).pathname)
  })
  await openScreen(page, news.admin.create)
  await page.getByRole('button', { name: 'Imagen', exact: true }).click()
  const opener = page.locator('.rich-panel').getByRole('button', { name: 'Ya subidas' })
  await opener.press('Enter')
  await dialog(page).getByLabel('Buscar por nombre o fecha').fill(`textual ${runId}`)
  await dialog(page)
    .getByRole('button', { name: new RegExp(`^Textual ${runId}`) })
    .click()
  await expect(opener).toBeFocused()
  await expect(page.getByLabel('Qué se ve en la imagen (la del texto)')).toHaveValue('Una textura azul.')
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Insertar', exact: true }).click()
  const inserted = page.locator('[contenteditable=true] img')
  await expect(inserted).toHaveAttribute('alt', 'Una textura azul.')
  await expect(inserted).toHaveAttribute('src', artist.photo)
  expect(uploads.filter((path) => path.startsWith('/api/media'))).toEqual([])
  await deleteAt(page, `/api/residents/${artist._id}`)
})

test('moves between pictures by the arrow keys, and crops one of another shape', async ({ page }) => {
  await signIn(page)
  const artists = []
  for (const [index, colour] of ['#123', '#456', '#789'].entries())
    artists.push(
      await postTo(page, '/api/residents', {
        name: `Trama ${runId} ${index}`,
        pressKit: 'https://club.example/kit',
        photo: await createFlyer(colour, 320, 400),
        draft: true,
      }),
    )
  await openScreen(page, news.admin.create)
  const opener = page.getByRole('group', { name: 'Foto' }).getByRole('button', { name: 'Ya subidas' })
  await opener.press('Enter')
  await dialog(page).getByLabel('Buscar por nombre o fecha').fill(`trama ${runId}`)
  await expect(dialog(page).getByText('3 imágenes', { exact: true })).toBeVisible()
  const tile = (index: number) =>
    dialog(page).getByRole('button', { name: new RegExp(`^Trama ${runId} ${index}`) })
  await expect(tile(2)).toContainText('Chica para este lugar')
  await tile(2).focus()
  await page.keyboard.press('ArrowRight')
  await expect(tile(1)).toBeFocused()
  await page.keyboard.press('End')
  await expect(tile(0)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(tile(2)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(opener).toBeFocused()
  const field = page.getByRole('group', { name: 'Foto' })
  await expect(field.getByText('320 × 200 px')).toBeVisible()
  await expect(field.locator('figure img')).toHaveAttribute('src', /^data:/)
  for (const { _id } of artists) await deleteAt(page, `/api/residents/${_id}`)
})
