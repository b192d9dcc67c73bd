/** The Chromium that the journeys run in. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { bin, refuse, run, say } from './runtime.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const onPath = (names) =>
  names
    .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
    .find((path) => existsSync(path)) ?? null

/** The browser of this machine: the one that CHROMIUM names, else one on PATH; null when there is none. */
export const findBrowser = () => process.env.CHROMIUM || onPath(NAMES)

const isDebianRoot = () => process.getuid?.() === 0 && onPath(['apt-get']) !== null

/** Sees to it that there is a browser: this machine's, else Debian's package, else the one that Playwright fetches. */
export async function ensureBrowser(node) {
  const { CHROMIUM } = process.env
  if (CHROMIUM && !existsSync(CHROMIUM)) refuse(`CHROMIUM: no existe el archivo ${CHROMIUM}`)
  if (findBrowser() !== null) return
  say('Instalando un navegador…')
  if (isDebianRoot()) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const apt = (...args) => run('apt-get', ['-q', '-y', ...args], { env, quiet: true })
    if ((await apt('update')) && (await apt('install', '--no-install-recommends', 'chromium'))) return
  }
  // Does nothing when it was fetched before. When it fails, so do the journeys, which say what they miss.
  await run(node, [bin('@playwright/test', 'playwright'), 'install', 'chromium'])
}
