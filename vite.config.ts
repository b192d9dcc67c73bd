import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { reactRouter } from '@react-router/dev/vite'
import { build, defineConfig, type Plugin } from 'vite'

/**
 * `import text from './main.ts?script'`: a script with all that it imports, as one text to stand in a page. The browser
 * gets an empty one: there it has run before anything could ask for it.
 */
function pageScripts(): Plugin {
  const QUERY = '?script'
  return {
    name: 'page-scripts',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(QUERY)) return
      if (this.environment.name === 'client') return 'export default ""'
      const result = await build({
        configFile: false,
        envDir: false,
        logLevel: 'warn',
        build: {
          write: false,
          target: TARGET,
          modulePreload: false,
          rolldownOptions: { input: id.slice(0, -QUERY.length), output: { format: 'iife' } },
        },
      })
      const { output } = [result].flat()[0] as Extract<typeof result, { output: unknown }>
      for (const { type, ...chunk } of output) {
        if (type === 'chunk')
          for (const file of (chunk as { moduleIds: string[] }).moduleIds) this.addWatchFile(file)
      }
      const [{ code }] = output
      return `export default ${JSON.stringify(code.trim().replaceAll('</', '<\\/'))}`
    },
  }
}

/** Scripts and styles never change under their names: compressed as well as can be, once, when they are built. */
function precompressed(): Plugin {
  const brotli = promisify(brotliCompress)
  const deflate = promisify(gzip)
  return {
    name: 'precompressed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      if (this.environment.name !== 'client') return
      const files = Object.keys(bundle).filter((name) => /\.(js|css|svg|webmanifest)$/.test(name))
      await Promise.all(
        files.map(async (name) => {
          const path = join(dir, name)
          const bytes = await readFile(path)
          if (bytes.byteLength < 1_000) return
          const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength }
          await writeFile(`${path}.br`, await brotli(bytes, { params }))
          await writeFile(`${path}.gz`, await deflate(bytes, { level: 9 }))
        }),
      )
    },
  }
}

/**
 * What every public page needs comes in two files, one of them ours: each further file would be a request, and a row
 * in the route manifest. What only some pages need stays with them.
 */
const codeSplitting = {
  groups: [
    { name: 'framework', test: /\/node_modules\/(react|react-dom|react-router|scheduler)\// },
    {
      name: 'shell',
      test: /\/app\/(root|site\/shell)\.tsx$|\/app\/(ui\/(tokens|fonts|base|notices)|site\/(header|footer|site|pulse|wall))\.css$/,
    },
  ],
}

const TARGET = 'es2022'

export default defineConfig({
  // The server reads the process's environment only: a .env file must not give the pages another API base than it has.
  envDir: false,
  plugins: [pageScripts(), reactRouter(), precompressed()],
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
  build: {
    target: TARGET,
    // Data URLs in scripts and styles would need the CSP opened for them, and cannot be cached on their own.
    assetsInlineLimit: 0,
  },
})
