/** A phone: Chromium at phone width on a processor that is slowed down. */
import { chromium, type Page } from '@playwright/test'

const { findJourneyBrowser }: { findJourneyBrowser(): string | null } = await import(
  new URL('../../scripts/test-programs.mjs', import.meta.url).href
)

/** Factor by which the phone is slower than this machine. */
const SLOWDOWN = 4

/** Times of the page's main thread since the page was opened. ms */
export interface PhoneTimes {
  /** All tasks, without those for DevTools. */
  busy: number
  /** Scripts, style and layout, which is the page's own share of `busy`. */
  own: number
}

export interface Phone {
  page: Page
  /** Makes the processor slow. Called when the page is ready, so that loading it takes no time. */
  slowDown(): Promise<void>
  readTimes(): Promise<PhoneTimes>
  /** Returns the bytes of all answers so far, with headers. */
  readTransfer(): number
  close(): Promise<void>
}

/** @returns null when no Chromium is installed */
export async function openPhone(): Promise<Phone | null> {
  const executablePath = findJourneyBrowser()
  if (executablePath === null) return null
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  // Counts the processor time of the thread, so that other work of the machine does not change the result.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await devtools.send('Network.enable')
  let bytes = 0
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  return {
    page,
    readTransfer: () => bytes,
    async slowDown() {
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    },
    async readTimes() {
      const { metrics } = await devtools.send('Performance.getMetrics')
      const readDuration = (name: string) =>
        (metrics.find((metric) => metric.name === `${name}Duration`)?.value ?? 0) * 1000
      return {
        busy: readDuration('Task') - readDuration('DevToolsCommand'),
        own: readDuration('Script') + readDuration('RecalcStyle') + readDuration('Layout'),
      }
    },
    close: () => browser.close(),
  }
}
