import { operations } from '@billing-checkout/contract'
import { basename } from 'node:path/posix'
import { expect, test } from 'vitest'
import { parse, type Source, sources } from './sources.ts'

/** Each operation has one name that is used everywhere, so that the name tells where the operation's files are. */
const names = Object.keys(operations)

test('an operation is described, shown by an example and answered in the same room of contract, examples and server', () => {
  const violations = names.flatMap((name) => {
    const [first, ...others] = owners.map(({ tree, holds }) => ({
      tree,
      rooms: roomsOf(tree, (source) => holds(source, name)),
    }))
    if (first?.rooms.length !== 1) return [`${first?.tree} describes ${name} in ${first?.rooms.length} rooms`]
    return others
      .filter(({ rooms }) => rooms.length !== 1 || rooms[0] !== first.rooms[0])
      .map(
        ({ tree, rooms }) => `${name} belongs in the room ${first.rooms[0]} of ${tree}; it is in [${rooms.join(', ')}]`,
      )
  })

  expect(violations).toEqual([])
})

test('a merchant’s operation has a client method of its name', () => {
  const methods = new Set(sources('packages/client/src/**/*.ts').flatMap(memberNames))
  const violations = Object.values(operations)
    .filter(({ name, callers }) => callers.some((caller) => caller === 'merchant') && !methods.has(name))
    .map(({ name }) => `the client has no ${name}: give it a method of that name`)

  expect(violations).toEqual([])
})

test('a test calls every operation by its name', () => {
  const words = new Set(
    sources('{packages/*/src,test,examples}/**/*.test.ts')
      .filter(({ path }) => !path.startsWith('test/tidy/'))
      .flatMap(({ text }) => text.match(/\b[a-z][A-Za-z]+\b/g) ?? []),
  )
  const violations = names
    .filter((name) => !words.has(name))
    .map((name) => `no test speaks of ${name}: tell at least one story of it in test/operations`)

  expect(violations).toEqual([])
})

/** The trees in which every operation has a file, and how to recognize that file. */
const owners: readonly { readonly tree: string; readonly holds: (source: Source, name: string) => boolean }[] = [
  {
    tree: 'packages/contract/src/operations',
    holds: ({ text }, name) => text.includes(`export const ${name} = operation({`),
  },
  { tree: 'packages/contract/src/examples', holds: ({ path }, name) => basename(path, '.ts') === kebab(name) },
  {
    tree: 'packages/server/src/operations',
    holds: ({ text }, name) => new RegExp(`oute\\(\\s*operations\\.${name},`).test(text),
  },
]

/** The rooms of a tree that have a wanted file. A file next to the rooms counts as a room. */
const roomsOf = (tree: string, isWanted: (source: Source) => boolean): readonly string[] => [
  ...new Set(
    sources(`${tree}/**/*.ts`)
      .filter(isWanted)
      .map(({ path }) => path.slice(tree.length + 1).replace(/(\.ts|\/.*)$/, '')),
  ),
]

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Names of the members of every class, interface, type and object of a source. */
const memberNames = (source: Source): readonly string[] => {
  const names: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    if ('key' in node && isNamed(node.key)) names.push(node.key.name)
    Object.values(node).forEach(visit)
  }
  visit(parse(source).program)
  return names
}

const isNamed = (key: unknown): key is { readonly name: string } =>
  typeof key === 'object' && key !== null && 'name' in key && typeof key.name === 'string'
