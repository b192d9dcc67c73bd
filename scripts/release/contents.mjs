/**
 * What is in a release: what a build made, what that reads while it runs, and the few packages that no build can take in.
 * Like runtime.mjs without dependencies and for Node 20.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { inRoot } from '../runtime.mjs'
import { billOfMaterials } from './sbom.mjs'

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
const manifestOf = (folder) => readJson(inRoot(folder, 'package.json'))

/** Machine code, and what looks for its own files or is loaded by its name (platform/process/log.ts). */
const PACKAGES = ['sharp', 'pino']
/** The server reads a single list of this package (platform/auth/server/passwords.ts). */
const PASSWORDS = 'node_modules/@zxcvbn-ts/language-common'
const PASSWORDS_FILES = ['package.json', 'src/passwords.json']

/** Files and folders, from the checkout's root, that the server reads while it runs or that are for whoever runs it. */
const FILES = [
  'club/pictures',
  'club/demo/pictures',
  'platform/fonts',
  'deploy',
  'docs/configuration.md',
  'docs/backup.md',
  'docs/operations.md',
  'docs/operacion.md',
  'docs/replicas.md',
]

/** What of a package does something. */
const RUNS = /\.([cm]?js|json|node|so[.\d]*)$/
const NEVER_RUNS = /^(test|tests|docs|benchmarks|examples|install|src|build|node_modules)$/
const LICENCE = /^(licen[cs]e|copying|notice)/i

/** The packages of this platform that some need, those included: folders from the checkout's root. */
function withWhatTheyNeed(names) {
  const found = new Set()
  const find = (name, from) => {
    for (let folder = from; ; folder = dirname(folder)) {
      const candidate = join(folder, 'node_modules', name)
      if (existsSync(inRoot(candidate, 'package.json'))) return candidate
      if (folder === '.') return null
    }
  }
  const take = (name, from, isOptional) => {
    const folder = find(name, from)
    // Those of other platforms are not installed.
    if (folder === null && isOptional) return
    if (folder === null) throw new Error(`${name} is not installed`)
    if (found.has(folder)) return
    found.add(folder)
    const { dependencies = {}, optionalDependencies = {} } = manifestOf(folder)
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies }))
      take(each, folder, each in optionalDependencies)
  }
  for (const name of names) take(name, '.', false)
  return [...found].sort()
}

/** A copy of what is inside, under the same path; @param {(path: string) => boolean} [isWanted] is given absolute paths */
function copy(path, into, isWanted = () => true) {
  cpSync(inRoot(path), join(into, path), { recursive: true, filter: isWanted, dereference: true })
}

function copyPackage(folder, into) {
  const top = inRoot(folder)
  copy(folder, into, (path) => {
    const name = basename(path)
    if (path === top) return true
    // The licences of what is inside libvips are told in its README.
    if (dirname(path) === top && (LICENCE.test(name) || /^readme/i.test(name))) return true
    return statSync(path).isDirectory() ? !NEVER_RUNS.test(name) : RUNS.test(name)
  })
}

/** The build, without what it keeps of the one before. */
function copyBuild(into) {
  const own = new Set(readJson(inRoot('build', '.assets.json')).map((path) => inRoot('build', path)))
  const halves = ['client', 'server'].map((half) => inRoot('build', half, 'assets'))
  for (const half of ['build/client', 'build/server'])
    copy(half, into, (path) => !halves.includes(dirname(path)) || own.has(path))
}

/** One text with the licences of everything that is in it. */
function licencesOf(folders) {
  const texts = folders.map((folder) => {
    const { name, version, license = 'its own' } = manifestOf(folder)
    const files = readdirSync(inRoot(folder)).filter((file) => LICENCE.test(file))
    const text = files.sort().map((file) => readFileSync(inRoot(folder, file), 'utf8').trim())
    const says = typeof license === 'string' ? license : license.type
    return [`${name} ${version} (${says})`, ...text].join('\n\n')
  })
  const fonts = readdirSync(inRoot('platform/ui/fonts')).filter((name) => name.endsWith('.OFL.txt'))
  const ofFonts = fonts.sort().map((name) => readFileSync(inRoot('platform/ui/fonts', name), 'utf8').trim())
  return `${[...texts, ...ofFonts].join(`\n\n${'='.repeat(80)}\n\n`)}\n`
}

/**
 * Puts a release together from a checkout that is built.
 * @param {string} folder is made; its name is the release's
 * @param {{withNode: boolean, version: string, commit: string, date: Date}} release
 * @returns {object} its bill of materials
 */
export function assemble(folder, { withNode, version, commit, date }) {
  mkdirSync(folder, { recursive: true })
  copyBuild(folder)
  for (const path of FILES) if (existsSync(inRoot(path))) copy(path, folder)
  const packages = withWhatTheyNeed(PACKAGES)
  for (const path of packages) copyPackage(path, folder)
  for (const file of PASSWORDS_FILES) copy(join(PASSWORDS, file), folder)

  const { name, description } = manifestOf('.')
  const manifest = { name, version, private: true, type: 'module', description }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync(join(folder, 'VERSION'), `${version} ${commit} ${date.toISOString().slice(0, 10)}\n`)
  cpSync(inRoot('scripts/release/README.md'), join(folder, 'README.md'))
  for (const file of ['pulso', 'server.js']) cpSync(inRoot('scripts/release', file), join(folder, file))
  chmodSync(join(folder, 'pulso'), 0o755)

  const node = `node_modules/node-${process.platform}-${process.arch}`
  if (withNode) {
    for (const file of ['bin/node', 'LICENSE'])
      cpSync(inRoot(node, file), join(folder, 'node', file), { recursive: true })
  }

  const builtIn = readJson(inRoot('build', '.packages.json'))
  const inside = [...new Set([...builtIn, ...packages, PASSWORDS, ...(withNode ? [node] : [])])].sort()
  writeFileSync(join(folder, 'LICENSES.txt'), licencesOf(inside))
  const bill = billOfMaterials(inside.map(manifestOf), { name, version, commit, date })
  writeFileSync(join(folder, 'sbom.cdx.json'), bill)
  return bill
}
