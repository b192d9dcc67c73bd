/** Work that can wait, done one piece after another once nothing new has come for a while. */

export interface QuietWork {
  add(key: string): void
  /** It is not wanted any more. */
  drop(key: string): void
}

/** @param quietMs nothing was added for so long */
export function createQuietWork(work: (key: string) => Promise<void>, quietMs: number): QuietWork {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let working = false

  function arm() {
    clearTimeout(timer)
    timer = setTimeout(next, quietMs).unref()
  }

  async function next() {
    const [key] = waiting
    if (key === undefined || working) return
    waiting.delete(key)
    working = true
    const before = timer
    // What failed stays as it was.
    await work(key).catch(() => {})
    working = false
    // Unless something came meanwhile, for which the wait begins again, it is still quiet.
    if (timer === before) void next()
    else arm()
  }

  return {
    add(key) {
      waiting.add(key)
      arm()
    },
    drop: (key) => waiting.delete(key),
  }
}
