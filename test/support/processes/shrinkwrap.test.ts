import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type LockedPackages, shrinkwrapOf } from '../../../packages/shrinkwrap.ts'

const readJson = (file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))

const packagesOf = (manifest: object, folder: string, locked: LockedPackages, ours: LockedPackages = {}) => {
  const made = shrinkwrapOf({ name: 'ours', version: '1.0.0', ...manifest }, folder, locked, ours)
  return (made as { packages: LockedPackages }).packages
}

test('two versions of a package stay separate, each where its dependent finds it', () => {
  const locked = {
    'packages/server/node_modules/address': { version: '2.0.0', integrity: 'sha512-b' },
    'node_modules/address': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/proxy': { version: '3.0.0', integrity: 'sha512-c', dependencies: { address: '^1.0.0' } },
  }

  const packages = packagesOf({ dependencies: { address: '2.0.0', proxy: '3.0.0' } }, 'packages/server', locked)

  expect(packages).toMatchObject({
    'node_modules/address': { version: '2.0.0', integrity: 'sha512-b' },
    'node_modules/proxy': { version: '3.0.0', integrity: 'sha512-c' },
    'node_modules/proxy/node_modules/address': { version: '1.0.0', integrity: 'sha512-a' },
  })
})

test('a workspace becomes the published package with its dependencies, without tools of the repository', () => {
  const locked = {
    'node_modules/@ours/rules': { link: true, resolved: 'packages/rules' },
    'packages/rules': { version: '1.0.0', dependencies: { dates: '1.0.0' }, devDependencies: { tests: '1.0.0' } },
    'node_modules/dates': { version: '1.0.0', integrity: 'sha512-d', dev: true, resolved: 'somewhere' },
    'node_modules/tests': { version: '1.0.0', integrity: 'sha512-t' },
  }
  const rules = { version: '1.0.0', integrity: 'sha512-r', dependencies: { dates: '1.0.0' } }

  const packages = packagesOf({ dependencies: { '@ours/rules': '1.0.0' } }, 'packages/server', locked, {
    'packages/rules': rules,
  })

  expect(packages).toEqual({
    '': { name: 'ours', version: '1.0.0', dependencies: { '@ours/rules': '1.0.0' } },
    'node_modules/@ours/rules': rules,
    'node_modules/dates': { version: '1.0.0', integrity: 'sha512-d' },
  })
})

test('every package of the server has the integrity of the lock file, and none has an address', () => {
  const locked = readJson('../../../package-lock.json').packages as LockedPackages
  const manifest = readJson('../../../packages/server/package.json')
  const { '': _, ...packages } = packagesOf(manifest, 'packages/server', locked)
  const theirs = Object.entries(packages).filter(([path]) => !path.includes('@billing-checkout/'))

  expect(theirs.length).toBeGreaterThan(100)
  const known = new Set(Object.values(locked).map(({ version, integrity }) => `${version} ${integrity}`))
  expect(theirs.filter(([, { version, integrity }]) => !integrity || !known.has(`${version} ${integrity}`))).toEqual([])
  expect(theirs.filter(([, entry]) => 'resolved' in entry || 'dev' in entry)).toEqual([])
})
