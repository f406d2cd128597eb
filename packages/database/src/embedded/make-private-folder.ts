import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * Makes a folder, and any missing parents, for its owner only; does nothing if the folder exists. Throws if the path is a file or a folder
 * cannot be made. It makes the folders one by one, because Node's `recursive` loops forever below a folder like `/proc`, in which no user
 * can make a folder.
 */
export const makePrivateFolder = (folder: string): void => {
  for (const path of missingOf(resolve(folder))) makeIfMissing(path)
  if (!statSync(folder).isDirectory()) throw new Error(`${folder} is a file.`)
}

/** The missing folders of a path, the outermost first. */
const missingOf = (folder: string): readonly string[] => {
  const above = dirname(folder)
  return existsSync(folder) || above === folder ? [] : [...missingOf(above), folder]
}

const makeIfMissing = (folder: string): void => {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Makes a folder and everything now in it readable only by its owner: folders 700, files 600. Does nothing on Windows. */
export const restrictToOwner = (folder: string): void => {
  if (process.platform === 'win32') return
  chmodSync(folder, 0o700)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o700)
    else if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o600)
  }
}
