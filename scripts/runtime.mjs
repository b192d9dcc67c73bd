/**
 * Functions for all scripts: run commands, choose Node, build the site, and start programs of the project. This file has no
 * dependencies and runs on Node 20, because it is used before packages are installed.
 */
import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { computeSourcesDigest, computeSourcesFingerprint, root } from './source-digest.mjs'

export { root }

/** Returns the absolute path of a file in the checkout. */
export const inRoot = (...parts) => join(root, ...parts)

/** Returns the text of a file, or null if it does not exist. */
export const readIfExists = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null)

export const printLine = (line) => console.log(line)

/** Prints a step on standard error, because standard output may be for a JSON document of the program that follows. */
export const printStep = (line) => console.error(line)

export function fail(line) {
  console.error(line)
  process.exit(1)
}

const STOP_SIGNALS = process.platform === 'win32' ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Ends this process with the status or signal of its child, so that a shell or a supervisor sees the true reason. */
function exitLike(code, signal) {
  if (!signal) process.exit(code ?? 1)
  for (const name of STOP_SIGNALS) process.removeAllListeners(name)
  process.kill(process.pid, signal)
  // The first process of a container ignores the signal, so it exits with the status that a shell would report.
  setTimeout(() => process.exit(128 + constants.signals[signal]), 500)
}

/**
 * Handles stop signals. Each kind is handled once, because after Ctrl-C npm repeats the signal of the terminal.
 * @returns {() => void} a function that removes the listeners
 */
function onStopSignal(handle) {
  const received = new Set()
  const onSignal = (signal) => {
    if (received.has(signal)) return
    received.add(signal)
    handle(signal)
  }
  for (const name of STOP_SIGNALS) process.on(name, onSignal)
  return () => {
    for (const name of STOP_SIGNALS) process.off(name, onSignal)
  }
}

/** Matches variables with keys and passwords: those of platform/process/env.ts, and AWS_* and PG*, which clients read. */
const SECRET = /^(DATABASE_URL|SMTP_URL|ADMIN_PASSWORD|METRICS_TOKEN|AWS_.*|PG.*)$/

/** Returns the environment for third-party code, such as install scripts of packages and the build of the site. */
export const withoutSecrets = (env = process.env) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !SECRET.test(name)))

/**
 * Runs a command to its end. A stop signal ends the command first, then this process.
 * @param {string} command
 * @param {string[]} args
 * @param {{env?: NodeJS.ProcessEnv, quiet?: boolean, toStderr?: boolean, byLine?: boolean, shell?: boolean}} [options] env: by
 *   default the environment of this process without secrets. quiet: prints its output only if it fails. toStderr: prints all
 *   output on standard error. byLine: prints whole lines, so that two commands can run at the same time
 * @returns {Promise<boolean>} true if its exit status was 0
 */
export function run(
  command,
  args,
  { env = withoutSecrets(), quiet = false, toStderr = false, byLine = false, shell = false } = {},
) {
  const isPiped = quiet || byLine
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      shell,
      stdio: ['ignore', isPiped ? 'pipe' : toStderr ? 2 : 'inherit', isPiped ? 'pipe' : 'inherit'],
    })
    const output = []
    for (const stream of isPiped ? [child.stdout, child.stderr] : []) {
      if (byLine) createInterface({ input: stream }).on('line', printLine)
      else stream.on('data', (chunk) => output.push(chunk))
    }
    let stoppedBy = null
    const removeListeners = onStopSignal((signal) => {
      stoppedBy ??= signal
      child.kill(signal)
    })
    child.on('error', (error) => output.push(Buffer.from(`${error.message}\n`)))
    child.on('close', (code) => {
      removeListeners()
      if (stoppedBy) return exitLike(null, stoppedBy)
      if (code !== 0) process.stderr.write(Buffer.concat(output))
      resolve(code === 0)
    })
  })
}

// ── Node ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** True for Node 24.7 or newer, which has argon2 in node:crypto. */
const isRecent = (version) => {
  const [major, minor] = version.replace('v', '').split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 7)
}

/** Returns the Node that runs the project: this one if it is recent enough, otherwise the locked optional package. */
export function chooseNode() {
  if (isRecent(process.version)) return process.execPath
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const path = inRoot('node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  // Runs the file instead of only looking for it, because it does not run on a system with another C library.
  const answer = spawnSync(path, ['--version'], { encoding: 'utf8' })
  if (answer.status === 0 && isRecent(answer.stdout.trim())) return path
  return fail(
    `Hace falta Node 24.7 o más nuevo y este es ${process.version}. Instalalo desde https://nodejs.org`,
  )
}

/** Returns the JavaScript file of a package's command, so that the chosen Node can run it. */
export function bin(packageName, command) {
  const folder = inRoot('node_modules', packageName)
  const { bin: commands } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, commands[command])
}

// ── Building ───────────────────────────────────────────────────────────────────────────────────────────────────────

const isRunning = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process runs, but belongs to another user.
    return error.code === 'EPERM'
  }
}

/** Runs work while holding a lock file, because two builds at once would delete each other's files. */
async function withLock(lock, work) {
  mkdirSync(dirname(lock), { recursive: true })
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      const holder = readIfExists(lock)
      // A killed process leaves its lock file behind, so the lock of a dead process is removed.
      if (holder && !isRunning(Number(holder))) rmSync(lock, { force: true })
      else await sleep(200)
    }
  }
  const release = () => rmSync(lock, { force: true })
  process.once('exit', release)
  await work()
  process.off('exit', release)
  release()
}

/** Builds site and server if their sources changed since the last complete build. */
export async function ensureBuilt(node) {
  const stamp = inRoot('build', '.sources')
  const fingerprint = computeSourcesFingerprint()
  const [, builtFingerprint] = readIfExists(stamp)?.split('\n') ?? []
  if (builtFingerprint === fingerprint) return
  const wanted = computeSourcesDigest()
  const isBuilt = () => readIfExists(stamp)?.split('\n')[0] === wanted
  const remember = (file) => writeFileSync(file, `${wanted}\n${fingerprint}`)
  if (isBuilt()) {
    try {
      remember(stamp)
    } catch {
      // A read-only disk, as in a container, cannot store the fingerprint, so every start reads all sources.
    }
    return
  }
  // Reports an invalid variable before the build, which takes half a minute. The server checks the variables again.
  const env = { ...process.env, NODE_ENV: 'production' }
  if (!(await run(node, [inRoot('platform', 'process', 'env.ts')], { env }))) process.exit(1)
  await withLock(inRoot('node_modules', '.cache', 'build.lock'), async () => {
    if (isBuilt()) return
    printStep('Armando el sitio…')
    // Builds into another folder, because a running club may serve from the current build.
    const next = inRoot('build.next')
    rmSync(next, { recursive: true, force: true })
    const built = await run(node, [inRoot('scripts', 'build-site.mjs')], {
      env: { ...withoutSecrets(env), BUILD_DIRECTORY: 'build.next' },
      quiet: true,
    })
    if (!built) fail('No se pudo armar el sitio: el motivo está arriba.')
    remember(join(next, '.sources'))
    replaceBuild(next, inRoot('build'))
  })
}

/**
 * Replaces the current build with the next one. Scripts, styles and pictures of the current build stay available until the
 * build after it, because open pages and a running server still load them. Names contain a hash, so they do not collide.
 */
export function replaceBuild(next, current) {
  const own = (build) => join(build, '.assets.json')
  const ours = ['client', 'server'].flatMap((half) => {
    const folder = join(half, 'assets')
    return existsSync(join(next, folder))
      ? readdirSync(join(next, folder)).map((name) => join(folder, name))
      : []
  })
  writeFileSync(own(next), JSON.stringify(ours))
  // Keeps only the files of the current build itself. Files that it kept from earlier builds are dropped.
  for (const path of JSON.parse(readIfExists(own(current)) ?? '[]')) {
    const previous = join(current, path)
    if (!ours.includes(path) && existsSync(previous)) linkSync(previous, join(next, path))
  }
  const old = `${current}.old`
  rmSync(old, { recursive: true, force: true })
  if (existsSync(current)) renameSync(current, old)
  renameSync(next, current)
  rmSync(old, { recursive: true, force: true })
}

// ── Running ────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Settings that halve the memory of Node. Node reads them only at its start (docs/decisions/0039). The first flag limits V8's
 * young generation in MB (default 96). The second limits the growth of the old generation before a collection, in per cent
 * (default: four times the used memory). The variables, mallopt(3), limit glibc. By default glibc keeps a heap for each thread,
 * and after the first password check it does not return the memory of large buffers.
 */
export const MEMORY_SETTINGS = {
  flags: ['--max-semi-space-size=8', '--heap-growing-percent=50'],
  variables: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' },
}

/**
 * Replaces this process by one with MEMORY_SETTINGS, unless it has them or the system cannot do so. Operators override the
 * flags with another --max-semi-space-size, and the variables with values of their own.
 */
export function limitMemory() {
  const hasFlag = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some((flag) =>
    flag.includes('--max-semi-space-size'),
  )
  // execve closes inherited descriptors. The channel to a parent process, or the socket of systemd, would be lost, so such a
  // process is not restarted. deploy/club@.service sets MEMORY_SETTINGS itself.
  const mustKeepProcess = process.channel || process.env.LISTEN_FDS
  if (hasFlag || mustKeepProcess || !isRecent(process.version) || process.platform === 'win32') return
  process.execve(
    process.execPath,
    [process.execPath, ...MEMORY_SETTINGS.flags, ...process.execArgv, ...process.argv.slice(1)],
    { ...MEMORY_SETTINGS.variables, ...process.env },
  )
}

/** Folder for compiled code, which makes the next start faster. `npm ci` deletes it together with all packages. */
const compileCache = inRoot('node_modules', '.cache', 'node-compile')

/** Matches scripts that run as long as the club does, while npm waits for them. */
const NPM_SCRIPT = /scripts\/(start|pulso)\.mjs/

/** True if npm started this script. */
export const isUnderNpm = () => NPM_SCRIPT.test(process.env.npm_lifecycle_script ?? '')

/**
 * Returns the ids of the processes between this one and npm: the parent and, if that is the shell in which npm runs scripts,
 * the parent of the shell. Linux has them in proc(5). On other systems the usual shells replace themselves with the command.
 */
function readParentIds() {
  const parent = process.ppid
  try {
    const isShellOfScript = NPM_SCRIPT.test(readFileSync(`/proc/${parent}/cmdline`, 'utf8'))
    const [, grandparent] = readFileSync(`/proc/${parent}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return isShellOfScript ? `${parent} ${grandparent}` : `${parent}`
  } catch {
    return `${parent}`
  }
}

/** Calls `stop` when npm has ended. After SIGTERM or SIGKILL, npm and its shell end without a signal to this process. */
function stopWhenNpmEnds(stop) {
  if (!isUnderNpm() || process.platform === 'win32') return
  const atFirst = readParentIds()
  const timer = setInterval(() => {
    if (readParentIds() === atFirst) return
    clearInterval(timer)
    stop()
  }, 1000)
  timer.unref()
}

export const SERVER_FILE = 'build/server/index.js'

/** Starts a program of the project as a child. The IPC channel closes when this process ends, so the child notices it. */
function spawnProgram(node, file, args = []) {
  const child = spawn(node, [...MEMORY_SETTINGS.flags, inRoot(file), ...args], {
    cwd: root,
    env: { ...MEMORY_SETTINGS.variables, ...process.env, NODE_COMPILE_CACHE: compileCache },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  child.on('error', (error) => fail(error.message))
  return child
}

/**
 * Runs the program in `file`. If this process is the chosen Node, the program runs in this process. Otherwise it runs in a
 * child, which receives the stop signals, and this process ends with the status of the child.
 */
export async function runProgram(node, file, args = []) {
  process.chdir(root)
  if (node === process.execPath) {
    stopWhenNpmEnds(() => process.kill(process.pid, 'SIGTERM'))
    process.argv = [node, inRoot(file), ...args]
    module.enableCompileCache(compileCache)
    await import(pathToFileURL(inRoot(file)).href)
    return
  }
  const child = spawnProgram(node, file, args)
  onStopSignal((signal) => child.kill(signal))
  stopWhenNpmEnds(() => child.kill('SIGTERM'))
  child.on('exit', exitLike)
}

/**
 * Runs the program in `file` as a child, and restarts it when a file in `folders` is saved. Node's --watch is not used,
 * because its intermediate process would survive if this process were killed.
 */
export function runAndRestart(node, file, folders) {
  process.chdir(root)
  let child = null
  let edited = false
  let restartDue = false
  let stopping = false

  const start = () => {
    restartDue = false
    child = spawnProgram(node, file)
    child.once('exit', (code, signal) => {
      child = null
      if (restartDue) start()
      // A program that never started, for example because of a used port, ends this process. After a broken edit it waits.
      else if (stopping || !edited) exitLike(code, signal)
      else printLine('El servidor se detuvo. Guardá un cambio y arranca de nuevo.')
    })
  }

  const restart = () => {
    if (stopping) return
    printLine('Cambió el servidor: arranca de nuevo.')
    edited = true
    restartDue = true
    if (child) child.kill('SIGTERM')
    else start()
  }

  const end = (signal) => {
    stopping = true
    restartDue = false
    if (child) child.kill(signal)
    else exitLike(null, signal)
  }

  let saved
  for (const folder of folders) {
    watch(inRoot(folder), { recursive: true }, (_, name) => {
      if (/\.test\.tsx?$/.test(name ?? '')) return
      clearTimeout(saved)
      // Waits, because editors save a file in several steps.
      saved = setTimeout(restart, 100)
    })
  }
  onStopSignal(end)
  stopWhenNpmEnds(() => end('SIGTERM'))
  start()
}
