import { operations } from '@billing-checkout/contract'
import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path/posix'
import { expect, test } from 'vitest'
import { parse, type Source, sources } from './sources.ts'

/** Each operation has one name that is used everywhere, so that its name tells where its files are. */
const names = Object.keys(operations)

test('an operation has the name under which it is listed', () => {
  const violations = Object.entries(operations)
    .filter(([name, operation]) => operation.name !== name)
    .map(([name, operation]) => `${name} calls itself ${operation.name}: give it the name it is listed under`)

  expect(violations).toEqual([])
})

test('an operation has its file in the contract, in its examples and in the server, in rooms of the same name', () => {
  const rooms = owners.map((owner) => ({ owner, roomOf: roomsByName(owner) }))
  const violations = names.flatMap((name) => {
    const [first, ...others] = rooms.map(({ owner, roomOf }) => ({ owner, room: roomOf.get(kebab(name)) }))
    if (first?.room === undefined) return [`${owners[0]} has no ${kebab(name)}.ts in a room of it`]
    return others
      .filter(({ room }) => room !== first.room)
      .map(({ owner }) => `${owner}/${first.room}/${kebab(name)}.ts is missing: ${owners[0]} has it in ${first.room}`)
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

/** The trees in which every operation has a file with its name. */
const owners = ['packages/contract/src/operations', 'packages/contract/src/examples', 'packages/server/src/operations']

/** The folder of each file in a tree, by the file's name. */
const roomsByName = (owner: string): ReadonlyMap<string, string> =>
  new Map(globSync('*/*.ts', { cwd: owner }).map((path) => [basename(path, '.ts'), dirname(path)]))

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
