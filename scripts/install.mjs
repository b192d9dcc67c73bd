/**
 * Brings the packages that package-lock.json names. A club is built and run with the dependencies alone; what tests, checks
 * and benches need beside them, a third of all, comes when the first of these asks for it. Like runtime.mjs without
 * dependencies and for Node 20.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fail, inRoot, note, readIfThere, run, say } from './runtime.mjs'
import { digest } from './source-digest.mjs'

/** What the stamp says was installed: for running a club, or everything. */
const CLUB = 'club'
const ALL = 'all'

/**
 * Whether npm's own list of what it installed has everything of a lock file: then somebody ran npm already.
 * @param {string | null} installed node_modules/.package-lock.json
 * @param {string} lock package-lock.json
 * @param {boolean} withTools the dev dependencies as well
 */
export function isInstalled(installed, lock, withTools) {
  if (installed === null) return false
  const has = JSON.parse(installed).packages
  return Object.entries(JSON.parse(lock).packages).every(
    ([path, wanted]) =>
      path === '' ||
      // Optional packages are those of other platforms; the one that matters is looked for by chooseNode().
      (has[path] === undefined && (wanted.optional === true || (wanted.dev === true && !withTools))) ||
      (has[path]?.version === wanted.version && has[path]?.integrity === wanted.integrity),
  )
}

/**
 * Installs exactly what package-lock.json says, when it says something else than last time. Else: no network.
 * @param {{tools: boolean}} wanted tools: also what is not needed to build and run a club. What is there stays there
 */
export async function ensureInstalled({ tools }) {
  const stamp = inRoot('node_modules', '.installed')
  const lock = readFileSync(inRoot('package-lock.json'), 'utf8')
  const [digestThen, extentThen] = readIfThere(stamp)?.split(' ') ?? []
  const isSame = digestThen === digest(lock)
  if (isSame && (extentThen === ALL || !tools)) return
  // Whoever has tested here will again.
  const withTools = tools || extentThen === ALL
  const remember = (extent) => writeFileSync(stamp, `${digest(lock)} ${extent}`)
  const installed = readIfThere(inRoot('node_modules', '.package-lock.json'))
  if (isInstalled(installed, lock, true)) return remember(ALL)
  if (!withTools && isInstalled(installed, lock, false)) return remember(CLUB)

  note('Instalando lo necesario…')
  // `npm ci` begins by taking everything away: from under a club that runs here, when only the tools are missing.
  const how = isSame ? ['install', '--no-save'] : ['ci']
  // A NODE_ENV=production of the caller would leave out the tools. What the lock file names by its hash needs not be asked
  // about again where npm has it.
  const args = [
    ...how,
    '--prefer-offline',
    withTools ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  // Whoever calls us by yarn or npx is not npm itself.
  const npm = /npm-cli\.js$/.test(process.env.npm_execpath ?? '') ? process.env.npm_execpath : null
  // Under npm we may run on the very Node that is about to be replaced; npm itself does not.
  const isDone = npm
    ? await run(process.env.npm_node_execpath ?? process.execPath, [npm, ...args], { aside: true })
    : await run('npm', args, { aside: true, shell: process.platform === 'win32' })
  if (!isDone) fail('No se pudo instalar. Revisá la conexión y volvé a probar.')
  remember(withTools ? ALL : CLUB)
}

/**
 * Brings the packages of a folder with a package.json of its own: what nobody who only runs a club should have to fetch.
 * @param {string} folder in the checkout
 */
export async function ensurePackage(folder) {
  const lock = readFileSync(inRoot(folder, 'package-lock.json'), 'utf8')
  const stamp = inRoot(folder, 'node_modules', '.installed')
  if (readIfThere(stamp) === digest(lock)) return
  say(`Instalando lo de ${folder}…`)
  const args = ['ci', '--prefix', inRoot(folder), '--no-audit', '--no-fund', '--loglevel=error']
  if (!(await run('npm', args, { shell: process.platform === 'win32' })))
    fail(`No se pudo instalar lo de ${folder}. Revisá la conexión y volvé a probar.`)
  writeFileSync(stamp, digest(lock))
}
