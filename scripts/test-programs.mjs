/** Installs programs that only tests need: browsers, and the proxies of deploy/. */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { bin, fail, run, say } from './runtime.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The same browser without windows: those cost half of the processor time of a journey. */
const WINDOWLESS = ['chromium-headless-shell', 'chrome-headless-shell']

const onPath = (names) =>
  names
    .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
    .find((path) => existsSync(path)) ?? null

/** The browser of this machine: the one that CHROMIUM names, else one on PATH; null when there is none. */
export const findBrowser = () => process.env.CHROMIUM || onPath(NAMES)

/** The one for journeys: without windows where there is such a one, else any. */
export const findForJourneys = () => process.env.CHROMIUM || onPath(WINDOWLESS) || onPath(NAMES)

/** Installs packages of Debian's. @returns whether they are there now; false also when this is no Debian, or not root */
async function installPackages(...names) {
  if (process.getuid?.() !== 0 || onPath(['apt-get']) === null) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) =>
    run('apt-get', ['-q', '-y', '-o', 'Acquire::http::Timeout=15', ...args], { env, quiet: true })
  // Nothing of somebody's machine has to go for it.
  return (await apt('update')) && (await apt('install', '--no-install-recommends', '--no-remove', ...names))
}

function requireChromium() {
  const { CHROMIUM } = process.env
  if (CHROMIUM && !existsSync(CHROMIUM)) fail(`CHROMIUM: no existe el archivo ${CHROMIUM}`)
}

/** Sees to it that there is a browser: this machine's, else Debian's package, else the one that Playwright fetches. */
export async function ensureBrowser(node) {
  requireChromium()
  if (findBrowser() !== null) return
  say('Instalando un navegador…')
  if (await installPackages('chromium')) return
  // Does nothing when it was fetched before. When it fails, so does who wants to use it.
  await playwrightInstall(node)
}

/** Sees to it that journeys have one, without windows if that can be had. */
export async function ensureForJourneys(node) {
  requireChromium()
  if (process.env.CHROMIUM || onPath(WINDOWLESS) !== null) return
  say('Instalando un navegador sin ventanas…')
  if ((await installPackages('chromium-headless-shell')) || findBrowser() !== null) return
  // Does nothing when it was fetched before. When it fails, so do the journeys, which say what they miss.
  await playwrightInstall(node, '--only-shell')
}

/**
 * Sees to it that there are a Firefox and a WebKit where they can be had: from Debian, since no other place offers builds
 * that people have. The journeys of one that is missing are skipped.
 */
export async function ensureEngines() {
  if (onPath(['firefox-esr', 'firefox']) === null) {
    say('Instalando Firefox…')
    if (!(await installPackages('firefox-esr'))) say('No hay Firefox: sus recorridos se saltean.')
  }
  if (onPath(['WebKitWebDriver']) === null || onPath(['xvfb-run']) === null) {
    say('Instalando WebKit…')
    if (!(await installPackages('webkit2gtk-driver', 'xvfb', 'xauth')))
      say('No hay WebKit: sus recorridos se saltean.')
  }
}

/** Each Debian package has the name of its program. Debian puts some of these programs in /usr/sbin. */
const SERVERS = ['nginx', 'caddy', 'haproxy', 'pgbouncer']

/** Debian packages run this program before they start a service: invoke-rc.d(8). */
const POLICY = '/usr/sbin/policy-rc.d'

/**
 * Installs the servers that tests run in front of the club or its database. Tests of a missing server are skipped.
 * On a machine with systemd the installation is skipped, because the packages would start the servers at every boot.
 */
export async function ensureServers() {
  const missing = SERVERS.filter((name) => onPath([name]) === null && !existsSync(join('/usr/sbin', name)))
  if (missing.length === 0) return
  const names = missing.join(', ')
  if (existsSync('/run/systemd/system')) {
    say(`No hay ${names}: sus pruebas se saltean. Para probarlos: apt install ${missing.join(' ')}`)
    return
  }
  say(`Instalando ${names}…`)
  const ownsPolicy = process.getuid?.() === 0 && !existsSync(POLICY)
  // Exit status 101: the service must not be started.
  if (ownsPolicy) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    if (!(await installPackages(...missing))) say(`No hay ${names}: sus pruebas se saltean.`)
  } finally {
    if (ownsPolicy) rmSync(POLICY)
  }
}

const playwrightInstall = (node, ...options) =>
  run(node, [bin('@playwright/test', 'playwright'), 'install', ...options, 'chromium'])
