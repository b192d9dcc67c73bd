/**
 * The club that the journeys run on: what `npm start` brings up on a machine of somebody who just cloned it, with the
 * demo content and one administrator. Playwright starts it and stops it; its data go with it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VARIABLES } from '../../platform/process/env.ts'
import { administrator } from './administrator.ts'
import { copyDemo } from './demo.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'club-e2e-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))

// A developer's own database or mail server must not be what the journeys write to.
for (const name of VARIABLES) delete process.env[name]
await copyDemo(dataDir)
Object.assign(process.env, {
  PORT: process.env.E2E_PORT,
  DATA_DIR: dataDir,
  // A line a request would bury what the runner says.
  LOG_LEVEL: 'warn',
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
})

await import(new URL('../../scripts/start.mjs', import.meta.url).href)
