/** A suite of stories over the server, its parts and its pages. */
export interface Suite {
  readonly name: string
  /** Its files. */
  readonly include: string
  /** Milliseconds that one story may take where the machine has other things to do as well. */
  readonly testTimeout: number
  /** The most stories of a file that run at the same time; absent: as many as the runner likes. */
  readonly maxConcurrency?: number
}

/** The suites of `npm test` that may share a run, in the order of their steps. */
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
    // Tests that only look share the browser, as many at once as the cores of a small machine can draw.
    maxConcurrency: 3,
  },
] as const satisfies readonly Suite[]
