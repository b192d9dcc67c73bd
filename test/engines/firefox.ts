/** Controls the installed Firefox over WebDriver BiDi. */
import { existsSync } from 'node:fs'
import puppeteer, { type ElementHandle } from 'puppeteer-core'
import {
  describeTarget,
  type Engine,
  findElement,
  prepareField,
  scrollToCentre,
  type Tab,
  type Target,
  waitFor,
  waitUntilStill,
} from './tab.ts'

/** Finds the executable of Firefox. The variable FIREFOX selects another one. */
export const findFirefox = (): string | null =>
  [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(
    (path) => path !== undefined && existsSync(path),
  ) ?? null

/** Starts Firefox. @param proxyPort port of a proxy that receives all requests to other machines */
export async function openFirefox(executablePath: string, proxyPort: number): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: {
      'intl.accept_languages': 'es-AR',
      'browser.shell.checkDefaultBrowser': false,
      // The value 1 selects manual configuration. Firefox uses no proxy for loopback addresses.
      'network.proxy.type': 1,
      'network.proxy.http': '127.0.0.1',
      'network.proxy.http_port': proxyPort,
      'network.proxy.ssl': '127.0.0.1',
      'network.proxy.ssl_port': proxyPort,
    },
  })
  return {
    async newTab(baseUrl): Promise<Tab> {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      const element = (target: Target) =>
        waitFor(async () => {
          const handle = await page.evaluateHandle(findElement, target)
          return handle.asElement() as ElementHandle<Element> | null
        }, describeTarget(target))
      return {
        open: async (address) => {
          await page.goto(new URL(address, baseUrl).href)
        },
        async click(target) {
          const handle = await element(target)
          await waitUntilStill(() => handle.evaluate(scrollToCentre), describeTarget(target))
          await handle.click()
        },
        async fill(target, text) {
          const handle = await element(target)
          if (await handle.evaluate(prepareField, text)) return
          await page.keyboard.type(text)
        },
        press: (key) => page.keyboard.press(key),
        async swipe({ x, y }, distance) {
          const touch = await page.touchscreen.touchStart(x, y)
          for (let step = 1; step <= 8; step++) await touch.move(x - (distance * step) / 8, y)
          await touch.end()
        },
        choose: async (target, path) =>
          ((await element(target)) as ElementHandle<HTMLInputElement>).uploadFile(path),
        isVisible: async (target) => (await page.evaluateHandle(findElement, target)).asElement() !== null,
        evaluate: <T>(script: string) => page.evaluate(`(() => { ${script} })()`) as Promise<T>,
        resize: (width, height) => page.setViewport({ width, height }),
        screenshot: async () => Buffer.from(await page.screenshot()),
        close: () => context.close(),
      }
    },
    close: () => browser.close(),
  }
}
