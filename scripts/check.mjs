/** `npm run check`: what can be judged without a browser, in the order in which one would mend it. Every step runs. */
import { ensureInstalled, ensurePackage } from './install.mjs'
import { bin, chooseNode, run, say } from './runtime.mjs'

await ensureInstalled({ tools: true })
await ensurePackage('test/openapi-client')
const node = chooseNode()

const steps = [
  // Types of the routes, which the next step reads.
  ['tipos de las rutas', bin('@react-router/dev', 'react-router'), 'typegen'],
  ['tipos', bin('typescript', 'tsc'), '-p', '.'],
  ['Biome', bin('@biomejs/biome', 'biome'), 'check'],
  ['knip', bin('knip', 'knip')],
  // Starting and stopping the whole program is for `npm test`.
  ['pruebas', bin('vitest', 'vitest'), 'run', '--exclude', '**/process.test.ts'],
]

const results = []
for (const [name, ...args] of steps) {
  say(`\n— ${name}`)
  results.push([name, await run(node, args)])
}

say('')
for (const [name, isFine] of results) say(`${isFine ? '✓' : '✗'} ${name}`)
process.exitCode = results.every(([, isFine]) => isFine) ? 0 : 1
