/**
 * Lists in the manner of five countries, with the right value of each line. They were written without sight of the parser.
 * `lists-*` are lists of a club, `others-*` are other events, comments, polls, e-mails and dictated texts.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { applyLimits, parsePastedNames } from './parse-names.ts'

const FOLDER = new URL('../../test/chats/', import.meta.url)

/** A line, its right verdicts, and the guest that it is. A blank line has no verdict. */
type Line = [text: string, verdicts?: string, name?: string, companions?: number, note?: string | null]

interface Score {
  lines: number
  right: number
  checks: number
  /** Guests whom the parser skipped, so that they are greyed on the screen. */
  greyed: number
  missing: number
}

function score(prefix: string): Score {
  const result: Score = { lines: 0, right: 0, checks: 0, greyed: 0, missing: 0 }
  for (const file of readdirSync(FOLDER).filter((name) => name.startsWith(prefix))) {
    const { lines } = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as { lines: Line[] }
    const parsed = parsePastedNames(lines.map(([text]) => text).join('\n'))
    if (!parsed.ok) throw new Error(`${file} was refused`)
    const limited = applyLimits(parsed.lines, { maxCompanions: 20, left: null })
    for (const [index, [, verdicts, name, companions, note]] of lines.entries()) {
      if (verdicts === undefined) continue
      const read = limited.find(({ line }) => line === index + 1)
      result.lines++
      if (!read) result.missing++
      if (read?.verdict === 'check') result.checks++
      if (read?.verdict === 'skip' && verdicts.startsWith('guest')) result.greyed++
      const plain = (text: string | null | undefined) => (text ?? '').normalize('NFKC').toLowerCase()
      const isSame =
        read?.verdict !== 'guest' ||
        name === undefined ||
        (plain(read.name) === plain(name) &&
          read.companions === companions &&
          plain(read.note).includes(plain(note)))
      if (read && verdicts.split('|').includes(read.verdict) && isSame) result.right++
    }
  }
  return result
}

test('at least 95 % of the lines of a club are right, few are asked about, and nobody is missing', () => {
  const { lines, right, checks, greyed, missing } = score('lists-')
  expect(lines).toBe(1280)
  expect(right / lines).toBeGreaterThanOrEqual(0.95)
  expect(checks / lines).toBeLessThanOrEqual(0.115)
  expect(greyed).toBeLessThanOrEqual(1)
  expect(missing).toBe(0)
})

test('at least 95 % of the lines of other texts are right, and nobody is missing', () => {
  const { lines, right, greyed, missing } = score('others-')
  expect(lines).toBe(405)
  expect(right / lines).toBeGreaterThanOrEqual(0.95)
  expect(greyed).toBeLessThanOrEqual(2)
  expect(missing).toBe(0)
})
