import { createLogger, importDatabase, readConfig, runCommand } from '@billing-checkout/server'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { builtFolder, builtFolderOf, isBuilt, yearSecret } from './year-files.ts'

/**
 * Imports the demo year into a database of its own, unless an earlier build has done so, and returns the database's
 * folder. A start then copies files instead of creating tables and rows. Throws if the file does not fit the tables of
 * this version.
 */
export const buildYear = async (file: string): Promise<string> => {
  const folder = builtFolderOf(file)
  if (existsSync(folder)) return folder
  const unfinished = `${folder}.${process.pid}`
  const unpacked = join(unfinished, 'year.export')
  try {
    mkdirSync(unfinished, { recursive: true, mode: 0o700 })
    writeFileSync(unpacked, brotliDecompressSync(readFileSync(file)))
    const config = readConfig({ DATA_DIR: unfinished, SECRET_KEY: yearSecret })
    const logger = createLogger('silent', 2)
    const { ok, faults } = await importDatabase(config, logger, unpacked)
    if (!ok) throw new Error(faults.join(' '))
    // After an import, no money moves until the processor's list has been compared, at the earliest when all former calls have ended. The
    // sandbox's list was imported with the books, so the shop can sell at once.
    const why = 'The transactions of the sandbox were imported with the books.'
    await runCommand(config, logger, 'reconcile-first clear', { connection: 'sandbox', who: 'demo', why })
    for (const name of readdirSync(builtFolder).filter(isBuilt))
      rmSync(join(builtFolder, name), { recursive: true, force: true })
    // Another process may have built the folder in the meantime.
    if (!existsSync(folder)) renameSync(join(unfinished, 'database'), folder)
    return folder
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}
