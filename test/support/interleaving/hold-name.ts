import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { lockSeeds } from '#server/store/writes/advisory-locks.ts'
import { transact } from '#database/transactions/transact.ts'
import type { TestDatabase } from '../databases/databases.ts'

/** Holds the lock that a transaction takes on this name, until the returned function is called or the test ends. */
export const holdNameLock = async ({ db }: TestDatabase, name: string): Promise<() => Promise<void>> => {
  const released = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holding = transact(db, async (open) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, ${sql.lit(lockSeeds.names)}))`.execute(open.db)
    held.resolve()
    await released.promise
  })
  await held.promise
  const letGo = () => {
    released.resolve()
    return holding
  }
  onTestFinished(letGo)
  return letGo
}
