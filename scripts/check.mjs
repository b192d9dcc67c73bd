/** `npm run check`: checks types, lint rules, unused code and the layers of imports. `npm test` runs the same checks before its tests. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from './install.mjs'
import { bin, chooseNode, printLine, root, run } from './runtime.mjs'

const STEPS = [
  ['tipos', 'typescript', 'tsc', '-p', '.'],
  ['Biome', '@biomejs/biome', 'biome', 'check'],
  ['knip', 'knip', 'knip'],
]

/** Runs every check, also after a failed one. Only failed checks count in the totals of `npm test`. */
export async function runChecks(node) {
  const results = []
  for (const [name, packageName, command, ...args] of STEPS)
    results.push([name, await run(node, [bin(packageName, command), ...args], { quiet: true })])
  const structure = join(root, 'scripts/structure.mjs')
  results.push(['capas', await run(node, [structure, '--check'], { quiet: true })])
  for (const [name, isFine] of results) printLine(`${isFine ? '✓' : '✗'} ${name}`)
  return { passed: 0, failed: results.filter(([, isFine]) => !isFine).length, skipped: 0 }
}

if (pathToFileURL(process.argv[1]).href === import.meta.url) {
  await ensureInstalled({ tools: true })
  const { failed } = await runChecks(chooseNode())
  process.exitCode = failed === 0 ? 0 : 1
}
