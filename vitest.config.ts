import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { letterOutlines } from './platform/site-layout/animated-name/letter-outlines-plugin.ts'

/** Files that take tens of seconds, mostly waiting for processes. They start first, so that none runs alone at the end. */
const SLOW_TESTS = '**/*.slow.test.*'
const PROCESSES = 'processes'

/** `npm test` sets this variable. It excludes slow tests, PostgreSQL, and journeys without the tag @main. */
const isQuick = process.env.QUICK_TESTS === '1'

const EXCLUDED = ['**/node_modules/**', 'build/**', 'test/e2e/**', ...(isQuick ? [SLOW_TESTS] : [])]

const TESTS = '**/*.test.{ts,tsx,mjs}'

/** Tests that open a database, serve requests or start processes. All other tests only compute. */
const IN_A_CLUB = [
  '{ops,test}/**',
  '{features,platform}/*/server/**',
  'platform/{app,cache,clock,db,http,mail,media,pages,process,rendering,seo}/**',
  'platform/content/admin/item/changes.test.ts',
  'platform/site-layout/page-queries.test.ts',
  'features/*/public/*.test.tsx',
]

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) => (project.name === PROCESSES ? 0 : 1)
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

// Separate from vite.config.ts, because tests run the sources without the settings of the build.
export default defineConfig({
  plugins: [letterOutlines()],
  test: {
    environment: 'node',
    pool: 'forks',
    // In `npm test` Playwright runs at the same time (scripts/test.mjs).
    maxWorkers: isQuick ? 2 : 3,
    sequence: { sequencer: SlowFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
    // A test without an assertion counts as failed, because it could not fail otherwise.
    expect: { requireAssertions: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'computed',
          include: [TESTS],
          exclude: [...EXCLUDED, SLOW_TESTS, ...IN_A_CLUB],
          // These tests share processes, because starting a process and loading the sources takes longer than the tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'real',
          include: IN_A_CLUB.map((path) => (path.endsWith('**') ? `${path}/*.test.{ts,tsx,mjs}` : path)),
          exclude: [...EXCLUDED, SLOW_TESTS],
          // These tests use databases, pictures and processes, so each file gets its own process.
          globalSetup: 'test/support/global-setup.ts',
          // A file loads 200 MB of sources and lives for seconds. With Node's small first heap, a sixth of its processor time is
          // garbage collection. Sizes in MB.
          execArgv: ['--initial-heap-size=600', '--min-semi-space-size=32', '--max-semi-space-size=64'],
        },
      },
      {
        extends: true,
        test: {
          // Child processes inherit the flags of Node, and these tests measure the memory of child processes.
          name: PROCESSES,
          include: [SLOW_TESTS],
          exclude: EXCLUDED,
          globalSetup: 'test/support/global-setup.ts',
        },
      },
    ],
  },
})
