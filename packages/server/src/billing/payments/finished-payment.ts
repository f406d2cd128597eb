import type { PaymentRelations } from '../../presenters/payments/present-payment.ts'
import type { PaymentRow } from '../../store/rows.ts'

/** A payment after an attempt has ended, with the related rows that are already loaded. */
export interface FinishedPayment extends Partial<PaymentRelations> {
  readonly payment: PaymentRow
}
