/** Controls WebKitGTK's MiniBrowser over WebDriver. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Builder, Key, type WebDriver, WebElement } from 'selenium-webdriver'
import { freePort } from '../support/ports.ts'
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

const DRIVER = '/usr/bin/WebKitWebDriver'

const KEYS = {
  Escape: Key.ESCAPE,
  Enter: Key.ENTER,
  ArrowUp: Key.ARROW_UP,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
}

interface WebKit {
  driver: string
  browser: string
}

/** Finds the executables of Debian's `webkit2gtk-driver`. They need a display, which `xvfb-run` provides. */
export function findWebKit(): WebKit | null {
  const [browser] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').sort().reverse()
  const isHere = browser !== undefined && [DRIVER, '/usr/bin/xvfb-run'].every((path) => existsSync(path))
  return isHere ? { driver: DRIVER, browser } : null
}

/**
 * Time limit for a new window. It usually takes half a second. Once in some 200 starts the browser never connected to the
 * driver, which then waits for ever. ms
 */
const WINDOW_MS = 30_000

/** Starts WebKit. @param proxyPort port of a proxy that receives all requests to other machines */
export async function openWebKit(webkit: WebKit, proxyPort: number): Promise<Engine> {
  let driver = await startDriver(webkit)

  /** Opens a window. @returns null when the browser did not connect in time */
  async function openWindow(): Promise<WebDriver | null> {
    const opening = new Builder()
      .usingServer(`http://127.0.0.1:${driver.port}`)
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': {
          binary: webkit.browser,
          args: ['--automation', `--proxy=http://127.0.0.1:${proxyPort}`, '--ignore-host=127.0.0.1'],
        },
      })
      .build()
      .then((session) => session)
    // After the limit the driver is stopped, which rejects this promise.
    opening.catch(() => {})
    return Promise.race([opening, sleep(WINDOW_MS, null, { ref: false })])
  }

  return {
    async newTab(baseUrl) {
      const first = await openWindow()
      if (first) return createTab(first, baseUrl)
      await stopProcess(driver.server)
      driver = await startDriver(webkit)
      const second = await openWindow()
      if (!second) throw new Error('The browser did not connect to WebKitWebDriver')
      return createTab(second, baseUrl)
    },
    close: () => stopProcess(driver.server),
  }
}

async function startDriver({ driver }: WebKit): Promise<{ server: ChildProcess; port: number }> {
  const port = await freePort()
  const server = spawn('xvfb-run', ['-a', '-s', '-screen 0 1600x1200x24', driver, `--port=${port}`], {
    stdio: 'ignore',
    // The driver gets its own process group. Killing only xvfb-run would leave the driver running.
    detached: true,
    env: {
      ...process.env,
      LANG: 'es_AR.UTF-8',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      // The sandbox is off, because it needs features that a container lacks. The browser opens only pages of the club.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  })
  await waitFor(
    () =>
      fetch(`http://127.0.0.1:${port}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    'WebKitWebDriver',
  )
  return { server, port }
}

function createTab(session: WebDriver, baseUrl: string): Tab {
  const run = <T>(f: (...args: never[]) => unknown, ...args: unknown[]): Promise<T> =>
    session.executeScript(`return (${f}).apply(null, arguments)`, ...args) as Promise<T>
  const element = (target: Target) =>
    waitFor(async () => {
      const found = await run<WebElement | null>(findElement, target)
      return found instanceof WebElement ? found : null
    }, describeTarget(target))
  return {
    open: (address) => session.get(new URL(address, baseUrl).href),
    async click(target) {
      const found = await element(target)
      await waitUntilStill(() => run<string>(scrollToCentre, found), describeTarget(target))
      await found.click()
    },
    async fill(target, text) {
      const found = await element(target)
      if (await run<boolean>(prepareField, found, text)) return
      await session.actions().sendKeys(text).perform()
    },
    press: (key) => session.actions().sendKeys(KEYS[key]).perform(),
    async swipe({ x, y }, distance) {
      const actions = session.actions().move({ x, y }).press()
      for (let step = 1; step <= 8; step++)
        actions.move({ x: Math.round(x - (distance * step) / 8), y, duration: 10 })
      await actions.release().perform()
    },
    choose: async (target, path) => (await element(target)).sendKeys(path),
    // The script returns a boolean instead of the element: the element may be removed before WebDriver serialises its
    // reference.
    isVisible: (target) =>
      session.executeScript<boolean>(`return (${findElement}).apply(null, arguments) !== null`, target),
    evaluate: <T>(script: string) => session.executeScript(script) as Promise<T>,
    async resize(width, height) {
      // WebKit enlarges a smaller width, because a window cannot be narrower than its toolbar.
      await session.manage().window().setRect({ width, height, x: 0, y: 0 })
    },
    screenshot: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
    close: () => session.quit(),
  }
}

async function stopProcess(server: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  if (server.pid !== undefined) process.kill(-server.pid, 'SIGTERM')
  await ended
}
