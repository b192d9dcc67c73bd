/**
 * Installs the packages of package-lock.json. Building and running a club needs only the dependencies. The dev dependencies,
 * a third of all packages, are installed when a test, check or benchmark runs for the first time. This file has no
 * dependencies and runs on Node 20, because it is used before packages are installed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fail, inRoot, printLine, printStep, readIfExists, run } from './runtime.mjs'
import { digest } from './source-digest.mjs'

/** Values in the stamp file: only the packages that a club needs to run are installed, or all packages are. */
const RUNTIME_ONLY = 'club'
const ALL_PACKAGES = 'all'

/**
 * True if npm's list of installed packages contains all packages of a lock file, so that npm need not run.
 * @param {string | null} installed node_modules/.package-lock.json
 * @param {string} lock package-lock.json
 * @param {boolean} withTools true to require the dev dependencies too
 */
export function isInstalled(installed, lock, withTools) {
  if (installed === null) return false
  const has = JSON.parse(installed).packages
  return Object.entries(JSON.parse(lock).packages).every(
    ([path, wanted]) =>
      path === '' ||
      // Optional packages may be missing, because they may belong to other platforms. chooseNode() checks the one for Node.
      (has[path] === undefined && (wanted.optional === true || (wanted.dev === true && !withTools))) ||
      (has[path]?.version === wanted.version && has[path]?.integrity === wanted.integrity),
  )
}

/**
 * Installs exactly the packages of package-lock.json, if that file changed since the last installation. Otherwise it does
 * nothing and needs no network.
 * @param {{tools: boolean}} wanted tools: true to install the dev dependencies too. They are never removed again
 */
export async function ensureInstalled({ tools }) {
  const stamp = inRoot('node_modules', '.installed')
  const lock = readFileSync(inRoot('package-lock.json'), 'utf8')
  const [lastDigest, lastExtent] = readIfExists(stamp)?.split(' ') ?? []
  const isSame = lastDigest === digest(lock)
  if (isSame && (lastExtent === ALL_PACKAGES || !tools)) return
  // A checkout that has the dev dependencies keeps them.
  const withTools = tools || lastExtent === ALL_PACKAGES
  const remember = (extent) => writeFileSync(stamp, `${digest(lock)} ${extent}`)
  const installed = readIfExists(inRoot('node_modules', '.package-lock.json'))
  if (isInstalled(installed, lock, true)) return remember(ALL_PACKAGES)
  if (!withTools && isInstalled(installed, lock, false)) return remember(RUNTIME_ONLY)

  printStep('Instalando lo necesario…')
  // `npm ci` first removes all packages, which would break a running club. `npm install` only adds dev dependencies.
  const how = isSame ? ['install', '--no-save'] : ['ci']
  // --include=dev is necessary, because NODE_ENV=production of the caller would omit the dev dependencies. --prefer-offline
  // uses cached packages without a request. This is safe, because the lock file has their hashes.
  const args = [
    ...how,
    '--prefer-offline',
    withTools ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  // npm_execpath is used only if it is npm: with yarn or npx as the caller it names their file.
  const npm = /npm-cli\.js$/.test(process.env.npm_execpath ?? '') ? process.env.npm_execpath : null
  // npm runs on its own Node, because this script may run on the Node in node_modules, which the installation replaces.
  const isDone = npm
    ? await run(process.env.npm_node_execpath ?? process.execPath, [npm, ...args], { toStderr: true })
    : await run('npm', args, { toStderr: true, shell: process.platform === 'win32' })
  if (!isDone) fail('No se pudo instalar. Revisá la conexión y volvé a probar.')
  remember(withTools ? ALL_PACKAGES : RUNTIME_ONLY)
}

/**
 * Installs the packages of a folder with its own package.json, which running a club does not need.
 * @param {string} folder in the checkout
 */
export async function ensurePackage(folder) {
  const lock = readFileSync(inRoot(folder, 'package-lock.json'), 'utf8')
  const stamp = inRoot(folder, 'node_modules', '.installed')
  if (readIfExists(stamp) === digest(lock)) return
  printLine(`Instalando lo de ${folder}…`)
  const args = ['ci', '--prefix', inRoot(folder), '--no-audit', '--no-fund', '--loglevel=error']
  if (!(await run('npm', args, { shell: process.platform === 'win32' })))
    fail(`No se pudo instalar lo de ${folder}. Revisá la conexión y volvé a probar.`)
  writeFileSync(stamp, digest(lock))
}
