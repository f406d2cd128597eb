import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { servedFile, type ServedFile } from '../assets/served-file.ts'

/** The built dashboard: its document, and the files that the document loads, by their paths below `/dashboard`. */
export interface DashboardFiles {
  readonly document: string
  readonly files: ReadonlyMap<string, ServedFile>
}

/** Reads the built dashboard into memory; `undefined` if it has not been built. */
export const readDashboard = async (folder: string): Promise<DashboardFiles | undefined> => {
  const document = await readFile(join(folder, 'index.html'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (document === undefined) return undefined
  const names = await readdir(join(folder, 'assets'))
  const files = await Promise.all(
    names.map(
      async (name) => [`assets/${name}`, servedFile(name, await readFile(join(folder, 'assets', name)))] as const,
    ),
  )
  return { document, files: new Map(files) }
}
