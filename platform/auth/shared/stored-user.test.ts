import { describe, expect, test } from 'vitest'
import { parseStoredUser } from './stored-user.ts'

describe('parseStoredUser', () => {
  test.each([
    ['nothing', null],
    ['a text that is not JSON', '{'],
    ['null', 'null'],
    ['a number', '7'],
    ['an empty object', '{}'],
    ['e-mail and password without an id', '{"email":"ana@club.example","password":"una clave"}'],
    ['an empty id', '{"id":"","email":"ana@club.example"}'],
    ['an id that is not a text', '{"id":7,"email":"ana@club.example"}'],
    ['an id without an e-mail', '{"_id":"a1","id":"a1"}'],
    ['a value of more than 2000 characters', JSON.stringify({ id: 'a1', email: 'a'.repeat(2_000) })],
  ])('rejects %s', (_, text) => {
    expect(parseStoredUser(text)).toBeNull()
  })

  test('returns id and e-mail, and nothing else that was stored', () => {
    const user = { _id: 'a1', id: 'a1', email: 'ana@club.example' }
    expect(parseStoredUser(JSON.stringify({ ...user, password: 'una clave' }))).toEqual(user)
  })
})
