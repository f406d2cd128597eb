import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const pathOf = (place: string): string => fileURLToPath(new URL(place, import.meta.url))

/** The demo year from `npm run demo-year`: a compressed export of its database. */
export const yearFile = pathOf('../../assets/demo-year.export.br')

/** The shop's order book at the end of the year: it has no orders, but has processed all events. */
export interface BookOfYear {
  readonly organizationId: string
  readonly lastEvent: string
}

/** The file of the order book, next to the export. */
export const bookFileOf = (file: string): string => file.replace(/\.export\.br$/, '.book.json')

/**
 * The secret that wraps the year's keys. It is public, because it only protects test cards; a server that loads the year rewraps the keys.
 */
export const yearSecret = 'the demo year of Nine Kettles is public'

/**
 * The folder for an export's database once it is built. The name changes with the export, the tables' migrations and the installed
 * packages.
 */
export const builtFolderOf = (file: string): string => {
  const hash = createHash('sha256')
  const migrations = join(dirname(fileURLToPath(import.meta.resolve('@billing-checkout/server'))), 'store/migrations')
  const sources = readdirSync(migrations, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .toSorted()
    .map((name) => join(migrations, name))
  for (const input of [file, bookFileOf(file), pathOf('../../../../package-lock.json'), ...sources])
    hash.update(readFileSync(input))
  return join(builtFolder, `demo-year-${hash.digest('hex').slice(0, 16)}`)
}

/** The folder with all built databases. */
export const builtFolder = pathOf('../../../../node_modules/.cache/billing-checkout')

/** Whether a name in `builtFolder` is that of a built year's folder. */
export const isBuilt = (name: string): boolean => /^demo-year-[0-9a-f]{16}$/.test(name)
