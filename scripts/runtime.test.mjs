import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { VARIABLES } from '../server/env.ts'
import { replaceBuild, run, withoutSecrets } from './runtime.mjs'

let folder

async function write(path, content) {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), content)
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'build-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

describe('a new build takes the place of the one that is being served', () => {
  const assets = async (half = 'client') => (await readdir(join(folder, `build/${half}/assets`))).sort()
  const build = async (...names) => {
    for (const name of names) await write(`build.next/client/assets/${name}`, name)
    await write('build.next/server/index.js', names.join())
    await write(`build.next/server/assets/late-${names[0]}`, names.join())
    replaceBuild(join(folder, 'build.next'), join(folder, 'build'))
  }

  it('whole, and with the scripts of the one before for pages that are open', async () => {
    await build('home-1.js', 'same.css')
    expect(await assets()).toEqual(['home-1.js', 'same.css'])
    await build('home-2.js', 'same.css')
    expect(await assets()).toEqual(['home-1.js', 'home-2.js', 'same.css'])
    expect(await readFile(join(folder, 'build/server/index.js'), 'utf8')).toBe('home-2.js,same.css')
    // Those of the one before that have had their time.
    await build('home-3.js', 'same.css')
    expect(await assets()).toEqual(['home-2.js', 'home-3.js', 'same.css'])
    expect((await readdir(folder)).filter((name) => name.startsWith('build'))).toEqual(['build'])
  })

  it('with what a server that still runs has yet to load', async () => {
    await build('home-1.js')
    await build('home-2.js')
    expect(await assets('server')).toEqual(['late-home-1.js', 'late-home-2.js'])
    await build('home-3.js')
    expect(await assets('server')).toEqual(['late-home-2.js', 'late-home-3.js'])
  })

  it('also where one that was made by hand, or cut short, lies about', async () => {
    await write('build/client/assets/unknown.js', '')
    await write('build.old/left.js', '')
    await build('home-1.js')
    expect(await assets()).toEqual(['home-1.js'])
    expect(await readdir(folder)).not.toContain('build.old')
  })
})

describe('code of others that we run, such as npm and the build', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('gets no secret of the club', () => {
    const env = Object.fromEntries(VARIABLES.map((name) => [name, 'x']))
    // Whoever adds a variable decides here whether it is one.
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
    'does not see %s unless it is handed over',
    async (name) => {
      vi.stubEnv(name, 'c4n4ry')
      const look = ['-e', `process.exit(process.env.${name} === undefined ? 0 : 1)`]
      expect(await run(process.execPath, look, { quiet: true })).toBe(true)
      expect(await run(process.execPath, look, { quiet: true, env: process.env })).toBe(false)
    },
  )
})
