import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The sources of an earlier commit, ready to run with the packages that are installed for this one. */
export interface OlderTree {
  readonly commit: string
  readonly folder: string
  discard(): void
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const migrations = 'packages/server/src/store/migrations'

/**
 * The tree from before the last change of the schema, packed by git into a temporary folder; `undefined` where the sources
 * lie outside a repository, or their history does not reach back so far.
 */
export const packOlderTree = (): OlderTree | undefined => {
  const last = git('log', '-1', '--format=%H', '--diff-filter=A', '--', migrations)
  const commit = last && git('rev-parse', '--verify', '--quiet', `${last}^`)
  if (!commit) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'billing-checkout-'))
  const archive = join(folder, 'tree.tar')
  git('archive', '--output', archive, commit)
  execFileSync('tar', ['-xf', archive, '-C', folder])
  linkPackages(folder)
  return { commit, folder, discard: () => rmSync(folder, { recursive: true, force: true }) }
}

/** What git prints; `undefined` where it fails or knows of nothing. */
const git = (...words: readonly string[]): string | undefined => {
  try {
    return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

/** Everything that is installed, but its own workspaces instead of ours. */
const linkPackages = (folder: string): void => {
  const [installed, own] = [join(root, 'node_modules'), join(folder, 'node_modules')]
  const scope = '@billing-checkout'
  mkdirSync(join(own, scope), { recursive: true })
  for (const name of readdirSync(installed)) if (name !== scope) symlinkSync(join(installed, name), join(own, name))
  for (const name of readdirSync(join(folder, 'packages'), { withFileTypes: true })) {
    if (name.isDirectory()) symlinkSync(join(folder, 'packages', name.name), join(own, scope, name.name))
  }
}

/** Where a file of our tree lies in the older one. */
export const inOlderTree = (tree: OlderTree, file: URL): URL =>
  pathToFileURL(join(tree.folder, relative(root, fileURLToPath(file))))
