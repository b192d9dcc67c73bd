/**
 * Tests deploy/club.sh and the systemd units of deploy/, as root. A second systemd in its own mount namespace starts and
 * stops the units. The test removes unit options that this systemd cannot apply (users, read-only folders).
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { appendFile, cp, mkdir, mkdtemp, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from './support/ports.ts'

const root = join(import.meta.dirname, '..')
const script = join(root, 'deploy/club.sh')
const SYSTEMD = '/lib/systemd/systemd'
const START_MS = 20_000
const COMMAND_MS = 40_000

const isRoot = process.getuid?.() === 0
/** True when this machine allows mount namespaces. Containers rarely do. */
function canHaveSystemd(): boolean {
  if (!isRoot || !existsSync(SYSTEMD) || !existsSync('/usr/sbin/runuser')) return false
  try {
    execFileSync('unshare', ['-m', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'club-upgrade-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

interface Outcome {
  code: number
  output: string
}

const run = (command: string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(
      command[0] as string,
      command.slice(1),
      { env: { PATH: process.env.PATH, ...env }, timeout: COMMAND_MS },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}` }),
    )
  })

/** Creates an archive in `home` with its checksum file. */
async function createArchive(
  folder: string,
  name = basename(folder),
  options: string[] = [],
): Promise<string> {
  const file = join(home, `${name}.tar.gz`)
  const outcome = await run([
    'tar',
    '-cf',
    file,
    '-I',
    'gzip -1',
    '-C',
    join(folder, '..'),
    ...options,
    basename(folder),
  ])
  if (outcome.code !== 0) throw new Error(outcome.output)
  const sum = await run(['sh', '-c', 'cd "$1" && sha256sum "$2" >"$2.sha256"', 'sh', home, basename(file)])
  if (sum.code !== 0) throw new Error(sum.output)
  return file
}

describe.runIf(isRoot)('club upgrade', () => {
  let folder: string
  const upgrade = (file: string) =>
    run(['sh', script, 'upgrade', file], {
      CLUB_HOME: join(home, 'refused'),
      CLUB_USER: 'root',
      CLUB_ENV: '/dev/null',
      CLUB_SYSTEMCTL: 'false',
    })

  beforeAll(async () => {
    folder = join(home, 'pulso-0.0.1-linux-x64')
    await mkdir(folder)
    await writeFile(join(folder, 'VERSION'), '0.0.1\n')
  })

  const refuses = async (file: string, why: RegExp) => {
    const { code, output } = await upgrade(file)
    expect(output).toMatch(why)
    expect(code).toBe(1)
    const releases = join(home, 'refused/releases')
    expect(readdirSync(releases)).toEqual(['current'])
    expect(existsSync(join(home, 'refused/current'))).toBe(false)
  }

  test('refuses a missing file, and a file without a checksum', async () => {
    await refuses(join(home, 'pulso-9.tar.xz'), /No está/)
    const file = await createArchive(folder)
    await rm(`${file}.sha256`)
    await refuses(file, /Falta .*\.sha256/)
  })

  test('refuses a file with a changed byte or the checksum of another file', async () => {
    const file = await createArchive(folder)
    const bytes = await readFile(file)
    bytes[20] = (bytes[20] as number) ^ 1
    await writeFile(file, bytes)
    await refuses(file, /no es lo que dice/)
    await createArchive(folder)
    await writeFile(`${file}.sha256`, (await readFile(`${file}.sha256`, 'utf8')).replace('0.0.1', '0.0.2'))
    await refuses(file, /no es lo que dice/)
  })

  test('refuses invalid names of a release folder', async () => {
    for (const name of ['otra-1', 'pulso-', 'pulso-1 2', 'pulso-1..2', 'pulso-1;x'])
      await refuses(await createArchive(folder, name), /no es un nombre de versión/)
  })

  test.each([
    ['a file above its folder', ['--transform', 's,VERSION,../../VERSION,', '-P']],
    ['a file beside its folder', ['--transform', 's,^.*/VERSION,otra/VERSION,']],
    ['an absolute path', ['--transform', 's,^.*/VERSION,/VERSION,', '-P']],
  ])('refuses an archive with %s', async (_what, options) => {
    await refuses(await createArchive(folder, undefined, options), /algo que no va en su carpeta/)
  })

  test.each(['/etc/passwd', '../../passwd', 'x -> y'])(
    'refuses an archive with a link to %s',
    async (target) => {
      const link = join(folder, 'link')
      await symlink(target, link)
      await refuses(await createArchive(folder), /algo que no va en su carpeta/)
      await rm(link)
    },
  )

  test('refuses an archive with a hard link or a special file', async () => {
    execFileSync('ln', [join(folder, 'VERSION'), join(folder, 'VERSION2')])
    await refuses(await createArchive(folder), /algo que no va en su carpeta/)
    await rm(join(folder, 'VERSION2'))
    execFileSync('mkfifo', [join(folder, 'fifo')])
    await refuses(await createArchive(folder), /algo que no va en su carpeta/)
    await rm(join(folder, 'fifo'))
  })

  test('refuses a file that is no archive', async () => {
    const file = join(home, 'pulso-0.0.3.tar.xz')
    await writeFile(file, 'nada')
    await run(['sh', '-c', 'cd "$1" && sha256sum "$2" >"$2.sha256"', 'sh', home, basename(file)])
    await refuses(file, /está dañado/)
  })
})

/** Script that runs the commands of a release with the sources and packages of this checkout. */
const pulso = `#!/bin/sh
cd "$(dirname "$0")"
case \${1-start} in
start) NODE_ENV=production exec '${process.execPath}' server.js ;;
--version) cat VERSION ;;
*)
	command=$1
	shift
	for program in "ops/cli/main.ts $command" "ops/backup/$command-main.ts"; do
		[ ! -f "\${program% *}" ] || exec '${process.execPath}' $program "$@"
	done
	;;
esac
`

describe.runIf(canHaveSystemd())('club.sh under systemd', () => {
  const archives: Record<string, string> = {}
  let system: ChildProcess
  let port: number
  let clubHome: string

  const inside = (command: string[]) =>
    run(['nsenter', '-m', '-t', String(system.pid), ...command], {
      XDG_RUNTIME_DIR: '/run/user',
      HOME: home,
      CLUB_HOME: clubHome,
      CLUB_ENV: join(home, 'club.env'),
      CLUB_USER: 'root',
      CLUB_RUNS: '/run/user/club',
      CLUB_SYSTEMCTL: 'systemctl --user',
      CLUB_UNITS: join(home, 'units'),
      CLUB_FSTAB: join(home, 'fstab'),
      CLUB_TEMPORARY_UNITS: join(home, 'temporary-units'),
      CLUB_SCRIPT: join(home, 'club'),
    })
  const systemctl = (...command: string[]) => inside(['systemctl', '--user', ...command])
  const club = (...command: string[]) => inside(['sh', script, ...command])
  const current = async () => basename(await readlink(join(clubHome, 'current')))
  const listActiveUnits = async () =>
    (await systemctl('list-units', '--plain', '--no-legend', '--state=active', 'club*.service')).output
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(' ')[0])
  const health = () => fetch(`http://127.0.0.1:${port}/api/health`, { headers: { Connection: 'close' } })

  beforeAll(async () => {
    port = await freePort()
    clubHome = join(home, 'srv')
    const units = join(home, 'units')
    await mkdir(clubHome)
    await mkdir(units)
    await mkdir(join(home, 'temporary-units'))
    await symlink(join(root, 'node_modules'), join(clubHome, 'node_modules'))
    await writeFile(
      join(home, 'club.env'),
      `PORT=${port}\nDATA_DIR=${join(home, 'data')}\nDEMO=0\nLOG_LEVEL=warn\n`,
    )

    const unit = (await readFile(join(root, 'deploy/club@.service'), 'utf8'))
      .replace(
        /^(User|Group|StateDirectory\w*|Protect\w+|ReadWritePaths|Private\w+|ProcSubset|TemporaryFileSystem|BindReadOnlyPaths|NoNewPrivileges|\w*Cap\w+|AmbientCapabilities|Restrict[A-Z]\w+|LockPersonality|RemoveIPC|KeyringMode|DevicePolicy|SystemCall\w+|Memory\w+|TasksMax)=.*\n/gm,
        '',
      )
      .replace('/etc/club/club.env', join(home, 'club.env'))
      .replaceAll('/srv/club/', `${clubHome}/`)
    expect(unit).toContain('Restart=always')
    // This older unit has no socket and opens the port itself. docs/operations.md describes the move to the socket.
    await writeFile(
      join(units, 'club.service'),
      unit
        .replace(/^(Sockets|RuntimeDirectory|DefaultInstance)=.*\n/gm, '')
        .replace('releases/%i', 'current'),
    )
    const socket = await readFile(join(root, 'deploy/club.socket'), 'utf8')
    await writeFile(join(units, 'club.socket'), socket.replace(':3000', `:${port}`))
    for (const target of ['default', 'basic', 'shutdown'])
      await writeFile(join(units, `${target}.target`), '[Unit]\nDefaultDependencies=no\n')

    for (const version of ['1', '2', '3']) {
      const folder = join(home, `pulso-${version}`)
      await mkdir(folder)
      for (const part of ['build', 'club', 'deploy', 'features', 'ops', 'platform', 'package.json'])
        await cp(join(root, part), join(folder, part), { recursive: true })
      await writeFile(join(folder, 'VERSION'), `${version}\n`)
      await writeFile(join(folder, 'pulso'), pulso, { mode: 0o755 })
      // Each release has other files for the operator. The unit is the one that this systemd can apply.
      await writeFile(join(folder, 'deploy/club@.service'), `${unit}# ${version}\n`)
      await appendFile(join(folder, 'deploy/club.sh'), `# ${version}\n`)
      await appendFile(join(folder, 'deploy/Caddyfile'), `# ${version}\n`)
      // The third release always fails to start.
      const server = version === '3' ? 'process.exit(1)\n' : "import './build/server/index.js'\n"
      await writeFile(join(folder, 'server.js'), server)
      archives[version] = await createArchive(folder)
    }

    for (const [file, installed] of [
      ['club.sh', join(home, 'club')],
      ['club@.service', join(units, 'club@.service')],
    ] as const)
      await cp(join(home, 'pulso-1/deploy', file), installed)

    system = spawn(
      'unshare',
      [
        '-m',
        'sh',
        '-c',
        `mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/system && mkdir -m 700 /run/user &&
         exec env XDG_RUNTIME_DIR=/run/user HOME='${home}' SYSTEMD_UNIT_PATH='${units}:${join(home, 'temporary-units')}:' ${SYSTEMD} --user --log-target=console`,
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
    const deadline = Date.now() + START_MS
    while ((await systemctl('is-active', 'default.target')).code !== 0) {
      if (Date.now() > deadline) throw new Error('systemd does not start.')
      await sleep(100)
    }
  }, 120_000)

  afterAll(async () => {
    await systemctl('kill', '-s', 'KILL', 'club*.service')
    const ended = once(system, 'exit')
    system.kill('SIGTERM')
    await ended
  })

  /** Returns the last line of the installed script and unit, which names the release that they come from. */
  async function readVersionOfInstalled() {
    const lastLine = async (...path: string[]) =>
      (await readFile(join(home, ...path), 'utf8')).trimEnd().split('\n# ').at(-1)
    return { script: await lastLine('club'), unit: await lastLine('units', 'club@.service') }
  }

  const inDatabase = (sql: string) => {
    const database = new DatabaseSync(join(home, 'data/club.sqlite'))
    try {
      return database.prepare(sql).all()
    } finally {
      database.close()
    }
  }

  /** Sends requests continuously during `work`, and records the statuses of the answers. */
  async function watchAnswers(
    work: () => Promise<Outcome>,
  ): Promise<Outcome & { answers: Set<number | string> }> {
    const answers = new Set<number | string>()
    let done = false
    const polling = (async () => {
      while (!done) {
        answers.add(
          await health().then(
            ({ status }) => status,
            (error) => String(error.cause ?? error),
          ),
        )
        await sleep(20)
      }
    })()
    const outcome = await work()
    done = true
    await polling
    return { ...outcome, answers }
  }

  test('restarts a unit that opens the port itself', { timeout: 60_000 }, async () => {
    expect(await club('upgrade', archives[1] as string)).toMatchObject({ code: 0 })
    expect(await listActiveUnits()).toEqual(['club.service'])
    expect((await health()).status).toBe(200)
    // The script rolls back a release that fails to start.
    const broken = await club('upgrade', archives[3] as string)
    expect(broken.code).toBe(1)
    expect(await current()).toBe('pulso-1')
    expect((await health()).status).toBe(200)
  })

  test('upgrades and rolls back on the socket without a failed request', { timeout: 60_000 }, async () => {
    // These are the manual steps in docs/operations.md that move a club to the socket.
    expect(await systemctl('stop', 'club')).toMatchObject({ code: 0 })
    expect(await systemctl('enable', 'club.socket', 'club@current')).toMatchObject({ code: 0 })
    expect(await systemctl('start', 'club.socket', 'club@current')).toMatchObject({ code: 0 })
    expect((await health()).status).toBe(200)
    expect(await listActiveUnits()).toEqual(['club@current.service'])

    const upgraded = await watchAnswers(() => club('upgrade', archives[2] as string))
    // The club deletes archives with this name after 30 days.
    expect(upgraded.output).toMatch(
      /Copia lista: .*\/upgrade-T\d{6}Z-\d{4}-\d\d-\d\d\.tar\n(.*\n)*Anda pulso-2\./,
    )
    expect(upgraded.answers).toEqual(new Set([200]))
    expect(await current()).toBe('pulso-2')
    expect(await listActiveUnits()).toEqual(['club@pulso-2.service'])
    expect(await readVersionOfInstalled()).toEqual({ script: '2', unit: '2' })
    // Files of proxies are edited by operators, so they are only named.
    expect(upgraded.output).toMatch(
      /no se toca.*: Caddyfile\n.*diff -ru \S+pulso-1\/deploy \S+pulso-2\/deploy/,
    )

    // A release that fails to start never answers a request, and systemd does not restart it repeatedly.
    const broken = await watchAnswers(() => club('upgrade', archives[3] as string))
    expect(broken.code).toBe(1)
    expect(broken.output).toContain('Sigue pulso-2.')
    expect(broken.answers).toEqual(new Set([200]))
    expect(await listActiveUnits()).toEqual(['club@pulso-2.service'])
    expect(await readVersionOfInstalled()).toEqual({ script: '2', unit: '2' })

    const back = await watchAnswers(() => club('rollback'))
    expect(back).toMatchObject({ code: 0, output: 'Anda pulso-1.\n' })
    expect(back.answers).toEqual(new Set([200]))
    expect(await listActiveUnits()).toEqual(['club@pulso-1.service'])
  })

  test('delays requests while the schema changes between two releases', { timeout: 60_000 }, async () => {
    // Migration 0021 cannot run beside the previous release. The test undoes it and its successors while a release runs, so that
    // the upgrade has to apply them. 0021 changes only rows.
    inDatabase(`delete from kysely_migration where name >= '0021_folded_letters'`)
    for (const table of ['podcast', 'episode'])
      for (const column of ['transcript', 'sound'])
        inDatabase(`alter table "${table}" drop column "${column}"`)
    inDatabase(`alter table "doors" drop column "walkInPrices"`)
    inDatabase(`alter table "doorEntries" drop column "price"`)
    inDatabase(`alter table "guestLists" drop column "kind"`)
    for (const column of ['document', 'refusal']) inDatabase(`alter table "guests" drop column "${column}"`)
    inDatabase(`drop table if exists "unknownAddresses"`)
    const upgraded = await watchAnswers(() => club('upgrade', archives[2] as string))
    expect(upgraded.output).toContain('Anda pulso-2.')
    expect(upgraded.answers).toEqual(new Set([200]))
    expect(inDatabase(`select name from kysely_migration where name = '0021_folded_letters'`)).toHaveLength(1)
    expect(await listActiveUnits()).toEqual(['club@pulso-2.service'])
    expect(await club('rollback')).toMatchObject({ code: 0 })
  })

  test('removes newer writes with rollback --data', { timeout: 60_000 }, async () => {
    const since = () => inDatabase(`select value from settings where key = 'since'`)
    expect(await club('upgrade', archives[2] as string)).toMatchObject({ code: 0 })
    inDatabase(`insert into settings values ('since', 'x')`)
    expect(since()).toEqual([{ value: 'x' }])
    // Requests during the rollback must not start the release, because the script is replacing its data.
    const back = await watchAnswers(() => club('rollback', '--data'))
    expect(back.output).toContain('Anda pulso-1.')
    expect(since()).toEqual([])
    expect((await health()).status).toBe(200)
  })

  test('keeps an edited script, and names it when a release changed it', { timeout: 60_000 }, async () => {
    expect(await current()).toBe('pulso-1')
    await writeFile(join(home, 'club'), '# of the operator\n')
    const upgraded = await club('upgrade', archives[2] as string)
    expect(upgraded.output).toMatch(/no se toca.*: Caddyfile club\.sh\n/)
    expect(await readVersionOfInstalled()).toMatchObject({ script: '# of the operator' })
    expect(await club('rollback')).toMatchObject({ code: 0 })
  })

  test('restart starts a club that systemd gave up, and allows its folders', {
    timeout: 60_000,
  }, async () => {
    const env = join(home, 'club.env')
    const good = await readFile(env, 'utf8')
    await writeFile(env, `${good}WORKERS=many\n`)
    expect(await club('restart')).toMatchObject({ code: 1, output: expect.stringContaining('no arranca') })
    const getState = async () =>
      (await systemctl('show', '-p', 'ActiveState', '--value', 'club@current')).output.trim()
    await expect.poll(getState, { timeout: 30_000, interval: 500 }).toBe('failed')
    const pictures = join(home, 'a "picture" %n')
    expect(await systemctl('start', 'club@current')).not.toMatchObject({ code: 0 })
    await writeFile(env, `${good}MEDIA_URL=${pictures}\n`)
    expect(await club('restart')).toEqual({ code: 0, output: 'Anda pulso-1.\n' })
    expect((await health()).status).toBe(200)
    expect(existsSync(pictures)).toBe(true)
    expect(await readFile(join(home, 'units/club@.service.d/folders.conf'), 'utf8')).toContain(
      `BindPaths="-${home}/a \\"picture\\" %%n"\n`,
    )
    await writeFile(env, good)
    expect(await club('restart')).toMatchObject({ code: 0 })
  })

  test('restart does not create a folder on a disk that is not mounted', { timeout: 60_000 }, async () => {
    const env = join(home, 'club.env')
    const good = await readFile(env, 'utf8')
    const disk = join(home, 'usb')
    await writeFile(
      join(home, 'fstab'),
      `# comment\nUUID=1 / ext4 defaults 0 1\nUUID=2 ${disk} ext4 nofail 0 2\n`,
    )
    await writeFile(env, `${good}BACKUP_TO=${disk}/copies\n`)
    expect(await club('restart')).toMatchObject({
      code: 0,
      output: expect.stringContaining(`BACKUP_TO (${disk}/copies): falta montar ${disk}.`),
    })
    expect(existsSync(disk)).toBe(false)
    await writeFile(env, good)
    expect(await club('restart')).toMatchObject({ code: 0 })
  })

  test('doctor runs as the unit does, and leaves no unit', { timeout: 60_000 }, async () => {
    const unit = join(home, 'units/club@.service.d/test.conf')
    await writeFile(unit, '[Service]\nEnvironment=WORKERS=many\n')
    await systemctl('daemon-reload')
    const refused = await club('pulso', 'doctor')
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('WORKERS') })
    await writeFile(unit, '[Service]\nExecStartPre=/nowhere\n')
    await systemctl('daemon-reload')
    expect((await club('pulso', 'doctor', '--json')).output).toContain('systemd no pudo preparar')
    await rm(unit)
    await systemctl('daemon-reload')
    // With --json, standard output has only the document. `output` would have both streams.
    const { output } = await inside(['sh', '-c', 'sh "$0" pulso doctor --json 2>/dev/null', script])
    const { findings } = JSON.parse(output)
    expect(findings.length).toBeGreaterThan(5)
    expect(readdirSync(join(home, 'temporary-units'))).toEqual([])
  })

  test('continues an upgrade without a backup only when another machine changed the database', {
    timeout: 60_000,
  }, async () => {
    const before = await current()
    const file = join(clubHome, 'releases', before, 'pulso')
    const own = await readFile(file, 'utf8')
    // Exit status 4 of the backup (EXIT.otherVersion) means that the database is newer than the release. 1 means any other
    // failure.
    const failWith = (status: number) =>
      writeFile(file, own.replace('case ', `[ "\${1-}" != backup ] || exit ${status}\ncase `), {
        mode: 0o755,
      })
    await failWith(1)
    expect(await club('upgrade', archives[2] as string)).toMatchObject({ code: 1 })
    expect(await current()).toBe(before)
    await failWith(4)
    const upgraded = await watchAnswers(() => club('upgrade', archives[2] as string))
    expect(upgraded.output).toContain('otra máquina la actualizó')
    expect(upgraded.output).toContain('Anda pulso-2.')
    expect(upgraded.answers).toEqual(new Set([200]))
  })
})
