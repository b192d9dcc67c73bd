/** Measures how busy the main thread of a phone is while an administrator steps through a long list in the back office. */
import { type CDPSession, chromium, type Locator, type Page } from '@playwright/test'
import { resources } from '../../platform/content/shared/resources.ts'
import { USER_STORAGE_KEY } from '../../platform/shared/limits.ts'
import { administrator, type MeasuredServer } from './measured-servers.ts'
import { median } from './process-figures.ts'

const { findJourneyBrowser }: { findJourneyBrowser(): string | null } = await import(
  new URL('../../scripts/test-programs.mjs', import.meta.url).href
)

/** Factor by which the simulated phone is slower than this machine. */
const PHONE_SLOWDOWN = 4
const ROUNDS = 5
/** Time after a step in which the result is displayed and the page becomes idle. ms */
const SETTLED_MS = 500

export interface MeasuredStep {
  what: string
  /** Time of all tasks of the main thread, without those for DevTools. The median of the rounds. ms */
  busy: number
  /** Time in scripts, style and layout, which is the page's own share of `busy`. ms */
  own: number
}

/** @returns null when no Chromium is installed */
export async function measureListSteps({ origin }: MeasuredServer): Promise<MeasuredStep[] | null> {
  const executablePath = findJourneyBrowser()
  if (executablePath === null) return null
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
    const page = await context.newPage()
    await signIn(page, origin)
    await page.goto(origin + resources.events.admin.update)
    await page.locator('.item').first().waitFor()
    const devtools = await context.newCDPSession(page)
    // Counts the processor time of the thread, so that other work of the machine does not change the result.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: PHONE_SLOWDOWN })
    const measured = new Map<string, Omit<MeasuredStep, 'what'>[]>()
    for (let round = 0; round < ROUNDS; round++)
      for (const [what, step] of Object.entries(steps)) {
        const found = await (step as Work<unknown>).find(page)
        await page.waitForTimeout(SETTLED_MS)
        const before = await readTimes(devtools)
        await (step as Work<unknown>).act(page, found)
        await page.waitForLoadState('networkidle')
        await page.waitForTimeout(SETTLED_MS)
        const times = measured.get(what) ?? []
        const after = await readTimes(devtools)
        measured.set(what, [...times, { busy: after.busy - before.busy, own: after.own - before.own }])
      }
    return [...measured].map(([what, times]) => ({
      what,
      busy: median(times.map(({ busy }) => busy)),
      own: median(times.map(({ own }) => own)),
    }))
  } finally {
    await browser.close()
  }
}

interface Work<T> {
  /** Finds the element that a step uses. The test driver does this work on the page's thread, so it is not measured. */
  find(page: Page): Promise<T>
  act(page: Page, found: T): Promise<void>
}

const createTap = (find: (page: Page) => Locator): Work<Point> => ({
  find: (page) => findMiddle(find(page)),
  act: (page, { x, y }) => waitForList(page, () => page.touchscreen.tap(x, y)),
})

const link = (name: string) => createTap((page) => page.getByRole('link', { name }))

const order = (value: string): Work<Locator> => ({
  find: async (page) => page.locator('.list-choice'),
  act: (page, choice) =>
    waitForList(page, () =>
      choice.evaluate((select: HTMLSelectElement, value) => {
        select.value = value
        select.dispatchEvent(new Event('change', { bubbles: true }))
      }, value),
    ),
})

const key = (name: string): Work<void> => ({
  find: (page) => page.getByRole('searchbox').focus(),
  act: (page) => waitForList(page, () => page.keyboard.press(name)),
})

/** The steps, in the order in which they run. The last step returns the list to its first state. */
const steps: Record<string, Work<Point> | Work<Locator> | Work<void>> = {
  'set a filter': link('Publicados'),
  'remove the filter': link('Todo'),
  'set another order': order('oldest'),
  'set the default order': order('next'),
  'go to the next page': link('Siguiente'),
  'go to the previous page': link('Anterior'),
  'type a letter in the search': key('t'),
  'delete the letter': key('Backspace'),
  'scroll by one screen': {
    find: (page: Page) => page.evaluate(() => scrollTo(0, 0)),
    async act(page: Page) {
      await page.mouse.wheel(0, 700)
      await page.waitForTimeout(200)
    },
  },
  'open the menu Más': {
    find: (page: Page) => findMiddle(page.locator('.more-open').first()),
    async act(page: Page, { x, y }: Point) {
      await page.touchscreen.tap(x, y)
      await page.waitForTimeout(400)
      await page.keyboard.press('Escape')
    },
  },
}

interface Point {
  x: number
  y: number
}

/** Scrolls an element into view. @returns the position of its middle in the window */
async function findMiddle(found: Locator): Promise<Point> {
  await found.scrollIntoViewIfNeeded()
  const box = await found.boundingBox()
  if (box === null) throw new Error(`${found} is not visible`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Runs `work` and waits for the answer with the rows of the list. */
async function waitForList(page: Page, work: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse((response) => /\/api\/events\?/.test(response.url()))
  await work()
  await answer
}

async function readTimes(devtools: CDPSession): Promise<Omit<MeasuredStep, 'what'>> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  const readDuration = (name: string) =>
    (metrics.find((metric) => metric.name === `${name}Duration`)?.value ?? 0) * 1000
  return {
    busy: readDuration('Task') - readDuration('DevToolsCommand'),
    own: readDuration('Script') + readDuration('RecalcStyle') + readDuration('Layout'),
  }
}

async function signIn(page: Page, origin: string): Promise<void> {
  const answer = await page.request.post(`${origin}/api/auth/login`, { data: administrator })
  const { _id, id, email } = await answer.json()
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: '' }), { times: 1 })
  await page.goto(`${origin}/blank`)
  await page.evaluate(([key, user]) => localStorage.setItem(key, user), [
    USER_STORAGE_KEY,
    JSON.stringify({ _id, id, email }),
  ] as const)
}
