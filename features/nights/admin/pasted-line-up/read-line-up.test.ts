import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatActs, LINE_LENGTH_MAX, LINES_MAX, readLineUp } from './read-line-up.ts'

const parse = (line: string) => readLineUp(line).acts.map(({ name, from, to }) => [name, from, to].join('|'))

describe('pasted lines', () => {
  test.each([
    ['Mica Oyola 00 a 02hs', 'Mica Oyola|00:00|02:00'],
    ['Nadia Ruiz (live) 2 - 3:30', 'Nadia Ruiz (live)|02:00|03:30'],
    ['01:30/03:00 Nadia (live)', 'Nadia (live)|01:30|03:00'],
    ['5am - close Tránsito', 'Tránsito|05:00|'],
    ['00-02 Mica', 'Mica|00:00|02:00'],
    ['▫️ 01:30 - 03:00 Nadia', 'Nadia|01:30|03:00'],
    ['22:00 – 23:30: Mica', 'Mica|22:00|23:30'],
    ['04h até o fim — Mica', 'Mica|04:00|'],
    ['de 23 a 1 Mica', 'Mica|23:00|01:00'],
    ['Mica desde las 3', 'Mica|03:00|'],
    ['11 - 1am Mica', 'Mica|23:00|01:00'],
    ['1 - 3am Mica', 'Mica|01:00|03:00'],
    ['[22/11/26, 21:03:15] Pato: *23:59 Mica*', 'Mica|23:59|'],
    ['Mica https://soundcloud.com/mica', 'Mica||'],
    ['23:59 Mica Oyola', 'Mica Oyola|23:59|'],
    ['23.59 Mica Oyola', 'Mica Oyola|23:59|'],
    ['23:59 - Mica Oyola', 'Mica Oyola|23:59|'],
    ['23:59hs — Mica Oyola', 'Mica Oyola|23:59|'],
    ['23h Mica Oyola', 'Mica Oyola|23:00|'],
    ['23h30 Mica Oyola', 'Mica Oyola|23:30|'],
    ['1am Mica Oyola', 'Mica Oyola|01:00|'],
    ['1:30 AM: Mica Oyola', 'Mica Oyola|01:30|'],
    ['12 a.m. Mica Oyola', 'Mica Oyola|00:00|'],
    ['12pm Mica Oyola', 'Mica Oyola|12:00|'],
    ['24:00 Mica Oyola', 'Mica Oyola|00:00|'],
    ['• 23:59 Mica Oyola', 'Mica Oyola|23:59|'],
    ['- Mica Oyola', 'Mica Oyola||'],
    ['* 1:00 Mica Oyola', 'Mica Oyola|01:00|'],
    ['2. Mica Oyola', 'Mica Oyola||'],
    ['3) 02:00 Mica Oyola', 'Mica Oyola|02:00|'],
    ['23:59 - 01:30 Mica Oyola', 'Mica Oyola|23:59|01:30'],
    ['23:59 a 1:30 Mica Oyola', 'Mica Oyola|23:59|01:30'],
    ['11pm–1am Mica Oyola', 'Mica Oyola|23:00|01:00'],
    ['Mica Oyola 23:59', 'Mica Oyola|23:59|'],
    ['Mica Oyola - 1am a 3am', 'Mica Oyola|01:00|03:00'],
    ['Mica Oyola (23:59 hasta las 02:00)', 'Mica Oyola|23:59|02:00'],
    ['Mica  Oyola\t', 'Mica Oyola||'],
    ['Mica b2b Ñandú Gris (live)', 'Mica b2b Ñandú Gris (live)||'],
    ['Anna – vinyl set', 'Anna – vinyl set||'],
  ])('%j is %j', (line, row) => expect(parse(line)).toEqual([row]))

  test.each([
    ['100 Gecs', '100 Gecs||'],
    ['2ManyDJs', '2ManyDJs||'],
    ['808 State', '808 State||'],
    ['25:00 Mica', '25:00 Mica||'],
    ['23:75 Mica', '23:75 Mica||'],
    ['13pm Mica', '13pm Mica||'],
    ['Route 909', 'Route 909||'],
    ['23:59 - 2ManyDJs', '2ManyDJs|23:59|'],
    ['23:59 - 2 Minds', '2 Minds|23:59|'],
    ['01:00 909 Trax', '909 Trax|01:00|'],
  ])('a number in a name is no hour: %j is %j', (line, row) => expect(parse(line)).toEqual([row]))

  test.each([
    '▬▬ LINE UP ▬▬',
    'Line-up completo 👇',
    'RA: https://ra.co/events/1',
    'VIERNES 27/11',
    'Puertas 23:59',
    '📍 Pedro de Luján 1965',
    'Anticipadas $12.000',
    'Más artistas por confirmar',
    'Les paso el line up de la noche',
    '~Mica~',
    '#techno #pulso',
  ])('%j adds no row, and is shown', (line) => {
    expect(readLineUp(line)).toMatchObject({ acts: [], skipped: [line] })
  })

  test.each([
    ['Aletha, AMANE, Anja Ngozi, Mica Oyola', ['Aletha', 'AMANE', 'Anja Ngozi', 'Mica Oyola']],
    ['Line up: Ana, Beto y Caro', ['Ana', 'Beto', 'Caro']],
    ['Ana / Beto', ['Ana', 'Beto']],
    ['Ana b2b Beto', ['Ana b2b Beto']],
    ['Ana & Beto', ['Ana & Beto']],
    ['Ana y Beto', ['Ana y Beto']],
    ['KI/KI (Berlín, DE)', ['KI/KI (Berlín, DE)']],
  ])('%j has the acts %j', (line, names) => {
    expect(readLineUp(line).acts.map(({ name }) => name)).toEqual(names)
  })

  test('several names with one hour have this hour each', () => {
    expect(parse('23:59 Ana, Beto')).toEqual(['Ana|23:59|', 'Beto|23:59|'])
  })

  test('a line with a room names that of the lines below, and of further texts', () => {
    const { acts, room } = readLineUp('SALA 1\n00-02 Beto\n*SALA 2:*\n02-04 Caro\nTerraza: Dani')
    expect(acts.map((act) => `${act.name}|${act.room}`)).toEqual([
      'Beto|SALA 1',
      'Caro|SALA 2',
      'Dani|Terraza',
    ])
    expect(room).toBe('Terraza')
    expect(readLineUp('Eli', room).acts[0]).toMatchObject({ name: 'Eli', room: 'Terraza' })
  })

  test('hours on lines of their own are those of the names below, or above when a name is first', () => {
    expect(parse('00:00\nMica\n02:00\nNadia')).toEqual(['Mica|00:00|', 'Nadia|02:00|'])
    expect(parse('Mica\n00:00 - 01:00\nNadia\n01:00 - 02:00')).toEqual([
      'Mica|00:00|01:00',
      'Nadia|01:00|02:00',
    ])
  })

  test('a table is read by the names of its columns', () => {
    const { acts } = readLineUp(
      'Desde\tHasta\tArtista\tSala\n23:00\t00:30\tAna & Beto\tTerraza\n04:00\tcierre\tMatta 237\t\nSin tabs',
    )
    expect(acts.map(({ name, from, to, room }) => [name, from, to, room].join('|'))).toEqual([
      'Ana & Beto|23:00|00:30|Terraza',
      'Matta 237|04:00||Terraza',
      'Sin tabs|||Terraza',
    ])
  })

  test('hours of a whole night are not those of an act', () => {
    expect(readLineUp('23:00 - 07:00\nAna, Beto')).toMatchObject({
      acts: [
        { name: 'Ana', from: '' },
        { name: 'Beto', from: '' },
      ],
      skipped: ['23:00 - 07:00'],
    })
  })

  test('bare numbers are hours when most lines have one, and count lines when they go on counting', () => {
    expect(parse('23 Ana\n01 Beto\n03 Caro')).toEqual(['Ana|23:00|', 'Beto|01:00|', 'Caro|03:00|'])
    expect(parse('01 Ana\n02 Beto\n03 Caro')).toEqual(['Ana||', 'Beto||', 'Caro||'])
  })

  test('the title above a timetable and the words below it add no row', () => {
    const { acts, skipped } = readLineUp(
      'PULSO XII\n00:00 Ana\n01:00 Beto\n02:00 Caro\nNos vemos en la pista',
    )
    expect(acts.map(({ name }) => name)).toEqual(['Ana', 'Beto', 'Caro'])
    expect(skipped).toEqual(['PULSO XII', 'Nos vemos en la pista'])
  })

  test('empty lines, headings and lines without a name are left out', () => {
    expect(parse('LINE UP:\r\n\r\n23:59 Uno\r--\n01:00\nDos\n')).toEqual(['Uno|23:59|', 'Dos||'])
  })

  test('at most the first lines are read, and the first characters of each', () => {
    expect(readLineUp('Mica\n'.repeat(LINES_MAX + 5)).acts).toHaveLength(LINES_MAX)
    expect(parse('x'.repeat(LINE_LENGTH_MAX + 50))).toEqual([`${'x'.repeat(LINE_LENGTH_MAX)}||`])
  })

  test('acts that are written as lines are read as the same acts', () => {
    const name = fc.constantFrom(
      'Mica Oyola',
      'Ana b2b Beto (live)',
      '808 State',
      'KI/KI',
      'Ø [Phase]',
      'Caro & Dani',
      'DJ 3000',
    )
    const hour = fc
      .tuple(fc.nat(23), fc.nat(59))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
    const hours = fc.oneof(fc.constant(['', '']), fc.tuple(hour, fc.constant('')), fc.tuple(hour, hour))
    const room = fc.constantFrom('SALA 1', 'Terraza', 'Main room')
    const act = fc
      .tuple(name, hours, room)
      .map(([act, [from = '', to = ''], place]) => ({ name: act, from, to, room: place, words: '' }))
    fc.assert(
      fc.property(fc.array(act, { maxLength: 2 }), (acts) => {
        const read = readLineUp(formatActs(acts)).acts.map((one) => ({ ...one, words: '' }))
        expect(read).toEqual(acts)
      }),
    )
  })

  test('of any text, each row has a name and hours that a form accepts', () => {
    const word = fc.constantFrom(
      '23:59',
      '1am',
      '-',
      '•',
      '(',
      ')',
      'a',
      'hasta',
      '24',
      '.',
      ':',
      'Mica',
      '\n',
      ' ',
    )
    const text = fc.oneof(
      fc.string(),
      fc.array(word).map((words) => words.join(' ')),
    )
    fc.assert(
      fc.property(text, (typed) => {
        for (const { name, from, to } of readLineUp(typed).acts) {
          expect(name.trim()).not.toBe('')
          expect(name.length).toBeLessThanOrEqual(LINE_LENGTH_MAX)
          for (const hour of [from, to]) expect(hour).toMatch(/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/)
          if (to !== '') expect(from).not.toBe('')
        }
      }),
    )
  })
})
