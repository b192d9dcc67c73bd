import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { letterOutlines } from './platform/site-layout/breathing/letters-plugin.ts'

/** These take tens of seconds, most of it waiting for processes. Started last, one of them would run alone at the end. */
const SLOW = /\.slow\.test\.\w+$/

/** `npm test` sets it: one variable leaves out slow tests, PostgreSQL and the journeys without the tag @main. */
const isQuick = process.env.QUICK_TESTS === '1'

const EXCLUDED = ['**/node_modules/**', 'build/**', 'test/e2e/**', ...(isQuick ? ['**/*.slow.test.*'] : [])]

const TESTS = '**/*.test.{ts,tsx,mjs}'

/** Tests that open a database, serve requests or start processes. All others only compute. */
const IN_A_CLUB = [
  '{ops,test}/**',
  '{features,platform}/*/server/**',
  'platform/{cache,db,http,mail,media,metrics,process,seo}/**',
  'platform/content/admin/item/changes.test.ts',
  'platform/pages/{handler,imagined,preview,render}.test.*',
  'platform/site-layout/queries.test.ts',
  'features/*/public/*.test.tsx',
  'scripts/release.slow.test.mjs',
]

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (SLOW.test(moduleId) ? 0 : 1)
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

// A configuration of its own: tests run the sources as they are, without the build's settings in vite.config.ts.
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
    // A test that asserts nothing cannot fail.
    expect: { requireAssertions: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'computed',
          include: [TESTS],
          exclude: [...EXCLUDED, ...IN_A_CLUB],
          // To start a process and read the sources there takes longer than these tests do.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'real',
          include: IN_A_CLUB.map((path) => (path.endsWith('**') ? `${path}/*.test.{ts,tsx,mjs}` : path)),
          exclude: EXCLUDED,
          // Real databases, real pictures and real processes: each file gets a process of its own.
          globalSetup: 'test/support/postgres.ts',
        },
      },
    ],
  },
})
