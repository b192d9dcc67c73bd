/** The servers that are measured: the built club as `npm start` runs it, the bare one, and nginx. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as ask } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { VARIABLES } from '../../server/env.ts'
import { freePort } from '../support/ports.ts'
import type { BareAnswer } from './bare.ts'
import { cpuOf } from './measure.ts'

const root = join(import.meta.dirname, '../..')
const administrator = { email: 'bench@club.example', password: 'una clave para medir' }

/** What browsers send. */
export const BROWSER = { 'Accept-Encoding': 'gzip, deflate, br, zstd' }

export interface Subject {
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

function subject(child: ChildProcess, origin: string): Subject {
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

function watched(child: ChildProcess): ChildProcess {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Status of one GET, or 0 while nobody answers. */
const statusOf = (url: string) =>
  new Promise<number>((resolve) => {
    const sent = ask(url, { agent: false }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', () => resolve(0))
    sent.end()
  })

/** Starts the club and waits for its first page. `readyMs` counts from the start of the process. */
export async function startClub(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<Subject & { readyMs: number }> {
  const port = await freePort()
  const unset = Object.fromEntries(VARIABLES.map((name) => [name, '']))
  const startedAt = performance.now()
  const child = watched(
    spawn(process.execPath, ['scripts/start.mjs'], {
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
  while ((await statusOf(`${origin}/`)) !== 200) {
    if (child.exitCode !== null) throw new Error('The club did not start')
    await sleep(2)
  }
  return { ...subject(child, origin), readyMs: performance.now() - startedAt }
}

/** A bare server that answers `paths` as `club` does right now. */
export async function startBare(club: Subject, paths: string[]): Promise<Subject> {
  const answers: Record<string, BareAnswer> = {}
  for (const path of paths) answers[path] = await answerOf(club.origin + path)
  const file = join(temporaryFolder(), 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  const child = watched(fork(join(import.meta.dirname, 'bare.ts'), [file]))
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return subject(child, `http://127.0.0.1:${port}`)
}

/** Headers that Node writes by itself. */
const OF_NODE = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

export function answerOf(url: string, headers: Record<string, string> = BROWSER) {
  return new Promise<BareAnswer & { status: number }>((resolve, reject) => {
    const sent = ask(url, { headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.rawHeaders.flatMap((name, index, all) =>
            index % 2 === 0 && !OF_NODE.has(name.toLowerCase()) ? [name, all[index + 1] as string] : [],
          ),
          body: Buffer.concat(chunks).toString('base64'),
        }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** What nginx says of a file by itself. */
const OF_NGINX = new Set(['content-type', 'content-length', 'content-encoding', 'etag', 'x-request-id'])

/**
 * nginx as it is set up for speed: two processes, the file compressed before. It says of the page what the club does: the
 * load generator reads every byte of that, and would otherwise be kept busier by one than by the other.
 */
export async function startNginx(club: Subject, path: string): Promise<Subject> {
  const { body, headers } = await answerOf(club.origin + path, { 'Accept-Encoding': 'gzip' })
  const said = headers.flatMap((name, index) =>
    index % 2 === 0 && !OF_NGINX.has(name.toLowerCase())
      ? [`add_header ${name} "${headers[index + 1]}";`]
      : [],
  )
  const folder = temporaryFolder()
  const port = await freePort()
  mkdirSync(join(folder, 'www'))
  writeFileSync(join(folder, 'www', 'page.html.gz'), Buffer.from(body, 'base64'))
  writeFileSync(join(folder, 'www', 'page.html'), 'never sent')
  writeFileSync(
    join(folder, 'nginx.conf'),
    // Root's workers would be somebody else, who may not look into the folder.
    `${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 2; daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; open_file_cache max=100; keepalive_requests 1000000;
  types { text/html html; }
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server { listen 127.0.0.1:${port}; root ${folder}/www; gzip_static on; location = / { try_files /page.html =404; ${said.join(' ')} add_header x-request-id $request_id; } }
}`,
  )
  const child = watched(
    spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], {
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
      stdio: ['ignore', 'ignore', 'ignore'],
    }),
  )
  const origin = `http://127.0.0.1:${port}`
  while ((await statusOf(`${origin}/`)) !== 200) {
    if (child.exitCode !== null) throw new Error('nginx did not start')
    await sleep(10)
  }
  return subject(child, origin)
}

/** A session's cookie. */
export async function signIn({ origin }: Subject): Promise<string> {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(administrator),
  })
  if (!response.ok) throw new Error(`Nobody could sign in: ${response.status}`)
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Resolves once nothing is done in the background any more: the AVIF files of pictures take a second each. */
export async function quietOf({ pid }: Subject): Promise<void> {
  for (;;) {
    const before = cpuOf(pid)
    await sleep(400)
    if (cpuOf(pid) - before < 80) return
  }
}
