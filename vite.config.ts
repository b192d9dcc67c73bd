import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite'
import { clubGuide } from './app/admin/guide/guide-plugin.ts'
import { enhanceScript } from './app/enhance/enhance-plugin.ts'
import { routeModules } from './app/route-modules-plugin.ts'
import { letterOutlines } from './app/site/breathing/letters-plugin.ts'
import { publicRoutes } from './app/site/public-routes-plugin.ts'
import config from './react-router.config.ts'
import { PROGRAMS } from './server/process/programs.ts'

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

/** Writes down whose code is in what was built, for the licences and the bill of materials of a release (scripts/release). */
function builtInPackages(): Plugin {
  const folders = new Set<string>()
  return {
    name: 'built-in-packages',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const output of Object.values(bundle)) {
        for (const module of output.type === 'chunk' ? output.moduleIds : []) {
          const [, folder] = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module) ?? []
          if (folder) folders.add(relative(import.meta.dirname, folder))
        }
      }
    },
    writeBundle: {
      sequential: true,
      async handler() {
        // The last of the two; the site's packages are known by then.
        if (this.environment.name !== 'ssr') return
        const file = join(import.meta.dirname, config.buildDirectory, '.packages.json')
        await writeFile(file, JSON.stringify([...folders].sort()))
      },
    },
  }
}

/** Below this a compressed file is hardly smaller, and takes one more look at the disk. Bytes. */
const WORTH_IT = 300

/** What all React screens share, and those of the back office: each further file would be a request. */
const codeSplitting = {
  groups: [
    {
      name: 'framework',
      test: /\/node_modules\/(react|react-dom|react-router|scheduler)\/|rolldown\/runtime|\/app\/client\/(chunk-error|load-chunk|route-modules)\.ts$/,
    },
    // What the back office shares with the screens by which one gets into it.
    {
      name: 'shared',
      test: /\/app\/(club-words|page-delivery|client\/(account|call|session)|ui\/(form-values|notify)|enhance\/(names|root-state|storage))\.ts$|\/contract\/(form-problems|limits|share|site\/site)\.ts$|\/club\/icons\.ts$|vite\/preload-helper/,
    },
    {
      name: 'password',
      test: /\/app\/ui\/(account-fields|hydrated|password-input)\.tsx?$/,
    },
    {
      name: 'admin',
      test: /\/app\/client\/second-try\.ts$|\/app\/admin\/(paths|(guide\/help|first-day\/api)|layout\/(count|guard|heading|lazy|menu|moment|problem-text|session-end|share|use-over|words)|history\/subject-path|share\/share-item|content\/(form\/action-bar|publication\/(state-line|words)))\.tsx?$|\/app\/(site\/parts\/night|ui\/picture)\.tsx?$|\/contract\/(accounts\/emails|content\/history|kit-resources|night-state|nights)\.ts$/,
    },
    // What lists and forms know of items.
    {
      name: 'items',
      test: /\/app\/admin\/content\/(form\/form-problem|item\/undo)\.tsx$|\/contract\/(content\/(kinds|orders|richtext|titles)|names|text)\.ts$/,
    },
    // The values of forms: the history reads them too.
    {
      name: 'values',
      test: /\/app\/(admin\/content\/(conflict\/merge|fields\/embed-codes|form\/(copied-values|typed|values))|site\/parts\/embeds)\.ts$/,
    },
    // Lists, whose rows do much: menus and forms come without that.
    {
      name: 'list',
      test: /\/app\/admin\/(content\/(item\/(item-actions|item-state|later|more|night)|list\/(choosing|item-list|item-picture|list|list-screen|nights|pages|place|remove|search))|history\/latest)\.tsx?$/,
    },
  ],
}

const TARGET = 'es2022'

/**
 * The server and the programs beside it, with the site and the packages of all: at every start, hundreds of files less to
 * find, read and link (docs/decisions/0014), and a release needs neither sources nor their packages (0035). Only what is
 * machine code stays outside.
 */
const server: EnvironmentOptions = {
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { conditions: ['node'], noExternal: true, external: ['sharp'] },
  build: { rolldownOptions: { input: PROGRAMS } },
}

export default defineConfig(({ command }) => ({
  // The server reads the process's environment only: a .env file must not give the pages another API base than it has.
  envDir: false,
  plugins: [
    enhanceScript(TARGET),
    letterOutlines(),
    clubGuide(),
    reactRouter(),
    publicRoutes(),
    routeModules(),
    precompressed(),
    builtInPackages(),
  ],
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
