import { LongestFirst } from './longest-first.ts'
import { retryReporter, retriesPerTest } from './retry-reporter.ts'

/** The files of a worker share its modules, and the databases that earlier files returned (`databases.ts`). */
export const sharedModulesSettings = { isolate: false } as const

/** Settings for suites that open databases. */
export const databaseSuiteSettings = {
  ...sharedModulesSettings,
  // Setting up a browser or server for all tests of a file takes seconds, and minutes on a busy machine.
  hookTimeout: 300_000,
  // On a busy machine, a poll that opens a frame or queries a server takes longer than Vitest's default of one second.
  expect: { poll: { timeout: 15_000 } },
  retry: retriesPerTest,
}

/** Settings for every run. */
export const everyRunSettings = {
  // Runs once for all suites of a run. The first file that requests a database waits until PostgreSQL runs or a template is made.
  globalSetup: ['test/support/databases/postgresql-server.ts'],
  // A third of each story is spent waiting for a database or another process, so on two cores, two workers would leave cores idle.
  maxWorkers: 3,
  // Node loads the modules as for a server: no module is mocked, so Vite need not rewrite them.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  sequence: { sequencer: LongestFirst },
  reporters: ['default' as const, retryReporter],
}
