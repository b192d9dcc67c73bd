import { defineConfig } from '@playwright/test'
import { freePort } from './server/testing/ports.ts'

const { findBrowser }: { findBrowser(): string | null } = await import(
  new URL('./scripts/browser.mjs', import.meta.url).href
)

// Each worker reads this file again: the first reading, which starts the clubs, settles their ports for all of them.
process.env.E2E_PORTS ??= [await freePort(), await freePort()].join(' ')
const ports = process.env.E2E_PORTS.split(' ')
const addressOf = (port: string | undefined) => `http://127.0.0.1:${port}`

// Without one of its own the machine has Playwright's.
const executablePath = findBrowser() ?? undefined

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results/browser',
  // Each worker has a club of its own: the journeys that change it come one after another.
  workers: ports.length,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env.E2E_REPORT
    ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]]
    : [['list']],
  use: {
    baseURL: addressOf(ports[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]),
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      // The browser's own errands would be requests that the site did not make.
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // No journey leaves this machine, whoever runs it.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ],
    },
  },
  webServer: ports.map((port) => ({
    command: `"${process.execPath}" e2e/server.ts`,
    env: { E2E_PORT: port },
    url: addressOf(port),
    // It may have to build the site first.
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 8000 },
    stdout: 'ignore',
    stderr: 'pipe',
  })),
})
