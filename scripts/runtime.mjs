/**
 * What start, test and check share: they bring the checkout into a state from which the project's own Node can run it.
 * No dependencies and nothing newer than Node 20, because all of this runs before anything is installed.
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
import { root, sourcesDigest, sourcesLook } from './source-digest.mjs'

export { root }

/** A path inside the checkout. */
export const inRoot = (...parts) => join(root, ...parts)

/** A text file, or null. */
export const readIfThere = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null)

/** A line for the person in front of the terminal. */
export const say = (line) => console.log(line)

/** What is done before a program is run: standard output may be a document of that program's. */
export const note = (line) => console.error(line)

/** Says why and ends. */
export function fail(line) {
  console.error(line)
  process.exit(1)
}

const STOP_SIGNALS = process.platform === 'win32' ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Ends this process the way its child ended, so that a shell or a supervisor sees the true reason. */
function endLike(code, signal) {
  if (!signal) process.exit(code ?? 1)
  for (const name of STOP_SIGNALS) process.removeAllListeners(name)
  process.kill(process.pid, signal)
  // The first process of a container does not die of a signal.
  setTimeout(() => process.exit(128 + constants.signals[signal]), 500)
}

/**
 * Handles the signals to stop, each kind once: with Ctrl-C npm repeats what the terminal has already sent.
 * @returns {() => void} removes the listeners
 */
function onStop(handle) {
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

/** Keys and passwords of the club; its variables are named in platform/process/env.ts. AWS and PG: what its clients read besides. */
const SECRET = /^(DATABASE_URL|SMTP_URL|ADMIN_PASSWORD|METRICS_TOKEN|AWS_.*|PG.*)$/

/** The environment for code of others: what packages run while they are installed, and what builds the site. */
export const withoutSecrets = (env = process.env) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !SECRET.test(name)))

/**
 * Runs one command to its end. A stop signal that arrives meanwhile ends the command, then this process.
 * @param {string} command
 * @param {string[]} args
 * @param {{env?: NodeJS.ProcessEnv, quiet?: boolean, aside?: boolean, byLine?: boolean, shell?: boolean}} [options] env: ours
 *   without secrets by default; quiet: show its output only if it fails; aside: all of it on standard error; byLine: pass
 *   its output on in whole lines, so that two commands can run at the same time
 * @returns {Promise<boolean>} whether it ended well
 */
export function run(
  command,
  args,
  { env = withoutSecrets(), quiet = false, aside = false, byLine = false, shell = false } = {},
) {
  const isPiped = quiet || byLine
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      shell,
      stdio: ['ignore', isPiped ? 'pipe' : aside ? 2 : 'inherit', isPiped ? 'pipe' : 'inherit'],
    })
    const output = []
    for (const stream of isPiped ? [child.stdout, child.stderr] : []) {
      if (byLine) createInterface({ input: stream }).on('line', say)
      else stream.on('data', (chunk) => output.push(chunk))
    }
    let stoppedBy = null
    const removeListeners = onStop((signal) => {
      stoppedBy ??= signal
      child.kill(signal)
    })
    child.on('error', (error) => output.push(Buffer.from(`${error.message}\n`)))
    child.on('close', (code) => {
      removeListeners()
      if (stoppedBy) return endLike(null, stoppedBy)
      if (code !== 0) process.stderr.write(Buffer.concat(output))
      resolve(code === 0)
    })
  })
}

// ── Node ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** 24.7 brought argon2 to node:crypto. */
const isRecent = (version) => {
  const [major, minor] = version.replace('v', '').split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 7)
}

/** The Node that runs the project: this one if it is recent enough, else the one locked as an optional package. */
export function chooseNode() {
  if (isRecent(process.version)) return process.execPath
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const path = inRoot('node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  // Being there is not enough: on a system with another C library it does not run.
  const answer = spawnSync(path, ['--version'], { encoding: 'utf8' })
  if (answer.status === 0 && isRecent(answer.stdout.trim())) return path
  return fail(
    `Hace falta Node 24.7 o más nuevo y este es ${process.version}. Instalalo desde https://nodejs.org`,
  )
}

/** The JavaScript file behind a command that a package brings, to be run with the Node of our choice. */
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
    // It runs, but as somebody else's.
    return error.code === 'EPERM'
  }
}

/** Two that build at once would empty each other's folders: the second one waits for the first. */
async function alone(lock, work) {
  mkdirSync(dirname(lock), { recursive: true })
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      const holder = readIfThere(lock)
      // One that was killed has left its lock behind.
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

/** Builds site and server if their sources changed since the last whole build. */
export async function ensureBuilt(node) {
  const stamp = inRoot('build', '.sources')
  const look = sourcesLook()
  const [, lookOfBuilt] = readIfThere(stamp)?.split('\n') ?? []
  if (lookOfBuilt === look) return
  const wanted = sourcesDigest()
  const isBuilt = () => readIfThere(stamp)?.split('\n')[0] === wanted
  const remember = (file) => writeFileSync(file, `${wanted}\n${look}`)
  if (isBuilt()) {
    try {
      remember(stamp)
    } catch {
      // A disk that is only read, as of a container: then they are read every time.
    }
    return
  }
  // A wrong variable is better told now than half a minute later; the server checks again at its own start.
  const env = { ...process.env, NODE_ENV: 'production' }
  if (!(await run(node, [inRoot('platform', 'process', 'env.ts')], { env }))) process.exit(1)
  await alone(inRoot('node_modules', '.cache', 'build.lock'), async () => {
    if (isBuilt()) return
    note('Armando el sitio…')
    // Beside the one that a running club may be serving from.
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
 * Puts a whole build in the place of another. What the one before loads when it is first needed stays for one more round:
 * pages that are open, and a server that has yet to be started again, go on asking for it. Names carry a hash, so none is in
 * another's way.
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
  // Only its own: what it has of the one before that has had its round.
  for (const path of JSON.parse(readIfThere(own(current)) ?? '[]')) {
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
 * What Node can only be told when it begins, and by which it takes half the memory (docs/decisions/0039). Flags: V8's young
 * generation, MB, which would grow to 96; and by how much the old one may grow before it is looked through, per cent, which
 * would be four times what is in use. Variables, mallopt(3): glibc keeps a heap for each thread that asked for memory, and once
 * a password was checked it no longer gives back what large buffers took.
 */
export const FRUGAL = {
  flags: ['--max-semi-space-size=8', '--heap-growing-percent=50'],
  variables: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' },
}

/**
 * Begins again as the same process, with what keeps its memory small, unless it was begun so or the system has no such thing.
 * Whoever has a reason to choose otherwise gives another --max-semi-space-size, or variables of their own.
 */
export function beFrugal() {
  const isSaid = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some((flag) =>
    flag.includes('--max-semi-space-size'),
  )
  // An older Node only starts the one that runs the club. Who forked us and listens would lose us, and so would the socket
  // that systemd passed: Node closes what it was given when it runs another program. deploy/club@.service says the same flags.
  const isGiven = process.channel || process.env.LISTEN_FDS
  if (isSaid || isGiven || !isRecent(process.version) || process.platform === 'win32') return
  process.execve(
    process.execPath,
    [process.execPath, ...FRUGAL.flags, ...process.execArgv, ...process.argv.slice(1)],
    { ...FRUGAL.variables, ...process.env },
  )
}

/** Keeps compiled code between starts; npm ci clears it together with everything else. */
const compileCache = inRoot('node_modules', '.cache', 'node-compile')

/** What npm runs of ours and stays around for. */
const SCRIPT = /scripts\/(start|pulso)\.mjs/

/** Whether npm called us, and not somebody by hand. */
export const isUnderNpm = () => SCRIPT.test(process.env.npm_lifecycle_script ?? '')

/**
 * Who stands between us and npm: our parent and, where that is the shell through which npm calls us, its parent too.
 * Linux tells by proc(5); elsewhere the usual shells step aside for the command they were given.
 */
function lineage() {
  const parent = process.ppid
  try {
    const isShellOfScript = SCRIPT.test(readFileSync(`/proc/${parent}/cmdline`, 'utf8'))
    const [, grandparent] = readFileSync(`/proc/${parent}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return isShellOfScript ? `${parent} ${grandparent}` : `${parent}`
  } catch {
    return `${parent}`
  }
}

/** A SIGTERM ends npm and its shell before they have told us, and a SIGKILL leaves them no time to. */
function stopWhenNpmIsGone(stop) {
  if (!isUnderNpm() || process.platform === 'win32') return
  const atFirst = lineage()
  const look = setInterval(() => {
    if (lineage() === atFirst) return
    clearInterval(look)
    stop()
  }, 1000)
  look.unref()
}

/** The club itself. */
export const CLUB = 'build/server/index.js'

/** A program of ours as a child that can be told to stop, and that notices our own death by its end of the channel. */
function spawnProgram(node, file, args = []) {
  const child = spawn(node, [...FRUGAL.flags, inRoot(file), ...args], {
    cwd: root,
    env: { ...FRUGAL.variables, ...process.env, NODE_COMPILE_CACHE: compileCache },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  child.on('error', (error) => fail(error.message))
  return child
}

/**
 * Becomes the program in `file`: within this very process when it runs the chosen Node, else as the parent of one that
 * does, to which it hands stop signals and whose end it shares.
 */
export async function become(node, file, args = []) {
  process.chdir(root)
  if (node === process.execPath) {
    stopWhenNpmIsGone(() => process.kill(process.pid, 'SIGTERM'))
    process.argv = [node, inRoot(file), ...args]
    module.enableCompileCache(compileCache)
    await import(pathToFileURL(inRoot(file)).href)
    return
  }
  const child = spawnProgram(node, file, args)
  onStop((signal) => child.kill(signal))
  stopWhenNpmIsGone(() => child.kill('SIGTERM'))
  child.on('exit', endLike)
}

/**
 * Runs the program in `file` as a child and starts it again whenever something in `folders` is saved.
 * Node's own --watch is not used: its go-between would outlive us if we were killed.
 */
export function becomeAgainAndAgain(node, file, folders) {
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
      // What cannot start even once (a taken port) ends us; what an edit broke waits for the edit that mends it.
      else if (stopping || !edited) endLike(code, signal)
      else say('El servidor se detuvo. Guardá un cambio y arranca de nuevo.')
    })
  }

  const restart = () => {
    if (stopping) return
    say('Cambió el servidor: arranca de nuevo.')
    edited = true
    restartDue = true
    if (child) child.kill('SIGTERM')
    else start()
  }

  const end = (signal) => {
    stopping = true
    restartDue = false
    if (child) child.kill(signal)
    else endLike(null, signal)
  }

  let saved
  for (const folder of folders) {
    watch(inRoot(folder), { recursive: true }, (_, name) => {
      if (/\.test\.tsx?$/.test(name ?? '')) return
      clearTimeout(saved)
      // Editors save in several steps.
      saved = setTimeout(restart, 100)
    })
  }
  onStop(end)
  stopWhenNpmIsGone(() => end('SIGTERM'))
  start()
}
