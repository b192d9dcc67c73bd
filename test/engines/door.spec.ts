/** The door and the page of a promoter's link on a phone, in Firefox and WebKit. */
import type { APIRequestContext } from '@playwright/test'
import { administrator } from '../e2e/administrator.ts'
import { createSmallPicture, toDataUrl } from '../e2e/back-office-helpers.ts'
import { expect, expectVisible, test } from './engine.ts'

const run = Date.now().toString(36)
const DAY_MS = 86_400_000
const text = (name: string) => ({ role: 'text', name }) as const
const button = (name: string, within?: string) =>
  ({ role: 'button', name, ...(within && { within }) }) as const
const field = (name: string) => ({ role: 'field', name }) as const

/** Creates a night of tomorrow with one list, and opens its door. */
async function openDoor(request: APIRequestContext) {
  const post = async (path: string, data: unknown = {}) => {
    const response = await request.post(`/api${path}`, { data })
    expect(response.ok(), `${path} ${await response.text()}`).toBe(true)
    return response.json()
  }
  await post('/auth/login', administrator)
  const picture = toDataUrl(await createSmallPicture('#345'))
  const night = await post('/events', {
    draft: true,
    url: 'https://entradas.example/puerta',
    flyerLarge: picture,
    flyerGrid: picture,
    title: `Puerta ${run} ${Math.random()}`,
    date: `${new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)}T23:59`,
  })
  const list = await post(`/events/${night._id}/lists`, {
    name: 'Amigos',
    conditions: [{ until: null, label: 'Gratis' }],
  })
  await post(`/lists/${list._id}/guests`, { text: 'Ñandú Pérez +1\nBeto Ruiz' })
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
  await tab.click(button('Ñandú Pérez', 'main'))
  await expectVisible(tab, text('1 de 2'))
  const readDoor = async () => (await request.get(`/api/door?event=${event}`)).json()
  await expect.poll(async () => (await readDoor()).counts.guests).toBe(1)
  await tab.click(button('Deshacer'))
  await expect.poll(async () => (await readDoor()).inside).toBe(0)
})

test('adds the names that a promoter pastes', async ({ tab, request }) => {
  const { link } = await openDoor(request)
  await tab.resize(390, 800)
  await tab.open(link)
  await tab.fill(field('Pegá los nombres'), 'Caro Díaz')
  await tab.click(button('Sumar todos'))
  await expectVisible(tab, text('Caro Díaz'))
})
