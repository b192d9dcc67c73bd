import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'

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

export default defineConfig({
  // The server reads the process's environment only: a .env file must not give the pages another API base than it has.
  envDir: false,
  plugins: [reactRouter(), precompressed()],
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
  build: {
    target: 'es2022',
    // Data URLs in scripts and styles would need the CSP opened for them, and cannot be cached on their own.
    assetsInlineLimit: 0,
  },
})
