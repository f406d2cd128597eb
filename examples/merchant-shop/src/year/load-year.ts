import type { Config } from '@billing-checkout/server'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Books, orderBookFile } from '../order-book.ts'
import { buildYear } from './build-year.ts'
import { bookFileOf, type BookOfYear, yearFile, yearSecret } from './year-files.ts'

/** How the demonstration starts. */
export interface YearAtStart {
  /** The configuration for the server, which opens what the year has brought. */
  readonly config: Config
  readonly isLoaded: boolean
  /** What the developer should know of a year that is not there; null if nothing. */
  readonly problem: string | null
}

/**
 * Loads the year into a data folder that has no database yet. A developer's own PostgreSQL, a live server and a shop that charges through
 * Stripe start without it, and so does every shop if the file does not fit the tables of this version.
 */
export const loadYear = async (config: Config, isSandboxProcessor: boolean, file = yearFile): Promise<YearAtStart> => {
  const without = { config, isLoaded: false, problem: null }
  const isPossible = config.mode === 'sandbox' && isSandboxProcessor && config.databaseUrl === null
  if (!isPossible || config.secretKeyPrevious !== null) return without
  const database = join(config.dataDir, 'database')
  const mark = join(config.dataDir, 'shop', 'has-year')
  if (!existsSync(database)) {
    try {
      await copyYear(config.dataDir, file, mark)
    } catch (error) {
      rmSync(mark, { force: true })
      const why = error instanceof Error ? error.message : String(error)
      const problem = `The year of data could not be loaded, so the shop starts empty; \`npm run demo-year\` makes it again. ${why}`
      return { ...without, problem }
    }
  }
  // Its keys are wrapped under the secret of the year until the server has wrapped them under its own.
  return existsSync(mark)
    ? { config: { ...config, secretKeyPrevious: yearSecret }, isLoaded: true, problem: null }
    : without
}

/** The database comes last and by one step: a start that is ended before it leaves none, and the next one begins again. */
const copyYear = async (dataDir: string, file: string, mark: string): Promise<void> => {
  const built = await buildYear(file)
  const { organizationId, lastEvent } = JSON.parse(readFileSync(bookFileOf(file), 'utf8')) as BookOfYear
  const book: Books = { lastEvent, orders: {} }
  mkdirSync(join(dataDir, 'shop'), { recursive: true, mode: 0o700 })
  writeFileSync(orderBookFile(dataDir, organizationId), JSON.stringify(book))
  const unfinished = join(dataDir, `database.copied-${process.pid}`)
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(built, unfinished, { recursive: true })
  writeFileSync(mark, '')
  renameSync(unfinished, join(dataDir, 'database'))
}
