/**
 * `npm run release`: creates an archive that runs on a machine without npm and without a network. Writes it to release/, with
 * its checksum and its bill of materials. The same commit gives the same bytes.
 *   --with-node  includes the locked Node, for machines without Node
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { assembleRelease } from './release/contents.mjs'
import { pack, sha256 } from './release/pack.mjs'
import { chooseNode, ensureBuilt, fail, inRoot, printLine, root } from './runtime.mjs'

const withNode = process.argv.includes('--with-node')
const unknown = process.argv.slice(2).find((argument) => argument !== '--with-node')
if (unknown) fail(`No hay una opción «${unknown}». Hay una: --with-node`)
if (process.platform !== 'linux') fail('Un archivo para instalar se hace en Linux, para Linux.')

const git = (...args) => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/** Returns version, commit and date. RELEASE_COMMIT and SOURCE_DATE_EPOCH replace git, for example in an image build. */
function describeRelease() {
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const isEdited = git('status', '--porcelain') !== ''
  const head = git('rev-parse', '--short=10', 'HEAD')
  const seconds = process.env.SOURCE_DATE_EPOCH || git('log', '-1', '--format=%ct') || Date.now() / 1000
  return {
    withNode,
    version,
    commit: process.env.RELEASE_COMMIT || (head ? `${head}${isEdited ? '-modificado' : ''}` : 'sin-commit'),
    date: new Date(Math.floor(Number(seconds)) * 1000),
  }
}

const megabytes = (bytes) => `${(bytes / 1e6).toLocaleString('es-AR', { maximumFractionDigits: 1 })} MB`
const sizeOf = (folder) =>
  readdirSync(folder, { recursive: true }).reduce((sum, path) => sum + statSync(join(folder, path)).size, 0)

await ensureInstalled({ tools: false })
await ensureBuilt(chooseNode())

const release = describeRelease()
const name = `pulso-${release.version}-${process.platform}-${process.arch}${withNode ? '-node' : ''}`
// The release is assembled in the folder of the archive, so that all files stay on one disk.
const folder = inRoot('release', '.making')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const sbom = assembleRelease(join(folder, name), release)
const archive = inRoot('release', `${name}.tar.gz`)
if (!(await pack(folder, name, { archive, date: release.date })))
  fail('No se pudo empaquetar: el motivo está arriba.')
writeFileSync(`${archive}.sha256`, `${await sha256(archive)}  ${name}.tar.gz\n`)
writeFileSync(inRoot('release', `${name}.cdx.json`), sbom)
printLine(
  `release/${name}.tar.gz: ${megabytes(statSync(archive).size)}, abierto ${megabytes(sizeOf(join(folder, name)))}`,
)
rmSync(folder, { recursive: true, force: true })
