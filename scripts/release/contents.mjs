/**
 * The contents of a release: the build, the files that it reads at run time, and the few packages that cannot be bundled.
 * This file has no dependencies and runs on Node 20, like scripts/runtime.mjs.
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
import { createSbom } from './sbom.mjs'

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
const manifestOf = (folder) => readJson(inRoot(folder, 'package.json'))

/** Packages that cannot be bundled, because they have native code or are loaded by name (platform/process/log.ts). */
const PACKAGES = ['sharp', 'pino']
/** A release needs only the list of common passwords of this package (platform/auth/server/passwords.ts). */
const PASSWORDS = 'node_modules/@zxcvbn-ts/language-common'
const PASSWORDS_FILES = ['package.json', 'src/passwords.json']

/** Files and folders that the server reads at run time, or that are for operators. Paths are relative to the checkout. */
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

/** Matches the files of a package that are needed at run time. */
const RUNTIME_FILE = /\.([cm]?js|json|node|so[.\d]*)$/
const OMITTED = /^(test|tests|docs|benchmarks|examples|install|src|build|node_modules)$/
const LICENCE = /^(licen[cs]e|copying|notice)/i

/** Returns the folders of the given packages and of their dependencies on this platform, relative to the checkout. */
function withDependencies(names) {
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
    // Optional packages of other platforms are not installed, and a release does not need them.
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

/** Copies a file or folder to the same path in `into`. @param {(path: string) => boolean} [isWanted] receives absolute paths */
function copy(path, into, isWanted = () => true) {
  cpSync(inRoot(path), join(into, path), { recursive: true, filter: isWanted, dereference: true })
}

function copyPackage(folder, into) {
  const top = inRoot(folder)
  copy(folder, into, (path) => {
    const name = basename(path)
    if (path === top) return true
    // READMEs are copied too, because the README of libvips has the licences of its libraries.
    if (dirname(path) === top && (LICENCE.test(name) || /^readme/i.test(name))) return true
    return statSync(path).isDirectory() ? !OMITTED.test(name) : RUNTIME_FILE.test(name)
  })
}

/** Copies the build. Leaves out files of earlier builds, which the build folder keeps for open pages. */
function copyBuild(into) {
  const own = new Set(readJson(inRoot('build', '.assets.json')).map((path) => inRoot('build', path)))
  const halves = ['client', 'server'].map((half) => inRoot('build', half, 'assets'))
  for (const half of ['build/client', 'build/server'])
    copy(half, into, (path) => !halves.includes(dirname(path)) || own.has(path))
}

/** Returns one text with the licences of all packages and fonts of the release. */
function collectLicences(folders) {
  const texts = folders.map((folder) => {
    const { name, version, license = 'its own' } = manifestOf(folder)
    const files = readdirSync(inRoot(folder)).filter((file) => LICENCE.test(file))
    const text = files.sort().map((file) => readFileSync(inRoot(folder, file), 'utf8').trim())
    const licenceName = typeof license === 'string' ? license : license.type
    return [`${name} ${version} (${licenceName})`, ...text].join('\n\n')
  })
  const fonts = readdirSync(inRoot('platform/ui/fonts')).filter((name) => name.endsWith('.OFL.txt'))
  const ofFonts = fonts.sort().map((name) => readFileSync(inRoot('platform/ui/fonts', name), 'utf8').trim())
  return `${[...texts, ...ofFonts].join(`\n\n${'='.repeat(80)}\n\n`)}\n`
}

/**
 * Assembles a release from a built checkout.
 * @param {string} folder is created. Its name is the name of the release
 * @param {{withNode: boolean, version: string, commit: string, date: Date}} release
 * @returns {object} its bill of materials
 */
export function assembleRelease(folder, { withNode, version, commit, date }) {
  mkdirSync(folder, { recursive: true })
  copyBuild(folder)
  for (const path of FILES) if (existsSync(inRoot(path))) copy(path, folder)
  const packages = withDependencies(PACKAGES)
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
  const included = [...new Set([...builtIn, ...packages, PASSWORDS, ...(withNode ? [node] : [])])].sort()
  writeFileSync(join(folder, 'LICENSES.txt'), collectLicences(included))
  const sbom = createSbom(included.map(manifestOf), { name, version, commit, date })
  writeFileSync(join(folder, 'sbom.cdx.json'), sbom)
  return sbom
}
