import type { Payment } from '@billing-checkout/contract'
import type { PhaseTrigger } from '../state/phase.ts'

const triggers = {
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
 * The phase change that a payment's status causes; only `PENDING` continues the wait. If a payment was approved but is refunded
 * automatically, because the subscription had changed in the meantime, the session ends unpaid.
 */
export const phaseTriggerFor = ({
  payment_status: status,
  status_reason: reason,
}: Pick<Payment, 'payment_status' | 'status_reason'>): (typeof triggers)[Payment['payment_status']] | 'ranOut' =>
  reason?.status === 'unwanted' ? 'ranOut' : triggers[status]
