/**
 * Runs a club on two machines: two servers with separate folders share one PostgreSQL and one bucket, behind one address.
 * The test kills either server again and again during writes of every kind.
 */

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../platform/db/connect.ts'
import { openMedia } from '../../platform/media/server/open-media.ts'
import { type BucketServer, startBuckets } from '../support/buckets.ts'
import { createPostgresDatabase, type TestDatabase } from '../support/empty-databases.ts'
import { type MailServer, startMailServer } from '../support/mailserver.ts'
import { freePort } from '../support/ports.ts'
import { startPostgres } from '../support/postgres.ts'
import { findInconsistencies } from './data-integrity.ts'
import { waitForDelivery } from './mail-text.ts'
import { createLedger, findMissingWrites, resolveDoubts } from './request-ledger.ts'
import { type ReverseProxy, startProxy } from './round-robin-proxy.ts'
import { chooseSeed, createRandom } from './seeded-random.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import type { Scale, Tally } from './stress-section.ts'
import { createLoad, LOAD_ENV } from './write-load.ts'

export interface Machines {
  /** The proxy that gives both servers a common address. */
  front: ReverseProxy
  servers: ServerProcess[]
  /** The proxy through which all requests to the bucket go. */
  bucket: ReverseProxy
  mailServer: MailServer
  place: TestDatabase
  mediaUrl: string
  /** Starts a new server in place of one that ended. */
  restart(machine: number): Promise<void>
  stop(): Promise<void>
}

/** @param place a PostgreSQL database @param mailDelayMs time that the mail server waits before it accepts each mail */
export async function startMachines(
  place: TestDatabase,
  { mailDelayMs = 0, env = {} }: { mailDelayMs?: number; env?: Record<string, string> } = {},
): Promise<Machines> {
  const buckets: BucketServer = await startBuckets()
  const media = new URL(buckets.create())
  const direct = media.searchParams.get('endpoint') as string
  const bucket = await startProxy(() => [direct])
  media.searchParams.set('endpoint', bucket.origin)
  const mailServer = await startMailServer({
    onMailFrom: (_address, _session, done) => setTimeout(done, mailDelayMs),
  })
  const createEnv = async (machine: number) => {
    const dataDir = join(place.dataDir, `machine-${machine}`)
    await mkdir(dataDir, { recursive: true })
    return {
      ...LOAD_ENV,
      LOG_LEVEL: 'info',
      DATA_DIR: dataDir,
      DATABASE_URL: place.databaseUrl as string,
      MEDIA_URL: media.href,
      SMTP_URL: mailServer.url,
      PORT: String(ports[machine]),
      ...env,
    }
  }
  const ports = [await freePort(), await freePort()]
  const servers: ServerProcess[] = []
  const restart = async (machine: number) => {
    const server = await startServer(await createEnv(machine))
    servers[machine] = server
    await server.ready()
  }
  // Starts both servers at the same time on the empty database, which both try to migrate.
  await Promise.all([restart(0), restart(1)])
  const front = await startProxy(() => servers.map(({ origin }) => origin))
  return {
    front,
    servers,
    bucket,
    mailServer,
    place,
    mediaUrl: media.href,
    restart,
    async stop() {
      await front.close()
      for (const server of servers) await server.kill()
      await bucket.close()
      await buckets.stop()
      await mailServer.close()
    },
  }
}

export interface MachinesReport {
  kills: number
  answered: number
  cutOff: number
  delivered: number
  /**
   * Number of duplicate mails: the copies of a mail after the first. A mail is sent again when its machine dies while
   * sending it.
   */
  repeated: number
  faults: string[]
}

const LOAD_MS = 800
const CLOCK_OFFSET_MS = 180_000

export async function killMachines(
  place: TestDatabase,
  kills: number,
  seed: number,
): Promise<MachinesReport> {
  const chance = createRandom(seed)
  const machines = await startMachines(place)
  const { front, servers } = machines
  const report: MachinesReport = { kills: 0, answered: 0, cutOff: 0, delivered: 0, repeated: 0, faults: [] }
  const seen = new Map<string, number>()
  // Excuses the status 503: a server that is still starting sends it, and has changed no data.
  const ledger = createLedger((status) => status === 503)
  try {
    const load = await createLoad(ledger, chance.branch(), 1)
    await load.begin(front.origin)
    while (report.kills < kills) {
      const ended = new AbortController()
      const running = load.run(front.origin, ended.signal)
      await sleep(chance() * LOAD_MS)
      const machine = chance.below(2)
      await servers[machine]?.kill()
      report.kills++
      // Lets the remaining machine serve alone for a while. The killed one returns during the load.
      await sleep(chance() * LOAD_MS)
      await machines.restart(machine)
      await sleep(chance() * LOAD_MS)
      ended.abort()
      await running
      report.cutOff += ledger.inDoubt.size
      const database = connect(place)
      try {
        const faults = [
          ...(await resolveDoubts(ledger, database, front.origin)),
          ...(await findMissingWrites(ledger, database, front.origin)),
          ...(await findInconsistencies(database, await openMedia(machines.mediaUrl), seen)),
        ]
        report.faults.push(...faults.map((fault) => `kill ${report.kills} of seed ${seed}: ${fault}`))
      } finally {
        await database.close()
      }
    }
    const { missing, repeated } = await deliverAll(machines, ledger.messages)
    report.faults.push(...missing.map((text) => `seed ${seed}: never delivered: ${text}`))
    report.delivered = ledger.messages.size - missing.length
    report.repeated = repeated
    // A machine sends one mail at a time, so each kill may repeat at most one mail. `deliverAll` also kills both machines.
    if (report.repeated > report.kills + servers.length)
      report.faults.push(`seed ${seed}: ${report.repeated} mails went out twice after ${report.kills} kills`)
  } catch (error) {
    const outputs = servers.map((server) => server.output().slice(-2_000)).join('\n—\n')
    throw new Error(`After kill ${report.kills} of seed ${seed}. Output of the servers:\n${outputs}`, {
      cause: error,
    })
  } finally {
    await machines.stop()
  }
  report.answered = ledger.answered
  return report
}

/**
 * Waits until every message is delivered. A killed machine claims its mails for two minutes, so a server whose clock is
 * further ahead delivers them.
 */
async function deliverAll({ place, mailServer, servers, mediaUrl }: Machines, messages: Set<string>) {
  for (const server of servers) await server.kill()
  const late = await startServer(
    {
      ...LOAD_ENV,
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.databaseUrl as string,
      MEDIA_URL: mediaUrl,
      SMTP_URL: mailServer.url,
    },
    { clockMs: CLOCK_OFFSET_MS },
  )
  try {
    await late.ready()
    return await waitForDelivery(mailServer, messages)
  } finally {
    await late.kill()
  }
}

/** The test continues with a new club after this number of kills, because checking a large club takes long. */
const KILLS_PER_CLUB = 25

export default async function section(scale: Scale): Promise<Tally[]> {
  const seed = chooseSeed(scale)
  const kills = scale === 'long' ? 100 : 1
  const postgres = await startPostgres()
  const reports: MachinesReport[] = []
  try {
    for (let done = 0; done < kills; done += KILLS_PER_CLUB) {
      const place = await createPostgresDatabase(postgres.url)
      reports.push(await killMachines(place, Math.min(KILLS_PER_CLUB, kills - done), seed + done))
      await place.dispose()
    }
  } finally {
    await postgres.stop()
  }
  const sum = (of: (report: MachinesReport) => number) =>
    reports.reduce((total, report) => total + of(report), 0)
  const faults = reports.flatMap((report) => report.faults)
  for (const fault of faults) console.error(fault)
  return [
    {
      what: 'SIGKILL of one of two machines under load',
      done: sum((report) => report.kills),
      bad: faults.length,
      notes: `seed ${seed}; ${sum((report) => report.answered)} answered, ${sum((report) => report.cutOff)} cut off, ${sum((report) => report.delivered)} messages delivered, ${sum((report) => report.repeated)} twice`,
    },
  ]
}
