import type { Payment } from '@billing-checkout/client'

/** What is left of a payment to refund, in minor units; 0 if it cannot be refunded in its status. */
export const refundableOf = ({
  amount,
  refunded_amount: refunded,
  payment_status: status,
}: Pick<Payment, 'amount' | 'refunded_amount' | 'payment_status'>): number =>
  status === 'SETTLING' || status === 'SETTLED' ? amount - refunded : 0
