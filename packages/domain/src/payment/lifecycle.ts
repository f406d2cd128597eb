import type { PaymentStatus } from '@billing-checkout/contract'
import { statusAfter, type Lifecycle } from '../lifecycle.ts'

/** What can change a payment's status; the inner keys of `paymentLifecycle`. */
export type PaymentTrigger =
  | 'authorized'
  | 'declined'
  | 'blocked'
  | 'failed'
  | 'abandoned'
  | 'captured'
  | 'voided'
  | 'settled'

/** Every allowed change of a payment's status: the row is the present status, the column the trigger, the cell the next status. */
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

/** A payment's status after `trigger`. Throws `InvalidTransition` if the table does not allow it. */
export const paymentStatusAfter = (status: PaymentStatus, trigger: PaymentTrigger): PaymentStatus =>
  statusAfter<PaymentStatus, PaymentTrigger>(paymentLifecycle, status, trigger)

/** The statuses of a payment whose money has moved or is promised. */
export const authorizedOrCapturedStatuses = [
  'AUTHORIZED',
  'SETTLING',
  'SETTLED',
] as const satisfies readonly PaymentStatus[]

/** Whether money has moved or is promised. */
export const isAuthorizedOrCaptured = (status: PaymentStatus): boolean =>
  authorizedOrCapturedStatuses.some((paid) => paid === status)

/** The statuses of a payment whose money was captured, whether or not it has settled. */
export const capturedStatuses = ['SETTLING', 'SETTLED'] as const satisfies readonly PaymentStatus[]

/** Whether money was captured, so that it can be refunded. */
export const isCaptured = (status: PaymentStatus): boolean => capturedStatuses.some((captured) => captured === status)
