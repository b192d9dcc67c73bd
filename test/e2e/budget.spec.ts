/**
 * What a first visit costs, page by page, as it comes over the wire. The bars are the founders': a page works with 6 kB of
 * script, what follows is 105 kB, its styles are 12; the home page is 140 kB before the framework and 240 after; the back
 * office is 150, 200 and 330 kB from the menu to the editor.
 */
import { brotliCompressSync } from 'node:zlib'
import { expect, type Page, test } from '@playwright/test'
import { TYPE_KEY } from '../../app/enhance/names.ts'
import { news } from '../../contract/content/news.ts'
import { newsPath } from '../../contract/share.ts'
import { signIn } from './back-office.ts'
import { firstNews, hydrated, pages, stubTiles } from './visitor.ts'

/** As networks count it, bytes. */
const kB = 1000
const NEEDED_SCRIPT = 6 * kB
const FRAMEWORK = 105 * kB
const STYLES = 12 * kB
const HOME_BEFORE = 140 * kB
const HOME_AFTER = 240 * kB
const MENU = 150 * kB
const LIST = 200 * kB
const EDITOR = 330 * kB

/** A usual phone. */
test.use({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 })

type Kind = 'document' | 'style' | 'script' | 'font' | 'picture' | 'other'

interface Cost {
  /** Compressed bodies. */
  bodies: Record<Kind, number>
  /** Bodies and headers. */
  wire: Record<Kind, number>
}

const kindOf = (type: string, url: string): Kind =>
  url.endsWith('.js')
    ? 'script'
    : (({ Document: 'document', Stylesheet: 'style', Font: 'font', Image: 'picture' } as const)[type] ??
      'other')

const nothing = (): Record<Kind, number> => ({
  document: 0,
  style: 0,
  script: 0,
  font: 0,
  picture: 0,
  other: 0,
})

/** Counts what comes from the club from now on. The film is not asked for. */
async function meter(page: Page): Promise<Cost> {
  await stubTiles(page)
  await page.route(/\.(webm|mp4)$/, (route) => route.abort())
  const cost: Cost = { bodies: nothing(), wire: nothing() }
  const devtools = await page.context().newCDPSession(page)
  const answers = new Map<string, Kind>()
  const isOurs = (url: string) => url.startsWith('http://127.0.0.1')
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (isOurs(response.url)) answers.set(requestId, kindOf(type, response.url))
  })
  devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const kind = answers.get(requestId)
    if (kind) cost.bodies[kind] += encodedDataLength
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = answers.get(requestId)
    if (kind) cost.wire[kind] += encodedDataLength
  })
  await devtools.send('Network.enable')
  return cost
}

/** What of these elements does something, compressed; what scripts hand over to the framework is data. */
function inlineSize(html: string, tag: 'script' | 'style'): number {
  let size = 0
  for (const [, attributes = '', text = ''] of html.matchAll(
    new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}>`, 'g'),
  )) {
    if (!attributes.includes('type=') && !text.includes('streamController.enqueue'))
      size += brotliCompressSync(text).byteLength
  }
  return size
}

const sum = (costs: Record<Kind, number>) => Object.values(costs).reduce((total, bytes) => total + bytes, 0)

for (const path of [...pages, 'news item']) {
  test(`${path} keeps to its budget`, async ({ page }, info) => {
    const address = path === 'news item' ? newsPath((await firstNews(page)).newsTitle) : path
    const { bodies, wire } = await meter(page)
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    const before = sum(wire) - wire.script
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    const html = await (await page.request.get(address)).text()
    const script = inlineSize(html, 'script')
    const style = inlineSize(html, 'style')
    const all = { ...wire, before, inlineScript: script, inlineStyle: style }
    info.annotations.push({ type: 'bytes', description: JSON.stringify(all) })

    expect(script).toBeGreaterThan(1_000)
    expect(script).toBeLessThanOrEqual(NEEDED_SCRIPT)
    expect(bodies.script).toBeGreaterThan(90_000)
    expect(bodies.script).toBeLessThanOrEqual(FRAMEWORK)
    // The page brings its own.
    expect(bodies.style).toBe(0)
    expect(style).toBeGreaterThan(1_000)
    expect(style).toBeLessThanOrEqual(STYLES)
    if (path === '/') {
      expect(before).toBeLessThanOrEqual(HOME_BEFORE)
      expect(sum(wire)).toBeLessThanOrEqual(HOME_AFTER)
    }
  })
}

/** In a club that has just been opened pictures are still being made smaller. */
async function whenSmall(page: Page): Promise<void> {
  test.setTimeout(300_000)
  for (const { images } of await (await page.request.get('/api/news?limit=24')).json()) {
    const { base, widths } = images.photo
    const status = async () =>
      (await page.request.get(`${base}-${widths[0]}.avif`, { maxRedirects: 0 })).status()
    await expect.poll(status, { timeout: 200_000 }).toBe(200)
  }
}

test.describe('the back office, cold', () => {
  for (const [name, path, bar] of [
    ['menu', '/admin', MENU],
    ['list', news.admin.update, LIST],
    ['news editor', news.admin.create, EDITOR],
  ] as const) {
    test(`its ${name} keeps to its budget`, async ({ browser, page, baseURL }, info) => {
      // Who is signed in comes along; what they have been sent does not.
      await signIn(page)
      if (path === news.admin.update) await whenSmall(page)
      const storageState = await page.context().storageState()
      const context = await browser.newContext({ baseURL, storageState })
      await context.addInitScript((key) => localStorage.removeItem(key), TYPE_KEY)
      const cold = await context.newPage()
      const { wire } = await meter(cold)
      await cold.goto(path)
      await expect(cold.getByRole('heading', { level: 1 })).toBeVisible()
      if (name === 'news editor') await expect(cold.locator('[contenteditable=true]')).toBeVisible()
      await cold.waitForLoadState('networkidle')
      info.annotations.push({ type: 'bytes', description: JSON.stringify({ ...wire, all: sum(wire) }) })
      expect(sum(wire)).toBeGreaterThan(100 * kB)
      expect(sum(wire)).toBeLessThanOrEqual(bar)
      await context.close()
    })
  }
})
