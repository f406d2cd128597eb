import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sources } from './sources.ts'

/** Trees whose files stand in rooms, each with as many files as fit into one; a room with more is a drawer. */
const trees = { 'test/operations': 14 }

describe.each(Object.entries(trees))('%s', (tree, filesMax) => {
  const rooms = Map.groupBy(sources(`${tree}/**/*.ts`), ({ path }) => posix.dirname(path))

  test('has no file beside its rooms', () => {
    expect(rooms.get(tree) ?? [], 'move them to the room whose name lets one guess them').toEqual([])
  })

  test('has no room that is a drawer', () => {
    const drawers = [...rooms].filter(([, files]) => files.length > filesMax).map(([room]) => room)

    expect(drawers, `more than ${filesMax} files: give them inner rooms`).toEqual([])
  })
})
