import { lawNames } from '../simulation/laws/law-names.ts'

/** A part of the drill: a program of ours that exits with 0 if it finds nothing wrong. */
export interface Exercise {
  readonly name: string
  readonly script: string
  readonly args: readonly string[]
  /** Environment variables for the program. */
  readonly settings?: Readonly<Record<string, string>>
}

const simulate = (name: string, ...args: readonly string[]): Exercise => ({
  name,
  script: 'test/simulation/simulate.ts',
  args,
})

/** Pairs of requests that once led to a double charge or a lost request. They get the most runs. */
export const knownPairs = [
  'recovery+retry',
  'upgrade+upgrade',
  'renewal+upgrade',
  'refund+upgrade',
  'failed settlement+upgrade',
]

/** Splits seeds into parts, so that a stopped drill can continue after the last finished part. */
const inParts = (name: string, seeds: number, size: number, ...args: readonly string[]): readonly Exercise[] =>
  Array.from({ length: Math.ceil(seeds / size) }, (_, part) => {
    const first = part * size + 1
    return simulate(`${name}, seeds from ${first}`, ...args, '--seed', `${first}`, '--runs', `${size}`)
  })

/** Every law on 1,000 lives, in parts. */
const laws = lawNames.flatMap((name) =>
  [1, 1001, 2001, 3001].map((first) =>
    simulate(`the law of ${name}, lives from ${first}`, '--law', name, '--seed', `${first}`, '--runs', '250'),
  ),
)

/** Also runs the stories of `describeUsualDatabase` over the embedded database. */
const bothDatabases = { BOTH_DATABASES: 'yes' }

/** The whole drill. The longest exercises come last. */
export const exercises: readonly Exercise[] = [
  { name: 'mutations', script: 'test/mutations/mutate.ts', args: [] },
  {
    name: 'operations and journeys over both databases',
    script: 'test/run.ts',
    args: ['operations', 'journeys'],
    settings: bothDatabases,
  },
  {
    name: 'requests that are cut off at every await',
    script: 'node_modules/vitest/vitest.mjs',
    args: ['run', '--project', 'simulation', 'every-await', 'handed-on'],
    settings: { EVERY_AWAIT: 'yes' },
  },
  simulate('seeds', '--runs', '2000'),
  simulate('seeds with two connections', '--seed', '2001', '--runs', '500'),
  simulate('seeds that sell units, discounts and free trials', '--seed', '4001', '--runs', '500'),
  simulate('seeds of subscriptions', '--subscriptions', '--runs', '300'),
  ...laws,
  ...inParts('seeds on the fake of Stripe', 2000, 250, '--stripe'),
  ...inParts('seeds on the fake of Stripe that sends no notification', 250, 250, '--stripe', '--without-notifications'),
  { name: 'journeys of the shop in every engine', script: 'test/run.ts', args: ['engines'] },
  { name: 'the element is built', script: 'packages/element/build/build.ts', args: ['--if-stale'] },
  {
    name: 'the walk from the emails in every look',
    script: 'node_modules/vitest/vitest.mjs',
    args: ['run', '--project', 'browser', 'test/journeys/browser/from-emails.test.ts'],
    settings: { EVERY_LOOK: 'yes' },
  },
  { name: 'impatient shoppers', script: 'test/chaos/chaos.ts', args: ['--runs', '300'] },
  simulate('meetings at every pause', '--meetings'),
  simulate('meetings at every pause, captured later', '--meetings', '--later'),
  simulate('meetings beside a customer whose work cannot be done', '--meetings', '--beside-trouble'),
  simulate('requests that are asked for again', '--meetings', '--again'),
  simulate('requests that are asked for again after a loss', '--meetings', '--losses'),
  simulate('kills', '--kills', '20'),
  simulate('failovers', '--failovers', '20'),
  { name: 'backups that are restored', script: 'test/crash/restore-again-and-again.ts', args: ['--runs', '20'] },
  ...inParts('meetings of all pairs', 300, 25, '--meetings'),
  ...inParts('meetings of known pairs', 10_000, 1000, '--meetings', ...knownPairs.flatMap((pair) => ['--pair', pair])),
]
