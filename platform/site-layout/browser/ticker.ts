/** The timer of a carousel. It can be paused for several reasons at once. */

export interface Ticker {
  /** Adds or removes a reason to pause. The timer runs while there is no reason. */
  hold(reason: string, held: boolean): void
  /** Starts the interval again, so that a slide chosen by hand stays for its full time. */
  restart(): void
  stop(): void
}

/**
 * @param every interval in ms
 * @param onTick called after each interval
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
