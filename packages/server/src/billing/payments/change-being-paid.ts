import { lookup } from '../../store/queries/lookup.ts'
import type { PaymentRow } from '../../store/rows.ts'
import { lockSubscription } from '../../store/entities/subscriptions.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import type { Write } from '../../store/writes/write.ts'
import { lockNamesOf } from '../lock-names-of.ts'

/** A payment, with an unknown outcome, for a plan change or recovery. */
export type PendingChange = Pick<PaymentRow, 'id' | 'createdAt'>

/**
 * The unfinished payment, if any, for a plan change or recovery of the given payment's subscription. Takes the locks under which plan
 * changes and recoveries begin, so that no plan change or recovery begins until this transaction ends.
 */
export const lockAndFindPendingChange = async (
  work: Write,
  payment: Pick<PaymentRow, 'customerId' | 'subscriptionId'>,
): Promise<PendingChange | undefined> => {
  const { subscriptionId } = payment
  if (subscriptionId === null) return undefined
  await Promise.all([lockNames(work, lockNamesOf(payment)), lockSubscription(work, subscriptionId)])
  return findPendingChange(work, subscriptionId)
}

/** The look-up of a subscription's payments with an unknown outcome. */
export const unfinishedOfSubscription = lookup('payments', ['subscriptionId'], {
  where: `found.payment_status = 'PENDING'`,
})

/**
 * The unfinished payment, if any, for a plan change or recovery of a subscription. The caller holds the locks that {@link
 * lockAndFindPendingChange} takes.
 */
export const findPendingChange = ({ db }: Write, subscriptionId: string): Promise<PendingChange | undefined> =>
  db
    .selectFrom('payments')
    .select(['id', 'createdAt'])
    .where('subscriptionId', '=', subscriptionId)
    .where('purpose', 'in', ['change_plan', 'recover'])
    .where('paymentStatus', '=', 'PENDING')
    .executeTakeFirst()
