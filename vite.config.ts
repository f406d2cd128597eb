import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'
import { nameRetried, retries } from './test/support/name-retried.ts'

// The files of a worker share its modules, and the databases that files before them gave back (test/support/databases.ts).
const shared = { isolate: false } as const

/** For suites that open databases. */
const overDatabases = {
  ...shared,
  testTimeout: 30_000,
  // What is set up for all tests of a file, a browser or a server, takes seconds, and minutes where others keep the machine busy.
  hookTimeout: 300_000,
  retry: retries,
}

/** The suites of the house, one project each: `npx vitest run --project unit`. */
export default defineConfig({
  test: {
    // Once for all suites of a run: the first to ask for a database waits until PostgreSQL runs or a template is made.
    globalSetup: ['test/support/postgresql-server.ts'],
    // A third of each story is spent waiting for a database or another process: as many workers as cores would leave them idle.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', nameRetried],
    projects: [
      { test: { name: 'tidy', include: ['test/tidy/**/*.test.ts'], ...shared, testTimeout: 60_000 } },
      {
        test: {
          name: 'unit',
          include: ['{packages/*/src,packages/*/testing,examples/*/src,test/support}/**/*.test.ts'],
          ...overDatabases,
        },
      },
      { test: { name: 'operations', include: ['test/{operations,conformance}/**/*.test.ts'], ...overDatabases } },
      {
        test: {
          name: 'simulation',
          include: ['test/{simulation,crash}/**/*.test.ts'],
          ...overDatabases,
          testTimeout: 120_000,
        },
      },
      { test: { name: 'journeys', include: ['test/journeys/*.test.ts'], ...overDatabases, testTimeout: 60_000 } },
      {
        test: {
          name: 'browser',
          include: ['test/journeys/browser/*.test.ts'],
          ...overDatabases,
          testTimeout: 60_000,
          // Tests that only look share the browser, as many at once as the cores of a small machine can draw.
          maxConcurrency: 3,
        },
      },
      {
        test: {
          name: 'engines',
          include: ['test/journeys/engines/*.test.ts'],
          ...overDatabases,
          testTimeout: 120_000,
        },
      },
    ],
  },
})
