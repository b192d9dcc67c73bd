/** Tests the rules of credentials and users on the schemas alone. Other tests check through HTTP that the API applies them. */
import { describe, expect, test } from 'vitest'
import { type InvalidBody, parse } from '../../content/shared/content-schemas.ts'
import { secondFactorConfirmSchema, userUpdateSchema } from './accounts.ts'
import { credentialsSchema } from './credentials.ts'

/** Returns the refusal as `id: fields`, or 'accepted'. */
const verdict = (result: { ok: true } | { ok: false; problem: InvalidBody }) =>
  result.ok ? 'accepted' : `${result.problem.id}: ${result.problem.errors.map(({ field }) => field)}`

describe('an e-mail', () => {
  const password = 'una clave bien larga'
  test.each([
    'ana@club.example',
    'ana+club@sub.club.example',
    ' ana@club.example\n',
    `ana@${'a'.repeat(63)}.example`,
    'ñandú@ñandú.example',
  ])('accepts %j', (email) => {
    expect(verdict(parse(credentialsSchema, { email, password }))).toBe('accepted')
  })

  test.each([
    'ana',
    '@club.example',
    'ana@',
    'ana@club',
    'ana@club..example',
    'ana@.club.example',
    'ana@@club.example',
    'ana@club.example, eva@club.example',
    'ana@club.example;eva@club.example',
    'Ana <ana@club.example>',
    'ana@club.example\r\nBcc: all@club.example',
    'ana @club.example',
    '"ana"@club.example',
    // Invisible characters: zero width, right to left, soft hyphen, a letter without a shape, a control character above
    // U+007F.
    'an\u200ba@club.example',
    'a\u202ena@club.example',
    'ana@cl\u00adub.example',
    'ana\u3164@club.example',
    'an\u0085a@club.example',
    'ana@club.ex\u2066ample',
    '=?utf-8?q?ana?=@club.example',
    'ana@=?utf-8?q?club?=.example',
    `${'a'.repeat(243)}@club.example`,
    1,
    ['ana@club.example'],
    { email: 'ana@club.example' },
  ])('refuses %j', (email) => {
    expect(verdict(parse(credentialsSchema, { email, password }))).toBe('invalid-fields: email')
  })
})

describe('accounts', () => {
  const email = 'ana@club.example'
  test('accepts new passwords of 8 to 128 characters without other rules', () => {
    const getVerdict = (password: unknown) => verdict(parse(credentialsSchema, { email, password }))
    for (const good of ['x'.repeat(8), 'x'.repeat(128), '        ', 'ñandú123', 'con\u0000nulo'])
      expect([good, getVerdict(good)]).toEqual([good, 'accepted'])
    for (const wrong of ['x'.repeat(7), 'x'.repeat(129), 12345678, ['una clave bien larga'], {}, true])
      expect([wrong, getVerdict(wrong)]).toEqual([wrong, 'invalid-fields: password'])
    for (const missing of ['', null, undefined]) expect(getVerdict(missing)).toBe('missing-fields: password')
  })

  test('rejects names that look like an address, with any form of the at sign', () => {
    const getVerdict = (name: unknown) => verdict(parse(userUpdateSchema, { name }))
    for (const good of ['Ana', 'Ana Núñez', '@ana', 'Ana @', 'Ana ②', 'x'.repeat(100)])
      expect([good, getVerdict(good)]).toEqual([good, 'accepted'])
    for (const wrong of [
      'ana@club.example',
      'ana @ club.example',
      'ana @club.example',
      'ana@\u00a0club.example',
      'ana\uff20club.example',
      'ana \ufe6b club.example',
    ])
      expect([wrong, getVerdict(wrong)]).toEqual([wrong, 'invalid-fields: name'])
  })

  test('ignores spaces in a code', () => {
    for (const [typed, code] of [
      [' 123 456 ', '123456'],
      ['ABCD-efgh ijkl-MNOP', 'abcdefghijklmnop'],
    ])
      expect(secondFactorConfirmSchema.parse({ code: typed }).code).toBe(code)
    for (const missing of ['', ' - ', undefined])
      expect(verdict(parse(secondFactorConfirmSchema, { code: missing }))).toBe('missing-fields: code')
  })

  test('accepts absent fields in a change, and validates the others with Spanish messages', () => {
    for (const good of [
      {},
      { email: '', password: '' },
      { email: null, password: null },
      { status: 'pending' },
    ])
      expect(verdict(parse(userUpdateSchema, good))).toBe('accepted')
    const wrongs = [
      { email: 'ana' },
      { email: 5 },
      { password: 'corta' },
      { password: {} },
      { currentPassword: 5 },
      { currentPassword: 'x'.repeat(1001) },
      { status: 'owner' },
      { status: null },
    ]
    for (const wrong of wrongs) {
      const result = parse(userUpdateSchema, wrong)
      expect(verdict(result)).toBe(`invalid-fields: ${Object.keys(wrong)[0]}`)
      expect(result.ok || result.problem.errors[0]?.message).toMatch(
        /^[A-ZÁÉÍÓÚ¡].*(e-mail|texto|caracteres|estado|pending)/,
      )
    }
  })
})
