/** Starts the measured servers: the built club, as `npm start` runs it, and the bare server. */
import { type ChildProcess, execFile, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as ask } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { VARIABLES } from '../../platform/process/env.ts'
import { freePort } from '../support/ports.ts'
import type { BareAnswer } from './bare-server.ts'
import { readCpu } from './process-figures.ts'

/** A request that a browser sends on its first visit. */
export interface VisitRequest {
  path: string
  headers: Record<string, string>
}

const execute = promisify(execFile)
const root = join(import.meta.dirname, '../..')
export const administrator = { email: 'bench@club.example', password: 'una clave para medir' }

export const BROWSER_HEADERS = { 'Accept-Encoding': 'gzip, deflate, br, zstd' }

export interface MeasuredServer {
  pid: number
  origin: string
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()
const folders = new Set<string>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'club-bench-'))
  folders.add(folder)
  return folder
}

function createMeasuredServer(child: ChildProcess, origin: string): MeasuredServer {
  return {
    pid: child.pid as number,
    origin,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

function trackProcess(child: ChildProcess): ChildProcess {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Returns the status of a GET request. 0 when the server does not answer. */
export const requestStatus = (url: string) =>
  new Promise<number>((resolve) => {
    const sent = ask(url, { agent: false }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', () => resolve(0))
    sent.end()
  })

/**
 * Starts the club and waits for its first page.
 * @param program the script that starts the server
 * @returns the server. `readyMs` is the time from the start of the process to its first page
 */
export async function startClub(
  dataDir: string,
  env: Record<string, string> = {},
  program = 'scripts/start.mjs',
): Promise<MeasuredServer & { readyMs: number }> {
  const port = await freePort()
  const unset = Object.fromEntries(VARIABLES.map((name) => [name, '']))
  const startedAt = performance.now()
  const child = trackProcess(
    spawn(process.execPath, [program], {
      cwd: root,
      env: {
        ...process.env,
        ...unset,
        PORT: String(port),
        DATA_DIR: dataDir,
        DEMO: '0',
        LOG_LEVEL: 'error',
        ADMIN_EMAIL: administrator.email,
        ADMIN_PASSWORD: administrator.password,
        ...env,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )
  const origin = `http://127.0.0.1:${port}`
  while ((await requestStatus(`${origin}/`)) !== 200) {
    if (child.exitCode !== null) throw new Error('The club did not start')
    await sleep(2)
  }
  return { ...createMeasuredServer(child, origin), readyMs: performance.now() - startedAt }
}

/** Builds a release of this checkout. @returns the folder with the unpacked release */
export async function unpackRelease(): Promise<string> {
  const folder = temporaryFolder()
  const { stdout } = await execute(process.execPath, ['scripts/release.mjs'], { cwd: root })
  const [archive = '', name = ''] = /release\/(\S+)\.tar\.gz/.exec(stdout) ?? []
  await execute('tar', ['-xzf', join(root, archive), '-C', folder])
  return join(folder, name)
}

/** Starts a bare server that serves the answers which the club gives to these requests now. */
export async function startBareServer(club: MeasuredServer, asked: VisitRequest[]): Promise<MeasuredServer> {
  const answers: Record<string, BareAnswer> = {}
  for (const { path, headers } of asked) answers[path] = await requestAnswer(club.origin + path, headers)
  const file = join(temporaryFolder(), 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  const child = trackProcess(fork(join(import.meta.dirname, 'bare-server.ts'), [file]))
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return createMeasuredServer(child, `http://127.0.0.1:${port}`)
}

/** Headers that Node adds itself, so the bare server must not send them a second time. */
const NODE_HEADERS = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

export function requestAnswer(url: string, headers: Record<string, string> = BROWSER_HEADERS) {
  return new Promise<BareAnswer>((resolve, reject) => {
    const sent = ask(url, { headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.rawHeaders.flatMap((name, index, all) =>
            index % 2 === 0 && !NODE_HEADERS.has(name.toLowerCase()) ? [name, all[index + 1] as string] : [],
          ),
          body: Buffer.concat(chunks).toString('base64'),
        }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** @returns the cookie of a new session */
export async function signIn({ origin }: MeasuredServer): Promise<string> {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(administrator),
  })
  if (!response.ok) throw new Error(`Sign-in failed: ${response.status}`)
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/**
 * Number of successive windows in which the club must be idle. One is too few: encoding AVIF files takes seconds, with
 * short pauses between pictures.
 */
const QUIET_WINDOWS = 5
const WINDOW_MS = 400
/** Processor time up to which a server counts as idle, within one measured interval. ms */
const QUIET_MAX_MS = 40

/** Resolves when the club has done no background work for two seconds. Prints the time of the wait. */
export async function waitUntilIdle({ pid }: Pick<MeasuredServer, 'pid'>): Promise<void> {
  const startedAt = performance.now()
  for (let windows = 0; windows < QUIET_WINDOWS; ) {
    const before = readCpu(pid)
    await sleep(WINDOW_MS)
    windows = readCpu(pid) - before < QUIET_MAX_MS ? windows + 1 : 0
  }
  console.error(`The club was idle after ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
}
