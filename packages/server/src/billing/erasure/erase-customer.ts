import { type Customer, Problem } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import { loadShownCustomer } from '../../presenters/customers/load-customers.ts'
import { anonymizeCustomer } from '../../store/erasure/anonymize-customer.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import { isAbandoned } from '../../store/retention/retention.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import { type Write, write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { lockName } from '../lock-names-of.ts'
import { cancelSubscription, findLive } from './end-subscriptions.ts'
import { finishErasure } from './finish-erasures.ts'
import { journalErasures } from './journal-erasures.ts'
import { findInFlight, refuseUnderWay } from './under-way.ts'

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
 * Erases a customer's personal data and keeps their payments. Throws `customer_in_use` while money of theirs is in flight. One transaction
 * cancels, erases, and records which copies of the data remain. Then this function scrubs copies for at most ten seconds, and a job
 * finishes the others, even after a crash. Idempotent.
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
  const customer = await lockCustomer(work, id, expectedLive)
  if (customer.erasedAt !== null) return
  // The job found this customer without a lock, so the customer may have bought something since.
  if (since !== undefined && !(await isAbandoned(db, { organizationId: work.organizationId, id, since }))) return
  const live = await findLive(db, id)
  const underWay = await findInFlight(db, id)
  refuseUnderWay(id, [...underWay, ...(cancelsSubscriptions ? [] : live.map((each) => `subscription ${each}`))])
  for (const subscriptionId of live) await cancelSubscription(work, subscriptionId)
  await anonymizeCustomer(db, work.organizationId, id, work.now)
  recordEvent(work, 'customer.updated', await loadShownCustomer(db, id))
}

/** Locks a customer's name. Every charge of the customer also locks it, so a charge either is visible here or finds the customer erased. */
const lockCustomer = async (work: Write, id: string, subscriptions: readonly string[]) => {
  await lockNames(work, [lockName.customer(id), ...subscriptions.map(lockName.subscription)])
  const customer = await work.db
    .selectFrom('customers')
    .select('erasedAt')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (customer === undefined) throw new Problem('not_found', `There is no customer ${id}.`)
  return customer
}
