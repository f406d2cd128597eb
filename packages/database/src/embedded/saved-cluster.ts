import { readFileSync } from 'node:fs'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Reads a saved cluster of the installed PGlite, if there is one. Making a cluster takes seconds; loading one takes half a second. The
 * saved cluster lies among the installed packages: an attacker that could replace it could also change PGlite itself.
 */
export const readSavedCluster = async (name: string): Promise<Blob | undefined> => {
  const content = await readFile(savedClusterFile(name)).catch(() => undefined)
  return content && new Blob([content], { type: 'application/x-tar' })
}

/** Saves the result of PGlite's `dumpDataDir('none')`. New data folders start from the cluster named `empty`. */
export const saveCluster = async (name: string, dump: Blob): Promise<void> => {
  const file = savedClusterFile(name)
  const unfinished = `${file}.${process.pid}`
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(unfinished, 'w')
  await handle.writeFile(new Uint8Array(await dump.arrayBuffer()))
  await handle.sync()
  await handle.close()
  await rename(unfinished, file)
}

/** The file in which a cluster of the installed PGlite is saved. */
export const savedClusterFile = (name: string): string => {
  const pglite = dirname(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')))
  const { version } = JSON.parse(readFileSync(join(pglite, 'package.json'), 'utf8')) as { version: string }
  return join(pglite, `../../.cache/billing-checkout/pglite-${version}-${name}.tar`)
}
