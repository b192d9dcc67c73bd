/**
 * Runs the club of the journeys: the state after `npm start` in a new checkout, with the demo content and one
 * administrator. Playwright starts and stops this process. Its data is deleted at the end.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VARIABLES } from '../../platform/process/env.ts'
import { administrator } from './administrator.ts'
import { copyDemo } from './demo.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'club-e2e-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))

// The process removes these variables, because the journeys must not use a developer's own database or mail server.
for (const name of VARIABLES) delete process.env[name]
await copyDemo(dataDir)
Object.assign(process.env, {
  PORT: process.env.E2E_PORT,
  DATA_DIR: dataDir,
  // One log line per request would hide the output of the test runner.
  LOG_LEVEL: 'warn',
  // Each journey sends an address of its own in X-Forwarded-For (journey.ts).
  TRUST_PROXY: '1',
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
})

await import(new URL('../../scripts/start.mjs', import.meta.url).href)
