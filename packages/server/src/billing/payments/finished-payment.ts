import type { PaymentRelations } from '../../presenters/payments/present-payment.ts'
import type { PaymentRow } from '../../store/rows.ts'

/** A payment after an attempt has ended, with those of its related rows that are loaded already. */
export interface FinishedPayment extends Partial<PaymentRelations> {
  readonly payment: PaymentRow
}
