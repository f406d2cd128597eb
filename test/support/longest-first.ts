import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take half a minute and more although they are short, so that the runner would begin with others. */
const longest = [
  'test/journeys/browser/chaos.test.ts',
  'test/journeys/browser/playground.test.ts',
  'test/crash/failovers.test.ts',
  'test/crash/kill.test.ts',
  'test/simulation/subscribers.test.ts',
  'test/simulation/seeds.test.ts',
  'packages/server/src/store/keep-mode.test.ts',
]

/**
 * Begins each suite with what takes longest: a long file that begins last runs alone while a core has nothing to do. Without
 * memory of an earlier run the runner only knows how long files are, not how much they do.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // The runner's order of files, not an array's.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files)
    const suites = Map.groupBy(sorted, ({ project }) => project.name)
    return [...suites.values()].flatMap((suite) => [...suite.filter(isLong), ...suite.filter((file) => !isLong(file))])
  }
}

const isLong = ({ moduleId }: TestSpecification): boolean => longest.some((path) => moduleId.endsWith(`/${path}`))
