/**
 * Installs the packages of package-lock.json. Building and running a club needs only the dependencies. The dev dependencies
 * of tests, checks and benches are a third of all packages, and are installed when the first of these runs. This file has no
 * dependencies and runs on Node 20, as runtime.mjs.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fail, inRoot, printLine, printStep, readIfExists, run } from './runtime.mjs'
import { digest } from './source-digest.mjs'

/** Values in the stamp file: the packages to run a club, or all packages. */
const RUNTIME_ONLY = 'club'
const ALL_PACKAGES = 'all'

/**
 * True if npm's list of installed packages contains all packages of a lock file. npm was run before then.
 * @param {string | null} installed node_modules/.package-lock.json
 * @param {string} lock package-lock.json
 * @param {boolean} withTools checks also the dev dependencies
 */
export function isInstalled(installed, lock, withTools) {
  if (installed === null) return false
  const has = JSON.parse(installed).packages
  return Object.entries(JSON.parse(lock).packages).every(
    ([path, wanted]) =>
      path === '' ||
      // Optional packages may belong to other platforms. chooseNode() checks the one that is needed.
      (has[path] === undefined && (wanted.optional === true || (wanted.dev === true && !withTools))) ||
      (has[path]?.version === wanted.version && has[path]?.integrity === wanted.integrity),
  )
}

/**
 * Installs exactly the packages of package-lock.json, if that file changed since the last installation. Otherwise it needs
 * no network.
 * @param {{tools: boolean}} wanted tools: also the dev dependencies. Installed dev dependencies are never removed
 */
export async function ensureInstalled({ tools }) {
  const stamp = inRoot('node_modules', '.installed')
  const lock = readFileSync(inRoot('package-lock.json'), 'utf8')
  const [lastDigest, lastExtent] = readIfExists(stamp)?.split(' ') ?? []
  const isSame = lastDigest === digest(lock)
  if (isSame && (lastExtent === ALL_PACKAGES || !tools)) return
  // A checkout that once had the dev dependencies keeps them.
  const withTools = tools || lastExtent === ALL_PACKAGES
  const remember = (extent) => writeFileSync(stamp, `${digest(lock)} ${extent}`)
  const installed = readIfExists(inRoot('node_modules', '.package-lock.json'))
  if (isInstalled(installed, lock, true)) return remember(ALL_PACKAGES)
  if (!withTools && isInstalled(installed, lock, false)) return remember(RUNTIME_ONLY)

  printStep('Instalando lo necesario…')
  // `npm ci` first removes all packages. If only the dev dependencies are missing, that would break a running club.
  const how = isSame ? ['install', '--no-save'] : ['ci']
  // --include=dev: NODE_ENV=production of the caller would omit the dev dependencies. --prefer-offline: the hashes in the
  // lock file make a request for cached packages unnecessary.
  const args = [
    ...how,
    '--prefer-offline',
    withTools ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  // npm_execpath is not npm if the caller is yarn or npx.
  const npm = /npm-cli\.js$/.test(process.env.npm_execpath ?? '') ? process.env.npm_execpath : null
  // This script may run on the Node in node_modules, which the installation replaces. npm runs on its own Node.
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
