import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf } from './imports-of.ts'
import { isTest, placeOf, sources } from './sources.ts'

const server = 'packages/server/src'

/**
 * The layers of the server, from the top. A file imports only from its own folder and from layers below, including types. Files outside
 * these folders assemble everything and are above all layers.
 */
const floors: readonly (readonly string[])[] = [
  ['cli'],
  // Puts everything together.
  ['wiring'],
  // A running server runs commands of the command line.
  ['cli/run/serve-commands.ts'],
  ['backup'],
  ['pages', 'operations'],
  ['jobs'],
  ['webhooks'],
  // Requests and answers know nothing of the trade, and the trade nothing of them.
  ['billing', 'http'],
  ['connections'],
  ['emails'],
  ['presenters'],
  ['processors', 'taxes', 'exchange', 'vault'],
  ['credentials'],
  ['organization'],
  ['store'],
  // The two files with a processor's requests and answers, because rows contain their types and adapters implement them.
  ['processors/processor.ts', 'processors/call-processor.ts'],
  ['logging'],
  ['config'],
  // An operator's file of card ranges is read like other files, but the built-in ranges are used by a lower layer.
  ['bins/csv-bins.ts'],
  ['reading'],
  ['bins'],
]

test('every folder of the server has its floor', () => {
  const folders = new Set(sources(`${server}/*/**/*.ts`).map(({ path }) => folderOf(path)))

  expect([...folders].toSorted()).toEqual(
    floors
      .flat()
      .filter((name) => !name.includes('/'))
      .toSorted(),
  )
})

test('the floors of the server import only what lies below them', () => {
  const problems = sources(`${server}/*/**/*.ts`)
    .filter(({ path }) => !isTest(path))
    .flatMap((source) =>
      importsOf(source)
        .filter(({ from }) => from.startsWith('.'))
        .filter(({ from }) => !mayImport(source.path, posix.join(posix.dirname(source.path), from)))
        .map(
          ({ from, offset }) => `${placeOf(source, offset)} imports ${from}, which lies no lower: move one of the two`,
        ),
    )

  expect(problems).toEqual([])
})

const mayImport = (path: string, target: string): boolean =>
  !target.startsWith(`${server}/`) ||
  folderOf(path) === folderOf(target) ||
  (floorOf(target) !== -1 && floorOf(target) > floorOf(path))

/** The layer of a file, counted from the top; -1 outside the layers' folders. */
const floorOf = (path: string): number => {
  const inner = path.slice(server.length + 1)
  const own = floors.findIndex((floor) => floor.includes(inner))
  return own === -1 ? floors.findIndex((floor) => floor.includes(folderOf(path))) : own
}

const folderOf = (path: string): string => path.slice(server.length + 1).split('/')[0]!
