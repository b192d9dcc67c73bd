import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { VARIABLES } from '../platform/process/env.ts'
import { startBuckets } from '../test/support/buckets.ts'
import { createDraft } from '../test/support/club.ts'
import { databases } from '../test/support/databases.ts'
import { startMailServer } from '../test/support/mailserver.ts'
import { assembleRelease } from './release/contents.mjs'
import { pack, sha256 } from './release/pack.mjs'
import { ensureBuilt } from './runtime.mjs'

const isLinux = process.platform === 'linux'
const administrator = { email: 'puerta@club.example', password: 'la cola da la vuelta' }
/**
 * The user that runs a release cannot write to it, because it belongs to root. Without root rights the test removes write
 * permission with file modes instead.
 */
const unprivilegedUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/**
 * Matches a file for operators in a text: `deploy/club.sh`, `README.md`. It must not be part of a longer path or an address.
 * Source files such as `server/…` and `compose.yaml` do not match, because a release does not have them.
 */
const REFERENCE = /(?<![\w/.:~@-])((?:deploy|docs)\/[\w./@-]+|[A-Z]\w*\.md)/g

let place
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'club release-'))
  chmodSync(place, 0o755)
})
afterAll(() => {
  spawnSync('chmod', ['-R', 'u+w', place])
  rmSync(place, { recursive: true, force: true })
})

/** Creates an empty folder that the user of the release owns. */
function createUserFolder(name) {
  const folder = join(place, name)
  mkdirSync(folder)
  if (unprivilegedUser.uid) chownSync(folder, unprivilegedUser.uid, unprivilegedUser.gid)
  return folder
}

it.runIf(isLinux)(
  'pack creates the same bytes from the same files with any order, mode and date',
  async () => {
    const date = new Date('2026-11-20T12:00:00Z')
    const packed = async (name, touch) => {
      const folder = join(place, name, 'pulso')
      mkdirSync(folder, { recursive: true })
      for (const file of touch.files) writeFileSync(join(folder, file), file, { mode: touch.mode })
      utimesSync(join(folder, 'a'), touch.at, touch.at)
      const archive = join(place, `${name}.tar.gz`)
      expect(await pack(join(place, name), 'pulso', { archive, date })).toBe(true)
      return archive
    }
    const one = await packed('one', { files: ['a', 'b'], mode: 0o640, at: 1 })
    const two = await packed('two', { files: ['b', 'a'], mode: 0o664, at: 2 })
    expect(await sha256(two)).toBe(await sha256(one))
    const [, ...listed] = spawnSync('tar', ['-tvf', one, '--utc'], { encoding: 'utf8' })
      .stdout.trim()
      .split('\n')
    expect(listed.map((line) => line.replace(/ +/g, ' '))).toEqual([
      '-rw-r--r-- 0/0 1 2026-11-20 12:00 pulso/a',
      '-rw-r--r-- 0/0 1 2026-11-20 12:00 pulso/b',
    ])
  },
)

describe.runIf(isLinux)('a read-only release', () => {
  let release
  let inside
  const filesIn = (folder) => readdirSync(folder, { recursive: true }).sort()
  const running = []

  beforeAll(async () => {
    await ensureBuilt(process.execPath)
    release = join(place, 'pulso-1.2.3-linux-x64')
    const date = new Date('2026-11-20T12:00:00Z')
    assembleRelease(release, { withNode: false, version: '1.2.3', commit: 'abcdef1234', date })
    spawnSync('chmod', ['-R', 'a-w', release])
    inside = filesIn(release)
  })

  afterEach(() => {
    for (const child of running.splice(0)) child.kill('SIGKILL')
  })

  /** Runs `./pulso` of the release in a folder of its user. The PATH has only Node and system programs. */
  function runPulso(args, { cwd, env = {} }) {
    const unset = Object.fromEntries(VARIABLES.map((name) => [name, '']))
    const PATH = [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter)
    const child = spawn(join(release, 'pulso'), args, {
      cwd,
      env: { ...unset, PATH, ...env },
      ...unprivilegedUser,
    })
    running.push(child)
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk))
    return { child, printed: () => printed, ended: once(child, 'close') }
  }

  it('contains its version and bill of materials', () => {
    expect(readFileSync(join(release, 'VERSION'), 'utf8')).toBe('1.2.3 abcdef1234 2026-11-20\n')
    const sbom = JSON.parse(readFileSync(join(release, 'sbom.cdx.json'), 'utf8'))
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'pulso' } } })
    const names = sbom.components.map(({ name }) => name)
    // The list has packages of the bundle, of lazy chunks and of node_modules, but no build or test packages.
    expect(names).toEqual(
      expect.arrayContaining(['react', 'pg', 'nodemailer', '@aws-sdk/client-s3', 'sharp', 'pino']),
    )
    expect(names.filter((name) => /vite|typescript|biome|playwright|react-router\/dev/.test(name))).toEqual(
      [],
    )
    const refs = sbom.components.map((each) => each['bom-ref'])
    expect(
      sbom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref)),
    ).toEqual([])
    const licences = readFileSync(join(release, 'LICENSES.txt'), 'utf8')
    const withoutLicence = sbom.components.filter(
      ({ name, version }) => !licences.includes(`${name} ${version} (`),
    )
    expect(withoutLicence).toEqual([])
  })

  it('contains every file that its own documents and deploy files refer to', () => {
    const texts = inside.filter(
      (path) => /^(README\.md|(docs|deploy)\/)/.test(path) && statSync(join(release, path)).isFile(),
    )
    const missing = new Set()
    for (const path of texts) {
      const text = readFileSync(join(release, path), 'utf8')
      const links = path.endsWith('.md') ? [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)] : []
      const linked = links.map(([, target]) => join(dirname(path), target))
      const named = [...text.matchAll(REFERENCE)].map(([, name]) => name.replace(/[./]$/, ''))
      for (const name of [...linked, ...named]) if (!existsSync(join(release, name))) missing.add(name)
    }
    expect([...missing]).toEqual([])
    expect(texts).toEqual(expect.arrayContaining(['README.md', 'docs/replicas.md', 'deploy/haproxy.cfg']))
  })

  it('explains every variable in docs/configuration.md', () => {
    const configuration = readFileSync(join(release, 'docs/configuration.md'), 'utf8')
    expect(VARIABLES.filter((name) => !configuration.includes(`\`${name}\``))).toEqual([])
  })

  it.each(['README.md', 'docs/configuration.md', 'docs/backup.md'])('needs no npm for %s', (path) => {
    expect(readFileSync(join(release, path), 'utf8')).not.toContain('npm ')
  })

  it('contains no sources and no tests, and fits a small machine', () => {
    expect(inside.filter((path) => /\.tsx?$|\.test\.\w?js$|\.map$/.test(path))).toEqual([])
    const bytes = inside.reduce((sum, path) => sum + statSync(join(release, path)).size, 0)
    expect(bytes).toBeLessThan(120e6)
  })

  it('prints the Node version that it needs when Node is missing or too old', async () => {
    const cwd = createUserFolder('without')
    const bin = join(place, 'bin')
    mkdirSync(bin)
    for (const name of ['readlink', 'dirname']) symlinkSync(join('/usr/bin', name), join(bin, name))
    const none = runPulso([], { cwd, env: { PATH: bin } })
    expect(await none.ended).toEqual([1, null])
    expect(none.printed()).toContain('Hace falta Node 24.7 o más nuevo y no hay ninguno.')
    writeFileSync(join(bin, 'node'), '#!/bin/sh\necho v24.6.9\n', { mode: 0o755 })
    const old = runPulso([], { cwd, env: { PATH: bin } })
    expect(await old.ended).toEqual([1, null])
    expect(old.printed()).toContain('Hace falta Node 24.7 o más nuevo y el que hay es v24.6.9.')
  })

  describe.each(databases)('on $name', ({ name, createEmpty }) => {
    let database
    let buckets
    let mailServer
    beforeAll(async () => {
      database = await createEmpty()
      buckets = await startBuckets()
      mailServer = await startMailServer()
    })
    afterAll(async () => {
      await mailServer.close()
      await buckets.stop()
      await database.dispose()
    })

    it('starts, stores a picture, draws a share image, sends mail, makes a backup and stops', async () => {
      const cwd = createUserFolder(name)
      const env = {
        DATA_DIR: join(cwd, 'data'),
        DATABASE_URL: database.databaseUrl ?? '',
        // These variables make the server load code that it loads only on use, such as the client of the bucket.
        ...(name === 'postgres' && {
          MEDIA_URL: buckets.create(),
          AWS_ACCESS_KEY_ID: 'test',
          AWS_SECRET_ACCESS_KEY: 'test',
        }),
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'club@club.example',
        ADMIN_EMAIL: administrator.email,
        ADMIN_PASSWORD: administrator.password,
        PORT: '0',
        DEMO: '0',
      }
      const club = runPulso([], { cwd, env })
      await expect.poll(club.printed, { timeout: 30_000 }).toContain('Para administrar')
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(club.printed())
      const send = (path, body, headers = {}) =>
        fetch(address + path, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...headers },
          body: JSON.stringify(body),
        })

      const page = await (await fetch(address)).text()
      const [, asset] = /"(\/assets\/[^"]+\.js)"/.exec(page)
      expect((await fetch(address + asset)).status).toBe(200)
      const login = await send('/api/auth/login', administrator)
      expect(login.status).toBe(200)
      const cookie = login.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ')
      const news = await send('/api/news', await createDraft('news'), { cookie })
      expect(news.status).toBe(201)
      const picture = await fetch(address + (await news.json()).photo)
      expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
      const drawn = await fetch(`${address}/share/home.jpg`)
      expect([drawn.status, drawn.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
      const message = { person: 'Ana', from: 'ana@club.example', body: '¿Hay lugar el sábado?' }
      expect((await send('/api/mail/sendMail', message)).status).toBe(201)
      await expect.poll(() => mailServer.mails.length, { timeout: 15_000 }).toBeGreaterThan(0)

      // `copies` must be created in the operator's folder. `club pulso` runs in the release, and passes that folder.
      const backup = runPulso(['backup', '--to', 'copies'], { cwd: release, env: { ...env, INIT_CWD: cwd } })
      expect([await backup.ended, backup.printed()]).toEqual([
        [0, null],
        expect.stringContaining('Copia lista'),
      ])
      expect(readdirSync(join(cwd, 'copies'))).toHaveLength(1)
      // An upgrade would delete a backup in the folder of the release.
      const lost = runPulso(['backup', '--to', 'copies'], { cwd: release, env })
      expect([await lost.ended, lost.printed()]).toEqual([
        [1, null],
        expect.stringContaining('es parte del programa, y una actualización la borra'),
      ])

      club.child.kill('SIGTERM')
      expect(await club.ended).toEqual([0, null])
      expect(club.printed()).toContain('"message":"Mail delivered"')
      expect(club.printed()).not.toContain('"level":"error"')
      expect(filesIn(release)).toEqual(inside)
      expect(existsSync(join(cwd, 'data'))).toBe(true)
    })
  })
})
