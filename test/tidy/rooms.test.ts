import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importsOf } from './imports-of.ts'
import { isTest, placeOf, type Source, sources } from './sources.ts'

/** Stands for the files of a tree that are in none of its rooms (folders). */
const beside = 'beside the rooms'

/** The rooms of each tree, in order: a room imports only from rooms listed after it. */
const trees: Readonly<Record<string, readonly string[]>> = {
  // Workers and the operator's commands come first, payments and helpers last. All rooms use the files next to the rooms.
  'packages/server/src/billing': [
    'due-work',
    'erasure',
    'operator',
    'revenue',
    'reconcile',
    'disputes',
    'declarations',
    'charge',
    'outcomes',
    'differences',
    'credit',
    'portal',
    'checkout',
    'sessions',
    'plans',
    'notices',
    'subscriptions',
    'checks',
    'charge-input',
    'hosted',
    'quotes',
    'customers',
    'tax',
    'attempts',
    'obligations',
    'payments',
    'emails',
    'discounts',
    'links',
    'worklist',
    beside,
  ],
  'packages/server/src/webhooks': [
    'replay',
    'sending',
    'endpoints',
    'order',
    'messages',
    'forwarding',
    'outgoing',
    'signing',
  ],
  // The controller is next to the rooms and assembles them.
  'packages/element/src/checkout': [beside, 'payment', 'order', 'state', 'actions', 'requests'],
  // The frame's document with its form is also next to the rooms. The document with a processor's own fields (`hosted`) reuses parts of it.
  'packages/element/src/card-frame': ['hosted', beside, 'fields', 'link', 'test-cards', 'brands'],
}

/** The largest number of files in a room that a reader can survey. */
const filesMax = 16

describe.each(Object.entries(trees))('the rooms of %s', (tree, rooms) => {
  const files = sources(`${tree}/**/*.ts`)

  test('contain each file, equal the list, and have at most 16 files', () => {
    const filesOf = Map.groupBy(
      files.filter(({ path }) => !isTest(path)),
      ({ path }) => roomOf(tree, path) ?? '',
    )

    expect([...filesOf.keys()].toSorted()).toEqual(rooms.toSorted())
    for (const [room, inside] of filesOf) expect(inside.length, `files in ${room}`).toBeLessThanOrEqual(filesMax)
  })

  test('import each other in one direction only', () => {
    const mayImport = (source: Source, from: string): boolean => {
      const target = roomOf(tree, posix.join(posix.dirname(source.path), from))
      return target === null || rooms.indexOf(target) >= rooms.indexOf(roomOf(tree, source.path) ?? '')
    }

    const problems = files.flatMap((source) =>
      importsOf(source)
        .filter(({ from }) => from.startsWith('.') && !mayImport(source, from))
        .map(
          ({ from, offset }) =>
            `${placeOf(source, offset)} imports ${from}: its room stands before this one; split a file`,
        ),
    )

    expect(problems).toEqual([])
  })
})

/** The room of a file; null outside the tree. */
const roomOf = (tree: string, path: string): string | null => {
  if (!path.startsWith(`${tree}/`)) return null
  const [first = '', ...rest] = path.slice(tree.length + 1).split('/')
  return rest.length === 0 ? beside : first
}
