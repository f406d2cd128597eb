import { type Customer, Problem } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { lockCustomer } from '../../store/entities/customers.ts'
import { loadShownCustomer } from '../../presenters/customers/load-customers.ts'
import { anonymizeCustomer } from '../../store/erasure/anonymize-customer.ts'
import { inOrganization, type OrganizationDatabase } from '../../store/in-organization.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import { isCustomerAbandoned } from '../../store/retention/retention.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import { type Write, write } from '../../store/writes/write.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import { scrubCopies } from '../../store/erasure/scrub-copies.ts'
import type { ErasedPerson, SearchTerms } from '../../store/erasure/person.ts'
import { loadShownSubscription } from '../../presenters/subscriptions/load-subscriptions.ts'
import { lockExistingSubscription } from '../../store/entities/subscriptions.ts'
import type { Billing } from '../billing.ts'
import { lockName } from '../lock-names-of.ts'
import type { DueRow, WorkKind } from '../worklist/worklist.ts'
import { prepareStatusChange } from '../subscriptions/prepare-status-change.ts'
import { journalErasures } from './journal-erasures.ts'
import { findInFlight, refuseCustomerInUse } from './find-in-flight.ts'

/** The customer to erase, and whether to cancel their subscriptions first. */
export interface Erasure {
  readonly id: string
  readonly cancelsSubscriptions: boolean
  /**
   * Set by the job that erases abandoned customers. The customer is erased only if they were not changed since this time, have bought
   * nothing and are in no checkout.
   */
  readonly ifAbandonedSince?: Timestamp
}

/**
 * Erases a customer's personal data and keeps their payments. Throws `customer_in_use` while something of theirs is in flight, or while
 * they have a subscription that `erasure` does not cancel. One transaction cancels, erases, and records which copies of the data remain.
 * Then this function scrubs copies for at most ten seconds, and a job scrubs the remaining copies, even after a crash. Idempotent.
 */
export const eraseCustomer = async (billing: Billing, organizationId: string, erasure: Erasure): Promise<Customer> => {
  const { database } = billing
  const live = await findLive(inOrganization(database, organizationId), erasure.id)
  await write(database, organizationId, (work) => erase(work, erasure, live))
  await journalErasures(billing)
  const late = performance.now() + waitMillisMax
  await finishErasure(billing, { organizationId, customerId: erasure.id }, () => performance.now() > late)
  return loadShownCustomer(inOrganization(database, organizationId), erasure.id)
}

/** How long a caller waits for the copies to be scrubbed. */
const waitMillisMax = 10_000

const erase = async (
  work: Write,
  { id, cancelsSubscriptions, ifAbandonedSince: since }: Erasure,
  expectedLive: readonly string[],
): Promise<void> => {
  const { db } = work
  const customer = await lockForErasure(work, id, expectedLive)
  if (customer.erasedAt !== null) return
  // The job found this customer without a lock, so the customer may have bought something since.
  if (since !== undefined && !(await isCustomerAbandoned(db, { organizationId: work.organizationId, id, since })))
    return
  const live = await findLive(db, id)
  const inFlight = await findInFlight(db, id)
  refuseCustomerInUse(id, [...inFlight, ...(cancelsSubscriptions ? [] : live.map((each) => `subscription ${each}`))])
  for (const subscriptionId of live) await cancelSubscription(work, subscriptionId)
  await anonymizeCustomer(db, work.organizationId, id, work.now)
  recordEvent(work, 'customer.updated', await loadShownCustomer(db, id))
}

/** Locks a customer's name. Every charge of the customer also locks it, so a charge either is visible here or finds the customer erased. */
const lockForErasure = async (work: Write, id: string, subscriptions: readonly string[]) => {
  await lockNames(work, [lockName.customer(id), ...subscriptions.map(lockName.subscription)])
  const customer = await lockCustomer(work, id)
  if (customer === undefined) throw new Problem('not_found', `There is no customer ${id}.`)
  return customer
}

type Erased = Pick<ErasedPerson, 'organizationId' | 'customerId'>

/** A due erasure. `isRecent` is true while a request that read the customer before the erasure may still write. */
type Due = Erased & DueRow & { readonly isRecent: boolean }

/**
 * Finishes erasures: scrubs the remaining copies and deletes the words by which copies are recognized. First, every request that read the
 * customer before the erasure must have ended. If a restored backup has a payment in flight, the erasure waits for its outcome.
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
  concurrency: 1,
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
    return !due.isRecent && !(await hasInFlight(billing, due)) && finishErasure(billing, due)
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

/** Scrubs the copies of an erased customer's data until `isLate` returns true. Returns whether all copies are scrubbed. */
const finishErasure = async (
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

const hasInFlight = async ({ database }: Billing, { organizationId, customerId }: Erased): Promise<boolean> =>
  (await findInFlight(inOrganization(database, organizationId), customerId)).length > 0

/** The subscriptions of a customer that are not cancelled. */
const findLive = async (db: OrganizationDatabase, customerId: string): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('customerId', '=', customerId)
    .where('status', '<>', 'cancelled')
    .execute()
  return rows.map(({ id }) => id)
}

/** Cancels a subscription at once, in a transaction that has locked its customer. */
const cancelSubscription = async (work: Write, id: string): Promise<void> => {
  const subscription = await lockExistingSubscription(work, id)
  const change = await prepareStatusChange(work, subscription, 'cancelled', { source: 'erasure' })
  if (change.kind !== 'change') return
  await work.db.updateTable('subscriptions').set(change.columns).where('id', '=', id).execute()
  recordEvent(work, 'subscription.cancelled', await loadShownSubscription(work.db, id))
}
