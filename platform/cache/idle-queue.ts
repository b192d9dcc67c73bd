/** A queue of work that runs one key at a time while no new work arrives. */

export interface IdleQueue {
  add(key: string): void
  remove(key: string): void
}

/** @param work runs once per key. A failed key is dropped. @param idleMs time without a new key before the work starts */
export function createIdleQueue(work: (key: string) => Promise<void>, idleMs: number): IdleQueue {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let working = false

  function arm() {
    clearTimeout(timer)
    timer = setTimeout(next, idleMs).unref()
  }

  async function next() {
    const [key] = waiting
    if (key === undefined || working) return
    waiting.delete(key)
    working = true
    const armed = timer
    await work(key).catch(() => {})
    working = false
    // An `add` during the work set another timer, so the queue waits again.
    if (timer === armed) void next()
    else arm()
  }

  return {
    add(key) {
      waiting.add(key)
      arm()
    },
    remove: (key) => waiting.delete(key),
  }
}
