import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTicker } from './ticker.ts'

describe('ticker', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('ticks at its interval', () => {
    const tick = vi.fn()
    createTicker(4000, tick)
    vi.advanceTimersByTime(3999)
    expect(tick).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1 + 4000)
    expect(tick).toHaveBeenCalledTimes(2)
  })

  it('pauses until the last reason is removed, then waits for a whole interval', () => {
    const tick = vi.fn()
    const onHeld = vi.fn()
    const ticker = createTicker(4000, tick, onHeld)
    vi.advanceTimersByTime(3000)
    ticker.hold('hover', true)
    ticker.hold('focus', true)
    vi.advanceTimersByTime(60_000)
    ticker.hold('hover', false)
    vi.advanceTimersByTime(60_000)
    expect(tick).not.toHaveBeenCalled()
    ticker.hold('focus', false)
    vi.advanceTimersByTime(3999)
    expect(tick).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(tick).toHaveBeenCalledTimes(1)
    expect(onHeld.mock.calls).toEqual([[true], [false]])
  })

  it('starts the interval again after a restart, and never ticks after a stop', () => {
    const tick = vi.fn()
    const ticker = createTicker(1000, tick)
    vi.advanceTimersByTime(900)
    ticker.restart()
    vi.advanceTimersByTime(900)
    expect(tick).not.toHaveBeenCalled()
    ticker.stop()
    vi.advanceTimersByTime(10_000)
    expect(tick).not.toHaveBeenCalled()
  })
})
