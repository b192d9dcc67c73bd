import { describe, expect, test } from 'vitest'
import { formatEmail, hasUnusualLetters } from './emails.ts'

describe('formatEmail', () => {
  test.each([
    ['ana+noche@sub.club.example', 'ana+noche@sub.club.example'],
    ['ana@xn--80ak6aa92e.com', 'ana@xn--80ak6aa92e.com'],
    // The domain contains Cyrillic letters that look Latin: а, е.
    ['ana@club.ex\u0430mple', 'ana@club.xn--exmple-4nf'],
    ['ana@\u0441lub.example', 'ana@xn--lub-3ed.example'],
    ['ana@ñandú.example', 'ana@xn--and-6ma2c.example'],
    // Fullwidth letters, and a full stop that IDNA maps to a dot. The result must not look like the mapped domain.
    ['ana@\uff47mail.example', 'ana@\\u{ff47}mail.example'],
    ['ana@\uff11\uff12.example', 'ana@\\u{ff11}\\u{ff12}.example'],
    ['ana@evil\u3002com.example', 'ana@evil\\u{3002}com.example'],
    // An address from a version that accepted invisible characters.
    ['an\u200ba@club.example', 'an\\u{200b}a@club.example'],
    ['\u202eana@cl\u00adub.example', '\\u{202e}ana@cl\\u{ad}ub.example'],
    ['ana\u3164@club.example', 'ana\\u{3164}@club.example'],
    // The part before the @ stays readable. hasUnusualLetters reports its Cyrillic letter.
    ['m\u0430ria@club.example', 'm\u0430ria@club.example'],
    // The audit log can contain texts that are no address.
    ['', ''],
    ['somebody', 'somebody'],
    ['ana@\ud800.example', 'ana@\\u{d800}.example'],
  ])('formats %j as %j', (email, shown) => {
    expect(formatEmail(email)).toBe(shown)
  })
})

test('hasUnusualLetters finds unusual letters before the @', () => {
  for (const email of ['ana@club.example', 'a.n+a_1-2@ñandú.example', 'ana'])
    expect(hasUnusualLetters(email)).toBe(false)
  for (const email of ['m\u0430ria@club.example', 'ñandú@club.example', '\u212aim@club.example'])
    expect(hasUnusualLetters(email)).toBe(true)
})
