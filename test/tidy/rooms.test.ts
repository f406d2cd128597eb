import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf } from './imports-of.ts'
import { isTest, placeOf, type Source, sources } from './sources.ts'

const billing = 'packages/server/src/billing'

/**
 * The rooms of billing by the stage of the money. A room imports only what stands after it here, and the files beside the rooms,
 * which all of them share.
 */
const rooms = [
  'operator',
  'reconcile',
  'due-work',
  'charge',
  'outcomes',
  'differences',
  'sessions',
  'plans',
  'subscriptions',
  'checks',
  'charge-input',
  'quotes',
  'customers',
  'tax',
  'attempts',
  'obligations',
  'payments',
]

/** A room with more is a drawer, in which nobody finds anything. */
const filesMax = 16

const files = sources(`${billing}/**/*.ts`)

test('each file of billing stands in a room that the map knows, and no room is a drawer', () => {
  const filesOf = Map.groupBy(
    files.filter(({ path }) => !isTest(path)),
    roomOf,
  )

  expect([...filesOf.keys()].filter((room) => room !== null).toSorted()).toEqual(rooms.toSorted())
  for (const [room, inside] of filesOf)
    expect(inside.length, `files in ${room ?? billing}`).toBeLessThanOrEqual(filesMax)
})

test('the rooms of billing import each other in one direction only', () => {
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

const mayImport = (source: Source, from: string): boolean => {
  const [room, target] = [roomOf(source), roomOf({ path: posix.join(posix.dirname(source.path), from) })]
  if (target === undefined || target === null) return true
  return typeof room === 'string' && rooms.indexOf(target) >= rooms.indexOf(room)
}

/** The room of a file; null for one beside the rooms, `undefined` outside billing. */
const roomOf = ({ path }: Pick<Source, 'path'>): string | null | undefined => {
  if (!path.startsWith(`${billing}/`)) return undefined
  const [first = '', ...rest] = path.slice(billing.length + 1).split('/')
  return rest.length === 0 ? null : first
}
