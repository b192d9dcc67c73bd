/** Checks the OpenAPI document with a linter and a client generator. */
import { spawnSync } from 'node:child_process'
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestClub, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../../test/support/databases.ts'

/**
 * The client generator needs another version of TypeScript, so it has a package of its own. scripts/test.mjs installs it.
 */
const CLIENT = join(import.meta.dirname, '../../../test/openapi-client')

let database: TestDatabase
let club: TestClub
let folder: string
beforeAll(async () => {
  database = await createDatabase()
  club = await openTestClub(database)
  folder = await mkdtemp(join(tmpdir(), 'openapi-client-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await club.stop()
  await database.dispose()
})

const read = async () => (await club.send('GET', '/api/openapi.json')).text()

test("passes redocly's recommended rules", async () => {
  // The rule `info-license` requires a licence for the content of the API. This project does not know the licence of a
  // club's content.
  const config = await createConfig({ extends: ['recommended'], rules: { 'info-license': 'off' } })
  const found = await lintFromString({ source: await read(), config })
  const told = found.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`)
  expect(told).toEqual([
    // One of these two paths takes POST and the other GET, so no request matches both.
    'warn no-ambiguous-paths: Paths should resolve unambiguously. Found two ambiguous paths: `/news/{id}/preview` and `/news/title/{title}`.',
    'warn no-ambiguous-paths: Paths should resolve unambiguously. Found two ambiguous paths: `/history/{id}/restore` and `/history/latest/{resource}`.',
  ])
})

test('has a unique operationId for each call', async () => {
  const { paths } = JSON.parse(await read()) as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  const ids = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(ids.length).toBeGreaterThan(60)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/)
})

test('generates a client that compiles, has types as strict as the API, and works', async () => {
  const generator = createRequire(join(CLIENT, 'package.json')).resolve('openapi-typescript')
  const { astToString, default: generate } = await import(pathToFileURL(generator).href)
  await writeFile(join(folder, 'schema.d.ts'), astToString(await generate(await read())))
  await copyFile(join(CLIENT, 'sample-client.ts'), join(folder, 'sample-client.ts'))
  await symlink(join(CLIENT, 'node_modules'), join(folder, 'node_modules'))
  const options =
    '--noEmit --strict --target es2022 --module esnext --moduleResolution bundler --allowImportingTsExtensions --skipLibCheck --types'
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json')
  const compiled = spawnSync(
    process.execPath,
    [join(compiler, '../bin/tsc'), ...options.split(' '), '', 'sample-client.ts'],
    { cwd: folder, encoding: 'utf8' },
  )
  expect(compiled.stdout).toBe('')
  expect(compiled.status).toBe(0)

  const { runSampleClient } = await import(pathToFileURL(join(folder, 'sample-client.ts')).href)
  const credentials = { email: 'cliente@club.example', password: 'una clave bien larga' }
  await club.signIn(credentials)
  const fetch = (request: Request) => club.fetch(request)
  expect(await runSampleClient({ fetch, baseUrl: 'http://club.example/api', ...credentials })).toEqual({
    email: credentials.email,
    name: 'Ana Flúo',
    names: ['Ana Flúo'],
    titles: [],
    detail: expect.any(String),
    fields: expect.arrayContaining(['name']),
  })
})
