import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MESSAGE_MAX, readNightMessage } from './read-message.ts'

/** A Saturday. */
const TODAY = '2026-11-28'
const read = (message: string) => readNightMessage(message, TODAY)

describe('a message without a night', () => {
  test.each(['', '\n\n\n', '🔥🔥🔥', '[22/11/26, 21:03:15] Mica: <Multimedia omitido>'])(
    '%j gives nothing',
    (message) => {
      const { title, day, doors, endsAt, url, ageMin, offers, acts } = read(message)
      expect([title, day, doors, endsAt, url, ageMin]).toEqual([null, null, null, null, null, null])
      expect([...offers, ...acts]).toEqual([])
    },
  )

  test.each([
    ['Sigan al club en instagram.com/pulso', 'url'],
    ['Cómo llegar: https://maps.app.goo.gl/abc', 'url'],
    ['Lista hasta la 1:30', 'doors'],
    ['Anticipadas hasta las 20 hs', 'doors'],
    ['Su gira de 15/11/2025 agotó', 'day'],
    ['30/02', 'day'],
  ] as const)('%j gives no %s', (message, field) => expect(read(message)[field]).toBeNull())

  test.each(['Guardarropa $2.000', 'Estacionamiento 5k', 'Tel. 11 4302 1965', 'Abrimos a las 23:59'])(
    '%j gives no price',
    (message) => expect(read(message).offers).toEqual([]),
  )
})

test.each([
  ['VIE 04/12', '2026-12-04'],
  ['viernes 4 de diciembre', '2026-12-04'],
  ['Sábado 5 dic 2026', '2026-12-05'],
  ['4.12', '2026-12-04'],
  ['4-12-26', '2026-12-04'],
  ['2026-12-04', '2026-12-04'],
  ['31/12', '2026-12-31'],
  ['Viernes 1 de enero', '2027-01-01'],
  ['Friday, December 4th', '2026-12-04'],
  ['Fri 4 December', '2026-12-04'],
  ['este viernes', '2026-12-04'],
  ['Hoy', '2026-11-28'],
  ['mañana', '2026-11-29'],
  ['Tues', '2026-12-01'],
  ['el sábado', '2026-11-28'],
  ['11/12 y 12/12, sábado', '2026-12-12'],
])('%j is %s', (message, day) => expect(read(message).day?.value).toBe(day))

test('a day that has its weekday counts more than another day of the message', () => {
  expect(read('Vuelve tras agotar el 15/10\nVIERNES 11/12').day?.value).toBe('2026-12-11')
})

test.each([
  ['Puertas 23:59', '23:59', undefined],
  ['Apertura: 23.30hs', '23:30', undefined],
  ['desde las 23 hs', '23:00', undefined],
  ['de 00 a 07', '00:00', '07:00'],
  ['23:00 — 07:00', '23:00', '07:00'],
  ['Puertas 23hs\nCierre 07:00', '23:00', '07:00'],
  ['VIE 04/12 · 23:59hs', '23:59', undefined],
  ['Doors 11pm - 6am', '23:00', '06:00'],
])('%j opens at %s and ends at %s', (message, doors, ends) => {
  const guess = read(message)
  expect([guess.doors?.value, guess.endsAt?.value]).toEqual([doors, ends])
})

test.each([
  ['Anticipadas $12.000', ['Anticipadas|12000||available|']],
  [
    'Early 10k / General 15k / Puerta 20k',
    ['Early|10000||available|', 'General|15000||available|', 'Puerta|20000||door|'],
  ],
  ['Gratis antes de la 1', ['Gratis antes de la 1|0||available|01:00']],
  ['Preventa 1: $8.000 (agotada)', ['Preventa 1|8000||soldout|']],
  ['Entrada 18€', ['Entrada|18|EUR|available|']],
  ['General USD 20', ['General|20|USD|available|']],
  ['Entradas:\nGeneral 12000\nVIP 20000', ['General|12000||available|', 'VIP|20000||available|']],
])('%j has the offers %j', (message, offers) => {
  expect(
    read(message).offers.map(({ value: { name, price, currency, availability, until } }) =>
      [name, price, currency ?? '', availability, until].join('|'),
    ),
  ).toEqual(offers)
})

test('a whole message fills a night, with the words of each value', () => {
  const night = read(`*PULSO presenta*
*NADIA RUIZ all night long* 🔥

📅 VIE 04/12 · Puertas 23:59hs
📍 Pedro de Luján 1965, Barracas

LINE UP
23:59 Mica Oyola
01:00 - 02:30 Beto b2b Caro (live)
02:30 Nadia Ruiz

🎟 Anticipadas $12.000 · General $15.000 · En puerta $18.000
passline.com/eventos/pulso-nadia?utm=ig
Instagram: https://instagram.com/pulso
+18`)
  expect(night).toMatchObject({
    title: { value: 'NADIA RUIZ all night long', words: '*NADIA RUIZ all night long* 🔥' },
    day: { value: '2026-12-04', words: '📅 VIE 04/12 · Puertas 23:59hs' },
    doors: { value: '23:59' },
    endsAt: null,
    url: { value: 'https://passline.com/eventos/pulso-nadia?utm=ig' },
    ageMin: { value: 18, words: '+18' },
    acts: [
      { name: 'Mica Oyola', from: '23:59', to: '' },
      {
        name: 'Beto b2b Caro (live)',
        from: '01:00',
        to: '02:30',
        words: '01:00 - 02:30 Beto b2b Caro (live)',
      },
      { name: 'Nadia Ruiz', from: '02:30', to: '' },
    ],
    rest: [
      '*PULSO presenta*',
      '📍 Pedro de Luján 1965, Barracas',
      'LINE UP',
      'Instagram: https://instagram.com/pulso',
    ],
  })
  expect(night.offers.map(({ value }) => value.price)).toEqual([12000, 15000, 18000])
})

test('of any text, each value is one that the form accepts', () => {
  const word = fc.constantFrom(
    ...[
      'VIE',
      '04/12',
      '$',
      '12.000',
      '10k',
      'Puertas',
      '23:59',
      'hs',
      'a',
      '-',
      '/',
      '\n',
      '\n\n',
      ' ',
      'LINE UP',
    ],
    ...[
      'Mica',
      'b2b',
      'gratis',
      'hasta',
      '1',
      'https://',
      'passline.com/x',
      '+18',
      ':',
      '€',
      '(',
      ')',
      'presenta',
    ],
  )
  const text = fc.oneof(
    fc.string(),
    fc.array(word).map((words) => words.join(' ')),
  )
  fc.assert(
    fc.property(text, (message) => {
      const { day, doors, endsAt, url, offers, acts } = read(message)
      if (day) expect(day.value >= TODAY).toBe(true)
      for (const hour of [doors?.value, endsAt?.value, ...acts.flatMap(({ from, to }) => [from, to])])
        expect(hour ?? '').toMatch(/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/)
      if (url) expect(URL.canParse(url.value)).toBe(true)
      for (const { value } of offers) expect(value.price).toBeGreaterThanOrEqual(0)
      for (const { name } of acts) expect(name.trim()).not.toBe('')
    }),
  )
})

test('only the beginning of a long message is read', () => {
  expect(read(`${'x'.repeat(MESSAGE_MAX)}\nVIE 04/12`).day).toBeNull()
})
