import { sql } from 'kysely'
import type { Timestamp } from '@billing-checkout/domain'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import { scrubCopies } from '../../store/erasure/scrub-copies.ts'
import type { ErasedPerson, SearchTerms } from '../../store/erasure/person.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import { write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { lockName } from '../lock-names-of.ts'
import { cancelSubscription, findLive } from './end-subscriptions.ts'
import { journalErasures } from './journal-erasures.ts'
import { findInFlight } from './under-way.ts'
import type { DueRow, WorkKind } from '../worklist/worklist.ts'

type Erased = Pick<ErasedPerson, 'organizationId' | 'customerId'>

/** A due erasure. It is recent while a request that read the customer before the erasure may still write. */
type Due = Erased & DueRow & { readonly isRecent: boolean }

/**
 * Finishes erasures: scrubs the remaining copies once no request that read the customer before the erasure can still be running, and
 * deletes the words by which copies are recognised. If a restored backup has a payment in flight, the erasure waits for its outcome.
 */
export const erasureWork: WorkKind<Due, boolean> = {
  name: 'erasure',
  clock: 'wall',
  everySeconds: 60,
  table: 'erasures',
  idColumn: 'customer_id',
  dueColumn: 'due_at',
  isOpen: sql<boolean>`finished_at is null`,
  limit: 100,
  lanes: 1,
  prepare: journalErasures,
  load: (database, where, limit) =>
    acrossOrganizations(database, 'due work')
      .selectFrom('erasures')
      .select(['organizationId', 'customerId', 'customerId as id'])
      .select(sql<boolean>`${lastWriteAt} > clock_timestamp()`.as('isRecent'))
      .where(where)
      .orderBy('dueAt')
      .limit(limit)
      .execute(),
  call: async (billing) => async (due) => {
    await cancelLive(billing, due)
    return !due.isRecent && !(await isUnderWay(billing, due)) && finishErasure(billing, due)
  },
  perform: async ({ work, row, answer: isFinished }) => {
    const later = sql<Timestamp>`greatest(${lastWriteAt}, clock_timestamp() + interval '1 minute')`
    const finished = { finishedAt: sql<Timestamp>`clock_timestamp()`, words: null }
    await work.db
      .updateTable('erasures')
      .set(isFinished ? finished : { dueAt: later })
      .where('customerId', '=', row.customerId)
      .execute()
    return isFinished ? 'customer.scrubbed' : undefined
  },
}

/** After this time, no request, processor call or delivery that began before an erasure can still write. */
const lastWriteAt = sql`erased_at + interval '5 minutes'`

/** Scrubs the copies of an erased customer's data until `isLate`. Returns whether it finished. */
export const finishErasure = async (
  { database, auditKey }: Billing,
  erased: Erased,
  isLate?: () => boolean,
): Promise<boolean> => {
  const { rows } = await sql<{ words: SearchTerms | null }>`
    select words from erasures where organization_id = ${erased.organizationId} and customer_id = ${erased.customerId}
      and finished_at is null`.execute(database)
  const words = rows[0]?.words
  return words == null || scrubCopies(database, { ...erased, words }, { auditKey, ...(isLate && { isLate }) })
}

/** Cancels subscriptions that a restored backup brought back for an erased customer. */
const cancelLive = async ({ database }: Billing, { organizationId, customerId }: Erased): Promise<void> => {
  const live = await findLive(inOrganization(database, organizationId), customerId)
  if (live.length === 0) return
  await write(database, organizationId, async (work) => {
    await lockNames(work, [lockName.customer(customerId), ...live.map(lockName.subscription)])
    for (const id of live) await cancelSubscription(work, id)
  })
}

const isUnderWay = async ({ database }: Billing, { organizationId, customerId }: Erased): Promise<boolean> =>
  (await findInFlight(inOrganization(database, organizationId), customerId)).length > 0
