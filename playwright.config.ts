import { defineConfig } from '@playwright/test'
import type { EngineName } from './test/engines/engine.ts'
import { freePort } from './test/support/ports.ts'

const { findJourneyBrowser }: { findJourneyBrowser(): string | null } = await import(
  new URL('./scripts/test-programs.mjs', import.meta.url).href
)

/** `npm test` sets it: only the journeys tagged @main run, in Chromium. */
const isQuick = process.env.QUICK_TESTS === '1'

/**
 * Each worker has its own club and runs one journey at a time, because journeys change the club's content. A journey waits
 * a third of its time, so three workers keep two cores busy. In `npm test` Vitest runs at the same time (scripts/test.mjs).
 */
const WORKERS = isQuick ? 2 : 3

/** Firefox and WebKit share one more club; their journeys do not disturb each other. */
const CLUBS = isQuick ? WORKERS : WORKERS + 1

// Each worker reads this file again: the first reading, which starts the servers, settles the ports for all of them.
process.env.E2E_PORTS ??= (await Promise.all(Array.from({ length: CLUBS }, freePort))).join(' ')
const clubs = process.env.E2E_PORTS.split(' ').map((port) => ({ port, url: `http://127.0.0.1:${port}` }))
const baseURL = clubs[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]?.url

// Without one of its own the machine has Playwright's.
const executablePath = findJourneyBrowser() ?? undefined

export default defineConfig<object, { engine: EngineName }>({
  testMatch: '*.spec.ts',
  projects: isQuick
    ? [{ name: 'chromium', testDir: 'test/e2e', grep: /@main/ }]
    : [
        { name: 'chromium', testDir: 'test/e2e' },
        { name: 'firefox', testDir: 'test/engines', use: { engine: 'firefox', baseURL: clubs.at(-1)?.url } },
        { name: 'webkit', testDir: 'test/engines', use: { engine: 'webkit', baseURL: clubs.at(-1)?.url } },
      ],
  outputDir: 'test-results/browser',
  workers: WORKERS,
  // On a shared machine a race of a browser's driver is only reported (scripts/test-totals.mjs). Elsewhere it fails the run.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env.E2E_REPORT
    ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]]
    : [['list']],
  use: {
    baseURL,
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    // A trace of each journey would take a quarter of its time: `--trace on` makes one of those that failed.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      // The browser's own errands would be requests that the site did not make.
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Without windows it does not know its connection, and would ask for pictures 3000 px ahead; visitors' Chrome
        // asks 1250 px ahead. The rest is what Playwright sets, which the last such option replaces.
        '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4,lazyLoadingImageMarginPxUnknown=1250',
        // No journey leaves this machine, whoever runs it.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ],
    },
  },
  webServer: clubs.map(({ port, url }) => ({
    command: `"${process.execPath}" test/e2e/server.ts`,
    env: { E2E_PORT: port },
    url,
    // The first one may have to build the site, and to make the pictures of the demo.
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 8000 },
    stdout: 'ignore',
    stderr: 'pipe',
  })),
})
