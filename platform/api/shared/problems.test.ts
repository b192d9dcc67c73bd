import { describe, expect, test } from 'vitest'
import { MISSING_FIELDS, type ProblemId, problemDetails, problems, WRONG_CREDENTIALS } from './problems.ts'

describe('the problems', () => {
  test('stand to the letter', () => {
    expect(MISSING_FIELDS).toBe('Debes completar todos los campos!')
    expect(WRONG_CREDENTIALS).toBe('El usuario no existe o los datos son incorrectos!')
    expect(problemDetails('missing-fields')).toEqual({
      type: '/problems/missing-fields',
      title: 'Oops...',
      status: 400,
      detail: MISSING_FIELDS,
    })
    expect(problems['wrong-credentials']).toMatchObject({ status: 401, detail: WRONG_CREDENTIALS })
  })

  test.each(Object.keys(problems) as ProblemId[])('%s is an error with words for people', (id) => {
    const { status, title, detail } = problems[id]
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(600)
    expect(title).not.toBe('')
    expect(detail).toMatch(/[.!]$/)
    expect(detail).not.toMatch(/[<>{}]|undefined/)
  })

  test('carry what is particular to the case, and no empty members', () => {
    const errors = [{ field: 'date', message: 'Esa fecha no existe.' }]
    expect(problemDetails('invalid-fields', { errors, detail: 'Otra cosa.' })).toMatchObject({
      errors,
      detail: 'Otra cosa.',
    })
    expect(Object.keys(problemDetails('not-found', { retryAfter: 5 }))).toEqual([
      'type',
      'title',
      'status',
      'detail',
    ])
    expect(problemDetails('unexpected', { requestId: 'r1' }).requestId).toBe('r1')
  })
})
