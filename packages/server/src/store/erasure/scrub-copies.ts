import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { findOwnIds, type OwnIds } from './own-ids.ts'
import { scrubOwnTables } from './scrub-own-tables.ts'
import type { ErasedPerson, ScrubOptions } from './person.ts'
import { scrubAuditEntries } from './scrub-audit.ts'
import { scrubDeliveries, scrubEvents } from './scrub-events.ts'
import { scrubIdempotencyKeys } from './scrub-idempotency-keys.ts'
import { scrubSessions } from './scrub-sessions.ts'

/**
 * Removes a person from all copies of their data: their own rows, sessions, idempotency answers, events of all months, deliveries, and the
 * audit log, whose chain remains valid. The scrub may run again at any time. Unless `db` is a transaction, the scrub uses many short
 * transactions, which lock only the rows that they change. Returns false if `isLate` stopped the scrub before its end.
 */
export const scrubCopies = async (
  db: Database,
  person: ErasedPerson,
  { auditKey, isLate = () => false }: ScrubOptions,
): Promise<boolean> => {
  const own = await findOwnIds(db, person)
  await scrubOwnTables(db, person, own)
  await deleteTotals(db, person)
  const sessions = await scrubSessions(db, person, own)
  const ids: OwnIds = { ...own, all: [...own.all, ...sessions] }
  if (isLate()) return false
  await scrubIdempotencyKeys(db, person, ids)
  if (isLate()) return false
  await scrubAuditEntries(db, person, ids, auditKey)
  const events = await scrubEvents(db, person, ids, { auditKey, isLate })
  await scrubDeliveries(db, person, events.ids)
  return events.isWhole
}

/**
 * Deletes all stored totals of the organization's lists, so that they are counted again. A total is stored under a hash of the list's
 * conditions. The hash does not show whether these conditions contain the person's words.
 */
const deleteTotals = async (db: Database, { organizationId }: ErasedPerson): Promise<void> => {
  await sql`delete from list_totals where organization_id = ${organizationId}`.execute(db)
}
