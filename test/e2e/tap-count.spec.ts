/**
 * Number of gestures for common tasks on a phone, from the home of the back office: taps, and fields that are typed in. Native
 * pickers count with their own taps. Keys do not count.
 */

import { createMp3 } from '../support/audio.ts'
import { startMailServer } from '../support/mailserver.ts'
import {
  createSmallPicture,
  expectNotice,
  openCommandMenu,
  openScreen,
  signIn,
  toDataUrl,
} from './back-office-helpers.ts'
import { deleteAt, postTo, readFrom } from './club-api.ts'
import { createHand, type Hand } from './hand.ts'
import { test as base, expect, type Page } from './journey.ts'
import { startSecondClub } from './second-club.ts'

/** Provides a separate club, so that no other journey adds a night, a change or a message. */
const test = base.extend<object, { club: { origin: string } }>({
  club: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const mailServer = await startMailServer()
      const { origin, close } = await startSecondClub({
        DEMO: '0',
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'club@club.example',
        MAIL_TO: 'hola@club.example',
      })
      await use({ origin })
      await close()
      await mailServer.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ club }, use) => use(club.origin),
})

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})

interface Task {
  what: string
  /** Taps and fields */
  most: number
  run(page: Page, hand: Hand): Promise<void>
}

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const night = async (page: Page, query = '') => (await readFrom(page, `/api/events?${query}`)).data

const tasks: Task[] = [
  {
    what: 'a news item with a photo',
    // 4 taps and 2 fields: the link, the photo and the button, and title and text.
    most: 6,
    async run(page, { tap, write, choose }) {
      await tap(main(page).getByRole('link', { name: /Novedad$/ }))
      await choose(page.getByLabel('Foto: elegir imagen'), '#153')
      await write(page.getByLabel('Título'), 'Seis toques')
      await write(page.getByRole('textbox', { name: 'Texto' }), 'Y ninguno mas.')
      await expect(page.getByText(/^Guardado en este teléfono \d\d:\d\d$/)).toBeVisible()
      await tap(button(page, 'Publicar'))
      await expectNotice(page, 'Creado')
      const [item] = await readFrom(page, '/api/news?q=toques')
      // The description is the beginning of the text.
      expect(item).toMatchObject({
        newsDescription: 'Y ninguno mas.',
        newsBody: '<p>Y ninguno mas.</p>',
        alt: { photo: '' },
      })
      expect(item.photo).not.toBeNull()
    },
  },
  {
    what: 'a typo in the newest item',
    most: 3,
    async run(page, { tap, write }) {
      await tap(page.getByRole('region', { name: 'Últimos cambios' }).getByRole('link').first())
      await write(page.getByLabel('Descripción'), 'Y ninguno más.')
      await tap(button(page, 'Guardar'))
      await expectNotice(page, 'Actualizado')
      const [item] = await readFrom(page, '/api/news?q=toques')
      expect(item.newsDescription).toBe('Y ninguno más.')
    },
  },
  {
    what: 'another link for tickets',
    most: 3,
    async run(page, { tap, write }) {
      await tap(main(page).getByRole('link', { name: /^Editar/ }))
      const link = page.getByLabel('Enlace de entradas')
      await expect(link).toBeVisible()
      const path = page.url()
      await write(link, 'entradas.example/nuevo')
      await tap(button(page, 'Guardar'))
      await expectNotice(page, 'Actualizado')
      await expect(page).toHaveURL(path)
      // When the focus leaves the field, the field shows the normalized value that will be stored.
      await page.getByRole('heading', { level: 1 }).tap()
      await expect(link).toHaveValue('https://entradas.example/nuevo')
      expect(await night(page)).toMatchObject([{ url: 'https://entradas.example/nuevo' }])
    },
  },
  {
    what: 'the next night as a copy',
    most: 4,
    async run(page, { tap, write }) {
      await tap(main(page).getByRole('link', { name: 'Duplicar' }))
      await write(page.getByLabel('Enlace de entradas'), 'entradas.example/otra')
      await tap(button(page, 'Sí, el mismo flyer'))
      await tap(button(page, 'Publicar'))
      await expectNotice(page, 'Creado')
      expect(await night(page, 'order=oldest')).toMatchObject([
        { date: '2031-05-03T23:30' },
        { date: '2031-05-10T23:30', url: 'https://entradas.example/otra' },
      ])
    },
  },
  {
    what: 'an answer to a message',
    most: 3,
    async run(page, { tap, write }) {
      await tap(main(page).getByRole('link', { name: 'Responder a Ñandú Gris' }))
      await write(page.getByLabel('Tu respuesta'), 'Sí: escribinos la fecha.')
      await tap(button(page, 'Enviar respuesta'))
      await expectNotice(page, 'Enviado')
      expect(await readFrom(page, '/api/messages/summary')).toMatchObject({ unanswered: 1 })
    },
  },
  {
    what: 'a sold-out night',
    most: 1,
    async run(page, { tap }) {
      await tap(button(page, 'Marcar agotada'))
      await expectNotice(page, 'Actualizado')
      await expect(main(page).getByText('AGOTADA', { exact: true })).toBeVisible()
      const offersOfNext = async () => (await night(page, 'order=oldest'))[0].offers
      expect(await offersOfNext()).toMatchObject([{ availability: 'soldout' }])
      // The undo is not part of the task.
      await button(page, 'Deshacer').tap()
      await expect(main(page).getByText('AGOTADA', { exact: true })).toHaveCount(0)
      expect(await offersOfNext()).toEqual([])
    },
  },
  {
    what: 'story, post and text of the next night',
    most: 2,
    async run(page, { tap }) {
      await tap(main(page).getByRole('button', { name: 'Compartir', exact: true }))
      // The site does not permit reading the clipboard, so the test replaces the function that writes it.
      await page.evaluate(() => {
        navigator.clipboard.writeText = async (text) => {
          document.documentElement.dataset.copied = text
        }
      })
      const all = page.getByRole('dialog').getByRole('button', { name: 'Descargar todo' })
      await expect(all).toBeEnabled({ timeout: 30_000 })
      const files: string[] = []
      page.on('download', (download) => files.push(download.suggestedFilename()))
      await tap(all)
      await expect.poll(() => files.length).toBe(2)
      expect(files.map((name) => name.replace(/^.*-(?=\w+\.jpg$)/, ''))).toEqual([
        'historia.jpg',
        'publicacion.jpg',
      ])
      await expect(page.getByText('el texto quedó copiado')).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.dataset.copied)).toContain('La que viene')
    },
  },
  {
    what: 'a word seen on the page',
    // The site, the pencil, the button that saves.
    most: 3,
    async run(page, { tap }) {
      await tap(main(page).getByRole('link', { name: 'Ver en el sitio' }))
      const pencil = page.getByRole('link', { name: 'Editar: La que viene' }).first()
      await expect(pencil).toBeVisible()
      await tap(pencil)
      await expect(page.getByLabel('Nombre de la fecha (opcional)')).toBeFocused()
      await page.keyboard.press('End')
      await page.keyboard.type(', otra')
      await tap(button(page, 'Guardar y volver'))
      await expectNotice(page, 'Actualizado')
      expect(await night(page, 'order=oldest')).toMatchObject([{ title: 'La que viene, otra' }, {}])
    },
  },
  {
    what: 'the whole line-up revealed at a time',
    most: 3,
    async run(page, { tap }) {
      await tap(button(page, 'Revelar el line-up'))
      const moment = page.getByRole('dialog').getByLabel('Se revela')
      await tap(moment)
      await moment.fill('2031-05-02T20:00')
      await tap(page.getByRole('dialog').getByRole('button', { name: 'Guardar' }))
      await expectNotice(page, 'Actualizado')
      const [{ _id }] = await night(page, 'order=oldest')
      const { lineup } = await readFrom(page, `/api/events/${_id}`)
      expect(lineup.map(({ revealAt }: { revealAt: string }) => revealAt)).toEqual(
        Array(4).fill('2031-05-02T23:00:00.000Z'),
      )
    },
  },
  {
    what: 'a cancelled night',
    most: 3,
    async run(page, { tap }) {
      await tap(button(page, 'Cancelar la fecha'))
      await tap(page.getByRole('dialog').getByRole('button', { name: 'Cancelar la fecha' }))
      await expectNotice(page, 'Actualizado')
      await expect(main(page).getByText('CANCELADA')).toBeVisible()
    },
  },
  {
    what: 'taking back a cancellation',
    most: 2,
    async run(page, { tap }) {
      await tap(button(page, 'Se hace igual'))
      await expectNotice(page, 'Actualizado')
      await expect(main(page).getByText('CANCELADA')).toHaveCount(0)
    },
  },
  {
    what: 'a night from nothing, with four artists and their hours, scheduled',
    most: 10,
    async run(page, { tap, write, choose }) {
      await tap(main(page).getByRole('link', { name: /Fecha$/ }))
      const day = page.getByLabel('Fecha', { exact: true })
      await tap(day)
      await day.fill('2031-06-07')
      await write(page.getByLabel('Nombre de la fecha (opcional)'), 'De la nada')
      await write(page.getByLabel('Enlace de entradas'), 'entradas.example/nada')
      await choose(page.getByLabel('Flyer grande: elegir imagen'), '#537')
      await tap(page.locator('summary', { hasText: 'Line-up' }))
      const lines = page.getByLabel('Pegar el line-up')
      await tap(lines)
      await lines.fill('23:59 Ana\n1:30 Beto\n3am Caro\n4.30 Dani')
      await tap(page.getByRole('radio', { name: 'Programar' }))
      await tap(button(page, 'Programar'))
      await expectNotice(page, 'Creado')
      const [made] = await night(page, 'state=scheduled&q=nada')
      expect(made).toMatchObject({
        title: 'De la nada',
        lineup: [
          { name: 'Ana', from: '23:59' },
          { name: 'Beto', from: '01:30' },
          { name: 'Caro', from: '03:00' },
          { name: 'Dani', from: '04:30' },
        ],
      })
      expect(Date.parse(made.publishAt)).toBeGreaterThan(Date.now())
    },
  },
  {
    what: 'a night from nothing, typed, with two phases of its sale, scheduled',
    // 14 taps and 8 fields.
    most: 22,
    async run(page, { tap, write, type, choose, pick }) {
      await tap(main(page).getByRole('link', { name: /Fecha$/ }))
      await pick(page.getByLabel('Fecha', { exact: true }), '2031-06-14')
      await choose(page.getByLabel('Flyer grande: elegir imagen'), '#357')
      await write(page.getByLabel('Enlace de entradas'), 'entradas.example/typed')
      await tap(page.locator('summary', { hasText: 'Line-up' }))
      await tap(button(page, 'Agregar artista'))
      for (const name of ['Ana', 'Beto', 'Caro', 'Dani']) {
        await expect(page.getByRole('combobox', { name: 'Nombre' })).toHaveValue('')
        await type(name)
        if (name !== 'Dani') await page.keyboard.press('Enter')
      }
      await tap(page.locator('summary', { hasText: 'Entradas' }))
      const row = page.locator('[data-field="offers"] .rows-row').last()
      await tap(button(page, 'Agregar entrada'))
      await expect(row.getByLabel('Nombre', { exact: true })).toBeFocused()
      await type('Anticipada')
      await write(row.getByLabel('Precio'), '8000')
      await tap(row.getByRole('button', { name: /23:59/ }))
      await tap(button(page, 'Agregar entrada'))
      await expect(row.getByLabel('Nombre', { exact: true })).toHaveValue('Anticipada 2')
      await write(row.getByLabel('Precio'), '10000')
      await tap(page.getByRole('radio', { name: 'Programar' }))
      await tap(button(page, 'Programar'))
      await expectNotice(page, 'Creado')
      const [made] = await night(page, 'state=scheduled&from=2031-06-14&to=2031-06-14')
      expect(made).toMatchObject({
        lineup: [{ name: 'Ana' }, { name: 'Beto' }, { name: 'Caro' }, { name: 'Dani' }],
        offers: [
          {
            name: 'Anticipada',
            price: 8000,
            availability: 'available',
            endsAt: expect.stringMatching(/T23:59$/),
          },
          { name: 'Anticipada 2', price: 10_000, availability: 'soon', endsAt: null },
        ],
      })
    },
  },
  {
    what: 'an episode with audio',
    // 6 taps and 2 fields: the link, the flyer, the audio and the button, and title and introduction.
    most: 8,
    async run(page, { tap, write, choose, attach }) {
      await tap(main(page).getByRole('link', { name: 'episodio' }))
      await choose(page.getByLabel('Flyer: elegir imagen'), '#735')
      await write(page.getByLabel('Título (opcional)'), 'Siete toques')
      await write(page.getByLabel('Introducción'), 'Dos horas en vivo.')
      await attach(page.getByLabel(/^Audio propio.*: elegir audio$/), {
        name: 'set.mp3',
        mimeType: 'audio/mpeg',
        buffer: createMp3({ fill: 7 }),
      })
      // The form sends its own page as the link, because no link was typed.
      await expect(page.getByRole('textbox', { name: 'Enlace' })).toHaveValue(/\/episodios\/siete-toques$/)
      await tap(button(page, 'Publicar'))
      await expectNotice(page, 'Creado')
      const { data } = await readFrom(page, '/api/episode?q=toques')
      const own = `${new URL(page.url()).origin}/episodios/siete-toques`
      expect(data).toMatchObject([{ title: 'Siete toques', url: own, alt: { flyer: '' } }])
      await page.goto(own)
      await expect(page.locator('audio')).toHaveAttribute('src', data[0].audio)
      await expect(page.getByText('Abrir en')).toHaveCount(0)
    },
  },
]

test('takes few taps from the home for common tasks', async ({ page }) => {
  const picture = toDataUrl(await createSmallPicture('#426'))
  await signIn(page)
  await postTo(page, '/api/events', {
    flyerLarge: picture,
    flyerGrid: picture,
    date: '2031-05-03T23:30',
    url: 'https://entradas.example/x',
    title: 'La que viene',
    lineup: ['Ana', 'Beto', 'Caro', 'Dani'].map((name, index) => ({
      name,
      revealAt: `2031-04-0${index + 1}T00:00:00Z`,
    })),
  })
  for (const person of ['Por Teléfono', 'Ñandú Gris'])
    await postTo(page, '/api/mail/sendMail', {
      person,
      from: 'ana@visita.example',
      body: '¿Alquilan la sala?',
    })
  for (const { what, most, run } of tasks)
    await test.step(what, async () => {
      await openScreen(page, '/admin')
      const hand = createHand(page)
      await run(page, hand)
      const { taps, fields } = hand.counts
      test
        .info()
        .annotations.push({ type: 'gestures', description: `${what}: ${taps} taps + ${fields} fields` })
      expect(taps, what).toBeGreaterThan(0)
      expect(taps + fields, what).toBeLessThanOrEqual(most)
    })
})

test('ignores the second tap of a double tap on Marcar agotada', async ({ page }) => {
  const picture = toDataUrl(await createSmallPicture('#246'))
  await signIn(page)
  const { _id } = await postTo(page, '/api/events', {
    flyerLarge: picture,
    flyerGrid: picture,
    date: '2029-01-05',
    url: 'https://entradas.example/doble',
    title: 'Doble toque',
  })
  let saves = 0
  page.on('request', (request) => {
    if (request.method() === 'PUT') saves++
  })
  await openScreen(page, '/admin')
  await button(page, 'Marcar agotada').tap()
  const reverse = button(page, 'Hay entradas de nuevo')
  await reverse.tap()
  await reverse.tap()
  await expect(page.locator('.notice')).toHaveCount(1)
  await expect(page.locator('.notice')).toContainText('está agotada')
  const { offers } = await readFrom(page, `/api/events/${_id}`)
  expect(offers).toMatchObject([{ availability: 'soldout' }])
  expect(saves).toBe(1)
  // A later tap is meant. Its notice takes the place of the one before.
  await page.waitForTimeout(1_600)
  await reverse.tap()
  await expect(button(page, 'Marcar agotada')).toBeVisible()
  await expect(page.locator('.notice')).toHaveCount(1)
  await expect(page.locator('.notice')).toContainText('tiene entradas')
  await deleteAt(page, `/api/events/${_id}`)
})

test('performs actions on the next night from the command menu', async ({ page }) => {
  const picture = toDataUrl(await createSmallPicture('#264'))
  await signIn(page)
  const { _id } = await postTo(page, '/api/events', {
    flyerLarge: picture,
    flyerGrid: picture,
    date: '2030-01-05',
    url: 'https://entradas.example/x',
    title: 'Ordenada',
  })
  const read = () => readFrom(page, `/api/events/${_id}`)
  const perform = async (typed: string) => {
    await openCommandMenu(page)
    await page.keyboard.type(typed)
    const chosen = page.getByRole('dialog', { name: 'Ir a…' }).getByRole('option', { selected: true })
    await expect(chosen).toContainText('Ordenada')
    await page.keyboard.press('Enter')
  }
  await openScreen(page, '/admin/ourclub/news')
  await perform('agotada')
  await expect(page).toHaveURL('/admin')
  await expectNotice(page, 'Actualizado')
  expect((await read()).offers).toMatchObject([{ availability: 'soldout' }])
  // The same word leads back.
  await openCommandMenu(page)
  await page.keyboard.type('agotada')
  await expect(page.getByRole('option', { selected: true })).toHaveText(/^Hay entradas de nuevo: /)
  await page.keyboard.press('Escape')
  await button(page, 'Deshacer').tap()
  await expect(button(page, 'Marcar agotada')).toBeVisible()
  // A reload does not repeat the action.
  await page.reload()
  await expect(button(page, 'Marcar agotada')).toBeVisible()
  expect((await read()).offers).toEqual([])

  await perform('postergar')
  await expect(page).toHaveURL(`/admin/events/updateevents/${_id}?campo=date`)
  await expect(page.getByLabel('Fecha', { exact: true })).toBeFocused()
  await page.goBack()

  await perform('compartir')
  await expect(page.getByRole('dialog')).toContainText(/historia/i)
  await page.keyboard.press('Escape')
  await perform('cancelar')
  await expect(page.getByRole('dialog', { name: /^¿Cancelar la fecha/ })).toBeVisible()
  expect((await read()).status).toBe('scheduled')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar la fecha' }).tap()
  await expect(main(page).getByText('CANCELADA', { exact: true })).toBeVisible()
  expect((await read()).status).toBe('cancelled')

  await openCommandMenu(page)
  await page.keyboard.type('cerrar sesion')
  await expect(page.getByRole('option', { selected: true })).toHaveText('Cerrar Sesión')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login/)
})
