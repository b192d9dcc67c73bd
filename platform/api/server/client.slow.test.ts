/** Checks the OpenAPI document with a linter and a client generator. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMp3 } from '../../../test/support/audio.ts'
import { createPicture, openTestClub, type TestClub } from '../../../test/support/club.ts'
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

/** Loads a module of the package of the client. */
const load = (name: string) =>
  import(pathToFileURL(createRequire(join(CLIENT, 'package.json')).resolve(name)).href)

test('passes all rules of spectral:oas', async () => {
  const [{ default: core }, { default: rulesets }] = await Promise.all([
    load('@stoplight/spectral-core'),
    load('@stoplight/spectral-rulesets'),
  ])
  const spectral = new core.Spectral()
  spectral.setRuleset({ extends: [[rulesets.oas, 'recommended']] })
  const found: { code: string; message: string; path: string[] }[] = await spectral.run(
    JSON.parse(await read()),
  )
  expect(found.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`)).toEqual([])
  const broken = await spectral.run({ openapi: '3.1.0', info: {}, paths: {} })
  expect(broken.length).toBeGreaterThan(3)
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
  await generateTypes(await read())
  expect(compileClient()).toEqual({ output: '', status: 0 })

  const server = createServer(club.listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const credentials = { email: 'cliente@club.example', password: 'una clave bien larga' }
  await club.signIn(credentials)
  const { runSampleClient } = await import(pathToFileURL(join(folder, 'sample-client.ts')).href)
  const result = await runSampleClient({
    baseUrl: `http://127.0.0.1:${port}/api`,
    ...credentials,
    picture: await createPicture('#0a0'),
    sound: new Blob([new Uint8Array(createMp3())]),
  })
  server.close()
  expect(result).toEqual({
    email: credentials.email,
    item: {
      location: true,
      refusals: ['/problems/edited-meanwhile', '/problems/edited-meanwhile', '/problems/not-found'],
      statuses: [200, 204, 200],
      name: 'Ana',
    },
    list: { names: ['Ana', 'Bea', 'Cruz', 'Dana'], pages: 2, total: 4 },
    titles: [],
    detail: expect.any(String),
    fields: expect.arrayContaining(['name']),
    uploads: {
      picture: expect.stringMatching(/^\/media\/.+/),
      audio: expect.stringMatching(/^\/media\/.+\.mp3$/),
    },
  })
})

/** Writes the types of the document beside the client. Bytes become a Blob, which a browser sends unchanged. */
async function generateTypes(document: string): Promise<void> {
  const { astToString, default: generate } = await load('openapi-typescript')
  const { default: typescript } = await load('typescript')
  const blob = typescript.factory.createTypeReferenceNode('Blob')
  const transform = ({ format }: { format?: string }) => (format === 'binary' ? blob : undefined)
  await writeFile(join(folder, 'schema.d.ts'), astToString(await generate(document, { transform })))
  await copyFile(join(CLIENT, 'sample-client.ts'), join(folder, 'sample-client.ts'))
  await symlink(join(CLIENT, 'node_modules'), join(folder, 'node_modules'))
}

/** Compiles the client and the packages that it uses, with the strictest options. */
function compileClient() {
  const options =
    '--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --target es2022 --module esnext --moduleResolution bundler --allowImportingTsExtensions --types'
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json')
  const args = [join(compiler, '../bin/tsc'), ...options.split(' '), '', 'sample-client.ts']
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  return { output: stdout, status }
}
