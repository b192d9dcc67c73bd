/** Work that goes on in the background: one run after the other, with rests between them, until it is stopped. */
import { setTimeout as sleep } from 'node:timers/promises'

export interface BackgroundLoop {
  start(): void
  /** Resolves after the run at hand. */
  stop(): Promise<void>
  /** There is something to do: the present rest ends, or the coming one does not begin. */
  wake(): void
  /** Waits, but not past `stop`. ms */
  pause(milliseconds: number): Promise<void>
  /** Resolves when it rests; at once when it does not run. */
  idle(): Promise<void>
}

interface BackgroundLoopOptions {
  /** @returns how long to rest afterwards, ms; 0: the next run follows at once */
  runOnce(stopping: AbortSignal): Promise<number>
  /**
   * Receives what a run threw, unless it was stopped.
   * @returns how long to try nothing, ms: that `wake` does not end, or whoever wakes it all the time would leave no pause
   */
  onError(error: unknown): number
  /** The rest before the first run. ms */
  firstAfterMs?: number
}

export function createBackgroundLoop({
  runOnce,
  onError,
  firstAfterMs = 0,
}: BackgroundLoopOptions): BackgroundLoop {
  let stopping = AbortSignal.abort()
  let end = () => {}
  let running: Promise<void> = Promise.resolve()
  let isAwake = false
  let isResting = false
  let endRest = () => {}
  let waiting: (() => void)[] = []

  function resolveIdle() {
    for (const resolve of waiting) resolve()
    waiting = []
  }

  const wait = (milliseconds: number, signal: AbortSignal) =>
    sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {})

  async function rest(milliseconds: number, stopped: AbortSignal) {
    if (isAwake || stopped.aborted) return
    const rested = new AbortController()
    endRest = () => rested.abort()
    isResting = true
    resolveIdle()
    await wait(milliseconds, rested.signal)
    isResting = false
  }

  async function run(stopped: AbortSignal) {
    if (firstAfterMs > 0) await rest(firstAfterMs, stopped)
    while (!stopped.aborted) {
      isAwake = false
      try {
        const milliseconds = await runOnce(stopped)
        if (milliseconds > 0) await rest(milliseconds, stopped)
      } catch (error) {
        if (!stopped.aborted) await wait(onError(error), stopped)
      }
    }
  }

  function wake() {
    isAwake = true
    endRest()
  }

  return {
    start() {
      if (!stopping.aborted) return
      const controller = new AbortController()
      stopping = controller.signal
      end = () => controller.abort()
      isAwake = false
      // A turn of before it was stopped may still be at it.
      running = running.then(() => run(controller.signal))
    },
    async stop() {
      end()
      endRest()
      await running
      resolveIdle()
    },
    wake,
    pause: (milliseconds) => wait(milliseconds, stopping),
    idle: () =>
      stopping.aborted || (isResting && !isAwake)
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push(resolve)),
  }
}
