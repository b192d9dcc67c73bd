import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { reactRouter } from '@react-router/dev/vite'
import { build, defineConfig, type EnvironmentOptions, type Plugin } from 'vite'
import { MANIFEST, SITE_MANIFEST } from './app/postponed.ts'
import { breathOfName } from './app/site/breathing/breath-plugin.ts'
import config from './react-router.config.ts'

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

/**
 * Scripts and styles never change under their names: compressed as well as can be, once, when they are built. Done last,
 * beside the server's own build, since React Router writes its route manifest only then.
 */
function precompressed(): Plugin {
  const brotli = promisify(brotliCompress)
  const deflate = promisify(gzip)
  return {
    name: 'precompressed',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (this.environment.name !== 'ssr') return
        const folder = join(import.meta.dirname, config.buildDirectory, 'client', 'assets')
        await writeSiteManifest(folder)
        const files = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name))
        await Promise.all(
          files.map(async (name) => {
            const path = join(folder, name)
            const bytes = await readFile(path)
            if (bytes.byteLength < WORTH_IT) return
            const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength }
            await writeFile(`${path}.br`, await brotli(bytes, { params }))
            await writeFile(`${path}.gz`, await deflate(bytes, { level: 9 }))
          }),
        )
      },
    },
  }
}

/**
 * The route table that React Router writes for the browser names every page of the back office and the files of each:
 * most of it, and nothing to a visitor. Public pages get one without (see app/postponed.ts).
 */
async function writeSiteManifest(folder: string): Promise<void> {
  const START = 'window.__reactRouterManifest='
  const name = (await readdir(folder)).find((file) => MANIFEST.test(file))
  const text = name ? await readFile(join(folder, name), 'utf8') : ''
  if (!name || !text.startsWith(START))
    throw new Error('React Router writes its route table otherwise than it did')
  const table = JSON.parse(text.slice(START.length).replace(/;\s*$/, ''))
  const routes = Object.entries(table.routes).filter(([id]) => !id.startsWith('admin'))
  const siteTable = {
    ...table,
    routes: Object.fromEntries(routes),
    // Its own address, which React Router preloads.
    url: table.url.replace(MANIFEST, SITE_MANIFEST),
  }
  await writeFile(
    join(folder, name.replace(MANIFEST, SITE_MANIFEST)),
    `${START}${JSON.stringify(siteTable)};`,
  )
}

/** Below this a compressed file is hardly smaller, and takes one more look at the disk. Bytes. */
const WORTH_IT = 300

/**
 * What public pages share comes in three files: the framework, what stands around every page, and what pages with lists
 * show them with. Each further file would be a request, and a row in the route manifest. What one page alone needs stays
 * with it.
 */
const codeSplitting = {
  groups: [
    {
      name: 'framework',
      test: /\/node_modules\/(react|react-dom|react-router|scheduler)\/|rolldown\/runtime/,
    },
    {
      name: 'site',
      test: /\/app\/(root|client\/call|site\/(layout\/(shell|meta)|parts\/wall))\.tsx?$|\/contract\/share\.ts$|\/app\/(ui\/(tokens|fonts|base|notices)|site\/(layout\/(header|footer|site|pulse)|parts\/wall))\.css$/,
    },
    {
      name: 'lists',
      test: /\/app\/(client\/reader|ui\/carousel|site\/(news\/news-card|parts\/(night|pictogram)))\.tsx?$|\/club\/news\.ts$|\/app\/ui\/carousel\.css$/,
    },
    { name: 'forms', test: /\/app\/site\/parts\/form\.(tsx|css)$/ },
    // What the back office needs of what the page to sign in needs: not its form.
    { name: 'session', test: /\/app\/client\/(account|session)\.ts$|\/contract\/refusals\.ts$/ },
    {
      name: 'admin',
      test: /\/app\/admin\/(paths|layout\/(confirm|guard|heading|menu|refusal|session-end)|home\/[\w-]+|users\/(list|remove|user-list)|content\/(form\/action-bar|list\/(item-list|list|menu|remove)))\.tsx?$/,
    },
  ],
}

const TARGET = 'es2022'

/** What the server loads when it is first needed, if ever. The rest of its packages is built in with it. */
const LATER = ['@aws-sdk/client-s3', '@aws-sdk/lib-storage', 'nodemailer', 'pg', 'sanitize-html', 'sharp']

/**
 * The server as one file with the site and the packages of both: at every start, hundreds of files less to find, read and
 * link (docs/decisions/0014).
 */
const server: EnvironmentOptions = {
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { conditions: ['node'], noExternal: true, external: LATER },
  build: { rolldownOptions: { input: 'server/main.ts' } },
}

export default defineConfig(({ command }) => ({
  // The server reads the process's environment only: a .env file must not give the pages another API base than it has.
  envDir: false,
  plugins: [pageScripts(), breathOfName(), reactRouter(), precompressed()],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting },
          // No getter of ours or of React's does anything: what is only read can go.
          treeshake: { propertyReadSideEffects: false },
        },
      },
    },
    ...(command === 'build' && { ssr: server }),
  },
  build: {
    target: TARGET,
    // Data URLs in scripts and styles would need the CSP opened for them, and cannot be cached on their own.
    assetsInlineLimit: 0,
  },
}))
