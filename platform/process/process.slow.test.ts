/**
 * Slow tests that start the club as processes, and stop it. They run with the Node of the tests, and also with HOST_NODE if
 * it is set. When that Node is too old for the project, it starts the server as a child process with a suitable Node.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, lstat, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { canMountFileSystems, inOwnFileSystem } from '../../test/support/own-disk.ts'
import { freePort } from '../../test/support/ports.ts'
import { parseSamples } from '../../test/support/prometheus-samples.ts'
import { VARIABLES } from './env.ts'

/** Time within which a stop has to end. ms */
const STOP_MS = 5000
/** Time limit of the first start, which builds the site. ms */
const FIRST_START_MS = 180_000
const START_MS = 30_000

const root = join(import.meta.dirname, '../..')
const hosts = [...new Set([process.execPath, process.env.HOST_NODE ?? process.execPath])]
/** The User-Agent of a browser. Visits without one are not counted. */
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const administrator = { email: 'puerta@club.example', password: 'la cola da la vuelta' }

const running: Started[] = []
let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'club-process-'))
})

afterEach(async () => {
  for (const { killAll } of running.splice(0)) killAll()
  await rm(dataDir, { recursive: true, force: true })
})

interface Started {
  child: ChildProcess
  /** The output of both streams so far. */
  output(): string
  /** Resolves with the printed address. Rejects when the program ends before it prints one. */
  ready(timeoutMs?: number): Promise<string>
  /** Resolves with exit code and signal. Rejects after the time-out. */
  end(timeoutMs?: number): Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** True while any process of the group lives. */
  isAlive(): boolean
  /** Sends SIGINT to every process of the group, as Ctrl-C does. */
  interrupt(): void
  killAll(): void
}

/**
 * True while the group has a process that is no zombie. Zombies still accept signals, so the state is read from /proc on
 * Linux.
 */
function isGroupAlive(group: number): boolean {
  if (!existsSync('/proc/self/stat')) {
    try {
      return process.kill(-group, 0)
    } catch {
      return false
    }
  }
  return readdirSync('/proc').some((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      // In /proc/…/stat (proc(5)) state, parent and process group follow the name in brackets.
      const [state, , itsGroup] = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      return Number(itsGroup) === group && state !== 'Z'
    } catch {
      // The process ended during the check.
      return false
    }
  })
}

/** Starts a command in its own process group, as a terminal does. */
function start(command: string[], env: Record<string, string> = {}): Started {
  const unset = Object.fromEntries(VARIABLES.map((name) => [name, '']))
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: root,
    detached: true,
    env: { ...process.env, ...unset, PORT: '0', DATA_DIR: dataDir, DEMO: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk))
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  const group = child.pid ?? Number.NaN
  const signalGroup = (signal: NodeJS.Signals): void => {
    if (isGroupAlive(group)) process.kill(-group, signal)
  }
  const started: Started = {
    child,
    output: () => printed,
    async ready(timeoutMs = START_MS) {
      const deadline = Date.now() + timeoutMs
      while (Date.now() < deadline) {
        const address = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)
        if (address) return address[0]
        if (child.exitCode !== null || child.signalCode !== null) break
        await sleep(20)
      }
      throw new Error(`It did not get ready. It printed:\n${printed}`)
    },
    async end(timeoutMs = STOP_MS) {
      const late = sleep(timeoutMs, null, { ref: false })
      const result = await Promise.race([ended, late])
      if (result === null) throw new Error(`It did not end within ${timeoutMs} ms. It printed:\n${printed}`)
      return { code: result[0], signal: result[1] }
    },
    isAlive: () => isGroupAlive(group),
    interrupt: () => signalGroup('SIGINT'),
    killAll: () => signalGroup('SIGKILL'),
  }
  running.push(started)
  return started
}

/** Waits until all processes of the group have ended. A process that outlives its parent is an orphan. */
async function expectNoOrphan(started: Started): Promise<void> {
  const deadline = Date.now() + STOP_MS
  while (started.isAlive() && Date.now() < deadline) await sleep(50)
  expect(started.isAlive()).toBe(false)
}

const npm = process.env.npm_execpath?.endsWith('npm-cli.js')
  ? [hosts.at(-1) ?? process.execPath, process.env.npm_execpath]
  : ['npm']

beforeAll(
  async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'club-process-'))
    const first = start([process.execPath, 'scripts/start.mjs'])
    await first.ready(FIRST_START_MS)
    first.child.kill('SIGTERM')
    await first.end()
    await rm(dataDir, { recursive: true, force: true })
  },
  FIRST_START_MS + 2 * STOP_MS,
)

/** Wraps a command so that its umask is 022, with which new files are readable for all users. */
const wide = (command: string[]) => ['sh', '-c', 'umask 022; exec "$@"', 'sh', ...command]

/** Lists files in a folder and below it that other users may read or write. */
async function openToOthers(folder: string): Promise<string[]> {
  const paths = ['', ...(await readdir(folder, { recursive: true }))]
  const modes = await Promise.all(paths.map(async (path) => (await lstat(join(folder, path))).mode))
  return paths.filter((_, index) => ((modes[index] as number) & 0o077) !== 0)
}

/** Reads the umask of a process from proc(5). */
const getUmask = (pid: number | undefined): string | undefined =>
  /^Umask:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]

/** Lists the ids of all descendants of a process. */
function descendants(of: number | undefined): number[] {
  const children = getChildren(of)
  return [...children, ...children.flatMap(descendants)]
}

/** Tests of the server alone. With HOST_NODE the server is a child process, so they cover both. */
describe('npm start', () => {
  const host = hosts.at(-1) as string
  const startClub = (env?: Record<string, string>) => start([host, 'scripts/start.mjs'], env)

  it.skipIf(process.platform === 'win32')(
    'writes files, pictures included, that only their owner can access, for any umask',
    async () => {
      // The folder is below an existing one, so the club has to create it.
      const own = join(dataDir, 'club')
      const pictures = join(dataDir, 'pictures')
      await chmod(dataDir, 0o755)
      const club = start(wide([host, 'scripts/start.mjs']), {
        DATA_DIR: own,
        MEDIA_URL: pictures,
        ADMIN_EMAIL: administrator.email,
        ADMIN_PASSWORD: administrator.password,
      })
      const address = await club.ready()
      const photo = sharp({ create: { width: 900, height: 600, channels: 3, background: '#0aa' } }).png()
      const body = {
        newsTitle: 'Foto',
        photo: `data:image/png;base64,${(await photo.toBuffer()).toString('base64')}`,
        date: '2026-11-20',
        newsDescription: 'En dos líneas.',
        newsBody: '<p>Texto.</p>',
      }
      await sendAs(address, { method: 'POST', path: '/news', body, status: 201 })
      const written = await readdir(own)
      expect(written).toEqual(expect.arrayContaining(['club.sqlite', 'club.sqlite-wal', 'club.sqlite-shm']))
      // Each width of a picture is a file of its own.
      expect((await readdir(pictures, { recursive: true })).length).toBeGreaterThan(5)
      expect(await openToOthers(own)).toEqual([])
      expect(await openToOthers(pictures)).toEqual([])
      club.child.kill('SIGTERM')
      await club.end()
    },
  )

  it.skipIf(process.platform === 'win32')('closes a folder that an older version left open', async () => {
    const first = startClub()
    await first.ready()
    first.killAll()
    await first.end()
    for (const name of await readdir(dataDir)) {
      const path = join(dataDir, name)
      await chmod(path, (await stat(path)).isDirectory() ? 0o755 : 0o644)
    }
    await chmod(dataDir, 0o755)
    expect(await openToOthers(dataDir)).toEqual(
      expect.arrayContaining(['', 'media', 'club.sqlite', 'club.sqlite-wal', 'club.sqlite-shm']),
    )
    const club = start(wide([host, 'scripts/start.mjs']))
    await club.ready()
    expect(await openToOthers(dataDir)).toEqual([])
    expect(club.output()).not.toContain('"level":"warn"')
    club.child.kill('SIGTERM')
    await club.end()
  })

  it('rejects a missing or too short key file for backups with one line that contains the variable', async () => {
    const key = join(dataDir, 'backup.key')
    const missing = start([host, 'scripts/start.mjs'], { BACKUP_TO: dataDir, BACKUP_KEY: key })
    expect((await missing.end(START_MS)).code).toBe(1)
    expect(missing.output()).toMatch(/^BACKUP_KEY: .*no existe .*backup\.key \(ENOENT\)\. .*\n$/)
    await writeFile(key, 'corta')
    const short = start([host, 'scripts/start.mjs'], { BACKUP_TO: dataDir, BACKUP_KEY: key })
    expect((await short.end(START_MS)).code).toBe(1)
    expect(short.output()).toMatch(/^BACKUP_KEY: .*12 caracteres.*openssl.*\n$/)
    expect(await readdir(dataDir)).toEqual(['backup.key'])
  })

  // A disk of 16 kB is too small for a database, 700 kB for the schema, and 2 MB for the demo pictures.
  it.runIf(canMountFileSystems()).each(['16k', '700k', '2m'])(
    'reports a full disk of %s in one line',
    async (size) => {
      const command = [...inOwnFileSystem(dataDir, size), host, 'scripts/start.mjs']
      const full = start(command, { DATA_DIR: join(dataDir, 'club'), DEMO: '1' })
      expect((await full.end(START_MS)).code).toBe(1)
      const lines = full.output().trimEnd().split('\n')
      expect(lines.at(-1)).toMatch(/^No se pudo abrir DATA_DIR \(.*\): el disco está lleno.*\. Hacé lugar/)
      expect(full.output()).not.toMatch(/^\s+at /m)
      // Log lines may precede the message.
      expect(lines.slice(0, -1).filter((line) => !line.startsWith('{'))).toEqual([])
    },
  )

  it('creates a sign-in link with the port of the running club, whatever PORT the command gets', async () => {
    const club = startClub({ ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password })
    const address = await club.ready()
    const command = start([host, 'scripts/pulso.mjs', 'users', 'reset', administrator.email], {
      PORT: '3000',
    })
    expect(await command.end(START_MS)).toEqual({ code: 0, signal: null })
    const [, token] = new RegExp(`^${address}/login#sign-in=([\\w-]{43})$`, 'm').exec(command.output()) ?? []
    const used = await fetch(`${address}/api/auth/link`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    expect(used.status).toBe(200)
  })
})

/** Tests of the processes that the start creates. These differ between the two hosts. */
describe.each(hosts)('npm start under %s', (host) => {
  const startClub = (env?: Record<string, string>) => start([host, 'scripts/start.mjs'], env)

  it('rejects an invalid variable with one line that contains its name', async () => {
    const club = startClub({ PORT: 'abc' })
    expect(await club.end(START_MS)).toEqual({ code: 1, signal: null })
    expect(club.output().trim().split('\n')).toEqual([expect.stringMatching(/^PORT: .*"abc"/)])
  })

  it('rejects a used port with one line that contains it', async () => {
    const port = await freePort()
    const neighbour = createServer().listen(port, '127.0.0.1')
    await once(neighbour, 'listening')
    const club = startClub({ PORT: String(port) })
    const end = await club.end(START_MS)
    neighbour.close()
    expect(end).toEqual({ code: 1, signal: null })
    expect(club.output().trim().split('\n')).toEqual([expect.stringContaining(String(port))])
    await expectNoOrphan(club)
  })

  it('neither installs nor builds the second time', async () => {
    const club = startClub()
    await club.ready()
    expect(club.output()).not.toMatch(/Instalando|Armando/)
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'ends on %s, also while a visitor keeps a connection',
    async (signal) => {
      const club = startClub()
      const address = await club.ready()
      await (await fetch(address)).text()
      club.child.kill(signal)
      await club.end()
      await expectNoOrphan(club)
      await expect(fetch(address)).rejects.toThrow()
    },
  )

  it('ends on Ctrl-C, which signals every process of the terminal', async () => {
    const club = startClub()
    await club.ready()
    club.interrupt()
    await club.end()
    await expectNoOrphan(club)
  })

  it('ends when it receives the signal several times', async () => {
    const club = startClub()
    await club.ready()
    for (let told = 0; told < 5; told++) {
      club.interrupt()
      club.child.kill('SIGTERM')
    }
    await club.end()
    await expectNoOrphan(club)
  })

  it('leaves no orphan when it is killed', async () => {
    const club = startClub()
    const address = await club.ready()
    club.child.kill('SIGKILL')
    await club.end()
    await expectNoOrphan(club)
    await expect(fetch(address)).rejects.toThrow()
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'leaves no orphan when %s arrives during its start',
    async (signal) => {
      const port = await freePort()
      // While the database is being filled, the port already answers.
      const club = startClub({ PORT: String(port), DEMO: '1' })
      await expect
        .poll(() => fetch(`http://127.0.0.1:${port}/`).catch(() => null), { timeout: START_MS })
        .not.toBeNull()
      expect(club.output()).not.toContain('http://')
      club.child.kill(signal)
      await club.end()
      await expectNoOrphan(club)
    },
  )

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'keeps what was written when it is ended by %s',
    async (signal) => {
      const admin = { ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password }
      const club = startClub(admin)
      const written = await writeResident(await club.ready())
      club.child.kill(signal)
      await club.end()
      await expectNoOrphan(club)

      const again = startClub(admin)
      const answer = await fetch(`${await again.ready()}/api/residents/${written._id}`)
      expect(await answer.json()).toEqual(written)
    },
  )
})

/** Signs in, sends a body to the API, and expects a status. @returns the answer */
async function sendAs(
  address: string,
  {
    method,
    path,
    body,
    status,
  }: { method: 'GET' | 'POST' | 'PUT'; path: string; body?: object; status: number },
): Promise<unknown> {
  const send = (as: string, to: string, sent?: object, headers: Record<string, string> = {}) =>
    fetch(`${address}/api${to}`, {
      method: as,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(sent && { body: JSON.stringify(sent) }),
    })
  const login = await send('POST', '/auth/login', administrator)
  expect(login.status).toBe(200)
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const answer = await send(method, path, body, { cookie })
  expect(answer.status).toBe(status)
  return answer.json()
}

async function writeResident(address: string, change: object = {}): Promise<{ _id: string }> {
  const body = { name: 'Vera Sol', pressKit: 'https://club.example/vera-sol', ...change }
  return (await sendAs(address, { method: 'POST', path: '/residents', body, status: 201 })) as { _id: string }
}

describe.each(databases)('several workers on $name', ({ createEmpty, testOnce }) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createEmpty()
  })
  afterAll(() => database.dispose())

  const startWorkers = (env: Record<string, string> = {}) =>
    start([process.execPath, 'scripts/start.mjs'], {
      WORKERS: '2',
      DATABASE_URL: database.databaseUrl ?? '',
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      ...env,
    })

  /** Sends a request on a new connection, which the next worker accepts. */
  const askAnew = (url: string) => fetch(url, { headers: { Connection: 'close' } })

  it.runIf(existsSync('/proc/self/stat'))(
    'answer in turns, and each shows writes of another within a second',
    async () => {
      const club = startWorkers()
      const address = await club.ready()
      await expect.poll(() => club.output(), { timeout: START_MS }).toContain('Atienden 2 procesos.')
      expect(getWorkers(club)).toHaveLength(2)
      const list = async () => {
        const answer = await askAnew(`${address}/api/residents`)
        return ((await answer.json()) as { data: { _id: string }[] }).data.map(({ _id }) => _id)
      }
      // After six requests both workers have cached the list.
      for (let asked = 0; asked < 6; asked++) expect(await list()).toEqual([])
      const busyBefore = getWorkers(club).map(processorTime)
      const { _id } = await writeResident(address)
      const deadline = Date.now() + 1_000
      let shown = 0
      while (shown < 6 && Date.now() < deadline) shown = (await list()).includes(_id) ? shown + 1 : 0
      expect(shown).toBe(6)
      for (let asked = 0; asked < 200; asked++) await list()
      getWorkers(club).forEach((pid, index) => {
        expect(processorTime(pid)).toBeGreaterThan(busyBefore[index] as number)
      })

      // Each worker also caches pages that show settings.
      const page = async () => (await askAnew(`${address}/contact`)).text()
      for (let asked = 0; asked < 6; asked++) await page()
      const body = { name: 'Galpón Ñandú' }
      await sendAs(address, { method: 'PUT', path: '/site/identity', body, status: 200 })
      const until = Date.now() + 1_000
      let named = 0
      while (named < 6 && Date.now() < until) named = (await page()).includes(body.name) ? named + 1 : 0
      expect(named).toBe(6)

      // A scheduled item appears in all workers at the same time. No write announces it.
      const moment = Date.now() + 2_000
      const later = await writeResident(address, { publishAt: new Date(moment).toISOString() })
      const seen = { before: new Set<boolean>(), after: [] as boolean[] }
      while (seen.after.length < 12) {
        const asked = Date.now()
        const isThere = (await list()).includes(later._id)
        if (asked >= moment) seen.after.push(isThere)
        else if (Date.now() < moment) seen.before.add(isThere)
      }
      expect(seen).toEqual({ before: new Set([false]), after: Array(12).fill(true) })

      club.child.kill('SIGTERM')
      expect(await club.end()).toEqual({ code: 0, signal: null })
      await expectNoOrphan(club)
    },
  )

  it('count the visits of one address against one shared limit', async () => {
    const club = startWorkers()
    const address = await club.ready()
    await expect.poll(() => club.output(), { timeout: START_MS }).toContain('Atienden 2 procesos.')
    const visit = async () => {
      const answer = await fetch(`${address}/api/visits`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'User-Agent': PHONE, Connection: 'close' },
        body: JSON.stringify({ path: '/' }),
      })
      expect(answer.status).toBe(204)
    }
    const window = () => Math.floor(Date.now() / 600_000)
    const before = window()
    for (let sent = 0; sent < 1_040; sent += 20) await Promise.all(Array.from({ length: 20 }, visit))
    const during = window()
    // A worker writes its counts when it stops.
    club.child.kill('SIGTERM')
    await club.end()
    const again = startWorkers({ WORKERS: '1' })
    const url = await again.ready()
    const { visits } = (await sendAs(url, { method: 'GET', path: '/visits', status: 200 })) as {
      visits: { count: number }[]
    }
    const total = visits.reduce((sum, { count }) => sum + count, 0)
    // The limit applies to a window of ten minutes. If the window ended during the test, the total is not compared.
    if (during === before) expect(total).toBe(1_000)
    else expect(total).toBeGreaterThanOrEqual(1_000)
    again.child.kill('SIGTERM')
    await again.end()
  })

  testOnce.runIf(existsSync('/proc/self/stat'))(
    'write for their owner alone, and so does the process that they have pictures worked on in',
    async () => {
      const club = start(wide([process.execPath, 'scripts/start.mjs']), {
        WORKERS: '2',
        DATABASE_URL: database.databaseUrl ?? '',
      })
      const address = await club.ready()
      await expect.poll(() => club.output(), { timeout: START_MS }).toContain('Atienden 2 procesos.')
      const picture = await fetch(`${address}/share/home.jpg`)
      expect(picture.headers.get('Content-Type')).toBe('image/jpeg')
      await picture.arrayBuffer()
      const processes = descendants(club.child.pid)
      // The processes are two workers, and the image worker that has just made a picture.
      expect(processes.length).toBeGreaterThanOrEqual(3)
      expect(processes.map(getUmask)).toEqual(processes.map(() => '0077'))
      expect(await openToOthers(dataDir)).toEqual([])
      club.child.kill('SIGTERM')
      await club.end()
    },
  )

  testOnce.runIf(existsSync('/proc/self/stat'))(
    'are replaced when they die, while visitors still get answers',
    async () => {
      const club = startWorkers()
      const address = await club.ready()
      await expect.poll(() => club.output(), { timeout: START_MS }).toContain('Atienden 2 procesos.')
      expect(getWorkers(club)).toHaveLength(2)
      const before = getWorkers(club)
      // The worker with the background work is stopped first, then the other one.
      for (const pid of before) {
        process.kill(pid, 'SIGKILL')
        await expect.poll(() => getWorkers(club).includes(pid)).toBe(false)
        for (let asked = 0; asked < 10; asked++) {
          const answer = await askAnew(`${address}/api/health`)
          expect(answer.status).toBe(200)
          await answer.text()
        }
        await expect
          .poll(() => club.output().match(/ya atiende en su lugar/g)?.length, { timeout: START_MS })
          .toBe(before.indexOf(pid) + 1)
      }
      expect(getWorkers(club).some((pid) => before.includes(pid))).toBe(false)
      // The address is printed once. A second line would look like a second start.
      expect(club.output().match(/Abierto en/g)).toHaveLength(1)
      club.child.kill('SIGTERM')
      await club.end()
      await expectNoOrphan(club)
    },
  )

  testOnce('tell the figures of all of them, whichever is asked', async () => {
    const club = startWorkers({ METRICS_TOKEN: 'cifras' })
    const address = await club.ready()
    await expect.poll(() => club.output(), { timeout: START_MS }).toContain('Atienden 2 procesos.')
    const read = async () => {
      const answer = await fetch(`${address}/api/metrics`, {
        headers: { Authorization: 'Bearer cifras', Connection: 'close' },
      })
      expect(answer.status).toBe(200)
      return parseSamples(await answer.text())
    }
    const asked = 20
    for (let count = 0; count < asked; count++) await (await askAnew(`${address}/api/residents`)).text()
    for (let count = 0; count < 4; count++) {
      const samples = await read()
      const of = (name: string, labels = '') =>
        ['1', '2'].map((worker) => samples.get(`${name}{${labels}worker="${worker}"}`) ?? 0)
      const [first = 0, second = 0] = of(
        'http_requests_total',
        'method="GET",route="/api/residents",status="2xx",',
      )
      expect(first + second).toBe(asked)
      expect(Math.min(first, second)).toBeGreaterThan(0)
      for (const memory of of('process_resident_memory_bytes')) expect(memory).toBeGreaterThan(10_000_000)
      // Values that all processes share appear once.
      expect(samples.get('outbox_pending')).toBe(0)
    }
    club.child.kill('SIGTERM')
    await club.end()
    await expectNoOrphan(club)
  })

  testOnce('complete accepted requests when they stop', async () => {
    const club = startWorkers()
    const address = await club.ready()
    const { port } = new URL(address)
    const body = JSON.stringify(administrator)
    const half = body.length / 2
    const sent = request({
      port,
      path: '/api/auth/login',
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': String(body.length),
        Expect: '100-continue',
      },
    })
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>
    sent.flushHeaders()
    // 'continue' shows that the server has accepted the request.
    await once(sent, 'continue')
    sent.write(body.slice(0, half))
    club.child.kill('SIGTERM')
    await sleep(200)
    sent.end(body.slice(half))
    const [answer] = await answered
    expect(answer.statusCode).toBe(200)
    answer.resume()
    expect(await club.end()).toEqual({ code: 0, signal: null })
    await expectNoOrphan(club)
  })

  testOnce.each(['SIGINT', 'SIGKILL'] as const)(
    'leave no orphan when %s ends the one who looks after them',
    async (signal) => {
      const club = startWorkers()
      await club.ready()
      if (signal === 'SIGINT') club.interrupt()
      else club.child.kill(signal)
      await club.end()
      await expectNoOrphan(club)
    },
  )

  testOnce('refuse a taken port as one process does', async () => {
    const port = await freePort()
    const neighbour = createServer().listen(port, '127.0.0.1')
    await once(neighbour, 'listening')
    const club = startWorkers({ PORT: String(port) })
    const end = await club.end(START_MS)
    neighbour.close()
    expect(end).toEqual({ code: 1, signal: null })
    expect(club.output().trim().split('\n')).toEqual([expect.stringContaining(String(port))])
    await expectNoOrphan(club)
  })
})

/** Reads the child processes of a process from proc(5). */
const getChildren = (pid: number | undefined): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

const getWorkers = ({ child }: Started): number[] => getChildren(child.pid)

const processorTime = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0])

describe('npm', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('takes the club with it when it ends by %s', async (signal) => {
    const club = start([...npm, 'start'])
    const address = await club.ready()
    club.child.kill(signal)
    await expectNoOrphan(club)
    await expect(fetch(address)).rejects.toThrow()
  })

  it('ends the club on Ctrl-C', async () => {
    const club = start([...npm, 'start'])
    const address = await club.ready()
    club.interrupt()
    await expectNoOrphan(club)
    await expect(fetch(address)).rejects.toThrow()
  })
})

describe('npm run dev', () => {
  it.skipIf(process.platform === 'win32')(
    'writes for its owner alone',
    async () => {
      const own = join(dataDir, 'club')
      const club = start(wide([process.execPath, 'scripts/start.mjs', '--dev']), { DATA_DIR: own })
      await club.ready(60_000)
      expect(await openToOthers(own)).toEqual([])
      club.child.kill('SIGTERM')
      await expectNoOrphan(club)
    },
    90_000,
  )

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'ends on %s without an orphan',
    async (signal) => {
      const club = start([process.execPath, 'scripts/start.mjs', '--dev'])
      await club.ready(60_000)
      club.child.kill(signal)
      await expectNoOrphan(club)
    },
    90_000,
  )

  it('ends on Ctrl-C without an orphan', async () => {
    const club = start([process.execPath, 'scripts/start.mjs', '--dev'])
    await club.ready(60_000)
    club.interrupt()
    await expectNoOrphan(club)
  }, 90_000)
})
