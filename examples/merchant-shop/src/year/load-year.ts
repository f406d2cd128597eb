import type { Config } from '@billing-checkout/server'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Books, orderBookFile } from '../order-book.ts'
import { buildYear } from './build-year.ts'
import { bookFileOf, type BookOfYear, yearFile, yearSecret } from './year-files.ts'

/** The result of loading the demo year. */
export interface YearAtStart {
  /** The server's configuration, for the loaded data. */
  readonly config: Config
  readonly isLoaded: boolean
  /** Why loading the year failed, for the developer; null if it did not fail. */
  readonly problem: string | null
}

/**
 * Loads the demo year into a data folder that has no database yet. Loads nothing if the shop uses the developer's own PostgreSQL, is live,
 * charges through Stripe or has a previous secret key, or if the file does not fit the tables of this version.
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
  // The loaded keys are wrapped with `yearSecret`. The server unwraps them with its previous secret, and wraps them with its own.
  return existsSync(mark)
    ? { config: { ...config, secretKeyPrevious: yearSecret }, isLoaded: true, problem: null }
    : without
}

/**
 * Copies the built year into the data folder. The database is moved into place last and in one step: if a start is interrupted before that,
 * there is no database, and the next start copies again.
 */
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
