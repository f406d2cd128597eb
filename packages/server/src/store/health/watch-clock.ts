import type { Logger } from 'pino'
import { oneRow } from '@billing-checkout/database'
import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Seconds above which a clock offset counts as wrong, as in the alert `BillingClockOff`. */
export const clockOffsetMax = 5

/** Seconds between two comparisons of a server's clock with the database's. */
const comparedEverySeconds = 60
const firstSeconds = 2

/**
 * Compares this server's clock with the database's every minute, and returns the function that ends these comparisons. While the clock is
 * wrong, a note in the database says by how much, so that `doctor` shows the differences of all servers.
 */
export const watchClock = (
  database: Database,
  server: string,
  logger: Pick<Logger, 'warn'>,
  compare: () => Promise<number> = () => readClockOffset(database),
): (() => void) => {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const again = (afterSeconds: number): void => {
    timer = setTimeout(() => {
      void compareAndNote()
        .catch(() => {})
        .then(() => (isStopped ? undefined : again(comparedEverySeconds)))
    }, afterSeconds * 1000)
  }
  const compareAndNote = async (): Promise<void> => {
    const seconds = await compare()
    if (Math.abs(seconds) <= clockOffsetMax) return
    logger.warn({ seconds: Math.round(seconds) }, "this server's clock differs from the database's: set both by NTP")
    await recordClockOffset(database, server, seconds)
  }
  again(firstSeconds)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/** Records by how many seconds a server's clock is ahead. The note is dated by the database's clock. */
export const recordClockOffset = async (database: Database, server: string, seconds: number): Promise<void> => {
  const note = { detail: String(Math.round(seconds)), seenAt: sql<string>`clock_timestamp()` }
  await database
    .insertInto('operatorWarnings')
    .values({ name: `${prefix}${server}`, ...note })
    .onConflict((known) => known.column('name').doUpdateSet(note))
    .execute()
}

/** Finds the servers that noted a wrong clock in the last three minutes, and by how many seconds each is ahead. */
export const findWrongClocks = async (
  database: Database,
): Promise<readonly { readonly server: string; readonly seconds: number }[]> => {
  const noted = await database
    .selectFrom('operatorWarnings')
    .select(['name', 'detail'])
    .where('name', 'like', `${prefix}%`)
    .where('seenAt', '>', sql<string>`clock_timestamp() - interval '3 minutes'`)
    .orderBy('name')
    .execute()
  return noted.map(({ name, detail }) => ({ server: name.slice(prefix.length), seconds: Number(detail) }))
}

const prefix = 'clock of: '

/** Returns by how many seconds this machine's clock is ahead of the database's, to within half the query's round trip. */
export const readClockOffset = async (database: Database): Promise<number> => {
  const before = Date.now()
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from clock_timestamp())::float8 as seconds`.execute(database)
  return (before + Date.now()) / 2000 - oneRow(rows).seconds
}
