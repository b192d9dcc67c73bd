/**
 * Removes features from a copy of the project, as CONTRIBUTING.md says. Without them, types, lint rules, layers, build and
 * start are in order.
 */
import { execFile, execFileSync } from 'node:child_process'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer } from './stress/server-process.ts'
import { removeFeature } from './support/remove-feature.ts'

const root = join(import.meta.dirname, '..')
const REMOVED = ['guests', 'recordings', 'messages']
const COMMAND_MS = 600_000

let copy: string
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'club-removed-'))
  // Deleted files that are not committed are still in git's list.
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  })
  const deleted = execFileSync('git', ['ls-files', '-dz'], { cwd: root, encoding: 'utf8' }).split('\0')
  for (const file of files.split('\0'))
    if (file !== '' && !deleted.includes(file)) await cp(join(root, file), join(copy, file))
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rm(copy, { recursive: true, force: true }))

/** Runs a program of a package, or a script, in the copy. Resolves to null, or to its output when it failed. */
const run = (...args: string[]): Promise<string | null> =>
  new Promise((resolve) => {
    const { PATH, HOME } = process.env
    const options = {
      cwd: copy,
      env: { PATH, HOME, QUICK_TESTS: '1' },
      timeout: COMMAND_MS,
      maxBuffer: 64 << 20,
    }
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      resolve(error ? `${error.message}\n${stdout}\n${stderr}` : null),
    )
  })
const bin = (path: string) => join('node_modules', path)

async function expectStarts() {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-removed-data-'))
  const server = await startServer({ DATA_DIR: dataDir }, { folder: copy })
  try {
    await server.ready()
    for (const path of ['/', '/en', '/fechas', '/login', '/api/health'])
      expect([path, (await fetch(server.origin + path)).status]).toEqual([path, 200])
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

test.each(REMOVED)(
  'without %s and those before it everything is in order',
  { timeout: COMMAND_MS },
  async (feature) => {
    await removeFeature(copy, feature)
    // Shorter lists may fit on one line.
    await run(bin('@biomejs/biome/bin/biome'), 'check', '--write', 'features')
    expect(await run(bin('typescript/bin/tsc'), '-p', '.')).toBeNull()
    expect(await run(bin('@biomejs/biome/bin/biome'), 'check')).toBeNull()
    expect(await run('scripts/structure.mjs', '--check')).toBeNull()
    expect(await run('scripts/build.mjs')).toBeNull()
    await expectStarts()
  },
)
