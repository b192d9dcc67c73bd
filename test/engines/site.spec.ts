/** What visitors do, in Firefox and WebKit. */
import { MISSING_FIELDS } from '../../contract/problems.ts'
import { expect, expectGone, expectNotice, expectPath, expectSeen, test } from './engine.ts'
import type { Tab } from './tab.ts'

const button = (name: string) => ({ role: 'button', name }) as const
const link = (name: string, within?: string) => ({ role: 'link', name, ...(within && { within }) }) as const
const field = (name: string) => ({ role: 'field', name }) as const

/** How far the page is wider than the window. px */
const overflow = (tab: Tab) =>
  tab.evaluate<number>('return document.documentElement.scrollWidth - document.documentElement.clientWidth')

for (const [size, width, height] of [
  ['a phone', 460, 900],
  ['a desk', 1280, 900],
] as const) {
  test(`every page stands on ${size}, with its heading and nothing beside the window`, async ({ tab }) => {
    await tab.resize(width, height)
    for (const path of [
      '/',
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
      expect([path, await overflow(tab)]).toEqual([path, 0])
    }
  })
}

test('the menu of a phone opens, leads on and is closed again', async ({ tab }) => {
  await tab.resize(460, 900)
  await tab.open('/')
  await expectGone(tab, link('Historia', '.bar'))
  await tab.click(button('Menú'))
  await tab.click(button('Nuestro Club'))
  await tab.click(link('Historia', '.bar'))
  await expectPath(tab, '/history')
  await expectSeen(tab, button('Menú'))
  await expectGone(tab, link('Historia', '.bar'))
})

test('one button stops what moves, on every page', async ({ tab }) => {
  await tab.resize(1280, 900)
  await tab.open('/')
  await tab.click(button('Pausar movimiento'))
  await expectSeen(tab, button('Reanudar movimiento'))
  await tab.open('/news')
  await tab.click(button('Reanudar movimiento'))
  await expectSeen(tab, button('Pausar movimiento'))
})

test('news are read, and what is not there says so', async ({ tab }) => {
  await tab.open('/news')
  const path = await tab.evaluate<string>(
    'const first = [...document.querySelectorAll(\'main a[href^="/news/"]\')].find((a) => a.getClientRects().length > 0); first.click(); return first.pathname',
  )
  await expectPath(tab, path)
  await expect
    .poll(() => tab.evaluate('return document.querySelector("h1").textContent.trim().length'))
    .toBeGreaterThan(3)
  const pictures = await tab.evaluate<number>(
    'return [...document.images].filter((image) => image.complete && image.naturalWidth > 0).length',
  )
  expect(pictures).toBeGreaterThan(0)
  await tab.open('/nada-de-nada')
  await expectPath(tab, '/404')
  await expectSeen(tab, { role: 'text', name: 'this page does not exist' })
})

test('a message is refused with what is missing, and then sent', async ({ tab, engine }) => {
  await tab.open('/contact')
  await tab.fill(field('Nombre'), `Marta de ${engine}`)
  await tab.click(button('Enviar'))
  await expectSeen(tab, { role: 'text', name: MISSING_FIELDS })
  expect(
    await tab.evaluate('return document.querySelector("[name=from]").getAttribute("aria-invalid")'),
  ).toBe('true')
  await tab.fill(field('E-mail'), 'marta@club.example')
  await tab.fill(field('Comentario'), '¿A qué hora abren el sábado? — Marta & señora')
  await tab.click(button('Enviar'))
  await expectNotice(tab, 'Enviado')
  await expect.poll(() => tab.evaluate('return document.querySelector("[name=body]").value')).toBe('')
})

test('a wrong password is told, and nobody is signed in', async ({ tab, engine }) => {
  await tab.open('/login')
  await tab.fill(field('E-mail'), `nadie-${engine}@club.example`)
  await tab.fill(field('Contraseña'), 'no es esta, seguro')
  await tab.click(button('Entrar'))
  await expectSeen(tab, { role: 'text', name: 'El usuario no existe o los datos son incorrectos!' })
  expect(await tab.evaluate('return localStorage.getItem("user")')).toBeNull()
  await expectPath(tab, '/login')
})
