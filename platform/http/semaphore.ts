/** Limits how much work runs at the same time. Further work waits in a queue. */

export interface Semaphore {
  /**
   * Runs `work` when `share` of the capacity is free, in the order of the calls. A share above the capacity counts as the
   * whole capacity, so such work runs alone.
   * @throws the signal's reason when it aborts before `work` begins, and errors of `work`
   */
  run<T>(share: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** True when work of that share could start now, or fits in the queue. */
  hasRoom(share: number): boolean
  /** Resolves when no work is running or queued. */
  idle(): Promise<void>
}

interface Waiter {
  share: number
  enter(): void
}

/**
 * Creates a semaphore.
 * @param waitingMax upper limit for the sum of the shares in the queue. Above it, `hasRoom` returns false
 */
export function createSemaphore(capacity: number, waitingMax = Number.POSITIVE_INFINITY): Semaphore {
  let free = capacity
  let shareWaiting = 0
  const waiting: Waiter[] = []
  let onIdle: (() => void)[] = []

  const isIdle = () => free === capacity && waiting.length === 0

  function admit() {
    for (let next = waiting[0]; next && next.share <= free; next = waiting[0]) {
      waiting.shift()
      shareWaiting -= next.share
      free -= next.share
      next.enter()
    }
    if (isIdle()) {
      for (const resolve of onIdle) resolve()
      onIdle = []
    }
  }

  const acquire = (share: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal?.throwIfAborted()
      const leave = () => {
        waiting.splice(waiting.indexOf(waiter), 1)
        shareWaiting -= share
        reject(signal?.reason)
        // The next work in the queue may need a smaller share, so it may start too.
        admit()
      }
      const waiter: Waiter = {
        share,
        enter() {
          signal?.removeEventListener('abort', leave)
          resolve()
        },
      }
      signal?.addEventListener('abort', leave, { once: true })
      waiting.push(waiter)
      shareWaiting += share
      admit()
    })

  return {
    async run(share, work, signal) {
      const taken = Math.min(share, capacity)
      await acquire(taken, signal)
      try {
        return await work()
      } finally {
        free += taken
        admit()
      }
    },
    hasRoom(share) {
      const taken = Math.min(share, capacity)
      return (waiting.length === 0 && taken <= free) || shareWaiting + taken <= waitingMax
    },
    idle: () => (isIdle() ? Promise.resolve() : new Promise((resolve) => onIdle.push(resolve))),
  }
}
