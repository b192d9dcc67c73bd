/**
 * A seventh kind of content, as a club adds one: its declaration, a line in the registry and `npm run migration`, in a
 * checkout of its own that is built like any other. Its form and list then do what those of the six do.
 */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test as base } from '@playwright/test'
import { inCheckout } from '../../server/process/paths.ts'
import { records } from '../support/seventh/records.ts'
import { run } from './back-office.ts'
import { liveThrough } from './life.ts'
import { openSecondClub } from './second-club.ts'

const { SOURCES }: { SOURCES: string[] } = await import(
  new URL('../../scripts/sources.mjs', import.meta.url).href
)

const here = (path: string) => fileURLToPath(inCheckout(path))

/** A checkout that knows of records. */
async function declareIn(folder: string): Promise<void> {
  for (const path of [...SOURCES, 'scripts', 'package.json'])
    await cp(here(path), join(folder, path), { recursive: true })
  await symlink(here('node_modules'), join(folder, 'node_modules'), 'junction')
  const declaration = await readFile(here('test/support/seventh/records.ts'), 'utf8')
  await writeFile(
    join(folder, 'contract/content/records.ts'),
    declaration.replace('../../../contract/content/', './'),
  )
  const registry = join(folder, 'contract/content/registry.ts')
  const line = await readFile(registry, 'utf8')
  await writeFile(
    registry,
    `import { records } from './records.ts'\n${line.replace('resources = {', 'resources = { records,')}`,
  )
}

const test = base.extend<object, { origin: string }>({
  origin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'club-seventh-'))
      try {
        await declareIn(folder)
        const program = async (...args: string[]) =>
          promisify(execFile)(process.execPath, args, { cwd: folder })
        await program('scripts/migration.mjs', 'records')
        await program('scripts/build.mjs')
        const club = await openSecondClub({ DEMO: '0' }, { program: join(folder, 'build/server/index.js') })
        await use(club.origin)
        await club.close()
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ origin }, use) => use(origin),
})

test(`${records.words.many}: made, edited, deleted and taken back`, async ({ page }) => {
  await liveThrough(page, records, `vida${run}`, '2039-11-01')
})
