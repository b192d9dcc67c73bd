/** Crashes PostgreSQL during use of the club, and restarts it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../platform/db/connect.ts'
import { openMedia } from '../../platform/media/server/open-media.ts'
import { readEnv } from '../../platform/process/env.ts'
import { createPostgresDatabase } from '../support/empty-databases.ts'
import { startPostgres } from '../support/postgres.ts'
import { findInconsistencies } from './data-integrity.ts'
import { createLedger, findMissingWrites, resolveDoubts } from './request-ledger.ts'
import { chooseSeed, createRandom } from './seeded-random.ts'
import { startServer } from './server-process.ts'
import type { Scale, Tally } from './stress-section.ts'
import { createLoad, LOAD_ENV } from './write-load.ts'

export interface FaultReport {
  answered: number
  /** Number of requests without an answer. The client does not know whether they changed data. */
  unanswered: number
  faults: string[]
}

/** Crashes and restarts PostgreSQL while clients write data of every kind. The club's process keeps running. */
export async function restartUnderLoad({
  restarts,
  seed,
}: {
  restarts: number
  seed: number
}): Promise<FaultReport> {
  const chance = createRandom(seed)
  const postgres = await startPostgres({ own: true })
  const place = await createPostgresDatabase(postgres.url)
  const env = { ...LOAD_ENV, DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '' }
  const server = await startServer(env)
  const faults: string[] = []
  try {
    await server.ready()
    const ledger = createLedger((status) => status === 503)
    const load = await createLoad(ledger, chance.branch())
    await load.begin(server.origin)
    let unanswered = 0
    for (let restart = 0; restart < restarts; restart++) {
      const ended = new AbortController()
      const running = load.run(server.origin, ended.signal)
      await sleep(500 + chance() * 500)
      await postgres.crash()
      await sleep(chance() * 500)
      await postgres.restart()
      await sleep(500 + chance() * 500)
      ended.abort()
      await running
      unanswered += ledger.inDoubt.size
      if (server.hasEnded()) throw new Error('The server ended')
      const database = connect(place)
      try {
        faults.push(
          ...(await resolveDoubts(ledger, database, server.origin)),
          ...(await findMissingWrites(ledger, database, server.origin)),
          ...(await findInconsistencies(database, await openMedia(readEnv(env).mediaUrl))),
        )
      } finally {
        await database.close()
      }
    }
    return { answered: ledger.answered, unanswered, faults }
  } catch (error) {
    throw new Error(`Seed ${seed}. Output of the server:\n${server.output().slice(-3000)}`, { cause: error })
  } finally {
    await server.kill()
    await place.dispose()
    await postgres.stop()
  }
}

/**
 * Repeats only the crash of PostgreSQL. Repeating the other faults would show nothing new, so
 * dependency-failures.slow.test.ts tests each of them once.
 */
export default async function section(scale: Scale): Promise<Tally[]> {
  const seed = chooseSeed(scale)
  const restarts = scale === 'long' ? 30 : 1
  const { answered, unanswered, faults } = await restartUnderLoad({ restarts, seed })
  for (const fault of faults) console.error(fault)
  return [
    {
      what: 'PostgreSQL crashes and restarts under load',
      done: restarts,
      bad: faults.length,
      notes: `seed ${seed}; ${answered} answered, ${unanswered} not`,
    },
  ]
}
