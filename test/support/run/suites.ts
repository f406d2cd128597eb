/** A suite of stories about the server, its parts and its pages. */
export interface Suite {
  readonly name: string
  /** The pattern of its files. */
  readonly include: string
  /** Milliseconds that one story may take on a machine that is also busy with other things. */
  readonly testTimeout: number
  /** The largest number of stories of a file that run at the same time; if absent, the runner decides. */
  readonly maxConcurrency?: number
}

/** The suites of `npm test` that may share a run, in the order of the steps. */
export const suites = [
  {
    name: 'unit',
    include: '{packages/*/src,packages/*/testing,examples/*/src,test/support}/**/*.test.ts',
    testTimeout: 30_000,
  },
  { name: 'operations', include: 'test/{operations,conformance}/**/*.test.ts', testTimeout: 30_000 },
  { name: 'simulation', include: 'test/{simulation,crash}/**/*.test.ts', testTimeout: 120_000 },
  { name: 'journeys', include: 'test/journeys/*.test.ts', testTimeout: 60_000 },
  {
    name: 'browser',
    include: 'test/journeys/browser/*.test.ts',
    testTimeout: 60_000,
    // Tests that only look at pages share the browser; a small machine's cores can draw this many pages at once.
    maxConcurrency: 3,
  },
] as const satisfies readonly Suite[]
