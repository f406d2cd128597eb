import type { Payment } from '@billing-checkout/contract'
import type { Happening } from './phase.ts'

const happenings = {
  PENDING: 'becameUnknown',
  AUTHORIZED: 'approved',
  SETTLING: 'approved',
  SETTLED: 'approved',
  DECLINED: 'cardDeclined',
  BLOCKED: 'cardDeclined',
  FAILED: 'cardDeclined',
  CANCELLED: 'cardDeclined',
} as const satisfies Readonly<Record<Payment['payment_status'], Happening>>

/** What a payment's status means for the checkout; only statuses that are certain end it. */
export const outcomeOf = (payment: Payment): (typeof happenings)[Payment['payment_status']] =>
  happenings[payment.payment_status]
