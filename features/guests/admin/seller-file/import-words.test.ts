import { describe, expect, test } from 'vitest'
import {
  describeColumn,
  describeComparison,
  describeImported,
  describeRead,
  describeTicket,
} from './import-words.ts'
import type { ReadTickets } from './read-tickets.ts'

const ticket = { code: 'QR-1', name: 'Ana', document: null, quantity: 1, note: null, refusal: null }
const read: ReadTickets = {
  tickets: [ticket],
  people: 1,
  places: 0,
  damaged: 0,
  errors: 0,
  repeated: 0,
  skipped: [],
  unknown: [],
  error: null,
}
const noted = { row: 2, text: 'Ana', reason: 'No.' }

describe('the review of a file says', () => {
  test('why it is refused, before all else', () => {
    expect(describeRead({ ...read, tickets: [], error: 'Son demasiadas.' })).toBe('Son demasiadas.')
  })

  test('what was read, and each number that is not 0', () => {
    expect(describeRead(read)).toBe('1 entrada, 1 persona.')
    expect(
      describeRead({
        ...read,
        tickets: Array(1_200).fill({ ...ticket, refusal: 'refunded' }),
        people: 0,
        damaged: 3,
        errors: 1,
        repeated: 1,
        skipped: [noted, noted],
        unknown: [noted],
      }),
    ).toBe(
      '1.200 entradas, 0 personas. 1.200 no valen (reembolsadas, anuladas o sin pagar). 3 códigos rotos por la planilla: se buscan por nombre o DNI. 1 código con un error de la planilla: se busca por nombre o DNI. 1 fila repetida. 2 filas no se cargan: abajo dice por qué. 1 estado para mirar.',
    )
  })

  test('what an import would change, and what it has changed', () => {
    expect(describeComparison({ fresh: [1, 2], changed: [1], unchanged: 3, absent: [1] })).toBe(
      '2 nuevas, 1 cambia, 3 ya estaban. 1 que estaba no vino: mirá abajo.',
    )
    const nothing = { added: 0, changed: 0, unchanged: 2, cancelled: 0, absent: [] }
    expect(describeImported(nothing)).toBe('Nada cambió: las 2 entradas ya estaban.')
    expect(describeImported({ ...nothing, added: 1, changed: 2, cancelled: 3 })).toBe(
      '1 entrada nueva, 2 cambiaron, 3 anuladas.',
    )
  })
})

test('a ticket is described by its refusal, its shortened code, its document and its type', () => {
  expect(describeTicket(ticket)).toBe('QR-1')
  expect(
    describeTicket({
      code: 'abcdefghijklmnopqrstuvwxyz',
      document: '30111222',
      note: 'VIP',
      refusal: 'unpaid',
    }),
  ).toBe('Sin pagar · abcdefghi…stuvwxyz · DNI 30111222 · VIP')
  expect(describeTicket({ code: null, document: null, note: null, refusal: null })).toBe('Sin código')
})

test('a column is described by its heading and its first values, and bounded', () => {
  const rows = [
    ['QR', ''],
    ['a', ''],
    ['a', ''],
    ['b', ''],
  ]
  expect(describeColumn(rows, 0, 0)).toBe('QR: a, b')
  expect(describeColumn(rows, null, 0)).toBe('Columna 1: QR, a, b')
  expect(describeColumn(rows, 0, 1)).toBe('Columna 2: vacía')
  expect(describeColumn([['x'.repeat(99)]], null, 0)).toHaveLength(60)
})
