/** Installs programs that only tests need: browsers, and the proxies of deploy/. */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { bin, fail, printLine, run } from './runtime.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Headless builds of Chromium. With the full build, drawing its windows takes half of the processor time of a journey. */
const HEADLESS = ['chromium-headless-shell', 'chrome-headless-shell']

const onPath = (names) =>
  names
    .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
    .find((path) => existsSync(path)) ?? null

/** Returns the browser in the variable CHROMIUM, otherwise one on the PATH, otherwise null. */
export const findBrowser = () => process.env.CHROMIUM || onPath(NAMES)

/** Returns the browser for journeys: a headless build if there is one, otherwise any build of Chromium. */
export const findJourneyBrowser = () => process.env.CHROMIUM || onPath(HEADLESS) || onPath(NAMES)

const apt = (...args) =>
  run('apt-get', ['-q', '-y', '-o', 'Acquire::http::Timeout=15', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    quiet: true,
  })

/** The update of apt's lists, which all installations of this process share. */
let update = null

/** Installs Debian packages. @returns false if that failed, without root rights, or on another system */
async function installPackages(...names) {
  if (process.getuid?.() !== 0 || onPath(['apt-get']) === null) return false
  update ??= apt('update')
  // --no-remove makes apt fail instead of removing other packages of the machine.
  return (await update) && (await apt('install', '--no-install-recommends', '--no-remove', ...names))
}

function checkChromiumVariable() {
  const { CHROMIUM } = process.env
  if (CHROMIUM && !existsSync(CHROMIUM)) fail(`CHROMIUM: no existe el archivo ${CHROMIUM}`)
}

/** Ensures that there is a browser. Tries the browser of this machine, Debian's package, then Playwright's download. */
export async function ensureBrowser(node) {
  checkChromiumVariable()
  if (findBrowser() !== null) return
  printLine('Instalando un navegador…')
  if (await installPackages('chromium')) return
  // Playwright skips a download that exists. A failure is ignored here: the program that needs the browser reports it.
  await playwrightInstall(node)
}

/** Ensures that there is a browser for journeys, if possible a headless build. */
export async function ensureJourneyBrowser(node) {
  checkChromiumVariable()
  if (process.env.CHROMIUM || onPath(HEADLESS) !== null) return
  printLine('Instalando un navegador sin ventanas…')
  if ((await installPackages('chromium-headless-shell')) || findBrowser() !== null) return
  // Playwright skips a download that exists. A failure is ignored here: the journeys fail and name the missing browser.
  await playwrightInstall(node, '--only-shell')
}

/**
 * Installs Firefox and WebKit if possible. Uses Debian's packages instead of Playwright's, because people use such builds.
 * Journeys of a missing browser are skipped.
 */
export async function ensureOtherBrowsers() {
  if (onPath(['firefox-esr', 'firefox']) === null) {
    printLine('Instalando Firefox…')
    if (!(await installPackages('firefox-esr'))) printLine('No hay Firefox: sus recorridos se saltean.')
  }
  if (onPath(['WebKitWebDriver']) === null || onPath(['xvfb-run']) === null) {
    printLine('Instalando WebKit…')
    if (!(await installPackages('webkit2gtk-driver', 'xvfb', 'xauth')))
      printLine('No hay WebKit: sus recorridos se saltean.')
  }
}

/** Programs and their Debian packages, which have the same names. Some of the programs are in /usr/sbin. */
const SERVERS = ['nginx', 'caddy', 'haproxy', 'pgbouncer']

/** Debian packages run this program before they start a service, and its exit status can forbid the start: invoke-rc.d(8). */
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
    printLine(`No hay ${names}: sus pruebas se saltean. Para probarlos: apt install ${missing.join(' ')}`)
    return
  }
  printLine(`Instalando ${names}…`)
  const ownsPolicy = process.getuid?.() === 0 && !existsSync(POLICY)
  // The exit status 101 forbids the start of services, so that apt only installs them.
  if (ownsPolicy) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    if (!(await installPackages(...missing))) printLine(`No hay ${names}: sus pruebas se saltean.`)
  } finally {
    if (ownsPolicy) rmSync(POLICY)
  }
}

const playwrightInstall = (node, ...options) =>
  run(node, [bin('@playwright/test', 'playwright'), 'install', ...options, 'chromium'])
