import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { SubscriptionRow } from '../../store/rows.ts'

type Period = Pick<SubscriptionRow, 'id' | 'periodPaymentId' | 'currentPeriodStart'>

/** Whether the payment of a subscription's current period has not failed since the period began. */
export const hasCome = async (db: OrganizationDatabase, { periodPaymentId }: Period): Promise<boolean> => {
  if (periodPaymentId === null) return true
  const lost = await db
    .selectFrom('payments')
    .select('id')
    .where('id', '=', periodPaymentId)
    .where('paymentStatus', '=', 'FAILED')
    .executeTakeFirst()
  return lost === undefined
}

/**
 * Whether some of the money that a subscription's current period costs is not with the merchant: that of its own payment, or what an
 * earlier payment gave as credit for it. It was refunded, is disputed, or never came.
 */
export const isAnyGone = async (db: OrganizationDatabase, period: Period): Promise<boolean> => {
  const [own, ofCredit] = await Promise.all([isOwnGone(db, period), isCreditGone(db, period)])
  return own || ofCredit
}

const isOwnGone = async (db: OrganizationDatabase, { periodPaymentId }: Period): Promise<boolean> => {
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

/** Credit whose money never came is owed as a surcharge instead, so it counts as paid. */
const isCreditGone = async (
  db: OrganizationDatabase,
  { id, currentPeriodStart }: Pick<Period, 'id' | 'currentPeriodStart'>,
): Promise<boolean> => {
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
    ({ taken }) => taken !== null && taken.periodStart === currentPeriodStart && taken.costMinor > 0,
  )
}
