import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const pathOf = (place: string): string => fileURLToPath(new URL(place, import.meta.url))

/** The year of the shop that `npm run demo-year` has made: an export of its database, compressed. */
export const yearFile = pathOf('../../assets/demo-year.export.br')

/** Where the shop's order book stands at the end of the year: it has no orders, but has heard all events. */
export interface BookOfYear {
  readonly organizationId: string
  readonly lastEvent: string
}

/** The file of that book, next to the export. */
export const bookFileOf = (file: string): string => file.replace(/\.export\.br$/, '.book.json')

/** Everyone can read it: what it opens is a file of test cards. A server that loads the year wraps the keys under its own secret. */
export const yearSecret = 'the demo year of Nine Kettles is public'

/** Where the database of an export is kept once it is built; another version of the export, the tables or the database has another place. */
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

/** The folder of all that are built. */
export const builtFolder = pathOf('../../../../node_modules/.cache/billing-checkout')

/** Whether a name in it is that of a built year. */
export const isBuilt = (name: string): boolean => /^demo-year-[0-9a-f]{16}$/.test(name)
