/** `npm run bench:lighthouse [-- runs]`: Lighthouse's phone on every public page (test/bench/README.md). Not part of the tests. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureInstalled } from './install.mjs'
import { chooseNode, ensureBuilt, refuse, root, run, say } from './runtime.mjs'

await ensureInstalled({ tools: true })
const node = chooseNode()
await ensureBuilt(node)
await ensureBrowser(node)

// Kept apart from our own packages: nobody who runs or tests the club should have to fetch it.
const folder = join(root, 'test', 'bench', 'lighthouse')
if (!existsSync(join(folder, 'node_modules', '.package-lock.json'))) {
  say('Instalando Lighthouse…')
  const args = ['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error']
  if (!(await run('npm', args, { shell: process.platform === 'win32' })))
    refuse('No se pudo instalar Lighthouse.')
}
if (!(await run(node, ['test/bench/lighthouse.ts', ...process.argv.slice(2)]))) process.exitCode = 1
