/** The clock of a carousel: ticks every so often, unless something holds it. */

export interface Ticker {
  /** Holds, or lets go of, the clock for one named reason; it runs when no reason is left. */
  hold(reason: string, held: boolean): void
  /** Counts the whole interval anew: what was just moved by hand deserves its full time. */
  restart(): void
  stop(): void
}

/**
 * @param every interval in ms
 * @param onTick called at each tick
 * @param onHeld told whether the clock stands still, whenever that changes
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
