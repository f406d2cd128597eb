import { collectedPart } from '@billing-checkout/domain'
import type { PaymentRow } from '../../store/rows.ts'

/**
 * What of a payment was not taken, because its processor had taken less under the reference, and the tax in it, both in minor
 * units. The tax is counted as it is in a refund, and added again to the charge that brings it.
 */
export const shortageOf = (
  payment: Pick<PaymentRow, 'amount' | 'collectedAmount' | 'tax'>,
): { readonly minor: number; readonly taxMinor: number } => {
  const minor = payment.amount - collectedPart(payment)
  const taxMinor = minor === 0 ? 0 : Math.round(((payment.tax?.amount_tax ?? 0) * minor) / payment.amount)
  return { minor, taxMinor }
}
