/** Takes the screenshots of the administrators' guide: the back office of the demo club on a phone. */
import { join } from 'node:path'
import { printLine, root } from '../scripts/runtime.mjs'

/** Sign-in of the first administrator of the demo club. */
export const administrator = { email: 'cabina@club.example', password: 'una noche de verano en Nuñez' }

/** File names of the guide's screenshots start with this. */
export const GUIDE = 'guia-'

/** Screenshots on a laptop. The guide does not contain them; they show the effect of a change in a diff. */
export const LAPTOP_NAMES = 'admin-'

const PHONE = { width: 390, height: 844 }
const LAPTOP = { width: 1280, height: 800 }
const FLYER = join(root, 'club', 'demo', 'pictures', 'event-pampero.webp')

const messages = [
  {
    person: 'Martina Quiroga',
    from: 'martina@visita.example',
    body: 'Hola, ¿cómo están?\nCumplo años el sábado y vamos a ser ocho. ¿Hay que avisar antes o entramos como todo el mundo?',
  },
  {
    person: 'Sello Yuyo',
    from: 'hola@yuyo.example',
    body: 'Les dejamos el disco nuevo de una de sus residentes. Si les cierra, nos encantaría presentarlo ahí.',
  },
  {
    person: 'Dante Ferreyra',
    from: 'dante@visita.example',
    body: 'Perdí un saco negro la noche de la lana. Tiene un parche en el codo. ¿Apareció?',
  },
]

async function write(origin, path, body) {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(`${origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}

/** Creates the data of a week: messages, a pending registration, an edited item and an item in the trash. */
async function live(page, origin) {
  for (const message of messages) await write(origin, '/mail/sendMail', message)
  await write(origin, '/admin', { email: 'lucia@visita.example', password: 'la clave de lucía' })
  const { request } = page
  const [newest, , oldest] = await (await request.get(`${origin}/api/news?limit=3`)).json()
  await request.put(`${origin}/api/news/${newest._id}`, {
    data: { newsDescription: `${newest.newsDescription} Puertas a las 23.` },
  })
  await request.delete(`${origin}/api/news/${oldest._id}`)
}

/** The screenshots. Each has a name, a path, and the steps before it is taken. */
const shots = [
  ['menu', '/admin'],
  ['mas', '/admin', (page) => page.getByRole('button', { name: 'Más', exact: true }).click()],
  [
    'cancelar',
    '/admin',
    async (page) => {
      await page.getByRole('button', { name: 'Cancelar la fecha' }).click()
      await page.getByLabel('Por qué (opcional)').fill('Por la lluvia. Las entradas se devuelven solas.')
    },
  ],
  [
    'ir-a',
    '/admin',
    async (page) => {
      await page.getByRole('button', { name: 'Ir a…' }).click()
      await page.keyboard.type('nov')
      await page.getByText(/^\d+ resultados$/).waitFor()
    },
  ],
  ['fecha', '/admin/events/addevents'],
  [
    'foto',
    '/admin/events/addevents',
    async (page) => {
      await page.getByLabel('Flyer grande: elegir imagen').setInputFiles(FLYER)
      await page.getByRole('button', { name: 'Recortar' }).first().click()
      await page.locator('.crop').waitFor()
      await page.locator('.crop').scrollIntoViewIfNeeded()
    },
  ],
  [
    'line-up',
    '/admin/events/addevents',
    async (page) => {
      await page.locator('summary', { hasText: 'Line-up' }).click()
      for (const [name, from] of [
        ['Nadia Brusco', '23:30'],
        ['Ciro Vega', '01:30'],
      ]) {
        await page.getByRole('button', { name: 'Agregar artista' }).click()
        await page.getByRole('combobox').last().fill(name)
        await page.keyboard.press('Escape')
        await page.getByLabel('Desde (opcional)').last().fill(from)
      }
      await page
        .locator('summary', { hasText: 'Line-up' })
        .evaluate((summary) => summary.scrollIntoView({ block: 'start' }))
    },
  ],
  [
    'publicacion',
    '/admin/events/addevents',
    async (page) => {
      await page.getByRole('radio', { name: 'Programar' }).check()
      const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
      await page.getByLabel('Sale el día').fill(day)
      await page
        .getByRole('group', { name: 'Publicación' })
        .evaluate((group) => group.scrollIntoView({ block: 'start' }))
    },
  ],
  ['primer-dia', '/admin/primer-dia'],
  [
    'sitio',
    '/admin/sitio',
    (page) =>
      page
        .locator('.site-group')
        .nth(2)
        .evaluate((card) => card.scrollIntoView({ block: 'start' })),
  ],
  [
    'vista-previa',
    '/admin/sitio/identity',
    async (page) => {
      await page.getByLabel('Nombre del club').fill('Galpón Ñandú')
      await page.getByRole('tab', { name: 'Vista previa' }).click()
      await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor()
      await page.waitForTimeout(1500)
    },
  ],
  [
    'apariencia',
    '/admin/sitio/look',
    (page) => page.getByLabel('Color de la luz', { exact: true }).fill('#ffe600'),
  ],
  ['novedad', '/admin/ourclub/news/addnews'],
  ['lista', '/admin/ourclub/news/updatenews'],
  ['borrar', '/admin/ourclub/news/deletenews'],
  ['papelera', '/admin/trash'],
  ['historial', '/admin/history'],
  ['mensajes', '/admin/messages'],
  [
    'mensaje',
    '/admin/messages',
    async (page) => {
      await page.getByRole('link', { name: 'Leer el mensaje de Martina Quiroga' }).click()
      await page.getByLabel('Tu respuesta').waitFor()
    },
  ],
  [
    'invitar',
    '/admin/users/invitar',
    async (page) => {
      await page.getByLabel('Nombre').fill('Sole')
      await page.getByRole('button', { name: 'Hacer el enlace' }).click()
      await page.getByRole('heading', { name: 'Invitación para Sole' }).waitFor()
    },
  ],
  ['usuarios', '/admin/users'],
  ['cuenta', '/admin/account'],
]

const onLaptop = async (request, origin) => {
  const { data } = await (await request.get(`${origin}/api/events?limit=1&order=next`)).json()
  const [news] = await (await request.get(`${origin}/api/news?limit=1`)).json()
  return [
    ['inicio', '/admin'],
    ['fechas', '/admin/events/updateevents'],
    ['fecha', `/admin/events/updateevents/${data[0]._id}`],
    ['novedad', `/admin/ourclub/news/updatenews/${news._id}`],
    ['mensajes', '/admin/messages'],
    ['portada', '/admin/sitio/home'],
  ]
}

/** Takes the screenshots. @param keep stores a PNG under a name, at a width and height */
export async function shootGuide(browser, origin, keep) {
  const inBuenosAires = { locale: 'es-AR', timezoneId: 'America/Argentina/Buenos_Aires' }
  const phone = await browser.newContext({
    ...inBuenosAires,
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  })
  const page = await phone.newPage()
  const shoot = async (page, name, { width, height }, kept = 1) => {
    await page.evaluate(() => document.fonts.ready)
    await page.waitForLoadState('networkidle')
    await keep(await page.screenshot(), name, width * kept, height * kept)
    printLine(name)
  }
  await page.goto(`${origin}/login`)
  await shoot(page, `${GUIDE}entrar`, PHONE)
  const signedIn = await page.request.post(`${origin}/api/auth/login`, { data: administrator })
  const { _id, id, email } = await signedIn.json()
  await page.addInitScript((user) => localStorage.setItem('user', user), JSON.stringify({ _id, id, email }))
  await live(page, origin)
  for (const [name, path, prepare] of shots) {
    await page.goto(origin + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await prepare?.(page)
    await shoot(page, GUIDE + name, PHONE)
  }
  const laptop = await browser.newContext({
    ...inBuenosAires,
    viewport: LAPTOP,
    storageState: await phone.storageState(),
  })
  const wide = await laptop.newPage()
  for (const [name, path] of await onLaptop(wide.request, origin)) {
    await wide.goto(origin + path)
    await wide.getByRole('heading', { level: 1 }).waitFor()
    await shoot(wide, LAPTOP_NAMES + name, LAPTOP, 0.5)
  }
  await phone.close()
  await laptop.close()
}
