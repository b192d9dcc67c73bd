/** A seller's file becomes a list of tickets in the back office, on a phone. */
import {
  createSmallPicture,
  expectNotice,
  findAxeViolations,
  openScreen,
  runId,
  signIn,
  toDataUrl,
} from '../../../test/e2e/back-office-helpers.ts'
import { deleteAt, postTo, readFrom } from '../../../test/e2e/club-api.ts'
import { expect, type Page, test } from '../../../test/e2e/journey.ts'
import { nightListsPath } from '../admin/night-views.ts'
import { createXlsx } from '../test/xlsx.ts'

test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const rows = (page: Page) => page.getByRole('region', { name: 'Entradas' }).getByRole('listitem')

let night: string | undefined

test.afterEach(async ({ page }) => {
  if (night !== undefined) await deleteAt(page, `/api/events/${night}`)
  night = undefined
})

async function openNewTicketList(page: Page): Promise<void> {
  await signIn(page)
  const picture = toDataUrl(await createSmallPicture('#345'))
  const { _id } = await postTo(page, '/api/events', {
    flyerLarge: picture,
    flyerGrid: picture,
    date: '2032-06-05T23:59',
    url: 'https://entradas.example/x',
    title: `Entradas ${runId}`,
  })
  night = _id
  await openScreen(page, nightListsPath(_id))
  await button(page, 'Agregar una lista de entradas').tap()
  await expect(page.getByRole('heading', { name: 'Entradas', level: 1 })).toBeVisible()
}

const choose = (page: Page, name: string, content: string | Uint8Array) =>
  page
    .getByLabel(/^Elegir (el|otro) archivo$/)
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content as string, 'latin1') })

const HEADINGS = 'Código;Nombre del comprador;Apellido del comprador;DNI;Tipo de entrada;Cantidad;Estado'
const TICKETS = [
  'QR-0001;Íñigo;Núñez;30.111.222;Preventa;1;Pagada',
  'QR-0002;Beto;Paz;28.333.444;Preventa;4;Pagada',
  'QR-0003;Caro;Díaz;;General;1;Reembolsada',
  '1,23E+18;Dora;Ruiz;27.555.666;General;1;Pagada',
]
const createFile = (lines: readonly string[]) => ['sep=;', HEADINGS, ...lines, 'Total;;;;;7;'].join('\r\n')

test('loads a file, adds nothing when it comes again, and cancels the ticket that a newer one lacks', async ({
  page,
}) => {
  await openNewTicketList(page)
  for (const hidden of ['Enlace para RRPP', 'Sumar nombres', 'Cierra a las', 'Pública'])
    await expect(page.getByText(hidden)).toHaveCount(0)

  await test.step('two taps: the file, and Cargar', async () => {
    await choose(page, 'ventas.csv', createFile(TICKETS))
    await expect(
      page.getByText(
        '4 entradas, 6 personas. 1 no vale (reembolsada, anulada o sin pagar). 1 código roto por la planilla: se busca por nombre o DNI. 1 fila no se carga: abajo dice por qué.',
      ),
    ).toBeVisible()
    await expect(page.locator('.ticket-summary')).toBeFocused()
    await expect(page.getByText('Íñigo Núñez')).toBeVisible()
    await expect(page.getByText('Fila 7. Es una fila de totales.')).toBeVisible()
    expect(await findAxeViolations(page)).toEqual([])
    await button(page, 'Cargar 4 entradas').tap()
    await expectNotice(page, 'Agregado')
    await expect(page.getByText('4 entradas nuevas.').last()).toBeFocused()
    await expect(rows(page)).toHaveCount(4)
    await expect(rows(page).filter({ hasText: 'Caro Díaz' })).toContainText('Reembolsada')
    await expect(rows(page).filter({ hasText: 'Beto Paz' })).toContainText('DNI 28333444')
  })

  await test.step('the same tickets, now as a spreadsheet', async () => {
    const cells = [HEADINGS, ...TICKETS].map((line) => line.split(';'))
    await choose(page, 'ventas.xlsx', createXlsx(cells))
    await expect(page.getByText('4 ya estaban.', { exact: true })).toBeVisible()
    await button(page, 'Cargar 4 entradas').tap()
    await expectNotice(page, 'Actualizado')
    await expect(page.getByText('Nada cambió: las 4 entradas ya estaban.').last()).toBeFocused()
    await expect(rows(page)).toHaveCount(4)
  })

  await test.step('a file without one ticket', async () => {
    await choose(page, 'ventas.csv', createFile(TICKETS.filter((line) => !line.startsWith('QR-0001'))))
    await expect(page.getByText('3 ya estaban. 1 que estaba no vino: mirá abajo.')).toBeVisible()
    const missing = page.getByRole('group', { name: /Una entrada de la lista no está en este archivo/ })
    await expect(missing.getByRole('checkbox')).not.toBeChecked()
    await missing.getByRole('checkbox', { name: /Íñigo Núñez/ }).tap()
    await button(page, 'Cargar 3 entradas y anular 1').tap()
    await expect(page.getByText('1 anulada.').last()).toBeFocused()
    await expect(rows(page).filter({ hasText: 'Íñigo Núñez' })).toContainText('Anulada')
  })
  const [list] = (await readFrom(page, `/api/events/${night}/lists`)).data
  expect(list).toMatchObject({ kind: 'tickets', name: 'Entradas', maxCompanions: 0 })
})

test('explains a file that is no table, and takes columns that are chosen by hand', async ({ page }) => {
  await openNewTicketList(page)
  await choose(page, 'ventas.xls', '<html><table><tr><td>Ana</td></tr></table></html>')
  await expect(page.getByRole('alert')).toContainText('Guardalo como .xlsx o .csv')
  await choose(page, 'ventas.csv', 'Alias;Otro;QR\nAnita;Ana Gómez;Q1-4471\nBetito;Beto Paz;Q1-4472')
  await expect(page.getByRole('alert')).toHaveCount(0)
  const name = page.getByLabel('Nombre', { exact: true })
  await expect(name).toBeVisible()
  await name.selectOption('Otro: Ana Gómez, Beto Paz')
  await page.getByLabel('Apellido', { exact: true }).selectOption('Ninguna')
  await expect(page.getByRole('region', { name: 'Así se leen' })).toContainText('Beto Paz')
  expect(await findAxeViolations(page)).toEqual([])
  await button(page, 'Cargar 2 entradas').tap()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText('Beto Paz')
})
