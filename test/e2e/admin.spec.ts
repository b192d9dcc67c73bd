/** Screens of the back office: refused input, uploads, pictures, accounts, and use by keyboard and on a phone. */

import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { resources } from '../../platform/content/shared/resources.ts'
import { expectFocusInView } from './accessibility-helpers.ts'
import { administrator } from './administrator.ts'
import {
  areLargePhotoColours,
  createLargePhoto,
  createSmallPicture,
  expectNotice,
  fillCredentials,
  findAxeViolations,
  LARGE_PHOTOS,
  openScreen,
  READ_PREVIEW_COLOURS,
  runId,
  signIn,
  toImageFile,
  waitForFormHydration,
} from './back-office-helpers.ts'
import { deleteAt, postTo, readFrom } from './club-api.ts'
import { expect, test } from './journey.ts'
import { findScript } from './screen-chunks.ts'

const { residents, news } = resources

test.describe('refused input', () => {
  test('redirects visitors without a session home, and sends the same HTML to everybody', async ({
    page,
  }) => {
    for (const path of ['/admin', news.admin.update, '/admin/users']) {
      await page.goto(path)
      await expect(page, path).toHaveURL('/')
    }
    const anonymous = await (await page.request.get(news.admin.update)).text()
    await signIn(page)
    const signedIn = await (await page.request.get(news.admin.update)).text()
    expect(signedIn).toBe(anonymous)
    expect(anonymous).not.toContain(administrator.email)
  })

  test('refuses a wrong password with a notice and stores no user', async ({ page }) => {
    await page.goto('/login')
    await fillCredentials(page, 'no es esta')
    await expectNotice(page, 'Oops...')
    await expect(page.locator('.notice')).toContainText('El usuario no existe o los datos son incorrectos!')
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    await expect(page).toHaveURL('/login')
  })

  test('marks and describes all missing fields, focuses the first, and sends nothing', {
    tag: [
      '@main',
      '@wcag-1.4.1-office',
      '@wcag-3.3.1-office',
      '@wcag-3.3.3-office',
      '@atag-B.3.1.3',
      '@atag-B.3.1.5',
    ],
  }, async ({ page }) => {
    await signIn(page)
    await openScreen(page, news.admin.create)
    let sent = 0
    page.on('request', (request) => {
      // The page beside the form is a POST of its own.
      if (request.method() === 'POST' && request.url().endsWith('/api/news')) sent++
    })
    // The form fills in today's date, so the test clears it.
    await page.getByLabel('Fecha', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Publicar' }).click()
    await expectNotice(page, 'Oops...')
    await expect(page.locator('.problem')).toHaveText('Debes completar todos los campos!')
    // Only screen readers get the names, in the order of the page.
    await expect(page.locator('.action-bar [role=alert] .unseen')).toHaveText(
      ': Foto: elegir imagen, Título, Texto, Fecha, Descripción',
    )
    for (const [field, missing] of [
      [page.getByLabel('Título'), /Falta escribir el título\./],
      [page.getByLabel('Foto: elegir imagen'), /Falta elegir una imagen\./],
      [page.getByLabel('Fecha', { exact: true }), /Falta elegir el día\./],
      [page.getByLabel('Descripción'), /Falta completar «Descripción»\./],
      [page.getByRole('textbox', { name: 'Texto' }), /Falta completar «Texto»\./],
    ] as const) {
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveAccessibleDescription(missing)
    }
    // The picture stands above the title.
    await expect(page.getByLabel('Foto: elegir imagen')).toBeFocused()
    expect(sent).toBe(0)
    // The message in the form stays after the notice has disappeared.
    await expect(page.locator('.notice')).toHaveCount(0)
    await expect(page.locator('.problem')).toBeVisible()
  })

  test('names the refused fields of each small form in its bar', { tag: ['@wcag-3.3.1-office'] }, async ({
    page,
  }) => {
    await signIn(page)
    const names = page.locator('.action-bar [role=alert] .unseen')
    await openScreen(page, '/admin/users/addusers')
    await page.getByRole('button', { name: 'Agregar' }).click()
    await expect(names).toHaveText(': E-mail, Contraseña')
    await page.getByLabel('E-mail').fill('alguien@club.example')
    await expect(names).toHaveText(': Contraseña')

    await openScreen(page, '/admin/events/listas')
    await page.getByLabel('Días que se guardan los nombres').fill('nunca')
    await page.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(names).toHaveText(': Días que se guardan los nombres')

    await openScreen(page, '/admin/account')
    await page.getByRole('button', { name: 'Cambiar e-mail' }).click()
    await page.getByRole('button', { name: 'Guardar e-mail' }).click()
    await expect(names).toHaveText(': E-mail nuevo, Contraseña actual')
  })

  test('refuses an invalid link beside its field', {
    tag: ['@wcag-3.3.1-office', '@wcag-3.3.3-office'],
  }, async ({ page }) => {
    await signIn(page)
    await openScreen(page, residents.admin.create)
    await page.getByLabel('Nombre').fill('Alguien')
    await page.getByLabel('Press kit').fill('la carpeta de Drive')
    await page.getByRole('button', { name: 'Publicar' }).click()
    await expect(page.getByLabel('Press kit')).toHaveAccessibleDescription(/https:\/\/ adelante/)
    await expect(page.getByLabel('Press kit')).toBeFocused()
    await expect(page.getByLabel('Nombre')).not.toHaveAttribute('aria-invalid')
    await expect(page.getByLabel('Press kit')).toHaveValue('la carpeta de Drive')
  })

  test('refuses an existing title beside its field and keeps all typed values', async ({ page }) => {
    await signIn(page)
    const [existing] = await readFrom(page, '/api/news?limit=1')
    await openScreen(page, news.admin.create)
    await page.getByLabel('Título').fill(existing.newsTitle.toUpperCase())
    await page.getByLabel('Foto: elegir imagen').setInputFiles(toImageFile(await createSmallPicture('#123')))
    await page.getByLabel('Es decorativa').check()
    await page.getByLabel('Fecha', { exact: true }).fill('2026-02-03')
    await page.getByLabel('Descripción').fill('Repetida.')
    await page.getByRole('textbox', { name: 'Texto' }).fill('Repetida.')
    await page.getByRole('button', { name: 'Publicar' }).click()
    await expect(page.locator('.problem')).toContainText('Ya existe una novedad con ese título')
    await expect(page.getByLabel('Descripción')).toHaveValue('Repetida.')
    await expect(page).toHaveURL(news.admin.create)
  })

  test('refuses a file that is no picture with a helpful message', async ({ page }) => {
    await signIn(page)
    await openScreen(page, news.admin.create)
    const file = page.getByLabel('Foto: elegir imagen')
    await file.setInputFiles({
      name: 'IMG_1.HEIC',
      mimeType: 'image/heic',
      buffer: Buffer.from('no es una foto'),
    })
    await expect(file).toHaveAccessibleDescription(/HEIC/)
    await file.setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('hola') })
    await expect(file).toHaveAccessibleDescription(/No pudimos abrir ese archivo como imagen/)
    await file.setInputFiles(toImageFile(await createSmallPicture('#135')))
    await expect(page.locator('.picture-preview')).toBeVisible()
    await page.getByRole('button', { name: 'Quitar' }).click()
    await expect(page.locator('.picture-preview')).toBeHidden()
  })

  test('refuses to delete the last administrator', async ({ page }) => {
    await signIn(page)
    // The test deletes the administrators that earlier journeys added.
    for (const { _id, email } of await readFrom(page, '/api/admin'))
      if (email !== administrator.email) await deleteAt(page, `/api/admin/${_id}`)
    await openScreen(page, '/admin/users/deleteusers')
    await page.getByRole('button', { name: `Borrar ${administrator.email}` }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Borrar' }).click()
    await expect(question).toContainText('Es el último administrador activo')
    await question.getByRole('button', { name: 'Cancelar' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: administrator.email })).toBeVisible()
  })

  test('shows why a deleted item is missing', async ({ page }) => {
    await signIn(page)
    await openScreen(page, `${residents.admin.update}/01900000-0000-7000-8000-000000000000`)
    await expect(page.getByRole('alert')).toContainText('No encontramos lo que buscás')
  })
})

for (const size of LARGE_PHOTOS)
  test(`takes a photo of ${size.width} by ${size.height} px, upright and with its colours`, async ({
    page,
  }, testInfo) => {
    // Browsers decode such a photo in about 10 s on a slow machine.
    test.setTimeout(120_000)
    const photo = testInfo.outputPath('foto.jpg')
    await writeFile(photo, await createLargePhoto(size))
    await signIn(page)
    await openScreen(page, news.admin.create)
    await page.getByLabel('Foto: elegir imagen').setInputFiles(photo)
    const readColours = () =>
      page.evaluate<number[][] | null>(`(() => {${READ_PREVIEW_COLOURS}})()`).then(areLargePhotoColours)
    await expect.poll(readColours, { timeout: 60_000 }).toBe(true)
  })

test('creates one item when the button is pressed twice', async ({ page }) => {
  await signIn(page)
  await openScreen(page, residents.admin.create)
  await page.getByLabel('Nombre').fill(`Uno Solo ${runId}`)
  await page.getByLabel('Press kit').fill('https://club.example/uno')
  await page.getByRole('button', { name: 'Publicar' }).dblclick()
  await expect(page).toHaveURL(residents.admin.menu)
  const { data } = await readFrom(page, `/api/residents?q=solo ${runId}`)
  expect(data).toHaveLength(1)
})

test('creates no second item when a request is repeated after a lost answer', async ({ page }) => {
  await signIn(page)
  await openScreen(page, residents.admin.create)
  await page.getByLabel('Nombre').fill(`Sin Respuesta ${runId}`)
  await page.getByLabel('Press kit').fill('https://club.example/sin')
  await page.route('**/api/residents', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expect(page.locator('.problem')).toContainText('No pudimos conectarnos')
  await page.unroute('**/api/residents')
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expectNotice(page, 'Creado')
  const { data } = await readFrom(page, `/api/residents?q=respuesta ${runId}`)
  expect(data).toHaveLength(1)
})

/** Creates a picture with noise like that of a phone's sensor. Noise does not compress, so the upload takes long. */
const createGrainyPicture = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 1600,
      height: 1000,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 120, sigma: 30 },
    },
  })
    .jpeg({ quality: 90 })
    .toBuffer()

test('shows the progress of a long upload, and cancels it without losing input', async ({
  page,
  context,
}) => {
  await signIn(page)
  await openScreen(page, news.admin.create)
  await page.getByLabel('Título').fill(`Subida lenta ${runId}`)
  await page.getByLabel('Foto: elegir imagen').setInputFiles(toImageFile(await createGrainyPicture()))
  await page.getByLabel('Es decorativa').check()
  await page.getByLabel('Fecha', { exact: true }).fill('2026-04-05')
  await page.getByLabel('Descripción').fill('Con poca señal.')
  await page.getByRole('textbox', { name: 'Texto' }).fill('Con poca señal.')
  await expect(page.getByText('1600 × 1000 px')).toBeVisible()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 50_000 }
  await network.send('Network.emulateNetworkConditions', slow)
  // On a phone Cancelar replaces the save button in the same place. The second tap of a double tap must not hit Cancelar.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Publicar' }).dblclick({ delay: 60 })
  await expect(page.getByText(/^Subiendo [1-9]\d? %$/)).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Enviado' })).toHaveAttribute('value', /^[1-9]\d?$/)
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByText(/^Subiendo/)).toBeHidden()
  await expect(page.getByLabel('Descripción')).toHaveValue('Con poca señal.')

  await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expectNotice(page, 'Creado')
  const createdItems = await readFrom(page, `/api/news?q=lenta ${runId}`)
  expect(createdItems).toHaveLength(1)
  // The test deletes its large picture, because later journeys measure the transfer size of the lists.
  await deleteAt(page, `/api/news/${createdItems[0]._id}`)
})

test('waits for a picture that is being uploaded into the text before it saves', async ({
  page,
  context,
}) => {
  await signIn(page)
  await openScreen(page, news.admin.create)
  await page.getByLabel('Título').fill(`Con figura ${runId}`)
  await page
    .getByLabel('Foto: elegir imagen')
    .setInputFiles({ ...toImageFile(await createSmallPicture('#363')), name: 'foto.jpg' })
  await page.getByLabel('Es decorativa').check()
  await page.getByLabel('Fecha', { exact: true }).fill('2026-04-06')
  await page.getByLabel('Descripción').fill('Una figura en el texto.')
  await page.getByRole('textbox', { name: 'Texto' }).fill('Antes de la figura.')
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 50_000 }
  await network.send('Network.emulateNetworkConditions', slow)
  await page.getByRole('button', { name: 'Imagen', exact: true }).click()
  await page.getByLabel('Elegir imagen para insertar').setInputFiles(toImageFile(await createGrainyPicture()))
  await page.getByLabel('Qué se ve en la imagen (la del texto)').fill('Una foto con grano.')
  await page.getByRole('button', { name: 'Insertar', exact: true }).click()
  await expect(page.getByText(/Subiendo \d+ %$/)).toBeVisible()
  await page.getByRole('button', { name: 'Publicar' }).click()
  await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  await expectNotice(page, 'Creado')
  const [created] = await readFrom(page, `/api/news?q=figura ${runId}`)
  expect(created.newsBody).toContain('<img src="/media/')
})

test('reports a screen that fails to load in its place, and keeps the typed text', async ({
  page,
  context,
}) => {
  await signIn(page)
  await openScreen(page, news.admin.create)
  await page.getByLabel('Título').fill(`Sin señal ${runId}`)
  const goTo = (name: string) =>
    page.getByRole('navigation', { name: 'Secciones' }).getByRole('link', { name }).click()

  await context.setOffline(true)
  await goTo('Papelera')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No pudimos abrir esta pantalla')
  await expect(page.getByRole('alert')).toContainText('Parece que no hay conexión')
  const again = page.getByRole('button', { name: 'Probar de nuevo' })
  await again.click()
  await expect(again).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Título')).toHaveValue(`Sin señal ${runId}`)
  await goTo('Papelera')
  await expect(again).toBeVisible()
  await context.setOffline(false)
  await again.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Papelera')

  // An update renames the built files, so requests for the old names get 404. The page then reloads itself, but only once.
  await page.route(
    `**${findScript('platform/audit-log/admin/audit-log-list.screen.tsx')}`,
    (route) => route.fulfill({ status: 404 }),
    {
      times: 1,
    },
  )
  await goTo('Historial')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Historial')
  await page.route(`**${findScript('features/guide/admin/guide.screen.tsx')}`, (route) =>
    route.fulfill({ status: 404 }),
  )
  await goTo('Guía')
  await expect(page.getByRole('alert')).toContainText('Una parte del sitio no llegó')
  // A reload opens the screen directly by its URL.
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Loading chunk guide failed')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Probar de nuevo' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Guía')

  // The home of the back office lists the unsaved draft.
  await goTo('Inicio')
  await page.getByRole('link', { name: `Crear novedad: Sin señal ${runId}` }).click()
  await expect(page.getByLabel('Título')).toHaveValue(`Sin señal ${runId}`)
})

test('accepts a dropped and a pasted picture, crops it, and removes it', {
  tag: ['@wcag-2.5.7-office'],
}, async ({ page }) => {
  await signIn(page)
  await openScreen(page, news.admin.create)
  const preview = page.locator('.picture-preview img')
  const transfer = async (colour: string) =>
    page.evaluateHandle(
      (bytes) => {
        const data = new DataTransfer()
        data.items.add(new File([new Uint8Array(bytes)], 'foto.jpg', { type: 'image/jpeg' }))
        return data
      },
      [...(await createSmallPicture(colour))],
    )

  await page.locator('.picture-well').dispatchEvent('drop', { dataTransfer: await transfer('#c33') })
  await expect(preview).toBeVisible()
  const dropped = await preview.getAttribute('src')
  await page.evaluate(
    (clipboardData) =>
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      ),
    await transfer('#3c3'),
  )
  await expect.poll(() => preview.getAttribute('src')).not.toBe(dropped)

  // Dragging a corner with the pointer shrinks the crop and keeps its aspect ratio.
  const corner = page.getByLabel('Esquina inferior derecha', { exact: false })
  await corner.hover()
  const box = await corner.boundingBox()
  if (!box) throw new Error('the corner is not on the screen')
  await page.mouse.down()
  await page.mouse.move(box.x - 150, box.y - 90, { steps: 5 })
  await page.mouse.up()
  await expect(page.getByText('Es más chica que 800 × 500', { exact: false })).toBeVisible()
  const [, width = 0, height = 1] =
    /(\d+) × (\d+) px/.exec(await page.locator('.picture-preview').innerText())?.map(Number) ?? []
  expect(width / height).toBeCloseTo(8 / 5, 1)
  expect(width).toBeLessThan(800)

  await page.getByRole('button', { name: 'Listo' }).click()
  await page.getByRole('button', { name: 'Recortar' }).press('Enter')
  await expect(page.locator('.crop canvas')).toBeVisible()
  await expect(page.getByLabel('Recorte: movelo con las flechas')).toBeFocused()
  await expectFocusInView(page)
  await page.getByRole('button', { name: 'Quitar' }).click()
  await expect(preview).toBeHidden()
})

test('keeps the crop when previews of its steps arrive late and out of order', async ({ page }) => {
  await page.addInitScript(() => {
    const pendingPreviews: (() => void)[] = []
    const { toBlob } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.toBlob = function (take, ...how) {
      toBlob.call(this, (blob) => pendingPreviews.push(() => take(blob)), ...how)
    }
    Object.assign(window, { pendingPreviews })
  })
  const countPending = () =>
    page.evaluate(() => (window as unknown as { pendingPreviews: unknown[] }).pendingPreviews.length)
  const release = () =>
    page.evaluate(() => {
      const { pendingPreviews } = window as unknown as { pendingPreviews: (() => void)[] }
      for (const take of pendingPreviews.splice(0).reverse()) take()
    })
  await signIn(page)
  await openScreen(page, news.admin.create)
  const photo = await sharp({ create: { width: 900, height: 1600, channels: 3, background: '#c33' } })
    .composite([
      { input: { create: { width: 900, height: 400, channels: 3, background: '#3c3' } }, gravity: 'north' },
    ])
    .jpeg()
    .toBuffer()
  await page
    .getByLabel('Foto: elegir imagen')
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect.poll(countPending).toBe(1)
  await release()
  const preview = page.locator('.picture-preview img')
  const uncropped = await preview.getAttribute('src')
  await page.getByLabel('Recorte: movelo con las flechas').focus()
  for (let step = 1; step <= 6; step++) {
    await page.keyboard.press('Shift+ArrowUp')
    await expect.poll(countPending).toBe(step)
  }
  await release()
  await expect.poll(() => preview.getAttribute('src')).not.toBe(uncropped)
  await page.getByRole('button', { name: 'Listo' }).click()
})

test('holds a registration until an administrator approves it, and adds and deletes accounts', {
  tag: '@main',
}, async ({ page, browser }) => {
  const applicant = `aspirante-${runId}@club.example`
  const stranger = await browser.newContext()
  await postTo(stranger, '/api/admin', { email: applicant, password: 'una clave bien larga' })
  await stranger.close()

  await signIn(page)
  await openScreen(page, '/admin/users')
  const row = page.getByRole('listitem').filter({ hasText: applicant })
  await expect(row).toContainText('Espera aprobación')
  await expect(row).toContainText('Sin verificar')
  await row.getByRole('button', { name: 'Aprobar' }).click()
  await expect(row).toContainText('Activo')
  await row.getByRole('button', { name: 'Borrar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Borrar' }).click()
  await expectNotice(page, 'Borrado')
  await expect(row).toBeHidden()

  await page.getByRole('link', { name: 'Agregar usuario' }).click()
  await page.getByRole('button', { name: 'Agregar', exact: true }).click()
  await expect(page.locator('.problem')).toHaveText('Debes completar todos los campos!')
  await page.getByLabel('E-mail').fill(`agregada-${runId}@club.example`)
  await page.getByLabel('Contraseña').fill('otra clave bien larga')
  await page.getByRole('button', { name: 'Agregar', exact: true }).click()
  await expectNotice(page, 'Agregado')
  await expect(page).toHaveURL('/admin/users')
  await expect(page.getByRole('listitem').filter({ hasText: `agregada-${runId}` })).toContainText('Activo')
})

test('changes the administrator’s own e-mail and password after the current password', async ({
  page,
  browser,
}) => {
  const email = `propia-${runId}@club.example`
  await signIn(page)
  await postTo(page, '/api/admin', { email, password: 'la primera clave' })
  const context = await browser.newContext()
  const own = await context.newPage()
  await own.goto('/login')
  await waitForFormHydration(own)
  await own.getByLabel('E-mail').fill(email)
  await own.getByLabel('Contraseña').fill('la primera clave')
  await own.getByRole('button', { name: 'Entrar' }).click()
  await expect(own).toHaveURL('/admin')

  await own.getByRole('banner').getByRole('link', { name: 'Mi cuenta' }).click()
  const current = own.getByLabel('Contraseña actual')
  await own.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await own.getByLabel('Contraseña nueva').fill('la segunda clave')
  await own.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(current).toHaveAccessibleDescription(/Completá este campo\./)
  await current.fill('no es esta')
  await own.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(own.locator('.problem')).toHaveText('La contraseña actual no es correcta.')
  await current.fill('la primera clave')
  await own.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expectNotice(own, 'Actualizado')
  await expect(current).toBeHidden()

  await own.getByRole('button', { name: 'Cambiar e-mail' }).click()
  await own.getByLabel('E-mail nuevo').fill(`nueva-${email}`)
  await current.fill('la segunda clave')
  await own.getByRole('button', { name: 'Guardar e-mail' }).click()
  await expect(own.getByText(`nueva-${email}`)).toBeVisible()
  const stored = await own.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'))
  expect(Object.keys(stored).sort()).toEqual(['_id', 'email', 'id'])
  expect(stored.email).toBe(`nueva-${email}`)
  await context.close()
})

test('forgets the user after signing out and opens the sign-in page', { tag: '@main' }, async ({ page }) => {
  await signIn(page, '/admin')
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
})

test('keeps the save button within reach on a phone, also with errors, a crop and a panel open', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  await openScreen(page, news.admin.create)
  const save = page.getByRole('button', { name: 'Publicar' })
  for (const y of [0, 400]) {
    await page.evaluate((top) => scrollTo(0, top), y)
    await expect(save).toBeInViewport({ ratio: 1 })
  }
  // The test opens the parts that appear only during work: errors, a crop, a panel, a confirmation.
  await page.getByLabel('Foto: elegir imagen').setInputFiles(toImageFile(await createSmallPicture('#642')))
  await expect(page.locator('.crop canvas')).toBeVisible()
  await page.getByRole('button', { name: 'Imagen', exact: true }).click()
  await save.click()
  await expect(page.locator('.problem')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await openScreen(page, news.admin.remove)
  await page
    .getByRole('button', { name: /^Borrar / })
    .first()
    .click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
})

test('writes a news item without a mouse', { tag: ['@wcag-2.1.1-office'] }, async ({ page }) => {
  await signIn(page)
  await openScreen(page, news.admin.create)
  await page.getByRole('link', { name: 'Ayuda' }).focus()
  const reached: string[] = []
  // 30 presses of Tab reach all fields: date and time fields have a tab stop for each of their parts.
  for (let step = 0; step < 30; step++) {
    await page.keyboard.press('Tab')
    reached.push(
      await page.evaluate(() => {
        const { activeElement } = document
        const label = activeElement instanceof HTMLInputElement ? activeElement.labels?.[0]?.textContent : ''
        return (
          activeElement?.getAttribute('aria-label') ||
          label ||
          activeElement?.textContent ||
          activeElement?.className ||
          ''
        )
      }),
    )
  }
  expect(reached).toContain('Foto: elegir imagen')
  expect(reached).toContain('Encabezado H2')
  expect(reached).toContain('Publicar')
  // The toolbar has one tab stop. Arrow keys move the focus inside it.
  await page.getByRole('button', { name: 'Encabezado H2' }).focus()
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Negrita' })).toBeFocused()
  await page.keyboard.press('Enter')
  const editor = page.getByRole('textbox', { name: 'Texto' })
  await expect(editor).toBeFocused()
  await page.keyboard.type('fuerte')
  await expect(editor.locator('strong')).toHaveText('fuerte')
})
