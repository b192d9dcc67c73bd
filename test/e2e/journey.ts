/** Playwright for journeys: each journey has a network address of its own, and a failed one prints what its page says. */
import { test as base } from '@playwright/test'

export * from '@playwright/test'

/** Maximum length of the printed page. Characters */
const PRINTED_MAX = 1500

/** Number of addresses that this worker has used. */
let addresses = 0

/**
 * All journeys of a worker use one club. With one address for all, a journey could fail because earlier ones had reached a
 * limit of the club. The clubs believe the header (server.ts, second-club.ts).
 */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
  extraHTTPHeaders: async ({}, use, { workerIndex }) => {
    addresses++
    // Loopback addresses have no limit of renderings. A journey would reach it, because it opens pages faster than a visitor.
    const address = ['127', workerIndex + 1, addresses >> 8, addresses & 255].join('.')
    await use({ 'X-Forwarded-For': address })
  },

  // The log of CI is all that remains of a failure there.
  async page({ page }, use, test) {
    await use(page)
    if (test.status === test.expectedStatus || page.isClosed()) return
    const words = page.locator('.notice, .problem, .action-bar, [role=alert], h1, main')
    const texts = await words.allInnerTexts()
    console.log(`${test.title}, at ${page.url()}:\n${texts.join('\n').slice(0, PRINTED_MAX)}`)
  },
})
