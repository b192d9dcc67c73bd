/**
 * With WORKERS, the primary process counts the requests of each address for all workers. Addresses are sent only over the
 * channel between the processes, and are never stored. The throttle of the primary process keeps hashes in memory.
 */
import cluster from 'node:cluster'
import { sendToParent } from '../../../platform/process/child-processes.ts'
import { createThrottle } from './visit-throttle.ts'

type Message =
  | { throttle: 'ask'; id: number; address: string }
  | { throttle: 'answer'; id: number; isLetThrough: boolean }

const isOurs = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'throttle' in message

/** Time limit for the answer of the primary process. Afterwards the worker uses its own count. ms */
const PATIENCE_MS = 1_000
/**
 * Maximum number of requests of a worker that wait for the primary process. Further requests use the worker's own count.
 */
const WAITING_MAX = 10_000

/** @returns a function that counts a request of an address and returns whether it is within the limit */
export function createSharedThrottle(now: () => number): (address: string) => Promise<boolean> {
  const own = createThrottle(now)
  if (!cluster.isWorker) return async (address) => own(address)
  const waiting = new Map<number, (isLetThrough: boolean) => void>()
  let lastId = 0

  process.on('message', (message) => {
    if (isOurs(message) && message.throttle === 'answer') waiting.get(message.id)?.(message.isLetThrough)
  })

  return (address) => {
    if (!process.connected || waiting.size >= WAITING_MAX) return Promise.resolve(own(address))
    const id = ++lastId
    return new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(own(address)), PATIENCE_MS)
      waiting.set(id, (isLetThrough) => {
        clearTimeout(timer)
        resolve(isLetThrough)
      })
      sendToParent({ throttle: 'ask', id, address } satisfies Message)
    }).finally(() => waiting.delete(id))
  }
}

/** Answers the workers' requests. Call it in the primary process. */
export function relayThrottle(): void {
  const isLetThrough = createThrottle(Date.now)
  cluster.on('message', (worker, message: unknown) => {
    if (!isOurs(message) || message.throttle !== 'ask' || !worker.isConnected()) return
    const { id, address } = message
    worker.send({ throttle: 'answer', id, isLetThrough: isLetThrough(address) } satisfies Message)
  })
}
