import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { replaceBuild, sourcesDigest } from './runtime.mjs'

const checkout = {
  'app/root.tsx': 'root',
  'app/root.test.tsx': 'test of the root',
  'contract/news.ts': 'news',
  'club/club.ts': 'club',
  'club/pictures/portada.jpg': Buffer.from([0xff, 0xd8, 0xff, 0]),
  'server/main.ts': 'main',
  'vite.config.ts': 'vite',
  'react-router.config.ts': 'router',
  'tsconfig.json': '{}',
  'package-lock.json': '{}',
}

let folder

async function write(path, content) {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), content)
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sources-'))
  for (const [path, content] of Object.entries(checkout)) await write(path, content)
})

afterEach(() => rm(folder, { recursive: true, force: true }))

describe('a built site is good until its sources change, so that it is built again after a change of', () => {
  it.each([
    'app/root.tsx',
    'contract/news.ts',
    'club/club.ts',
    'club/pictures/portada.jpg',
    'vite.config.ts',
    'react-router.config.ts',
    'package-lock.json',
  ])('%s', async (path) => {
    const before = sourcesDigest(folder, {})
    await write(path, 'changed')
    expect(sourcesDigest(folder, {})).not.toBe(before)
  })

  it('the files there are', async () => {
    const before = sourcesDigest(folder, {})
    await write('app/site/new.tsx', '')
    const withOneMore = sourcesDigest(folder, {})
    await rm(join(folder, 'app/root.tsx'))
    expect(new Set([before, withOneMore, sourcesDigest(folder, {})]).size).toBe(3)
  })

  it('a variable that the pages see', () => {
    const digests = [{}, { VITE_API_BASE: '/v1' }, { VITE_API_BASE: '/v2' }, { VITE_OTHER: '/v1' }].map(
      (env) => sourcesDigest(folder, env),
    )
    expect(new Set(digests).size).toBe(4)
  })
})

describe('it is not built again for', () => {
  it.each(['server/main.ts', 'app/root.test.tsx', 'README.md'])('%s', async (path) => {
    const before = sourcesDigest(folder, {})
    await write(path, 'changed')
    expect(sourcesDigest(folder, {})).toBe(before)
  })

  it('variables that the pages do not see, or that are empty', () => {
    expect(sourcesDigest(folder, { PORT: '1', VITE_API_BASE: '' })).toBe(sourcesDigest(folder, {}))
  })

  it('the order of variables', () => {
    expect(sourcesDigest(folder, { VITE_A: '1', VITE_B: '2' })).toBe(
      sourcesDigest(folder, { VITE_B: '2', VITE_A: '1' }),
    )
  })
})

describe('a new build takes the place of the one that is being served', () => {
  const assets = async () => (await readdir(join(folder, 'build/client/assets'))).sort()
  const build = async (...names) => {
    for (const name of names) await write(`build.next/client/assets/${name}`, name)
    await write('build.next/server/index.js', names.join())
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

  it('also where one that was made by hand, or cut short, lies about', async () => {
    await write('build/client/assets/unknown.js', '')
    await write('build.old/left.js', '')
    await build('home-1.js')
    expect(await assets()).toEqual(['home-1.js'])
    expect(await readdir(folder)).not.toContain('build.old')
  })
})
