import { collectedPart } from '@billing-checkout/domain'
import type { PaymentRow } from '../../store/rows.ts'

/**
 * The part of a payment that its processor did not collect, and the tax in that part; both in minor units. The processor had collected a
 * smaller sum under the same reference before (DECISIONS 59). The tax is computed as for a refund, and the charge that collects the missing
 * part adds tax again.
 */
export const shortageOf = (
  payment: Pick<PaymentRow, 'amount' | 'collectedAmount' | 'tax'>,
): { readonly minor: number; readonly taxMinor: number } => {
  const minor = payment.amount - collectedPart(payment)
  const taxMinor = minor === 0 ? 0 : Math.round(((payment.tax?.amount_tax ?? 0) * minor) / payment.amount)
  return { minor, taxMinor }
}
