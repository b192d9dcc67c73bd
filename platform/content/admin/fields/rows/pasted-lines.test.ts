import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LINE_LENGTH_MAX, LINES_MAX, parseLines } from './pasted-lines.ts'

const parse = (line: string) => parseLines(line).map(({ name, from, to }) => [name, from, to].join('|'))

describe('pasted lines', () => {
  test.each([
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
    ['3 a 5', '3 a 5||'],
    ['808 State', '808 State||'],
    ['25:00 Mica', '25:00 Mica||'],
    ['23:75 Mica', '23:75 Mica||'],
    ['13pm Mica', '13pm Mica||'],
    ['Route 909', 'Route 909||'],
    ['23:59 - 2ManyDJs', '2ManyDJs|23:59|'],
    ['23:59 - 2 Minds', '2 Minds|23:59|'],
    ['01:00 909 Trax', '909 Trax|01:00|'],
  ])('a number in a name is no hour: %j is %j', (line, row) => expect(parse(line)).toEqual([row]))

  test('empty lines, headings and lines without a name are left out', () => {
    expect(parse('LINE UP:\r\n\r\n23:59 Uno\r--\n01:00\nDos\n')).toEqual(['Uno|23:59|', 'Dos||'])
  })

  test('at most the first lines are read, and the first characters of each', () => {
    expect(parseLines('Mica\n'.repeat(LINES_MAX + 5))).toHaveLength(LINES_MAX)
    expect(parse('x'.repeat(LINE_LENGTH_MAX + 50))).toEqual([`${'x'.repeat(LINE_LENGTH_MAX)}||`])
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
        for (const { name, from, to } of parseLines(typed)) {
          expect(name.trim()).not.toBe('')
          expect(name.length).toBeLessThanOrEqual(LINE_LENGTH_MAX)
          for (const hour of [from, to]) expect(hour).toMatch(/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/)
          if (to !== '') expect(from).not.toBe('')
        }
      }),
    )
  })
})
