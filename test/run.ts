import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import {
  browserMissing,
  findBrowser,
  findFirefox,
  findQuickestBrowser,
  firefoxMissing,
  hasHeadlessShell,
  headlessShell,
} from './support/pages/browser.ts'
import { type ClosingLines, readClosingLines } from './support/run/closing-lines.ts'
import { findProgram, proxyMissing } from './support/processes/proxies.ts'
import { hasWebKit, webKitMissing } from './support/pages/engines/webkit-driver.ts'
import { readCoreSeconds, commandReportingTimes } from './support/run/core-seconds.ts'
import { quickestFolder } from './support/run/quickest-folder.ts'
import { groupsOf, hasTests, type Step, stepsNamed, steps, stepsOf, stepsOfDrill } from './support/run/run-steps.ts'
import { describeSkipped, type Share } from './support/run/shares.ts'

// `npm test` runs its share of the steps in support/run/run-steps.ts, and `npm run test:all` the rest. `npm test -- unit browser` runs all
// tests of those two steps, and the build if one needs it. The first failed step ends the run; but if CI is set, the run continues, to
// report every failure.

interface Outcome {
  readonly state: 'passed' | 'FAILED' | 'not run' | 'no tests'
  readonly seconds: number
  /** The processor time that the step took, in seconds, whatever else ran on the cores; null if unknown. */
  readonly coreSeconds: number | null
  readonly closing: ClosingLines | null
}

const main = async (names: readonly string[]): Promise<boolean> => {
  const unknown = names.filter((name) => name !== 'rest' && !steps.some((step) => step.name === name))
  if (unknown.length > 0) {
    console.error(`There is no step ${unknown.join(', ')}. The steps are ${steps.map(({ name }) => name).join(', ')}.`)
    return false
  }
  const share: Share | undefined = names.includes('rest') ? 'rest' : names.length === 0 ? 'usual' : undefined
  const chosen = share === undefined ? stepsNamed(names) : stepsOf(share)
  const browsers = provideBrowsers(chosen)
  if (browsers === 'missing') {
    console.error(browserMissing)
    return false
  }
  const outcomes = await runAll(chosen, { browsers, proxy: provideProxy(chosen, browsers) })
  if (share !== undefined) reportLeft(share)
  const passed = report(outcomes)
  if (chosen.some(({ inFirefox }) => inFirefox) && findFirefox() === null) console.log(firefoxMissing)
  if (chosen.some(({ isBehindProxy }) => isBehindProxy) && findProgram('caddy') === null) console.log(proxyMissing)
  if (chosen.some(({ inEveryEngine }) => inEveryEngine) && !hasWebKit()) console.log(webKitMissing)
  return passed
}

/**
 * Finds browsers if a step needs them; `missing` if there is none. On Debian as root, browsers that are missing are installed while earlier
 * steps run. Resolves when the installation has ended.
 */
const provideBrowsers = (chosen: readonly Step[]): Promise<void> | 'missing' => {
  if (!chosen.some((step) => step.inBrowser && hasTests(step))) return Promise.resolve()
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) return install(missingPackages(chosen))
  // The fastest browser is not available everywhere. The full browser does the same, more slowly.
  return findQuickestBrowser() === null ? 'missing' : Promise.resolve()
}

/** Debian's packages of the browsers that the steps lack. */
const missingPackages = (chosen: readonly Step[]): readonly string[] => {
  const inEveryEngine = chosen.some((step) => step.inEveryEngine)
  const isNamed = process.env['CHROME_PATH'] !== undefined
  return [
    ...(isNamed || hasHeadlessShell() ? [] : [headlessShell]),
    ...(inEveryEngine && findBrowser() === null ? ['chromium'] : []),
    ...(chosen.some(({ inFirefox }) => inFirefox) && findFirefox() === null ? ['firefox-esr'] : []),
    ...(inEveryEngine && !hasWebKit() ? ['webkit2gtk-driver', 'xvfb'] : []),
  ]
}

const install = async (packages: readonly string[]): Promise<void> => {
  const said: string[] = []
  const perform = async (command: string) => {
    const { code, output } = await execute({ command }, false)
    if (code !== 0) said.push(`\n── ${command}\n${output}`)
  }
  if (packages.length > 0) await perform('apt-get update')
  for (const name of packages) await perform(`apt-get install -y --no-install-recommends ${name}`)
  if (findQuickestBrowser() === null) await perform('apt-get install -y --no-install-recommends chromium')
  if (findQuickestBrowser() === null) said.push(browserMissing)
  for (const words of said) console.error(words)
}

/**
 * Installs Caddy in CI, after the browsers. Debian's package also installs a service, so other machines only get a message that Caddy is
 * missing.
 */
const provideProxy = async (chosen: readonly Step[], browsers: Promise<void>): Promise<void> => {
  const mayInstall = process.env['CI'] && existsSync('/etc/debian_version') && process.getuid?.() === 0
  if (!mayInstall || !chosen.some(({ isBehindProxy }) => isBehindProxy) || findProgram('caddy') !== null) return
  await browsers
  await execute({ command: 'apt-get update && apt-get install -y --no-install-recommends caddy' }, false)
}

/** Installations for which some steps wait. */
interface Provided {
  readonly browsers: Promise<void>
  readonly proxy: Promise<void>
}

const runAll = async (chosen: readonly Step[], provided: Provided): Promise<ReadonlyMap<Step, Outcome>> => {
  const outcomes = new Map<Step, Outcome>()
  let stopped = false
  for (const group of groupsOf(chosen)) {
    const runOne = async (step: Step): Promise<Outcome> => {
      if (stopped || !hasTests(step)) return leftOut(stopped ? 'not run' : 'no tests')
      if (step.inBrowser) await provided.browsers
      if (step.isBehindProxy) await provided.proxy
      return run(step, step === group[0])
    }
    const runInTurn = async (steps: readonly Step[]): Promise<void> => {
      for (const step of steps) outcomes.set(step, await runOne(step))
    }
    const inTurn = group.filter(({ isBesideSuites }) => isBesideSuites)
    const atOnce = group.filter(({ isBesideSuites }) => !isBesideSuites)
    await Promise.all([...atOnce.map((step) => runInTurn([step])), runInTurn(inTurn)])
    stopped ||= group.some((step) => outcomes.get(step)?.state === 'FAILED') && !process.env['CI']
  }
  return outcomes
}

/** Runs a step. Of steps that run at once, one shows its output immediately, the others when they have ended. */
const run = async (step: Step, isShown: boolean): Promise<Outcome> => {
  const title = `\n── ${step.name}: ${step.command}`
  if (isShown) console.log(title)
  const start = performance.now()
  const { code, output, coreSeconds } = await execute(step, isShown)
  const seconds = (performance.now() - start) / 1000
  if (!isShown) console.log(`${title}\n${output}`)
  const isRunner = step.tests !== undefined || step.suites !== undefined
  const closing = isRunner ? readClosingLines(output) : null
  // If a test runner succeeds without counting a test, it has run none.
  const passed = code === 0 && (!isRunner || (closing !== null && closing.passed > 0))
  return { state: passed ? 'passed' : 'FAILED', seconds, coreSeconds, closing }
}

const leftOut = (state: Outcome['state']): Outcome => ({ state, seconds: 0, coreSeconds: null, closing: null })

/**
 * A folder for everything that the tests of this run leave behind. The folder is removed afterwards. If we are root, PostgreSQL runs as
 * another user and needs access to the folder.
 */
const provideFolder = (): string => {
  const folder = mkdtempSync(join(quickestFolder(), 'billing-checkout-'))
  chmodSync(folder, 0o711)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  return folder
}

interface Executed {
  readonly code: number | null
  /** Everything that the command printed. */
  readonly output: string
  readonly coreSeconds: number | null
}

/** Runs a command with the workspace's own tools first on PATH. Shows its output immediately if `isShown` is true. */
const execute = async (
  { command, settings }: Pick<Step, 'command' | 'settings'>,
  isShown: boolean,
): Promise<Executed> => {
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const env = {
    ...process.env,
    ...colours,
    ...settings,
    TMPDIR: folder,
    // Servers that tests start in separate processes then need not parse the modules again.
    NODE_COMPILE_CACHE: resolve('node_modules/.cache/node'),
    PATH: `${resolve('node_modules/.bin')}${delimiter}${process.env['PATH']}`,
  }
  const child = spawn(commandReportingTimes(command), { env, shell: true, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
  let output = ''
  for (const from of ['stdout', 'stderr'] as const) {
    child[from]!.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (isShown) process[from].write(chunk)
    })
  }
  const times = text(child.stdio[3] as Readable)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output, coreSeconds: readCoreSeconds(await times) }
}

/** Prints which tests a share skips. */
const reportLeft = (share: Share): void => {
  if (share === 'usual') {
    const steps = stepsOf('rest').filter(({ budgets }) => budgets.usual === undefined)
    console.log('\n── Left to npm run test:all')
    for (const line of [...describeSkipped('rest'), ...steps.map(({ name }) => `step ${name}`)]) console.log(line)
  }
  console.log('\n── Left to npm run drill')
  for (const line of [...describeSkipped('drill'), ...stepsOfDrill.map(({ name }) => `step ${name}`)]) console.log(line)
}

/** Prints the time of each step, each runner's closing lines and the total of all tests. Returns whether everything passed. */
const report = (outcomes: ReadonlyMap<Step, Outcome>): boolean => {
  console.log('\n── Steps')
  let sum = 0
  for (const [{ name, budgets, share }, { state, seconds, coreSeconds }] of outcomes) {
    const budget = share === undefined ? undefined : budgets[share]
    const beyond = budget !== undefined && (coreSeconds ?? 0) > budget ? `, beyond its budget of ${budget} s` : ''
    const ofCores = coreSeconds === null ? '' : `, ${coreSeconds.toFixed(0)} s of a core`
    console.log(`${name.padEnd(40)}${seconds.toFixed(1).padStart(7)} s  ${state}${ofCores}${beyond}`)
    sum += coreSeconds ?? 0
  }
  console.log(`All of them took ${(sum / 60).toFixed(1)} minutes of a core.`)
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
