import type { PaymentStatus } from '@billing-checkout/contract'
import { follow, type Lifecycle } from '../lifecycle.ts'

/** What can happen to a payment; the columns of its lifecycle. */
export type PaymentTrigger =
  | 'authorized'
  | 'declined'
  | 'blocked'
  | 'failed'
  | 'abandoned'
  | 'captured'
  | 'voided'
  | 'settled'

/** Every allowed change of a payment's status: a payment that is <row>, when <column> happens, becomes <cell>. */
export const paymentLifecycle = {
  PENDING: {
    authorized: 'AUTHORIZED',
    declined: 'DECLINED',
    blocked: 'BLOCKED',
    failed: 'FAILED',
    abandoned: 'CANCELLED',
  },
  AUTHORIZED: { captured: 'SETTLING', voided: 'CANCELLED', failed: 'FAILED' },
  SETTLING: { settled: 'SETTLED', failed: 'FAILED' },
  SETTLED: {},
  DECLINED: {},
  BLOCKED: {},
  FAILED: {},
  CANCELLED: {},
} as const satisfies Lifecycle<PaymentStatus, PaymentTrigger>

/** A payment's status after `trigger`. Throws `InvalidTransition` when the table does not allow it. */
export const paymentAfter = (status: PaymentStatus, trigger: PaymentTrigger): PaymentStatus =>
  follow<PaymentStatus, PaymentTrigger>(paymentLifecycle, status, trigger)

/** Whether money has moved or is promised: AUTHORIZED, SETTLING or SETTLED. */
export const isPaid = (status: PaymentStatus): boolean => paidStatuses.has(status)
const paidStatuses: ReadonlySet<PaymentStatus> = new Set(['AUTHORIZED', 'SETTLING', 'SETTLED'])
