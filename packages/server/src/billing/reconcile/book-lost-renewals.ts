import { sql } from 'kysely'
import type { Timestamp } from '@billing-checkout/domain'
import type { ListedTransaction } from '../../processors/processor.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { SubscriptionRow } from '../../store/rows.ts'
import { lockDueSubscription } from '../../store/entities/subscriptions.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import { type Write, write } from '../../store/writes/write.ts'
import { unfinishedOfSubscription } from '../payments/change-being-paid.ts'
import type { Billing } from '../billing.ts'
import { lockNamesOf } from '../lock-names-of.ts'
import type { OpenAttempt } from '../attempts/open-attempt.ts'
import { loadRenewalChargeRows, openRenewal } from '../charge/open-renewal.ts'
import { queryReference } from '../attempts/query-processor.ts'

/**
 * Books renewals that the processor charged before the database lost their rows. The subscription of such a renewal is due again, and its
 * next charge would have the same reference and sum as a transaction that the processor lists. So the charge is recorded without a call,
 * and a query to the processor finishes it.
 */
export const bookLostRenewals = async (
  billing: Billing,
  connection: string,
  lost: ReadonlyMap<string, ListedTransaction>,
): Promise<void> => {
  if (lost.size === 0) return
  for (const due of await findDue(billing, connection)) {
    const reference = await openLost(billing, due, lost)
    if (reference !== undefined) await queryReference(billing, connection, reference)
  }
}

const findDue = ({ database }: Billing, connection: string): Promise<readonly SubscriptionRow[]> =>
  acrossOrganizations(database, 'due work')
    .selectFrom('subscriptions')
    .selectAll('subscriptions')
    .innerJoin('paymentMethods', (method) =>
      method
        .onRef('paymentMethods.organizationId', '=', 'subscriptions.organizationId')
        .onRef('paymentMethods.id', '=', 'subscriptions.paymentMethodId'),
    )
    .where('paymentMethods.connection', '=', connection)
    .where('subscriptions.dueAt', '<=', sql<Timestamp>`(select billing_now())`)
    .where('subscriptions.nextBillingDate', 'is not', null)
    .where('subscriptions.status', '<>', 'scheduled_for_cancellation')
    .execute()

/** Records a due renewal if it is one of the lost ones, and returns its charge's reference; otherwise records nothing. */
const openLost = async (
  billing: Billing,
  due: SubscriptionRow,
  lost: ReadonlyMap<string, ListedTransaction>,
): Promise<string | undefined> => {
  try {
    return await write(billing.database, due.organizationId, async (work) => {
      await lockNames(work, lockNamesOf({ customerId: due.customerId, subscriptionId: due.id }))
      const subscription = await lockDueSubscription(work, due.id)
      const unfinished = await work.find(unfinishedOfSubscription, [due.id])
      if (subscription === undefined || unfinished.length > 0) return undefined
      const parts = await loadRenewalChargeRows(work, subscription)
      const opened = await openRenewal(billing, work, subscription, { ...parts, callsAtOnce: false })
      const reference = opened && (await referenceIfLost(work, opened, lost))
      if (reference === undefined) throw new NotLost()
      return reference
    })
  } catch (error) {
    if (error instanceof NotLost) return undefined
    billing.logger.warn({ subscription: due.id, err: error }, 'a renewal could not be compared with what was lost')
    return undefined
  }
}

/** Thrown to roll back the record of a renewal that the processor has not charged. */
class NotLost extends Error {}

/**
 * The reference of the recorded charge, if the processor lists it with the same sum. A different sum must not be booked before an operator
 * has checked it.
 */
const referenceIfLost = async (
  { db }: Write,
  { attemptId }: OpenAttempt,
  lost: ReadonlyMap<string, ListedTransaction>,
): Promise<string | undefined> => {
  const { processorKey, amount, currencyCode } = await db
    .selectFrom('attempts')
    .innerJoin('payments', (payment) => payment.onRef('payments.id', '=', 'attempts.paymentId'))
    .select(['processorKey', 'amount', 'currencyCode'])
    .where('attempts.id', '=', attemptId)
    .executeTakeFirstOrThrow()
  const listed = lost.get(processorKey)
  const isSame = listed?.kind === 'authorize' && listed.amount === amount && listed.currency === currencyCode
  return isSame ? processorKey : undefined
}
