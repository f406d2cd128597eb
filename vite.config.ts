import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** Starts PostgreSQL once for a suite that compares both databases; the other suites do not pay for it. */
const postgresqlServer = ['test/support/postgresql-server.ts'].filter((path) => existsSync(path))

/** The suites of the house, one project each: `npx vitest run --project unit`. */
export default defineConfig({
  test: {
    projects: [
      {
        test: { name: 'unit', include: ['{packages/*/src,test/support}/**/*.test.ts'], globalSetup: postgresqlServer },
      },
      { test: { name: 'tidy', include: ['test/tidy/**/*.test.ts'] } },
      {
        test: {
          name: 'operations',
          include: ['test/operations/**/*.test.ts', 'test/conformance/**/*.test.ts'],
          globalSetup: postgresqlServer,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'simulation',
          include: ['test/simulation/**/*.test.ts'],
          globalSetup: postgresqlServer,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        // One browser story at a time: two would share the cores, and their waits would become guesses.
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
