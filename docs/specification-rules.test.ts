/** The list of the specification's rules, its proofs, and the table of departures agree. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const readText = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Rows whose first cell is an id in backticks. */
const readRows = (path: string): string[][] =>
  readText(path)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()))

const findIds = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, id = '']) => id)

interface NamedTest {
  file: string
  title: string
}

interface Rule {
  id: string
  tests: NamedTest[]
  departures: string[]
}

const readTests = (cell: string): NamedTest[] =>
  cell.split('<br>').flatMap((proof) => {
    const [, file = '', title = ''] = /^`([^`]+)` (.+)$/.exec(proof) ?? []
    return file === '' ? [] : [{ file, title }]
  })

const rules: Rule[] = readRows('docs/specification-rules.md').map(
  ([id = '', , tests = '', departures = '']) => ({
    id: findIds(id)[0] ?? '',
    tests: readTests(tests),
    departures: findIds(departures),
  }),
)
const departures = readRows('docs/departures.md').map(([id = '']) => findIds(id)[0] ?? '')

const findRepeated = (ids: string[]): string[] => ids.filter((id, index) => ids.indexOf(id) !== index)

const SPECIAL = /[.*+?^${}()|[\]\\]/g

/** Returns what is wrong with a named test. An empty list means that its file runs a test of this title. */
function findProblem({ file, title }: NamedTest): string[] {
  if (!/\.(?:test|spec)\.tsx?$/.test(file) || !existsSync(join(root, file)))
    return [`${file} is no test file`]
  const quoted = `['"\`]${title.replace(SPECIAL, '\\$&')}['"\`]`
  // The title of `test.each(…)('title', …)` follows the end of its table.
  const runs = new RegExp(String.raw`(?:^\s*(?:test|it)|\))\(\s*${quoted}`, 'm')
  const isSkipped = new RegExp(String.raw`^\s*(?:test|it)\.(?:skip|fixme|todo)\(\s*${quoted}`, 'm')
  const source = readText(file)
  return runs.test(source) && !isSkipped.test(source) ? [] : [`${file} has no test "${title}"`]
}

describe('docs/specification-rules.md', () => {
  test('lists each rule and each departure once', () => {
    expect(rules.length).toBeGreaterThan(50)
    expect(findRepeated(rules.map(({ id }) => id))).toEqual([])
    expect(findRepeated(departures)).toEqual([])
  })

  test('has a test or a departure for each rule', () => {
    const unproven = rules.filter(({ tests, departures: named }) => tests.length + named.length === 0)
    expect(unproven.map(({ id }) => id)).toEqual([])
  })

  test('names tests that exist', () => {
    expect(rules.flatMap(({ tests }) => tests.flatMap(findProblem))).toEqual([])
  })

  test('names every row of docs/departures.md, and no other', () => {
    const named = new Set(rules.flatMap((rule) => rule.departures))
    expect([...named].toSorted()).toEqual(departures.toSorted())
  })
})

describe('a named test', () => {
  test.each([
    ['docs/missing.test.ts', 'names tests that exist'],
    ['docs/specification-rules.md', 'names tests that exist'],
    ['docs/specification-rules.test.ts', 'a test that was renamed'],
    ['docs/specification-rules.test.ts', 'names tests'],
  ])('is not found as %s: %s', (file, title) => {
    expect(findProblem({ file, title })).toHaveLength(1)
  })
})
