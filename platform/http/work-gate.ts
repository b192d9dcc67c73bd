/**
 * The gate before all work for requests without a session that no cache answers. It knows what each kind of work costs, and
 * limits it for each network and in total. Cached answers do not pass it.
 */

import type { Work } from '../api/shared/work.ts'
import { WorkRefused } from '../process/work-refused.ts'
import { isLoopback } from './address-limit.ts'
import { createRate, type Rate } from './address-rate.ts'
import { addressScopes } from './rate-limit.ts'
import { createSemaphore } from './semaphore.ts'

/**
 * Upper limit of the time of the main thread for one request of a kind, with 300 nights, 2,000 names and 120 news. It is two to
 * four times the time that `npm run bench -- anonymous` measured, so that a /48 stays within the bar of the bench. ms
 */
const COSTS_MS: Readonly<Record<Work, number>> = {
  file: 0.1,
  lookup: 1.5,
  page: 15,
  list: 30,
  write: 12,
  form: 50,
  names: 60,
}

/** Work that keeps the main thread busy. Little of it runs at the same time, in the order of the requests. */
const QUEUED = new Set<Work>(['page', 'list', 'form', 'names'])

/**
 * Limit of queued work that runs at the same time. More would not be faster, because it shares one thread and only its queries
 * run in parallel.
 */
const PARALLEL_MAX = 2
/** Limit of waiting work. It is about half a second of pages. */
const WAITING_MAX = 64
/** Work that a network may request at once. Visitors in the club share one address, and reload pages after an edit. ms */
const BURST_MS = 300
/** Work per second of a network after its burst: a tenth of a processor. ms */
const PER_SECOND_MS = 100
/** Limits of all networks together, as a multiple of the limits of one: half a processor. */
const ALL_TIMES = 5
const ALL = 'all'

/** The sender of a request without a session, or whose session has not been looked up. */
export interface Sender {
  address: string
  /** Aborts when the connection closes. */
  signal?: AbortSignal
  /** Called before a refusal. True for administrators and phones of the door, which are never refused. */
  isKnown?(): Promise<boolean>
}

export interface WorkGate {
  /**
   * Runs `work`, after waiting for other work of its kind.
   * @throws WorkRefused when a limit was reached or the connection has closed, and errors of `work`
   */
  run<T>(kind: Work, sender: Sender, work: () => Promise<T>): Promise<T>
}

export interface WorkGateOptions extends Partial<Rate> {
  /** True while the answers that a network has not read use too much memory. */
  hasUnreadAnswers?: (address: string) => boolean
  parallelMax?: number
  waitingMax?: number
}

export function createWorkGate({
  hasUnreadAnswers = () => false,
  parallelMax = PARALLEL_MAX,
  waitingMax = WAITING_MAX,
  ...rate
}: WorkGateOptions = {}): WorkGate {
  const semaphore = createSemaphore(parallelMax, waitingMax)
  const count = createRate({ burst: BURST_MS, perSecond: PER_SECOND_MS, ...rate })

  function findRefusal(kind: Work, address: string): 'network' | 'all' | null {
    if (QUEUED.has(kind) && hasUnreadAnswers(address)) return 'network'
    if (QUEUED.has(kind) && !semaphore.hasRoom(1)) return 'all'
    const scopes = addressScopes(address)
    // Loopback addresses have no limit. They are requests of this machine, or of all visitors behind a proxy that TRUST_PROXY does
    // not name.
    if (isLoopback(scopes[0].key)) return null
    const exceeded = count([...scopes, { key: ALL, times: ALL_TIMES }], COSTS_MS[kind])
    if (exceeded === null) return null
    return exceeded === ALL ? 'all' : 'network'
  }

  return {
    async run(kind, sender, work) {
      const { address, signal, isKnown } = sender
      if (signal?.aborted) throw new WorkRefused('closed')
      const refusal = findRefusal(kind, address)
      if (refusal !== null) {
        if (await isKnown?.()) return work()
        throw new WorkRefused(refusal)
      }
      if (!QUEUED.has(kind)) return work()
      let hasStarted = false
      const start = () => {
        hasStarted = true
        return work()
      }
      return semaphore.run(1, start, signal).catch((error: unknown) => {
        // The semaphore rejects with the reason of the signal, which is a text of @hono/node-server.
        throw hasStarted ? error : new WorkRefused('closed')
      })
    },
  }
}
