/**
 * Replaces one release with another, again and again, during reads and writes through a proxy. Two builds take turns on one
 * socket, which the test holds like systemd. Each upgrade takes the steps of deploy/club.sh: it starts the new release,
 * waits until it serves, and stops the old one.
 */
import { existsSync } from 'node:fs'
import { appendFile, cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../platform/db/connect.ts'
import { openMedia } from '../../platform/media/server/open-media.ts'
import { readEnv } from '../../platform/process/env.ts'
import {
  createPostgresDatabase,
  createSqliteDatabase,
  type TestDatabase,
} from '../support/empty-databases.ts'
import { startPostgres } from '../support/postgres.ts'
import { bindSocket } from '../support/systemd-socket.ts'
import { findInconsistencies } from './data-integrity.ts'
import { createLedger, findMissingWrites } from './request-ledger.ts'
import { chooseSeed, createRandom } from './seeded-random.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { installedProxies } from './shipped-proxies.ts'
import type { Scale, Tally } from './stress-section.ts'
import { createLoad, LOAD_ENV } from './write-load.ts'

const root = join(import.meta.dirname, '../..')
const OPEN_MS = 60_000
/** Time between two requests of a reader. ms */
const READ_EVERY_MS = 60
const READERS = 3
/** Duration of the load before the first upgrade. The delays in this time are those of the machine itself. ms */
const QUIET_MS = 4_000
const READ_PATHS = ['/', '/api/events', '/api/residents', '/contact', '/api/health']

export interface UpgradeReport {
  handovers: number
  /** Builds that answered at least one request. */
  builds: Set<string>
  read: number
  /** Number of reads that the proxy sent to the club twice. Null when the proxy does not report it. */
  retried: number | null
  written: number
  /** The longest time without any answer during the upgrades. ms */
  gap: number
  /** The longest time without any answer before the first upgrade. ms */
  gapBefore: number
  /** The longest wait for the answer to one request. ms */
  slowest: number
  faults: string[]
}

/** Creates two releases that differ only in the version of their build. Both use the packages of this checkout. */
async function createTwoReleases(): Promise<{ folders: [string, string]; dispose(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'club-releases-'))
  await symlink(join(root, 'node_modules'), join(home, 'node_modules'))
  const folders: [string, string] = [join(home, 'a'), join(home, 'b')]
  for (const folder of folders) {
    await mkdir(folder)
    for (const part of ['build', 'club', 'platform', 'package.json'])
      await cp(join(root, part), join(folder, part), { recursive: true })
  }
  await rebuild(folders[1])
  return { folders, dispose: () => rm(home, { recursive: true }) }
}

/**
 * Gives a build another version by changing a manifest, because the server derives the version from the manifests
 * (platform/pages/delivery/page-assets.ts).
 */
const rebuild = (folder: string) => appendFile(join(folder, 'build/client/.vite/screens.json'), '\n')

/** @param front name of a proxy in `installedProxies`. Null for a club without a proxy */
export async function runUpgrades(
  place: TestDatabase,
  handovers: number,
  front: string | null,
  seed: number,
): Promise<UpgradeReport> {
  const releases = await createTwoReleases()
  const runs = await mkdtemp(join(tmpdir(), 'club-runs-'))
  const socket = bindSocket()
  const report: UpgradeReport = {
    handovers: 0,
    builds: new Set(),
    read: 0,
    retried: 0,
    written: 0,
    gap: 0,
    gapBefore: 0,
    slowest: 0,
    faults: [],
  }
  const chance = createRandom(seed)
  const proxy = front === null ? null : installedProxies[front]
  const env = {
    ...LOAD_ENV,
    TRUST_PROXY: proxy?.hops ?? '1',
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl ?? '',
  }
  const alive = new Set<ServerProcess>()

  async function start(): Promise<ServerProcess> {
    const run = join(runs, `${report.handovers}`)
    await mkdir(run)
    const folder = releases.folders[report.handovers % 2] as string
    const server = await startServer({ ...env, RUNTIME_DIRECTORY: run }, { socket, folder })
    alive.add(server)
    const deadline = Date.now() + OPEN_MS
    while (!existsSync(join(run, 'open'))) {
      if (server.hasEnded() || Date.now() > deadline)
        throw new Error(`The new release does not take over:\n${server.output()}`)
      await sleep(20)
    }
    return server
  }

  async function read(origin: string, ended: AbortSignal) {
    for (let turn = 0; !ended.aborted; turn++) {
      const path = READ_PATHS[turn % READ_PATHS.length] as string
      const askedAt = performance.now()
      try {
        const answer = await fetch(`${origin}${path}`)
        const body = await answer.text()
        if (!answer.ok) report.faults.push(`seed ${seed}: ${answer.status} to ${path}`)
        if (path === '/api/health') report.builds.add(JSON.parse(body).build)
        report.read++
      } catch (error) {
        report.faults.push(`seed ${seed}: no answer to ${path}: ${(error as Error).cause ?? error}`)
      }
      const now = performance.now()
      report.slowest = Math.max(report.slowest, now - askedAt)
      const gap = report.handovers === 0 ? 'gapBefore' : 'gap'
      report[gap] = Math.max(report[gap], now - answeredAt)
      answeredAt = now
      await sleep(READ_EVERY_MS * (0.5 + chance()))
    }
  }
  let answeredAt = 0

  try {
    let server = await start()
    const runningProxy = await proxy?.start(socket.port)
    const origin = runningProxy?.origin ?? server.origin
    const ledger = createLedger()
    const load = await createLoad(ledger, chance.branch(), 1)
    await load.begin(origin)
    const ended = new AbortController()
    answeredAt = performance.now()
    const running = Promise.all([
      load.run(origin, ended.signal),
      ...Array.from({ length: READERS }, () => read(origin, ended.signal)),
    ])
    await sleep(QUIET_MS)
    while (report.handovers < handovers) {
      await sleep(500)
      const before = server
      report.handovers++
      server = await start()
      const code = await before.stop()
      alive.delete(before)
      if (code !== 0) report.faults.push(`seed ${seed}: it ended with ${code}:\n${before.output()}`)
    }
    await sleep(500)
    ended.abort()
    await running
    report.written = ledger.answered
    report.retried = runningProxy ? await runningProxy.retries() : 0
    const database = connect(place)
    try {
      for (const pending of ledger.inDoubt) report.faults.push(`seed ${seed}: no answer to ${pending.kind}`)
      report.faults.push(
        ...(await findMissingWrites(ledger, database, origin)),
        ...(await findInconsistencies(database, await openMedia(readEnv(env).mediaUrl))),
      )
    } finally {
      await database.close()
      await runningProxy?.close()
    }
  } finally {
    for (const server of alive) await server.kill()
    socket.close()
    await rm(runs, { recursive: true })
    await releases.dispose()
  }
  return report
}

/** Longest allowed time without any answer. A machine that is slower without upgrades gets more time. ms */
const GAP_MAX_MS = 1_000
/** Largest share of the reads that the proxy may send twice. */
const RETRIED_MAX = 0.01

export default async function section(scale: Scale): Promise<Tally[]> {
  const seed = chooseSeed(scale)
  const handovers = scale === 'long' ? 12 : 1
  const tallies: Tally[] = []
  const postgres = await startPostgres()
  try {
    // The short form uses no proxy. Writes must succeed even without the retries of a proxy.
    for (const front of scale === 'long' ? Object.keys(installedProxies) : [null])
      for (const name of ['SQLite', 'PostgreSQL']) {
        const place = await (name === 'SQLite'
          ? createSqliteDatabase()
          : createPostgresDatabase(postgres.url))
        const { faults, gap, gapBefore, slowest, read, retried, written, builds } = await runUpgrades(
          place,
          handovers,
          front,
          seed,
        )
        await place.dispose()
        if (gap > Math.max(GAP_MAX_MS, gapBefore))
          faults.push(`no request was answered for ${Math.round(gap)} ms`)
        if ((retried ?? 0) > read * RETRIED_MAX) faults.push(`${retried} of ${read} were sent twice`)
        if (builds.size !== 2) faults.push(`${builds.size} builds answered`)
        for (const fault of faults) console.error(fault)
        tallies.push({
          what: `Upgrades under load, on ${name}, ${front === null ? 'without a proxy' : `behind ${front}`}`,
          done: handovers,
          bad: faults.length,
          notes: `seed ${seed}; ${written} written, ${read} read, ${retried ?? 'unknown'} of all sent twice; longest time without any answer ${Math.round(gap)} ms (${Math.round(gapBefore)} before the first), longest wait of a request ${Math.round(slowest)} ms`,
        })
      }
  } finally {
    await postgres.stop()
  }
  return tallies
}
