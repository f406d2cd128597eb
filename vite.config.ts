import { defineConfig } from 'vitest/config'
import { overDatabases, shared, everyRun } from './test/support/run/vitest-settings.ts'
import { suites } from './test/support/run/suites.ts'

/** The suites of the house, one project each: `npx vitest run --project unit`. */
export default defineConfig({
  test: {
    ...everyRun,
    projects: [
      { test: { name: 'tidy', include: ['test/tidy/**/*.test.ts'], ...shared, testTimeout: 60_000 } },
      ...suites.map(({ include, ...suite }) => ({ test: { ...overDatabases, ...suite, include: [include] } })),
      {
        test: {
          name: 'engines',
          include: ['test/journeys/engines/*.test.ts'],
          ...overDatabases,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'newcomers',
          include: ['test/journeys/newcomers/*.test.ts'],
          ...overDatabases,
          // Packing, installing and building share the machine with whatever else runs there.
          hookTimeout: 600_000,
          testTimeout: 900_000,
        },
      },
    ],
  },
})
