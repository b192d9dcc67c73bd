/** Tests which PostgreSQL servers the club accepts: real poolers, and a fake server that reports itself as CockroachDB. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { examine } from '../../ops/cli/doctor-command.ts'
import { startServer } from '../../test/stress/server-process.ts'
import { openTestClub } from '../../test/support/club.ts'
import { createPostgresDatabase, type TestDatabase } from '../../test/support/empty-databases.ts'
import { pgbouncerProgram, startPgbouncer } from '../../test/support/pgbouncer.ts'
import { freePort } from '../../test/support/ports.ts'
import { readEnv } from '../process/env.ts'
import { joinElection, requireSessions, UnsuitableDatabase } from './postgres-sessions.ts'

let place: TestDatabase
let url: string
beforeAll(async () => {
  place = await createPostgresDatabase(inject('postgresUrl'))
  url = place.databaseUrl as string
})
afterAll(() => place.dispose())

const disposals: (() => unknown)[] = []
afterEach(async () => {
  for (const dispose of disposals.splice(0).reverse()) await dispose()
})

/** Runs `./pulso` as a process. */
const runPulso = (args: string[], env: Record<string, string>) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const program = join(import.meta.dirname, '../../ops/cli/main.ts')
    execFile(
      process.execPath,
      [program, ...args],
      { env: { ...process.env, ...env } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })

const getRefusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof UnsuitableDatabase ? error.message : error),
  )

test('accepts several parallel checks over direct connections, without disturbing a running leader', async () => {
  const changes: boolean[] = []
  const { promise: leads, resolve } = Promise.withResolvers<void>()
  disposals.push(
    joinElection(url, 'background', (isOurs) => {
      changes.push(isOurs)
      resolve()
    }),
  )
  await leads
  await Promise.all(Array.from({ length: 5 }, () => requireSessions(url)))
  expect(changes).toEqual([true])
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    `select 1 from pg_locks where locktype = 'advisory'
     and database = (select oid from pg_database where datname = current_database())`,
  )
  await client.end()
  // The leader's lock is the only lock that remains.
  expect(rows).toHaveLength(1)
})

describe.skipIf(pgbouncerProgram === null)('PgBouncer (skipped where it is not installed)', () => {
  const before = async (settings: Record<string, string | number>) => {
    const pgbouncer = await startPgbouncer(url, settings)
    disposals.push(pgbouncer.stop)
    return pgbouncer.url
  }

  test('is accepted with session pooling', async () => {
    expect(await getRefusal(requireSessions(await before({ pool_mode: 'session' })))).toBeNull()
  })

  test.each([
    ['transaction pooling', { pool_mode: 'transaction' }],
    ['transaction pooling over one session', { pool_mode: 'transaction', default_pool_size: 1 }],
    ['transaction pooling in turns', { pool_mode: 'transaction', server_round_robin: 1, min_pool_size: 4 }],
    ['statement pooling', { pool_mode: 'statement' }],
  ])('is rejected with %s, in one line that contains the fix', async (_name, settings) => {
    const refusal = await getRefusal(requireSessions(await before(settings)))
    expect(refusal).toMatch(/^delante de PostgreSQL hay un pooler .*pool_mode = session\.$/)
  })

  test('prevents the start with transaction pooling, and the doctor reports why', async () => {
    const pooled = await before({ pool_mode: 'transaction' })
    const server = await startServer({ DATA_DIR: place.dataDir, DATABASE_URL: pooled })
    disposals.push(server.kill)
    await expect(server.ready()).rejects.toThrow()
    expect(server.output()).toMatch(/^No se pudo abrir DATABASE_URL: delante .*pool_mode = session\.\n$/)
    // An older release did not check the database, so a club may already exist behind the pooler.
    await (await openTestClub(place)).stop()
    const variables = { DATA_DIR: place.dataDir, DATABASE_URL: pooled, PORT: String(await freePort()) }
    const env = readEnv(variables)
    const findings = []
    for await (const finding of examine(env)) findings.push(finding)
    expect(findings).toContainEqual(
      expect.objectContaining({
        part: 'base de datos',
        state: 'bad',
        says: expect.stringMatching(
          /^DATABASE_URL: delante de PostgreSQL hay un pooler .*pool_mode = session\.$/,
        ),
      }),
    )
    const pulso = (...args: string[]) => runPulso(args, variables)
    expect(await pulso('status')).toMatchObject({
      stdout: expect.stringMatching(/✗ base de datos .*pool_mode = session/),
    })
    // A backup needs no session of its own, so it still works.
    expect(await pulso('backup')).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Atención: DATABASE_URL: .*pool_mode = session/),
    })
    expect(await pulso('users', 'list')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^DATABASE_URL: .*pool_mode = session\.\n$/),
    })
  })
})

/** Starts a server that implements just enough of PostgreSQL's protocol (version 3) to answer every query with one text. */
async function startServerCalled(version: string) {
  const int = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeInt32BE(value)
    return bytes
  }
  const message = (type: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts)
    return Buffer.concat([Buffer.from(type), int(body.length + 4), body])
  }
  const ready = message('Z', Buffer.from('I'))
  const answer = Buffer.concat([
    // Describes one column: name, table, column, type (25: text), size, modifier and format.
    message(
      'T',
      Buffer.from([0, 1]),
      Buffer.from('version\0'),
      int(0),
      Buffer.from([0, 0]),
      int(25),
      Buffer.alloc(8),
    ),
    message('D', Buffer.from([0, 1]), int(version.length), Buffer.from(version)),
    message('C', Buffer.from('SELECT 1\0')),
    ready,
  ])
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    let isStarted = false
    socket.on('data', (chunk) => {
      if (!isStarted) {
        isStarted = true
        socket.write(Buffer.concat([message('R', int(0)), ready]))
      } else if (chunk[0] === 'Q'.charCodeAt(0)) socket.write(answer)
      else socket.end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  disposals.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `postgres://club@127.0.0.1:${(server.address() as AddressInfo).port}/club`
}

test('rejects CockroachDB by the name in its version', async () => {
  const cockroach = await startServerCalled('CockroachDB CCL v24.1.0 (x86_64-pc-linux-gnu)')
  expect(await getRefusal(requireSessions(cockroach))).toMatch(/^es CockroachDB, .*hace falta PostgreSQL\.$/)
  expect(await getRefusal(openTestClub({ ...place, databaseUrl: cockroach }))).toMatch(/CockroachDB/)
})

test('throws the connection error of a server that does not answer', async () => {
  const nobody = `postgres://club@127.0.0.1:${await freePort()}/club`
  expect(await getRefusal(requireSessions(nobody))).toMatchObject({ code: 'ECONNREFUSED' })
})
