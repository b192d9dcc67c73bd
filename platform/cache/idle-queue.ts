/** Work that can wait, done one piece at a time once nothing was added for a while. */

export interface IdleQueue {
  add(key: string): void
  remove(key: string): void
}

/** @param idleMs work begins when nothing was added for so long; a piece that fails is dropped */
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
    // An `add` during the work armed another timer: the wait begins again.
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
