import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readChat } from './read-chat.ts'

const readFixture = (name: string) =>
  readChat(readFileSync(new URL(`../../test/chat-exports/${name}`, import.meta.url), 'utf8'))
const days = (text: string) => readChat(text).map(({ day }) => day)

describe('an exported chat', () => {
  test.each([
    ['no text', ''],
    ['a list of names', 'Ana Gómez +1\nBeto'],
    ['an impossible date', '32/13/26, 21:03 - Ana: Beto'],
    ['dates with two separators', '22/11.26, 21:03 - Ana: Beto'],
    ['a date without an hour', '22/11/26 - Ana: Beto'],
    [
      'lines of the program',
      '22/11/26, 21:03 - Los mensajes están cifrados.\n22/11/26, 21:04 - Ana creó el grupo "Lista: viernes"',
    ],
  ])('has no message in %s', (_, text) => {
    expect(readChat(text)).toEqual([])
  })

  test.each([
    ['[22/11/26, 21:03:15] Ana: Beto +1'],
    ['[22/11/2026 21:03:15] Ana: Beto +1'],
    ['[22/11/26, 9:03:15\u202fp.\u00a0m.] Ana: Beto +1'],
    ['[22.11.26, 21:03:15] Ana: Beto +1'],
    ['[2026-11-22, 9:03:15 PM] Ana: Beto +1'],
    ['[2026/11/22, 下午9:03:15] Ana: Beto +1'],
    ['[11/22/26, 9:03:15\u202fPM] Ana: Beto +1'],
    ['\u200e[22/11/26, 21:03:15] Ana: Beto +1'],
    ['22/11/26, 21:03 - Ana: Beto +1'],
    ['22/11/2026 21:03 - Ana: Beto +1'],
    ['22/11/2026, 9:03 p. m. - Ana: Beto +1'],
    ['22/11/26, 9:03\u202fp.\u00a0m. - Ana: Beto +1'],
    ['22/11/2026 a las 21:03 - Ana: Beto +1'],
    ['22/11/2026 à 21:03 - Ana: Beto +1'],
    ['11/22/26, 9:03\u202fPM - Ana: Beto +1'],
    ['22.11.26, 21:03 - Ana: Beto +1'],
    ['22-11-2026 21:03 - Ana: Beto +1'],
    ['2026-11-22, 21:03 - Ana: Beto +1'],
    ['22/11/26, 21.03 - Ana: Beto +1'],
  ])('has the day and author of %j', (line) => {
    expect(readChat(line)).toEqual([{ day: '2026-11-22', author: 'Ana', lines: ['Beto +1'] }])
  })

  test('keeps the lines of a message together, apart from blank ones', () => {
    expect(
      readChat(
        '[22/11/26, 21:03:15] Ana: LISTA\r\n\r\n1. Beto: +1\r\n22:00 Caro\r\n[23/11/26, 10:00:00] Beto:\r\nDani\r\n',
      ),
    ).toEqual([
      { day: '2026-11-22', author: 'Ana', lines: ['LISTA', '1. Beto: +1', '22:00 Caro'] },
      { day: '2026-11-23', author: 'Beto', lines: ['Dani'] },
    ])
  })

  test('keeps lines of another chat inside a message', () => {
    const forwarded = [
      '[20/11/26, 10:00:00] Caro: Dani',
      '21.11.26, 10:00 - Caro: Ema',
      '99/11/26, 10:00 - Caro: Fe',
    ]
    expect(readChat(['22/11/26, 21:03 - Ana: De ayer', ...forwarded].join('\n'))).toEqual([
      { day: '2026-11-22', author: 'Ana', lines: ['De ayer', ...forwarded] },
    ])
  })

  test('names an author in one way', () => {
    const [first, second] = readChat(
      '[22/11/26, 21:03:15] ~\u202fAna: Beto\n[22/11/26, 21:04:15] \u202a+54\u00a09 11 5555\u20115555\u202c: Caro',
    )
    expect([first?.author, second?.author]).toEqual(['~ Ana', '+54 9 11 5555\u20115555'])
  })

  test.each([
    ['22/11/26, 21:03 - Ana: <Multimedia omitido>'],
    ['[22/11/26, 21:03:15] Ana: \u200eimagen omitida'],
    ['[22/11/26, 21:03:15] Lista viernes: \u200eLos mensajes están cifrados de extremo a extremo.'],
    ['22/11/26, 21:03 - Ana cambió el nombre de "Lista" a "Lista: viernes"'],
    ['22/11/26, 21:03 - Ana: '],
  ])('leaves out %j', (line) => {
    expect(readChat(`${line}\n${line}`)).toEqual([])
  })

  test('keeps the words below a picture', () => {
    expect(readChat('22/11/26, 21:03 - Ana: \u200eIMG-1.jpg (archivo adjunto)\nBeto +1')[0]?.lines).toContain(
      'Beto +1',
    )
  })
})

test('a chat of iOS in Spanish is read', () => {
  expect(readFixture('_chat.txt')).toEqual([
    { day: '2026-11-18', author: 'Mica', lines: ['Lista del finde pasado', 'Zoe Páz', 'Teo Ruiz +1'] },
    { day: '2026-11-25', author: 'Mica', lines: ['Buenas! Pasen los nombres para el viernes 🙏'] },
    {
      day: '2026-11-25',
      author: '~ Beto',
      lines: ['LISTA BETO', '- Ana Gómez +1 (pagó)', '- Inés & Juan', '- Lu Sosa'],
    },
    { day: '2026-11-26', author: '+54 9 11 5555\u20110101', lines: ['Caro Díaz'] },
    { day: '2026-11-27', author: 'Mica', lines: ['Dani Paz +2 \u200e<Se editó este mensaje.>'] },
  ])
})

test('a chat of Android in English is read with the month first', () => {
  expect(readFixture('WhatsApp Chat with RRPP Viernes.txt')).toEqual([
    { day: '2026-11-09', author: 'Mica', lines: ['Zoe Páz'] },
    { day: '2026-11-12', author: 'Beto Díaz', lines: ['LISTA BETO', 'Ana Gómez +1', 'Lu Sosa'] },
    {
      day: '2026-12-01',
      author: 'Beto Díaz',
      lines: ['\u200eIMG-20261201-WA0001.jpg (file attached)', 'Caro Ruiz'],
    },
    { day: '2026-12-01', author: '+54 9 11 5555-0101', lines: ['Dani Paz +2'] },
  ])
})

describe('the order of the dates is one for the whole chat', () => {
  const chat = (...dates: string[]) => dates.map((date) => `${date}, 21:03 - Ana: Beto`).join('\n')

  test.each([
    ['a number above 12 in the second place', ['3/4/26', '3/13/26'], ['2026-03-04', '2026-03-13']],
    ['a number above 12 in the first place', ['3/4/26', '13/4/26'], ['2026-04-03', '2026-04-13']],
    [
      'dates that go back with the day first',
      ['3/31/26', '4/1/26', '5/1/26'],
      ['2026-03-31', '2026-04-01', '2026-05-01'],
    ],
    [
      'dates that go back with the day first, all below 13',
      ['3/11/26', '3/12/26', '4/1/26'],
      ['2026-03-11', '2026-03-12', '2026-04-01'],
    ],
    [
      'dates that go back with the month first',
      ['11/3/26', '12/3/26', '1/4/26'],
      ['2026-03-11', '2026-03-12', '2026-04-01'],
    ],
    ['nothing: the day is first', ['3/4/26', '4/4/26'], ['2026-04-03', '2026-04-04']],
  ])('%s', (_, dates, expected) => {
    expect(days(chat(...dates))).toEqual(expected)
  })

  test('one date that goes back or is impossible does not turn the others', () => {
    expect(days(chat('20/4/26', '3/5/26', '2/5/26', '5/20/26', '4/5/26'))).toEqual([
      '2026-04-20',
      '2026-05-03',
      '2026-05-02',
      '2026-05-04',
    ])
  })
})

const SIZE = 2_000_000

test.each([
  ['stamps', '1/1/26, 1:01 - ', 0],
  ['messages', '12/12/26, 1:01 - A: B\n', Math.floor(SIZE / 22)],
  ['open brackets', '[1/1/26, ', 0],
  ['blank lines', ' \n', 0],
  ['direction marks', '\u200e', 0],
  ['spaces after a date', '1/1/26,'.padEnd(64), 0],
  ['digits', '1', 0],
  ['quotes', '1/1/26, 1:01 - "', 0],
])('reads 2 MB of %s', (_, part, count) => {
  expect(readChat(part.repeat(SIZE / part.length))).toHaveLength(count)
})
