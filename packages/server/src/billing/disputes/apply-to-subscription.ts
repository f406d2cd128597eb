import type { DisputeRow, PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { restoreToSubscription } from '../credit/restore-to-subscription.ts'
import { reallocateRefundsAndDisputes } from '../credit/reallocate-refunds-and-disputes.ts'
import { withdrawFromSubscription } from '../credit/withdraw-from-subscription.ts'
import { taxOfDisputedSum } from '../payments/shares-of-refunds.ts'

/**
 * Makes the amount that a dispute has taken out of a subscription equal to the amount that the dispute withdraws now. This restores the
 * old amount and withdraws the new one. Idempotent. The caller has locked the payment and the subscription.
 */
export const applyToSubscription = async (work: Write, payment: PaymentRow, dispute: DisputeRow): Promise<void> => {
  const { id, appliedAmount, appliedTaxAmount, withdrawnAmount } = dispute
  if (appliedAmount === withdrawnAmount) return
  if (appliedAmount > 0) {
    await restoreToSubscription(work, payment, async () => dispute)
    await work.db.updateTable('disputes').set(nothingApplied).where('id', '=', id).execute()
    await reallocateRefundsAndDisputes(work, payment, { minor: appliedAmount, taxMinor: appliedTaxAmount })
  }
  const minor = Math.min(withdrawnAmount, payment.amount)
  const taxMinor = minor === 0 ? 0 : await taxOfDisputedSum(work, payment, minor)
  await work.db
    .updateTable('disputes')
    .set({ ...nothingApplied, appliedAmount: withdrawnAmount, appliedTaxAmount: taxMinor })
    .where('id', '=', id)
    .execute()
  if (minor === 0) return
  const taken = await withdrawFromSubscription(work, payment, { minor, taxMinor })
  if (taken !== null) work.update('disputes', { id }, { taken: JSON.stringify(taken) })
}

const nothingApplied = { appliedAmount: 0, appliedTaxAmount: 0, taken: null, periodLeftAt: null }
