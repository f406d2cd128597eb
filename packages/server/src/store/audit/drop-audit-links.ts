import { transactWithRetries } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { writeCheckpoint } from './checkpoints.ts'
import { compareLink, verifyCheckpoints } from './verify-audit.ts'

/**
 * Drops the links of the chain that were made before a moment, and the entries that they cover, and returns the number of dropped links.
 * The function works in batches, and always keeps the last link. A signed checkpoint replaces the dropped links, and verification of the
 * chain starts from it. If a link or its rows differ from what was sealed, the function throws, and drops no link of its batch or of later
 * batches.
 */
export const dropAuditLinks = async (database: Database, key: Uint8Array, before: Timestamp): Promise<number> => {
  let dropped = 0
  for (;;) {
    const links = await dropSome(database, key, before)
    if (links === 0) return dropped
    dropped += links
  }
}

/** The maximum number of links in a batch. Each link covers at most two thousand entries. */
const linksMax = 50

const dropSome = (database: Database, key: Uint8Array, before: Timestamp): Promise<number> =>
  transactWithRetries(database, async (db) => {
    // Lock the head of the chain, so that no other server seals or drops until this transaction ends.
    const { rows: heads } = await sql<{ number: number }>`select number from audit_head for update skip locked`.execute(
      db,
    )
    const [head] = heads
    if (head === undefined) return 0
    const { dropped, isExcused, findings: forged } = await verifyCheckpoints(db, key)
    if (forged.length > 0) throw refusal(dropped.number + 1, forged)
    const { rows: links } = await sql<{ number: number }>`
      select number from audit_seals where sealed_at < ${before} and number > ${dropped.number} and number < ${head.number}
      order by number limit ${linksMax}`.execute(db)
    const last = links.at(-1)
    if (last === undefined) return 0
    // Anyone with write access to the database could change a row, forge its link, and have the forgery dropped and signed. So we trust the
    // time and hash of a link only after we have computed the hash again with the key. If a link is missing, nothing is dropped.
    let hash = dropped.hash
    for (let number = dropped.number + 1; number <= last.number; number += 1) {
      const link = await compareLink(db, key, number, { former: hash, isExcused })
      if (link.hash === undefined || link.findings.length > 0) throw refusal(number, link.findings)
      hash = link.hash
    }
    const former = sql`statement like '{"kind":"seals"%'`
    await sql`select set_config('billing_checkout.drops_audit', 'on', true)`.execute(db)
    await sql`delete from audit_entries where seal <= ${last.number}`.execute(db)
    await sql`delete from audit_seals where number <= ${last.number}`.execute(db)
    // Verification needs only the latest checkpoint, because it covers all earlier links.
    await sql`delete from audit_checkpoints where ${former}`.execute(db)
    await writeCheckpoint(db, key, { kind: 'seals', number: last.number, hash })
    return links.length
  })

const refusal = (number: number, findings: readonly string[]): Error =>
  new Error(
    `Nothing of the audit log from link ${number} on is dropped, because it was changed after it was sealed. ${findings.slice(0, findingsMax).join(' ')} See audit verify.`,
  )

const findingsMax = 20
