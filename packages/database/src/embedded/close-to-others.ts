import { chmodSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Makes a folder and everything now in it readable only by its owner: folders 700, files 600. Does nothing on Windows. */
export const closeToOthers = (folder: string): void => {
  if (process.platform === 'win32') return
  chmodSync(folder, 0o700)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o700)
    else if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o600)
  }
}
