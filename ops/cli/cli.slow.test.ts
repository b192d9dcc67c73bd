/** Runs `./pulso` as an operator does, while the server is running. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, watch, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { User } from '../../platform/auth/shared/accounts.ts'
import type { AuditLogEntry } from '../../platform/content/shared/audit-log-answers.ts'
import { rememberOpening } from '../../platform/db/known-address.ts'
import { migrationNames } from '../../platform/db/migrate.ts'
import { writeSetting } from '../../platform/db/settings.ts'
import { openMedia } from '../../platform/media/server/open-media.ts'
import { VARIABLES } from '../../platform/process/env.ts'
import { startBuckets } from '../../test/support/buckets.ts'
import { createDraft, openTestClub, type TestClub } from '../../test/support/club.ts'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { freePort } from '../../test/support/ports.ts'
import { commands } from './commands.ts'

const run = promisify(execFile)

/** Moves the clock of a process a year ahead. The uptime counter of the machine stays. */
const YEAR_AHEAD = `data:text/javascript,${encodeURIComponent(`
const Real = Date
const by = 365 * 86400000
globalThis.Date = class extends Real {
  constructor(...given) { given.length === 0 ? super(Real.now() + by) : super(...given) }
  static now() { return Real.now() + by }
}`)}`
const root = join(import.meta.dirname, '../..')
const program = join(root, 'ops/cli/main.ts')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'club-cli-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const environment = (env: Record<string, string>) => ({
  ...process.env,
  ...Object.fromEntries(VARIABLES.map((name) => [name, ''])),
  INIT_CWD: folder,
  LOG_LEVEL: 'warn',
  // Keeps compiled code between runs, as scripts/runtime.mjs does.
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
  ...env,
})

interface CommandResult {
  status: number
  stdout: string
  stderr: string
}

function runPulso(args: string[], env: Record<string, string> = {}): Promise<CommandResult> {
  return run(process.execPath, [program, ...args], { env: environment(env), cwd: root }).then(
    ({ stdout, stderr }) => ({ status: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      status: code,
      stdout,
      stderr,
    }),
  )
}

describe('without a club', () => {
  test('the help lists every command and exit status, and each command has help with examples', async () => {
    const { status, stdout, stderr } = await runPulso(['--help'])
    expect([status, stderr]).toEqual([0, ''])
    for (const { name, summary } of commands) {
      expect(stdout).toContain(`  ${name}`)
      expect(stdout).toContain(summary)
    }
    expect(stdout).toMatch(/0 si .* 1 si .* 2 si .*\n.*3 si .* 4 si /)
    expect(await runPulso(['help'])).toEqual({ status, stdout, stderr })
    await Promise.all(
      commands.map(async ({ name, summary, examples }) => {
        const own = await runPulso([...name.split(' '), '--help', '--whatever'])
        expect([own.status, own.stderr]).toEqual([0, ''])
        expect(own.stdout).toContain(summary)
        for (const [typed] of examples) expect(own.stdout).toContain(`./pulso ${typed}`)
        expect(own.stdout).not.toContain('reset-2fa')
      }),
    )
    expect((await runPulso(['users', '--help'])).stdout).toMatch(/users list.*users disable/s)
  })

  test('--version prints the version of the package', async () => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    expect(await runPulso(['--version'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`pulso ${version} `),
    })
    expect(JSON.parse((await runPulso(['--version', '--json'])).stdout)).toMatchObject({ version })
  })

  const wrong: [string[], RegExp][] = [
    [['bakcup'], /^No hay un comando «bakcup»\. ¿Quisiste decir \.\/pulso backup\?\n/],
    [['user', 'list'], /¿Quisiste decir \.\/pulso users\?/],
    [['users', 'disabel', 'x@y.example'], /¿Quisiste decir \.\/pulso users disable\?/],
    [['users'], /^Falta qué hacer\.\n.*users list/s],
    [['wombat'], /^No hay un comando «wombat»\.\n/],
    [['\u001b[31mrojo\u202e'], /^No hay un comando «\\u\{1b\}\[31mrojo\\u\{202e\}»\.\n/],
    [['constructor'], /^No hay un comando «constructor»\.\n/],
    [['--hepl'], /^No hay una opción «--hepl»\. ¿Quisiste decir --help\?\n/],
    [
      ['backup', '--too', 'x'],
      /^No hay una opción «--too»\. ¿Quisiste decir --to\?\nAsí se usa: \.\/pulso backup/,
    ],
    [['backup', '--__proto__'], /^No hay una opción «--__proto__»\.\n/],
    [['backup', '-t', 'x'], /^No hay una opción «-t»/],
    [['backup', '--to'], /^A --to le falta su valor/],
    [['backup', '--to', '--key', 'x'], /^A --to le falta su valor/],
    [['backup', 'x'], /^Sobra «x»/],
    [['restore', 'a', '--replace=no'], /^--replace va sin valor/],
    [['users', 'disable'], /^Falta e-mail\.\n/],
    [['users', 'disable', `${'x'.repeat(10_240)}@club.example`], /^Es demasiado largo .*«x{60}…»\n/],
    [['start', '--port', '1'], /^No hay una opción «--port»/],
  ]
  test('an invalid command prints the correct usage', async () => {
    const answers = await Promise.all(
      wrong.map(async ([args, said]) => ({ said, ...(await runPulso(args)) })),
    )
    for (const { said, status, stdout, stderr } of answers) {
      expect(stderr).toMatch(said)
      expect([stderr, status, stdout]).toEqual([stderr, 2, ''])
    }
  })

  test('an invalid command with --json prints a JSON document', async () => {
    const { status, stdout } = await runPulso(['bakcup', '--json'])
    expect(status).toBe(2)
    expect(JSON.parse(stdout)).toEqual({ error: expect.stringContaining('¿Quisiste decir') })
  })

  test('an invalid variable is reported, with --json as a document', async () => {
    const { status, stdout, stderr } = await runPulso(['status', '--json'], { PORT: 'http' })
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^PORT: tiene que ser un número .*\n$/)])
    expect(JSON.parse(stdout)).toEqual({ error: stderr.trimEnd() })
  })

  test.skipIf(process.platform === 'win32')(
    './pulso works through a symbolic link, and paths are relative to the caller',
    async () => {
      const here = join(folder, 'con espacio')
      await mkdir(here)
      await symlink(join(root, 'pulso'), join(here, 'pulso'))
      const env = { ...environment({ DATA_DIR: join(here, 'data') }), INIT_CWD: undefined }
      await expect(run('./pulso', ['restore', 'nada.tar'], { cwd: here, env })).rejects.toMatchObject({
        code: 1,
        stdout: '',
        stderr: `No hay ningún archivo en ${join(here, 'nada.tar')}\n`,
      })
    },
  )

  test('a closed output pipe causes no error', async () => {
    const child = spawn(process.execPath, [program, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    let complaints = ''
    child.stderr.on('data', (chunk) => (complaints += chunk))
    expect(await once(child, 'close')).toEqual([0, null])
    expect(complaints).toBe('')
  })
})

describe.each(databases)('on $name', ({ name, create, createEmpty, testOnce }) => {
  const password = 'una clave bien larga'
  const ana = { email: 'ana@club.example', password }
  const luz = { email: 'luz@club.example', password }
  const disposals: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const dispose of disposals.splice(0).reverse()) await dispose()
  })

  async function createPlace(
    createDatabase = create,
  ): Promise<{ at: TestDatabase; env: Record<string, string> }> {
    const at = await createDatabase()
    disposals.push(at.dispose)
    return { at, env: { DATA_DIR: at.dataDir, DATABASE_URL: at.databaseUrl ?? '' } }
  }

  async function open(variables: Record<string, string> = {}): Promise<{
    club: TestClub
    env: Record<string, string>
  }> {
    const { at, env } = await createPlace()
    const club = await openTestClub(at, { env: variables })
    disposals.push(club.stop)
    return { club, env: { ...env, ...variables } }
  }

  async function runPulsoJson<T>(args: string[], env: Record<string, string>): Promise<T> {
    const { status, stdout, stderr } = await runPulso([...args, '--json'], env)
    if (status !== 0) throw new Error(stderr)
    return JSON.parse(stdout)
  }

  testOnce('commands that need a club report a missing one and create none', async () => {
    const { at, env } = await createPlace(createEmpty)
    const before = await readdir(at.dataDir).catch(() => [])
    const asked = [
      ['users', 'list'],
      ['users', 'reset'],
      ['users', 'disable', ana.email],
      ['clock', 'confirm'],
      ['media', 'join', '--yes'],
      ['media', 'restore'],
      ['backup'],
      ['status'],
    ]
    const answers = await Promise.all(asked.map((args) => runPulso(args, env)))
    for (const [at, { status, stdout, stderr }] of answers.entries()) {
      expect([asked[at], status, stdout]).toEqual([asked[at], 3, ''])
      expect(stderr).toMatch(/^Todavía no hay un club.*\n$/)
    }
    expect(await readdir(at.dataDir).catch(() => [])).toEqual(before)
  })

  testOnce('users can be listed, invited, disabled and enabled beside an open club', async () => {
    const { club, env } = await open({ SITE_URL: 'https://club.example', SMTP_URL: 'smtp://127.0.0.1:9' })
    const claim = await runPulsoJson<{ url: string }>(['users', 'reset'], env)
    expect(claim.url).toMatch(/^https:\/\/club\.example\/login#claim=[\w-]{43}$/)

    const { cookie } = await club.signIn(ana)
    const invited = await runPulsoJson<{ url: string }>(['users', 'invite', ' Luz  Paz '], env)
    const [, token] = /^https:\/\/club\.example\/register#invitacion=([\w-]{43})$/.exec(invited.url) ?? []
    const accepted = await club.send('POST', '/api/invitations/accept', { body: { token, ...luz } })
    expect(accepted.status).toBe(201)
    const session = (accepted.headers.get('Set-Cookie') ?? '').split(';')[0] as string

    const { users } = await runPulsoJson<{ users: User[] }>(['users', 'list'], env)
    expect(users.map(({ email, name, status }) => [email, name, status])).toEqual([
      [ana.email, null, 'active'],
      [luz.email, 'Luz Paz', 'active'],
    ])
    // The command is ambiguous, so it must not choose an account.
    const unclear = await runPulso(['users', 'reset'], env)
    expect([unclear.status, unclear.stdout]).toEqual([2, ''])
    expect(unclear.stderr).toContain(`${ana.email}, ${luz.email}`)
    const link = await runPulsoJson<{ url: string }>(['users', 'reset', ' LUZ@club.example'], env)
    const [, signIn] = /#sign-in=([\w-]{43})$/.exec(link.url) ?? []
    expect((await club.send('POST', '/api/auth/link', { body: { token: signIn } })).status).toBe(200)

    const mine = () => club.send('GET', '/api/admin', { as: session })
    expect((await mine()).status).toBe(200)
    const unused = await runPulsoJson<{ url: string }>(['users', 'invite', '--by', luz.email], env)
    expect(await runPulsoJson(['users', 'disable', luz.email], env)).toMatchObject({
      status: 'pending',
      changed: true,
    })
    expect((await mine()).status).toBe(401)
    expect((await runPulso(['users', 'list'], env)).stdout).toMatch(
      /^luz@club\.example +Luz Paz +no puede entrar /m,
    )
    // Invitations that the disabled user has created must not work any more.
    const look = { token: unused.url.split('=')[1] }
    expect((await club.send('POST', '/api/invitations/look', { body: look })).status).toBe(400)

    const last = await runPulso(['users', 'disable', ana.email], env)
    expect(last).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Es el último administrador activo: no se puede quitar.\n',
    })
    expect((await club.send('GET', '/api/admin', { as: cookie })).status).toBe(200)

    // The address was never confirmed by mail. The operator can enable the account without that.
    expect(await runPulsoJson(['users', 'enable', luz.email], env)).toMatchObject({
      status: 'active',
      changed: true,
    })
    expect((await club.send('POST', '/api/auth/login', { body: luz })).status).toBe(200)

    const history = (await (await club.send('GET', '/api/history', { as: cookie })).json()) as AuditLogEntry[]
    expect(
      history
        .filter(({ byName }) => byName === 'Quien opera el servidor')
        .map(({ by, userId, action, resource }) => [by, userId, action, resource]),
    ).toEqual([
      [null, null, 'approve', 'users'],
      [null, null, 'update', 'users'],
      [null, null, 'create', 'invitations'],
      [null, null, 'create', 'invitations'],
    ])
  })

  test('status describes a running club, a stopped one, and one with problems', async () => {
    const port = await freePort()
    const { club, env } = await open({ SMTP_URL: 'smtp://127.0.0.1:9', PORT: String(port) })
    const opened = Date.parse('2026-11-20T11:00:00Z')
    const address = `http://127.0.0.1:${port}`
    const remember = (build: string, at: number) =>
      rememberOpening(club.database, { origin: address, build, at })
    await remember('before', opened - 86_400_000)
    const server = createServer(club.listener).listen(port, '127.0.0.1')
    disposals.push(async () => server.close())
    await once(server, 'listening')
    await remember('test', opened)
    const doneAt = Date.now() - 3 * 3_600_000
    const done = { day: '2026-11-23', startedAt: doneAt, doneAt, lastDoneAt: null, firstAt: doneAt }
    const back = (claim: object) =>
      club.database.write((tx) => writeSetting(tx, 'daily-backup', JSON.stringify({ ...done, ...claim })))
    await back({})
    const work = (workedAt: number) =>
      club.database.write((tx) =>
        writeSetting(tx, 'leader', JSON.stringify({ host: 'club-a', pid: 12, since: opened, workedAt })),
      )
    await work(Date.now() - 60_000)
    const since = '2026-11-20T11:00:00.000Z'
    const running = await runPulsoJson<Record<string, object>>(['status'], env)
    expect(running).toMatchObject({
      server: { running: true, healthy: true, address, build: 'test', since, lastOpened: since },
      database: { kind: name, state: 'current', migration: migrationNames.at(-1) },
      pictures: { count: 0, reason: null },
      mail: { delivers: true, waiting: 0, since: null },
      backups: { late: false, last: new Date(doneAt).toISOString(), lastElsewhere: null },
      disk: { where: env.DATA_DIR },
      upgrade: { at: since },
      background: { host: 'club-a', pid: 12, since, late: false },
      toMend: [],
    })
    const { stdout: places } = await runPulso(['status'], { ...env, BACKUP_TO: env.DATA_DIR as string })
    expect(places).toMatch(
      /! copias diarias +la última de hace 3 horas; en el segundo lugar, ninguna todavía\n/,
    )
    await work(Date.now() - 6 * 60_000)
    const idle = await runPulso(['status'], env)
    expect([idle.status, idle.stdout]).toEqual([
      1,
      expect.stringMatching(
        /✗ trabajo de fondo +nadie lo hace; lo hacía club-a, proceso 12; .*hace 6 minutos\n/,
      ),
    ])
    expect((await runPulso(['status'], env)).stdout).toMatch(
      new RegExp(
        `^✓ club +anda en ${address}.*\\n✓ base de datos .*\\n(.*\\n)*✓ copias diarias +la última de hace 3 horas\\n`,
      ),
    )

    const smtp = { state: 'warning', since: Date.now() - 2 * 3_600_000, measured: null }
    await work(Date.now())
    await club.database.write((tx) =>
      writeSetting(
        tx,
        'warnings',
        JSON.stringify({ lookedAt: Date.now() - 3 * 60_000, conditions: { smtp } }),
      ),
    )
    const warned = await runPulso(['status'], env)
    expect([warned.status, warned.stdout]).toEqual([
      1,
      expect.stringMatching(
        /✗ avisos +El servidor de correo no contesta o no nos deja entrar \(hace 2 horas\); se miró hace 3 minutos\n/,
      ),
    ])

    server.closeAllConnections()
    server.close()
    await work(Date.now() - 6 * 60_000)
    await back({ doneAt: null, lastDoneAt: doneAt - 40 * 3_600_000 })
    await club.database.write((tx) =>
      club.outbox.enqueue(tx, { recipient: ana.email, subject: 'Hola', text: 'Hola' }),
    )
    await club.database.write((tx) => tx.updateTable('outbox').set({ createdAt: opened }).execute())
    const stopped = await runPulso(['status', '--json'], env)
    expect(stopped.status).toBe(1)
    expect(JSON.parse(stopped.stdout)).toMatchObject({
      server: {
        running: false,
        healthy: false,
        since: null,
        lastOpened: since,
        reason: expect.stringMatching(
          /^El club está detenido\. Para abrirlo: \.\/pulso start; .*club restart$/,
        ),
      },
      mail: { waiting: 1, since },
      backups: { late: true },
      background: { late: true },
      toMend: ['server', 'mail', 'backups'],
    })
    expect(stopped.stderr).toMatch(
      /^✗ club +no anda .*El club está detenido\. Para abrirlo: .*\n.*✗ copias diarias .*Qué hacer: \.\/pulso doctor\n$/s,
    )
  })

  testOnce('a clock jump is reported, and the clock is trusted once it is confirmed', async () => {
    const { club, env } = await open()
    const ahead = { ...env, NODE_OPTIONS: `--import=${YEAR_AHEAD}` }
    const status = await runPulso(['status', '--json'], ahead)
    expect(status.status).toBe(1)
    expect(JSON.parse(status.stdout)).toMatchObject({
      clock: { inDoubt: true, contradictedBy: name === 'postgres' ? 'PostgreSQL' : null },
      toMend: expect.arrayContaining(['clock']),
    })
    const doctor = await runPulso(['doctor'], ahead)
    expect(doctor.stdout).toMatch(
      /✗ reloj: .*365 días.*no se borra nada por viejo.*\n +→ .*\.\/pulso clock confirm/,
    )
    expect(doctor.stdout).not.toContain('nada lo contradice')
    const confirmed = { confirmedAt: expect.any(String), wasInDoubt: true, aheadMs: expect.any(Number) }
    if (name === 'postgres') {
      const refused = await runPulso(['clock', 'confirm'], ahead)
      expect([refused.status, refused.stdout]).toEqual([1, ''])
      expect(refused.stderr).toMatch(
        /El reloj de esta máquina dice .*\nPero el reloj de PostgreSQL dice .*\nNo se confirmó nada/,
      )
      expect(await runPulsoJson(['clock', 'confirm', '--force'], ahead)).toEqual(confirmed)
    } else {
      expect(await runPulsoJson(['clock', 'confirm'], ahead)).toEqual(confirmed)
    }
    expect((await runPulso(['doctor'], ahead)).stdout).not.toContain('no se borra nada por viejo')
    const year = new Date().getFullYear()
    const right = await runPulso(['clock', 'confirm'], env)
    expect(right).toMatchObject({ status: 0, stderr: '' })
    expect(right.stdout).toMatch(
      new RegExp(`^Se toma por buena la hora de esta máquina: .* de ${year}, \\d\\d:\\d\\d\\.\n`),
    )
    expect((await runPulsoJson<Record<string, object>>(['clock', 'confirm'], env)).wasInDoubt).toBe(false)
    const { cookie: as } = await club.signIn()
    const log = (await (
      await club.send('GET', '/api/history?resource=settings', { as })
    ).json()) as AuditLogEntry[]
    expect(log[0]).toMatchObject({ byName: 'Quien opera el servidor', label: 'La hora de la máquina' })
    expect(log).toHaveLength(3)
  })

  testOnce('media join shows what it would do, and does it with --yes', async () => {
    const { at, env } = await createPlace()
    const store = await openMedia(join(at.dataDir, 'media'))
    const theirs = await store.claim('0fa1b2c3-0000-4000-8000-000000000000')
    for (const width of [320, 640]) await store.put(`${'ab'.repeat(16)}-${width}.webp`, new Uint8Array(1))
    const refused = await runPulso(['users', 'list'], env)
    expect([refused.status, refused.stdout]).toEqual([1, ''])
    expect(refused.stderr).toMatch(
      /^La base de datos \(.*, vacía\) y las imágenes \(.*, del club 0fa1b2c3\) no son del mismo club\. No se borró nada\.\n.*DATABASE_URL, DATA_DIR o MEDIA_URL\. .*\.\/pulso media join.*\n$/,
    )
    expect(refused.stderr).not.toContain('clave')
    const status = await runPulso(['status', '--json'], env)
    expect([status.status, JSON.parse(status.stdout)]).toMatchObject([
      1,
      {
        pictures: { reason: expect.stringContaining('no son del mismo club') },
        toMend: ['server', 'pictures'],
      },
    ])

    const shown = await runPulso(['media', 'join'], env)
    expect([shown.status, shown.stderr]).toEqual([1, ''])
    expect(shown.stdout).toMatch(
      /la base está vacía.*\nLa base no nombra ninguna imagen\.\nHay 2 archivos que la base no conoce: .*30 días\.\nNo se cambió nada\. .*--yes\n$/,
    )
    expect(await store.readOwner()).toBe(theirs)

    const joined = { joined: true, named: 0, missing: 0, returning: 0, strays: 2 }
    expect(await runPulsoJson(['media', 'join', '--yes'], env)).toEqual(joined)
    expect(await store.readOwner()).not.toBe(theirs)
    expect(await runPulso(['users', 'list'], env)).toMatchObject({ status: 0, stderr: '' })
    const again = await runPulso(['media', 'join'], env)
    expect(again).toMatchObject({ status: 0, stdout: expect.stringContaining('Ya son del mismo club') })
  })

  testOnce('media restore brings back the files that the database names', async () => {
    const { club, env } = await open()
    const { cookie: as } = await club.signIn()
    const created = await club.send('POST', '/api/news', { as, body: await createDraft('news') })
    expect(created.status).toBe(201)
    const store = await openMedia(join(env.DATA_DIR as string, 'media'))
    const names = (await Array.fromAsync(store.list(Number.POSITIVE_INFINITY))).sort()
    await store.put(`${'ab'.repeat(16)}-320.webp`, new Uint8Array(1))
    for await (const name of store.list(Number.POSITIVE_INFINITY))
      await store.setAside(name, Number.POSITIVE_INFINITY)
    const status = await runPulso(['status'], env)
    expect(status.stdout).toMatch(
      new RegExp(
        `${names.length + 1} archivos apartados \\(.* MB, el primero .*\\); se borran a los 30 días`,
      ),
    )
    expect((await runPulso(['doctor'], env)).stdout).toMatch(
      /✗ imágenes: Faltan .*\n +→ \.\/pulso media restore\n/,
    )
    const restored = await runPulso(['media', 'restore'], env)
    expect(restored).toMatchObject({ status: 0, stderr: '' })
    expect(restored.stdout).toMatch(
      new RegExp(`^Volvieron ${names.length} archivos\\.\n1 archivo apartado .*\n$`),
    )
    expect((await Array.fromAsync(store.list(Number.POSITIVE_INFINITY))).sort()).toEqual(names)
    expect(await runPulsoJson(['media', 'restore'], env)).toEqual({ broughtBack: 0, aside: 1 })
  })

  testOnce('a restore of a backup older than 36 hours requires a confirmation of the date', async () => {
    const { env } = await open()
    const copies = join(folder, `copies-${name}`)
    const { stdout } = await runPulso(['backup', '--to', copies], env)
    const archive = /Copia lista: (.*)/.exec(stdout)?.[1] as string
    const line = /^La copia es del .*: cuando compruebes .*, \.\/pulso clock confirm$/m
    const recent = await runPulso(['restore', archive], (await createPlace(createEmpty)).env)
    expect(recent).toMatchObject({ status: 0, stdout: expect.not.stringMatching(line) })
    const yearAhead = { ...(await createPlace(createEmpty)).env, NODE_OPTIONS: `--import=${YEAR_AHEAD}` }
    const old = await runPulso(['restore', archive], yearAhead)
    expect(old).toMatchObject({ status: 0, stdout: expect.stringMatching(line) })
    const status = await runPulso(['status', '--json'], yearAhead)
    expect(JSON.parse(status.stdout)).toMatchObject({ clock: { inDoubt: true } })
  })

  test('a database of another version is not changed', async () => {
    const { club, env } = await open()
    await club.signIn(ana)
    const last = migrationNames.at(-1) as string
    await sql`insert into kysely_migration values ('9999_later', '2030-01-01')`.execute(club.database.read)
    for (const args of [['users', 'list'], ['backup']])
      expect(await runPulso(args, env)).toEqual({
        status: 4,
        stdout: '',
        stderr: 'La base de datos es de una versión más nueva: actualizá el programa y repetí.\n',
      })
    const glance = await runPulso(['status', '--json'], env)
    expect([glance.status, JSON.parse(glance.stdout).database.state]).toEqual([4, 'newer'])
    await sql`delete from kysely_migration where name in ('9999_later', ${last})`.execute(club.database.read)
    const older = await runPulso(['users', 'list'], env)
    expect([older.status, older.stderr]).toEqual([4, expect.stringContaining('versión anterior')])
    const { rows } = await sql`select name from kysely_migration where name = ${last}`.execute(
      club.database.read,
    )
    expect(rows).toEqual([])
  })

  testOnce('Ctrl-C during a backup leaves no files', async () => {
    const { env } = await open()
    const dataDir = env.DATA_DIR as string
    // The archive includes all files of DATA_DIR. These sparse files take long to read and little disk space.
    await mkdir(join(dataDir, 'kept'))
    for (let file = 0; file < 150; file++) {
      await writeFile(join(dataDir, 'kept', String(file)), '')
      await truncate(join(dataDir, 'kept', String(file)), 2_000_000)
    }
    const to = join(dataDir, 'backups')
    await mkdir(to)
    const watching = watch(to)
    const child = spawn(process.execPath, [program, 'backup'], { env: environment(env) })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
    const ended = once(child, 'close')
    for await (const { filename } of watching) if (filename?.endsWith('.tmp')) break
    // npm forwards the signal of the terminal, so the process gets it twice.
    child.kill('SIGINT')
    child.kill('SIGINT')
    expect(await ended).toEqual([130, null])
    expect(said).toBe('Interrumpido: no quedó nada a medias.\n')
    expect(await readdir(to)).toEqual([])
  })

  testOnce('a backup in a bucket is encrypted with BACKUP_KEY', async () => {
    const { env } = await open()
    const buckets = await startBuckets()
    disposals.push(buckets.stop)
    const BACKUP_KEY = join(folder, 'backup.key')
    await writeFile(BACKUP_KEY, 'una clave bien larga\n')
    const keys = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', BACKUP_KEY }
    const { archive, encrypted } = await runPulsoJson<{ archive: string; encrypted: boolean }>(
      ['backup', '--to', buckets.create('/pulso')],
      { ...env, ...keys },
    )
    expect(encrypted).toBe(true)
    const { env: elsewhere } = await createPlace(createEmpty)
    const restore = (...args: string[]) => runPulso(['restore', archive, ...args], { ...elsewhere, ...keys })
    expect(await restore()).toMatchObject({ status: 1, stderr: expect.stringContaining('está cifrado') })
    expect(await restore('--key', BACKUP_KEY)).toMatchObject({ status: 0 })
  })

  testOnce('an error of a bucket, a key or a folder is one line that names the fix', async () => {
    const { env } = await open()
    const bucket = createServer((request, response) => {
      request.resume().on('end', () => {
        const code = request.url?.startsWith('/gone') ? 'NoSuchBucket' : 'InvalidAccessKeyId'
        response.writeHead(code === 'NoSuchBucket' ? 404 : 403, { 'Content-Type': 'application/xml' })
        response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`)
      })
    })
    bucket.listen(0, '127.0.0.1')
    await once(bucket, 'listening')
    disposals.push(async () => void bucket.close())
    const endpoint = `?endpoint=http://127.0.0.1:${(bucket.address() as { port: number }).port}`
    const BACKUP_KEY = join(folder, 'backup.key')
    await writeFile(BACKUP_KEY, 'una clave bien larga\n')
    const keys = { AWS_ACCESS_KEY_ID: 'AKIA-a-key', AWS_SECRET_ACCESS_KEY: 'a-secret', BACKUP_KEY }
    const getLine = async (args: string[], more: Record<string, string> = {}) => {
      const { status, stdout, stderr } = await runPulso(args, { ...env, ...keys, ...more })
      expect([status, stdout, stderr.trimEnd().split('\n').length]).toEqual([1, '', 1])
      expect(stderr).not.toMatch(/AKIA|a-secret|\bat /)
      return stderr
    }
    expect(await getLine(['backup', '--to', `s3://gone${endpoint}`])).toMatch(
      /^No se pudo usar s3:\/\/gone.*: ese balde no existe \(NoSuchBucket 404\)\. Crealo/,
    )
    expect(await getLine(['backup', '--to', `s3://other${endpoint}`])).toMatch(/Revisá AWS_ACCESS_KEY_ID/)
    expect(await getLine(['restore', `s3://other/a.tar${endpoint}`])).toMatch(/revisá AWS_ACCESS_KEY_ID/)
    expect(await getLine(['backup'], { MEDIA_URL: `s3://gone${endpoint}` })).toMatch(
      /^MEDIA_URL: .*gone: ese balde no existe.*MEDIA_URL/,
    )
    expect(await getLine(['backup', '--key', join(folder, 'none.key')])).toMatch(
      /^No se pudo leer la clave: no existe/,
    )
    const file = join(env.DATA_DIR as string, 'a-file')
    await writeFile(file, '')
    expect(await getLine(['backup', '--to', join(file, 'in')])).toMatch(/^No se pudo usar .*ENOTDIR/)
  })

  if (name === 'postgres')
    test('a PostgreSQL that does not answer is reported in one line', async () => {
      const { env } = await createPlace()
      const nobody = { ...env, DATABASE_URL: `postgres://club:secreta@127.0.0.1:${await freePort()}/club` }
      for (const args of [['users', 'list'], ['backup'], ['restore', 'copia.tar']]) {
        const { status, stdout, stderr } = await runPulso(args, nobody)
        expect([args, status, stdout]).toEqual([args, 1, ''])
        expect(stderr).toMatch(/^La base de datos no contesta: .*ECONNREFUSED.*\n$/)
        expect(stderr).not.toContain('secreta')
      }
      const glance = await runPulso(['status', '--json'], nobody)
      expect([glance.status, JSON.parse(glance.stdout)]).toMatchObject([
        1,
        {
          database: { state: 'silent', reason: expect.stringContaining('ECONNREFUSED') },
          toMend: ['server', 'database'],
        },
      ])
    })
  else {
    test('a DATA_DIR that is no folder, or has a foreign file, is reported in one line', async () => {
      const { env } = await open()
      const other = join(folder, 'file')
      await writeFile(other, '')
      const none = await runPulso(['users', 'list'], { ...env, DATA_DIR: other })
      expect(none).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/^No se puede usar DATA_DIR .*\n$/),
      })
      await writeFile(join(folder, 'club.sqlite'), 'esto no es una base de datos, aunque se llame así')
      const spoilt = await runPulso(['users', 'list'], { ...env, DATA_DIR: folder })
      expect(spoilt).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(
          /^No se puede abrir la base de datos en .*está dañada \(SQLite 26\)\. .*\.\/pulso restore.*\n$/,
        ),
      })
      await rm(join(folder, 'club.sqlite'))
    })

    test('an unknown user is reported, and escape sequences in names have no effect', async () => {
      const { club, env } = await open()
      await club.signIn(ana)
      const asked: [string[], number, RegExp][] = [
        [['users', 'invite', '--by', 'nadie@club.example'], 1, /^No administra nadie/],
        [
          ['users', 'disable', 'nadie@club.example'],
          1,
          /^No administra nadie con el e-mail «nadie@club\.example»\.\n$/,
        ],
        [['users', 'reset', 'nadie@club.example'], 1, /^No administra nadie/],
        [['users', 'enable', 'nadie'], 2, /^No es un e-mail: «nadie»\n$/],
        [['users', 'reset', `${'x'.repeat(300)}@club.example`], 2, /^No es un e-mail: «x{60}…»\n$/],
        [['users', 'invite', 'x'.repeat(300)], 2, /^El nombre «x{60}…»: /],
      ]
      const answers = await Promise.all(
        asked.map(async ([args, wanted, said]) => ({ args, wanted, said, ...(await runPulso(args, env)) })),
      )
      for (const { args, wanted, said, status, stdout, stderr } of answers) {
        expect([args, status, stdout]).toEqual([args, wanted, ''])
        expect(stderr).toMatch(said)
      }
      const name = 'An\u001b[31ma\u202e\u009b2J\nroot'
      await club.database.write((tx) => tx.updateTable('users').set({ name }).execute())
      const { stdout } = await runPulso(['users', 'list'], env)
      expect(stdout).toMatch(
        /^ana@club\.example +An\\u\{1b\}\[31ma\\u\{202e\}\\u\{9b\}2J\\u\{a\}root +administra .*\n$/,
      )
      const listed = await runPulso(['users', 'list', '--json'], env)
      expect(listed.stdout).not.toMatch(/[^\n -~]/)
      expect(JSON.parse(listed.stdout).users).toEqual([expect.objectContaining({ name })])
    })
  }
})
