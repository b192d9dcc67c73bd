/** Properties of all pasted texts, with random lines of chats. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePastedNames } from './parse-names.ts'
import type { PastedLine } from './pasted-line.ts'

function read(text: string): PastedLine[] {
  const parsed = parsePastedNames(text)
  if (!parsed.ok) throw new Error('the text was refused')
  return parsed.lines
}

const INVISIBLE = ['\u200b', '\u200e', '\u202a', '\u202c', '\u2060', '\ufeff', '\u00ad', '\u00a0', ' ']

/** Words and signs of lists, in random order. */
const part = fc.constantFrom(
  ...'Ana Gómez|beto|PAZ|Familia|van der|Mesa|Prensa|DJ|no|viene|y|e|con|su|novia|amigas|más|dos|personas|uno|Votaron'.split(
    '|',
  ),
  ...'Gracias|sumame|a|la|Puig i Ferrer|+|1|2.|(3)|x4|+2|12:30|30.123.456|27/11|$500|@lu.paz|ana@mail.com|https://a.b'.split(
    '|',
  ),
  ...',;:-–/|"&?!¿*_~#[]()\t'.split(''),
  ...['\u2705', '\u274c', '7\ufe0f\u20e3', '\u{1f525}', '\u{1f447}', ...INVISIBLE],
)
const oddLine = fc.oneof(
  fc.array(part, { maxLength: 9 }).map((parts) => parts.join(' ')),
  fc.array(part, { maxLength: 9 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
)
const oddText = fc
  .array(fc.tuple(oddLine, fc.constantFrom('\n', '\r\n', '\r', '\n\n')), { maxLength: 30 })
  .map((lines) => lines.map(([line, end]) => `${line}${end}`).join(''))

test('each line that is not blank is in the answer once, with its number and its text', () => {
  fc.assert(
    fc.property(oddText, (text) => {
      const typed = text
        .split(/\r\n?|\n/)
        .map((line, index) => ({ line: index + 1, text: line.toWellFormed() }))
      const filled = typed.filter((line) => line.text.trim() !== '')
      expect(read(text).map(({ line, text: shown }) => ({ line, text: shown }))).toEqual(filled)
    }),
    { numRuns: 500 },
  )
})

test('guests have a name and no reason, other lines a reason', () => {
  fc.assert(
    fc.property(oddText, (text) => {
      for (const { verdict, name, reason, companions, split = [] } of read(text)) {
        expect(reason === null).toBe(verdict === 'guest')
        if (verdict === 'guest') expect(name).not.toBe('')
        expect(companions).toBeGreaterThanOrEqual(0)
        for (const person of split) expect(person.name).not.toBe('')
      }
    }),
    { numRuns: 500 },
  )
})

test('invisible characters around a line change no verdict', () => {
  const invisible = fc.array(fc.constantFrom(...INVISIBLE), { maxLength: 4 }).map((signs) => signs.join(''))
  const line = fc.array(part, { minLength: 1, maxLength: 7 }).map((parts) => parts.join(' ').trim())
  const lines = fc.array(fc.tuple(invisible, line, invisible), { minLength: 1, maxLength: 12 })
  const values = (text: string) => read(text).map(({ text: _, ...value }) => value)
  fc.assert(
    fc.property(lines, (all) => {
      fc.pre(all.every(([, typed]) => /[\p{L}\p{N}]/u.test(typed)))
      const plain = all.map(([, typed]) => typed).join('\n')
      expect(values(all.map((parts) => parts.join('')).join('\n'))).toEqual(values(plain))
    }),
    {
      numRuns: 500,
      examples: [
        [
          [
            ['\u200b', '" \t Ana Gómez', ''],
            ['', 'Ana Gómez \t Ana Gómez', ''],
            ['', 'Ana Gómez', ''],
          ],
        ],
      ],
    },
  )
})

test('guests that are printed and read again are the same guests', () => {
  const name = fc
    .tuple(
      fc.constantFrom(
        'Ana',
        'Beto',
        'María José',
        'Mª Ángeles',
        'el Chino',
        'DJ Pato',
        "D'Angelo",
        'J.P.',
        'Zoë',
      ),
      fc.constantFrom(
        '',
        ' Gómez',
        ' de la Fuente',
        ' van der Meer',
        ' Puig',
        ' Mesa',
        ' Ñáñez',
        ' R.',
        ' "Toni" Paz',
      ),
    )
    .map((words) => words.join(''))
  const company = fc.constantFrom(
    '',
    ' +1',
    ' + 2',
    ' y novia',
    ' x3',
    ' (+1)',
    ', somos 4',
    ' más dos',
    ' c/ su hermano',
  )
  const note = fc.constantFrom(
    '',
    ' (pagó)',
    ', llega tarde',
    ' DNI 30.123.456',
    ' - prensa',
    ' 27/11',
    ' ana@mail.com',
    ' viene 1:30',
  )
  const marker = fc.constantFrom(
    (n: number) => `${n}. `,
    () => '- ',
    () => '',
    () => '✅ ',
  )
  const list = fc.tuple(marker, fc.array(fc.tuple(name, company, note), { minLength: 1, maxLength: 12 }))
  const guestsOf = (text: string) =>
    read(text)
      .filter(({ verdict }) => verdict === 'guest')
      .map(({ name, companions, note }) => ({ name, companions, note }))
  const print = (guests: ReturnType<typeof guestsOf>) =>
    guests
      .map(
        ({ name, companions, note }) =>
          `${name}${companions ? ` +${companions}` : ''}${note ? ` (${note})` : ''}`,
      )
      .join('\n')
  fc.assert(
    fc.property(list, ([mark, lines]) => {
      const guests = guestsOf(lines.map((line, index) => `${mark(index + 1)}${line.join('')}`).join('\n'))
      expect(guests).toHaveLength(lines.length)
      expect(guestsOf(print(guests))).toEqual(guests)
    }),
    { numRuns: 500 },
  )
})
