/** Makes the AVIF files of stored pictures in the background: they take about a second each, too long for an answer. */
import type { Database } from '../../db/connect.ts'
import type { Row } from '../../db/tables.ts'
import type { Log } from '../ops/log.ts'
import { type MediaStore, StorageFull } from './store.ts'
import { fileName, widthsUpTo } from './variants.ts'
import { studio } from './worker/worker.ts'

export interface AvifQueue {
  start(): void
  /** Resolves after the file at hand. */
  stop(): Promise<void>
  /** A picture was stored: look at once. */
  wake(): void
  /** Resolves when nothing is left to do now; at once when the queue does not run. */
  idle(): Promise<void>
}

interface AvifQueueOptions {
  database: Database
  store: MediaStore
  log: Pick<Log, 'error'>
  /** ms since 1970 */
  now: () => number
}

type Waiting = Pick<Row<'media'>, 'id' | 'width'>

/** Other processes store pictures too: look for theirs this often. ms */
const LOOK_EVERY_MS = 30_000

/** Pauses after the first, second, … failure of one picture; the last for all further ones. ms */
const RETRY_MS = [60_000, 600_000, 3_600_000, 21_600_000]

/** With a full disk nothing can be made for anybody. ms */
const FULL_PAUSE_MS = 60_000

export function createAvifQueue({ database, store, log, now }: AvifQueueOptions): AvifQueue {
  const failures = new Map<string, { count: number; retryAt: number }>()
  let loop: Promise<void> | null = null
  let stopping = false
  let woken = false
  let resting = false
  let endRest = () => {}
  let onIdle: (() => void)[] = []

  async function next(): Promise<Waiting | null> {
    const rows = await database.read
      .selectFrom('media')
      .select(['id', 'width'])
      .where('avifAt', 'is', null)
      .orderBy('createdAt')
      .limit(failures.size + 1)
      .execute()
    return rows.find(({ id }) => (failures.get(id)?.retryAt ?? 0) <= now()) ?? null
  }

  /** Files that are there already (from before a restart) are not made again. */
  async function make({ id, width: largest }: Waiting) {
    const source = await store.read(fileName(id, largest, 'webp'))
    if (!source) throw new Error('its largest WebP is missing')
    // The narrow ones first: most visitors hold a phone.
    for (const width of widthsUpTo(largest)) {
      const name = fileName(id, width, 'avif')
      if ((await store.size(name)) !== null) continue
      if (stopping) return
      await store.put(name, await studio.avif(source, width))
    }
    await database.write((tx) =>
      tx.updateTable('media').set({ avifAt: now() }).where('id', '=', id).execute(),
    )
    failures.delete(id)
  }

  function failed(id: string, error: unknown) {
    const count = (failures.get(id)?.count ?? 0) + 1
    const pause = RETRY_MS[Math.min(count, RETRY_MS.length) - 1] as number
    failures.set(id, { count, retryAt: now() + pause })
    log.error({ error, id, count }, 'a picture stays without AVIF for now')
  }

  async function rest(ms: number) {
    if (woken || stopping) return
    resting = true
    for (const resolve of onIdle) resolve()
    onIdle = []
    await new Promise<void>((resolve) => {
      endRest = resolve
      setTimeout(resolve, ms).unref()
    })
    resting = false
  }

  async function run() {
    while (!stopping) {
      woken = false
      let waiting: Waiting | null = null
      try {
        waiting = await next()
        if (waiting) await make(waiting)
        else await rest(LOOK_EVERY_MS)
      } catch (error) {
        if (stopping) return
        if (waiting && !(error instanceof StorageFull)) failed(waiting.id, error)
        else {
          log.error({ error }, 'AVIF files cannot be made right now')
          await rest(FULL_PAUSE_MS)
        }
      }
    }
  }

  function wake() {
    woken = true
    endRest()
  }

  return {
    start() {
      if (loop) return
      stopping = false
      loop = run()
    },
    async stop() {
      stopping = true
      wake()
      await loop
      loop = null
      for (const resolve of onIdle) resolve()
      onIdle = []
    },
    wake,
    idle: () =>
      !loop || (resting && !woken) ? Promise.resolve() : new Promise((resolve) => onIdle.push(resolve)),
  }
}
