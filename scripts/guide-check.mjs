/**
 * `npm run guide`: runs the command blocks of docs/operations.md in order on a new Debian 12, in a container with its own systemd
 * as process 1. Needs Linux, root, and the packages debootstrap and systemd-container.
 *   npm run guide [-- <archive>]   a release archive that includes Node. Without it, one is made
 * The container has no network, so packages are downloaded before. Not covered: certificates and DNS, a mail server, a
 * bucket, and the blocks in NOT_RUN (scripts/guide-blocks.mjs).
 */
import { spawn, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readBlocks } from './guide-blocks.mjs'
import { fail, inRoot, printLine, run } from './runtime.mjs'

/** Debian as debootstrap creates it. It stays for the next run. */
const BASE = '/var/cache/pulso-guide/debian-12'
const START_SECONDS = 120
/** An archive with this name is a copy of the tested one, for the upgrade. The guide names it. */
const NEXT = 'pulso-1.1.0-linux-x64-node'

const ENVIRONMENT = [
  'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  'HOME=/root',
  'LANG=C.UTF-8',
  'DEBIAN_FRONTEND=noninteractive',
]

const call = (command, ...args) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1e8 })
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')}\n${stdout}${stderr}`)
  return stdout
}

for (const program of ['debootstrap', 'systemd-nspawn', 'nsenter'])
  if (spawnSync(program, ['--version'], { stdio: 'ignore' }).error)
    fail(`Falta ${program}: apt-get install debootstrap systemd-container util-linux`)
if (process.getuid?.() !== 0) fail('Hace falta root: la guía se prueba en un Debian aparte.')

const blocks = readBlocks()
const archive = process.argv[2] ?? (await makeArchive())
const place = mkdtempSync('/var/tmp/pulso-guide-')
const root = join(place, 'root')
let container = null
let failed = true
try {
  prepareRoot()
  const leader = await boot()
  failed = runBlocks(leader)
} finally {
  await remove()
}
process.exitCode = failed ? 1 : 0

async function makeArchive() {
  if (!(await run(process.execPath, [inRoot('scripts/release.mjs'), '--with-node']))) process.exit(1)
  const name = readdirSync(inRoot('release')).find((file) => file.endsWith('-node.tar.gz'))
  return inRoot('release', name)
}

/** Lays a new root over the base, with the packages of the guide's apt-get lines and the archives in /root. */
function prepareRoot() {
  if (!existsSync(join(BASE, 'etc/debian_version'))) {
    mkdirSync(BASE, { recursive: true })
    call('debootstrap', 'bookworm', BASE)
  }
  for (const folder of ['changes', 'work', 'root']) mkdirSync(join(place, folder))
  const layers = `lowerdir=${BASE},upperdir=${join(place, 'changes')},workdir=${join(place, 'work')}`
  call('mount', '-t', 'overlay', 'overlay', '-o', layers, root)
  copyFileSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'))
  const packages = blocks
    .filter(({ reason }) => reason === null)
    .flatMap(({ text }) =>
      [...text.matchAll(/apt-get install -y ([\w. -]+)/g)].flatMap(([, names]) => names.split(' ')),
    )
  call('chroot', root, 'apt-get', 'update')
  call('chroot', root, 'apt-get', 'install', '-y', '--download-only', ...packages)
  copyFileSync(archive, join(root, 'root', basename(archive)))
  writeFileSync(join(root, 'etc/hostname'), 'guide\n')
}

/** @returns {Promise<string>} the id of the container's first process */
async function boot() {
  container = spawn(
    'systemd-nspawn',
    ['--register=no', '--keep-unit', '--private-network', '--console=passive', '-D', root, '-b'],
    { stdio: 'ignore' },
  )
  for (let second = 0; second < START_SECONDS; second++) {
    await sleep(1000)
    const children = readFileSync(`/proc/${container.pid}/task/${container.pid}/children`, 'utf8').trim()
    const [leader] = children.split(' ')
    if (leader && /^(running|degraded)/.test(inside(leader, 'systemctl is-system-running').stdout ?? ''))
      return leader
  }
  throw new Error('systemd does not start in the container.')
}

function inside(leader, script) {
  const shell = ['env', '-i', ...ENVIRONMENT, 'bash', '-ec', script]
  return spawnSync('nsenter', ['-t', leader, '-a', ...shell], { encoding: 'utf8' })
}

/** Runs the blocks until one fails. @returns {boolean} true if one failed */
function runBlocks(leader) {
  inside(leader, `cd /root && f=$(basename pulso-*.tar.gz) && sha256sum $f > $f.sha256`)
  // The operator has one shell, so each block starts with the variables and the folder of the blocks before it.
  const state = '/root/.guide-state'
  inside(leader, `cd /root && { declare -p HOME; echo cd /root; } > ${state}`)
  for (const [index, { heading, language, text, reason }] of blocks.entries()) {
    const name = `${index + 1}. ${heading}: ${text.split('\n')[0]}`
    if (reason !== null) {
      printLine(`- ${name} (${reason})`)
      continue
    }
    if (text.includes(NEXT)) copyArchive(leader)
    const script = language === 'ini' ? writeFile(text) : text
    const { status, stdout, stderr } = inside(
      leader,
      `. ${state}\n${script}\n{ declare -p $(compgen -v | grep -xE '[a-z]+'); echo "cd '$PWD'"; } > ${state}`,
    )
    printLine(`${status === 0 ? '✓' : '✗'} ${name}`)
    if (status === 0) continue
    printLine(`${stdout}${stderr}\n${inside(leader, "journalctl -u 'club*' -o cat -n 30").stdout}`)
    return true
  }
  return false
}

/** Copies the archive of the guide's first evening as a newer release. */
function copyArchive(leader) {
  inside(
    leader,
    `cd /root && f=$(basename pulso-*-node.tar.gz .tar.gz) && mkdir next && tar -xzf $f.tar.gz -C next &&
     mv next/$f next/${NEXT} && tar -czf ${NEXT}.tar.gz -C next ${NEXT} && rm -r next &&
     sha256sum ${NEXT}.tar.gz > ${NEXT}.tar.gz.sha256`,
  )
}

/** Returns a script that writes an `ini` block: a new file, or the variables of an existing one. */
function writeFile(text) {
  const [, path] = /^# (\/\S+)\n/.exec(text)
  const names = [...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
  const removal = names.map((name) => `-e '/^${name}=/d'`).join(' ')
  const change =
    existsSync(join(root, path)) && names.length > 0
      ? `sed -i ${removal} ${path}`
      : `mkdir -p $(dirname ${path})`
  return `${change}\ncat >> ${path} <<'BLOCK'\n${text}BLOCK`
}

async function remove() {
  if (container !== null && container.exitCode === null) {
    const ended = new Promise((resolve) => container.once('exit', resolve))
    // SIGTERM to nspawn asks systemd in the container to shut down.
    container.kill('SIGTERM')
    await Promise.race([ended, sleep(60_000).then(() => container.kill('SIGKILL'))])
  }
  spawnSync('umount', [root])
  rmSync(place, { recursive: true, force: true })
}
