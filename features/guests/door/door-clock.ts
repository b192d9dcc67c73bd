/** Difference of the two clocks of a phone that is no change of its time. ms */
const DRIFT_MS = 1_000

/**
 * The server's time on a phone. While the page is visible it advances by the monotonic clock, so that a changed clock of the
 * phone has no effect. The monotonic clock can stop while a phone sleeps, so a hidden page uses the phone's clock.
 */
export class DoorClock {
  #time: number
  #wall = Date.now()
  #monotonic = performance.now()
  #mayHaveSlept = false

  /** @param offset the server's time minus the phone's time. ms */
  constructor(offset: number) {
    this.#time = this.#wall + offset
  }

  /** Returns the server's time. ms since 1970 */
  now = (): number => {
    const wall = Date.now()
    const monotonic = performance.now()
    const passed = monotonic - this.#monotonic
    const slept = this.#mayHaveSlept ? wall - this.#wall - passed : 0
    this.#time += passed + (slept > DRIFT_MS ? slept : 0)
    this.#wall = wall
    this.#monotonic = monotonic
    return this.#time
  }

  /** @param time the server's time now. ms since 1970 */
  set(time: number): void {
    this.now()
    this.#time = time
  }

  /** Called when the page becomes hidden or visible. While it is hidden the phone may sleep. */
  setHidden(isHidden: boolean): void {
    this.now()
    this.#mayHaveSlept = isHidden
  }
}
