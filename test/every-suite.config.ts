import { defineConfig } from 'vitest/config'
import { everyRunSettings, databaseSuiteSettings } from './support/run/vitest-settings.ts'
import { filesIn, shareOfRun } from './support/run/shares.ts'
import { type Suite, suites } from './support/run/suites.ts'

const named = process.env['SUITES']?.split(' ')
const told: readonly Suite[] = suites.filter(({ name }) => named === undefined || named.includes(name))

/**
 * All suites, or those that SUITES names, in the share that SHARE names, as one project. Workers that have started, compiled the server
 * and opened an embedded database continue with the next suite. If the suites were separate projects, each would start with new workers.
 */
export default defineConfig({
  test: {
    ...everyRunSettings,
    ...databaseSuiteSettings,
    root: process.cwd(),
    name: 'suites',
    include: told.flatMap(({ include }) => (shareOfRun === undefined ? [include] : filesIn(shareOfRun, include))),
    testTimeout: Math.max(...told.map(({ testTimeout }) => testTimeout)),
    maxConcurrency: Math.min(...told.map(({ maxConcurrency = 5 }) => maxConcurrency)),
  },
})
