/** Runs a real PgBouncer (Debian's package) in front of a PostgreSQL of the tests. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from './ports.ts'
import { findUnprivilegedUser } from './postgres.ts'

const START_MS = 10_000

/** The path of the program. Null when it is not installed. scripts/test.mjs installs it when it can. */
export const pgbouncerProgram: string | null =
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, 'pgbouncer'))
    .find(existsSync) ?? null

/**
 * @param databaseUrl the URL of a PostgreSQL database
 * @param settings lines of PgBouncer's configuration, including `pool_mode`
 * @returns the URL of the same database through PgBouncer
 */
export async function startPgbouncer(
  databaseUrl: string,
  settings: Record<string, string | number>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const { hostname, port: serverPort, username, password, pathname } = new URL(databaseUrl)
  const user = findUnprivilegedUser()
  const folder = await mkdtemp('/tmp/pgbouncer-')
  const file = join(folder, 'pgbouncer.ini')
  const port = await freePort()
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    ...settings,
  }
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${serverPort} dbname=${pathname.slice(1)} user=${username} password=${password}
[pgbouncer]
${Object.entries(lines)
  .map(([name, value]) => `${name} = ${value}`)
  .join('\n')}
`,
  )
  if (user !== null) for (const path of [folder, file]) await chown(path, user.uid, user.gid)
  const child = spawn(pgbouncerProgram ?? 'pgbouncer', [file], {
    cwd: folder,
    ...user,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let printed = ''
  child.stderr.on('data', (chunk: Buffer) => {
    printed = (printed + chunk).slice(-2_000)
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const url = `postgres://${username}@127.0.0.1:${port}${pathname}`
  const deadline = Date.now() + START_MS
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`PgBouncer did not start:\n${printed}`)
    }
    await sleep(50)
  }
  return { url, stop }
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
