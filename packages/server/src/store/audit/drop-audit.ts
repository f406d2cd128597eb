import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { writeCheckpoint } from './checkpoints.ts'

/**
 * Drops the links of the chain that were made before a moment, with the entries that they cover, but for the last link of all. What is
 * dropped leaves a signed checkpoint, from which the rest is verified. It goes link by link, some at a time, and answers how many.
 */
export const dropAudit = async (database: Database, key: Uint8Array, before: Timestamp): Promise<number> => {
  let dropped = 0
  for (;;) {
    const links = await dropSome(database, key, before)
    if (links === 0) return dropped
    dropped += links
  }
}

/** A link covers two thousand entries at most. */
const linksMax = 50

const dropSome = (database: Database, key: Uint8Array, before: Timestamp): Promise<number> =>
  database.transaction().execute(async (db) => {
    // Nobody seals or drops meanwhile.
    const { rows: heads } = await sql<{ number: number }>`select number from audit_head for update skip locked`.execute(
      db,
    )
    const [head] = heads
    if (head === undefined) return 0
    const { rows: links } = await sql<{ number: number; hash: Uint8Array }>`
      select number, hash from audit_seals where sealed_at < ${before} and number < ${head.number}
      order by number limit ${linksMax}`.execute(db)
    const last = links.at(-1)
    if (last === undefined) return 0
    const former = sql`statement like '{"kind":"seals"%'`
    await sql`select set_config('billing_checkout.drops_audit', 'on', true)`.execute(db)
    await sql`delete from audit_entries where seal <= ${last.number}`.execute(db)
    await sql`delete from audit_seals where number <= ${last.number}`.execute(db)
    // Only the last of these is asked for: it vouches for all before it.
    await sql`delete from audit_checkpoints where ${former}`.execute(db)
    const hash = Buffer.from(last.hash).toString('base64url')
    await writeCheckpoint(db, key, { kind: 'seals', number: last.number, hash })
    return links.length
  })
