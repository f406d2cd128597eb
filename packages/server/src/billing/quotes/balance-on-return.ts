import { leftUncharged, restate, type TaxRule } from '@billing-checkout/domain'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { ClaimRow, SubscriptionRow } from '../../store/rows.ts'

/**
 * The balance that a quote for a subscription goes by, in minor units counted under `paidTax`. What the charges of a cancelled one
 * have left, because the processor had no amount for it, has died with it; whatever else it owes is still owed.
 */
export const balanceOnReturn = async (
  db: OrganizationDatabase,
  subscription: SubscriptionRow,
  paidTax: TaxRule | null,
): Promise<number> => {
  const { status, balanceAmount } = subscription
  if (status !== 'cancelled' || balanceAmount >= 0) return balanceAmount
  const claim = await claimOfPeriod(db, subscription)
  if (claim === undefined) return balanceAmount
  const { draft } = claim.quote
  return Math.min(balanceAmount + restate(leftUncharged(draft), draft.tax.rule, paidTax), 0)
}

/** The claim that began the current period: its lines say all that was left until then. None where credit alone paid for a change. */
const claimOfPeriod = (
  db: OrganizationDatabase,
  { id, periodPaymentId, currentPeriodStart }: SubscriptionRow,
): Promise<Pick<ClaimRow, 'quote'> | undefined> => {
  const claims = db.selectFrom('claims').select('quote')
  const began =
    periodPaymentId === null
      ? claims
          .where('kind', '=', 'period')
          .where('subscriptionId', '=', id)
          .where('periodStart', '=', currentPeriodStart)
      : claims.where('id', 'in', db.selectFrom('payments').select('claimId').where('id', '=', periodPaymentId))
  return began.executeTakeFirst()
}
