import { expect, test } from 'vitest'
import { parse } from '../../../platform/content/shared/content-schemas.ts'
import { messageSchema } from './message-schemas.ts'

/** Returns the refusal as `id: fields`, or 'accepted'. */
const verdict = (result: ReturnType<typeof parse<typeof messageSchema>>) =>
  result.ok ? 'accepted' : `${result.problem.id}: ${result.problem.errors.map(({ field }) => field)}`

const blanks = ['', ' \t\r\n ', '\u200b\u200d', '\u200f\u202e', null, undefined]
const wrongTypes: unknown[] = [0, Number.NaN, true, {}, [], ['Palabras'], { toString: 'Palabras' }]

test('removes direction characters from the name of a visitor', () => {
  const { value } = parse(messageSchema, {
    person: ' A\u202ena\u2066 Bucle\u200f ',
    from: 'ana@club.example',
    body: 'Hola.',
  }) as { value: { person: string } }
  expect(value.person).toBe('Ana Bucle')
})

test('requires the three fields of a message, within their limits, and one line where a header is made', () => {
  const message = { person: 'Ana', from: 'ana@club.example', body: 'Hola' }
  const getVerdict = (change: Record<string, unknown>) =>
    verdict(parse(messageSchema, { ...message, ...change }))
  expect(verdict(parse(messageSchema, {}))).toBe('missing-fields: person,from,body')
  for (const blank of blanks) expect(getVerdict({ body: blank })).toBe('missing-fields: body')
  for (const [name, max] of [
    ['person', 200],
    ['body', 5000],
  ] as const) {
    expect(getVerdict({ [name]: 'ñ'.repeat(max) })).toBe('accepted')
    expect(getVerdict({ [name]: 'ñ'.repeat(max + 1) })).toBe(`invalid-fields: ${name}`)
    for (const wrong of wrongTypes) expect(getVerdict({ [name]: wrong })).toBe(`invalid-fields: ${name}`)
  }
  const named = parse(messageSchema, { ...message, person: 'Ana\r\nBcc: todos@club.example' })
  expect(named.ok && named.value.person).toBe('Ana Bcc: todos@club.example')
})
