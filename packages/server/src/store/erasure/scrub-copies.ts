import { foldCase } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { findOwnIds, type OwnIds } from './own-ids.ts'
import { scrubOwnTables } from './own-tables.ts'
import type { ErasedPerson, ScrubOptions } from './person.ts'
import { scrubAuditEntries } from './scrub-audit.ts'
import { scrubDeliveries, scrubEvents } from './scrub-events.ts'
import { scrubKeys } from './scrub-keys.ts'
import { scrubSessions } from './scrub-sessions.ts'

/**
 * Takes a person out of everything that has a copy of them: what belongs to them, their sessions, remembered answers, events of all
 * months, deliveries, and the audit log, whose chain stays whole. Done again, it changes nothing. Each statement is a transaction
 * of its own and locks only rows of theirs. Answers whether it came to its end before `isLate` said that it takes too long.
 */
export const scrubCopies = async (
  db: Database,
  person: ErasedPerson,
  { auditKey, isLate = () => false }: ScrubOptions,
): Promise<boolean> => {
  const own = await findOwnIds(db, person)
  await scrubOwnTables(db, person, own)
  await forgetCounts(db, person)
  const sessions = await scrubSessions(db, person, own)
  const ids: OwnIds = { ...own, all: [...own.all, ...sessions] }
  if (isLate()) return false
  await scrubKeys(db, person, ids)
  if (isLate()) return false
  await scrubAuditEntries(db, person, ids, auditKey)
  const events = await scrubEvents(db, person, ids, { auditKey, isLate })
  await scrubDeliveries(db, person, events.ids)
  return events.isWhole
}

/** Deletes totals that were stored for a search by the person's words, so that they are counted again. */
const forgetCounts = async (db: Database, { organizationId, words }: ErasedPerson): Promise<void> => {
  if (words.texts.length === 0) return
  const patterns = words.texts.map((word) => `%${foldCase(word).replaceAll(/[\\%_]/g, '\\$&')}%`)
  await sql`delete from list_totals where organization_id = ${organizationId} and fold_case(filter) like any(${patterns})`.execute(
    db,
  )
}
