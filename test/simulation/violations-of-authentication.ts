import type { ThreeDSecure } from '@billing-checkout/contract'
import { isAuthorizedOrCaptured } from '@billing-checkout/domain'
import type { BookedPayment, Books } from './books.ts'

/** Payments whose 3-D Secure result contradicts their outcome, a sentence each. */
export const violationsOfAuthentication = ({ payments }: Books): readonly string[] =>
  payments.flatMap((payment) => {
    const { id, status, threeDSecure } = payment
    if (threeDSecure === null) return []
    const shifts = threeDSecure.electronic_commerce_indicator?.liability_shift ?? false
    return [
      ...(allowed[threeDSecure.status](payment)
        ? []
        : [`Payment ${id} is ${status}, but its authentication ${threeDSecure.status}.`]),
      ...(shifts === shifting.has(threeDSecure.status)
        ? []
        : [`Payment ${id} says of its liability ${shifts}, with an authentication ${threeDSecure.status}.`]),
    ]
  })

const shifting: ReadonlySet<ThreeDSecure['status']> = new Set(['authenticated', 'attempted'])

const any = (): boolean => true
const isUnpaid = ({ status }: BookedPayment): boolean => !isAuthorizedOrCaptured(status)

/**
 * For each 3-D Secure result, the payments that may have it: no finished payment waits for a challenge, and a payment with a failed
 * challenge is never paid.
 */
const allowed: Readonly<Record<ThreeDSecure['status'], (payment: BookedPayment) => boolean>> = {
  authenticated: any,
  attempted: any,
  unavailable: any,
  not_performed: any,
  failed: isUnpaid,
  rejected: isUnpaid,
  challenge_required: ({ status }) => status === 'PENDING',
}
