import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { clubGuide } from './features/guide/admin/guide-plugin.ts'
import { programs } from './features/index.build.ts'
import { pageStyles } from './platform/pages/delivery/page-styles-plugin.ts'
import { PROGRAMS } from './platform/process/paths.ts'
import { letterOutlines } from './platform/site-layout/animated-name/letter-outlines-plugin.ts'

// scripts/runtime.mjs builds into a new folder, and then replaces the served build.
const folder = process.env.BUILD_DIRECTORY ?? 'build'

/** Returns a pattern of the modules with these file names. */
const named = (...names: string[]) => new RegExp(`/(${names.join('|')})\\.tsx?$`)

/**
 * Modules of several screens are bundled into a few files. Otherwise each shared module would be a request of its own, and
 * the headers of its response would be longer than most of these modules. A group also contains all that its modules import.
 */
const codeSplitting = {
  groups: [
    { name: 'framework', test: /\/node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
    // Code of both entries. /login and /register load neither of the files below, nor zod, which response-fields.ts imports.
    {
      name: 'common',
      test: /\/platform\/(api\/(client\/|shared\/(?!response-fields))|app\/(root|hydrate-screens)\.|pages\/(delivery\/|meta\.)|ui\/(live-region|notice|notify|sentence))|vite\/preload-helper/,
      priority: 1,
    },
    // Lists and the home have no forms.
    { name: 'forms', test: /\/node_modules\/(react-hook-form|@hookform)\//, priority: 1 },
    // 20 screens and lazy parts. A lower number adds code that most screens do not run, a higher one adds requests.
    { name: 'back-office', minShareCount: 20 },
    // Small modules of the home, of lists and of forms.
    {
      name: 'items',
      test: named(
        'share-(item|link|actions|page|set-resources)',
        'item-(names|pages)',
        'night-(actions|hours|stamps|state)',
        'status-(choices|summary)',
        'feature-parts',
        'visit-words',
        'publication-words',
        'state-line',
        'just-created',
        'list-items',
        'field-links',
        'idempotency-keys',
        'orders',
        'periods',
        'slugs',
        'titles',
        'zoned-dates',
        'undo',
      ),
    },
    // Small modules of lists.
    { name: 'lists', test: named('choosing', 'list-parts', 'item-picture') },
    // Small modules of the forms of items.
    {
      name: 'values',
      test: named(
        'field-values',
        'item-values',
        'copied-values',
        'editor-context',
        'choice',
        'column-input',
        'date-field',
        'row-list',
      ),
    },
    // Small modules of forms.
    {
      name: 'fields',
      test: named(
        'forms/field',
        'text-field',
        'picture-file',
        'use-upload',
        'nested-values',
        'colours',
        'file-entry',
      ),
    },
  ],
}

/**
 * Returns the build of a feature's program. Each of its entries is one script, so a page that stays open never needs a file of
 * a later release (docs/decisions/0068).
 */
const createProgram = (name: string, input: Record<string, string>) => ({
  consumer: 'client' as const,
  build: {
    outDir: `${folder}/client`,
    manifest: `.vite/${name}.json`,
    modulePreload: false as const,
    rolldownOptions: {
      input,
      output: { entryFileNames: 'assets/[name]-[hash].js', assetFileNames: 'assets/[name]-[hash][extname]' },
    },
  },
})

/** Public pages have their style sheets in the document, so the components of islands bring none. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'enhance',
  resolveId: (source) => (/\.css(\?later)?$/.test(source) ? '\0no-styles' : null),
  load: (id) => (id === '\0no-styles' ? { code: '', moduleSideEffects: false } : null),
}

export default defineConfig(({ command }) => ({
  // .env files are ignored. The server does not read them, so they could give the pages another API base than the server.
  envDir: false,
  plugins: [
    letterOutlines(),
    clubGuide(),
    // Pages of programs have no inline script, which Fast Refresh would need.
    react({
      exclude: [/\/node_modules\//, new RegExp(`/features/[^/]+/(${Object.keys(programs).join('|')})/`)],
    }),
    pageStyles(),
    withoutStyles,
  ],
  environments: {
    client: {
      build: {
        outDir: `${folder}/client`,
        manifest: '.vite/screens.json',
        rolldownOptions: {
          input: {
            account: 'platform/app/account-entry.tsx',
            admin: 'platform/app/admin-entry.tsx',
          },
          output: { codeSplitting },
          // Getters in this code and in React have no side effects, so unused reads can be removed.
          treeshake: { propertyReadSideEffects: false },
        },
      },
    },
    // The script of public pages shares no file with React's screens: a page loads one script, and import() loads the islands.
    ...(command === 'build' && {
      enhance: {
        consumer: 'client' as const,
        build: {
          outDir: `${folder}/client`,
          manifest: '.vite/enhance.json',
          modulePreload: false as const,
          rolldownOptions: {
            input: { enhance: 'platform/app/public-entry.ts' },
            output: {
              entryFileNames: 'assets/enhance-[hash].js',
              chunkFileNames: 'assets/enhance-[name]-[hash].js',
            },
          },
        },
      },
      // The script of administrators on public pages. As an entry of the screens it would split their shared files.
      pencils: {
        consumer: 'client' as const,
        build: {
          outDir: `${folder}/client`,
          manifest: '.vite/pencils.json',
          modulePreload: false as const,
          rolldownOptions: {
            input: { pencils: 'platform/app/pencils/field-pencils.ts' },
            output: { entryFileNames: 'assets/pencils-[hash].js' },
          },
        },
      },
      ...Object.fromEntries(
        Object.entries(programs).map(([name, input]) => [name, createProgram(name, input)]),
      ),
      /**
       * The server and its helper programs, bundled with the site and all packages. A start then loads hundreds of files less
       * (docs/decisions/0014), and a release needs neither sources nor packages (0035). Only machine code is not bundled.
       */
      ssr: {
        define: { 'process.env.NODE_ENV': '"production"' },
        resolve: { conditions: ['node'], noExternal: true as const, external: ['sharp'] },
        build: {
          ssr: true,
          outDir: `${folder}/server`,
          emitAssets: true,
          rolldownOptions: { input: PROGRAMS, output: { entryFileNames: '[name].js' } },
        },
      },
    }),
  },
  build: {
    target: 'es2022',
    emptyOutDir: false,
    // Assets are never inlined as data URLs. These would need a weaker CSP, and browsers could not cache them separately.
    assetsInlineLimit: 0,
  },
}))
