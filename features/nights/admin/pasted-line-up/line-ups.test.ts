/** Line-ups in the manner of nine countries, with the right rows. They were written without sight of the parser. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { plainSpaces, stripInvisible } from '../../../../platform/shared/text/clean.ts'
import { readLineUp } from './read-line-up.ts'

const FOLDER = new URL('../../test/line-ups/', import.meta.url)

/** `rows`: "name | from | to | room" */
interface Fixture {
  lines: string[]
  rows: string[]
}

const plain = (text: string) => plainSpaces(stripInvisible(text)).replace(/\s+/g, ' ').trim()

test('at least 95 % of the rows of a line-up are right, and few others are added', () => {
  const result = { rows: 0, right: 0, others: 0 }
  for (const file of readdirSync(FOLDER)) {
    const { lines, rows } = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Fixture
    const wanted = new Set(rows.map(plain))
    const read = readLineUp(lines.join('\n')).acts.map(({ name, from, to, room }) =>
      plain([name, from, to, room].join(' | ')),
    )
    const right = read.filter((row) => wanted.has(row)).length
    result.rows += rows.length
    result.right += right
    result.others += read.length - right
  }
  expect(result.rows).toBe(234)
  expect(result.right / result.rows).toBeGreaterThanOrEqual(0.95)
  expect(result.others).toBeLessThanOrEqual(6)
})
