import { describe, expect, test } from 'vitest'
import { formatEmail, hasUnusualLetters } from './emails.ts'

describe('an e-mail is shown', () => {
  test.each([
    ['ana+noche@sub.club.example', 'ana+noche@sub.club.example'],
    ['ana@xn--80ak6aa92e.com', 'ana@xn--80ak6aa92e.com'],
    // Cyrillic а, е, о.
    ['ana@club.ex\u0430mple', 'ana@club.xn--exmple-4nf'],
    ['ana@\u0441lub.example', 'ana@xn--lub-3ed.example'],
    ['ana@ñandú.example', 'ana@xn--and-6ma2c.example'],
    // Fullwidth letters and digits, and a full stop that IDNA takes for a dot: what they are mapped to is not shown.
    ['ana@\uff47mail.example', 'ana@\\u{ff47}mail.example'],
    ['ana@\uff11\uff12.example', 'ana@\\u{ff11}\\u{ff12}.example'],
    ['ana@evil\u3002com.example', 'ana@evil\\u{3002}com.example'],
    // From before they were refused.
    ['an\u200ba@club.example', 'an\\u{200b}a@club.example'],
    ['\u202eana@cl\u00adub.example', '\\u{202e}ana@cl\\u{ad}ub.example'],
    ['ana\u3164@club.example', 'ana\\u{3164}@club.example'],
    // What stands before the @ is left readable: see hasUnusualLetters.
    ['m\u0430ria@club.example', 'm\u0430ria@club.example'],
    // No address at all, as a history may hold.
    ['', ''],
    ['somebody', 'somebody'],
    ['ana@\ud800.example', 'ana@\\u{d800}.example'],
  ])('%j as %j', (email, shown) => {
    expect(formatEmail(email)).toBe(shown)
  })
})

test('letters before the @ that are not of the common ones are told', () => {
  for (const email of ['ana@club.example', 'a.n+a_1-2@ñandú.example', 'ana'])
    expect(hasUnusualLetters(email)).toBe(false)
  for (const email of ['m\u0430ria@club.example', 'ñandú@club.example', '\u212aim@club.example'])
    expect(hasUnusualLetters(email)).toBe(true)
})
