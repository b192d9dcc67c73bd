import { expect, test } from 'vitest'
import type { NightReport } from '../shared/guests.ts'
import { formatMessage, summarizeReport } from './night-summary.ts'

const pesos = (amount: number) => ({ amount, currency: 'ARS' })
const list = (name: string, invited: number, arrived: number, byLink = 0): NightReport['lists'][number] => ({
  _id: name,
  name,
  invited,
  arrived,
  repeated: 0,
  sources: [
    { addedBy: 'administrator', invited: invited - byLink, arrived: byLink > 0 ? 0 : arrived },
    { addedBy: 'link', invited: byLink, arrived: byLink > 0 ? arrived : 0 },
  ],
})

const report: NightReport = {
  invited: 1210,
  arrived: 141,
  repeated: 2,
  lists: [list('Amigos', 10, 1), list('RRPP Mica', 1200, 140, 1199)],
  repeats: [
    { name: 'Ana Gómez', list: 'Amigos', people: 1, at: '2027-03-07T04:10:00.000Z', device: 'Caja' },
    { name: null, list: 'Amigos', people: 3, at: '2027-03-07T05:10:00.000Z', device: null },
  ],
  halfHours: [
    {
      from: '00:00',
      at: '2027-03-07T03:00:00.000Z',
      lists: [],
      guests: 141,
      tickets: 18,
      walkIns: 22,
      exits: 8,
      inside: 173,
    },
  ],
  tickets: 18,
  walkIns: 22,
  exits: 8,
  money: {
    totals: [pesos(535_000), { amount: 60, currency: 'USD' }],
    conditions: [{ list: 'gone', label: 'Con trago', price: pesos(8500), people: 46, amount: 391_000 }],
    walkIns: [
      { label: 'General', price: pesos(12_000), people: 12, amount: 144_000 },
      { label: 'Turistas', price: { amount: 15, currency: 'USD' }, people: 4, amount: 60 },
    ],
    phones: [
      { device: 'Caja', ...pesos(535_000) },
      { device: 'Caja', amount: 60, currency: 'USD' },
    ],
    unpriced: 6,
  },
  late: 1,
  peak: { inside: 177, at: '2027-03-07T04:12:00.000Z' },
  capacity: null,
  namesErasedAt: null,
  namesErasedFrom: '2027-03-14T15:00:00.000Z',
}
const context = { night: 'Apagón', timeZone: 'America/Argentina/Buenos_Aires', isOver: true, now: 0 }
const format = (changed: Partial<NightReport> = {}, other = {}) =>
  formatMessage(summarizeReport({ ...report, ...changed }, { ...context, ...other })).replaceAll(
    '\u00a0',
    ' ',
  )

test('a message has lists, promoters, money, half hours and repeats', () => {
  expect(format()).toBe(`*La noche: Apagón*
Entraron 181 personas.
De las listas 141 de 1.210 (12 %), con entrada 18, sin lista 22, salieron 8.
Lo más lleno: 177 adentro, a la 01:12.
1 ingreso llegó tarde y no cuenta.

*Por lista*
RRPP Mica: 140 de 1.200
· por el enlace: 140 de 1.199
Amigos: 1 de 10

*Plata en la puerta: $ 535.000 y USD 60*
De listas borradas: $ 391.000
Sin lista: $ 144.000 y USD 60
Sin precio: 6 personas

*Por teléfono*
Caja: $ 535.000 y USD 60

*Por media hora*
00:00: 181, adentro 173

*Repetidos, que no cuentan: 2*
Ana Gómez: 01:10
Sin nombre: 02:10, 3 de más`)
})

test('a message during the night says until when, and leaves out what did not happen', () => {
  const quiet = { lists: [], money: null, repeats: [], repeated: 0, late: 0, peak: null, invited: 0 }
  expect(format(quiet, { isOver: false, now: Date.parse('2027-03-07T05:13:00Z') })).toBe(`*La noche: Apagón*
Hasta las 02:13 entraron 181 personas, y hay 173 adentro.
De las listas 141, con entrada 18, sin lista 22, salieron 8.

*Por media hora*
00:00: 181, adentro 173`)
})

test('a message of the largest night stays short', () => {
  const name = 'Ñ'.repeat(120)
  const lists = Array.from({ length: 50 }, (_, index) => list(name, 10, index))
  const repeats = Array.from({ length: 200 }, () => ({
    name,
    list: name,
    people: 1,
    at: '2027-03-07T04:10:00.000Z',
    device: name,
  }))
  const message = format({ lists, repeats })
  expect(message).toContain('Y 30 más')
  expect(message).toContain('Y 190 más')
  expect(message.length).toBeLessThan(3_000)
})
