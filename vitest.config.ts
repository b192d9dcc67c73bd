import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { letterOutlines } from './app/site/breathing/letters-plugin.ts'

/** Files that take tens of seconds, most of them waiting for processes of theirs: begun last, one would be waited for alone. */
const LONG =
  /\/(stress\/(crash|faults|machines|hostile)|backup\/\w+|process|images|accounts|outbox|doctor)\.test\.ts$/

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (LONG.test(moduleId) ? 0 : 1)
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

// A configuration of its own: tests run the sources as they are, without the React Router plugin of vite.config.ts.
export default defineConfig({
  plugins: [letterOutlines()],
  test: {
    environment: 'node',
    include: ['**/*.test.{ts,tsx,mjs}'],
    exclude: ['**/node_modules/**', 'build/**', 'test/e2e/**'],
    // Real databases, real pictures and real processes: each file gets a process of its own, and no more at once than a
    // small machine can feed.
    pool: 'forks',
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    globalSetup: 'test/support/postgres.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
    // A test that asserts nothing cannot fail.
    expect: { requireAssertions: true },
  },
})
