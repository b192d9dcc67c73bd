/** The timer of a carousel. Several reasons can pause it at the same time. */

export interface Ticker {
  /** Adds or removes a reason to pause. The timer runs when there is none. */
  hold(reason: string, isHeld: boolean): void
  /** Starts the interval again, so that a slide stays for its full time after a swipe. */
  restart(): void
  stop(): void
}

/**
 * Creates the timer.
 * @param every interval in ms
 * @param onHeld called with true when the timer pauses, and with false when it runs again
 */
export function createTicker(
  every: number,
  onTick: () => void,
  onHeld: (held: boolean) => void = () => {},
): Ticker {
  const reasons = new Set<string>()
  let timer: ReturnType<typeof setInterval> | undefined
  const run = () => {
    clearInterval(timer)
    timer = reasons.size === 0 ? setInterval(onTick, every) : undefined
  }
  run()
  return {
    hold(reason, held) {
      const wasHeld = reasons.size > 0
      if (held) reasons.add(reason)
      else reasons.delete(reason)
      const isHeld = reasons.size > 0
      if (isHeld === wasHeld) return
      run()
      onHeld(isHeld)
    },
    restart: run,
    stop: () => clearInterval(timer),
  }
}
