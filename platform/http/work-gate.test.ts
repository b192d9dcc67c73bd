/** Tests the limits of work per network and for all visitors together. */
import { beforeEach, describe, expect, test } from 'vitest'
import { WorkRefused } from '../process/work-refused.ts'
import { createWorkGate, type WorkGate } from './work-gate.ts'

let clock = 0
const now = () => clock
const nothing = async () => {}

/** Requests `count` pages one after the other. @returns the number of refusals */
async function countRefusals(gate: WorkGate, address: string, count: number): Promise<number> {
  let refused = 0
  for (let index = 0; index < count; index++) {
    await gate.run('page', { address }, nothing).catch((error) => {
      if (!(error instanceof WorkRefused) || error.reason !== 'network') throw error
      refused++
    })
  }
  return refused
}

describe('the work of one address', () => {
  let gate: WorkGate
  beforeEach(() => {
    clock = 1_000
    gate = createWorkGate({ burst: 75, perSecond: 150, now })
  })

  test('is limited to a burst and then to a rate per second', async () => {
    expect(await countRefusals(gate, '198.51.100.7', 8)).toBe(3)
    clock += 99
    expect(await countRefusals(gate, '198.51.100.7', 1)).toBe(1)
    clock += 1
    expect(await countRefusals(gate, '198.51.100.7', 2)).toBe(1)
    clock += 60_000
    expect(await countRefusals(gate, '198.51.100.7', 8)).toBe(3)
  })

  test('counts with its cost', async () => {
    const sender = { address: '198.51.100.7' }
    await gate.run('form', sender, nothing)
    await expect(gate.run('names', sender, nothing)).rejects.toMatchObject({ status: 429, retryAfter: 2 })
    expect(await countRefusals(gate, sender.address, 3)).toBe(2)
    await gate.run('lookup', sender, nothing)
  })

  test('does not count against another address', async () => {
    await countRefusals(gate, '198.51.100.7', 8)
    expect(await countRefusals(gate, '198.51.100.8', 5)).toBe(0)
  })

  test('also counts for its IPv6 networks, which have limits of their own', async () => {
    const all = createWorkGate({ burst: 75, perSecond: 150, now })
    let refused = 0
    for (let network = 0; network < 64; network++)
      refused += await all
        .run('page', { address: `2001:db8:0:${(network % 8).toString(16)}::${network}` }, nothing)
        .then(() => 0)
        .catch(() => 1)
    // Eight networks of one /48 could do 40 pages. Fewer are done, because the /48 has a limit too.
    expect(64 - refused).toBeGreaterThanOrEqual(10)
    expect(64 - refused).toBeLessThan(40)
  })

  test('has no limit for programs of this machine', async () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect(await countRefusals(gate, address, 50)).toBe(0)
  })

  test('has no limit for known senders, who are looked up only before a refusal', async () => {
    const address = '198.51.100.7'
    let lookups = 0
    const isKnown = async () => ++lookups > 0
    for (let index = 0; index < 8; index++) await gate.run('page', { address, isKnown }, nothing)
    expect(lookups).toBe(3)
    await expect(gate.run('page', { address, isKnown: async () => false }, nothing)).rejects.toBeInstanceOf(
      WorkRefused,
    )
  })

  test('shares one limit when there are too many networks to track', async () => {
    const many = createWorkGate({ burst: 75, perSecond: 150, keysMax: 4, now })
    let done = 0
    for (let index = 0; index < 20; index++) done += 1 - (await countRefusals(many, `198.51.100.${index}`, 1))
    // Three networks and the total have counters of their own. The other networks together do as much as one.
    expect(done).toBe(3 + 5)
    clock += 600
    expect(await countRefusals(many, '203.0.113.1', 5)).toBe(0)
  })

  test('has a counter of its own again as soon as those of cheap requests have expired', async () => {
    const many = createWorkGate({ burst: 300, perSecond: 100, keysMax: 4, now })
    for (let index = 0; index < 20; index++)
      await many.run('file', { address: `198.51.100.${index}` }, nothing)
    clock += 110
    // The limit of one network has no room for both.
    expect(await countRefusals(many, '203.0.113.1', 20)).toBe(0)
    expect(await countRefusals(many, '203.0.113.2', 20)).toBe(0)
  })

  test('is refused while the address has too many unread answers, if it is large', async () => {
    const full = createWorkGate({ hasUnreadAnswers: (address) => address === '198.51.100.7', now })
    await expect(full.run('list', { address: '198.51.100.7' }, nothing)).rejects.toMatchObject({
      status: 429,
    })
    await full.run('lookup', { address: '198.51.100.7' }, nothing)
    await full.run('list', { address: '198.51.100.8' }, nothing)
  })
})

test('limits the work of all addresses together', async () => {
  clock = 1_000
  const gate = createWorkGate({ burst: 75, perSecond: 150, now })
  for (let index = 0; index < 5; index++) expect(await countRefusals(gate, `198.51.100.${index}`, 5)).toBe(0)
  const further = () => gate.run('page', { address: '203.0.113.1' }, nothing)
  await expect(further()).rejects.toMatchObject({ reason: 'all', status: 503, retryAfter: 2 })
  clock += 20
  await further()
})

describe('queued work', () => {
  const sender = { address: '127.0.0.1' }

  test('runs two pages at a time, and is refused when the queue is full', async () => {
    const gate = createWorkGate({ parallelMax: 2, waitingMax: 3 })
    let running = 0
    let mostRunning = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    const render = async () => {
      mostRunning = Math.max(mostRunning, ++running)
      await promise
      running--
    }
    const admitted = Array.from({ length: 5 }, () => gate.run('page', sender, render))
    await expect(gate.run('page', sender, render)).rejects.toMatchObject({ status: 503 })
    await gate.run('lookup', sender, nothing)
    await gate.run('page', { ...sender, isKnown: async () => true }, nothing)
    resolve()
    await Promise.all(admitted)
    expect(mostRunning).toBe(2)
    await gate.run('page', sender, render)
  })

  test('releases the place of failed work', async () => {
    const gate = createWorkGate({ parallelMax: 1, waitingMax: 0 })
    const fail = () => Promise.reject(new Error('broken'))
    for (let index = 0; index < 3; index++)
      await expect(gate.run('page', sender, fail)).rejects.toThrow('broken')
  })

  test('is not started after the connection has closed', async () => {
    const gate = createWorkGate({ parallelMax: 1, waitingMax: 2 })
    let done = 0
    const work = async () => {
      done++
    }
    const closed = AbortSignal.abort('closed')
    await expect(gate.run('lookup', { ...sender, signal: closed }, work)).rejects.toMatchObject({
      reason: 'closed',
    })
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = gate.run('page', sender, () => promise)
    const closing = new AbortController()
    const queued = [1, 2].map(() => gate.run('page', { ...sender, signal: closing.signal }, work))
    await expect(gate.run('page', sender, work)).rejects.toMatchObject({ reason: 'all' })
    closing.abort('closed')
    for (const each of queued) await expect(each).rejects.toMatchObject({ reason: 'closed' })
    // Both places in the queue are free again.
    const next = gate.run('page', sender, work)
    resolve()
    await Promise.all([first, next])
    expect(done).toBe(1)
  })
})
