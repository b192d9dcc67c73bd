/**
 * What a first visit costs, page by page, as it comes over the wire. The bars are the founders': a page works with 6 kB of
 * script, all of its scripts are 105 kB, its styles 12; the home page is 140 kB before the framework and 240 after.
 */
import { brotliCompressSync } from 'node:zlib'
import { expect, type Page, test } from '@playwright/test'
import { newsPath } from '../contract/share.ts'
import { firstNews, hydrated, pages, stubTiles } from './visitor.ts'

/** As browsers' tools count it, bytes. */
const kB = 1024
const NEEDED_SCRIPT = 6 * kB
const ALL_SCRIPT = 105 * kB
const STYLES = 12 * kB
const HOME_BEFORE = 140 * kB
const HOME_AFTER = 240 * kB

/** A usual phone. */
test.use({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 })

type Kind = 'document' | 'style' | 'script' | 'font' | 'picture' | 'other'

interface Cost {
  /** Compressed bodies. */
  bodies: Record<Kind, number>
  /** Bodies and headers. */
  wire: Record<Kind, number>
  /** Inline scripts that do something, compressed; what they hand over to the framework is data. */
  inline: number
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

/** Everything that comes without scrolling, without the film, with an empty cache. */
async function firstVisit(page: Page, path: string): Promise<Cost> {
  await stubTiles(page)
  await page.route(/\.(webm|mp4)$/, (route) => route.abort())
  const cost: Cost = { bodies: nothing(), wire: nothing(), inline: 0 }
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
  await page.goto(path)
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  const html = await (await page.request.get(path)).text()
  for (const [, attributes = '', text = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (!attributes.includes('type=') && !text.includes('streamController.enqueue'))
      cost.inline += brotliCompressSync(text).byteLength
  }
  return cost
}

const sum = (costs: Record<Kind, number>) => Object.values(costs).reduce((total, bytes) => total + bytes, 0)

for (const path of [...pages, 'news item']) {
  test(`${path} keeps to its budget`, async ({ page }, info) => {
    const address = path === 'news item' ? newsPath((await firstNews(page)).newsTitle) : path
    const { bodies, wire, inline } = await firstVisit(page, address)
    info.annotations.push({ type: 'bytes', description: JSON.stringify({ ...wire, inline }) })

    expect(inline).toBeGreaterThan(1_000)
    expect(inline).toBeLessThanOrEqual(NEEDED_SCRIPT)
    expect(bodies.script).toBeGreaterThan(90_000)
    expect(bodies.script + inline).toBeLessThanOrEqual(ALL_SCRIPT)
    expect(bodies.style).toBeGreaterThan(1_000)
    expect(bodies.style).toBeLessThanOrEqual(STYLES)
    if (path === '/') {
      expect(sum(wire) - wire.script).toBeLessThanOrEqual(HOME_BEFORE)
      expect(sum(wire)).toBeLessThanOrEqual(HOME_AFTER)
    }
  })
}
