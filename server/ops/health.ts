/** Whether what the club stands on does what it should: what `/api/health` says. */
import { conditions, type HealthPart, type HealthPartState, type Judgement } from '../../contract/warnings.ts'
import type { Database } from '../../db/connect.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { MediaStore } from '../media/store.ts'
import type { Log } from './log.ts'
import { isOpen } from './warnings/judge.ts'
import { type Found, LOOK_MS, type Warnings } from './warnings/warnings.ts'

export interface Health {
  healthy: boolean
  report: Record<'status' | 'build' | 'database' | 'media' | 'mail', string>
}

export interface DeepHealth {
  healthy: boolean
  report: Health['report'] & { parts: Record<HealthPart, HealthPartState> }
}

export interface HealthOf {
  health(): Promise<Health>
  /** The same, and what was found last of what goes wrong slowly: nothing else is looked at for it. */
  deepHealth(): Promise<DeepHealth>
}

/** What says nothing for so long is down, for whoever asks. ms */
const PATIENCE_MS = 5_000

/** Whoever has not looked for so long has not done the rest of the work in the background either. */
const LOOKS_LATE_MS = 4 * LOOK_MS

interface HealthOptions {
  build: string
  database: Pick<Database, 'ping'>
  store: Pick<MediaStore, 'ping'>
  outbox: Pick<Outbox, 'delivers' | 'status'>
  warnings: Pick<Warnings, 'found'>
  log: Pick<Log, 'error'>
  now: () => number
}

export function createHealth(options: HealthOptions): HealthOf {
  const { build, database, store, outbox, warnings, log, now } = options
  const openedAt = now()

  async function works(part: string, check: Promise<unknown>): Promise<'ok' | 'error'> {
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`No answer within ${PATIENCE_MS} ms`)), PATIENCE_MS)
    })
    try {
      await Promise.race([check, patience])
      return 'ok'
    } catch (error) {
      log.error({ error, part }, 'health check failed')
      return 'error'
    } finally {
      clearTimeout(timer)
    }
  }

  /** Mail that waits is not lost, so it makes nobody unhealthy: 'waiting' says that the mail server did not take some. */
  async function mail(): Promise<string> {
    if (!outbox.delivers) return 'off'
    const { failed } = await outbox.status()
    return failed > 0 ? 'waiting' : 'ok'
  }

  async function look(): Promise<Health> {
    const [databaseState, mediaState] = await Promise.all([
      works('database', database.ping()),
      works('media', store.ping()),
    ])
    const healthy = databaseState === 'ok' && mediaState === 'ok'
    const mailState = databaseState === 'ok' ? await mail().catch(() => 'unknown') : 'unknown'
    const status = healthy ? 'ok' : 'error'
    return { healthy, report: { status, build, database: databaseState, media: mediaState, mail: mailState } }
  }

  const health = onceAtATime(look)

  async function lookDeeply(): Promise<DeepHealth> {
    const { report } = await health()
    const found = report.database === 'ok' ? await warnings.found().catch(() => null) : null
    const parts = Object.fromEntries([
      ...(['database', 'media'] as const).map((part) => [part, { state: report[part] }]),
      ...conditions.map((condition) => [condition, told(found?.conditions[condition])]),
      ['workers', { state: workers(found) }],
    ]) as DeepHealth['report']['parts']
    const healthy = Object.values(parts).every(({ state }) => state !== 'error')
    return { healthy, report: { ...report, status: healthy ? 'ok' : 'error', parts } }
  }

  /** A club that has just been opened looks a while later. */
  function workers(found: Found | null): Judgement | 'unknown' {
    if (found === null) return 'unknown'
    return now() - Math.max(found.lookedAt ?? 0, openedAt) > LOOKS_LATE_MS ? 'error' : 'ok'
  }

  return { health, deepHealth: onceAtATime(lookDeeply) }
}

const told = (finding: Found['conditions']['mail'] | undefined): HealthPartState => {
  if (finding === undefined) return { state: 'unknown' }
  const { state, since } = finding
  return { state, ...(isOpen(state) && { since: new Date(since).toISOString() }) }
}

/** However many ask at once, each part is asked once. */
function onceAtATime<T>(look: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null
  return () => {
    underWay ??= look().finally(() => {
      underWay = null
    })
    return underWay
  }
}
