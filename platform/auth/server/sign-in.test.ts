import { expect, test } from 'vitest'
import { loginSchema } from './sign-in.ts'

test('reports no invalid field for a sign-in, which just fails', () => {
  for (const wrong of [undefined, null, 1, {}, []])
    expect(loginSchema.parse({ email: wrong, password: wrong, code: wrong })).toEqual({
      email: '',
      password: '',
      code: '',
    })
})

test('ignores spaces in a code', () => {
  for (const [typed, code] of [
    [' 123 456 ', '123456'],
    ['ABCD-efgh ijkl-MNOP', 'abcdefghijklmnop'],
  ])
    expect(loginSchema.parse({ code: typed }).code).toBe(code)
})
