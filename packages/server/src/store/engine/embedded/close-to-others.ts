import { chmodSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Makes a folder and everything that is in it now readable by its owner only: folders 700, files 600. Windows has no such modes. */
export const closeToOthers = (folder: string): void => {
  if (process.platform === 'win32') return
  chmodSync(folder, 0o700)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o700)
    else if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o600)
  }
}
