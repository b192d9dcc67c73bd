import { defineConfig } from '@playwright/test'
import type { EngineName } from './test/engines/engine.ts'
import { freePort } from './test/support/ports.ts'

const { findJourneyBrowser }: { findJourneyBrowser(): string | null } = await import(
  new URL('./scripts/test-programs.mjs', import.meta.url).href
)

/** `npm test` sets this variable. Then only the journeys tagged @main run, in Chromium. */
const isQuick = process.env.QUICK_TESTS === '1'

/**
 * Each worker has its own club and runs one journey at a time, because journeys change the club's content. A journey waits
 * a third of its time, so three workers keep two cores busy. In `npm test` Vitest runs at the same time (scripts/test.mjs).
 */
const WORKERS = isQuick ? 2 : 3

/** Firefox and WebKit share one more club, because their journeys do not affect each other. */
const CLUBS = isQuick ? WORKERS : WORKERS + 1

// Each worker loads this file again. The first load, which starts the servers, chooses the ports for all workers.
process.env.E2E_PORTS ??= (await Promise.all(Array.from({ length: CLUBS }, freePort))).join(' ')
const clubs = process.env.E2E_PORTS.split(' ').map((port) => ({ port, url: `http://127.0.0.1:${port}` }))
const baseURL = clubs[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]?.url

// If the machine has no browser, Playwright uses its own.
const executablePath = findJourneyBrowser() ?? undefined

/** Journeys of one feature are in the folder of the feature. */
const JOURNEYS = ['test/e2e/*.spec.ts', 'features/*/e2e/*.spec.ts']
const ENGINE_JOURNEYS = 'test/engines/*.spec.ts'

export default defineConfig<object, { engine: EngineName }>({
  projects: isQuick
    ? [{ name: 'chromium', testMatch: JOURNEYS, grep: /@main/ }]
    : [
        { name: 'chromium', testMatch: JOURNEYS },
        {
          name: 'firefox',
          testMatch: ENGINE_JOURNEYS,
          use: { engine: 'firefox', baseURL: clubs.at(-1)?.url },
        },
        { name: 'webkit', testMatch: ENGINE_JOURNEYS, use: { engine: 'webkit', baseURL: clubs.at(-1)?.url } },
      ],
  outputDir: 'test-results/browser',
  preserveOutput: 'failures-only',
  workers: WORKERS,
  // A journey that fails once has a cause, in the product or in the journey (docs/decisions/0071).
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 120_000,
  // Enough for the largest picture on a shared machine that is three times slower than usual. bench/ measures speed.
  expect: { timeout: 45_000 },
  reporter: process.env.E2E_REPORT
    ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]]
    : [['list']],
  use: {
    baseURL,
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    // Traces are off, because recording one makes a journey a quarter slower. `--trace on` turns them on.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Background requests of the browser are off, because they would look like requests of the site.
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // A headless browser does not know its connection, and would load pictures 3000 px ahead instead of 1250 px as
        // visitors' Chrome. The other features are Playwright's own, because the last such option replaces them.
        '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4,lazyLoadingImageMarginPxUnknown=1250',
        // No journey connects to another machine.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ],
    },
  },
  webServer: clubs.map(({ port, url }) => ({
    command: `"${process.execPath}" test/e2e/server.ts`,
    env: { E2E_PORT: port },
    url,
    // The first server may have to build the site and create the demo pictures.
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 8000 },
    stdout: 'ignore',
    stderr: 'pipe',
  })),
})
