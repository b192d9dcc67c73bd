/**
 * Decides when the phone exchanges data with the server: every five seconds, after each entry, and when the page becomes
 * visible or hidden or the network returns. Background Sync is not used, because iOS lacks it.
 */

const INTERVAL_MS = 5_000
/** Longest wait after failures. Events such as `online` end the wait. ms */
const WAIT_MAX_MS = 30_000

export interface ExchangeResult {
  ok: boolean
  /** Minimum pause before the next request (`Retry-After`). Seconds */
  retryAfter: number | null
}

export interface Sync {
  /** Exchanges soon, unless the phone waits after a failure. */
  request(): void
  /** Exchanges at once. */
  force(): void
  stop(): void
}

/** @param exchange runs one exchange. It is never called while it runs. */
export function startSync(exchange: () => Promise<ExchangeResult>): Sync {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  let isRequested = false
  let isStopped = false
  let failures = 0

  async function run(): Promise<void> {
    clearTimeout(timer)
    if (isStopped) return
    if (isRunning) {
      isRequested = true
      return
    }
    isRunning = true
    isRequested = false
    const { ok, retryAfter } = await exchange().catch((error: unknown) => {
      console.error(error)
      return { ok: false, retryAfter: null }
    })
    isRunning = false
    if (isStopped) return
    failures = ok ? 0 : failures + 1
    const wait = ok ? INTERVAL_MS : Math.min(INTERVAL_MS * 2 ** (failures - 1), WAIT_MAX_MS)
    const isUrgent = isRequested && ok
    timer = setTimeout(run, isUrgent ? 0 : Math.max(wait, (retryAfter ?? 0) * 1_000))
  }

  const force = () => void run()
  document.addEventListener('visibilitychange', force)
  window.addEventListener('online', force)
  // The exchange fails, and the page then shows that there is no network.
  window.addEventListener('offline', force)
  window.addEventListener('pageshow', force)
  force()
  return {
    request() {
      if (failures === 0) force()
    },
    force,
    stop() {
      isStopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', force)
      window.removeEventListener('online', force)
      window.removeEventListener('offline', force)
      window.removeEventListener('pageshow', force)
    },
  }
}
