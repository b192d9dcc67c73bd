/** The lists of a night and its door in the back office, on a phone. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { pressAway } from '../../../test/e2e/accessibility-helpers.ts'
import {
  createSmallPicture,
  expectNotice,
  findAxeViolations,
  openCommandMenu,
  openScreen,
  runId,
  signIn,
  toDataUrl,
  toImageFile,
} from '../../../test/e2e/back-office-helpers.ts'
import { deleteAt, postTo, putTo, readFrom } from '../../../test/e2e/club-api.ts'
import { expect, type Locator, type Page, test } from '../../../test/e2e/journey.ts'
import { nightListsPath } from '../admin/night-views.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const CHAT = fileURLToPath(new URL('../test/chat-exports/_chat.txt', import.meta.url))

const NEW_NIGHT = `Desde cero ${runId}`

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const names = (page: Page) => page.getByRole('textbox', { name: 'Sumar nombres' })
const rows = (page: Page) => page.getByRole('region', { name: 'Invitados' }).getByRole('listitem')

/** Nights of the running test. They are deleted after it, because other journeys count nights. */
let nights: string[] = []

test.afterEach(async ({ page }) => {
  for (const id of nights) await deleteAt(page, `/api/events/${id}`)
  nights = []
})

async function createNight(page: Page, title: string, date: string): Promise<string> {
  const picture = toDataUrl(await createSmallPicture('#345'))
  const { _id } = await postTo(page, '/api/events', {
    flyerLarge: picture,
    flyerGrid: picture,
    date,
    url: 'https://entradas.example/x',
    title,
  })
  nights.push(_id)
  return _id
}

async function createList(page: Page, event: string, list: object): Promise<string> {
  const { _id } = await postTo(page, `/api/events/${event}/lists`, {
    name: 'Amigos',
    conditions: [{ until: '01:00', label: 'Gratis' }],
    ...list,
  })
  return _id
}

const readGuests = async (page: Page, list: string) =>
  (await readFrom(page, `/api/lists/${list}/guests`)).data

test('takes at most 25 taps for a night from nothing: list, names, link, door, what happened', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, '/admin')
  let taps = 0
  const tap = (place: Locator) => {
    taps++
    return place.tap()
  }

  await test.step('the night', async () => {
    await tap(main(page).getByRole('link', { name: /Fecha$/ }))
    const day = page.getByLabel('Fecha', { exact: true })
    await tap(day)
    await day.fill('2032-05-07')
    await tap(page.getByLabel('Nombre de la fecha (opcional)'))
    await page.keyboard.type(NEW_NIGHT)
    await tap(page.getByLabel('Enlace de entradas'))
    await page.keyboard.type('entradas.example/cero')
    taps++
    await page
      .getByLabel('Flyer grande: elegir imagen')
      .setInputFiles(toImageFile(await createSmallPicture('#753')))
    await tap(button(page, 'Publicar'))
    await expectNotice(page, 'Creado')
  })

  await test.step('a list', async () => {
    const row = main(page).getByRole('listitem').filter({ hasText: NEW_NIGHT })
    await tap(row.getByRole('button', { name: /^Más/ }))
    await tap(row.getByRole('link', { name: /^Lista / }))
    await tap(button(page, 'Agregar una lista'))
    await tap(names(page))
    await names(page).fill('1. Ana Gómez +2\n2) Beto y 1\n- Ñandú Gris')
    await expect(page.getByText('2 nombres, 3 personas. 1 renglón para mirar.')).toBeVisible()
    await expect(page.getByText('Dice +2, y en esta lista se puede llevar hasta 1.')).toBeVisible()
    await tap(button(page, 'Sumar Ana Gómez +2'))
    await expect(page.getByText('3 nombres, 6 personas.')).toBeVisible()
    await tap(button(page, 'Sumar 6 personas'))
    await expect(rows(page)).toHaveCount(3)
  })

  await test.step('a link for a promoter', async () => {
    await tap(button(page, 'Enlace para RRPP'))
    await tap(button(page, 'Crear el enlace'))
    const whatsapp = page.getByRole('link', { name: 'Mandar por WhatsApp' })
    await expect(whatsapp).toBeFocused()
    const text = new URL((await whatsapp.getAttribute('href')) ?? '').searchParams.get('text') ?? ''
    expect(text).toMatch(/^Sumá tus nombres a la lista «Lista» de Desde cero \w+, .*: http.*\/lista\/[\w-]+$/)
    const linked = await page.request.get(text.slice(text.indexOf('http')))
    expect(await linked.text()).toContain(NEW_NIGHT)
  })

  const event = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  nights.push(event)
  await test.step('the door', async () => {
    await tap(page.getByRole('link', { name: 'Todas las listas' }))
    await tap(page.getByRole('link', { name: 'Puerta', exact: true }))
    await tap(button(page, 'Abrir la puerta'))
    await expect(page.getByRole('img', { name: 'Código QR con la dirección de la puerta' })).toBeVisible()
    const pin = ((await page.locator('.door-pin .unseen').textContent()) ?? '').replaceAll(' ', '')
    expect(pin).toMatch(/^\d{6}$/)
    const address = (await page.locator('.shown-link').textContent()) ?? ''
    const token = address.split('/').at(-1)
    await postTo(page, '/api/door/sessions', { token, pin, device: 'Celu de Mica' })
    const [{ _id: list }] = (await readFrom(page, `/api/events/${event}/lists`)).data
    const ana = (await readGuests(page, list)).find(({ name }: { name: string }) => name === 'Ana Gómez')
    await postTo(page, '/api/door/entries', {
      sentAt: new Date().toISOString(),
      entries: [
        { _id: randomUUID(), kind: 'guest', guest: ana._id, people: 3, at: new Date().toISOString() },
        { _id: randomUUID(), kind: 'walkIn', people: 2, at: new Date().toISOString() },
      ],
    })
  })

  await test.step('what happened', async () => {
    await tap(page.getByRole('link', { name: 'La noche' }))
    const figure = (label: string) =>
      page.locator('.guest-figures > div').filter({ hasText: label }).locator('dd')
    await expect(figure('Entraron')).toHaveText('5')
    await expect(figure('De las listas')).toHaveText('3 de 6 (50 %)')
    await expect(figure('Sin lista')).toHaveText('2')
    await expect(
      page.getByRole('table', { name: 'Por lista' }).getByRole('row', { name: 'Lista 6 3' }),
    ).toBeVisible()
    await expect(page.getByRole('table', { name: 'Por media hora' })).toContainText('Sin lista 2')
  })

  test.info().annotations.push({ type: 'taps', description: `${taps} of 25` })
  expect(taps).toBeLessThanOrEqual(25)

  await test.step('the phone, and the closed door', async () => {
    await page.getByRole('link', { name: 'Puerta', exact: true }).tap()
    await expect(page.getByText('1 teléfono anotando')).toBeVisible()
    await button(page, 'Cerrar la puerta').tap()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar la puerta' }).tap()
    await expect(page.getByText('La puerta está cerrada: ningún teléfono puede anotar.')).toBeVisible()
    await expect(page.getByText('Terminó')).toBeVisible()
  })
})

test('shows what each line of a pasted text means, and saves what somebody decided', {
  tag: ['@wcag-2.4.3-office'],
}, async ({ page }) => {
  await signIn(page)
  const event = await createNight(page, 'Con cupo', '2032-06-04T23:30')
  const other = await createList(page, event, { name: 'Otra' })
  await postTo(page, `/api/lists/${other}/guests`, { text: 'Zoe Páz' })
  const list = await createList(page, event, { quota: 6 })
  await openScreen(page, `${nightListsPath(event)}?lista=${list}`)

  await button(page, 'Sumar').tap()
  await expect(page.getByText('Escribí un nombre.')).toBeVisible()
  await expect(names(page)).toBeFocused()

  await names(page).fill(
    '*LISTA AMIGOS*\nAna +1 (pagó)\npaz zoe\nInés & Juan\n<b>Caro</b>\n21:03 Flor (2)\nEma\nGracias!!',
  )
  const group = (name: string) => page.getByRole('region', { name })
  await expect(
    page.getByText('4 nombres, 5 personas. 2 renglones para mirar. Ya está en una lista: paz zoe.'),
  ).toBeVisible()
  await expect(page.getByText('Quedan 6 lugares.')).toBeVisible()
  await expect(group('2 renglones para mirar')).toContainText('¿Son 2 personas?')
  await expect(group('2 renglones no se suman').getByRole('listitem')).toHaveCount(2)
  expect(await findAxeViolations(page)).toEqual([])

  await button(page, 'Son 2: Inés · Juan').tap()
  await expect(group('1 renglón para mirar').getByRole('button').first()).toBeFocused()
  await expect(page.getByText(/^No entran todos: quedan 6 lugares\.$/)).toBeVisible()
  await button(page, 'Sumar 7 personas').tap()
  await expect(page.getByText('No entran todos: quitá a alguien')).toBeVisible()
  await button(page, 'No sumar «Ema»').tap()
  await expect(
    group('4 renglones se suman')
      .getByRole('button', { name: /^Cambiar/ })
      .last(),
  ).toBeFocused()
  const change = group('4 renglones se suman').getByRole('button', { name: 'Cambiar «<b>Caro</b>»' })
  await change.tap()
  const form = group('4 renglones se suman')
  await expect(form.getByLabel('Nombre')).toBeFocused()
  await button(page, 'Dejar como estaba').tap()
  await expect(change).toBeFocused()
  await change.tap()
  await form.getByLabel('Nombre').fill('')
  await button(page, 'Listo').tap()
  await expect(form.getByText('Falta el nombre.')).toBeVisible()
  await form.getByLabel('Nombre').fill('<b>Carola</b>')
  await button(page, 'Listo').tap()
  await button(page, 'Sumar 6 personas').tap()

  await expect(rows(page)).toHaveCount(5)
  await expect(rows(page).filter({ hasText: 'paz zoe' })).toContainText('Repetido')
  await expect(rows(page).filter({ hasText: 'Ana' })).toContainText('pagó')
  await expect(rows(page).first()).toContainText('<b>Carola</b>')
  await expect(names(page)).toHaveValue('21:03 Flor (2)')
  await expect(page.locator('.guest-closing')).toContainText('Completa')

  // Undecided lines survive a reload.
  await expect(page.getByText(/^Guardado en este teléfono/)).toBeVisible()
  await page.reload()
  await expect(names(page)).toHaveValue('21:03 Flor (2)')
})

test('adds names of an exported chat, by day and author', async ({ page }) => {
  await signIn(page)
  const event = await createNight(page, 'De un chat', '2032-06-18T23:30')
  const list = await createList(page, event, {})
  await openScreen(page, `${nightListsPath(event)}?lista=${list}`)
  const input = page.getByLabel('Elegir un chat exportado')
  const choose = (name: string, text: string) =>
    input.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  const panel = page.getByRole('region', { name: 'Chat exportado' })

  for (const [text, words] of [
    ['', 'El archivo está vacío.'],
    ['Ana Gómez', 'No encontramos ningún mensaje.'],
    ['a'.repeat(2_000_001), 'El chat supera los 2 MB.'],
  ] as const) {
    await choose('chat.txt', text)
    await expect(page.getByRole('alert')).toContainText(words)
    await expect(panel).toHaveCount(0)
  }
  const line = '22/11/26, 21:03 - Ana: Beto\n'
  await choose('largo.txt', line.repeat(1_001))
  await expect(panel.getByText('Son 1.001 renglones, y entran hasta 1.000')).toBeVisible()
  await expect(button(page, 'Ver los renglones')).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('alert')).toHaveCount(0)

  await input.setInputFiles(CHAT)
  await expect(panel).toContainText('_chat.txt: 5 mensajes, del 18-11-2026 al 27-11-2026.')
  await expect(panel.getByLabel('Desde')).toHaveValue('2026-11-21')
  await expect(panel.getByLabel('Hasta')).toHaveValue('2026-11-27')
  await expect(panel.getByText('7 renglones de 4 mensajes.')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])

  await panel.getByLabel('Desde').fill('2026-11-28')
  await expect(panel.getByText('Entre esos días no hay mensajes.')).toBeVisible()
  await panel.getByLabel('Desde').fill('2026-11-18')
  await expect(panel.getByText('10 renglones de 5 mensajes.')).toBeVisible()
  await button(page, 'Ninguno').tap()
  await expect(panel.getByText('Elegí al menos a una persona.')).toBeVisible()
  await button(page, 'Todos').tap()
  await panel.getByLabel('Desde').fill('2026-11-25')
  await panel.getByRole('checkbox', { name: 'Mica 2 mensajes' }).uncheck()
  await names(page).fill('Ema')
  await button(page, 'Ver 5 renglones').tap()

  await expect(panel).toHaveCount(0)
  await expect(names(page)).toHaveValue(
    'Ema\nLISTA BETO\n- Ana Gómez +1 (pagó)\n- Inés & Juan\n- Lu Sosa\nCaro Díaz',
  )
  await expect(page.locator('.guest-understood')).toBeFocused()
  await button(page, 'Son 2: Inés · Juan').tap()
  await button(page, 'Sumar 7 personas').tap()
  await expect(rows(page).filter({ hasText: 'Ana Gómez +1' })).toContainText('pagó')
  await expect(rows(page)).toHaveCount(6)
})

test('sends the link of a closed list with that word', async ({ page }) => {
  await signIn(page)
  const event = await createNight(page, 'Cerrada', '2032-06-12T23:30')
  const list = await createList(page, event, {})
  await postTo(page, `/api/lists/${list}/link`)
  const whatsapp = page.getByRole('link', { name: /^Mandar por WhatsApp/ })
  const open = async () => {
    await openScreen(page, `${nightListsPath(event)}?lista=${list}`)
    await button(page, 'Enlace para RRPP').tap()
    const text = new URL((await whatsapp.getAttribute('href')) ?? '').searchParams.get('text') ?? ''
    return [await whatsapp.textContent(), text.replace(/, sábado 12 de junio( de 2032)?| http.*/g, '')]
  }
  const subject = 'la lista «Amigos» de Cerrada'
  expect(await open()).toEqual(['Mandar por WhatsApp', `Sumá tus nombres a ${subject}:`])

  const words = 'Ahora está cerrada: se puede mirar, pero no sumar nombres.'
  const closed = ['Mandar por WhatsApp (cerrada)', `Este es el enlace de ${subject}. ${words}`]
  await putTo(page, `/api/events/${event}`, { status: 'postponed' })
  expect(await open()).toEqual(closed)
  await putTo(page, `/api/events/${event}`, { status: 'scheduled' })
  await page.clock.setFixedTime('2032-06-13T02:31:00Z')
  expect(await open()).toEqual(closed)
  await expect(page.getByText('Está cerrada. Cerró a las 23:30')).toBeVisible()
})

test('undoes the deletion of a guest and of a list', async ({ page }) => {
  await signIn(page)
  const event = await createNight(page, 'Con deshacer', '2032-06-11T23:30')
  const list = await createList(page, event, {})
  await postTo(page, `/api/lists/${list}/guests`, {
    guests: [{ name: 'Ana', companions: 2 }, { name: 'Beto' }],
  })
  await openScreen(page, `${nightListsPath(event)}?lista=${list}`)

  await button(page, 'Borrar a Ana').tap()
  await expect(rows(page)).toHaveCount(1)
  await expect(button(page, 'Deshacer')).toBeFocused()
  await button(page, 'Deshacer').tap()
  await expect(rows(page).filter({ hasText: 'Ana +2' })).toBeVisible()

  await button(page, 'Ajustes de la lista').tap()
  await button(page, 'Borrar la lista').tap()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Se borra con 4 personas.')
  await dialog.getByRole('button', { name: 'Borrar' }).tap()
  await expect(page.getByText('Esta fecha todavía no tiene listas.')).toBeVisible()
  await button(page, 'Deshacer').tap()
  await expect(page.getByText('4 personas en 1 lista')).toBeVisible()
  expect(await readGuests(page, list)).toHaveLength(2)
})

test('passes the focus on when a pressed control disappears', { tag: ['@wcag-2.4.3-office'] }, async ({
  page,
}) => {
  await signIn(page)
  const event = await createNight(page, 'Con teclado', '2032-06-12T23:30')
  const list = await createList(page, event, {})
  const guests = Array.from({ length: 30 }, (_, index) => ({ name: `Invitada ${index + 1}` }))
  await postTo(page, `/api/lists/${list}/guests`, { guests })
  await openScreen(page, `${nightListsPath(event)}?lista=${list}`)
  const settings = button(page, 'Ajustes de la lista')
  const edit = button(page, 'Editar a Invitada 2')
  const undo = button(page, 'Deshacer')

  for (const name of ['Guardar', 'Cancelar']) {
    await edit.press('Enter')
    await expect(page.locator('.guest-form').getByLabel('Nombre')).toBeFocused()
    await pressAway(button(page, name))
    await expect(edit).toBeFocused()
  }
  await pressAway(button(page, 'Borrar a Invitada 2'))
  await expect(undo).toBeFocused()
  await pressAway(undo)
  await expect(edit).toBeFocused()

  for (const name of ['Guardar cambios', 'Cancelar']) {
    await settings.press('Enter')
    await pressAway(button(page, name))
    await expect(settings).toBeFocused()
  }
  await settings.press('Enter')
  await button(page, '+ Después').press('Enter')
  await pressAway(button(page, 'Quitar la condición 2'))
  await expect(button(page, '+ Después')).toBeFocused()
  // A slow phone shows the lists later than the undo button, and their heading took the focus from it.
  const processor = await page.context().newCDPSession(page)
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 20 })
  await button(page, 'Borrar la lista').press('Enter')
  await pressAway(page.getByRole('alertdialog').getByRole('button', { name: 'Borrar' }))
  await pressAway(undo)
  await expect(page.getByRole('link', { name: 'Abrir la lista Amigos' })).toBeFocused()
})

test('keeps what was typed when another administrator saves in between', async ({ page }) => {
  await signIn(page)
  const event = await createNight(page, 'Con dos manos', '2032-06-18T23:30')
  const list = await createList(page, event, {})
  await postTo(page, `/api/lists/${list}/guests`, { text: 'Ana' })
  const [ana] = await readGuests(page, list)
  await openScreen(page, `${nightListsPath(event)}?lista=${list}`)

  await button(page, 'Editar a Ana').tap()
  await putTo(page, `/api/guests/${ana._id}`, { name: 'Ana María', companions: 3 })
  const form = page.locator('.guest-form')
  await form.getByLabel('Nombre').fill('Ana Paula')
  await form.getByLabel('Acompañantes').fill('21')
  await button(page, 'Guardar').tap()
  await expect(form.getByText('Tiene que ser un número de 0 a 20.')).toBeVisible()
  await form.getByLabel('Acompañantes').fill('1')
  await button(page, 'Guardar').tap()
  await expect(form.getByRole('alert')).toContainText(
    'Otra persona cambió este nombre recién: ahora es «Ana María +3».',
  )
  await button(page, 'Guardar').tap()
  await expectNotice(page, 'Actualizado')
  expect(await readGuests(page, list)).toMatchObject([{ name: 'Ana Paula', companions: 1 }])

  await button(page, 'Ajustes de la lista').tap()
  await putTo(page, `/api/lists/${list}`, {
    name: 'Amigos',
    quota: 50,
    conditions: [{ until: '01:00', label: 'Gratis' }],
  })
  await page.getByLabel('Nombre de la lista').fill('Amigas')
  await button(page, 'Guardar cambios').tap()
  await expect(form.getByRole('alert')).toContainText('Otra persona cambió esta lista recién: el cupo es 50.')
  await button(page, 'Guardar cambios').tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Amigas' })).toBeVisible()
})

test('sets and empties the settings of a list', async ({ page }) => {
  await signIn(page)
  const event = await createNight(page, 'Con ajustes', '2032-06-23T23:30')
  const list = await createList(page, event, {})
  const readList = async () => (await readFrom(page, `/api/events/${event}/lists`)).data[0]
  await openScreen(page, `${nightListsPath(event)}?lista=${list}`)
  const form = page.locator('.guest-form')
  const open = () => button(page, 'Ajustes de la lista').tap()
  async function save() {
    await button(page, 'Guardar cambios').tap()
    await expectNotice(page, 'Actualizado')
  }

  await open()
  await form.getByLabel('Cupo (opcional)').fill('mil')
  await form.getByLabel('Acompañantes').fill('')
  await button(page, 'Guardar cambios').tap()
  await expect(form.getByText('Tiene que ser un número de 1 a 100.000.')).toBeVisible()
  await expect(form.getByText('Tiene que ser un número de 0 a 20.')).toBeVisible()
  await form.getByLabel('Cupo (opcional)').fill('1.500')
  await form.getByLabel('Acompañantes').fill('3')
  await form.getByLabel('Cierra a las (opcional)').fill('02:00')
  await form.getByLabel('Pública: en la página de la fecha').check()
  await form.getByLabel('Nota (opcional)').fill('De Mica')
  const prices = form.getByLabel('Precio (opcional)')
  await expect(prices).toHaveValue('')
  await form.getByLabel('Qué').focus()
  await button(page, '+ Después').tap()
  await expect(prices.first()).toHaveValue('Gratis')
  await form.getByLabel('Qué').nth(1).fill('$ 6.000')
  await prices.nth(1).fill('seis')
  await button(page, 'Guardar cambios').tap()
  await expect(form.getByText('Tiene que ser un precio, como 6.000 o USD 15.')).toBeVisible()
  await prices.nth(1).fill('6.500')
  await save()
  expect(await readList()).toMatchObject({
    quota: 1500,
    closes: '02:00',
    conditions: [
      { until: '01:00', label: 'Gratis', price: { amount: 0, currency: 'ARS' } },
      { until: null, label: '$ 6.000', price: { amount: 6500, currency: 'ARS' } },
    ],
    maxCompanions: 3,
    isPublic: true,
    note: 'De Mica',
  })

  await open()
  for (const label of ['Cupo (opcional)', 'Cierra a las (opcional)', 'Nota (opcional)'])
    await form.getByLabel(label).fill('')
  await form.getByLabel('Pública: en la página de la fecha').uncheck()
  await button(page, 'Quitar la condición 1').tap()
  await expect(prices).toHaveValue('$\u00a06.500')
  await prices.fill('')
  await save()
  expect(await readList()).toMatchObject({
    quota: null,
    closes: null,
    conditions: [{ until: null, label: '$ 6.000', price: null }],
    maxCompanions: 3,
    isPublic: false,
    note: null,
  })
})

test('sets prices of people without a list, adds up the money of the door, and sends the report', async ({
  page,
}) => {
  await signIn(page)
  const event = await createNight(page, 'Con plata', '2032-06-24T23:30')
  const path = nightListsPath(event)
  const list = await createList(page, event, {
    conditions: [{ until: null, label: '$ 6.000', price: { amount: 6000, currency: 'ARS' } }],
  })
  await postTo(page, `/api/lists/${list}/guests`, { guests: [{ name: 'Ana', companions: 1 }] })
  await openScreen(page, `${path}?ver=puerta`)
  const section = page.getByRole('region', { name: 'Precios sin lista' })
  await button(page, 'Cargar precios').tap()
  await section.getByLabel('Nombre').fill('General')
  await section.getByLabel('Precio', { exact: true }).fill('12 mil')
  await button(page, '+ Otro precio').tap()
  await section.getByLabel('Nombre').nth(1).fill('Turistas')
  await section.getByLabel('Precio', { exact: true }).nth(1).fill('usd 15')
  await button(page, 'Guardar precios').tap()
  await expectNotice(page, 'Actualizado')
  await expect(button(page, 'Cambiar precios')).toBeFocused()
  await expect(section.getByRole('listitem')).toHaveText([/^General \$\s12\.000$/, /^Turistas USD\s15$/])

  const { url, pin } = await postTo(page, `/api/events/${event}/door`)
  await postTo(page, '/api/door/sessions', { token: url.split('/').at(-1), pin, device: 'Celu de Mica' })
  const [ana] = await readGuests(page, list)
  const price = { label: 'General', amount: 12_000, currency: 'ARS' }
  const at = new Date().toISOString()
  await postTo(page, '/api/door/entries', {
    sentAt: at,
    entries: [
      { _id: randomUUID(), kind: 'guest', guest: ana._id, people: 2, at },
      { _id: randomUUID(), kind: 'guest', guest: ana._id, people: 1, at },
      { _id: randomUUID(), kind: 'walkIn', people: 3, price, at },
      { _id: randomUUID(), kind: 'walkIn', people: 1, at },
    ],
  })
  await openScreen(page, `${path}?ver=noche`)
  const money = page.getByRole('region', { name: 'Plata en la puerta' })
  await expect(money.getByText('$ 48.000', { exact: true })).toBeVisible()
  await expect(money.getByText('No suma a 1 persona sin precio')).toBeVisible()
  await expect(money.getByRole('row', { name: /^Amigos 2 \$\s12\.000$/ })).toBeVisible()
  await expect(money.getByRole('row', { name: /^General: \$\s12\.000 × 3$/ })).toBeVisible()
  await expect(money.getByText('Por teléfono: Celu de Mica $ 48.000')).toBeVisible()
  const repeats = page.getByRole('region', { name: 'Repetidos' })
  await expect(repeats.getByRole('listitem')).toHaveText([/^Ana\d\d:\d\d · Amigos · Celu de Mica$/])
  await expect(page.getByText('Vino el 100 % · 1 repetido, aparte')).toBeVisible()

  // The first tap opens WhatsApp, and the second one sends.
  const whatsapp = page.getByRole('link', { name: 'Mandar por WhatsApp' })
  const href = new URL((await whatsapp.getAttribute('href')) ?? '')
  expect(href.host).toBe('wa.me')
  const message = (href.searchParams.get('text') ?? '').replaceAll('\u00a0', ' ')
  expect(message).toContain('*La noche: Con plata, jueves 24 de junio')
  expect(message).toContain('De las listas 2 de 2 (100 %), con entrada 0, sin lista 4, salieron 0.')
  expect(message).toContain('*Plata en la puerta: $ 48.000*\nAmigos: $ 12.000\nSin lista: $ 36.000')
  expect(message).toMatch(/\*Repetidos, que no cuentan: 1\*\nAna: \d\d:\d\d$/)
  const saving = page.waitForEvent('download')
  await button(page, 'Guardar como imagen').tap()
  const download = await saving
  expect(download.suggestedFilename()).toBe('noche.png')
  const picture = await readFile(await download.path())
  expect(picture.toString('latin1', 1, 4)).toBe('PNG')
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1080, expect.any(Number)])
  expect(picture.readUInt32BE(20)).toBeGreaterThan(1_000)
  expect(await findAxeViolations(page)).toEqual([])
  await openScreen(page, `${path}?ver=puerta`)
  await button(page, 'Cambiar precios').tap()
  await button(page, 'Quitar el precio 2').tap()
  await expect(button(page, '+ Otro precio')).toBeFocused()
  expect(await findAxeViolations(page)).toEqual([])
  await button(page, 'Guardar precios').tap()
  await expect(section.getByRole('listitem')).toHaveCount(1)
})

test('prints all names from A to Z with one tap, on A4 with boxes', async ({ page }) => {
  await signIn(page)
  const event = await createNight(page, 'En papel', '2032-06-26T23:30')
  const path = nightListsPath(event)
  await openScreen(page, path)
  await expect(button(page, 'Imprimir la lista')).toBeHidden()
  const friends = await createList(page, event, { maxCompanions: 20 })
  const promo = await createList(page, event, {
    name: 'RRPP Mica',
    maxCompanions: 20,
    conditions: [{ until: null, label: 'Con trago' }],
  })
  const letters = 'ZYXWVUTSRQPOÑNMLKJIHGFEDCB'.split('')
  const long = 'María de los Ángeles Fernández de la Puente y Albarracín '.repeat(2).trim()
  const guests = letters.flatMap((letter) => [
    { name: `${letter}ulia Gómez`, companions: 20, note: 'Llega tarde, y viene en el auto de la hermana' },
    { name: `${letter} ${long}`.slice(0, 120) },
  ])
  await postTo(page, `/api/lists/${promo}/guests`, { guests })
  await postTo(page, `/api/lists/${friends}/guests`, {
    guests: [
      { name: 'álvaro', companions: 1 },
      ...letters.slice(0, 20).map((letter) => ({ name: `${letter}eto` })),
    ],
  })
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await openScreen(page, path)
  await button(page, 'Imprimir la lista').tap()
  await expect(page.locator('body')).toHaveAttribute('data-printed', '')
  await expect(page.locator('.door-paper')).toBeHidden()
  await expect(main(page)).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  await expect(main(page)).toBeHidden()
  const sheets = page.locator('.door-paper section')
  await expect(sheets).toHaveCount(2)
  await expect(sheets.first()).toContainText('73 nombres, 594 personas. Página 1 de 2.')
  await expect(sheets.last()).toContainText(
    /Así estaba el \S+ \d+ de \S+ a las? \d\d:\d\d: lo que cambió después/,
  )
  expect(await sheets.first().getByRole('listitem').count()).toBeLessThanOrEqual(60)
  const names = await page.locator('.door-paper section li strong').allTextContents()
  expect(names.slice(0, 3)).toEqual(['álvaro +1', `B ${long}`.slice(0, 120), 'Bulia Gómez +20'])
  expect(names.filter((name) => /^[NÑO]ulia/.test(name))).toEqual([
    'Nulia Gómez +20',
    'Ñulia Gómez +20',
    'Oulia Gómez +20',
  ])
  const rowOf = (name: string) => page.locator('.door-paper section li').filter({ hasText: name })
  await expect(rowOf('Nulia').locator('.door-paper-boxes > span')).toHaveCount(21)
  await expect(rowOf('álvaro').locator('small')).toHaveText('Amigos')
  await expect(page.locator('.door-paper footer')).toContainText('RRPP Mica: Con trago')
  const pale = await page.evaluate(() =>
    [...document.querySelectorAll('.door-paper *')].flatMap((element) => {
      const { color, backgroundColor } = getComputedStyle(element)
      return color === 'rgb(0, 0, 0)' && backgroundColor === 'rgba(0, 0, 0, 0)' ? [] : [element.outerHTML]
    }),
  )
  expect(pale).toEqual([])
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
  expect(boxes.map(([, width, height]) => [Math.round(Number(width)), Math.round(Number(height))])).toEqual(
    Array(boxes.length).fill([595, 842]),
  )
  // These names are as long as names can be, so their list takes more sheets than 60 short names a sheet.
  expect(boxes.length).toBeLessThanOrEqual(4)
})

test('has no accessibility violations in any state', async ({ page }) => {
  await signIn(page)
  const event = await createNight(page, 'Accesible', '2032-06-25T23:30')
  const path = nightListsPath(event)
  const check = async (address: string, shown: string | RegExp) => {
    await openScreen(page, address)
    await expect(page.getByText(shown).first()).toBeVisible()
    expect([address, await findAxeViolations(page)]).toEqual([address, []])
  }
  await check(path, 'Esta fecha todavía no tiene listas.')
  const list = await createList(page, event, { quota: 2, isPublic: true, note: 'De Mica' })
  await postTo(page, `/api/lists/${list}/guests`, { text: 'Ana\nBeto' })
  await postTo(page, `/api/lists/${list}/link`)
  await check(path, 'Completa')
  await check(`${path}?lista=${list}`, 'Beto')
  for (const name of ['Enlace para RRPP', 'Ajustes de la lista']) {
    await button(page, name).tap()
    expect([name, await findAxeViolations(page)]).toEqual([name, []])
  }
  await check(`${path}?ver=puerta`, 'Abrir la puerta')
  await button(page, 'Abrir la puerta').tap()
  await expect(page.getByText('PIN, se ve una sola vez')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await check(`${path}?ver=noche`, 'Todavía no entró nadie.')
  await check('/admin/events/listas', 'Días que se guardan los nombres')
  await check(`${path}?lista=nada`, 'Esa lista ya no está')
})
test('finds the lists of the next night from the command menu and the home', async ({ page }) => {
  await signIn(page, '/admin')
  const lists = main(page).getByRole('link', { name: /^Lista / })
  const path = await lists.getAttribute('href')
  await openScreen(page, '/admin/messages')
  for (const typed of ['puerta', 'rrpp', 'invit']) {
    await openCommandMenu(page)
    await page.keyboard.type(typed)
    await page.getByRole('option', { name: /^Lista: / }).tap()
    await expect(page).toHaveURL(path ?? '')
    await openScreen(page, '/admin/messages')
  }
})
