import { cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

/** A copy of the repository's own files, in which a program can edit sources and run tests. */
export interface Copy {
  readonly folder: string
  readonly remove: () => void
}

/** Copies the files that tests read. Third-party packages are links to the originals; our own packages are links into the copy. */
export const copyRepository = (): Copy => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-checkout-'))
  for (const name of readdirSync('.').filter((path) => !left.has(path))) {
    cpSync(name, join(folder, name), { recursive: true, filter: (path) => !left.has(basename(path)) })
  }
  const [modules, workspaces] = ['node_modules', join('node_modules', '@billing-checkout')]
  mkdirSync(join(folder, workspaces), { recursive: true })
  for (const name of readdirSync(modules).filter((each) => each !== '@billing-checkout')) {
    symlinkSync(resolve(modules, name), join(folder, modules, name))
  }
  for (const name of readdirSync(workspaces)) {
    symlinkSync(readlinkSync(join(workspaces, name)), join(folder, workspaces, name))
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

const left = new Set(['node_modules', '.git', '.data', 'screenshots', 'coverage'])
