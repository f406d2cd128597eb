import { globSync } from 'node:fs'
import { suites } from './suites.ts'

/** One step of `npm test`. */
export interface Step {
  readonly name: string
  readonly command: string
  /** Settings of the command beside those of the run. */
  readonly settings?: Readonly<Record<string, string>>
  /**
   * How long it should take at most where nothing else keeps the two cores of a machine busy. The run says which step took longer; none
   * fails by it, because whoever works beside the run makes every step longer.
   */
  readonly budgetSeconds: number
  /** Where a test runner finds its tests; without such files the step is left out. */
  readonly tests?: string
  readonly inBrowser?: true
  /** Some of its tests run only where Caddy is installed. */
  readonly isBehindProxy?: true
  /** Runs in every engine, and only when asked for, itself or everything; then not the step that it contains. */
  readonly inEveryEngine?: { readonly contains: string | null }
  /** Runs only when asked for, itself or everything. */
  readonly isOnRequest?: true
  /** Starts together with the steps around it that do so. */
  readonly isBesideOthers?: true
  /** Starts together with the suites before it, whose cores it takes while they wait. */
  readonly isBesideSuites?: true
  /** Suites that can be one run of vitest with those of the steps around it. */
  readonly suites?: readonly string[]
}

/** A step for one of the suites. */
const suite = (name: (typeof suites)[number]['name'], budgetSeconds: number): Step => ({
  name,
  command: `vitest run --project ${name}`,
  budgetSeconds,
  tests: suites.find((each) => each.name === name)!.include,
  suites: [name],
})

/** Steps of suites as one run, whose workers go from one suite to the next; it waits for browsers where one of them does. */
const together = (parts: readonly Step[]): Step => {
  const names = parts.flatMap(({ suites: told = [] }) => told)
  return {
    name: names.join(' '),
    command: 'vitest run --config test/every-suite.config.ts',
    settings: { SUITES: names.join(' ') },
    budgetSeconds: parts.reduce((sum, { budgetSeconds }) => sum + budgetSeconds, 0),
    suites: names,
    ...(parts.some(({ inBrowser }) => inBrowser) && { inBrowser: true }),
    ...(parts.some(({ isBehindProxy }) => isBehindProxy) && { isBehindProxy: true }),
  }
}

/** Every step there is, in the order in which they run, with its budget. */
export const steps: readonly Step[] = [
  {
    name: 'format',
    command: 'oxfmt --check',
    budgetSeconds: 5,
    isBesideOthers: true,
  },
  {
    name: 'types',
    command: 'tsc --noEmit --incremental --tsBuildInfoFile node_modules/.cache/types.tsbuildinfo',
    budgetSeconds: 20,
    isBesideOthers: true,
  },
  {
    name: 'lint',
    command: 'oxlint --config test/tidy/oxlint.jsonc --deny-warnings',
    budgetSeconds: 5,
    isBesideOthers: true,
  },
  {
    name: 'tidy',
    command: 'vitest run --project tidy',
    budgetSeconds: 25,
    tests: 'test/tidy/**/*.test.ts',
    isBesideOthers: true,
  },
  { name: 'build', command: 'node packages/element/build/build.ts --if-stale', budgetSeconds: 5 },
  suite('unit', 60),
  suite('operations', 140),
  { ...suite('simulation', 100), isBehindProxy: true },
  suite('journeys', 40),
  { ...suite('browser', 135), inBrowser: true },
  {
    name: 'element',
    command: 'web-test-runner --config test/web-test-runner.config.ts',
    budgetSeconds: 90,
    tests: 'packages/element/src/**/*.wtr.ts',
    inBrowser: true,
    isBesideSuites: true,
  },
  {
    name: 'element-engines',
    command: 'web-test-runner --config test/every-engine.config.ts',
    budgetSeconds: 200,
    tests: 'packages/element/src/**/*.wtr.ts',
    inBrowser: true,
    inEveryEngine: { contains: 'element' },
  },
  {
    name: 'engines',
    command: 'vitest run --project engines',
    budgetSeconds: 200,
    tests: 'test/journeys/engines/*.test.ts',
    inBrowser: true,
    inEveryEngine: { contains: null },
  },
  {
    name: 'newcomers',
    command: 'vitest run --project newcomers',
    budgetSeconds: 240,
    tests: 'test/journeys/newcomers/*.test.ts',
    inBrowser: true,
    isOnRequest: true,
  },
]

/** The steps of `npm test`. */
export const usualSteps = steps.filter(({ inEveryEngine, isOnRequest }) => !inEveryEngine && !isOnRequest)

/** The steps of `npm run test:all`. */
export const everyStep = steps.filter(
  ({ name }) => !steps.some(({ inEveryEngine }) => inEveryEngine?.contains === name),
)

/** The named steps, and the build where one of them comes after it. */
export const stepsNamed = (names: readonly string[]): readonly Step[] => {
  const isNamed = ({ name }: Step): boolean => names.includes(name)
  return steps.filter((step, place) => isNamed(step) || (step.name === 'build' && steps.slice(place).some(isNamed)))
}

/** Whether there is anything for a step to run. */
export const hasTests = (step: Step): boolean => !step.tests || globSync(step.tests).length > 0

/**
 * The steps in the order in which they run, those together that run at once: steps that only read the sources; suites that follow
 * each other, which are one run of vitest that starts once, and no core waits for the last story of each; beside them the component
 * tests, which wait for a browser to draw.
 */
export const groupsOf = (chosen: readonly Step[]): readonly (readonly Step[])[] => {
  const groups: Step[][] = []
  for (const step of chosen) {
    const before = groups.at(-1)
    const [last] = before ?? []
    if (before && last?.isBesideOthers && step.isBesideOthers) before.push(step)
    else if (before && last?.suites && step.isBesideSuites) before.push(step)
    else if (before && last?.suites && step.suites && hasTests(step)) before[0] = together([last, step])
    else groups.push([step])
  }
  return groups
}
