/**
 * Checks that each problem of the contact form has an English text. Problems come from the schema, the route and the
 * request chain.
 */
import { describe, expect, test } from 'vitest'
import { missingFields } from '../../../platform/api/shared/form-problems.ts'
import { NO_ANSWER, NO_NETWORK, TOO_HEAVY } from '../../../platform/api/shared/network-problems.ts'
import { problemDetails } from '../../../platform/api/shared/problems.ts'
import { parse } from '../../../platform/content/shared/content-schemas.ts'
import { formWords, translateProblem } from '../../../platform/site-layout/english-problems.ts'
import { messageSchema } from '../shared/message-schemas.ts'
import { mailRoutes } from './message-routes.ts'

const good = { person: 'Ana', from: 'ana@club.example', body: 'Hola' }

describe('the contact form in English', () => {
  test.each<[string, object]>([
    ['nothing', {}],
    ['blanks', { person: ' ', from: '\t', body: '' }],
    ['no texts', { person: 7, from: [], body: {} }],
    ['too much', { person: 'x'.repeat(201), from: `${'x'.repeat(250)}@a.ar`, body: 'x'.repeat(5001) }],
    ['far too much', { person: 'x'.repeat(9000), from: 'x'.repeat(9000), body: 'x'.repeat(20_000) }],
    ['no address', { ...good, from: 'ana' }],
    ['an address with what nobody sees', { ...good, from: 'a\u200bna@club.example' }],
    ['an address in disguise', { ...good, from: '\u212aana@club.example' }],
  ])('describes the problem of %s', (_, body) => {
    const judged = parse(messageSchema, body)
    if (judged.ok) throw new Error('it was taken')
    const { id, errors } = judged.problem
    const said = translateProblem(problemDetails(id, { errors }))
    for (const { message } of errors) expect(Object.keys(formWords)).toContain(message)
    expect([said.detail, ...(said.errors ?? []).map(({ message }) => message)].join(' ')).not.toMatch(
      /[ñáéíóú]|\b(campo|todos|puede|que)\b/i,
    )
  })

  test('translates each problem of the route, of the request chain, and of a failed connection', () => {
    const [route] = mailRoutes({} as never)
    const problems = [
      ...(route?.problems ?? []),
      'foreign-origin',
      'json-needed',
      'invalid-json',
      'too-large',
      'method-not-allowed',
      'unknown-path',
      'too-slow',
      'headers-too-large',
      'unexpected',
      'unavailable',
      'storage-full',
    ] as const
    const details = [...problems.map((id) => problemDetails(id).detail), NO_NETWORK, NO_ANSWER, TOO_HEAVY]
    for (const detail of [...details, missingFields(['person']).errors?.[0]?.message ?? ''])
      expect(formWords[detail]).toMatch(/^[A-Z][\w ,'’.@]+$/)
  })
})
