import { lacksSpentCredit } from '@billing-checkout/domain'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { SubscriptionRow } from '../../store/rows.ts'
import type { MovedCreditReduction } from '../../store/schema/refunds.ts'

/** The columns of a subscription that show which payment and which credit paid for its period. */
type PeriodRow = Pick<
  SubscriptionRow,
  'id' | 'customerId' | 'periodPaymentId' | 'currentPeriodStart' | 'balanceAmount' | 'deferredCostAmount'
>

/**
 * Whether the merchant lacks some of the money for a subscription's current period: the period's payment was refunded, is disputed or
 * failed; or a refund or dispute withdrew credit that was spent on the period, so that the subscription now owes that amount.
 */
export const isPeriodRefundedOrDisputed = async (db: OrganizationDatabase, period: PeriodRow): Promise<boolean> => {
  const [own, ofCredit] = await Promise.all([isPaymentReturnedOrFailed(db, period), isCreditOwed(db, period)])
  return own || ofCredit
}

const isPaymentReturnedOrFailed = async (
  db: OrganizationDatabase,
  { periodPaymentId }: Pick<SubscriptionRow, 'periodPaymentId'>,
): Promise<boolean> => {
  if (periodPaymentId === null) return false
  const gone = await db
    .selectFrom('payments')
    .select('id')
    .where('id', '=', periodPaymentId)
    .where(({ or, eb }) =>
      or([eb('refundedAmount', '>', 0), eb('disputedAmount', '>', 0), eb('paymentStatus', '=', 'FAILED')]),
    )
    .executeTakeFirst()
  return gone !== undefined
}

/**
 * Whether a refund or dispute withdrew credit that was spent on this period. A cost that a plan change deferred to the next charge does not
 * count, because it is not owed yet.
 */
const isCreditOwed = async (db: OrganizationDatabase, period: PeriodRow): Promise<boolean> => {
  const { id, customerId, currentPeriodStart, balanceAmount, deferredCostAmount } = period
  if (!lacksSpentCredit({ balanceMinor: balanceAmount, deferredMinor: deferredCostAmount })) return false
  // The credit may come from a payment for another subscription of the customer.
  const [refunds, disputes] = await Promise.all([
    db
      .selectFrom('acceptedRefunds')
      .innerJoin('payments', 'payments.id', 'acceptedRefunds.paymentId')
      .select(['acceptedRefunds.taken', 'payments.subscriptionId'])
      .where('payments.customerId', '=', customerId)
      .where('acceptedRefunds.state', '<>', 'failed')
      .where('acceptedRefunds.taken', 'is not', null)
      .execute(),
    db
      .selectFrom('disputes')
      .innerJoin('payments', 'payments.id', 'disputes.paymentId')
      .select(['disputes.taken', 'payments.subscriptionId'])
      .where('payments.customerId', '=', customerId)
      .where('disputes.appliedAmount', '>', 0)
      .where('disputes.taken', 'is not', null)
      .execute(),
  ])
  return [...refunds, ...disputes].some(({ taken, subscriptionId }) => {
    if (taken === null) return false
    const isOwn = subscriptionId === id && taken.periodStart === currentPeriodStart && taken.balanceMinor > 0
    return isOwn || (taken.elsewhere ?? []).some((part) => isOfPeriod(part, period))
  })
}

const isOfPeriod = (
  part: MovedCreditReduction,
  { id, periodPaymentId, currentPeriodStart }: Pick<SubscriptionRow, 'id' | 'periodPaymentId' | 'currentPeriodStart'>,
): boolean =>
  part.kind === 'payment'
    ? part.spender === periodPaymentId && part.minor > 0
    : part.kind === 'subscription' &&
      part.subscriptionId === id &&
      part.periodStart === currentPeriodStart &&
      part.minor > 0
