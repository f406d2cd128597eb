import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The packages that are published. */
export const publishedNames = [
  'contract',
  'domain',
  'database',
  'client',
  'element',
  'dashboard',
  'server',
  'stripe',
] as const

/** Packs the published packages into a folder and returns the tarball of each, by its name without the scope. */
export const packPackages = (folder: string): ReadonlyMap<string, string> => {
  const work = `.packed-${process.pid}`
  // An earlier step has checked the types. Checking them again while emitting takes twice as long.
  const printed = execFileSync(process.execPath, ['packages/pack.ts', '--noCheck', '--work', work, '--out', folder], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  rmSync(join(root, 'packages', work), { recursive: true })
  const tarballs = printed.split('\n').filter((line) => line.endsWith('.tgz'))
  return new Map(publishedNames.map((name) => [name, tarballs.find((file) => file.includes(`-${name}-`))!]))
}
