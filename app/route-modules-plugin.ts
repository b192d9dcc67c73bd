import { join } from 'node:path'
import type { Plugin } from 'vite'

const THEIRS = /\/react-router\/dist\/\w+\/lib\/dom\/ssr\//

/** Gives React Router our way of loading screens (client/route-modules.ts) in place of its own. */
export function routeModules(): Plugin {
  let isReplaced = false
  return {
    name: 'route-modules',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source !== './routeModules.js' || !THEIRS.test(importer ?? '')) return
      isReplaced = true
      return join(import.meta.dirname, 'client/route-modules.ts')
    },
    buildEnd(error) {
      if (!error && this.environment.name === 'client' && !isReplaced)
        this.error('React Router loads screens in another way than it did: see app/client/route-modules.ts')
    },
  }
}
