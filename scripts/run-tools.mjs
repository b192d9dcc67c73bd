/**
 * `npm run fonts`, `npm run pictures`, `npm run screens`: run the programs of tools/. tools/ has its own package.json, so that
 * running and testing a club does not install its packages.
 */

import { ensureInstalled, ensurePackage } from './install.mjs'
import { chooseNode, ensureBuilt, fail, run } from './runtime.mjs'
import { ensureBrowser } from './test-programs.mjs'

const pictures = ['flyers', 'photos', 'film', 'icons'].map((name) => `tools/pictures/${name}.mjs`)

const [name = '', ...given] = process.argv.slice(2)
const programs = { fonts: ['tools/fonts.mjs'], pictures, screens: ['tools/screens.mjs'] }[name]
if (!programs) fail('Se puede pedir fonts, pictures o screens.')

await ensureInstalled({ tools: true })
await ensurePackage('tools')
const node = chooseNode()
if (name !== 'fonts') await ensureBrowser(node)
if (name === 'screens') await ensureBuilt(node)
for (const program of programs) {
  if (await run(node, [program, ...(programs.length === 1 ? given : [])])) continue
  process.exitCode = 1
  break
}
