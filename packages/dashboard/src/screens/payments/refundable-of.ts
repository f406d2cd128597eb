import type { Payment } from '@billing-checkout/client'

/** How much of a payment can still be refunded, in minor units; 0 if its status does not allow a refund. */
export const refundableOf = ({
  amount,
  refunded_amount: refunded,
  payment_status: status,
}: Pick<Payment, 'amount' | 'refunded_amount' | 'payment_status'>): number =>
  status === 'SETTLING' || status === 'SETTLED' ? amount - refunded : 0
