import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder, and those above it that are missing, for its owner only; nothing where it is there already. Throws where that cannot be
 * done. Each is made by itself, because below a folder like `/proc`, in which nobody can make any, Node's `recursive` never ends.
 */
export const makePrivateFolder = (folder: string): void => {
  for (const path of missingOf(resolve(folder))) makeUnlessThere(path)
  if (!statSync(folder).isDirectory()) throw new Error(`${folder} is a file.`)
}

/** The folders that are missing on the way to one, the outermost first. */
const missingOf = (folder: string): readonly string[] => {
  const above = dirname(folder)
  return existsSync(folder) || above === folder ? [] : [...missingOf(above), folder]
}

const makeUnlessThere = (folder: string): void => {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
