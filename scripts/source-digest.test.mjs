import { mkdir, mkdtemp, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { computeSourcesDigest, computeSourcesFingerprint } from './source-digest.mjs'

const checkout = {
  'platform/app/root.tsx': 'root',
  'platform/pages/root.test.tsx': 'test of the root',
  'platform/shared/limits.ts': 'news',
  'club/club.ts': 'club',
  'club/pictures/portada.jpg': Buffer.from([0xff, 0xd8, 0xff, 0]),
  'platform/db/connect.ts': 'connect',
  'features/news/index.browser.ts': 'elements of news',
  'features/news/e2e/news.spec.ts': 'journey of news',
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

describe('computeSourcesDigest', () => {
  it.each([
    'platform/app/root.tsx',
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
  ])('changes with %s', async (path) => {
    const before = computeSourcesDigest(folder, {})
    await write(path, 'changed')
    expect(computeSourcesDigest(folder, {})).not.toBe(before)
  })

  it('changes when a file is added or removed', async () => {
    const before = computeSourcesDigest(folder, {})
    await write('platform/pages/new.tsx', '')
    const withOneMore = computeSourcesDigest(folder, {})
    await rm(join(folder, 'platform/app/root.tsx'))
    expect(new Set([before, withOneMore, computeSourcesDigest(folder, {})]).size).toBe(3)
  })

  it('changes with a VITE_* variable', () => {
    const digests = [{}, { VITE_API_BASE: '/v1' }, { VITE_API_BASE: '/v2' }, { VITE_OTHER: '/v1' }].map(
      (env) => computeSourcesDigest(folder, env),
    )
    expect(new Set(digests).size).toBe(4)
  })

  it.each([
    'test/support/club.ts',
    'platform/pages/root.test.tsx',
    'features/news/e2e/news.spec.ts',
    'README.md',
  ])('does not change with %s', async (path) => {
    const before = computeSourcesDigest(folder, {})
    await write(path, 'changed')
    expect(computeSourcesDigest(folder, {})).toBe(before)
  })

  it('does not change with other variables, or with empty ones', () => {
    expect(computeSourcesDigest(folder, { PORT: '1', VITE_API_BASE: '' })).toBe(
      computeSourcesDigest(folder, {}),
    )
  })

  it('does not depend on the order of variables', () => {
    expect(computeSourcesDigest(folder, { VITE_A: '1', VITE_B: '2' })).toBe(
      computeSourcesDigest(folder, { VITE_B: '2', VITE_A: '1' }),
    )
  })
})

describe('computeSourcesFingerprint', () => {
  it('does not change while no source is written', async () => {
    const before = computeSourcesFingerprint(folder, {})
    await write('test/support/club.ts', 'changed')
    expect(computeSourcesFingerprint(folder, {})).toBe(before)
  })

  it.each(['platform/app/root.tsx', 'club/pictures/portada.jpg', 'package-lock.json'])(
    'changes when %s is replaced by another file of the same size and age',
    async (path) => {
      const { atime, mtime } = await stat(join(folder, path))
      const before = computeSourcesFingerprint(folder, {})
      const bytes = await readFile(join(folder, path))
      bytes[0] ^= 1
      await write(`${path}.new`, bytes)
      await utimes(join(folder, `${path}.new`), atime, mtime)
      await rename(join(folder, `${path}.new`), join(folder, path))
      expect(computeSourcesFingerprint(folder, {})).not.toBe(before)
    },
  )

  it('changes with a VITE_* variable', () => {
    expect(computeSourcesFingerprint(folder, { VITE_API_BASE: '/v1' })).not.toBe(
      computeSourcesFingerprint(folder, {}),
    )
  })
})
