import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../test/support/databases.ts'
import { createMigratedDatabase, type MigratedDatabase } from '../../test/support/migrated-database.ts'
import {
  addressKey,
  addressScopes,
  createRateLimit,
  hourly,
  nameRules,
  rules as ownRules,
  type RateLimit,
  type RateLimitRule,
} from './rate-limit.ts'

const MINUTE_MS = 60_000
const rules = {
  ...ownRules,
  ...nameRules({
    message: { limit: 5, windowMs: 10 * MINUTE_MS, pausesMs: null, isByAddress: true },
    'message-summary': hourly(1),
  }),
}
const START = Date.UTC(2026, 0, 1)
const home = '203.0.113.7'
const work = '203.0.113.8'

it('refuses a second rule with the same name', () => {
  expect(() => nameRules({ 'sign-in-account': hourly(1) })).toThrow('sign-in-account')
})

describe.each(databases)('rate limit on $name', ({ create }) => {
  let place: MigratedDatabase
  let rateLimit: RateLimit
  let clock: number

  beforeAll(async () => {
    place = await createMigratedDatabase({ create })
  })
  afterAll(() => place.dispose())

  beforeEach(() => {
    clock = START
    rateLimit = createRateLimit({ database: place.database, now: () => clock })
  })
  afterEach(() => place.database.write((tx) => tx.deleteFrom('throttles').execute()))

  const rows = () => place.database.read.selectFrom('throttles').selectAll().execute()
  const hits = async (rule: RateLimitRule, key: string, times: number) => {
    const answers: (number | null)[] = []
    for (let time = 0; time < times; time++) answers.push(await rateLimit.hit(rule, key))
    return answers
  }

  it.each(['sign-in-address', 'sign-in-account'] as const)(
    'allows ten tries of %s before the first pause',
    async (rule) => {
      expect(await rateLimit.check(rules[rule], 'ana')).toBeNull()
      expect(await hits(rules[rule], 'ana', 9)).toEqual(Array(9).fill(null))
      expect(await rateLimit.check(rules[rule], 'ana')).toBeNull()
      expect(await rateLimit.hit(rules[rule], 'ana')).toBeNull()
      expect(await rateLimit.check(rules[rule], 'ana')).toBe(60)
      expect(await rateLimit.hit(rules[rule], 'ana')).toBe(60)
      clock += 59_001
      expect(await rateLimit.check(rules[rule], 'ana')).toBe(1)
      clock += 999
      expect(await rateLimit.check(rules[rule], 'ana')).toBeNull()
    },
  )

  it('extends each further pause, up to a quarter of an hour', async () => {
    await hits(rules['sign-in-account'], 'ana', 10)
    const pauses: (number | null)[] = []
    for (let round = 0; round < 7; round++) {
      const seconds = (await rateLimit.check(rules['sign-in-account'], 'ana')) as number
      pauses.push(seconds / 60)
      clock += seconds * 1000
      await rateLimit.hit(rules['sign-in-account'], 'ana')
    }
    expect(pauses).toEqual([1, 2, 4, 8, 15, 15, 15])
  })

  it('does not count rejected tries', async () => {
    await hits(rules['sign-in-account'], 'ana', 30)
    clock += MINUTE_MS
    await rateLimit.hit(rules['sign-in-account'], 'ana')
    expect(await rateLimit.check(rules['sign-in-account'], 'ana')).toBe(120)
  })

  it('resets 15 minutes after the first try, or 15 minutes after a pause without tries', async () => {
    await hits(rules['sign-in-account'], 'ana', 9)
    clock += 15 * MINUTE_MS
    expect(await hits(rules['sign-in-account'], 'ana', 10)).toEqual(Array(10).fill(null))
    expect(await rateLimit.check(rules['sign-in-account'], 'ana')).toBe(60)
    clock += 16 * MINUTE_MS
    expect(await hits(rules['sign-in-account'], 'ana', 9)).toEqual(Array(9).fill(null))
    expect(await rateLimit.check(rules['sign-in-account'], 'ana')).toBeNull()
  })

  it.each([
    ['registration', 60],
    ['message', 10],
  ] as const)('lets five of %s through in %d minutes', async (rule, minutes) => {
    expect(await rateLimit.hit(rules[rule], home)).toBeNull()
    clock += 5 * MINUTE_MS
    expect(await hits(rules[rule], home, 5)).toEqual([null, null, null, null, (minutes - 5) * 60])
    clock = START + minutes * MINUTE_MS - 1
    expect(await rateLimit.check(rules[rule], home)).toBe(1)
    clock += 1
    expect(await rateLimit.hit(rules[rule], home)).toBeNull()
  })

  it('counts rules and keys separately', async () => {
    await hits(rules.registration, home, 6)
    expect(await rateLimit.check(rules.registration, home)).not.toBeNull()
    expect(await rateLimit.check(rules.registration, work)).toBeNull()
    expect(await rateLimit.check(rules.message, home)).toBeNull()
  })

  it('clears the counter of an account and keeps that of the address', async () => {
    await hits(rules['sign-in-account'], 'ana', 10)
    await hits(rules['sign-in-address'], home, 10)
    await rateLimit.clear(rules['sign-in-account'], 'ana')
    expect(await rateLimit.check(rules['sign-in-account'], 'ana')).toBeNull()
    expect(await rateLimit.check(rules['sign-in-address'], home)).toBe(60)
  })

  it('refunds one try and the pause that it started', async () => {
    await hits(rules['sign-in-address'], home, 10)
    await rateLimit.refund(rules['sign-in-address'], home)
    expect(await rateLimit.check(rules['sign-in-address'], home)).toBeNull()
    expect(await hits(rules['sign-in-address'], home, 2)).toEqual([null, 60])
    await rateLimit.refund(rules['sign-in-address'], work)
    expect(await rateLimit.check(rules['sign-in-address'], work)).toBeNull()
  })

  it('enforces the limit for parallel tries over two connections', async () => {
    const elsewhere = createRateLimit({ database: place.connectAgain(), now: () => clock })
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        (i % 2 ? rateLimit : elsewhere).hit(rules['sign-in-address'], home),
      ),
    )
    expect(answers.filter((seconds) => seconds === null)).toHaveLength(10)
    expect(answers.filter((seconds) => seconds === 60)).toHaveLength(6)
    expect(await rows()).toMatchObject([{ count: 10 }])
  })

  describe('for an IPv6 network', () => {
    /** Returns an address in the `n`th /64 of a /56. */
    const within = (network: string, n: number) => `${network}${n.toString(16).padStart(2, '0')}::1`
    it.each([
      ['message', 5, 600],
      ['registration', 5, 3600],
      ['sign-in-address', 10, 60],
    ] as const)(
      'allows twice the tries of %s from a /56, and no more from its /48',
      async (rule, limit, wait) => {
        const from = async (network: string, times: number) => {
          const answers: (number | null)[] = []
          for (let n = 0; n < times; n++) answers.push(await rateLimit.hit(rules[rule], within(network, n)))
          return answers.filter((seconds) => seconds === null).length
        }
        expect(await from('2001:db8:0:1', 3 * limit)).toBe(2 * limit)
        expect(await rateLimit.check(rules[rule], within('2001:db8:0:1', 99))).toBe(wait)
        expect(await rateLimit.hit(rules[rule], '2001:db8:0:ffff::1')).toBe(wait)
        expect(await from('2001:db8:1:1', limit)).toBe(limit)
        expect(await from('2001:db8:1:2', 2 * limit)).toBe(limit)
        clock += 60 * MINUTE_MS
        expect(await rateLimit.hit(rules[rule], '2001:db8:0:ffff::1')).toBeNull()
      },
    )

    it('counts a try in all networks or in none', async () => {
      expect(await hits(rules.message, within('2001:db8:0:1', 1), 8)).toEqual([
        ...Array(5).fill(null),
        600,
        600,
        600,
      ])
      expect((await rows()).map(({ count }) => count)).toEqual([5, 5, 5])
    })

    it('refunds a try in all networks', async () => {
      const tries = Array.from({ length: 20 }, (_, n) => within('2001:db8:0:1', n))
      for (const address of tries) expect(await rateLimit.hit(rules['sign-in-address'], address)).toBeNull()
      expect(await rateLimit.check(rules['sign-in-address'], within('2001:db8:0:1', 99))).toBe(60)
      await rateLimit.refund(rules['sign-in-address'], tries[0] as string)
      expect(await rateLimit.hit(rules['sign-in-address'], within('2001:db8:0:1', 99))).toBeNull()
      expect(await rateLimit.hit(rules['sign-in-address'], within('2001:db8:0:1', 98))).toBe(60)
    })

    it('enforces the limit for parallel tries over two connections', async () => {
      const elsewhere = createRateLimit({ database: place.connectAgain(), now: () => clock })
      const answers = await Promise.all(
        Array.from({ length: 32 }, (_, n) =>
          (n % 2 ? rateLimit : elsewhere).hit(rules.message, within('2001:db8:0:1', n)),
        ),
      )
      expect(answers.filter((seconds) => seconds === null)).toHaveLength(10)
    })
  })

  it('allows 120 registrations per hour from all addresses, and does not count rejected ones', async () => {
    const answers: (number | null)[] = []
    for (let n = 0; n < 130; n++) answers.push(await rateLimit.hit(rules.registration, `203.0.113.${n}`))
    expect(answers.filter((seconds) => seconds === null)).toHaveLength(120)
    expect(answers.at(-1)).toBe(3600)
    expect((await rows()).filter(({ count }) => count > 0)).toHaveLength(121)
  })

  it('counts within a transaction, and not after a rollback', async () => {
    await expect(
      place.database.write(async (tx) => {
        expect(await rateLimit.hit(rules['message-summary'], 'all', tx)).toBeNull()
        expect(await rateLimit.hit(rules['message-summary'], 'all', tx)).toBe(3600)
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect(await rateLimit.check(rules['message-summary'], 'all')).toBeNull()
  })

  it('survives a restart', async () => {
    await hits(rules.message, home, 5)
    expect(
      await createRateLimit({ database: place.connectAgain(), now: () => clock }).check(rules.message, home),
    ).toBe(600)
  })

  it('stores no addresses or e-mails', async () => {
    await rateLimit.hit(rules['sign-in-account'], 'ana@club.example')
    await rateLimit.hit(rules['sign-in-address'], '203.0.113.7')
    const kept = await rows()
    expect(kept).toHaveLength(2)
    for (const { key } of kept) expect(key).toMatch(/^[0-9a-f]{32}$/)
  })

  it('deletes counters after a day', async () => {
    await hits(rules.message, home, 5)
    clock += 25 * 60 * MINUTE_MS
    await rateLimit.hit(rules.message, work)
    await rateLimit.deleteExpired(clock)
    expect(await rows()).toHaveLength(1)
  })
})

describe('addressKey', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ])('returns for %s the key %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key)
  })

  it('is the narrowest of the networks that count', () => {
    expect(addressScopes('2001:db8:1:2ff3::1')).toEqual([
      { key: '2001:db8:1:2ff3::/64', times: 1 },
      { key: '2001:db8:1:2f00::/56', times: 2 },
      { key: '2001:db8:1::/48', times: 2 },
    ])
    expect(addressScopes('::ffff:203.0.113.7')).toEqual([{ key: '203.0.113.7', times: 1 }])
  })

  it.each([null, undefined, '', 'unix:', '203.0.113', '203.0.113.7:80', '[::1]', '<script>', '%'])(
    'returns the shared key for %j',
    (ip) => {
      expect(addressKey(ip)).toBe('unknown')
    },
  )
})
