import { sql } from 'kysely'
import { compiledForOrganizations } from '../queries/compiled-once.ts'
import type { OrganizationDatabase } from '../in-organization.ts'
import type { CommittedEvent } from './find-events-after.ts'
import { isRecordedNear, timeOfEvent } from './event-cursor.ts'

/**
 * Loads events by their sequences. It first searches the months in which the events were made, according to their ids. It then searches all
 * months for the events not found, because the billing clock may have been far ahead. It leaves out events that are no longer stored.
 */
export const findEventsBySequence = async (
  db: OrganizationDatabase,
  wanted: readonly Pick<CommittedEvent, 'id' | 'sequence'>[],
): Promise<readonly CommittedEvent[]> => {
  const times = wanted.map(({ id }) => timeOfEvent(id)).toSorted()
  const [first, last] = [times.at(0), times.at(-1)]
  if (first === undefined || last === undefined) return []
  const numbers = wanted.map(({ sequence }) => sequence)
  const found = await findBetween(db, first, last, numbers)
  const known = new Set(found.map(({ sequence }) => sequence))
  const missing = numbers.filter((number) => !known.has(number))
  return missing.length === 0 ? found : [...found, ...(await findBetween(db, '-infinity', 'infinity', missing))]
}

const findBetween = compiledForOrganizations(
  (db: OrganizationDatabase, from: string, until: string, numbers: readonly number[]) =>
    db
      .selectFrom('events')
      .select(['id', 'type', 'sequence', 'object', 'createdAt', 'recordedAt'])
      .where(isRecordedNear(from, until))
      .where('sequence', '=', sql<number>`any(${numbers}::bigint[])`),
)
