import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { SubscriptionRow } from '../../store/rows.ts'

/**
 * Whether some of the money for a subscription's current period is not with the merchant: the period's own payment was refunded, is
 * disputed or failed, or credit that was spent on the period went back with its payment and is owed now.
 */
export const isPeriodRefundedOrDisputed = async (
  db: OrganizationDatabase,
  period: Pick<SubscriptionRow, 'id' | 'periodPaymentId' | 'currentPeriodStart' | 'balanceAmount'>,
): Promise<boolean> => {
  const [own, ofCredit] = await Promise.all([isPaymentGone(db, period), isCreditOwed(db, period)])
  return own || ofCredit
}

const isPaymentGone = async (
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

/** Whether a refund or dispute of this period withdrew more credit than the balance had. */
const isCreditOwed = async (
  db: OrganizationDatabase,
  { id, currentPeriodStart, balanceAmount }: Pick<SubscriptionRow, 'id' | 'currentPeriodStart' | 'balanceAmount'>,
): Promise<boolean> => {
  if (balanceAmount >= 0) return false
  const payments = db.selectFrom('payments').select('payments.id').where('payments.subscriptionId', '=', id)
  const [refunds, disputes] = await Promise.all([
    db
      .selectFrom('acceptedRefunds')
      .select('taken')
      .where('paymentId', 'in', payments)
      .where('state', '<>', 'failed')
      .where('taken', 'is not', null)
      .execute(),
    db
      .selectFrom('disputes')
      .select('taken')
      .where('paymentId', 'in', payments)
      .where('appliedAmount', '>', 0)
      .where('taken', 'is not', null)
      .execute(),
  ])
  return [...refunds, ...disputes].some(
    ({ taken }) => taken !== null && taken.periodStart === currentPeriodStart && taken.balanceMinor > 0,
  )
}
