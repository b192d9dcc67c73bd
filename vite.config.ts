import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { clubGuide } from './features/guide/admin/guide-plugin.ts'
import { pageStyles } from './platform/pages/delivery/page-styles-plugin.ts'
import { PROGRAMS } from './platform/process/paths.ts'
import { letterOutlines } from './platform/site-layout/animated-name/letter-outlines-plugin.ts'

// scripts/runtime.mjs builds into a new folder, and then replaces the served build.
const folder = process.env.BUILD_DIRECTORY ?? 'build'

/** Modules that most screens use are bundled into these files. Otherwise each shared module would be a request of its own. */
const codeSplitting = {
  groups: [
    { name: 'framework', test: /\/node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 1 },
    // 13 screens and lazy parts. A lower number adds code that most screens do not run, a higher one adds requests.
    { name: 'common', minShareCount: 13 },
  ],
}

export default defineConfig(({ command }) => ({
  // .env files are ignored. The server does not read them, so they could give the pages another API base than the server.
  envDir: false,
  plugins: [letterOutlines(), clubGuide(), react(), pageStyles()],
  environments: {
    client: {
      build: {
        outDir: `${folder}/client`,
        manifest: '.vite/screens.json',
        rolldownOptions: {
          input: {
            account: 'platform/auth/account/account-entry.tsx',
            admin: 'platform/admin-layout/admin-entry.tsx',
          },
          output: { codeSplitting },
          // Getters in this code and in React have no side effects, so unused reads can be removed.
          treeshake: { propertyReadSideEffects: false },
        },
      },
    },
    // The script of public pages shares no file with React's screens: a page loads one script, and import() loads the rest.
    ...(command === 'build' && {
      enhance: {
        consumer: 'client' as const,
        build: {
          outDir: `${folder}/client`,
          manifest: '.vite/enhance.json',
          modulePreload: false as const,
          rolldownOptions: {
            input: { enhance: 'platform/site-layout/browser/main.ts' },
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
            input: { pencils: 'platform/site-layout/pencils/field-pencils.ts' },
            output: { entryFileNames: 'assets/pencils-[hash].js' },
          },
        },
      },
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
