/** The action bar at the bottom of forms and lists on a phone: errors, retries, emptied fields, deletions and undo. */

import { MISSING_FIELDS } from '../../platform/api/shared/problems.ts'
import { resources } from '../../platform/content/shared/resources.ts'
import {
  createSmallPicture,
  expectNotice,
  findAxeViolations,
  openScreen,
  runId,
  signIn,
  toDataUrl,
  toImageFile,
  unfoldMoreFields,
} from './back-office-helpers.ts'
import { deleteAt, postTo, readFrom } from './club-api.ts'
import { type BrowserContextOptions, expect, type Locator, type Page, test } from './journey.ts'

const { agency, events, news, residents } = resources

const phone = { width: 360, height: 640 }
const laptop = { width: 1440, height: 900 }
/** The area that remains visible above a phone's keyboard. CSS px */
const keyboard = { width: 360, height: 370 }
/** The window of a laptop at 200 % zoom. CSS px */
const zoomed = { width: 640, height: 400 }

const touch: BrowserContextOptions = { viewport: phone, hasTouch: true, isMobile: true }

const bar = (page: Page): Locator => page.locator('.action-bar')
const problemText = (page: Page): Locator => bar(page).locator('.problem')
const firstProblemButton = (page: Page): Locator => bar(page).getByRole('button', { name: /^Ir al/ })
const undoButton = (page: Page): Locator =>
  page.locator('.action-bar').getByRole('button', { name: 'Deshacer' })

/** Counts the live regions that contain this text. A screen reader reads each of them. */
const countAnnouncements = (page: Page, text: string): Promise<number> =>
  page.locator('[role=alert], [aria-live]').filter({ hasText: text }).count()

const expectNoNotice = (page: Page) => expect(page.locator('.notice')).toHaveCount(0)

/**
 * Returns which share of the focused element is visible between the bars. 1 means its full height, or 24 CSS px of a taller
 * one. 0 would fail WCAG 2.4.11.
 */
const measureVisibleFocus = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const focused = document.activeElement
    const bar = document.querySelector('.action-bar')
    const header = document.querySelector('.admin-bar')
    if (!focused || !bar || !header || bar.contains(focused) || !focused.closest('main')) return Infinity
    // A file input is invisible, so the button around it is measured.
    const { top, bottom } = (focused.closest('label.button') ?? focused).getBoundingClientRect()
    const visible =
      Math.min(bottom, bar.getBoundingClientRect().top) - Math.max(top, header.getBoundingClientRect().bottom)
    return visible / Math.min(bottom - top, 24)
  })

/** Polls, because the page scrolls to the focused element in a later frame. */
const expectFocusInSight = (page: Page, what?: string) =>
  expect.poll(() => measureVisibleFocus(page), what).toBeGreaterThanOrEqual(1)

const createNews = async (page: Page, title: string) =>
  postTo(page, '/api/news', {
    newsTitle: `${title} ${runId}`,
    photo: toDataUrl(await createSmallPicture('#543')),
    date: '2026-03-01',
    newsDescription: `Una descripción. ${'Larga y '.repeat(30)}punto.`,
    newsBody: '<p>En colectivo.</p><h2>Cómo llegar</h2>',
    alt: { photo: 'Un marrón.' },
  })

const createResident = (page: Page, name: string) =>
  postTo(page, '/api/residents', { name, pressKit: 'https://club.example/x' })

test.describe('on a phone', () => {
  test.use(touch)

  test('keeps a refused form’s error in the bar, with the number of fields and a button to the first', async ({
    page,
  }) => {
    await signIn(page)
    await openScreen(page, events.admin.create)
    await page.getByRole('button', { name: 'Publicar' }).tap()
    await expectNotice(page, 'Oops...')
    // The announcement follows the visible notice in another rendering.
    await expect.poll(() => countAnnouncements(page, MISSING_FIELDS)).toBe(1)
    await expectNoNotice(page)
    await expect(problemText(page)).toHaveText(MISSING_FIELDS)
    await expect(problemText(page)).toBeInViewport({ ratio: 1 })
    await expect(bar(page)).toContainText('3 campos para revisar')
    expect(await findAxeViolations(page)).toEqual([])

    // The button in the bar leads to the first faulty field from any scroll position.
    await page.evaluate(() => {
      scrollTo(0, document.body.scrollHeight)
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    })
    await expect(problemText(page)).toBeInViewport({ ratio: 1 })
    await firstProblemButton(page).tap()
    await expect(page.getByLabel('Flyer grande: elegir imagen')).toBeFocused()
    await expect(page.getByText('Falta elegir una imagen.')).toBeInViewport()

    // The bar no longer counts corrected fields.
    await page
      .getByLabel('Flyer grande: elegir imagen')
      .setInputFiles(toImageFile(await createSmallPicture('#a35')))
    await expect(bar(page)).toContainText('2 campos para revisar')
    await firstProblemButton(page).tap()
    await expect(page.getByLabel('Fecha', { exact: true })).toBeFocused()
    await expectFocusInSight(page)
    await expect(page.getByText('Falta elegir el día.')).toBeInViewport()
    await page.getByLabel('Fecha', { exact: true }).fill('2033-05-07')
    await expect(bar(page)).toContainText('1 campo para revisar')
    const url = `https://entradas.example/barra-${runId}`
    await page.getByLabel('Enlace de entradas').fill(url)
    await expect(bar(page)).toContainText('Ya está todo. Probá de nuevo.')
    await expect(firstProblemButton(page)).toHaveCount(0)
    // When all errors are corrected, the bar shows no error and its top border is no longer red.
    await expect(problemText(page)).toHaveCount(0)
    const line = () => bar(page).evaluate((element) => getComputedStyle(element).borderTopColor)
    const corrected = await line()
    await page.getByLabel('Enlace de entradas').fill('')
    await expect(problemText(page)).toHaveText(MISSING_FIELDS)
    await expect.poll(line).not.toBe(corrected)
    await page.getByLabel('Enlace de entradas').fill(url)
    await expect(problemText(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Publicar' }).tap()
    await expectNotice(page, 'Creado')
    await expect(page).toHaveURL(events.admin.menu)
    const { data } = await readFrom(page, '/api/events?limit=500')
    const createdNight = data.find((night: { url: string }) => night.url === url)
    await deleteAt(page, `/api/events/${createdNight._id}`)
  })

  for (const [what, path, fill, send] of [
    [
      'an item',
      residents.admin.create,
      async (page: Page) => {
        await page.getByLabel('Nombre').fill(`Sin señal ${runId}`)
        await page.getByLabel('Press kit').fill('https://club.example/x')
      },
      'Publicar',
    ],
    [
      'a user',
      '/admin/users/addusers',
      async (page: Page) => {
        await page.getByLabel('E-mail').fill(`sin-senal-${runId}@club.example`)
        await page.getByLabel('Contraseña').fill('una clave bien larga')
      },
      'Agregar',
    ],
    [
      'the own password',
      '/admin/account',
      async (page: Page) => {
        await page.getByRole('button', { name: 'Cambiar contraseña' }).tap()
        await page.getByLabel('Contraseña nueva').fill('una clave bien larga')
        await page.getByLabel('Contraseña actual').fill('la que no es')
      },
      'Guardar contraseña',
    ],
    [
      'how long messages are kept',
      '/admin/messages/settings',
      (page: Page) => page.getByLabel('Se guardan').selectOption('5 años'),
      'Guardar cambios',
    ],
  ] as const) {
    test(`retries ${what} from the bar after a network failure`, async ({ page, context }) => {
      await signIn(page)
      await openScreen(page, path)
      await fill(page)
      await context.setOffline(true)
      await page.getByRole('button', { name: send, exact: true }).tap()
      await expectNotice(page, 'Oops...')
      // The announcement follows the visible notice in another rendering.
      await expect.poll(() => countAnnouncements(page, 'No pudimos conectarnos')).toBe(1)
      await expectNoNotice(page)
      await expect(problemText(page)).toContainText('No pudimos conectarnos')
      await expect(problemText(page)).toBeInViewport({ ratio: 1 })
      await expect(firstProblemButton(page)).toHaveCount(0)
      expect(await findAxeViolations(page)).toEqual([])
      let tries = 0
      await context.setOffline(false)
      await page.route('**/api/**', (route) => {
        if (route.request().method() === 'GET') return route.fallback()
        tries++
        return route.fulfill({ status: 503, contentType: 'text/html', body: 'Bad gateway' })
      })
      await bar(page).getByRole('button', { name: 'Reintentar' }).tap()
      await expect(problemText(page)).toContainText('El servidor no respondió como esperábamos')
      expect(tries).toBe(1)
      await page.unroute('**/api/**')
      await bar(page).getByRole('button', { name: 'Reintentar' }).tap()
      if (path === '/admin/account') {
        await expect(problemText(page)).toHaveText('La contraseña actual no es correcta.')
        await expect(bar(page)).toContainText('1 campo para revisar')
        await expect(bar(page).getByRole('button', { name: 'Reintentar' })).toHaveCount(0)
        await page.getByLabel('Contraseña nueva').focus()
        await firstProblemButton(page).tap()
        await expect(page.getByLabel('Contraseña actual')).toBeFocused()
      } else await expect(page).not.toHaveURL(path)
    })
  }

  for (const [name, viewport] of Object.entries({ keyboard, zoomed, phone }))
    test(`does not cover the focused element with the bar: ${name}`, async ({ page }) => {
      await page.setViewportSize(viewport)
      await signIn(page)
      await openScreen(page, news.admin.create)
      await page.getByRole('button', { name: 'Publicar' }).tap()
      // In lower windows the bar does not stick.
      if (viewport === phone) await expect(problemText(page)).toBeInViewport({ ratio: 1 })
      await expect(page.getByLabel('Foto: elegir imagen')).toBeFocused()
      await expectFocusInSight(page)
      for (let step = 0; step < 24; step++) {
        await page.keyboard.press('Tab')
        await expectFocusInSight(page, `step ${step}`)
      }
      for (let step = 0; step < 24; step++) {
        await page.keyboard.press('Shift+Tab')
        await expectFocusInSight(page, `step back ${step}`)
      }
      const height = await bar(page).evaluate((element) => element.getBoundingClientRect().height)
      expect(height).toBeLessThan(phone.height / 2)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        viewport.width,
      )
    })

  test('closes an overlay with the Back button and stays on the page', async ({ page }) => {
    await signIn(page)
    await openScreen(page, '/admin')
    await openScreen(page, residents.admin.update)
    for (const [name, title] of [
      ['Más', 'Todo lo demás'],
      ['Ir a…', 'Ir a…'],
    ] as const) {
      const over = page.getByRole('dialog', { name: title })
      const opener = page.getByRole('button', { name, exact: true })
      await opener.tap()
      await expect(over).toBeVisible()
      await page.goBack()
      await expect(over).toBeHidden()
      await expect(page).toHaveURL(residents.admin.update)
      // An overlay that was closed by its button leaves no extra history entry.
      await opener.tap()
      await over.getByRole('button', { name: 'Cerrar', exact: true }).tap()
      await expect(over).toBeHidden()
    }
    await page.getByRole('button', { name: 'Más', exact: true }).tap()
    await page.getByRole('link', { name: 'Papelera' }).tap()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Papelera')
    await page.goBack()
    await expect(page).toHaveURL(residents.admin.update)
    await page.goBack()
    await expect(page).toHaveURL('/admin')
  })

  test('shows a button in another style while pressed, and in its usual style after the tap', async ({
    page,
  }) => {
    await signIn(page)
    const { name } = await createResident(page, `Tocada ${runId}`)
    await openScreen(page, `${residents.admin.remove}?q=${runId}`)
    expect(await page.evaluate(() => matchMedia('(hover: none)').matches)).toBe(true)
    const button = page.getByRole('button', { name: `Borrar ${name}` })
    const look = () =>
      button.evaluate((element) => {
        const { backgroundColor, color, borderColor, textDecorationLine } = getComputedStyle(element)
        return { backgroundColor, color, borderColor, textDecorationLine }
      })
    const before = await look()
    await button.tap()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).tap()
    await button.tap()
    // The test waits for the dialog before it presses a key: the browser recognises a tap only after its touch events, so
    // the key could arrive first.
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect.poll(look).toEqual(before)

    // DevTools force the pressed style, because it lasts too short to measure.
    await button.evaluate((element) => {
      element.id = 'touched'
    })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('DOM.enable')
    await devtools.send('CSS.enable')
    const { root } = await devtools.send('DOM.getDocument')
    const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#touched' })
    await devtools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['active'] })
    await expect.poll(look).not.toEqual(before)
  })
})

test('leaves room above the bar of a form with text of double size', async ({ page }) => {
  await page.setViewportSize(phone)
  await signIn(page)
  await openScreen(page, agency.admin.create)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '32px'
  })
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expect(problemText(page)).toBeVisible()
  await expectFocusInSight(page)
})

test.describe('an emptied field', () => {
  test.use({ viewport: phone })

  test('shows before saving that the old value stays, and restores it with one tap', async ({ page }) => {
    await signIn(page)
    const item = await createNews(page, 'Vaciada')
    await openScreen(page, `${news.admin.update}/${item._id}`)
    const title = page.getByLabel('Título')
    const date = page.getByLabel('Fecha', { exact: true })
    const description = page.getByLabel('Descripción')
    const text = page.getByRole('textbox', { name: 'Texto' })
    const notes = page.getByText('Si lo dejás vacío queda como estaba', { exact: false })
    await expect(notes).toHaveCount(0)

    await title.fill('')
    await expect(title).toHaveAccessibleDescription(
      new RegExp(`Si lo dejás vacío queda como estaba: «Vaciada ${runId}»`),
    )
    await date.fill('')
    await expect(date).toHaveAccessibleDescription(/queda como estaba: «01-03-2026»/)
    // The bar does not cover the note below the focused field.
    await description.evaluate((element) => element.scrollIntoView({ block: 'end' }))
    // White space counts as empty.
    await description.fill('  ')
    await expect(page.getByRole('button', { name: 'Volver a poner Descripción' })).toBeInViewport({
      ratio: 1,
    })
    await expect(description).toHaveAccessibleDescription(/queda como estaba: «Una descripción\. .{20,90}…»/)
    await text.fill('')
    await expect(text).toHaveAccessibleDescription(/queda como estaba: «En colectivo\. Cómo llegar»/)
    await expect(notes).toHaveCount(4)
    // The description of a picture may be emptied. Unlike the other fields, it therefore gets no note about the kept old
    // value.
    await page.getByLabel('Es decorativa').check()
    await expect(notes).toHaveCount(4)
    expect(await findAxeViolations(page)).toEqual([])

    const back = (label: string) => page.getByRole('button', { name: `Volver a poner ${label}` })
    await back('Título').click()
    await expect(title).toHaveValue(`Vaciada ${runId}`)
    await expect(title).toBeFocused()
    await back('Texto').click()
    await expect(text).toHaveText('En colectivo.Cómo llegar')
    await expect(text).toBeFocused()
    await expect(notes).toHaveCount(2)
    // The draft stores that the field was emptied, so the note is visible again after a reload.
    await expect(page.locator('.draft-note')).toBeVisible()
    await page.reload()
    await expect(date).toHaveAccessibleDescription(/queda como estaba: «01-03-2026»/)
    await page.getByRole('button', { name: 'Guardar y volver' }).click()
    await expectNotice(page, 'Actualizado')
    await expect(page).toHaveURL(news.admin.menu)
    await openScreen(page, `${news.admin.update}/${item._id}`)
    await expect(date).toHaveValue('2026-03-01')
    await expect(description).toHaveValue(item.newsDescription)
    await expect(notes).toHaveCount(0)
    const after = await readFrom(page, `/api/news/${item._id}`)
    expect(after).toMatchObject({
      newsTitle: item.newsTitle,
      date: item.date,
      newsDescription: item.newsDescription,
      newsBody: item.newsBody,
      alt: { photo: null },
    })
  })

  test('shows the note for lines and links too, and never in a new item', async ({ page }) => {
    await signIn(page)
    const { _id, name } = await createResident(page, `Línea ${runId}`)
    await openScreen(page, `${residents.admin.update}/${_id}`)
    await page.getByLabel('Nombre').fill('')
    await expect(page.getByLabel('Nombre')).toHaveAccessibleDescription(new RegExp(`«${name}»`))
    await page.getByLabel('Press kit').fill('')
    await expect(page.getByLabel('Press kit')).toHaveAccessibleDescription(/«https:\/\/club\.example\/x»/)
    await page.getByRole('button', { name: 'Volver a poner Press kit' }).click()
    await expect(page.getByLabel('Press kit')).toHaveValue('https://club.example/x')
    await openScreen(page, agency.admin.create)
    await page.getByLabel('Nombre').fill('a')
    await page.getByLabel('Nombre').fill('')
    await expect(page.getByText('queda como estaba', { exact: false })).toHaveCount(0)
  })
})

for (const viewport of [phone, laptop])
  test.describe(`undo, at ${viewport.width} px`, () => {
    test.use({ viewport })

    test('restores deleted items of a long list from any position, the last one first', async ({ page }) => {
      await signIn(page)
      const mark = `largo${runId}${viewport.width}`
      for (let index = 10; index < 30; index++) await createResident(page, `Nombre ${index} ${mark}`)
      await openScreen(page, `${residents.admin.remove}?q=${mark}&order=name`)
      const rows = page.locator('.item-name')
      await expect(rows).toHaveCount(18)
      const remove = async (index: number) => {
        const button = page.getByRole('button', { name: `Borrar Nombre ${index} ${mark}` })
        await button.evaluate((element) => element.scrollIntoView({ block: 'center' }))
        await button.click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Borrar' }).click()
        await expect(button).toHaveCount(0)
      }
      await remove(18)
      await expect(undoButton(page)).toBeFocused()
      await expect(undoButton(page)).toBeInViewport({ ratio: 1 })
      await expect(undoButton(page)).toHaveAccessibleDescription(/Borraste «Nombre 18/)
      const height = () => page.evaluate(() => scrollY)
      await expect.poll(height).toBeGreaterThan(200)
      await remove(21)
      await remove(22)
      await expect(page.getByText(`Borraste «Nombre 22 ${mark}»`, { exact: false })).toBeInViewport()
      await expect(bar(page)).toContainText('3 cambios para deshacer')
      for (const top of [0, 300, 100_000]) {
        await page.evaluate((y) => scrollTo(0, y), top)
        await expect(undoButton(page)).toBeInViewport({ ratio: 1 })
      }
      // The undo button stays visible while further items are selected for the next deletion.
      await page.getByLabel(`Elegir Nombre 25 ${mark}`).check()
      await expect(undoButton(page)).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('button', { name: 'Borrar el elegido' })).toBeInViewport({ ratio: 1 })
      // The window is so high that the bar covers no row during the check by axe.
      await page.setViewportSize({ ...viewport, height: 4000 })
      expect(await findAxeViolations(page)).toEqual([])
      await page.setViewportSize(viewport)
      await page.getByRole('button', { name: 'Ninguno' }).click()

      await page.evaluate(() => scrollTo(0, 400))
      await undoButton(page).focus()
      await page.keyboard.press('Enter')
      await expect(bar(page)).toContainText('Borraste «Nombre 21')
      await expect(bar(page)).toContainText('2 cambios para deshacer')
      await page.keyboard.press('Enter')
      await expect(bar(page)).toContainText('Borraste «Nombre 18')
      await expect(undoButton(page)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(rows).toHaveCount(18)
      await expect(undoButton(page)).toHaveCount(0)
      await expect.poll(height).toBeGreaterThan(200)
    })

    test('reports a failed undo, and retries it', async ({ page, context }) => {
      await signIn(page)
      const { name } = await createResident(page, `Sin vuelta ${runId} ${viewport.width}`)
      await openScreen(page, `${residents.admin.remove}?q=${name}`)
      await page.getByRole('button', { name: `Borrar ${name}` }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Borrar' }).click()
      await expect(undoButton(page)).toBeVisible()
      await context.setOffline(true)
      await undoButton(page).click()
      await expectNoNotice(page)
      await expect(problemText(page)).toContainText('No pudimos conectarnos')
      await expect(problemText(page)).toBeInViewport({ ratio: 1 })
      await context.setOffline(false)
      await undoButton(page).click()
      await expect(page.locator('.item-name')).toHaveText([name])
      await expect(problemText(page)).toHaveCount(0)
    })

    test('restores a discarded draft from the bar', async ({ page }) => {
      await signIn(page)
      await openScreen(page, news.admin.create)
      await unfoldMoreFields(page)
      await page.getByLabel('Descripción').fill('Lo que se descarta sin querer.')
      await page.getByRole('button', { name: 'Descartar lo escrito' }).click()
      await expect(undoButton(page)).toBeInViewport({ ratio: 1 })
      await expect(undoButton(page)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByLabel('Descripción')).toHaveValue('Lo que se descarta sin querer.')
      await expect(undoButton(page)).toHaveCount(0)
      await expect(page.getByLabel('Descripción')).toBeFocused()
      await page.getByRole('button', { name: 'Descartar lo escrito' }).click()
    })

    test('focuses the first changed field of a restored draft', async ({ page }) => {
      await signIn(page)
      const { _id } = await createNews(page, `De vuelta ${viewport.width}`)
      await openScreen(page, `${news.admin.update}/${_id}`)
      const alt = page.getByLabel('Qué se ve en la imagen')
      for (const [field, focused] of [
        [alt, page.getByLabel('Foto: cambiar imagen')],
        [page.getByRole('textbox', { name: 'Texto' }), page.getByRole('textbox', { name: 'Texto' })],
      ] as const) {
        await field.fill('Otra cosa.')
        await page.getByRole('button', { name: 'Descartar lo escrito' }).focus()
        await page.keyboard.press('Enter')
        await expect(undoButton(page)).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(undoButton(page)).toHaveCount(0)
        await expect(focused).toBeFocused()
        await page.getByRole('button', { name: 'Descartar lo escrito' }).click()
      }
    })
  })

test.describe('the trash', () => {
  test.use({ viewport: phone })

  test('reports a restored item and links to it, from any position', async ({ page }) => {
    await signIn(page)
    const ids: string[] = []
    for (let index = 0; index < 12; index++)
      ids.push((await createResident(page, `Papelera ${index} ${runId}`))._id)
    await postTo(page, '/api/trash', { resource: 'residents', ids })
    await openScreen(page, '/admin/trash')
    const restore = page.getByRole('button', { name: `Restaurar Papelera 6 ${runId}` })
    await restore.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await restore.click()
    await expect(restore).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Abrir' })).toBeInViewport({ ratio: 1 })
  })
})

test('counts an answer from the administrator’s own mail program after confirmation', async ({ page }) => {
  await page.setViewportSize(phone)
  await signIn(page)
  await postTo(page, '/api/mail/sendMail', {
    person: `Propia ${runId}`,
    from: 'ana@visita.example',
    body: 'Llamame al +54 9 11 5555-1234.',
  })
  await page.goto(`/admin/messages?q=${runId}`)
  await page.getByRole('link', { name: `Leer el mensaje de Propia ${runId}` }).click()
  await expect(page.getByRole('link', { name: '+54 9 11 5555-1234' })).toHaveAttribute(
    'href',
    'tel:+5491155551234',
  )
  await page.getByLabel('Tu respuesta').fill('Te llamo.')
  const sent = page.getByRole('button', { name: 'Ya lo mandé' })
  await expect(sent).toHaveCount(0)
  await page.getByRole('button', { name: 'Responder desde mi correo' }).click()
  await expect(sent).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await expect(page.getByRole('button', { name: 'Marcar como respondido' })).toBeVisible()
  // After a failure the retry sends the text that the field contains at that time.
  await page.route('**/answers', (route) => route.abort(), { times: 1 })
  await sent.click()
  await expect(page.locator('.problem')).toContainText('No pudimos conectarnos')
  await page.getByLabel('Tu respuesta').fill('Te llamo mañana.')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expectNotice(page, 'Actualizado')
  await expect(page.getByRole('listitem').filter({ hasText: 'Respondido por' })).toContainText(
    'Te llamo mañana.',
  )

  // A failed export shows an error and saves no file.
  await page.getByRole('link', { name: 'Volver' }).click()
  await page.route('**/export.csv*', (route) => route.fulfill({ status: 503 }))
  await page.getByRole('link', { name: /^Exportar CSV/ }).click()
  await expect(page.locator('.problem')).toBeVisible()
})

test.describe('messages in the bar', () => {
  test.use({ viewport: phone })

  test('use the singular for one refused field, and confirm when it is corrected', async ({ page }) => {
    await signIn(page)
    const { _id } = await createResident(page, `Uno solo ${runId}`)
    await openScreen(page, `${residents.admin.update}/${_id}`)
    await page.getByLabel('Press kit').fill('no es un enlace')
    await page.getByRole('button', { name: 'Guardar y volver' }).click()
    await expect(problemText(page)).toHaveText(
      'Hay un campo que no podemos aceptar. Revisalo y probá de nuevo.',
    )
    await page.getByLabel('Press kit').fill('https://club.example/y')
    await expect(bar(page)).toContainText('Ya está todo. Guardá de nuevo.')
    await expect(problemText(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Guardar y volver' }).click()
    await expectNotice(page, 'Actualizado')
  })

  test('name a person who was not approved, as displayed', async ({ page, context }) => {
    const email = `no-aprobada-${runId}@clúb.example`
    const shown = `no-aprobada-${runId}@xn--clb-9na.example`
    await postTo(page, '/api/admin', { email, password: 'una clave bien larga' })
    await signIn(page)
    await openScreen(page, '/admin/users')
    const approve = page.getByRole('button', { name: `Aprobar ${shown}` })
    await expect(approve).toBeVisible()
    await context.setOffline(true)
    await approve.click()
    await expect(problemText(page)).toContainText(`No se aprobó a ${shown}. No pudimos conectarnos`)
    const again = bar(page).getByRole('button', { name: `Reintentar: aprobar a ${shown}` })
    await expect(again).toHaveText(/^Reintentar/)
    await context.setOffline(false)
    await again.click()
    await expectNotice(page, 'Actualizado')
    await expect(approve).toHaveCount(0)
  })

  test('name a session that was not closed', async ({ page, context, browser, baseURL }) => {
    const other = await browser.newPage({ baseURL: baseURL as string })
    await signIn(other)
    await signIn(page)
    await openScreen(page, '/admin/account')
    const sessions = page.getByRole('list', { name: 'Sesiones' })
    const close = sessions.getByRole('button', { name: /^Cerrar la sesión de / }).first()
    await expect(close).toBeVisible()
    await context.setOffline(true)
    await close.click()
    await expect(problemText(page)).toContainText(/^No se cerró la sesión de .+\. No pudimos conectarnos/)
    await expect(bar(page).getByRole('button', { name: /^Reintentar: cerrar la sesión de / })).toBeVisible()
    await page.getByRole('button', { name: 'Cerrar todas las demás' }).click()
    await expect(problemText(page)).toContainText('No se cerraron tus otras sesiones. No pudimos conectarnos')
    await context.setOffline(false)
    await bar(page).getByRole('button', { name: 'Reintentar: cerrar todas las demás sesiones' }).click()
    await expectNotice(page, 'Borrado')
    await expect(sessions.getByRole('listitem')).toHaveCount(1)
    await other.close()
  })
})
