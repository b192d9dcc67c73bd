/** Public pages, and those for promoters and the door, in Firefox and WebKit. */
import { writeFile } from 'node:fs/promises'
import type { APIRequestContext } from '@playwright/test'
import { MISSING_FIELDS } from '../../platform/api/shared/problems.ts'
import { administrator } from '../e2e/administrator.ts'
import { createSmallPicture, toDataUrl } from '../e2e/back-office-helpers.ts'
import { postTo, readFrom } from '../e2e/club-api.ts'
import { takePhoto } from '../e2e/code-pictures.ts'
import { expect, expectHidden, expectNotice, expectPath, expectVisible, test } from './engine.ts'
import type { Tab } from './tab.ts'

const button = (name: string) => ({ role: 'button', name }) as const
const link = (name: string, within?: string) => ({ role: 'link', name, ...(within && { within }) }) as const
const field = (name: string) => ({ role: 'field', name }) as const
const text = (name: string) => ({ role: 'text', name }) as const
const DAY_MS = 86_400_000

/** Measures the horizontal overflow of the page in CSS px. */
const measureOverflow = (tab: Tab) =>
  tab.evaluate<number>('return document.documentElement.scrollWidth - document.documentElement.clientWidth')

for (const [size, width, height] of [
  ['a phone', 460, 900],
  ['a desk', 1280, 900],
] as const) {
  test(`shows every page on ${size} with its heading and without horizontal overflow`, async ({
    tab,
    request,
  }) => {
    await tab.resize(width, height)
    const [night, artist] = await Promise.all(
      ['events', 'agency'].map(async (resource) => {
        const { data } = await readFrom({ request }, `/api/${resource}?limit=1`)
        return data[0] as { slug: string; date: string }
      }),
    )
    for (const path of [
      '/',
      '/fechas',
      `/fechas/${night?.slug}`,
      `/fechas/archivo/${new Date().getFullYear()}`,
      `/artistas/${artist?.slug}`,
      '/history',
      '/culture',
      '/milestones',
      '/events',
      '/contact',
      '/news',
      '/privacidad',
      '/login',
      '/register',
      '/404',
    ]) {
      await tab.open(path)
      expect([path, await tab.evaluate('return document.querySelectorAll("h1").length')]).toEqual([path, 1])
      expect([path, await measureOverflow(tab)]).toEqual([path, 0])
    }
  })
}

test('opens the menu of a phone, follows a link in it, and closes it', async ({ tab }) => {
  await tab.resize(460, 900)
  await tab.open('/')
  await expectHidden(tab, link('Historia', '.bar'))
  await tab.click(button('Menú'))
  await tab.click(button('Nuestro Club'))
  await tab.click(link('Historia', '.bar'))
  await expectPath(tab, '/history')
  await expectVisible(tab, button('Menú'))
  await expectHidden(tab, link('Historia', '.bar'))
})

test('stops all motion with one button, on every page', async ({ tab }) => {
  await tab.resize(1280, 900)
  await tab.open('/')
  await tab.click(button('Pausar movimiento'))
  await expectVisible(tab, button('Reanudar movimiento'))
  await tab.open('/news')
  await tab.click(button('Reanudar movimiento'))
  await expectVisible(tab, button('Pausar movimiento'))
})

test('opens the menu of a desktop on click, and closes it with Escape at the same place', async ({ tab }) => {
  await tab.resize(1280, 900)
  await tab.open('/')
  await expectHidden(tab, link('Historia', '.bar'))
  await tab.click(button('Nuestro Club'))
  await expectVisible(tab, link('Historia', '.bar'))
  await expect
    .poll(() => tab.evaluate('return document.querySelector("[data-island=menu][data-live]") !== null'))
    .toBe(true)
  await tab.press('Escape')
  await expectHidden(tab, link('Historia', '.bar'))
  expect(await tab.evaluate('return document.activeElement.textContent')).toContain('Nuestro Club')
})

test('moves carousels until the button stops them, and with the arrow keys', async ({ tab }) => {
  await tab.resize(1280, 900)
  await tab.open('/news')
  const news = 'document.querySelector(\'[aria-label="Últimas novedades"]\')'
  /** Returns the index of the shown slide. All other slides are inert. */
  const shown = () =>
    tab.evaluate<number[]>(
      `return [...${news}.querySelectorAll('li')].flatMap((slide, at) => slide.hasAttribute('data-current') && !slide.inert ? [at] : [])`,
    )
  const isHeld = () => tab.evaluate<boolean>(`return ${news}.hasAttribute('data-held')`)
  await expect.poll(shown).toEqual([1])
  await tab.click(button('Pausar movimiento'))
  await expect.poll(isHeld).toBe(true)
  const [at = 0] = await shown()
  await tab.evaluate(`${news}.querySelector('li[data-current] a').focus()`)
  await tab.press('ArrowRight')
  await expect.poll(shown).toEqual([at + 1])
  expect(await tab.evaluate('return document.activeElement.closest("li").hasAttribute("data-current")')).toBe(
    true,
  )
  await tab.press('ArrowLeft')
  await expect.poll(shown).toEqual([at])

  await tab.open('/')
  const podcasts = 'document.querySelector(\'[aria-label="Podcast"]\')'
  const focused = () =>
    tab.evaluate<number>(
      `return [...${podcasts}.querySelectorAll('li')].findIndex((slide) => slide.contains(document.activeElement))`,
    )
  await tab.evaluate(`${podcasts}.querySelector('a').focus()`)
  // Motion is stopped, so the first key makes React start. WebKit's driver gives the window no focus, which would too.
  await tab.press('ArrowLeft')
  await expect.poll(() => tab.evaluate(`return ${podcasts}.hasAttribute('data-ready')`)).toBe(true)
  await tab.evaluate(`${podcasts}.querySelector('a').focus()`)
  await tab.press('ArrowRight')
  await tab.press('ArrowRight')
  await expect.poll(focused).toBe(2)
  await tab.press('ArrowLeft')
  await expect.poll(focused).toBe(1)
})

test('requests a recording from another site only after a click', async ({
  tab,
  engine,
  request,
  outside,
}) => {
  await postTo({ request }, '/api/auth/login', administrator)
  const video = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'
  const { newsTitle } = await postTo({ request }, '/api/news', {
    newsTitle: `Para ver en ${engine} ${Date.now().toString(36)}`,
    photo: toDataUrl(await createSmallPicture('#446')),
    date: '2026-01-02',
    newsDescription: 'Un video.',
    newsBody: `<p>Antes.</p><p><a href="${video}">${video}</a></p>`,
  })
  await tab.open(`/news/${encodeURIComponent(newsTitle)}`)
  await expectVisible(tab, link('Abrir en YouTube'))
  const players = () => outside.requestedHosts.filter((host) => /youtube/.test(host))
  expect(await tab.evaluate('return document.querySelectorAll("iframe").length')).toBe(0)
  expect(players()).toEqual([])
  await tab.click(button('Reproducir acá'))
  await expect.poll(() => new Set(players())).toEqual(new Set(['www.youtube-nocookie.com']))
  expect(await tab.evaluate('return document.querySelector("iframe").src')).toBe(
    'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1',
  )
})

test('shows news, and a message for a missing page', async ({ tab }) => {
  await tab.open('/news')
  const path = await tab.evaluate<string>(
    'const first = [...document.querySelectorAll(\'main a[href^="/news/"]\')].find((a) => a.getClientRects().length > 0); first.click(); return first.pathname',
  )
  await expectPath(tab, path)
  await expect
    .poll(() => tab.evaluate('return document.querySelector("h1").textContent.trim().length'))
    .toBeGreaterThan(3)
  await expect
    .poll(() =>
      tab.evaluate('return [...document.images].some((image) => image.complete && image.naturalWidth > 0)'),
    )
    .toBe(true)
  await tab.open('/nada-de-nada')
  await expectPath(tab, '/404')
  await expectVisible(tab, { role: 'text', name: 'this page does not exist' })
})

test('refuses an incomplete message, and sends a complete one', async ({ tab, engine }) => {
  await tab.open('/contact')
  await tab.fill(field('Nombre'), `Marta de ${engine}`)
  await tab.click(button('Enviar'))
  await expectVisible(tab, { role: 'text', name: MISSING_FIELDS })
  expect(
    await tab.evaluate('return document.querySelector("[name=from]").getAttribute("aria-invalid")'),
  ).toBe('true')
  await tab.fill(field('E-mail'), 'marta@club.example')
  await tab.fill(field('Comentario'), '¿A qué hora abren el sábado? — Marta & señora')
  await tab.click(button('Enviar'))
  await expectNotice(tab, 'Enviado')
  await expect.poll(() => tab.evaluate('return document.querySelector("[name=body]").value')).toBe('')
})

test('refuses a wrong password without signing in', async ({ tab, engine }) => {
  await tab.open('/login')
  await tab.fill(field('E-mail'), `nadie-${engine}@club.example`)
  await tab.fill(field('Contraseña'), 'no es esta, seguro')
  await tab.click(button('Entrar'))
  await expectVisible(tab, { role: 'text', name: 'El usuario no existe o los datos son incorrectos!' })
  expect(await tab.evaluate('return localStorage.getItem("user")')).toBeNull()
  await expectPath(tab, '/login')
})

/** Creates a night of tomorrow with one list, and opens its door. */
async function openDoor(request: APIRequestContext) {
  const post = (path: string, data: object = {}) => postTo({ request }, `/api${path}`, data)
  await post('/auth/login', administrator)
  const picture = toDataUrl(await createSmallPicture('#345'))
  const night = await post('/events', {
    draft: true,
    url: 'https://entradas.example/puerta',
    flyerLarge: picture,
    flyerGrid: picture,
    title: `Puerta ${Date.now()} ${Math.random()}`,
    date: `${new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)}T23:59`,
  })
  const list = await post(`/events/${night._id}/lists`, {
    name: 'Amigos',
    conditions: [{ until: null, label: 'Gratis' }],
  })
  await post(`/lists/${list._id}/guests`, { text: 'Ñandú Pérez +1\nBeto Ruiz\nDana\nElio' })
  const link = await post(`/lists/${list._id}/link`)
  const door = await post(`/events/${night._id}/door`)
  const getPath = (url: string) => new URL(url, 'http://club.example').pathname
  return {
    event: night._id as string,
    link: getPath(link.url),
    door: getPath(door.url),
    pin: door.pin as string,
  }
}

test('admits a guest by search, and undoes', async ({ tab, request }) => {
  const { event, door, pin } = await openDoor(request)
  await tab.resize(390, 800)
  await tab.open(door)
  await expectVisible(tab, field('PIN de 6 números'))
  await tab.fill(field('PIN de 6 números'), pin)
  await tab.click(button('Abrir la puerta'))
  await expectVisible(tab, field('Buscar nombre o código'))
  await expectVisible(tab, text('Beto Ruiz'))
  await tab.fill(field('Buscar nombre o código'), 'nan')
  await expect.poll(() => tab.isVisible(text('Beto Ruiz'))).toBe(false)
  await tab.click(button('Ñandú Pérez'))
  await expectVisible(tab, text('1 de 2'))
  const readDoor = () => readFrom({ request }, `/api/door?event=${event}`)
  await expect.poll(async () => (await readDoor()).counts.guests).toBe(1)
  await tab.click(button('Deshacer'))
  await expect.poll(async () => (await readDoor()).inside).toBe(0)

  // A keyboard leaves 340 px of a phone of 360 × 640. WebKit counts its toolbar as part of the window.
  await tab.click(button('Borrar'))
  const toolbar = 800 - (await tab.evaluate<number>('return innerHeight'))
  await tab.resize(360, 340 + toolbar)
  await expect
    .poll(() =>
      tab.evaluate(`
        const { top, bottom } = document.querySelector('main').getBoundingClientRect()
        const isWhole = (row) => row.getBoundingClientRect().top >= top && row.getBoundingClientRect().bottom <= bottom
        return [innerHeight, document.documentElement.scrollHeight, [...document.querySelectorAll('.guest')].filter(isWhole).length]`),
    )
    .toEqual([340, 340, 3])
})

test('reads the code of a ticket in a photo where no camera opens', async ({ tab, request }, info) => {
  const { event, door, pin } = await openDoor(request)
  const list = await postTo({ request }, `/api/events/${event}/lists`, {
    kind: 'tickets',
    name: 'Entradas',
    conditions: [{ until: null, label: 'Con entrada' }],
  })
  await postTo({ request }, `/api/lists/${list._id}/tickets`, {
    tickets: [{ code: 'QR-0001', name: 'Caro Díaz' }],
  })
  const photo = info.outputPath('photo.jpg')
  await writeFile(photo, await takePhoto({ text: 'QR-0001', format: 'QRCode' }))
  await tab.resize(390, 800)
  await tab.open(door)
  await expectVisible(tab, field('PIN de 6 números'))
  await tab.fill(field('PIN de 6 números'), pin)
  await tab.click(button('Abrir la puerta'))
  await expectVisible(tab, button('Cámara'))
  await tab.click(button('Cámara'))
  await expectVisible(tab, text('Sacar una foto del código'))
  await tab.choose({ role: 'file', name: 'Sacar una foto del código' }, photo)
  await expectVisible(tab, text('Entró Caro Díaz'))
  await expect
    .poll(async () => (await readFrom({ request }, `/api/door?event=${event}`)).counts.guests)
    .toBe(1)
})

test('adds the names that a promoter pastes', async ({ tab, request }) => {
  const { link } = await openDoor(request)
  await tab.resize(390, 800)
  await tab.open(link)
  await tab.fill(field('Pegá los nombres'), 'Caro Díaz')
  await tab.click(button('Ver antes de sumar'))
  await tab.click(button('Sumar los marcados'))
  await expectVisible(tab, text('Caro Díaz'))
})
