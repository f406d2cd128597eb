import type { EventType } from '@billing-checkout/contract'
import { transactWithRetries, isEmbedded } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'
import { type CommittedEvent, findEventsAfter } from '../../store/events/find-events-after.ts'
import { recordedFromNow } from '../../store/events/event-cursor.ts'
import { lastCommittedSequence } from '../../store/events/last-committed-sequence.ts'
import { inOrganization, type OrganizationDatabase } from '../../store/in-organization.ts'
import { readBillingClock } from '../../store/writes/billing-clock.ts'
import type { Billing } from '../billing.ts'
import { countEvents } from './count-events.ts'
import { loadCounted, loadTaxRules, storeCounted, addToRevenueDays } from './counted-rows.ts'

type Counting = Pick<Billing, 'database' | 'rates' | 'mode' | 'wallClock'>

/**
 * Counts how events changed the recurring revenue of an organization, in at most `rounds` transactions; by default, in as many as it takes.
 * Each event is counted once, in the order of the commits, because each transaction locks and advances the organization's position in the
 * log of events (DECISIONS 4). Payments never wait for the count.
 */
export const countRevenue = async (
  billing: Counting,
  organizationId: string,
  { rounds = Infinity }: { readonly rounds?: number } = {},
): Promise<void> => {
  const { database } = billing
  for (let round = 0; round < rounds; round++) {
    const upTo = {
      now: await readBillingClock(database),
      sequence: await lastCommittedSequence(inOrganization(database, organizationId)),
    }
    if (await countSome(billing, organizationId, upTo)) return
  }
}

/** Counts the revenue of every organization that has uncounted events. */
export const countRevenueOfAll = async (billing: Counting): Promise<void> => {
  for (const { id } of await findUncounted(billing.database)) await countRevenue(billing, id)
}

/** Counts the next events. Returns whether none are left. */
const countSome = (
  { database, rates, mode, wallClock }: Counting,
  organizationId: string,
  upTo: { readonly now: Timestamp; readonly sequence: number },
): Promise<boolean> =>
  transactWithRetries(database, async (transaction) => {
    const db = inOrganization(transaction, organizationId)
    const position = await lockPosition(db, upTo.now)
    if (position.sequence >= upTo.sequence) return true
    // Keep the transaction short, because it blocks all other work of the embedded database.
    const limit = isEmbedded(database) ? 100 : 1000
    const events = await findEventsAfter(db, position, { limit, type_in: countedTypes, until: upTo.sequence })
    const ids = [...new Set(events.map(({ object }) => String(object['id'])))]
    const known = { counted: await loadCounted(db, ids), taxRules: await loadTaxRules(db, ids) }
    const { counted, days } = countEvents(events, known, rates.latest(wallClock(), mode))
    await storeCounted(db, counted)
    await addToRevenueDays(db, days)
    const isAtEnd = events.length < limit
    await movePosition(db, isAtEnd, events.at(-1), upTo)
    return isAtEnd
  })

/** Types of events after which a subscription's revenue may differ. */
const countedTypes: readonly EventType[] = [
  'subscription.created',
  'subscription.updated',
  'subscription.past_due',
  'subscription.cancelled',
]

const lockPosition = async (db: OrganizationDatabase, now: Timestamp) => {
  await db
    .insertInto('revenuePositions')
    .values({ sequence: 0, recordedFrom: null, asOf: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db.selectFrom('revenuePositions').select(['sequence', 'recordedFrom']).forUpdate().executeTakeFirstOrThrow()
}

const movePosition = async (
  db: OrganizationDatabase,
  isAtEnd: boolean,
  last: CommittedEvent | undefined,
  upTo: { readonly now: Timestamp; readonly sequence: number },
): Promise<void> => {
  await db
    .updateTable('revenuePositions')
    .set(
      isAtEnd || last === undefined
        ? { sequence: upTo.sequence, asOf: upTo.now, recordedFrom: recordedFromNow }
        : { sequence: last.sequence, asOf: last.createdAt },
    )
    .execute()
}

const findUncounted = (database: Database): Promise<readonly { readonly id: string }[]> =>
  acrossOrganizations(database, 'due work')
    .selectFrom('organizations')
    .leftJoin('revenuePositions as position', 'position.organizationId', 'organizations.id')
    .select('organizations.id')
    .where(({ exists, selectFrom, fn, val }) =>
      exists(
        selectFrom('events')
          .select('events.id')
          .whereRef('events.organizationId', '=', 'organizations.id')
          .where('events.sequence', '>', fn.coalesce('position.sequence', val(0)))
          .where('events.recordedAt', '>=', fn.coalesce('position.recordedFrom', val('-infinity'))),
      ),
    )
    .execute()
