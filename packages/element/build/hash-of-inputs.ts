import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A hash of `files` and of every file in `folders` except tests. If the hash is the same, a build would produce the same bytes. */
export const hashOfInputs = (folders: readonly string[], files: readonly string[]): string => {
  const hash = createHash('sha256')
  for (const file of [...folders.flatMap(filesIn), ...files].toSorted()) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(test|wtr)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
