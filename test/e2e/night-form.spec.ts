/** The form of a night on a phone: flyer, line-up, tickets, and a copy for the next night. */

import sharp from 'sharp'
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
import { deleteAt, postTo, putTo, readFrom } from './club-api.ts'
import { expect, type Page, test } from './journey.ts'

const { events } = resources

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

const artist = `Nadia ${runId}`
const url = `https://entradas.example/noche-${runId}`

/** Creates a picture of a phone story's format: twice as high as wide. */
const createStory = async () =>
  toImageFile(
    await sharp({ create: { width: 1080, height: 1920, channels: 3, background: '#c40' } })
      .jpeg()
      .toBuffer(),
  )

const group = (page: Page, label: string) =>
  page.locator('details.field-group').filter({ has: page.locator('summary', { hasText: label }) })

const rows = (page: Page, label: string) => page.getByRole('group', { name: label }).locator('.rows-row')

/** Reads the drafts that this device stores. */
const readDrafts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ lineup?: { name: string }[]; copied?: string }[]>((resolve) => {
        const opening = indexedDB.open('drafts')
        opening.onsuccess = () => {
          const reading = opening.result.transaction('drafts').objectStore('drafts').getAll()
          reading.onsuccess = () => {
            opening.result.close()
            resolve(reading.result.map(({ values }) => values))
          }
        }
      }),
  )

const readDraftLineups = async (page: Page) =>
  (await readDrafts(page)).map(({ lineup }) => lineup?.map(({ name }) => name))

const readDraftConfirmations = async (page: Page) => (await readDrafts(page)).map(({ copied }) => copied)

const confirmCopy = (page: Page, name: string) => page.getByRole('button', { name }).tap()

async function findNights(page: Page, link: string) {
  const { data } = await readFrom(page, '/api/events?limit=500')
  return data.filter((one: { url: string }) => one.url === link)
}

test('creates a night with flyer, line-up and tickets, and the next one as its copy in three taps', {
  tag: ['@wcag-3.3.7-office', '@atag-B.1.2.3', '@atag-B.1.2.4'],
}, async ({ page }) => {
  await signIn(page)
  const resident = await postTo(page, '/api/residents', {
    name: artist,
    pressKit: 'https://club.example/kit',
    draft: true,
  })

  await openScreen(page, events.admin.create)
  // The form shows the important fields first. The groups of the other fields are folded.
  await expect(group(page, 'Line-up').locator('summary')).toContainText('Sin completar')
  await unfoldMoreFields(page)
  await page.getByLabel('Flyer grande: elegir imagen').setInputFiles(await createStory())
  await expect(page.getByRole('group', { name: 'Flyer cuadrado' }).locator('img')).toBeVisible()
  await page.getByLabel('Qué se ve en la imagen (Flyer grande)').fill('Un flyer naranja.')
  await expect(page.getByLabel('Qué se ve en la imagen (Flyer cuadrado)')).toHaveCount(0)
  await page.getByLabel('Fecha', { exact: true }).fill('2031-03-01')
  await page.getByLabel('Hora (opcional)').fill('23:30')
  await page.getByLabel('Enlace de entradas').fill(url.replace('https://', ''))
  await page.getByLabel('Enlace de entradas').blur()
  await expect(page.getByLabel('Enlace de entradas')).toHaveValue(url)

  await page.getByLabel('Nombre de la fecha (opcional)').fill(`Noche larga ${runId}`)

  await group(page, 'Line-up').locator('summary').tap()
  const add = page.getByRole('button', { name: 'Agregar artista' })
  // The line-up gets three rows: an artist of the club (found by the first letters), a name that the club does not have,
  // and a row without a name.
  await add.tap()
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type(artist.slice(0, -1))
  await page.getByRole('option', { name: artist }).tap()
  await expect(page.getByText(`Del club: ${artist}, residente, borrador`)).toBeVisible()
  await page.getByLabel('Desde (opcional)').fill('01:00')
  // Adding a row folds the previous row to one line, and focuses the name field of the new row.
  await add.tap()
  await expect(page.getByRole('button', { name: `${artist} 01:00` })).toHaveAttribute(
    'aria-expanded',
    'false',
  )
  await expect(page.getByRole('combobox')).toBeFocused()
  await expect(page.getByLabel('Desde (opcional)')).toHaveCount(0)
  await page.keyboard.type('Beto')
  await expect(page.getByLabel('Desde (opcional)')).toBeVisible()
  await page.getByRole('button', { name: 'Listo Beto' }).tap()
  await expect(page.getByRole('button', { name: 'Beto', exact: true })).toBeFocused()
  await add.tap()
  expect(await findAxeViolations(page)).toEqual([])

  // The keyboard can move rows. Screen readers announce each step, and the handle keeps the focus.
  await page.getByRole('button', { name: /^Mover Beto/ }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Beto: lugar 1 de 3.')).toBeAttached()
  await expect(page.getByRole('button', { name: /^Mover Beto/ })).toBeFocused()
  await expect(rows(page, 'Line-up').nth(1)).toContainText(artist)

  // A row without a name prevents publishing, in any position.
  await group(page, 'Line-up').locator('summary').tap()
  const create = page.getByRole('button', { name: 'Publicar' })
  await create.tap()
  await expect(page.getByRole('combobox')).toBeFocused()
  await expect(page.getByRole('combobox')).toHaveAttribute('aria-invalid', 'true')
  await expect(rows(page, 'Line-up').nth(2).getByText('Falta completar «Nombre».')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar artista sin nombre' }).tap()
  await expect(rows(page, 'Line-up')).toHaveCount(2)

  await group(page, 'Entradas').locator('summary').tap()
  await page.getByRole('button', { name: 'Agregar entrada' }).tap()
  await page.getByLabel('Nombre', { exact: true }).fill('General')
  await page.getByLabel('Precio (opcional)').fill('12.000,50')
  await expect(page.getByLabel('Precio (opcional)')).toHaveAccessibleDescription(/Se lee: «\$\s12\.000,50»\./)
  await page.getByLabel('Disponibilidad').selectOption('Agotada')
  await expect(group(page, 'Entradas').locator('summary')).toContainText('1: General')

  await create.tap()
  await expectNotice(page, 'Creado')
  const [made] = await findNights(page, url)
  expect(made).toMatchObject({
    date: '2031-03-01T23:30',
    title: `Noche larga ${runId}`,
    alt: { flyerLarge: 'Un flyer naranja.', flyerGrid: 'Un flyer naranja.' },
    images: { flyerLarge: { width: 1080, height: 1920 }, flyerGrid: { width: 1080, height: 1080 } },
    offers: [{ name: 'General', price: 12_000.5, currency: 'ARS', url: null, availability: 'soldout' }],
  })
  const own = await readFrom(page, '/api/events?state=all&limit=500')
  const whole = own.data.find(({ _id }: { _id: string }) => _id === made._id)
  expect(whole.lineup).toMatchObject([
    { name: 'Beto', artist: null },
    { name: artist, artist: { resource: 'residents', _id: resident._id }, from: '01:00' },
  ])

  // Three taps copy a night from the list.
  await openScreen(page, `${events.admin.update}?q=${encodeURIComponent(`Noche larga ${runId}`)}`)
  await page.getByRole('button', { name: `Más de Noche larga ${runId}` }).tap()
  await page.getByRole('link', { name: `Duplicar Noche larga ${runId}` }).tap()
  await expect(page.getByLabel('Fecha', { exact: true })).toHaveValue('2031-03-08')
  // Two nights on one day may be intended. The form therefore shows only a hint, with a link to the other night.
  await page.getByLabel('Fecha', { exact: true }).fill('2031-03-01')
  const same = page
    .locator('[aria-live=polite]')
    .filter({ hasText: `Ese día ya está «Noche larga ${runId}».` })
  await expect(same.getByRole('link')).toHaveAttribute('href', `${events.admin.update}/${made._id}`)
  await page.getByLabel('Fecha', { exact: true }).fill('2031-03-08')
  await expect(same).toHaveCount(0)
  await expect(group(page, 'Line-up').locator('summary')).toContainText(`2: Beto, ${artist}`)
  expect(await findAxeViolations(page)).toEqual([])
  await confirmCopy(page, 'Sí, el mismo enlace')
  await confirmCopy(page, 'Sí, el mismo flyer')
  await page.getByRole('button', { name: 'Publicar' }).tap()
  await expectNotice(page, 'Creado')
  const nights = await findNights(page, url)
  expect(nights).toHaveLength(2)
  const copy = nights.find(({ _id }: { _id: string }) => _id !== made._id)
  expect(copy).toMatchObject({
    date: '2031-03-08T23:30',
    flyerLarge: made.flyerLarge,
    flyerGrid: made.flyerGrid,
    alt: made.alt,
    offers: [{ name: 'General', availability: 'available' }],
    lineup: [{ name: 'Beto' }, { name: artist }],
  })
  expect(copy.offers[0]._id).not.toBe(made.offers[0]._id)

  // Editing one field keeps the values of the others, and an optional field can be emptied.
  await openScreen(page, `${events.admin.update}/${copy._id}`)
  await page.getByLabel('Nombre de la fecha (opcional)').fill('')
  await page.getByRole('button', { name: 'Guardar y volver' }).tap()
  await expectNotice(page, 'Actualizado')
  const edited = (await findNights(page, url)).find(({ _id }: { _id: string }) => _id === copy._id)
  expect(edited).toMatchObject({ title: null, date: copy.date, offers: copy.offers, lineup: copy.lineup })

  for (const { _id } of nights) await deleteAt(page, `/api/events/${_id}`)
  await deleteAt(page, `/api/residents/${resident._id}`)
})

test('pastes a line-up, creates an artist on the spot, and reveals all artists at the same time', async ({
  page,
}) => {
  await signIn(page)
  const known = `Pegada ${runId}`
  const unknown = `Desconocida ${runId}`
  await postTo(page, '/api/residents', { name: known, pressKit: 'https://club.example/kit' })
  const flyer = toDataUrl(await createSmallPicture('#357'))
  const night = await postTo(page, '/api/events', {
    flyerLarge: flyer,
    flyerGrid: flyer,
    date: '2031-04-05T23:30',
    url,
    title: `Pegado ${runId}`,
  })
  await openScreen(page, `${events.admin.update}/${night._id}`)
  await group(page, 'Line-up').locator('summary').tap()
  const paste = page.getByLabel('Pegar el line-up')
  await paste.fill(`LINE-UP:\n23:59 - ${known.toUpperCase()}\n• 1.30 a 3am ${unknown}`)
  await expect(page.getByText('Se agregaron 2 artistas. 1 tiene página en el sitio.')).toBeVisible()
  await expect(paste).toHaveValue('')
  await expect(rows(page, 'Line-up')).toContainText([`${known} 23:59`, `${unknown} 01:30`])
  expect(await findAxeViolations(page)).toEqual([])

  // Enter adds the typed line, and Deshacer removes only what the last text added.
  await paste.fill('Beto')
  await paste.press('Enter')
  await expect(rows(page, 'Line-up')).toHaveCount(3)
  await page.getByRole('button', { name: 'Deshacer' }).tap()
  await expect(rows(page, 'Line-up')).toHaveCount(2)
  // The text returns, and is not added again by itself.
  await expect(paste).toBeFocused()
  await expect(paste).toHaveValue('Beto')
  await page.getByRole('button', { name: 'Agregar', exact: true }).tap()
  await expect(rows(page, 'Line-up')).toHaveCount(3)
  await expect(paste).toBeFocused()
  await page.getByRole('button', { name: 'Deshacer' }).tap()
  await paste.fill('')

  // A room applies to the lines below it. Lines that are no artists are shown, and one tap adds each.
  await paste.fill('SALA 2:\nGracias por venir!\n4 - 5:30 Caro')
  await expect(page.getByText('Se agregó 1 artista. 1 línea no parece artista:')).toBeVisible()
  await expect(rows(page, 'Line-up').last()).toContainText('Caro SALA 2 · 04:00 · 05:30')
  await page.getByRole('button', { name: 'Agregar Gracias por venir!' }).tap()
  await expect(rows(page, 'Line-up')).toHaveCount(4)
  await expect(paste).toBeFocused()
  await page.getByRole('button', { name: 'Deshacer' }).tap()
  await expect(rows(page, 'Line-up')).toHaveCount(2)
  await paste.fill('')

  // A new row begins when the last one ends.
  await page.getByRole('button', { name: 'Agregar artista' }).tap()
  await expect(page.getByLabel('Desde (opcional)')).toHaveValue('03:00')
  await page.getByRole('button', { name: /^Quitar artista sin nombre/ }).tap()

  await page.getByRole('button', { name: new RegExp(`^${unknown} `) }).tap()
  await page.getByRole('button', { name: `Crear su página (${unknown})` }).tap()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Nombre')).toHaveValue(unknown)
  expect(await findAxeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Publicar residente' }).tap()
  await expect(dialog.getByLabel('Press kit')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Press kit').fill('club.example/prensa')
  await dialog.getByRole('button', { name: 'Publicar residente' }).tap()
  await expectNotice(page, 'Creado')
  await expect(page.getByText(`Del club: ${unknown}, residente`)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(night._id))

  await page.getByLabel('Revelar todo el line-up').fill('2031-04-04T20:00')
  // The typed line is part of the save, although Enter was not pressed.
  await paste.fill('Ultima')
  await page.getByRole('button', { name: 'Guardar', exact: true }).tap()
  await expectNotice(page, 'Actualizado')
  const revealAt = '2031-04-04T23:00:00.000Z'
  const saved = await readFrom(page, `/api/events/${night._id}`)
  expect(saved.lineup).toMatchObject([
    { name: known, from: '23:59', to: null, artist: { resource: 'residents' }, revealAt },
    { name: unknown, from: '01:30', to: '03:00', artist: { resource: 'residents' }, revealAt },
    { name: 'Ultima', from: null, artist: null, revealAt },
  ])
})

test('shows the page of the unsaved night beside the form, and behind one button on a phone', async ({
  page,
}) => {
  await signIn(page)
  const flyer = toDataUrl(await createSmallPicture('#735'))
  const night = await postTo(page, '/api/events', {
    flyerLarge: flyer,
    flyerGrid: flyer,
    date: '2031-04-12T23:30',
    url,
    title: `Mirada ${runId}`,
  })
  const heading = page.frameLocator('iframe').getByRole('heading', { level: 1 })
  await openScreen(page, `${events.admin.update}/${night._id}`)
  await expect(heading).toBeHidden()
  await page.getByLabel('Nombre de la fecha (opcional)').fill(`Sin guardar ${runId}`)
  await page.getByRole('tab', { name: 'Vista previa' }).tap()
  await expect(heading).toHaveText(`Sin guardar ${runId}`)

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByLabel('Nombre de la fecha (opcional)').fill('')
  await expect(heading).toHaveText('Sábado 12 de abril')
  await group(page, 'Line-up').locator('summary').click()
  await page.getByLabel('Pegar el line-up').fill('23:59 Ana\n1am Beto')
  await expect(page.frameLocator('iframe').getByRole('region', { name: 'Line-up' })).toContainText('Beto')
  // A new picture is shown, but it is not uploaded before the night is saved.
  const uploads: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') uploads.push(request.url())
  })
  await page.getByLabel('Flyer grande: cambiar imagen').setInputFiles(await createStory())
  await expect(page.frameLocator('iframe').locator('.night-poster img[src^="data:"]')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  expect(uploads).toEqual([])
  const stored = await readFrom(page, `/api/events/${night._id}`)
  expect(stored).toMatchObject({ title: `Mirada ${runId}`, lineup: [], flyerLarge: night.flyerLarge })

  // The page of a new night is shown before the night is complete.
  await openScreen(page, events.admin.create)
  await page.getByLabel('Nombre de la fecha (opcional)').fill(`Nueva ${runId}`)
  await expect(heading).toHaveText(`Nueva ${runId}`)
})

test('fills a new night from a message, shows the words of each value, and takes one out with one tap', async ({
  page,
}) => {
  const name = `Marea ${runId}`
  await signIn(page)
  await openScreen(page, events.admin.create)
  await page.getByText('Pegar un mensaje').tap()
  const message = page.getByLabel('El mensaje entero')
  await message.fill('🔥\n\n🔥🔥')
  await page.getByRole('button', { name: 'Completar la fecha' }).tap()
  await expect(page.getByText('No encontramos ningún dato en el mensaje.')).toBeVisible()
  await page.getByRole('button', { name: 'Deshacer todo' }).tap()
  await expect(message).toHaveValue('🔥\n\n🔥🔥')
  await expect(message).toBeFocused()

  await message.fill(
    `*${name}*\n31/12/2027 · Puertas 23:59\n\nLINE UP\n00 a 02hs ${artist}\n02 - 3:30 Beto\n\nAnticipadas $12.000\nPuerta $15.000\npassline.com/marea\nTraé abrigo`,
  )
  const guesses = page.locator('.pasted-message-list li')
  await expect(guesses).toHaveCount(7)
  await expect(page.locator('[aria-live=polite]').filter({ hasText: 'Completamos 7 datos.' })).toBeFocused()
  await expect(guesses.first()).toContainText('31-12-2027 23:59')
  await expect(guesses.first().locator('q')).toHaveText('31/12/2027 · Puertas 23:59')
  await expect(guesses.filter({ hasText: 'Beto' })).toContainText('02:00 – 03:30')
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByText('Sin usar (2)').tap()
  await expect(page.getByText('Traé abrigo')).toBeVisible()
  await guesses.filter({ hasText: 'Beto' }).getByRole('button', { name: 'Quitar' }).tap()
  await expect(page.locator('[aria-live=polite]').filter({ hasText: 'Completamos 6 datos.' })).toBeFocused()
  await guesses.filter({ hasText: 'passline' }).getByRole('button', { name: 'Quitar' }).tap()

  await expect(page.getByLabel('Nombre de la fecha (opcional)')).toHaveValue(name)
  await expect(page.getByLabel('Enlace de entradas')).toHaveValue('')
  await group(page, 'Line-up').locator('summary').tap()
  await expect(rows(page, 'Line-up')).toHaveCount(1)
  await group(page, 'Entradas').locator('summary').tap()
  await expect(rows(page, 'Entradas')).toHaveCount(2)
  expect(await readFrom(page, `/api/events?q=${encodeURIComponent(name)}`)).toMatchObject({ data: [] })
})

test('requires confirmed links and flyer before a copied night is published or scheduled', async ({
  page,
}) => {
  const link = `https://entradas.example/copia-${runId}`
  const picture = toDataUrl(await createSmallPicture('#274'))
  await signIn(page)
  const source = await postTo(page, '/api/events', {
    title: `Copiada ${runId}`,
    date: '2031-06-07T23:30',
    url: link,
    flyerLarge: picture,
    flyerGrid: picture,
    offers: [
      { name: 'General', url: null },
      { name: 'Mesa', url: 'https://mesas.example/1' },
    ],
  })
  const list = { name: 'De la casa', quota: 40, conditions: [{ until: '01:00', label: 'Gratis' }] }
  const lists = (night: string) => `/api/events/${night}/lists`
  await postTo(page, lists(source._id), list)
  const byTitle = async () => {
    const found = `/api/events?state=all&q=${encodeURIComponent(`Copiada ${runId}`)}`
    const { data } = await readFrom(page, found)
    return data.filter(({ _id }: { _id: string }) => _id !== source._id)
  }
  const sameLink = page.getByRole('button', { name: 'Sí, el mismo enlace' })
  const sameLinks = page.getByRole('button', { name: 'Sí, los mismos enlaces' })
  const sameFlyer = page.getByRole('button', { name: 'Sí, el mismo flyer' })
  const publish = page.getByRole('button', { name: 'Publicar' })

  await openScreen(page, `${events.admin.create}?from=${source._id}`)
  await expect(
    page.getByText('Es el enlace de la fecha del sábado 7 de junio. ¿El mismo enlace?'),
  ).toBeVisible()
  await expect(
    page.getByText('Es el flyer de la fecha del sábado 7 de junio. ¿El mismo flyer?'),
  ).toBeVisible()
  await publish.tap()
  await expect(page.locator('.problem')).toHaveText(
    'Falta que confirmes, o cambies, lo que puede ser de otra fecha.',
  )
  await expect(page.getByText('3 campos para revisar')).toBeVisible()
  await expect(sameFlyer).toBeFocused()
  await expect(sameFlyer).toBeInViewport({ ratio: 1 })
  await expect(sameFlyer).toHaveAccessibleDescription(/Es el flyer de la fecha del.*Confirmalo/)
  await expect(sameLink).toHaveAccessibleDescription(/Es el enlace de la fecha del.*Confirmalo/)
  // The refusal unfolds the group that contains the ticket links.
  await expect(sameLinks).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  expect(await byTitle()).toEqual([])

  // Scheduling needs the same confirmations as publishing.
  const choose = (name: string) =>
    page.getByRole('group', { name: 'Publicación' }).getByRole('radio', { name }).check()
  await choose('Programar')
  await page.getByLabel('Sale el día').fill('2031-06-01')
  await page.getByLabel('A la hora', { exact: true }).first().fill('12:00')
  await page.getByRole('button', { name: 'Programar' }).tap()
  await expect(sameFlyer).toBeFocused()
  expect(await byTitle()).toEqual([])

  // This device stores the confirmations, so they survive a reload. Changed values need no confirmation.
  await sameLink.tap()
  await expect(sameLink).toHaveCount(0)
  await expect(page.getByText('2 campos para revisar')).toBeVisible()
  await sameLinks.tap()
  await expect(page.getByText('1 campo para revisar')).toBeVisible()
  await expect.poll(() => readDraftConfirmations(page)).toContain('url\noffers')
  await page.reload()
  await expect(page.getByText('Recuperamos lo que estabas escribiendo.')).toBeVisible()
  await expect(sameFlyer).toBeVisible()
  await expect(sameLink).toHaveCount(0)
  await expect(page.getByText('Es el enlace de la fecha del sábado 7 de junio.')).toBeVisible()
  await page
    .getByLabel('Flyer grande: cambiar imagen')
    .setInputFiles(toImageFile(await createSmallPicture('#a12')))
  await expect(sameFlyer).toHaveCount(0)
  await choose('Publicar')
  await publish.tap()
  await expectNotice(page, 'Creado')
  const [published] = await byTitle()
  expect(published).toMatchObject({ url: link, draft: false, date: '2031-06-14T23:30' })
  expect(published.flyerLarge).not.toBe(source.flyerLarge)
  await deleteAt(page, `/api/events/${published._id}`)

  // A draft can be saved without the confirmations. Publishing the draft requires them, also from the list.
  await openScreen(page, `${events.admin.create}?from=${source._id}`)
  await choose('Borrador')
  await page.getByRole('button', { name: 'Guardar borrador' }).tap()
  await expectNotice(page, 'Creado')
  const [draft] = await byTitle()
  expect(draft).toMatchObject({ url: link, draft: true })
  // The form names its source, so the server copies the guest lists of the night.
  expect((await readFrom(page, lists(draft._id))).data).toMatchObject([list])
  await openScreen(page, `${events.admin.update}?q=${encodeURIComponent(`Copiada ${runId}`)}`)
  await page.getByRole('button', { name: /^Más de Copiada .* 14 de junio/ }).tap()
  await page.getByRole('button', { name: /^Publicar Copiada .* 14 de junio/ }).tap()
  await expectNotice(page, 'Oops...')
  await expect(page).toHaveURL(`${events.admin.update}/${draft._id}`)
  await choose('Publicar')
  await page.getByRole('button', { name: 'Publicar y volver' }).tap()
  await expect(sameFlyer).toBeFocused()
  for (const answer of [sameLink, sameLinks, sameFlyer]) await answer.tap()
  await page.getByRole('button', { name: 'Publicar y volver' }).tap()
  await expectNotice(page, 'Actualizado')
  expect((await byTitle())[0]).toMatchObject({ url: link, draft: false })
  for (const { _id } of [draft, source]) await deleteAt(page, `/api/events/${_id}`)
})

test('opens a draft before it is compared with other nights, and asks for confirmation when the comparison fails', async ({
  page,
}) => {
  const picture = toDataUrl(await createSmallPicture('#395'))
  await signIn(page)
  const draft = await postTo(page, '/api/events', {
    date: '2031-09-06T23:30',
    url: `https://entradas.example/sola-${runId}`,
    flyerLarge: picture,
    flyerGrid: picture,
    draft: true,
  })
  const isDraft = async () => (await readFrom(page, `/api/events/${draft._id}`)).draft
  let fail = () => {}
  const failing = new Promise<void>((resolve) => {
    fail = resolve
  })
  await page.route(
    ({ pathname, searchParams }) => pathname === '/api/events' && searchParams.get('limit') === '100',
    async (route) => {
      await failing
      await route.fulfill({ status: 503, body: '{}' })
    },
  )
  await openScreen(page, `${events.admin.update}/${draft._id}`)
  await expect(page.getByLabel('Enlace de entradas')).toBeVisible()
  const sameLink = page.getByRole('button', { name: 'Sí, es este enlace' })
  const sameFlyer = page.getByRole('button', { name: 'Sí, es este flyer' })
  await expect(sameFlyer).toHaveCount(0)
  await expect(sameLink).toHaveCount(0)
  await page.getByRole('group', { name: 'Publicación' }).getByRole('radio', { name: 'Publicar' }).check()
  const publish = page.getByRole('button', { name: 'Publicar y volver' })
  await publish.tap()
  await expect(page.locator('.action-bar .sending')).toBeVisible()
  fail()
  await expect(sameFlyer).toBeFocused()
  await expect(page.getByText('No pudimos ver si viene de otra fecha. ¿Es este el enlace?')).toBeVisible()
  expect(await isDraft()).toBe(true)
  await sameLink.tap()
  await sameFlyer.tap()
  await publish.tap()
  await expectNotice(page, 'Actualizado')
  expect(await isDraft()).toBe(false)
  await deleteAt(page, `/api/events/${draft._id}`)
})

test('moves rows by dragging and tapping, and stores the order in the draft', {
  tag: ['@wcag-2.5.7-office'],
}, async ({ page }) => {
  await signIn(page)
  await openScreen(page, events.admin.create)
  await group(page, 'Line-up').locator('summary').tap()
  for (const name of ['Uno', 'Dos', 'Tres']) {
    await page.getByRole('button', { name: 'Agregar artista' }).tap()
    await page.getByRole('combobox').fill(name)
    await page.getByRole('button', { name, exact: true }).tap()
  }
  const order = () => page.locator('.rows-title').allTextContents()
  const handle = page.getByRole('button', { name: /^Mover Uno/ })
  await handle.scrollIntoViewIfNeeded()
  const box = await handle.boundingBox()
  const last = await page.getByRole('button', { name: /^Mover Tres/ }).boundingBox()
  if (!box || !last) throw new Error('no handles')
  for (const side of [box.width, box.height]) expect(side).toBeGreaterThanOrEqual(44)
  await page.mouse.move(box.x + 22, box.y + 22)
  await page.mouse.down()
  await page.mouse.move(box.x + 22, last.y + 30, { steps: 20 })
  await page.mouse.up()
  await expect.poll(order).toEqual(['Dos', 'Tres', 'Uno'])

  await page.getByRole('button', { name: 'Uno', exact: true }).tap()
  await page.getByRole('button', { name: 'Subir Uno' }).tap()
  await expect.poll(order).toEqual(['Dos', 'Uno', 'Tres'])
  await expect(page.getByRole('button', { name: 'Subir Uno' })).toBeFocused()

  // The draft on this device contains the new order.
  await expect.poll(() => readDraftLineups(page)).toContainEqual(['Dos', 'Uno', 'Tres'])
  await page.reload()
  await expect(page.getByText('Recuperamos lo que estabas escribiendo.')).toBeVisible()
  await group(page, 'Line-up').locator('summary').tap()
  await expect.poll(order).toEqual(['Dos', 'Uno', 'Tres'])
})

test('asks whether a changed day is a new date, and announces it only after a tap', async ({ page }) => {
  await signIn(page)
  const picture = toDataUrl(await createSmallPicture('#468'))
  const title = `Mudanza ${runId}`
  const { _id, slug } = await postTo(page, '/api/events', {
    flyerLarge: picture,
    flyerGrid: picture,
    date: '2032-06-25T23:30',
    title,
    url: 'https://entradas.example/mudanza',
    offers: [{ name: 'General', availability: 'soldout' }],
    lineup: [{ name: 'Ana' }, { name: 'Beto' }],
  })
  const form = `${events.admin.update}/${_id}`
  const state = group(page, 'Estado').locator('summary')
  const day = page.getByLabel('Fecha', { exact: true })
  const question = page.getByText('Cambiaste el día. ¿Avisar que es nueva fecha?')
  const yes = page.getByRole('button', { name: 'Sí, es nueva fecha' })
  const stored = () => readFrom(page, `/api/events/${_id}`)

  await openScreen(page, form)
  await expect(state).toContainText('Agotada')
  await day.fill('2032-06-28')
  await expect(question).toBeVisible()
  await expect(state).toHaveText(/Estado\s*Agotada/)
  expect(await findAxeViolations(page)).toEqual([])
  // The stored day withdraws the answer.
  await yes.tap()
  await expect(question).toBeHidden()
  await expect(page.getByText('Al guardar, el sitio dice NUEVA FECHA')).toBeVisible()
  await expect(day).toBeFocused()
  await expect(state).toContainText('Nueva fecha · Agotada')
  await day.fill('2032-06-25')
  await expect(state).not.toContainText('Nueva fecha')
  await expect(question).toBeHidden()

  await day.fill('2032-06-28')
  await yes.tap()
  await page.getByRole('button', { name: 'Guardar y volver' }).tap()
  await expectNotice(page, 'Actualizado')
  expect(await stored()).toMatchObject({
    date: '2032-06-28T23:30',
    status: 'rescheduled',
    previousDate: '2032-06-25T23:30',
  })
  // Earlier nights of other tests can fill the first page of the list.
  await openScreen(page, `${events.admin.update}?q=${title}`)
  const row = page.locator('.item').filter({ hasText: title })
  await expect(row).toContainText('NUEVA FECHA')
  await expect(row).toContainText('AGOTADA')
  const { slug: moved } = await stored()
  expect(moved).not.toBe(slug)
  await page.goto(`/fechas/${moved}`)
  await expect(page.locator('.night-page .stamp-rescheduled')).toHaveText('NUEVA FECHA')
  await expect(page.locator('.night-page s').first()).toContainText('25')

  // A draft was announced to nobody.
  await putTo(page, `/api/events/${_id}`, { status: 'scheduled', draft: true })
  await openScreen(page, form)
  await day.fill('2032-06-30')
  await expect(page.getByText('miércoles 30 de junio')).toBeVisible()
  await expect(question).toHaveCount(0)
  await deleteAt(page, `/api/events/${_id}`)
})

test('warns of a publication and a line-up after the night, and has the note for visitors in sight', async ({
  page,
}) => {
  await signIn(page)
  const picture = toDataUrl(await createSmallPicture('#486'))
  const { _id } = await postTo(page, '/api/events', {
    flyerLarge: picture,
    flyerGrid: picture,
    date: '2032-07-03T23:30',
    title: `Tarde ${runId}`,
    url: 'https://entradas.example/tarde',
    lineup: [{ name: 'Ana' }, { name: 'Beto' }],
    visitNote: 'Abrimos a las 22.',
    draft: true,
  })
  await openScreen(page, `${events.admin.update}/${_id}`)
  const warning = page.getByText('Eso es después de que empieza la fecha.')
  await expect(group(page, 'Antes de venir').locator('summary')).toContainText('Abrimos a las 22.')
  await group(page, 'Antes de venir').locator('summary').tap()
  await expect(page.getByLabel('Solo en esta fecha (opcional)').first()).toHaveValue('Abrimos a las 22.')

  await page.getByRole('radio', { name: 'Programar' }).check()
  await page.getByLabel('Sale el día').fill('2032-07-02')
  await expect(page.getByText('Sale el viernes 2 de julio', { exact: false })).toBeVisible()
  await expect(warning).toHaveCount(0)
  await page.getByLabel('Sale el día').fill('2032-07-05')
  await expect(warning).toBeVisible()

  await group(page, 'Line-up').locator('summary').tap()
  await page.getByLabel('Revelar todo el line-up').fill('2032-07-04T12:00')
  await expect(warning).toHaveCount(2)
  await page.getByLabel('Revelar todo el line-up').fill('2032-07-02T12:00')
  await expect(warning).toHaveCount(1)
  // The warning does not block saving.
  await page.getByRole('button', { name: 'Programar', exact: true }).tap()
  await expectNotice(page, 'Actualizado')
  await deleteAt(page, `/api/events/${_id}`)
})
