/**
 * Runs the long forms of the stress tests and prints a table. `npm run stress -- crash hostile` runs only these sections.
 * `--short` runs the short forms, as `npm run test:all` does.
 */
import { globSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Section, Tally } from './stress-section.ts'

/**
 * Each section is imported only when it runs, because it starts its own servers, databases or browsers. Sections of one
 * feature are in the folder of the feature.
 */
const sections: Record<string, () => Promise<Section>> = {
  crash: async () => (await import('./crash.ts')).default,
  faults: async () => (await import('./dependency-failures.ts')).default,
  machines: async () => (await import('./two-machines.ts')).default,
  hostile: async () => (await import('./request-fuzzing.ts')).default,
  cost: async () => (await import('./processing-cost.ts')).default,
  pictures: async () => (await import('./hostile-pictures.ts')).default,
  sounds: async () => (await import('./hostile-sounds.ts')).default,
  upgrade: async () => (await import('./rolling-upgrade.ts')).default,
  slow: async () => (await import('./slow-clients.ts')).default,
  soak: async () => (await import('./soak.ts')).soak,
}
for (const file of globSync('features/*/test/stress/*.ts', { exclude: ['**/*.test.ts'] }))
  sections[basename(file, '.ts')] = async () => (await import(resolve(file))).default

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false } },
})

const unknown = positionals.filter((name) => !sections[name])
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. Sections: ${Object.keys(sections).join(', ')}`)
  process.exit(1)
}

const tallies: Tally[] = []
for (const [name, load] of Object.entries(sections)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  process.stderr.write(`${name}…\n`)
  const section = await load()
  tallies.push(...(await section(values.short ? 'short' : 'long')))
}

console.log('| What | Done | Bad | |')
console.log('|---|---|---|---|')
for (const { what, done, bad, notes = '' } of tallies)
  console.log(`| ${what} | ${done} | ${bad} | ${notes} |`)
process.exitCode = tallies.some(({ bad }) => bad > 0) ? 1 : 0
