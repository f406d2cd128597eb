import { readFileSync } from 'node:fs'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * A saved cluster of the installed PGlite, if there is one: making a cluster takes seconds, loading one half a second.
 * It lies among the installed packages, so whoever could plant a false one could as well change PGlite itself.
 */
export const readSavedCluster = async (name: string): Promise<Blob | undefined> => {
  const content = await readFile(fileOf(name)).catch(() => undefined)
  return content && new Blob([content], { type: 'application/gzip' })
}

/** Saves what PGlite's `dumpDataDir('gzip')` gave; `empty` is what new data folders start from. */
export const saveCluster = async (name: string, dump: Blob): Promise<void> => {
  const file = fileOf(name)
  const unfinished = `${file}.${process.pid}`
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(unfinished, 'w')
  await handle.writeFile(new Uint8Array(await dump.arrayBuffer()))
  await handle.sync()
  await handle.close()
  await rename(unfinished, file)
}

const fileOf = (name: string): string => {
  const pglite = dirname(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')))
  const { version } = JSON.parse(readFileSync(join(pglite, 'package.json'), 'utf8')) as { version: string }
  return join(pglite, `../../.cache/billing-checkout/pglite-${version}-${name}.tar.gz`)
}
