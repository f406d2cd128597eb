import { spawn } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { browserMissing, findBrowser, findFirefox, firefoxMissing } from './support/browser.ts'
import { type ClosingLines, readClosingLines } from './support/closing-lines.ts'
import { hasWebKit, webKitMissing } from './support/engines/webkit-driver.ts'
import { quickestFolder } from './support/quickest-folder.ts'

// `npm test` runs the steps below; `npm test -- unit browser` runs those two, and the build if one of them needs it; `npm run
// test:all` runs them in every engine of the machine. Steps that only read the sources run together, and suites that follow each
// other are one run of vitest: it starts once, and no core waits for the last story of each. The first failed step ends the run,
// unless CI is set: there one run should name every failure.

interface Step {
  readonly name: string
  readonly command: string
  /** Where a test runner finds its tests; without such files the step is left out. */
  readonly tests?: string
  readonly inBrowser?: true
  /** Runs in every engine, and only when asked for, itself or everything; then not the step that it contains. */
  readonly inEveryEngine?: { readonly contains: string | null }
  /** Starts together with the steps around it that do so, and shows its words when it ends. */
  readonly isBesideOthers?: true
  /** Projects of vitest that can be one run with the steps around it that are such projects. */
  readonly projects?: readonly string[]
}

interface Outcome {
  readonly state: 'passed' | 'FAILED' | 'not run' | 'no tests'
  readonly seconds: number
  readonly closing: ClosingLines | null
}

const suite = (name: string, tests: string): Step => ({ ...suites([name]), tests })

const suites = (projects: readonly string[]): Step => ({
  name: projects.join(' '),
  command: `vitest run ${projects.map((project) => `--project ${project}`).join(' ')}`,
  projects,
})

const steps: readonly Step[] = [
  { name: 'format', command: 'prettier --check --log-level warn .', isBesideOthers: true },
  { name: 'types', command: 'tsc --noEmit', isBesideOthers: true },
  { name: 'lint', command: 'oxlint --config test/tidy/oxlint.jsonc --deny-warnings', isBesideOthers: true },
  { name: 'tidy', command: 'vitest run --project tidy', tests: 'test/tidy/**/*.test.ts', isBesideOthers: true },
  { name: 'build', command: 'node packages/element/build/build.ts --if-stale' },
  suite('unit', '{packages/*/src,examples/*/src,test/support}/**/*.test.ts'),
  suite('operations', 'test/{operations,conformance}/**/*.test.ts'),
  suite('simulation', 'test/{simulation,crash}/**/*.test.ts'),
  suite('journeys', 'test/journeys/*.test.ts'),
  {
    name: 'element',
    command: 'web-test-runner --config test/web-test-runner.config.ts',
    tests: 'packages/element/src/**/*.wtr.ts',
    inBrowser: true,
  },
  {
    name: 'browser',
    command: 'vitest run --project browser',
    tests: 'test/journeys/browser/*.test.ts',
    inBrowser: true,
  },
  {
    name: 'element-engines',
    command: 'web-test-runner --config test/every-engine.config.ts',
    tests: 'packages/element/src/**/*.wtr.ts',
    inBrowser: true,
    inEveryEngine: { contains: 'element' },
  },
  {
    name: 'engines',
    command: 'vitest run --project engines',
    tests: 'test/journeys/engines/*.test.ts',
    inBrowser: true,
    inEveryEngine: { contains: null },
  },
]

const main = async (names: readonly string[]): Promise<boolean> => {
  const unknown = names.filter((name) => name !== 'all' && !steps.some((step) => step.name === name))
  if (unknown.length > 0) {
    console.error(`There is no step ${unknown.join(', ')}. The steps are ${steps.map(({ name }) => name).join(', ')}.`)
    return false
  }
  const chosen = names.includes('all') ? everyStep : names.length === 0 ? usualSteps : stepsNamed(names)
  if (!(await provideBrowsers(chosen))) return false
  const outcomes = await runAll(chosen)
  const passed = report(outcomes)
  if (chosen.some(({ inBrowser }) => inBrowser) && findFirefox() === null) console.log(firefoxMissing)
  if (chosen.some(({ inEveryEngine }) => inEveryEngine) && !hasWebKit()) console.log(webKitMissing)
  return passed
}

const usualSteps = steps.filter(({ inEveryEngine }) => !inEveryEngine)

const everyStep = steps.filter(({ name }) => !steps.some(({ inEveryEngine }) => inEveryEngine?.contains === name))

/** The named steps, and the build where one of them comes after it. */
const stepsNamed = (names: readonly string[]): readonly Step[] => {
  const isNamed = ({ name }: Step): boolean => names.includes(name)
  return steps.filter((step, place) => isNamed(step) || (step.name === 'build' && steps.slice(place).some(isNamed)))
}

/** Finds browsers where a step needs them, installing them where that takes no question; false when there is no Chromium. */
const provideBrowsers = async (chosen: readonly Step[]): Promise<boolean> => {
  if (!chosen.some((step) => step.inBrowser && hasTests(step))) return true
  const mayInstall = existsSync('/etc/debian_version') && process.getuid?.() === 0
  const wantsWebKit = chosen.some(({ inEveryEngine }) => inEveryEngine) && !hasWebKit()
  const missing = [
    ...(findBrowser() ? [] : ['chromium']),
    ...(findFirefox() ? [] : ['firefox-esr']),
    ...(wantsWebKit ? ['webkit2gtk-driver', 'xvfb'] : []),
  ]
  if (mayInstall && missing.length > 0) {
    await execute('apt-get update')
    for (const name of missing) await execute(`apt-get install -y --no-install-recommends ${name}`)
  }
  if (findBrowser() !== null) return true
  console.error(browserMissing)
  return false
}

const runAll = async (chosen: readonly Step[]): Promise<ReadonlyMap<Step, Outcome>> => {
  const outcomes = new Map<Step, Outcome>()
  let stopped = false
  for (const group of groupsOf(chosen)) {
    const runOne = async (step: Step): Promise<Outcome> =>
      stopped ? leftOut('not run') : hasTests(step) ? run(step, group.length === 1) : leftOut('no tests')
    const ended = await Promise.all(group.map(async (step) => [step, await runOne(step)] as const))
    for (const [step, outcome] of ended) outcomes.set(step, outcome)
    stopped ||= ended.some(([, { state }]) => state === 'FAILED') && !process.env['CI']
  }
  return outcomes
}

/** The steps in the order in which they run, those together that run at once. */
const groupsOf = (chosen: readonly Step[]): readonly (readonly Step[])[] => {
  const groups: Step[][] = []
  for (const step of chosen) {
    const before = groups.at(-1)
    const [last] = before ?? []
    if (before && last?.isBesideOthers && step.isBesideOthers) before.push(step)
    else if (before && last?.projects && step.projects && hasTests(step))
      before[0] = suites([...last.projects, ...step.projects])
    else groups.push([step])
  }
  return groups
}

const run = async (step: Step, isAlone: boolean): Promise<Outcome> => {
  const title = `\n── ${step.name}: ${step.command}`
  if (isAlone) console.log(title)
  const start = performance.now()
  const { code, output } = await execute(step.command, isAlone)
  const seconds = (performance.now() - start) / 1000
  if (!isAlone) console.log(`${title}\n${output}`)
  const isRunner = step.tests !== undefined || step.projects !== undefined
  const closing = isRunner ? readClosingLines(output) : null
  // A runner that ends well without having counted a test has not run them.
  const passed = code === 0 && (!isRunner || (closing !== null && closing.passed > 0))
  return { state: passed ? 'passed' : 'FAILED', seconds, closing }
}

const leftOut = (state: Outcome['state']): Outcome => ({ state, seconds: 0, closing: null })

const hasTests = (step: Step): boolean => !step.tests || globSync(step.tests).length > 0

/** What the tests of this run leave behind goes with it. PostgreSQL runs as another user where we are root, and has to get in. */
const provideFolder = (): string => {
  const folder = mkdtempSync(join(quickestFolder(), 'billing-checkout-'))
  chmodSync(folder, 0o711)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  return folder
}

/** Runs a command with the workspace's own tools first on PATH; answers all it said, and shows it as it comes if it should. */
const execute = (command: string, isShown = true): Promise<{ readonly code: number | null; readonly output: string }> =>
  new Promise((done) => {
    const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
    const env = {
      ...process.env,
      ...colours,
      TMPDIR: folder,
      // A server that a test starts in a process of its own need not read and strip its modules anew.
      NODE_COMPILE_CACHE: resolve('node_modules/.cache/node'),
      PATH: `${resolve('node_modules/.bin')}${delimiter}${process.env['PATH']}`,
    }
    const child = spawn(command, { env, shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const from of ['stdout', 'stderr'] as const) {
      child[from].on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (isShown) process[from].write(chunk)
      })
    }
    child.on('close', (code) => done({ code, output }))
  })

/** Prints the time of each step, each runner's closing lines and the sum of all tests; answers whether everything passed. */
const report = (outcomes: ReadonlyMap<Step, Outcome>): boolean => {
  console.log('\n── Steps')
  for (const [step, { state, seconds }] of outcomes)
    console.log(`${step.name.padEnd(40)}${seconds.toFixed(1).padStart(7)} s  ${state}`)
  let passed = 0
  let failed = 0
  for (const [step, { state, closing }] of outcomes) {
    passed += closing?.passed ?? 0
    // A step that fails without a failed test (a type error, a file that does not load) counts as one.
    failed += Math.max(closing?.failed ?? 0, state === 'FAILED' ? 1 : 0)
    if (closing) console.log([`\n── ${step.name}`, ...closing.lines].join('\n'))
  }
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed === 0
}

const folder = provideFolder()
process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1
