/** What stands before a club: Caddy and nginx, with the files of deploy/, but without their certificates. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../support/ports.ts'

export interface Front {
  origin: string
  /** How often a request was sent to the club a second time; null: it does not tell. */
  retries(): Promise<number | null>
  close(): Promise<void>
}

const fileOf = (name: string) => readFile(join(import.meta.dirname, '../../deploy', name), 'utf8')

const OPEN_MS = 10_000

/** Whether a program is there. */
function has(command: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Those that this machine has, by name. Behind each, `hops` is what TRUST_PROXY has to say for the load's own addresses. */
export const fronts: Record<string, { hops: string; start(clubPort: number): Promise<Front> }> = {
  ...(has('nginx') && { nginx: { hops: '1', start: startNginx } }),
  ...(has('caddy') && { Caddy: { hops: '2', start: startCaddy } }),
}

async function startNginx(clubPort: number): Promise<Front> {
  const port = await freePort()
  const ours = (await fileOf('nginx.conf'))
    // Without certificates: the host that sends others to https, and what https needs.
    .replace(/server \{\s+listen 80;[\s\S]*?\n\}\n/, '')
    .replace(/^\s*(ssl_\w+ .*|listen \[::\].*)$/gm, '')
    .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`)
    .replace('127.0.0.1:3000', `127.0.0.1:${clubPort}`)
    .replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $http_x_forwarded_for')
    .replace('access_log off;', 'access_log tries.log tries;')
  const folder = await mkdtemp(join(tmpdir(), 'club-nginx-'))
  const tries = join(folder, 'tries.log')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n')
  const conf = `daemon off; pid ${join(folder, 'pid')}; worker_processes 1; error_log stderr warn;
events { worker_connections 1024; }
http { ${temporary} log_format tries '$request_method $upstream_status'; ${ours.replace('tries.log', tries)} }`
  await writeFile(join(folder, 'conf'), conf)
  const process = spawn('nginx', ['-p', folder, '-c', join(folder, 'conf'), '-e', 'stderr'])
  return running(process, {
    origin: `http://127.0.0.1:${port}`,
    folder,
    // Of a request that was sent twice both answers are told.
    retries: async () =>
      (await readFile(tries, 'utf8')).split('\n').filter((line) => line.includes(',')).length,
  })
}

async function startCaddy(clubPort: number): Promise<Front> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'club-caddy-'))
  const ours = (await fileOf('Caddyfile'))
    .replace('\tservers {', '\tadmin off\n\tservers {')
    .replace(/reverse_proxy .* \{/, '$&\n\t\ttrusted_proxies private_ranges 127.0.0.1/8')
  const file = join(folder, 'Caddyfile')
  await writeFile(file, ours)
  const process = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: {
      PATH: globalThis.process.env.PATH,
      HOME: folder,
      SITE: `http://127.0.0.1:${port}`,
      CLUB: `127.0.0.1:${clubPort}`,
    },
  })
  return running(process, { origin: `http://127.0.0.1:${port}`, folder, retries: async () => null })
}

async function running(
  process: ChildProcess,
  { origin, folder, retries }: Pick<Front, 'origin' | 'retries'> & { folder: string },
): Promise<Front> {
  let printed = ''
  for (const stream of [process.stdout, process.stderr])
    stream?.on('data', (chunk) => {
      printed += chunk
    })
  const ended = once(process, 'exit')
  const deadline = Date.now() + OPEN_MS
  while (
    !(await fetch(origin).then(
      ({ body }) => body?.cancel().then(() => true),
      () => false,
    ))
  ) {
    if (process.exitCode !== null || Date.now() > deadline) throw new Error(`It does not answer:\n${printed}`)
    await sleep(50)
  }
  return {
    origin,
    retries,
    async close() {
      process.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
