import { LongestFirst } from './longest-first.ts'
import { nameRetried, retries } from './name-retried.ts'

/** The files of a worker share its modules, and the databases that files before them gave back (`databases.ts`). */
export const shared = { isolate: false } as const

/** For suites that open databases. */
export const overDatabases = {
  ...shared,
  // What is set up for all tests of a file, a browser or a server, takes seconds, and minutes where others keep the machine busy.
  hookTimeout: 300_000,
  // A poll that opens a frame or asks a server takes more than Vitest's one second on a busy machine.
  expect: { poll: { timeout: 15_000 } },
  retry: retries,
}

/** For every run, whatever is in it. */
export const everyRun = {
  // Once for all suites of a run: the first to ask for a database waits until PostgreSQL runs or a template is made.
  globalSetup: ['test/support/databases/postgresql-server.ts'],
  // A third of each story is spent waiting for a database or another process: as many workers as cores would leave them idle.
  maxWorkers: 3,
  // Node loads the modules as it does for a server: nothing is mocked here that Vite would have to rewrite them for.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  sequence: { sequencer: LongestFirst },
  reporters: ['default' as const, nameRetried],
}
