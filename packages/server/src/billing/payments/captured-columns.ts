import type { PaymentStatus } from '@billing-checkout/contract'
import { addInterval, paymentAfter } from '@billing-checkout/domain'
import type { Write } from '../../store/writes/write.ts'
import type { PaymentChange } from './update-payment.ts'

/**
 * The columns of a payment that is captured now. A day later, by the billing clock, the processor is queried to learn whether the money has
 * arrived.
 */
export const capturedColumns = ({ now }: Pick<Write, 'now'>, status: PaymentStatus) =>
  ({ paymentStatus: paymentAfter(status, 'captured'), dueAt: addInterval(now, 'days', 1) }) satisfies PaymentChange
