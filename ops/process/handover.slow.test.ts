/** Tests that one release takes over from another on one socket that systemd passes. Uses real processes. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { connect } from '../../platform/db/connect.ts'
import { migrateTo } from '../../platform/db/migrate.ts'
import { listAppliedMigrations } from '../../platform/db/schema.ts'
import { createLedger, findMissingWrites } from '../../test/stress/request-ledger.ts'
import { chooseSeed, createRandom } from '../../test/stress/seeded-random.ts'
import { findChildren, type ServerProcess, startServer } from '../../test/stress/server-process.ts'
import { createLoad, LOAD_ENV } from '../../test/stress/write-load.ts'
import { createDatabase, databases, type TestDatabase } from '../../test/support/databases.ts'
import { type BoundSocket, bindSocket } from '../../test/support/systemd-socket.ts'

const START_MS = 30_000

let runs: string
let socket: BoundSocket
const running: ServerProcess[] = []

beforeEach(async () => {
  runs = await mkdtemp(join(tmpdir(), 'club-runs-'))
  socket = bindSocket()
})

const killRuns = async () => {
  for (const server of running.splice(0)) await server.kill()
}

afterEach(async () => {
  await killRuns()
  socket.close()
  await rm(runs, { recursive: true, force: true })
})

const hasRunFile = (run: string, file: string) => existsSync(join(runs, run, file))

/** Starts a server as a systemd unit does. @param run name of the unit and of its folder */
async function startRun(run: string, env: Record<string, string>): Promise<ServerProcess> {
  const folder = join(runs, run)
  await mkdir(folder, { recursive: true })
  const server = await startServer({ ...env, RUNTIME_DIRECTORY: folder }, { socket })
  running.push(server)
  return server
}

const expectOpen = (run: string) =>
  expect.poll(() => hasRunFile(run, 'open'), { timeout: START_MS, interval: 20 }).toBe(true)

/**
 * Imitates an open run: creates the folder and the file by which other runs recognise one.
 * @returns a function that removes them
 */
async function pretendRun(run: string): Promise<() => Promise<void>> {
  const folder = join(runs, run)
  await mkdir(folder)
  await writeFile(join(folder, 'open'), '')
  return () => rm(folder, { recursive: true })
}

describe.each(databases)('on $name', ({ name, create, createEmpty }) => {
  /** One database is enough. `npm run stress -- upgrade` runs a longer version on both. */
  const once = name === 'sqlite' ? it : () => {}

  let place: TestDatabase
  beforeAll(async () => {
    place = await create()
  })
  afterAll(() => place.dispose())
  const getEnv = () => ({ ...LOAD_ENV, DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '' })

  once('no request is refused and no write lost while one release replaces another', async () => {
    // The first release has two workers, the second one a single process.
    const before = await startRun('before', { ...getEnv(), WORKERS: '2' })
    await expectOpen('before')
    const ledger = createLedger()
    const load = await createLoad(ledger, createRandom(chooseSeed('short')))
    await load.begin(before.origin)
    const ended = new AbortController()
    const writing = load.run(before.origin, ended.signal)
    await sleep(500)
    await startRun('after', getEnv())
    await expectOpen('after')
    const answeredBefore = ledger.answered
    // Idle connections are closed when their time limit ends.
    expect(await before.stop()).toBe(0)
    expect(ledger.answered).toBeGreaterThan(answeredBefore)
    ended.abort()
    await writing
    expect([...ledger.inDoubt]).toEqual([])
    const database = connect(place)
    try {
      expect(await findMissingWrites(ledger, database, before.origin)).toEqual([])
    } finally {
      await database.close()
    }
  })

  it('the schema changes only after the previous release has ended', async () => {
    const own = await createEmpty()
    try {
      const database = connect(own)
      await migrateTo(database.read, '0015_in_english')
      const end = await pretendRun('before')
      await startRun('after', { DATA_DIR: own.dataDir, DATABASE_URL: own.databaseUrl ?? '' })
      await expect.poll(() => hasRunFile('after', 'waits'), { timeout: START_MS }).toBe(true)
      expect((await listAppliedMigrations(database.read)).at(-1)).toBe('0015_in_english')
      expect(hasRunFile('after', 'open')).toBe(false)
      await end()
      await expectOpen('after')
      expect((await listAppliedMigrations(database.read)).at(-1)).not.toBe('0015_in_english')
      await database.close()
    } finally {
      // A running server still writes into the folder that is removed.
      await killRuns()
      await own.dispose()
    }
  })
})

describe('a server with a passed socket', () => {
  let place: TestDatabase
  beforeAll(async () => {
    place = await createDatabase()
  })
  afterAll(() => place.dispose())

  const ask = (agent: Agent) =>
    new Promise<{ headers: IncomingHttpHeaders; socket: Socket }>((resolve, reject) => {
      request({ port: socket.port, agent, path: '/api/residents' }, (answer) => {
        const { headers, socket } = answer
        answer.resume().once('end', () => resolve({ headers, socket }))
      })
        .once('error', reject)
        .end()
    })

  test('answers over a connection that was idle at the stop signal, and then closes it', async () => {
    const server = await startRun('only', { DATA_DIR: place.dataDir })
    await server.ready()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const first = await ask(agent)
    expect(first.headers.connection).toBe('keep-alive')
    const stopped = server.stop()
    await sleep(1_000)
    const answer = await ask(agent)
    expect(answer.socket).toBe(first.socket)
    expect(answer.headers.connection).toBe('close')
    // No connection is left, so the server ends at once.
    expect(await Promise.race([stopped, sleep(3_000, 'late', { ref: false })])).toBe(0)
    agent.destroy()
  })

  test('ends sooner after a second stop signal', async () => {
    const server = await startRun('only', { DATA_DIR: place.dataDir })
    await server.ready()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    await ask(agent)
    const stopped = server.stop()
    await sleep(300)
    expect(server.hasEnded()).toBe(false)
    process.kill(server.pid, 'SIGTERM')
    expect(await Promise.race([stopped, sleep(3_000, 'late', { ref: false })])).toBe(0)
    agent.destroy()
  })

  test('lets an upload finish that takes longer than the usual stop', async () => {
    const server = await startRun('only', { DATA_DIR: place.dataDir, ...LOAD_ENV })
    await server.ready()
    const body = JSON.stringify({ email: LOAD_ENV.ADMIN_EMAIL, password: LOAD_ENV.ADMIN_PASSWORD })
    const sent = request({
      port: socket.port,
      path: '/api/auth/login',
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': body.length, Expect: '100-continue' },
    })
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>
    sent.flushHeaders()
    await once(sent, 'continue')
    sent.write(body.slice(0, 10))
    const stopped = server.stop()
    await sleep(5_200)
    sent.end(body.slice(10))
    const [answer] = await answered
    expect(answer.statusCode).toBe(200)
    answer.resume()
    expect(await stopped).toBe(0)
  })

  test('ends when all workers were killed, and requests wait for the next start', async () => {
    const server = await startRun('only', { DATA_DIR: place.dataDir, WORKERS: '2' })
    await expectOpen('only')
    await rm(join(runs, 'only/open'))
    for (const worker of findChildren(server.pid)) process.kill(worker, 'SIGKILL')
    await expect.poll(() => server.hasEnded(), { timeout: START_MS }).toBe(true)
    // systemd holds the socket, so this request waits for a server.
    const waiting = fetch(`${server.origin}/api/health`)
    await startRun('only', { DATA_DIR: place.dataDir, WORKERS: '2' })
    expect((await waiting).status).toBe(200)
  })

  test('takes no visitors from another run while it is unhealthy', async () => {
    const end = await pretendRun('before')
    const env = {
      DATA_DIR: place.dataDir,
      // No server listens at this address, so the media store is down.
      MEDIA_URL: 's3://media?endpoint=http://127.0.0.1:9',
      AWS_ACCESS_KEY_ID: 'x',
      AWS_SECRET_ACCESS_KEY: 'x',
    }
    const server = await startRun('after', env)
    await expect.poll(() => server.output(), { timeout: START_MS }).toContain('health check failed')
    await sleep(500)
    expect(hasRunFile('after', 'open')).toBe(false)
    await expect(fetch(server.origin)).rejects.toThrow()
    // Without another run, the server accepts requests although it is unhealthy.
    await end()
    await expectOpen('after')
    expect((await fetch(`${server.origin}/api/health`)).status).toBe(503)
  })

  test('rejects anything but one passed socket with a one-line error', async () => {
    const two = await startServer(
      { DATA_DIR: place.dataDir },
      {
        within: ['sh', '-c', 'export LISTEN_PID=$$ LISTEN_FDS=2; exec "$@"', 'sh'],
      },
    )
    const none = await startServer(
      { DATA_DIR: place.dataDir },
      {
        within: ['sh', '-c', 'export LISTEN_PID=$$ LISTEN_FDS=1; exec "$@" 3</dev/null', 'sh'],
      },
    )
    running.push(two, none)
    for (const server of [two, none]) {
      await expect.poll(() => server.hasEnded(), { timeout: START_MS }).toBe(true)
      expect(server.output().trim().split('\n')).toEqual([expect.stringMatching(/^LISTEN_FDS: /)])
    }
  })

  test('ignores a socket that was passed to another process', async () => {
    const server = await startServer({ DATA_DIR: place.dataDir, LISTEN_PID: '1', LISTEN_FDS: '1' })
    running.push(server)
    await server.ready()
    expect((await fetch(`${server.origin}/api/health`)).status).toBe(200)
  })
})
