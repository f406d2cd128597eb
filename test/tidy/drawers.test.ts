import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { sources } from './sources.ts'

/**
 * Trees of folders, each with the largest number of files in a folder. A folder with more is a drawer, in which no reader finds anything.
 */
const trees = {
  'test/bench': 14,
  'test/operations': 14,
  'test/support': 14,
  'packages/contract/src/operations': 14,
  'packages/contract/src/examples': 14,
  'packages/server/src/cli': 14,
  'packages/server/src/http': 14,
  'packages/server/src/operations': 14,
  'packages/server/src/pages': 14,
  'packages/server/src/presenters': 14,
  'packages/server/src/processors': 14,
  'packages/server/src/store': 14,
  'packages/server/src/webhooks': 14,
  'packages/dashboard/src': 14,
  'packages/element/src/views': 14,
  'packages/element/src/checkout': 14,
  'packages/element/src/card-frame': 14,
}

/** Folders with one file for each table or migration, which readers find by its name. */
const flat = new Set(['packages/server/src/store/schema', 'packages/server/src/store/migrations'])

test.each(Object.entries(trees))('no room of %s is a drawer', (tree, filesMax) => {
  const drawers = [...roomsOf(tree)]
    .filter(([room, files]) => files.length > filesMax && !flat.has(room))
    .map(([room]) => room)

  expect(drawers, `more than ${filesMax} files: give them inner rooms`).toEqual([])
})

test('every story of an operation stands in a room', () => {
  const beside = roomsOf('test/operations').get('test/operations') ?? []

  expect(beside, 'move them to the room whose name lets one guess them').toEqual([])
})

const roomsOf = (tree: string): ReadonlyMap<string, readonly string[]> =>
  Map.groupBy(
    sources(`${tree}/**/*.ts`).map(({ path }) => path),
    (path) => posix.dirname(path),
  )
