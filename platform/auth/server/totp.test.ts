import { describe, expect, it } from 'vitest'
import { acceptedStep, codeAt, createSecret, keyUri, stepAt, toBase32 } from './totp.ts'

/** The seed of the test vectors in RFC 4226 and RFC 6238. */
const secret = toBase32(Buffer.from('12345678901234567890'))

describe('Base32', () => {
  // Test vectors of RFC 4648 §10, without padding.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('encodes %j as %j', (text, encoded) => {
    expect(toBase32(Buffer.from(text))).toBe(encoded)
  })
})

describe('codeAt', () => {
  // Test vectors of RFC 4226 appendix D.
  it.each(
    ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].map(
      (code, counter) => [counter, code] as const,
    ),
  )('of counter %i is %s', (counter, code) => {
    expect(codeAt(secret, counter)).toBe(code)
  })

  // Test vectors of RFC 6238 appendix B for SHA-1, the last six of their eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('returns for second %i the code %s', (seconds, code) => {
    expect(codeAt(secret, stepAt(seconds * 1000))).toBe(code)
  })
})

describe('acceptedStep', () => {
  const now = 1_111_111_111_000
  const step = stepAt(now)
  const accepted = (code: string, after: number | null = null) => acceptedStep(secret, code, { now, after })

  it('rejects codes outside the current and the adjacent steps', () => {
    for (const distance of [-2, 2, -100, 100]) expect(accepted(codeAt(secret, step + distance))).toBeNull()
    for (const odd of ['', '05047', '0504711', 'abcdef', '٠٥٠٤٧١', '050471 '])
      expect(accepted(odd)).toBeNull()
    expect(acceptedStep(createSecret(), codeAt(secret, step), { now, after: null })).toBeNull()
  })

  it('rejects a code after it or a later one was used', () => {
    expect(accepted(codeAt(secret, step), step)).toBeNull()
    expect(accepted(codeAt(secret, step - 1), step)).toBeNull()
    expect(accepted(codeAt(secret, step + 1), step)).toBe(step + 1)
  })

  it('accepts codes of the current and the adjacent steps', () => {
    for (const distance of [-1, 0, 1]) expect(accepted(codeAt(secret, step + distance))).toBe(step + distance)
  })
})

it('createSecret returns 160 random bits', () => {
  expect(createSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(createSecret()).not.toBe(createSecret())
})

it('keyUri contains the club and the account', () => {
  const uri = new URL(keyUri('ABC', { issuer: 'Club & Bar', account: 'ana+1@club.example' }))
  expect(uri.href).toBe(
    'otpauth://totp/Club%20%26%20Bar:ana%2B1%40club.example?secret=ABC&issuer=Club%20%26%20Bar',
  )
})
