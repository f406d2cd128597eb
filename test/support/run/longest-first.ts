import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take 15 seconds or more although they are short, so that the runner would start larger files first. The slowest file comes
 * first.
 */
const longest = [
  'test/journeys/published-packages.test.ts',
  'test/simulation/seeds.test.ts',
  'test/simulation/meetings/meetings.test.ts',
  'test/simulation/every-await.test.ts',
  'test/journeys/dunning.test.ts',
  'test/journeys/every-change-of-status.test.ts',
  'packages/server/src/cli/cli.test.ts',
  'packages/server/src/cli/refusals.test.ts',
  'packages/server/src/cli/support/support-commands.test.ts',
  'test/crash/restored-backup.test.ts',
  'test/crash/kill.test.ts',
  'test/journeys/browser/playground.test.ts',
  'test/journeys/browser/buy-in-the-shop.test.ts',
  'test/journeys/browser/stripe-fields.test.ts',
  'test/simulation/handed-on.test.ts',
  'test/crash/failovers.test.ts',
  'test/simulation/stripe/seeds.test.ts',
  'test/journeys/browser/stripe-wallets.test.ts',
  'test/journeys/renewals.test.ts',
  'test/operations/database/moves.test.ts',
  'packages/server/src/cli/operator/customer-commands.test.ts',
  'test/journeys/browser/firefox.test.ts',
  'test/journeys/browser/stripe-demo.test.ts',
  'test/simulation/subscribers.test.ts',
  'test/crash/leaks.test.ts',
  'test/journeys/plan-changes.test.ts',
  'test/journeys/browser/receipts.test.ts',
  'test/journeys/time-machine.test.ts',
  'packages/server/src/store/bind-database-to-mode.test.ts',
]

/**
 * Starts each suite with its slowest files, because a slow file that starts last runs alone while other cores are idle. Without records of
 * an earlier run, the runner knows only the size of files, not their duration.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // This `sort` is the sequencer's method, not an array's, so the lint rule does not apply.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files)
    const suites = Map.groupBy(sorted, ({ project }) => project.name)
    return [...suites.values()].flatMap((suite) => [
      ...suite.filter(isLong).toSorted((one, other) => placeOf(one) - placeOf(other)),
      ...suite.filter((file) => !isLong(file)),
    ])
  }
}

const placeOf = ({ moduleId }: TestSpecification): number => longest.findIndex((path) => moduleId.endsWith(`/${path}`))

const isLong = (file: TestSpecification): boolean => placeOf(file) !== -1
