import { type Customer, Problem } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import { loadShownCustomer } from '../../presenters/customers/load-customers.ts'
import { eraseWho } from '../../store/erasure/erase-who.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import { isAbandoned } from '../../store/retention/retention.ts'
import { lockNames, type Write, write } from '../../store/write.ts'
import type { Billing } from '../billing.ts'
import { lockName } from '../lock-names-of.ts'
import { cancelSubscription, findLive } from './end-subscriptions.ts'
import { finishErasure } from './finish-erasures.ts'
import { journalErasures } from './journal-erasures.ts'
import { findUnderWay, refuseUnderWay } from './under-way.ts'

/** Whom to erase, and whether their subscriptions are cancelled for it. */
export interface Erasure {
  readonly id: string
  readonly cancelsSubscriptions: boolean
  /**
   * Nobody asked for it, so that only who has not been touched since this moment, has bought nothing and is in no checkout is erased.
   * Anybody else stays as they are.
   */
  readonly ifAbandonedSince?: Timestamp
}

/**
 * Erases who a customer is and keeps what was paid. Throws `customer_in_use` while something of theirs is under way. One
 * transaction cancels, erases, journals and notes what is left to do. The copies are scrubbed after it, for as long as a caller may
 * wait; a job does what is left, also after a crash. Erasing again changes nothing.
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

/** For so long a caller waits for copies. */
const waitMillisMax = 10_000

const erase = async (
  work: Write,
  { id, cancelsSubscriptions, ifAbandonedSince: since }: Erasure,
  expectedLive: readonly string[],
): Promise<void> => {
  const { db } = work
  const customer = await lockCustomer(work, id, expectedLive)
  if (customer.erasedAt !== null) return
  // Whoever found them did not hold their lock, and they may have bought since.
  if (since !== undefined && !(await isAbandoned(db, { organizationId: work.organizationId, id, since }))) return
  const live = await findLive(db, id)
  const underWay = await findUnderWay(db, id)
  refuseUnderWay(id, [...underWay, ...(cancelsSubscriptions ? [] : live.map((each) => `subscription ${each}`))])
  for (const subscriptionId of live) await cancelSubscription(work, subscriptionId)
  await eraseWho(db, work.organizationId, id, work.now)
  recordEvent(work, 'customer.updated', await loadShownCustomer(db, id))
}

/** Locks a customer by the name under which every charge of theirs begins, so that it either is seen here or finds the customer erased. */
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
