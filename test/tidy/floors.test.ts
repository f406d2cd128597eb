import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importsOf } from './imports-of.ts'
import { isTest, placeOf, sources } from './sources.ts'

/** Stands for the files of a tree that are in none of its folders. */
const beside = 'beside the folders'

/**
 * The layers of each tree, from the top. A file may import, even types, only from its own folder and from lower layers. If a layer lists
 * the path of a file, the file is on that layer instead of its folder's layer.
 */
const trees: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'packages/database/src': [
    // These files are the entries of the package.
    [beside],
    ['migrate'],
    ['transactions'],
    // Neither of the two databases knows the other.
    ['embedded', 'postgresql'],
    ['transactions/retry-on-conflict.ts'],
    ['turns'],
    ['statements'],
    // What callers of either database use.
    ['database-engine.ts', 'database-log.ts', 'create-kysely.ts', 'one-row.ts', 'probe-database.ts'],
    ['errors', 'values'],
  ],
  'packages/server/src': [
    // These files assemble everything.
    [beside],
    ['cli'],
    // Puts everything together.
    ['wiring'],
    // A running server runs commands of the command line.
    ['cli/run/serve-commands.ts'],
    ['backup'],
    ['pages', 'operations'],
    ['jobs'],
    ['webhooks'],
    // `http` imports nothing from `billing`, and `billing` nothing from `http`.
    ['billing', 'http'],
    ['connections'],
    ['emails'],
    ['presenters'],
    ['processors', 'taxes', 'exchange', 'vault'],
    ['credentials'],
    ['organization'],
    ['store'],
    // The two files with the types of a processor's requests and answers. Rows contain these types, and adapters implement them.
    ['processors/processor.ts', 'processors/call-processor.ts'],
    ['logging'],
    ['config'],
    // Reads an operator's card ranges with functions of `reading`, which itself uses the built-in ranges of `bins`.
    ['bins/csv-bins.ts'],
    ['reading'],
    ['bins'],
  ],
  'packages/element/src': [
    // The typings of both elements.
    ['vue.ts'],
    // Opens checkouts in the portal.
    ['portal'],
    // The checkout's element, which assembles everything below.
    [beside],
    // Draws the panel, and loads the parts that the first paint does not need.
    ['views'],
    ['methods', 'codes', 'address', 'page', 'three-d-secure', 'unsupported'],
    ['wallets'],
    ['checkout', 'wallet-frame'],
    ['card-frame'],
    ['drawing'],
    ['messages', 'styles', 'developer'],
  ],
}

describe.each(Object.entries(trees))('the floors of %s', (tree, floors) => {
  const files = sources(`${tree}/**/*.ts`).filter(({ path }) => !isTest(path))

  test('contain every folder', () => {
    const folders = new Set(files.map(({ path }) => folderOf(tree, path)))

    expect([...folders].toSorted()).toEqual(
      floors
        .flat()
        .filter((name) => !name.endsWith('.ts'))
        .toSorted(),
    )
  })

  test('import only the floors below', () => {
    const mayImport = (path: string, target: string): boolean =>
      !target.startsWith(`${tree}/`) ||
      folderOf(tree, path) === folderOf(tree, target) ||
      floorOf(target) > floorOf(path)
    /** The layer of a file, counted from the top. */
    const floorOf = (path: string): number => {
      const own = floors.findIndex((floor) => floor.includes(path.slice(tree.length + 1)))
      return own === -1 ? floors.findIndex((floor) => floor.includes(folderOf(tree, path))) : own
    }

    const problems = files.flatMap((source) =>
      importsOf(source)
        .filter(({ from }) => from.startsWith('.'))
        .filter(({ from }) => !mayImport(source.path, posix.join(posix.dirname(source.path), from)))
        .map(
          ({ from, offset }) => `${placeOf(source, offset)} imports ${from}, which lies no lower: move one of the two`,
        ),
    )

    expect(problems).toEqual([])
  })
})

/** The top folder of a file of the tree. */
const folderOf = (tree: string, path: string): string => {
  const [first = '', ...rest] = path.slice(tree.length + 1).split('/')
  return rest.length === 0 ? beside : first
}
