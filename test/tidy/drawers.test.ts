import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { isTest, sources } from './sources.ts'

/** Trees whose files are divided into rooms (folders). A room with more files than a reader can survey is a drawer. */
const trees = [
  'test/bench',
  'test/operations',
  'test/support',
  'packages/contract/src/operations',
  'packages/contract/src/examples',
  'packages/database/src',
  'packages/server/src',
  'packages/dashboard/src',
  'packages/element/src/views',
  'packages/element/src/checkout',
  'packages/element/src/card-frame',
]

const sourcesMax = 16
const testsMax = 14

/** Folders with one file for each table or migration, which readers find by its name. */
const flat = new Set(['packages/server/src/store/schema', 'packages/server/src/store/migrations'])

test.each(trees)('no room of %s has too many files', (tree) => {
  const drawers = [...roomsOf(tree)]
    .filter(([room]) => !flat.has(room))
    .filter(([, files]) => {
      const tests = files.filter(isTest).length
      return tests > testsMax || files.length - tests > sourcesMax
    })
    .map(([room]) => room)

  expect(drawers, `more than ${sourcesMax} sources or ${testsMax} tests: find the second idea in it`).toEqual([])
})

test('every operation test is in a room', () => {
  const beside = roomsOf('test/operations').get('test/operations') ?? []

  expect(beside, 'move them to the room whose name lets one guess them').toEqual([])
})

test('every component test stands in the folder `tests` of its room', () => {
  const beside = sources('packages/**/*.wtr.ts')
    .map(({ path }) => path)
    .filter((path) => posix.basename(posix.dirname(path)) !== 'tests')

  expect(beside, 'the runner finds component tests only there: move them').toEqual([])
})

const roomsOf = (tree: string): ReadonlyMap<string, readonly string[]> =>
  Map.groupBy(
    sources(`${tree}/**/*.ts`).map(({ path }) => path),
    (path) => posix.dirname(path),
  )
