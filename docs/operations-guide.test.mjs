/** The operators' guides agree with the scripts and commands that they use. `npm run guide` runs them on a new Debian. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from '../ops/cli/commands.ts'
import { NOT_RUN, readBlocks } from '../scripts/guide-blocks.mjs'

const root = join(import.meta.dirname, '..')
const guides = ['docs/operations.md', 'docs/operacion.md']
const readText = (path) => readFileSync(join(root, path), 'utf8')

const hasProgram = (name) => spawnSync(name, ['--version']).error === undefined

/** Texts with commands: blocks, and code within sentences. */
const readCode = (path) => [
  ...readBlocks(path).map(({ text }) => text),
  ...[...readText(path).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code),
]

test('the guide has blocks, and names a reason for each one that is not run', () => {
  const blocks = readBlocks()
  expect(blocks.filter(({ reason }) => reason === null).length).toBeGreaterThan(5)
  const unused = Object.keys(NOT_RUN).filter((start) => !blocks.some(({ text }) => text.startsWith(start)))
  expect(unused).toEqual([])
})

test.skipIf(process.platform === 'win32').each(guides)('%s has blocks that a shell accepts', (path) => {
  for (const { language, text } of readBlocks(path)) {
    // A placeholder such as <your repository> would be a redirection.
    const input = text.replace(/<[\w ]+>/g, 'x')
    if (language === 'ini') expect(text).toMatch(/^# \/\S+\n/)
    else expect(spawnSync('bash', ['-n'], { input, encoding: 'utf8' }).stderr).toBe('')
  }
})

test.each(guides)('%s uses files and commands that a release has', (path) => {
  const code = readCode(path)
  const find = (pattern) => code.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name))
  const files = find(/(?<![\w/])(?:\/root\/)?(deploy\/[\w@.-]+)/g)
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  const known = [...readText('deploy/club.sh').matchAll(/^([a-z]+)\) /gm)].map(([, name]) => name)
  const used = find(/(?:^|[\n;&] ?)club ([a-z]+)/g)
  expect(used.filter((name) => !known.includes(name))).toEqual([])
  const groups = commands.map(({ name }) => name.split(' ')[0])
  const called = find(/(?:club |\.\/)pulso ([a-z]+)/g)
  expect(called.length).toBeGreaterThan(10)
  expect(called.filter((name) => !groups.includes(name))).toEqual([])
})

test('apt never waits for an answer, which would read the next line of a pasted block', () => {
  const installs = readBlocks().flatMap(({ text }) => text.match(/\bapt(?:-get)? install.*/g) ?? [])
  expect(installs.filter((line) => !line.startsWith('apt-get install -y '))).toEqual([])
  expect(installs.length).toBeGreaterThan(0)
})

test('tar changes its folder before it unpacks members', () => {
  // tar applies -C only to the names after it.
  const lines = readBlocks().flatMap(({ text }) => text.match(/\btar -x.*/g) ?? [])
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines.filter((line) => line.includes(' -C ')))
    expect(line).not.toMatch(/\s\S+\/\S* .*-C /)
})

test.runIf(hasProgram('jq'))('the filters of the log pass over lines of systemd', () => {
  const filters = readBlocks().flatMap(({ text }) =>
    [...text.matchAll(/\| (jq .*)/g)].map(([, command = '']) => command),
  )
  expect(filters.length).toBeGreaterThan(0)
  const log = [
    "Started club@current.service - The club's website and back office.",
    '{"level":"info","message":"listening"}',
    '24',
    '{"level":"warn","message":"slow"}',
    'PORT: el puerto 3000 ya está en uso',
    '{"level":"error","message":"request failed"}',
  ].join('\n')
  for (const filter of filters)
    expect(execFileSync('sh', ['-c', `${filter} | jq -r .message`], { input: log, encoding: 'utf8' })).toBe(
      'slow\nrequest failed\n',
    )
})
