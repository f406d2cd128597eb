import { defineConfig } from 'vitest/config'
import { everyRun, overDatabases } from './support/run/vitest-settings.ts'
import { type Suite, suites } from './support/run/suites.ts'

const named = process.env['SUITES']?.split(' ')
const told: readonly Suite[] = suites.filter(({ name }) => named === undefined || named.includes(name))

/**
 * The suites of the house, or those that SUITES names, as one project: workers that have started, compiled the server and opened an
 * embedded database go on to the next suite. As projects of one run each suite would begin with workers of its own.
 */
export default defineConfig({
  test: {
    ...everyRun,
    ...overDatabases,
    root: process.cwd(),
    name: 'suites',
    include: told.map(({ include }) => include),
    testTimeout: Math.max(...told.map(({ testTimeout }) => testTimeout)),
    maxConcurrency: Math.min(...told.map(({ maxConcurrency = 5 }) => maxConcurrency)),
  },
})
