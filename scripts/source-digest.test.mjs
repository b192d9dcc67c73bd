import { mkdir, mkdtemp, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sourcesDigest, sourcesLook } from './source-digest.mjs'

const checkout = {
  'platform/pages/root.tsx': 'root',
  'platform/pages/root.test.tsx': 'test of the root',
  'platform/shared/limits.ts': 'news',
  'club/club.ts': 'club',
  'club/pictures/portada.jpg': Buffer.from([0xff, 0xd8, 0xff, 0]),
  'platform/db/connect.ts': 'connect',
  'features/news/index.browser.ts': 'elements of news',
  'platform/ui/base.css': 'base',
  'ops/main.ts': 'main',
  'docs/guia-del-club.md': 'guide',
  'docs/screens/guia-menu.webp': Buffer.from([0x52, 0x49, 0x46, 0x46]),
  'docs/screens/home-360.webp': Buffer.from([0x52, 0x49, 0x46, 0x46]),
  'test/support/club.ts': 'for tests',
  'vite.config.ts': 'vite',
  'scripts/build-site.mjs': 'steps',
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

describe('what was built is good until its sources change, so that it is built again after a change of', () => {
  it.each([
    'platform/pages/root.tsx',
    'platform/shared/limits.ts',
    'club/club.ts',
    'club/pictures/portada.jpg',
    'platform/db/connect.ts',
    'features/news/index.browser.ts',
    'ops/main.ts',
    'docs/guia-del-club.md',
    'docs/screens/guia-menu.webp',
    'vite.config.ts',
    'scripts/build-site.mjs',
    'package-lock.json',
  ])('%s', async (path) => {
    const before = sourcesDigest(folder, {})
    await write(path, 'changed')
    expect(sourcesDigest(folder, {})).not.toBe(before)
  })

  it('the files there are', async () => {
    const before = sourcesDigest(folder, {})
    await write('platform/pages/new.tsx', '')
    const withOneMore = sourcesDigest(folder, {})
    await rm(join(folder, 'platform/pages/root.tsx'))
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
  it.each(['test/support/club.ts', 'platform/pages/root.test.tsx', 'README.md'])('%s', async (path) => {
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

describe('whether anything changed is seen without reading the files', () => {
  it('which look the same as long as nobody writes them', async () => {
    const before = sourcesLook(folder, {})
    await write('test/support/club.ts', 'changed')
    expect(sourcesLook(folder, {})).toBe(before)
  })

  it.each(['platform/pages/root.tsx', 'club/pictures/portada.jpg', 'package-lock.json'])(
    'also when somebody puts another %s in its place, as large and as old',
    async (path) => {
      const { atime, mtime } = await stat(join(folder, path))
      const before = sourcesLook(folder, {})
      const bytes = await readFile(join(folder, path))
      bytes[0] ^= 1
      await write(`${path}.new`, bytes)
      await utimes(join(folder, `${path}.new`), atime, mtime)
      await rename(join(folder, `${path}.new`), join(folder, path))
      expect(sourcesLook(folder, {})).not.toBe(before)
    },
  )

  it('with the variables that the pages see', () => {
    expect(sourcesLook(folder, { VITE_API_BASE: '/v1' })).not.toBe(sourcesLook(folder, {}))
  })
})
