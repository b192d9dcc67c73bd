/** docs/security.md claims things of files: they are there, and no claim is without one. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')

/** What stands in backticks and is a path of this repository, not a URL path, a command or a header. */
const pathsIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /`((?:[\w.-]+\/)*[\w.-]+\.(?:ts|tsx|mjs|md|json|yaml|sh|env|service|conf)|(?:deploy\/)?(?:Caddyfile)|Dockerfile|\.dockerignore)`/g,
    ),
  ].map(([, path]) => path as string)

const rows = [...page.matchAll(/^\| (\d[\d., ]*) \| (✓|~|✗|–) \| (.+) \|$/gm)].map(
  ([, numbers = '', state, how = '']) => ({ numbers: numbers.split(', '), state, how }),
)

test('every file that it names is there', () => {
  const paths = pathsIn(page)
  expect(paths.length).toBeGreaterThan(150)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('every requirement has one row, and what holds says where', () => {
  const numbers = rows.flatMap(({ numbers }) => numbers)
  expect(numbers.length).toBeGreaterThan(150)
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
  for (const { numbers, state, how } of rows)
    if (state === '✓') expect([numbers, pathsIn(how)]).not.toEqual([numbers, []])
})

test('what does not hold is gathered at its end', () => {
  const end = page.slice(page.indexOf('## What does not hold'))
  const failing = rows.filter(({ state }) => state === '✗').flatMap(({ numbers }) => numbers)
  expect(failing.length).toBeGreaterThan(0)
  expect(failing.filter((number) => !end.includes(number))).toEqual([])
})
