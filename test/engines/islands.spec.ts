/** React islands in Firefox and WebKit, with a file of islands that takes 3 s. */
import { readFrom } from '../e2e/club-api.ts'
import { expect, expectVisible, test } from './engine.ts'
import { type SlowClub, startSlowClub } from './slow-file.ts'
import type { Tab } from './tab.ts'

const button = (name: string) => ({ role: 'button', name }) as const
const field = (name: string) => ({ role: 'field', name }) as const

const isLive = (tab: Tab, island: string) =>
  tab.evaluate<boolean>(`return document.querySelector('[data-island=${island}][data-live]') !== null`)

const readValue = (tab: Tab, name: string) =>
  tab.evaluate(`return document.querySelector('[name=${name}]').value`)

test.describe('with a slow file', () => {
  let club: SlowClub
  test.beforeEach(async ({ baseURL }) => {
    club = await startSlowClub(baseURL as string, '/assets/enhance-islands-entry', 3000)
  })
  test.afterEach(() => club.close())

  test('one press acts once', async ({ tab, request }) => {
    const [news] = await readFrom({ request }, '/api/news?limit=1')
    await tab.open(`${club.origin}/news/${encodeURIComponent(news.newsTitle)}`)
    await tab.evaluate(
      'window.shared = 0; Object.defineProperty(navigator, "share", { value: async () => { window.shared += 1 } })',
    )
    const readShared = () => tab.evaluate<number>('return window.shared')
    await tab.click(button('Compartir'))
    await tab.click(button('Compartir'))
    expect(await readShared()).toBe(0)
    await expect.poll(() => isLive(tab, 'share')).toBe(true)
    await expect.poll(readShared).toBe(1)
    await tab.click(button('Compartir'))
    await expect.poll(readShared).toBe(2)
  })

  test('the menu opens at once', async ({ tab }) => {
    await tab.resize(460, 900)
    await tab.open(`${club.origin}/culture`)
    await tab.click(button('Menú'))
    await tab.click(button('Nuestro Club'))
    await expectVisible(tab, { role: 'link', name: 'Historia', within: '.bar' })
    expect(await isLive(tab, 'menu')).toBe(false)
    await expect.poll(() => isLive(tab, 'menu')).toBe(true)
    await expectVisible(tab, { role: 'link', name: 'Historia', within: '.bar' })
  })

  test('typed text survives', async ({ tab }) => {
    await tab.open(`${club.origin}/contact`)
    await tab.fill(field('Nombre'), 'Marta')
    await tab.fill(field('Comentario'), 'Dejé la bici en el patio.')
    await expect.poll(() => isLive(tab, 'contact-form')).toBe(true)
    expect(await readValue(tab, 'person')).toBe('Marta')
    expect(await readValue(tab, 'body')).toBe('Dejé la bici en el patio.')
  })
})

for (const [path, name] of [
  ['/', 'Nuestros valores'],
  ['/news', 'Últimas novedades'],
] as const)
  test(`39 px stay and 41 px move the carousel "${name}"`, async ({ tab }) => {
    await tab.resize(460, 900)
    await tab.open(path)
    const carousel = `document.querySelector('[aria-label="${name}"]')`
    const scroll = () => tab.evaluate(`${carousel}.scrollIntoView({ block: 'center', behavior: 'instant' })`)
    await scroll()
    await expect.poll(() => tab.evaluate(`return ${carousel}.hasAttribute('data-ready')`)).toBe(true)
    await tab.click(button('Pausar movimiento'))
    await scroll()
    const current = () =>
      tab.evaluate<number>(
        `return [...${carousel}.querySelectorAll('li')].findIndex((slide) => slide.hasAttribute('data-current'))`,
      )
    const first = await current()
    const [x, y] = await tab.evaluate<[number, number]>(
      `const box = ${carousel}.getBoundingClientRect(); return [Math.round(box.x + box.width / 2), Math.round(Math.max(box.y, 60) + 100)]`,
    )
    await tab.swipe({ x, y }, 39)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await current()).toBe(first)
    await tab.swipe({ x, y }, 41)
    await expect.poll(current).toBe(first + 1)
    expect(await tab.evaluate('return location.pathname')).toBe(path)
  })
