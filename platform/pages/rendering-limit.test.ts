/** Tests the limits of renderings per visitor and for all visitors together. */
import { beforeEach, describe, expect, test } from 'vitest'
import { createRenderingLimit, type RenderingLimit, RenderingRefused } from './rendering-limit.ts'

let clock = 0
const now = () => clock

/** Requests `count` renderings one after the other. @returns the number of refusals */
async function refusals(limit: RenderingLimit, address: string, count: number): Promise<number> {
  let refused = 0
  for (let index = 0; index < count; index++) {
    await limit
      .run(address, async () => {})
      .catch((error) => {
        if (!(error instanceof RenderingRefused) || error.status !== 429) throw error
        refused++
      })
  }
  return refused
}

describe('the renderings of one address', () => {
  let limit: RenderingLimit
  beforeEach(() => {
    clock = 1_000
    limit = createRenderingLimit({ burst: 5, perSecond: 10, now })
  })

  test('are limited to a burst and then to a rate per second', async () => {
    expect(await refusals(limit, '198.51.100.7', 8)).toBe(3)
    clock += 99
    expect(await refusals(limit, '198.51.100.7', 1)).toBe(1)
    clock += 1
    expect(await refusals(limit, '198.51.100.7', 2)).toBe(1)
    clock += 60_000
    expect(await refusals(limit, '198.51.100.7', 8)).toBe(3)
  })

  test('do not count against another address', async () => {
    await refusals(limit, '198.51.100.7', 8)
    expect(await refusals(limit, '198.51.100.8', 5)).toBe(0)
  })

  test('also count for its IPv6 networks, which have higher limits', async () => {
    const in64 = (network: number) => `2001:db8:0:${network.toString(16)}00::1`
    expect(await refusals(limit, '2001:db8:1:100::1', 5)).toBe(0)
    expect(await refusals(limit, '2001:db8:1:100::2', 1)).toBe(1)
    let refused = 0
    for (let network = 0; network < 64; network++) refused += await refusals(limit, in64(network), 5)
    // All of these networks are in one /48, which may request twice as many renderings as one /64.
    expect(64 * 5 - refused).toBe(10)
  })

  test('have no limit for programs of this machine', async () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect(await refusals(limit, address, 50)).toBe(0)
  })

  test('share one limit when there are too many networks to track', async () => {
    const many = createRenderingLimit({ burst: 5, perSecond: 10, keysMax: 3, now })
    let refused = 0
    for (let index = 0; index < 100; index++) refused += await refusals(many, `198.51.100.${index}`, 1)
    expect(refused).toBe(100 - 3 - 5)
    clock += 600
    expect(await refusals(many, '203.0.113.1', 5)).toBe(0)
  })
})

test('limits parallel renderings and the queue, and rejects further ones at once', async () => {
  const limit = createRenderingLimit({ atOnce: 2, waitingMax: 3 })
  let running = 0
  let mostRunning = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const render = async () => {
    mostRunning = Math.max(mostRunning, ++running)
    await promise
    running--
  }
  const admitted = Array.from({ length: 5 }, () => limit.run('127.0.0.1', render))
  await expect(limit.run('127.0.0.1', render)).rejects.toMatchObject({ status: 503 })
  resolve()
  await Promise.all(admitted)
  expect(mostRunning).toBe(2)
  await limit.run('127.0.0.1', render)
})

test('releases the place of a failed rendering', async () => {
  const limit = createRenderingLimit({ atOnce: 1, waitingMax: 0 })
  const fail = () => Promise.reject(new Error('broken'))
  for (let index = 0; index < 3; index++) await expect(limit.run('127.0.0.1', fail)).rejects.toThrow('broken')
})
