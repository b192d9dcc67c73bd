/**
 * Runs Caddy, nginx and HAProxy with the files of deploy/. The tests change only addresses, certificate paths and settings
 * that report what they measure.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../support/ports.ts'
import { createCertificate } from '../support/tls-server.ts'

export interface RunningProxy {
  origin: string
  /** The same site with TLS and HTTP/2. null for Caddy, which needs a certificate of its own */
  secureOrigin: string | null
  /** The address that redirects to https. null when the test leaves it out */
  redirectOrigin: string | null
  /** Everything that the program has logged, on its output or into files. */
  readLogs(): Promise<string>
  /** Number of requests that the proxy sent to the club a second time. Null when the proxy does not report it. */
  retries(): Promise<number | null>
  close(): Promise<void>
}

interface ProxyProgram {
  /** The value of TRUST_PROXY behind this proxy, when the load sends its own X-Forwarded-For. */
  hops: string
  /** Validates the file as shipped. @throws with the output of the proxy */
  check(): Promise<void>
  start(...clubPorts: number[]): Promise<RunningProxy>
}

/** Adds sbin to PATH, because Debian installs nginx and haproxy there and not every user's PATH contains it. */
const PATH = [process.env.PATH, '/usr/sbin'].join(delimiter)
const OPEN_MS = 10_000
const DAY_MS = 86_400_000

const readShipped = (name: string) => readFile(join(import.meta.dirname, '../../deploy', name), 'utf8')

function hasProgram(command: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore', env: { PATH } })
    return true
  } catch {
    return false
  }
}

const programs: Record<string, ProxyProgram> = {
  nginx: {
    hops: '1',
    check: () =>
      withFolder(async (folder) => {
        const shipped = await withCertificate(await readShipped('nginx.conf'), folder)
        run('nginx', ['-t', ...(await writeNginxFile(folder, shipped))])
      }),
    start: startNginx,
  },
  caddy: {
    hops: '2',
    check: () =>
      withFolder(async (folder) => {
        const file = join(folder, 'Caddyfile')
        await writeFile(file, await readShipped('Caddyfile'))
        run('caddy', ['validate', '--config', file, '--adapter', 'caddyfile'], folder)
      }),
    start: startCaddy,
  },
  haproxy: {
    hops: '1',
    check: () =>
      withFolder(async (folder) => {
        const file = join(folder, 'haproxy.cfg')
        await writeFile(file, await withCertificate(await readShipped('haproxy.cfg'), folder))
        // The option -dW turns warnings into errors.
        run('haproxy', ['-dW', '-c', '-f', file])
      }),
    start: startHaproxy,
  },
}

/** The proxies that have files in deploy/. `npm run test:all` installs them when it can (scripts/test-programs.mjs). */
export const proxies = Object.entries(programs).map(([name, program]) => ({
  name,
  isMissing: !hasProgram(name),
  ...program,
}))

/** The proxies that are installed on this machine, by name. */
export const installedProxies: Record<string, ProxyProgram> = Object.fromEntries(
  proxies.filter(({ isMissing }) => !isMissing).map((proxy) => [proxy.name, proxy]),
)

function run(command: string, args: string[], home = '/') {
  try {
    execFileSync(command, args, { env: { PATH, HOME: home }, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${command} does not load the file:\n${stdout}${stderr}`)
  }
}

async function withFolder(work: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'club-proxy-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Replaces the certificate paths in the file with paths in `folder`. */
async function withCertificate(text: string, folder: string): Promise<string> {
  const { key, cert } = createCertificate(Math.ceil(Date.now() / 1000) * 1000 + DAY_MS)
  await writeFile(join(folder, 'fullchain.pem'), cert)
  await writeFile(join(folder, 'privkey.pem'), key)
  await writeFile(join(folder, 'club.pem'), cert + key)
  return text
    .replaceAll('/etc/letsencrypt/live/club.example', folder)
    .replaceAll('/etc/haproxy/certs', folder)
}

/**
 * Writes a main file that includes the site's file, like Debian's nginx.conf.
 * @returns the command-line options that name the main file
 */
async function writeNginxFile(folder: string, site: string): Promise<string[]> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n')
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    `daemon off; pid ${join(folder, 'pid')}; worker_processes 1; error_log stderr warn;
events { worker_connections 1024; }
http { ${temporary} access_log ${join(folder, 'access.log')}; log_format tries '$request_method $upstream_status'; ${site} }`,
  )
  return ['-p', folder, '-c', file, '-e', 'stderr']
}

async function startNginx(...clubPorts: number[]): Promise<RunningProxy> {
  const [port, securePort, redirectPort] = [await freePort(), await freePort(), await freePort()]
  const folder = await mkdtemp(join(tmpdir(), 'club-nginx-'))
  const tries = join(folder, 'tries.log')
  const site = (await withCertificate(await readShipped('nginx.conf'), folder))
    .replace('listen 80;', `listen 127.0.0.1:${redirectPort};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port}; listen 127.0.0.1:${securePort} ssl http2;`)
    .replaceAll(/listen \[::\].*/g, '')
    .replace(/server 127.0.0.1:3000;/, clubPorts.map((club) => `server 127.0.0.1:${club};`).join('\n'))
    // Passes on the addresses that the load sends, and logs requests that the proxy sent twice.
    .replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $http_x_forwarded_for')
    // Only in the server of the site, which is the second one. The first one redirects to https.
    .replace(/(listen 127.*ssl http2;[\s\S]*)access_log off;/, `$1access_log ${tries} tries;`)
  return startProgram(spawn('nginx', await writeNginxFile(folder, site), { env: { PATH } }), {
    origin: `http://127.0.0.1:${port}`,
    secureOrigin: `https://127.0.0.1:${securePort}`,
    redirectOrigin: `http://127.0.0.1:${redirectPort}`,
    folder,
    // The log has two statuses, separated by a comma, for a request that was sent twice.
    retries: async () =>
      (await readFile(tries, 'utf8')).split('\n').filter((line) => line.includes(',')).length,
  })
}

async function startCaddy(...clubPorts: number[]): Promise<RunningProxy> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'club-caddy-'))
  const shipped = (await readShipped('Caddyfile'))
    .replace('\tservers {', '\tadmin off\n\tservers {')
    .replace(/reverse_proxy .* \{/, '$&\n\t\ttrusted_proxies private_ranges 127.0.0.1/8')
  const file = join(folder, 'Caddyfile')
  await writeFile(file, shipped)
  const env = {
    PATH,
    HOME: folder,
    SITE: `http://127.0.0.1:${port}`,
    CLUB: clubPorts.map((club) => `127.0.0.1:${club}`).join(' '),
  }
  return startProgram(spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { env }), {
    origin: `http://127.0.0.1:${port}`,
    secureOrigin: null,
    redirectOrigin: null,
    folder,
    retries: async () => null,
  })
}

async function startHaproxy(...clubPorts: number[]): Promise<RunningProxy> {
  const [port, securePort] = [await freePort(), await freePort()]
  const folder = await mkdtemp(join(tmpdir(), 'club-haproxy-'))
  const shipped = (await withCertificate(await readShipped('haproxy.cfg'), folder))
    // Removes the lines that switch to another user, which only root may do.
    .replaceAll(/^\t(user|group|chroot) .*\n/gm, '')
    .replace(/\tbind :::80 .*/, '')
    .replace(/bind :::443 v4v6/, `bind 127.0.0.1:${port}\n\tbind 127.0.0.1:${securePort}`)
    .replace(/\thttp-request redirect scheme .*/, '')
    .replace(/\thttp-request set-header X-Forwarded-For .*/, '')
    .replace(
      /(\tserver [ab] .*:3000\n)+/,
      clubPorts.map((club, index) => `\tserver ${index} 127.0.0.1:${club}\n`).join(''),
    )
    .replace(/^listen postgres\n(\t.*\n)+/m, '')
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, shipped)
  return startProgram(spawn('haproxy', ['-db', '-f', file], { env: { PATH } }), {
    origin: `http://127.0.0.1:${port}`,
    secureOrigin: `https://127.0.0.1:${securePort}`,
    redirectOrigin: null,
    folder,
    retries: async () => null,
  })
}

/**
 * Starts HAProxy with the part of deploy/haproxy.cfg that connects to the primary of two PostgreSQL servers.
 * @param first the initial primary
 */
export async function startDatabaseProxy(first: string, second: string) {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'club-haproxy-'))
  const shipped = (await readShipped('haproxy.cfg'))
    .replaceAll(/^\t(user|group|chroot) .*\n/gm, '')
    .replace(/^frontend club\n[\s\S]*(?=^listen postgres\n)/m, '')
    .replace('127.0.0.1:5433', `127.0.0.1:${port}`)
    .replace('10.0.0.1:5432', new URL(first).host)
    .replace('10.0.0.2:5432', new URL(second).host)
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, shipped)
  const haproxy = spawn('haproxy', ['-db', '-f', file], { env: { PATH } })
  let printed = ''
  haproxy.stderr.on('data', (chunk) => {
    printed += chunk
  })
  const ended = once(haproxy, 'exit')
  return {
    port,
    /** Returns the output of the program, which reports each change of a server's state. */
    output: () => printed,
    async close() {
      haproxy.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startProgram(
  process: ChildProcess,
  { folder, ...running }: Omit<RunningProxy, 'close' | 'readLogs'> & { folder: string },
): Promise<RunningProxy> {
  let printed = ''
  for (const stream of [process.stdout, process.stderr])
    stream?.on('data', (chunk) => {
      printed += chunk
    })
  const ended = once(process, 'exit')
  const deadline = Date.now() + OPEN_MS
  while (
    !(await fetch(running.origin).then(
      ({ body }) => body?.cancel().then(() => true),
      () => false,
    ))
  ) {
    if (process.exitCode !== null || Date.now() > deadline)
      throw new Error(`The proxy does not answer:\n${printed}`)
    await sleep(50)
  }
  return {
    ...running,
    async readLogs() {
      const files = (await readdir(folder)).filter((name) => name.endsWith('.log'))
      const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
      return [printed, ...texts].join('\n')
    },
    async close() {
      process.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
