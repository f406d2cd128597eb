import type { Payment } from '@billing-checkout/contract'
import type { PhaseTrigger } from '../state/phase.ts'

const happenings = {
  PENDING: 'becameUnknown',
  AUTHORIZED: 'approved',
  SETTLING: 'approved',
  SETTLED: 'approved',
  DECLINED: 'cardDeclined',
  BLOCKED: 'cardDeclined',
  FAILED: 'cardDeclined',
  CANCELLED: 'cardDeclined',
} as const satisfies Readonly<Record<Payment['payment_status'], PhaseTrigger>>

/**
 * What a payment means for the checkout; only statuses that are certain end it. One that was approved and goes back by itself,
 * because what it was for had changed meanwhile, has ended its session without paying for anything.
 */
export const outcomeOf = ({
  payment_status: status,
  status_reason: reason,
}: Pick<Payment, 'payment_status' | 'status_reason'>): (typeof happenings)[Payment['payment_status']] | 'ranOut' =>
  reason?.status === 'unwanted' ? 'ranOut' : happenings[status]
