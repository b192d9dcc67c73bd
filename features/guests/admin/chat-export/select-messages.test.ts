import { describe, expect, test } from 'vitest'
import { PASTED_LINES_MAX, PASTED_TEXT_MAX } from '../../shared/guest-limits.ts'
import type { ChatMessage } from './read-chat.ts'
import { appendLines, countAuthors, getLastDays, selectLines, selectPeriod } from './select-messages.ts'

const message = (day: string, author: string, ...lines: string[]): ChatMessage => ({ day, author, lines })
const nobody: ReadonlySet<string> = new Set()
const chat = [
  message('2026-11-15', 'Beto', 'Zoe'),
  message('2026-11-22', 'Ana', 'LISTA', 'Caro +1'),
  message('2026-11-28', 'Ana', 'Dani'),
  message('2026-11-28', 'Beto', 'Ema'),
]

describe('lines of a chat are not read', () => {
  test('without a message or an author', () => {
    expect(selectLines([], nobody, '')).toMatchObject({
      canRead: false,
      words: 'Entre esos días no hay mensajes.',
    })
    expect(selectLines(chat, new Set(['Ana', 'Beto']), '')).toMatchObject({
      canRead: false,
      words: 'Elegí al menos a una persona.',
    })
  })

  test('when they are too many, with those that are already typed', () => {
    const many = [message('2026-11-22', 'Ana', ...Array<string>(PASTED_LINES_MAX).fill('Beto'))]
    expect(selectLines(many, nobody, ' \n').canRead).toBe(true)
    expect(selectLines(many, nobody, 'Caro')).toMatchObject({
      canRead: false,
      words:
        'Son 1.001 renglones con los que ya están escritos, y entran hasta 1.000: elegí menos días o menos personas.',
    })
    expect(selectLines([...many, message('2026-11-22', 'Ana', 'Caro')], nobody, '').words).toBe(
      'Son 1.001 renglones, y entran hasta 1.000: elegí menos días o menos personas.',
    )
  })

  test('when they are too long', () => {
    const long = [message('2026-11-22', 'Ana', 'a'.repeat(PASTED_TEXT_MAX - 1), 'b')]
    expect(selectLines(long, nobody, '')).toMatchObject({
      canRead: false,
      words: 'Son mensajes demasiado largos para verlos juntos: elegí menos días o menos personas.',
    })
  })
})

test('the last seven days of a chat are chosen at first', () => {
  expect(getLastDays(chat)).toEqual({ from: '2026-11-22', to: '2026-11-28' })
  expect(selectPeriod(chat, getLastDays(chat))).toEqual(chat.slice(1))
})

test('a period without a first or last day has no limit there', () => {
  expect(selectPeriod(chat, { from: '', to: '2026-11-22' })).toEqual(chat.slice(0, 2))
  expect(selectPeriod(chat, { from: '2026-11-28', to: '' })).toEqual(chat.slice(2))
})

test('authors have their number of messages, the most frequent first', () => {
  expect(countAuthors(chat.slice(1))).toEqual([
    ['Ana', 2],
    ['Beto', 1],
  ])
})

test('lines of the chosen authors are read', () => {
  expect(selectLines(chat, new Set(['Beto']), '')).toEqual({
    lines: ['LISTA', 'Caro +1', 'Dani'],
    words: '3 renglones de 2 mensajes.',
    canRead: true,
  })
})

test('lines are added below a text', () => {
  expect(appendLines(' \n', ['Ana'])).toBe('Ana')
  expect(appendLines('Beto\n', ['Ana'])).toBe('Beto\nAna')
})
