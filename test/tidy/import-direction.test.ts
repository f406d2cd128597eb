import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { type Import, importsOf } from './imports-of.ts'
import { isTest, placeOf, sources } from './sources.ts'

/** What each package may import of our other packages: `types`, which vanish in the build, or `all`. */
const mayImport: Readonly<Record<string, Readonly<Record<string, 'types' | 'all'>>>> = {
  contract: {},
  domain: { contract: 'all' },
  database: { domain: 'all' },
  server: {
    contract: 'all',
    'contract/openapi': 'all',
    domain: 'all',
    database: 'all',
    'database/embedded': 'all',
    'database/errors': 'all',
    'database/migrate': 'all',
    'database/postgresql': 'all',
  },
  client: { contract: 'types' },
  // Of the domain, only the one file without further imports: the checkout's locales.
  element: { contract: 'types', 'domain/locales': 'all' },
  // The dashboard uses the domain's formatting of money, and its build drops the rest of the domain. Of the contract, it uses only the file
  // without schemas.
  dashboard: {
    contract: 'types',
    'contract/dashboard': 'all',
    client: 'all',
    domain: 'all',
    'domain/text-on-color': 'all',
  },
  // The server loads this package by its name, so the package may import only the server's types.
  stripe: { contract: 'types', 'server/processor': 'types' },
}

test('packages import each other only along the arrows of the map', () => {
  const violations = sources('packages/*/src/**/*.ts').flatMap((source) =>
    importsOf(source).flatMap((found) => {
      const [, name = ''] = source.path.split('/')
      const violation = violationOf(source.path, mayImport[name] ?? {}, found)
      return violation === null ? [] : [`${placeOf(source, found.offset)} imports ${found.from}: ${violation}`]
    }),
  )

  expect(violations).toEqual([])
})

test('the examples import the packages by name, as a user would', () => {
  const violations = sources('examples/*/**/*.{ts,tsx,mjs}').flatMap((source) =>
    importsOf(source)
      .filter(({ from }) => from.startsWith('.') && !isInside(folderOf(source.path), source.path, from))
      .map(({ from, offset }) => `${placeOf(source, offset)} imports ${from}: import the package by its name instead`),
  )

  expect(violations).toEqual([])
})

test('tests and benchmarks import package sources by paths from the root', () => {
  const violations = sources('test/**/*.{ts,tsx}').flatMap((source) =>
    importsOf(source)
      .map(({ from, offset }) => ({ offset, name: sourceFile.exec(from) }))
      .filter(({ name }) => name !== null)
      .map(({ name, offset }) => `${placeOf(source, offset)}: import it as #${name![1]}/${name![2]}`),
  )

  expect(violations).toEqual([])
})

/** The source files to which the `imports` of package.json give short names. */
const sourceFile = /^(?:\.\.\/)+packages\/(contract|database|element|server)\/src\/(.+)$/

const violationOf = (
  path: string,
  allowed: Readonly<Record<string, 'types' | 'all'>>,
  found: Import,
): string | null => {
  const { from, onlyTypes } = found
  const ours = /^@billing-checkout\/(.+)/.exec(from)?.[1]
  if (ours !== undefined) {
    if (isTest(path)) return null
    if (!Object.hasOwn(allowed, ours)) return `${folderOf(path)} may import ${listOf(allowed)}`
    return allowed[ours] === 'types' && !onlyTypes ? 'only its types may come along, write `import type`' : null
  }
  if (!from.startsWith('.') || isInside(folderOf(path), path, from)) return null
  if (isTest(path) && isInside('test/support', path, from)) return null
  return 'it lies outside its package, import the other package by its name'
}

const folderOf = (path: string): string => path.split('/').slice(0, 2).join('/')

const isInside = (folder: string, path: string, from: string): boolean =>
  posix.join(posix.dirname(path), from).startsWith(`${folder}/`)

const listOf = (allowed: Readonly<Record<string, string>>): string =>
  Object.keys(allowed).length === 0 ? 'nothing of ours' : `only ${Object.keys(allowed).join(' and ')}`
