/** Measures how busy the main thread of a phone is while an administrator steps through a long list in the back office. */
import type { Locator, Page, Response } from '@playwright/test'
import { resources } from '../../platform/content/shared/resources.ts'
import { USER_STORAGE_KEY } from '../../platform/shared/limits.ts'
import { administrator, type MeasuredServer } from './measured-servers.ts'
import { openPhone, type PhoneTimes } from './phone.ts'
import { median } from './process-figures.ts'

const ROUNDS = 5
/** Time after a step in which the result is displayed and the page becomes idle. ms */
const SETTLED_MS = 500

/** A step with the median of the times of its rounds. */
export interface MeasuredStep extends PhoneTimes {
  what: string
}

/** @returns null when no Chromium is installed */
export async function measureListSteps({ origin }: MeasuredServer): Promise<MeasuredStep[] | null> {
  const phone = await openPhone()
  if (phone === null) return null
  try {
    const { page } = phone
    await signIn(page, origin)
    await page.goto(origin + resources.events.admin.update)
    await page.locator('.item').first().waitFor()
    await page.getByRole('button', { name: 'Filtros' }).tap()
    await phone.slowDown()
    const measured = new Map<string, PhoneTimes[]>()
    for (let round = 0; round < ROUNDS; round++)
      for (const [what, step] of Object.entries(steps)) {
        const found = await (step as Work<unknown>).find(page)
        await page.waitForTimeout(SETTLED_MS)
        const before = await phone.readTimes()
        await (step as Work<unknown>).act(page, found)
        await page.waitForLoadState('networkidle')
        await page.waitForTimeout(SETTLED_MS)
        const times = measured.get(what) ?? []
        const after = await phone.readTimes()
        measured.set(what, [...times, { busy: after.busy - before.busy, own: after.own - before.own }])
      }
    return [...measured].map(([what, times]) => ({
      what,
      busy: median(times.map(({ busy }) => busy)),
      own: median(times.map(({ own }) => own)),
    }))
  } finally {
    await phone.close()
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
  find: async (page) => page.getByLabel('Orden'),
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
  const isAnswer = (response: Response) => /\/api\/events\?/.test(response.url())
  await Promise.all([page.waitForResponse(isAnswer), work()])
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
