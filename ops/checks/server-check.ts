/**
 * Checks the club as a server: whether it answers on this machine, since when it runs, and how many server errors it has.
 */
import { hostname } from 'node:os'
import type { Database } from '../../platform/db/connect.ts'
import { readKnownAddress, readLastOpening } from '../../platform/db/known-address.ts'
import type { Env } from '../../platform/process/env.ts'
import { formatTime } from '../cli/format.ts'
import { readVersion } from '../cli/print-version.ts'
import { readLeader } from '../leader.ts'
import {
  CHECK_DATABASE,
  type Check,
  type ServerAnswer,
  STATUS_TIMEOUT_MS,
  toIsoString,
  type WarningCheck,
  withStatusTimeout,
} from './check-declaration.ts'
import { judgeFailures, judgeLeader } from './thresholds.ts'

const START_FIX = './pulso start; con systemd, club restart'
const STOPPED = `El club está detenido. Para abrirlo: ${START_FIX}`

export const server: Check = {
  doctor: [
    {
      part: 'servidor',
      mend: () => 'Mirá el registro del club.',
      async *run({ env, waitMs, good, bad, warning }) {
        const origin = ownOrigin(env)
        try {
          const { isOk, report } = await requestHealth(origin, waitMs)
          const failing = Object.keys(report).filter((name) => report[name] === 'error' && name !== 'status')
          if (isOk) yield good(`Anda en ${origin}, versión ${report.build}.`)
          else
            yield bad(
              `Anda en ${origin}, pero dice que no están bien: ${failing.join(', ')}.`,
              'Lo de arriba dice por qué.',
            )
        } catch (error) {
          if ((error as Error).name === 'TimeoutError')
            yield bad(
              `En ${origin} hay un programa que no contesta.`,
              'Mirá el registro del club, o reinicialo.',
            )
          else
            yield warning(
              `En ${origin} no contesta nadie: el club no anda, o anda con otro PORT.`,
              './pulso start',
            )
        }
      },
    },
  ],
  doctorInDatabase: {
    part: 'servidor',
    mend: () => CHECK_DATABASE,
    /** A stopped club is an error once it has run: not before its first start, and not while another machine runs it. */
    async *run({ env, database, now, bad }) {
      const opening = await readLastOpening(database.read)
      if (opening === null || (await findServer(env, database)).state !== 'stopped') return
      const leader = await readLeader(database.read)
      const isElsewhere = leader !== null && leader.host !== hostname()
      if (isElsewhere && judgeLeader(leader.workedAt, { now: now() }) === 'ok') return
      yield bad(`El club está detenido. La última vez se abrió el ${formatTime(opening.at)}.`, START_FIX)
    },
  },
  status: {
    name: 'server',
    title: 'club',
    async read({ env, database, server }) {
      const opening = database && (await withStatusTimeout(readLastOpening(database.read)).catch(() => null))
      const { address, state, build } = await server
      const since = opening && build === opening.build ? opening.at : null
      const lastOpened = opening?.at ?? null
      const says = {
        good: `anda en ${address}, versión ${readVersion()}${since === null ? '' : `, desde el ${formatTime(since)}`}`,
        bad: `anda en ${address}, y dice que algo no está bien`,
        stopped: `no anda en ${ownOrigin(env)}${lastOpened === null ? '' : `; la última vez se abrió el ${formatTime(lastOpened)}`}. ${STOPPED}`,
      }[state]
      return {
        says,
        state: state === 'stopped' ? 'bad' : state,
        facts: {
          reason: state === 'stopped' ? STOPPED : null,
          running: state !== 'stopped',
          healthy: state === 'good',
          address,
          build,
          since: toIsoString(since),
          lastOpened: toIsoString(lastOpened),
        },
      }
    },
  },
}

export const upgrade: Check = {
  status: {
    name: 'upgrade',
    title: 'actualizado',
    async read({ database }) {
      if (database === null) return null
      const opening = await withStatusTimeout(readLastOpening(database.read))
      if (opening === null || opening.upgradedAt === null) return null
      return {
        says: `el ${formatTime(opening.upgradedAt)}`,
        state: 'good',
        facts: { at: toIsoString(opening.upgradedAt) },
      }
    },
  },
}

/** Checks the number of server errors of all processes. */
export const failures: WarningCheck<'failures'> = {
  warning: {
    measure: ({ failures }) => failures.recent(),
    assess: (measured, { was }) => ({ state: judgeFailures(measured, was), measured }),
    mail: {
      says: ({ name }, count) =>
        `El sitio de ${name} contestó ${count ?? 0} veces con un error suyo en el último cuarto de hora. Puede ser una sola página, o algo más grande: el registro del servidor dice cuál.`,
      over: 'El sitio dejó de contestar con errores',
    },
  },
}

/** Returns the address at which this machine reaches a club with this environment. */
function ownOrigin({ host, port }: Env): string {
  const address = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

async function requestHealth(origin: string, patienceMs: number) {
  const response = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(patienceMs) })
  return { isOk: response.ok, report: (await response.json()) as Record<string, string> }
}

/** Requests the health of the configured address, and of the address where the club was last opened. */
export async function findServer(env: Env, database: Database | null): Promise<ServerAnswer> {
  const own = ownOrigin(env)
  const known = database && (await withStatusTimeout(readKnownAddress(database)).catch(() => null))
  const answers = await Promise.all([...new Set([own, known ?? own])].map(requestServerAnswer))
  return answers.find(({ state }) => state !== 'stopped') ?? (answers[0] as ServerAnswer)
}

async function requestServerAnswer(address: string): Promise<ServerAnswer> {
  try {
    const { isOk, report } = await requestHealth(address, STATUS_TIMEOUT_MS)
    return { address, state: isOk ? 'good' : 'bad', build: report.build ?? null }
  } catch (error) {
    // When the connection was not refused, a program listens there. It does not answer, or not as a club does.
    const isRefused = error instanceof TypeError && error.cause !== undefined
    return { address, state: isRefused ? 'stopped' : 'bad', build: null }
  }
}
