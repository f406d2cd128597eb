import { defineConfig } from 'vitest/config'
import { databaseSuiteSettings, sharedModulesSettings, everyRunSettings } from './test/support/run/vitest-settings.ts'
import { suites } from './test/support/run/suites.ts'

/** The suites of the house, one project each: `npx vitest run --project unit`. */
export default defineConfig({
  test: {
    ...everyRunSettings,
    projects: [
      { test: { name: 'tidy', include: ['test/tidy/**/*.test.ts'], ...sharedModulesSettings, testTimeout: 60_000 } },
      ...suites.map(({ include, ...suite }) => ({ test: { ...databaseSuiteSettings, ...suite, include: [include] } })),
      {
        test: {
          name: 'engines',
          include: ['test/journeys/engines/*.test.ts'],
          ...databaseSuiteSettings,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'newcomers',
          include: ['test/journeys/newcomers/*.test.ts'],
          ...databaseSuiteSettings,
          // Packing, installing and building share the machine with whatever else runs there.
          hookTimeout: 600_000,
          testTimeout: 900_000,
        },
      },
    ],
  },
})
