import { required } from '@billing-checkout/domain'
import type { PaymentRow } from '../../store/rows.ts'

/** The processor's id of the transaction that authorized or charged a payment. */
export const transactionOf = ({ id, paymentDetails }: Pick<PaymentRow, 'id' | 'paymentDetails'>): string =>
  required(paymentDetails?.processor_transaction_id, 'transaction of payment', id)
