/**
 * Collects the metrics of all WORKERS, because a scrape reaches only one of them. That worker sends a message to the parent
 * process, which requests the metrics of each worker. Every sample has the label `worker`. A worker that replaces a dead
 * one has a new number, so that no counter decreases. prom-client's own relay does not fit: it ends in the parent process,
 * which answers no requests, and fails as a whole when one worker does not answer.
 */
import cluster, { type Worker } from 'node:cluster'
import type { Registry } from 'prom-client'
import { sendToParent } from '../../platform/process/child-processes.ts'

/** Time limit of the other workers. A slower one is left out. ms */
const TIMEOUT_MS = 1_000

/** The metrics of one process. */
type ProcessMetrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** Messages between worker and parent. `scrape` is the number of a scrape that worker `by` received. */
type Message =
  | { metrics: 'gather'; scrape: number }
  | { metrics: 'tell'; scrape: number; by: number }
  | { metrics: 'told'; scrape: number; by: number; told: ProcessMetrics }
  | { metrics: 'gathered'; scrape: number; processes: ProcessMetrics[] }

const isOurs = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message

/**
 * Creates the collector.
 * @returns a function that returns the metrics of all workers, or of this process if it is no worker
 */
export function createWorkerMetrics(registry: Registry): () => Promise<ProcessMetrics[]> {
  if (!cluster.isWorker) return async () => [await registry.getMetricsAsJSON()]
  registry.setDefaultLabels({ worker: String(cluster.worker?.id) })
  const waiting = new Map<number, (processes: ProcessMetrics[]) => void>()
  let scrapes = 0

  process.on('message', async (message) => {
    if (!isOurs(message)) return
    if (message.metrics === 'tell')
      sendToParent({
        ...message,
        metrics: 'told',
        told: await registry.getMetricsAsJSON(),
      } satisfies Message)
    if (message.metrics === 'gathered') waiting.get(message.scrape)?.(message.processes)
  })

  return () => {
    const scrape = ++scrapes
    return new Promise<ProcessMetrics[]>((resolve) => {
      waiting.set(scrape, resolve)
      sendToParent({ metrics: 'gather', scrape } satisfies Message)
    }).finally(() => waiting.delete(scrape))
  }
}

/**
 * Answers the requests of workers for metrics. Runs in the parent process.
 * @param serving returns the workers that answer requests
 */
export function relayMetrics(serving: () => Iterable<Worker>): void {
  interface Round {
    by: Worker
    scrape: number
    missing: Set<number>
    processes: ProcessMetrics[]
    timer: NodeJS.Timeout
  }
  const rounds = new Map<string, Round>()
  const createRoundKey = (by: number, scrape: number) => `${by} ${scrape}`

  function finish(key: string) {
    const round = rounds.get(key)
    if (!round) return
    rounds.delete(key)
    clearTimeout(round.timer)
    const { by, scrape, processes } = round
    if (by.isConnected()) by.send({ metrics: 'gathered', scrape, processes } satisfies Message)
  }

  cluster.on('message', (worker, message: unknown) => {
    if (!isOurs(message)) return
    if (message.metrics === 'gather') {
      const { scrape } = message
      const key = createRoundKey(worker.id, scrape)
      const others = [...serving()].filter((each) => each.isConnected())
      rounds.set(key, {
        by: worker,
        scrape,
        missing: new Set(others.map(({ id }) => id)),
        processes: [],
        timer: setTimeout(() => finish(key), TIMEOUT_MS),
      })
      for (const each of others) each.send({ metrics: 'tell', scrape, by: worker.id } satisfies Message)
    }
    if (message.metrics === 'told') {
      const key = createRoundKey(message.by, message.scrape)
      const round = rounds.get(key)
      if (!round?.missing.delete(worker.id)) return
      round.processes.push(message.told)
      if (round.missing.size === 0) finish(key)
    }
  })
}
