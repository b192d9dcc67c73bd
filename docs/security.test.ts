/** The security pages name existing files, and each ASVS requirement that holds names a file. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const readPage = (name: string): string => readFileSync(join(root, 'docs', name), 'utf8')

const security = readPage('security.md')
const asvs = readPage('security-asvs.md')
const pages = [security, asvs, readPage('security-findings.md')]

/** Paths of the repository in backticks, without URL paths, commands and headers. */
const findPaths = (text: string): string[] =>
  [
    ...text.matchAll(
      /`((?:[\w.-]+\/)*[\w.-]+\.(?:ts|tsx|mjs|md|json|yaml|sh|env|service|conf)|(?:deploy\/)?(?:Caddyfile)|Dockerfile|\.dockerignore)`/g,
    ),
  ].map(([, path]) => path as string)

const rows = [...asvs.matchAll(/^\| (\d[\d., ]*) \| (✓|~|✗|–) \| (.+) \|$/gm)].map(
  ([, numbers = '', state, how = '']) => ({ numbers: numbers.split(', '), state, how }),
)

test('the security pages name only existing files', () => {
  const paths = pages.flatMap(findPaths)
  expect(paths.length).toBeGreaterThan(150)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('each finding names its test', () => {
  const findings = readPage('security-findings.md')
    .split('\n')
    .filter((line) => /^\| (?!-|Severity|Finding)/.test(line) && !line.startsWith('|---'))
  expect(findings.length).toBeGreaterThan(40)
  const tests = findings.map((line) => findPaths(line.split(' | ').at(-1) ?? ''))
  expect(tests.filter((paths) => paths.length === 0)).toEqual([])
  expect(tests.flat().filter((path) => !/\.(test|spec)\.tsx?$/.test(path))).toEqual([])
})

describe('an ASVS requirement', () => {
  test('has one row, and names a file if it holds', () => {
    const numbers = rows.flatMap(({ numbers }) => numbers)
    expect(numbers.length).toBeGreaterThan(150)
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
    for (const { numbers, state, how } of rows)
      if (state === '✓') expect([numbers, findPaths(how)]).not.toEqual([numbers, []])
  })

  test('that does not hold is listed as a known gap', () => {
    const start = security.indexOf('## Known gaps')
    expect(start).toBeGreaterThan(0)
    const gaps = security.slice(start)
    const failing = rows.filter(({ state }) => state === '✗').flatMap(({ numbers }) => numbers)
    expect(failing.length).toBeGreaterThan(0)
    expect(failing.filter((number) => !gaps.includes(number))).toEqual([])
  })
})
