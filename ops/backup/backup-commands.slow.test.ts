/**
 * Runs the commands for backup and restore as an operator does, beside a running club, and requests pages of the restored
 * club.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, lstat, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { VARIABLES } from '../../platform/process/env.ts'
import { copyDemo } from '../../test/e2e/demo.ts'
import { type BucketServer, startBuckets } from '../../test/support/buckets.ts'
import {
  createPostgresDatabase,
  createSqliteDatabase,
  type TestDatabase,
} from '../../test/support/empty-databases.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

/** Time limit of the first start, which builds the site. ms */
const START_MS = 180_000
const administrator = { email: 'puerta@club.example', password: 'la cola da la vuelta' }

let folder: string
let buckets: BucketServer
const children: ChildProcess[] = []
const places: TestDatabase[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'club-operator-'))
  buckets = await startBuckets()
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const place of places) await place.dispose()
  await buckets.stop()
  await rm(folder, { recursive: true, force: true })
})

type Variables = Record<string, string>

const environment = (env: Variables) => ({
  ...process.env,
  ...Object.fromEntries(VARIABLES.map((name) => [name, ''])),
  PORT: '0',
  LOG_LEVEL: 'warn',
  ...env,
})

/** Runs an operator's command through `npm run` and through `./pulso`. */
async function runCommand(name: string, args: string[], env: Variables) {
  const command = [join(root, 'scripts/pulso.mjs'), ...name.split(' '), ...args]
  return run(process.execPath, command, { env: environment(env), cwd: folder }).then(
    ({ stdout, stderr }) => ({ status: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      status: code,
      stdout,
      stderr,
    }),
  )
}

async function startClub(env: Variables): Promise<{ address: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += chunk))
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await sleep(50)) {
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0]
    if (address) return { address, child }
    if (child.exitCode !== null) break
  }
  throw new Error(`It did not start:\n${printed}`)
}

async function place(name: 'sqlite' | 'postgres', env: Variables = {}): Promise<Variables> {
  const created = await (name === 'sqlite'
    ? createSqliteDatabase()
    : createPostgresDatabase(inject('postgresUrl')))
  places.push(created)
  return { DATA_DIR: created.dataDir, DATABASE_URL: created.databaseUrl ?? '', ...env }
}

async function signIn(address: string): Promise<string> {
  const response = await post(address, '/auth/login', administrator)
  expect(response.status).toBe(200)
  return (response.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
}

const post = (address: string, path: string, body: unknown, cookie = '') =>
  fetch(`${address}/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(cookie && { Cookie: cookie }) },
    body: JSON.stringify(body),
  })

/** No errors. A command that takes long says how far it is. */
const quiet = expect.stringMatching(/^(?:[^\n]*: \d+ %[^\n]*\n)*$/)

test('a club that is backed up under load, killed, and restored in another database and store keeps its data', async () => {
  const from = await place('sqlite', {
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  })
  await copyDemo(from.DATA_DIR as string)
  const key = join(folder, 'key')
  await writeFile(key, 'una clave bien larga y secreta\n')
  const club = await startClub(from)
  const cookie = await signIn(club.address)

  let writing = true
  const written: string[] = []
  const writer = (async () => {
    // The list below returns at most 500.
    while (writing && written.length < 400) {
      const name = `Residente ${written.length}`
      const answer = await post(
        club.address,
        '/residents',
        { name, pressKit: 'https://club.example/x' },
        cookie,
      )
      expect(answer.status).toBe(201)
      written.push(name)
    }
  })()
  await expect.poll(() => written.length, { timeout: 20_000 }).toBeGreaterThan(5)
  const before = [...written]
  const backup = await runCommand('backup', ['--to', 'second place', '--key', 'key'], from)
  writing = false
  await writer
  expect(backup).toMatchObject({ status: 0, stderr: quiet })
  const archive = /Copia lista: (.*)/.exec(backup.stdout)?.[1] as string
  expect(archive).toBe(
    join(folder, 'second place', (await readdir(join(folder, 'second place')))[0] as string),
  )
  expect(await readdir(from.DATA_DIR as string)).not.toContain('backups')

  const inUse = await runCommand('restore', [archive, '--key', key, '--replace'], from)
  expect(inUse).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Otro programa .*\n$/),
  })
  club.child.kill('SIGKILL')
  await once(club.child, 'exit')

  const to = await place('postgres', { MEDIA_URL: buckets.create(), DEMO: '1' })
  expect(await runCommand('restore', [archive], to)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('--key'),
  })
  expect(await runCommand('restore', [archive, '--key', key], to)).toMatchObject({ status: 0, stderr: quiet })
  expect(await runCommand('restore', [archive, '--key', key], to)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('--replace'),
  })

  const moved = await startClub(to)
  // A restore drops sessions, because they may have been revoked since the backup.
  expect((await fetch(`${moved.address}/api/admin`, { headers: { Cookie: cookie } })).status).toBe(401)
  await signIn(moved.address)
  const residents = (await (await fetch(`${moved.address}/api/residents?limit=500`)).json()) as {
    data: { name: string }[]
  }
  const names = residents.data.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(before))
  for (const page of ['/', '/news', '/history', '/contact'])
    expect([page, (await fetch(moved.address + page)).status]).toEqual([page, 200])
  const home = await (await fetch(moved.address)).text()
  const pictures = [...new Set(home.match(/\/media\/[\w-]+\.(?:webp|jpg)/g))]
  expect(pictures.length).toBeGreaterThan(5)
  for (const picture of pictures) {
    const answer = await fetch(moved.address + picture)
    expect([picture, answer.status]).toEqual([picture, 200])
    expect((await answer.arrayBuffer()).byteLength).toBe(Number(answer.headers.get('Content-Length')))
  }

  const doctor = await runCommand('doctor', [], { ...to, PORT: new URL(moved.address).port })
  expect(doctor).toMatchObject({ status: 0, stderr: '' })
  expect(doctor.stdout).toMatch(/✓ imágenes: .*con todos sus archivos/)
  expect(doctor.stdout).toMatch(/✓ servidor: Anda en/)
  moved.child.kill('SIGTERM')
  await once(moved.child, 'exit')
}, 480_000)

test.skipIf(process.platform === 'win32')(
  'each command creates files that only their owner can read, with any umask',
  async () => {
    const before = process.umask(0o022)
    try {
      const at = join(folder, 'modes')
      const variables = (name: string) => ({ DATA_DIR: join(at, name), MEDIA_URL: join(at, `${name} media`) })
      const club = await startClub({ ...variables('one'), DEMO: '0' })
      club.child.kill('SIGTERM')
      await once(club.child, 'exit')
      expect(await runCommand('users reset', [], variables('one'))).toMatchObject({ status: 0, stderr: '' })
      // Simulates a folder that an older version created, readable for all users. The commands must restrict its mode, even
      // before this version was started.
      for (const path of ['one', 'one/club.sqlite'])
        await chmod(join(at, path), path === 'one' ? 0o755 : 0o644)
      const key = join(folder, 'modes.key')
      await writeFile(key, 'una clave bien larga y secreta\n')
      for (const args of [[], ['--to', join(at, 'second'), '--key', key]])
        expect(await runCommand('backup', args, variables('one'))).toMatchObject({ status: 0, stderr: quiet })
      const [archive] = (await readdir(join(at, 'one/backups'))).filter((name) => name.endsWith('.tar'))
      const restored = await runCommand(
        'restore',
        [join(at, 'one/backups', archive as string)],
        variables('two'),
      )
      expect(restored).toMatchObject({ status: 0, stderr: quiet })
      const looked = { ...variables('two'), MEDIA_URL: join(at, 'three media') }
      expect(await runCommand('doctor', [], looked)).toMatchObject({ status: 0, stderr: '' })
      const paths = ['', ...(await readdir(at, { recursive: true }))]
      expect(paths).toEqual(
        expect.arrayContaining(['one/club.sqlite', 'two/club.sqlite', 'second', 'three media/.incoming']),
      )
      const open: string[] = []
      for (const path of paths) if (((await lstat(join(at, path))).mode & 0o077) !== 0) open.push(path)
      expect(open).toEqual([])
    } finally {
      process.umask(before)
    }
  },
)

test('an invalid command prints the correct usage and changes no data', async () => {
  const empty = await place('sqlite')
  const dataDir = empty.DATA_DIR as string
  await writeFile(join(folder, 'short'), 'abc')
  const cases: [string, string[], number, RegExp][] = [
    ['backup', ['--into', 'x'], 2, /^No hay una opción «--into».*\nAsí se usa: .\/pulso backup/],
    ['backup', [], 3, /^Todavía no hay un club/],
    ['backup', ['--key', 'none'], 1, /^No se pudo leer la clave/],
    ['backup', ['--key', 'short'], 1, /12 caracteres.*openssl/],
    ['backup', ['--to', 's3://'], 1, /^No es la dirección de un balde/],
    ['backup', ['--to', 's3://copias'], 1, /^Lo que va a un balde va cifrado: agregá --key/],
    ['restore', [], 2, /^Decí qué copia.*\n.*no hay copias/],
    ['restore', ['nowhere.tar'], 1, /^No hay ningún archivo en .*nowhere\.tar/],
    ['restore', ['short'], 1, /^El archivo está cortado\n$/],
  ]
  for (const [name, args, wanted, said] of cases) {
    const { status, stdout, stderr } = await runCommand(name, args, empty)
    expect([args, status, stdout]).toEqual([args, wanted, ''])
    expect(stderr).toMatch(said)
    expect(stderr).not.toMatch(/^ {4}at /m)
  }
  expect(await readdir(join(dataDir, 'backups')).catch(() => [])).toEqual([])
}, 120_000)
