/** Whether what the club stands on does what it should: what `/api/health` says. */
import type { Database } from '../../db/connect.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { MediaStore } from '../media/store.ts'
import type { Log } from './log.ts'

export interface Health {
  healthy: boolean
  report: Record<'status' | 'build' | 'database' | 'media' | 'mail', string>
}

/** What says nothing for so long is down, for whoever asks. ms */
const PATIENCE_MS = 5_000

interface HealthOptions {
  build: string
  database: Pick<Database, 'ping'>
  store: Pick<MediaStore, 'ping'>
  outbox: Pick<Outbox, 'delivers' | 'status'>
  log: Pick<Log, 'error'>
}

export function createHealth({ build, database, store, outbox, log }: HealthOptions): () => Promise<Health> {
  let underWay: Promise<Health> | null = null

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

  return () => {
    // However many ask at once, each part is asked once.
    underWay ??= look().finally(() => {
      underWay = null
    })
    return underWay
  }
}
