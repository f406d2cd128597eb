import type { PaymentRelations } from '../../presenters/present-payment.ts'
import type { PaymentRow } from '../../store/rows.ts'

/** A payment as an attempt has left it, with as much of its company as is in hand; the rest has to be looked up. */
export interface FinishedPayment extends Partial<PaymentRelations> {
  readonly payment: PaymentRow
}
