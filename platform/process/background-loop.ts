/** Repeats work in the background, with pauses between the runs, until it is stopped. */
import { setTimeout as sleep } from 'node:timers/promises'

export interface BackgroundLoop {
  start(): void
  /** Ends the loop. Resolves when the current run has ended. */
  stop(): Promise<void>
  /** Starts the next run now, or right after the present one. */
  wake(): void
  /** Waits for a time within a run. `stop` ends the wait early. ms */
  pause(milliseconds: number): Promise<void>
  /** Resolves when no run is under way and the loop waits, and at once when the loop is stopped. */
  idle(): Promise<void>
}

interface BackgroundLoopOptions {
  /** Does the work once. @returns the pause before the next run. ms, 0 to run again at once */
  runOnce(stopping: AbortSignal): Promise<number>
  /**
   * Receives the error of a run, unless the loop was stopped.
   * @returns the pause before the next run. ms. `wake` does not end it, so that frequent calls cannot cause a busy loop
   */
  onError(error: unknown): number
  /** Pause before the first run. ms */
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
      // The last run before `stop` may still be under way, so the new one follows it.
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
