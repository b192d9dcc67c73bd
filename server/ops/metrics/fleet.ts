/**
 * With WORKERS a scrape reaches one of them, and the figures of all are wanted: it asks the process that looks after them,
 * which asks each. Every sample then says by `worker` whose it is; a worker that takes a dead one's place has a new number,
 * so that nothing which only grows ever seems to shrink.
 */
import cluster, { type Worker } from 'node:cluster'
import { type Family, labelled } from './exposition.ts'

/** How long the others may take to answer; whoever does not is left out. ms */
const PATIENCE_MS = 1_000

type Message =
  | { metrics: 'gather'; asked: number }
  | { metrics: 'tell'; asked: number; by: number }
  | { metrics: 'told'; asked: number; by: number; families: Family[] }
  | { metrics: 'gathered'; asked: number; families: Family[] }

const isOurs = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message

/** @returns the figures of all workers, told by one of them; of a process that is none, its own */
export function createFleet(own: () => Promise<Family[]>): () => Promise<Family[]> {
  if (!cluster.isWorker) return own
  const waiting = new Map<number, (families: Family[]) => void>()
  let asked = 0

  process.on('message', async (message) => {
    if (!isOurs(message)) return
    if (message.metrics === 'tell')
      process.send?.({ ...message, metrics: 'told', families: await own() } satisfies Message)
    if (message.metrics === 'gathered') waiting.get(message.asked)?.(message.families)
  })

  return () => {
    const number = ++asked
    return new Promise<Family[]>((resolve) => {
      waiting.set(number, resolve)
      process.send?.({ metrics: 'gather', asked: number } satisfies Message)
    }).finally(() => waiting.delete(number))
  }
}

/** In the process that looks after the workers. @param serving those that answer requests */
export function relayMetrics(serving: () => Iterable<Worker>): void {
  interface Round {
    by: Worker
    asked: number
    missing: Set<number>
    families: Family[]
    timer: NodeJS.Timeout
  }
  const rounds = new Map<string, Round>()
  const keyOf = (by: number, asked: number) => `${by} ${asked}`

  function finish(key: string) {
    const round = rounds.get(key)
    if (!round) return
    rounds.delete(key)
    clearTimeout(round.timer)
    const { by, asked, families } = round
    if (by.isConnected()) by.send({ metrics: 'gathered', asked, families } satisfies Message)
  }

  cluster.on('message', (worker, message: unknown) => {
    if (!isOurs(message)) return
    if (message.metrics === 'gather') {
      const { asked } = message
      const key = keyOf(worker.id, asked)
      const others = [...serving()].filter((each) => each.isConnected())
      rounds.set(key, {
        by: worker,
        asked,
        missing: new Set(others.map(({ id }) => id)),
        families: [],
        timer: setTimeout(() => finish(key), PATIENCE_MS),
      })
      for (const each of others) each.send({ metrics: 'tell', asked, by: worker.id } satisfies Message)
    }
    if (message.metrics === 'told') {
      const key = keyOf(message.by, message.asked)
      const round = rounds.get(key)
      if (!round?.missing.delete(worker.id)) return
      round.families.push(...labelled(message.families, { worker: String(worker.id) }))
      if (round.missing.size === 0) finish(key)
    }
  })
}
