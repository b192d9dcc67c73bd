/** Builds the site, its scripts and the server into BUILD_DIRECTORY, which must be empty. runtime.mjs runs this file. */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createBuilder } from 'vite'
import { root } from './source-digest.mjs'

/** Smaller files are not compressed, because compression would save almost no bytes. Bytes */
const COMPRESSED_MIN = 300

const build = join(root, process.env.BUILD_DIRECTORY ?? 'build')
const clientAssets = join(build, 'client', 'assets')

/** Moves pictures and fonts of server-rendered pages to `client`. Browsers load them, but no browser script imports them. */
function moveServerAssets() {
  const serverAssets = join(build, 'server', 'assets')
  for (const name of readdirSync(serverAssets)) {
    if (/\.m?js$/.test(name)) continue
    const target = join(clientAssets, name)
    // The server does not need the style sheets, because pages contain their styles as text.
    if (name.endsWith('.css') || existsSync(target)) rmSync(join(serverAssets, name))
    else renameSync(join(serverAssets, name), target)
  }
}

/** Writes the style sheets that pages link behind their first screen. */
async function writeStyleFiles() {
  const chunk = outputs
    .flat()
    .flatMap(({ output }) => output)
    .find((each) => each.facadeModuleId?.endsWith('/platform/app/entry.server.tsx'))
  const { listPageStyleFiles } = await import(pathToFileURL(join(build, 'server', chunk.fileName)).href)
  for (const [path, text] of Object.entries(listPageStyleFiles()))
    await writeFile(join(build, 'client', path), text)
}

/** Compresses scripts, styles and WebAssembly once at the highest level, because a file never changes under its name. */
async function compress() {
  const brotli = promisify(brotliCompress)
  const deflate = promisify(gzip)
  const names = readdirSync(clientAssets).filter((name) => /\.(js|css|svg|wasm)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const path = join(clientAssets, name)
      const bytes = await readFile(path)
      if (bytes.byteLength < COMPRESSED_MIN) return
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength }
      await writeFile(`${path}.br`, await brotli(bytes, { params }))
      await writeFile(`${path}.gz`, await deflate(bytes, { level: 9 }))
    }),
  )
}

/** Lists the packages whose code is in the build, for the licences and the bill of materials of a release (scripts/release). */
async function listPackages(outputs) {
  const folders = new Set()
  for (const output of outputs.flatMap((each) => each.output)) {
    for (const module of output.type === 'chunk' ? output.moduleIds : []) {
      const [, folder] = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module) ?? []
      if (folder) folders.add(relative(root, folder))
    }
  }
  await writeFile(join(build, '.packages.json'), JSON.stringify([...folders].sort()))
}

const builder = await createBuilder({ root, logLevel: 'warn' })
const outputs = []
for (const environment of Object.values(builder.environments)) outputs.push(await builder.build(environment))
moveServerAssets()
await writeStyleFiles()
await Promise.all([compress(), listPackages(outputs.flat())])
