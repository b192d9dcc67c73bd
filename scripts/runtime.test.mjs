import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { VARIABLES } from '../platform/process/env.ts'
import { inRoot, MEMORY_SETTINGS, replaceBuild, run, withoutSecrets } from './runtime.mjs'

let folder

async function write(path, content) {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), content)
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'build-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

describe('replaceBuild', () => {
  const assets = async (half = 'client') => (await readdir(join(folder, `build/${half}/assets`))).sort()
  const build = async (...names) => {
    for (const name of names) await write(`build.next/client/assets/${name}`, name)
    await write('build.next/server/index.js', names.join())
    await write(`build.next/server/assets/late-${names[0]}`, names.join())
    replaceBuild(join(folder, 'build.next'), join(folder, 'build'))
  }

  it('keeps the scripts of the previous build for open pages', async () => {
    await build('home-1.js', 'same.css')
    expect(await assets()).toEqual(['home-1.js', 'same.css'])
    await build('home-2.js', 'same.css')
    expect(await assets()).toEqual(['home-1.js', 'home-2.js', 'same.css'])
    expect(await readFile(join(folder, 'build/server/index.js'), 'utf8')).toBe('home-2.js,same.css')
    // The third build keeps files of the second, but no longer those of the first.
    await build('home-3.js', 'same.css')
    expect(await assets()).toEqual(['home-2.js', 'home-3.js', 'same.css'])
    expect((await readdir(folder)).filter((name) => name.startsWith('build'))).toEqual(['build'])
  })

  it('keeps the files that a running server still has to load', async () => {
    await build('home-1.js')
    await build('home-2.js')
    expect(await assets('server')).toEqual(['late-home-1.js', 'late-home-2.js'])
    await build('home-3.js')
    expect(await assets('server')).toEqual(['late-home-2.js', 'late-home-3.js'])
  })

  it('replaces a build that was made by hand or interrupted', async () => {
    await write('build/client/assets/unknown.js', '')
    await write('build.old/left.js', '')
    await build('home-1.js')
    expect(await assets()).toEqual(['home-1.js'])
    expect(await readdir(folder)).not.toContain('build.old')
  })
})

// Skipped on Windows, which has no execve, so that limitMemory() does nothing there.
describe.skipIf(process.platform === 'win32')('limitMemory', () => {
  const runtime = JSON.stringify(pathToFileURL(join(import.meta.dirname, 'runtime.mjs')))
  const start = async (args = [], env = {}) => {
    const file = join(folder, 'program.mjs')
    await write(
      'program.mjs',
      `import { limitMemory } from ${runtime}
limitMemory()
const { pid, execArgv, argv, env: { MALLOC_ARENA_MAX, SAID } } = process
console.log(JSON.stringify({ pid, execArgv, args: argv.slice(2), MALLOC_ARENA_MAX, SAID }))`,
    )
    const { pid, stdout, stderr } = spawnSync(process.execPath, [...args, file, 'one', '--two'], {
      env: { ...process.env, NODE_OPTIONS: '', SAID: 'ñ', ...env },
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    return { ...JSON.parse(stdout), isSame: JSON.parse(stdout).pid === pid }
  }

  it('restarts the same process with its arguments', async () => {
    const { execArgv, ...said } = await start(['--no-warnings'])
    expect(said).toMatchObject({ isSame: true, args: ['one', '--two'], MALLOC_ARENA_MAX: '2', SAID: 'ñ' })
    expect(execArgv).toEqual(expect.arrayContaining(['--max-semi-space-size=8', '--no-warnings']))
  })

  it('does not restart a process with a passed socket; the unit and the release set the flags themselves', async () => {
    expect((await start([], { LISTEN_FDS: '1' })).MALLOC_ARENA_MAX).toBeUndefined()
    for (const file of ['deploy/club@.service', 'scripts/release/pulso']) {
      const said = await readFile(inRoot(file), 'utf8')
      expect(said).toMatch(new RegExp(`node"? ${MEMORY_SETTINGS.flags.join(' ')} `))
      for (const [name, value] of Object.entries(MEMORY_SETTINGS.variables))
        expect(said).toMatch(new RegExp(`${name}="?(\\$\\{${name}-)?${value}`))
    }
  })

  it('keeps settings of the operator', async () => {
    expect((await start([], { MALLOC_ARENA_MAX: '7' })).MALLOC_ARENA_MAX).toBe('7')
    const flag = '--max-semi-space-size=32'
    for (const said of [await start([flag]), await start([], { NODE_OPTIONS: flag })])
      expect(said.MALLOC_ARENA_MAX).toBeUndefined()
  })
})

describe('third-party code, such as npm and the build', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('receives no secret of the club', () => {
    const env = Object.fromEntries(VARIABLES.map((name) => [name, 'x']))
    // A new variable must be added to this list, or match the pattern of secrets in runtime.mjs.
    expect(Object.keys(withoutSecrets(env))).toEqual([
      'PORT',
      'HOST',
      'DATA_DIR',
      'MEDIA_URL',
      'MAIL_FROM',
      'MAIL_TO',
      'SITE_URL',
      'ADMIN_EMAIL',
      'DEMO',
      'REGISTRATION',
      'REQUIRE_2FA',
      'WORKERS',
      'TRUST_PROXY',
      'LOG_LEVEL',
      'VITE_API_BASE',
      'CORS_ORIGINS',
      'BACKUP_TO',
      'BACKUP_KEY',
    ])
    const others = { AWS_SECRET_ACCESS_KEY: 'x', AWS_SESSION_TOKEN: 'x', PGPASSWORD: 'x', HOME: '/root' }
    expect(withoutSecrets(others)).toEqual({ HOME: '/root' })
  })

  it.each(['DATABASE_URL', 'SMTP_URL', 'ADMIN_PASSWORD', 'METRICS_TOKEN', 'AWS_SECRET_ACCESS_KEY'])(
    'does not receive %s unless it is passed explicitly',
    async (name) => {
      vi.stubEnv(name, 'c4n4ry')
      const look = ['-e', `process.exit(process.env.${name} === undefined ? 0 : 1)`]
      expect(await run(process.execPath, look, { quiet: true })).toBe(true)
      expect(await run(process.execPath, look, { quiet: true, env: process.env })).toBe(false)
    },
  )
})
