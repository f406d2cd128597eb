import { required } from '@billing-checkout/domain'
import type { PaymentRow } from '../../store/rows.ts'

/** The processor's id of the transaction by which a payment took or holds its money. */
export const transactionOf = ({ id, paymentDetails }: Pick<PaymentRow, 'id' | 'paymentDetails'>): string =>
  required(paymentDetails?.processor_transaction_id, 'transaction of payment', id)
