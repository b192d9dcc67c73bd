/**
 * Kills the server with SIGKILL at random moments during writes of every kind, and also while it starts and recovers.
 * After each start it checks that every confirmed write is complete.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../platform/db/connect.ts'
import { openMedia } from '../../platform/media/server/open-media.ts'
import { readEnv } from '../../platform/process/env.ts'
import {
  createPostgresDatabase,
  createSqliteDatabase,
  type TestDatabase,
} from '../support/empty-databases.ts'
import { startMailServer } from '../support/mailserver.ts'
import { freePort } from '../support/ports.ts'
import { startPostgres } from '../support/postgres.ts'
import { findInconsistencies } from './data-integrity.ts'
import { waitForDelivery } from './mail-text.ts'
import { countVisits, createLedger, findMissingWrites, resolveDoubts } from './request-ledger.ts'
import { chooseSeed, createRandom } from './seeded-random.ts'
import { startServer } from './server-process.ts'
import type { Scale, Tally } from './stress-section.ts'
import { createLoad, LOAD_ENV } from './write-load.ts'

/** Share of the kills that hit a server while it starts. */
const START_KILL_SHARE = 0.2
/** A kill during the start happens at a random moment within this time. ms */
const START_MS = 700
/** A kill under load happens at a random moment within this time. ms */
const LOAD_MS = 800
/**
 * A killed process keeps its claims on mails for two minutes. The clock of the last server is ahead by more, so that this
 * server sends these mails at once. ms
 */
const CLOCK_OFFSET_MS = 180_000
const VISITS = 10

export interface CrashReport {
  kills: number
  /** Number of writes that the server answered. */
  answered: number
  cutOff: number
  delivered: number
  /** Number of duplicate mails: the copies of a mail after the first. */
  repeated: number
  /** Inconsistencies of the data. Each text begins with the number of the kill after which the check found it. */
  faults: string[]
}

export async function killRepeatedly(place: TestDatabase, kills: number, seed: number): Promise<CrashReport> {
  const chance = createRandom(seed)
  // A separate generator, so that the moments of a seed do not depend on the requests.
  const moments = chance.branch()
  const mailServer = await startMailServer()
  const env = {
    ...LOAD_ENV,
    PORT: String(await freePort()),
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl ?? '',
    SMTP_URL: mailServer.url,
  }
  const ledger = createLedger()
  const load = await createLoad(ledger, chance.branch())
  const { mediaUrl } = readEnv(env)
  const seen = new Map<string, number>()
  const report: CrashReport = { kills: 0, answered: 0, cutOff: 0, delivered: 0, repeated: 0, faults: [] }

  async function checkData(origin: string) {
    const database = connect(place)
    try {
      const faults = [
        ...(await resolveDoubts(ledger, database, origin)),
        ...(await findMissingWrites(ledger, database, origin)),
        ...(await findInconsistencies(database, await openMedia(mediaUrl), seen)),
      ]
      report.faults.push(...faults.map((fault) => `kill ${report.kills} of seed ${seed}: ${fault}`))
    } finally {
      await database.close()
    }
  }

  async function readVisits() {
    const database = connect(place)
    try {
      return await countVisits(database)
    } finally {
      await database.close()
    }
  }

  let isNew = true
  let server = await startServer(env)
  try {
    while (report.kills < kills) {
      if (moments() < START_KILL_SHARE) await sleep(moments() * START_MS)
      else {
        await server.ready()
        if (isNew) await load.begin(server.origin)
        else await checkData(server.origin)
        isNew = false
        const ended = new AbortController()
        const running = load.run(server.origin, ended.signal)
        await sleep(moments() * LOAD_MS)
        const killing = server.kill()
        ended.abort()
        await Promise.all([killing, running])
        report.cutOff += ledger.inDoubt.size
      }
      await server.kill()
      report.kills++
      server = await startServer(env)
    }
    await server.ready()
    await checkData(server.origin)
    const visited = await readVisits()
    await load.visit(server.origin, VISITS)
    await server.stop()
    // The server counts visits in memory, and writes them before it stops.
    if ((await readVisits()) !== visited + VISITS)
      report.faults.push(`seed ${seed}: ${await readVisits()} visits, not ${visited + VISITS}`)
    server = await startServer(env, { clockMs: CLOCK_OFFSET_MS })
    await server.ready()
    const { missing, repeated } = await waitForDelivery(mailServer, ledger.messages)
    report.faults.push(...missing.map((text) => `seed ${seed}: never delivered: ${text}`))
    report.delivered = ledger.messages.size - missing.length
    report.repeated = repeated
    await checkData(server.origin)
  } catch (error) {
    throw new Error(`After kill ${report.kills} of seed ${seed}. Output of the server:\n${server.output()}`, {
      cause: error,
    })
  } finally {
    await server.kill()
    await mailServer.close()
  }
  report.answered = ledger.answered
  return report
}

/** The test continues with a new club after this number of kills, because checking a large club takes long. */
const KILLS_PER_CLUB = 50

export default async function section(scale: Scale): Promise<Tally[]> {
  const seed = chooseSeed(scale)
  const tallies: Tally[] = []
  const counts = scale === 'long' ? { SQLite: 300, PostgreSQL: 100 } : { SQLite: 4, PostgreSQL: 4 }
  const postgres = await startPostgres()
  try {
    for (const [name, kills] of Object.entries(counts)) {
      const reports: CrashReport[] = []
      for (let done = 0; done < kills; done += KILLS_PER_CLUB) {
        const place = await (name === 'SQLite'
          ? createSqliteDatabase()
          : createPostgresDatabase(postgres.url))
        reports.push(await killRepeatedly(place, Math.min(KILLS_PER_CLUB, kills - done), seed + done))
        await place.dispose()
      }
      const sum = (field: (report: CrashReport) => number) =>
        reports.reduce((total, report) => total + field(report), 0)
      const faults = reports.flatMap((report) => report.faults)
      for (const fault of faults) console.error(fault)
      tallies.push({
        what: `SIGKILL under writes of every kind, on ${name}`,
        done: sum((report) => report.kills),
        bad: faults.length,
        notes: `seed ${seed}; ${sum((report) => report.answered)} answered, ${sum((report) => report.cutOff)} cut off, ${sum((report) => report.delivered)} messages delivered, ${sum((report) => report.repeated)} twice`,
      })
    }
  } finally {
    await postgres.stop()
  }
  return tallies
}
