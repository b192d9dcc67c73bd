/** Starts another club beside the one of server.ts, with its own settings. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { VARIABLES } from '../../platform/process/env.ts'
import { BUILT_SERVER } from '../../platform/process/paths.ts'
import { freePort } from '../support/ports.ts'
import { administrator } from './administrator.ts'
import { copyDemo } from './demo.ts'

export interface SecondClub {
  origin: string
  /** One-time link that claims the club. Empty when the club has an administrator. */
  claim: string
  /** Ends the process and deletes its data. */
  close(): Promise<void>
}

interface Options {
  /** The club starts with the demo content and without an administrator, as after cloning the repository. */
  isNew?: boolean
}

/**
 * Starts a club and waits until it serves requests. Its only administrator is that of administrator.ts.
 * @param settings variables of platform/process/env.ts. A function receives the origin, for a club that must know its own
 * address
 * @throws when the process ends before it serves requests
 */
export async function startSecondClub(
  settings: Record<string, string> | ((origin: string) => Record<string, string>),
  { isNew = false }: Options = {},
): Promise<SecondClub> {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-second-'))
  if (isNew) await copyDemo(dataDir)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env: NodeJS.ProcessEnv = { ...process.env }
  for (const name of VARIABLES) delete env[name]
  const server = spawn(process.execPath, [BUILT_SERVER], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      // Each journey sends an address of its own in X-Forwarded-For (journey.ts).
      TRUST_PROXY: '1',
      ...(!isNew && { ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password }),
      ...(typeof settings === 'function' ? settings(origin) : settings),
    },
  })
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  let isOpen = false
  let claim = ''
  for await (const line of createInterface({ input: server.stdout })) {
    isOpen ||= line.startsWith('Abierto en ')
    claim = /^http\S+\/login#\S+/.exec(line)?.[0] ?? ''
    if (isOpen && (!isNew || claim !== '')) break
  }
  // The test reads and drops the output, because a full pipe would block the process.
  server.stdout.resume()
  const close = async () => {
    server.kill('SIGTERM')
    await exited
    await rm(dataDir, { recursive: true, force: true })
  }
  if (!isOpen) {
    await close()
    throw new Error('The second club ended before it served')
  }
  return { origin, claim, close }
}
