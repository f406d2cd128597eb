import { globSync } from 'node:fs'
import { filesIn, type Share } from './shares.ts'
import { suites } from './suites.ts'

/**
 * One step of `npm test`, of `npm run test:all`, or of both, where each runs its share of the tests; or a step that only the drill runs.
 */
export interface Step {
  readonly name: string
  readonly command: string
  /** Settings of the command in addition to those of the run. */
  readonly settings?: Readonly<Record<string, string>>
  /**
   * The seconds of a core that the step should take at most, in each share to which it belongs. A step without budgets runs only in the
   * drill or if it is named. The run reports steps that exceeded their budget but does not fail, because other programs on the machine make
   * every step slower.
   */
  readonly budgets: Readonly<Partial<Record<Share, number>>>
  /** Where a test runner finds the step's tests. If there are no such files, the step is skipped. */
  readonly tests?: string
  readonly inBrowser?: true
  /** Some of its tests run only if Firefox is installed. */
  readonly inFirefox?: boolean
  /** Some of its tests run only if Caddy is installed. */
  readonly isBehindProxy?: boolean
  /** Runs in every engine that the machine has. */
  readonly inEveryEngine?: true
  /** Starts together with adjacent steps that also have this property. */
  readonly isBesideOthers?: true
  /**
   * Runs during the preceding suites, on cores that these leave idle while they wait. Several steps with this property run one after
   * another.
   */
  readonly isBesideSuites?: true
  /** Suites that can share one run of vitest with those of adjacent steps. */
  readonly suites?: readonly string[]
  /** The share of the step's tests to run; absent for all. */
  readonly share?: Share
}

/** A step for one of the suites. */
const suite = (name: (typeof suites)[number]['name'], budgets: Step['budgets']): Step => ({
  name,
  command: `vitest run --project ${name}`,
  budgets,
  tests: suites.find((each) => each.name === name)!.include,
  suites: [name],
})

/**
 * Joins steps of suites into one run, whose workers go from one suite to the next. The run needs a browser or proxy if one of the steps
 * does.
 */
const together = (parts: readonly Step[]): Step => {
  const names = parts.flatMap(({ suites: told = [] }) => told)
  const share = parts[0]?.share
  const sumOf = (which: Share): number => parts.reduce((sum, { budgets }) => sum + (budgets[which] ?? 0), 0)
  return {
    name: names.join(' '),
    ...runOf(names, share),
    budgets: { usual: sumOf('usual'), rest: sumOf('rest') },
    suites: names,
    ...(share && { share }),
    ...(parts.some(({ inBrowser }) => inBrowser) && { inBrowser: true }),
    ...(parts.some(({ inFirefox }) => inFirefox) && { inFirefox: true }),
    ...(parts.some(({ isBehindProxy }) => isBehindProxy) && { isBehindProxy: true }),
  }
}

/** The command of one run over suites, and the settings that select the suites and the share. */
const runOf = (names: readonly string[], share: Share | undefined): Pick<Step, 'command' | 'settings'> => ({
  command: 'vitest run --config test/every-suite.config.ts',
  settings: { SUITES: names.join(' '), ...(share && { SHARE: share }) },
})

/** All steps, in the order in which they run. */
export const steps: readonly Step[] = [
  {
    name: 'format',
    command: 'oxfmt --check',
    budgets: { usual: 10 },
    isBesideOthers: true,
  },
  {
    name: 'types',
    command: 'tsc --noEmit --incremental --tsBuildInfoFile node_modules/.cache/types.tsbuildinfo',
    budgets: { usual: 50 },
    isBesideOthers: true,
  },
  {
    name: 'lint',
    command: 'oxlint --config test/tidy/oxlint.jsonc --deny-warnings',
    budgets: { usual: 20 },
    isBesideOthers: true,
  },
  {
    name: 'tidy',
    command: 'vitest run --project tidy',
    budgets: { usual: 50 },
    tests: 'test/tidy/**/*.test.ts',
    isBesideOthers: true,
  },
  // The share `rest` also needs this step, although `npm test` has usually built the element before.
  {
    name: 'build',
    command: 'node packages/element/build/build.ts --if-stale && node packages/dashboard/build/build.ts --if-stale',
    budgets: { usual: 10, rest: 5 },
  },
  suite('unit', { usual: 110, rest: 200 }),
  suite('operations', { usual: 300, rest: 600 }),
  { ...suite('simulation', { usual: 30, rest: 900 }), isBehindProxy: true },
  suite('journeys', { usual: 30, rest: 200 }),
  { ...suite('browser', { usual: 50, rest: 600 }), inBrowser: true, inFirefox: true },
  {
    name: 'element',
    command: 'web-test-runner --config test/web-test-runner.config.ts',
    budgets: { usual: 60 },
    tests: 'packages/{element,dashboard}/src/**/tests/*.wtr.ts',
    inBrowser: true,
    isBesideSuites: true,
  },
  {
    name: 'element-engines',
    command: 'web-test-runner --config test/every-engine.config.ts',
    budgets: { rest: 200 },
    tests: 'packages/{element,dashboard}/src/**/tests/*.wtr.ts',
    inBrowser: true,
    inFirefox: true,
    inEveryEngine: true,
    isBesideSuites: true,
  },
  {
    name: 'newcomers',
    command: 'vitest run --project newcomers',
    budgets: { rest: 400 },
    tests: 'test/journeys/newcomers/*.test.ts',
    inBrowser: true,
    isBesideSuites: true,
  },
  {
    // Left to the drill: in WebKit, the shop's journeys take more than ten minutes, and CI has 45 for everything.
    name: 'engines',
    command: 'vitest run --project engines',
    budgets: {},
    tests: 'test/journeys/engines/*.test.ts',
    inBrowser: true,
    inFirefox: true,
    inEveryEngine: true,
  },
]

/** The steps of a share, each with that share of its tests. */
export const stepsOf = (share: Share): readonly Step[] =>
  steps.filter(({ budgets }) => budgets[share] !== undefined).map((step) => inShare(step, share))

const inShare = (step: Step, share: Share): Step => {
  // `npm test` runs no tests in Firefox or behind a proxy.
  const own: Step = share === 'usual' ? { ...step, inFirefox: false, isBehindProxy: false } : step
  if (step.suites) return { ...own, ...runOf(step.suites, share), share }
  return { ...own, share, settings: { ...step.settings, SHARE: share } }
}

/** The steps that belong to neither share and are left to the drill. */
export const stepsOfDrill: readonly Step[] = steps.filter(({ budgets }) => Object.keys(budgets).length === 0)

/** The named steps, each with all of its tests, and the build if one of them needs it. */
export const stepsNamed = (names: readonly string[]): readonly Step[] => {
  const isNamed = ({ name }: Step): boolean => names.includes(name)
  return steps.filter((step, place) => isNamed(step) || (step.name === 'build' && steps.slice(place).some(isNamed)))
}

/** Whether a step has any tests to run. */
export const hasTests = ({ tests, suites: told, share }: Step): boolean => {
  if (tests === undefined) return true
  return (told && share ? filesIn(share, tests) : globSync(tests)).length > 0
}

/**
 * The steps in the order in which they run, grouped by what runs at once. Steps that only read the sources run together. Consecutive
 * suites become one run of vitest, which starts only once and leaves no core idle at the end of each suite. While it runs, the steps that
 * wait for browsers and installations run one after another.
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
