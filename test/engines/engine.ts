/** Journeys in browser engines other than Chromium. The project in playwright.config.ts sets `engine`. */
import { writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { test as base, expect } from '@playwright/test'
import { type BlockingProxy, startBlockingProxy } from './blocking-proxy.ts'
import { findFirefox, openFirefox } from './firefox.ts'
import type { Engine, Tab, Target } from './tab.ts'
import { findWebKit, openWebKit } from './webkit.ts'

export type EngineName = 'firefox' | 'webkit'

const available = { firefox: () => findFirefox() !== null, webkit: () => findWebKit() !== null }

async function openEngine(name: EngineName, proxyPort: number): Promise<Engine | null> {
  const firefox = name === 'firefox' ? findFirefox() : null
  if (firefox) return openFirefox(firefox, proxyPort)
  const webkit = name === 'webkit' ? findWebKit() : null
  return webkit && openWebKit(webkit, proxyPort)
}

interface WorkerFixtures {
  engine: EngineName
  outside: BlockingProxy
  browserOfEngine: Engine | null
}

export const test = base.extend<{ tab: Tab }, WorkerFixtures>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  outside: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const outside = await startBlockingProxy()
      await use(outside)
      await outside.close()
    },
    { scope: 'worker' },
  ],
  browserOfEngine: [
    async ({ engine, outside }, use) => {
      const opened = await openEngine(engine, outside.port)
      await use(opened)
      await opened?.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  async tab({ browserOfEngine, engine, baseURL }, use, testInfo) {
    test.skip(!available[engine](), `This machine has no ${engine}`)
    const tab = await (browserOfEngine as Engine).newTab(baseURL as string)
    await use(tab)
    if (testInfo.status !== testInfo.expectedStatus) await saveScreenshot(tab, testInfo.outputPath('tab.png'))
    await tab.close()
  },
})

/**
 * Saves a screenshot of a failed test. Gives up after 10 s: WebKit without compositing sometimes never finishes a
 * screenshot, and a timeout here would hide the failure of the test.
 */
async function saveScreenshot(tab: Tab, path: string): Promise<void> {
  const screenshot = await Promise.race([tab.screenshot(), setTimeout(10_000, null)])
  if (screenshot) await writeFile(path, screenshot)
}

export const expectVisible = (tab: Tab, target: Target) =>
  expect.poll(() => tab.isVisible(target), { message: `${target.role} “${target.name}”` }).toBe(true)

export const expectHidden = (tab: Tab, target: Target) =>
  expect.poll(() => tab.isVisible(target), { message: `${target.role} “${target.name}”` }).toBe(false)

export const expectPath = (tab: Tab, path: string) =>
  expect.poll(() => tab.evaluate('return location.pathname')).toBe(path)

export const expectNotice = (tab: Tab, title: string) =>
  expectVisible(tab, { role: 'text', name: title, within: '.notices' })

export { expect }
