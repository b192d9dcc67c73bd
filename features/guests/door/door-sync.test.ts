import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ExchangeResult, startSync } from './door-sync.ts'

const good: ExchangeResult = { ok: true, retryAfter: null }
const bad: ExchangeResult = { ok: false, retryAfter: null }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('exchanges at once, every five seconds, and after an entry', async () => {
  const exchange = vi.fn(async () => good)
  const sync = startSync(exchange)
  await pass(0)
  expect(exchange).toHaveBeenCalledTimes(1)
  await pass(5_000)
  expect(exchange).toHaveBeenCalledTimes(2)
  sync.request()
  await pass(0)
  expect(exchange).toHaveBeenCalledTimes(3)
  sync.stop()
  await pass(60_000)
  expect(exchange).toHaveBeenCalledTimes(3)
})

test('waits longer after each failure, up to half a minute, and not when the network returns', async () => {
  const exchange = vi.fn(async () => bad)
  const sync = startSync(exchange)
  await pass(0)
  for (const wait of [5_000, 10_000, 20_000, 30_000, 30_000]) {
    const before = exchange.mock.calls.length
    sync.request()
    await pass(wait - 1)
    expect(exchange).toHaveBeenCalledTimes(before)
    await pass(1)
    expect(exchange).toHaveBeenCalledTimes(before + 1)
  }
  for (const [target, event] of [
    [window, 'online'],
    [document, 'visibilitychange'],
    [window, 'pageshow'],
  ] as const) {
    const before = exchange.mock.calls.length
    target.dispatchEvent(new Event(event))
    await pass(0)
    expect(exchange, event).toHaveBeenCalledTimes(before + 1)
  }
})

test('waits as long as the server wants', async () => {
  const exchange = vi.fn(async () => ({ ok: false, retryAfter: 60 }))
  startSync(exchange)
  await pass(59_999)
  expect(exchange).toHaveBeenCalledTimes(1)
  await pass(1)
  expect(exchange).toHaveBeenCalledTimes(2)
})

test('never runs two exchanges at the same time, and goes on after an error', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let running = 0
  let most = 0
  const exchange = vi.fn(async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    running--
    if (exchange.mock.calls.length === 1) throw new Error('no network')
    return good
  })
  const sync = startSync(exchange)
  sync.force()
  sync.force()
  await pass(30_000)
  expect(most).toBe(1)
  expect(exchange.mock.calls.length).toBeGreaterThan(2)
})
