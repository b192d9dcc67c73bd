import { defineConfig } from 'vitest/config'
import { breathSheet } from './app/site/breath-sheet.ts'

// A configuration of its own: tests run the sources as they are, without the React Router plugin of vite.config.ts.
export default defineConfig({
  plugins: [breathSheet()],
  test: {
    environment: 'node',
    include: ['**/*.test.{ts,tsx,mjs}'],
    exclude: ['node_modules/**', 'build/**', 'e2e/**'],
    // Real databases, real pictures and real processes: each file gets a process of its own, and no more at once than a
    // small machine can feed.
    pool: 'forks',
    maxWorkers: 2,
    globalSetup: 'server/testing/postgres.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
    // A test that asserts nothing cannot fail.
    expect: { requireAssertions: true },
  },
})
