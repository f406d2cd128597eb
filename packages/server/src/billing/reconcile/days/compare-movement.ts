import { isCaptured } from '@billing-checkout/domain'
import type { BookedMovement } from '../../../processors/processor.ts'
import type { DifferenceKind } from '../../../store/schema/booked-days.ts'
import type { KnownTransaction } from './find-known.ts'

/** Something on which a processor and the books disagree. */
export interface FoundDifference {
  /**
   * The key by which a later comparison finds the difference again: the processor's id of its entry, or our reference that the processor
   * lacks.
   */
  readonly key: string
  readonly kind: DifferenceKind
  readonly movement: BookedMovement['kind']
  readonly organizationId: string | null
  readonly paymentId: string | null
  readonly transactionId: string | null
  readonly reference: string | null
  /** The processor's amount less the amount in the books, in minor units; negative if the processor has less. */
  readonly differenceMinor: number
  readonly currency: string
  readonly message: string
  readonly at: string
}

/** How a processor's entry differs from the books about its transaction; null if it does not. */
export const compareMovement = (
  movement: BookedMovement,
  known: KnownTransaction | undefined,
): FoundDifference | null => {
  const compare = comparisons[movement.kind]
  const found = compare(movement, known)
  if (found === null) return null
  const { id: key, kind, transactionId, reference, currency, at } = movement
  const { organizationId = null, paymentId = null } = known ?? {}
  return { key, movement: kind, organizationId, paymentId, transactionId, reference, currency, at, ...found }
}

type Found = Pick<FoundDifference, 'kind' | 'differenceMinor' | 'message'> | null
type Compare = (movement: BookedMovement, known: KnownTransaction | undefined) => Found

const compareCharge: Compare = (movement, known) => {
  if (known === undefined) return missingHere(movement, movement.amount)
  const { paymentStatus: status } = known
  if (!isCaptured(status) && !known.isCollected)
    return state(movement.amount, `The processor has taken the money, and the payment is ${status}.`)
  return otherSum(movement, known, 1)
}

const compareRefund: Compare = (movement, known) =>
  known === undefined ? missingHere(movement, -movement.amount) : otherSum(movement, known, -1)

const compareFailedRefund: Compare = (movement, known) =>
  known === undefined || known.refundState === 'failed'
    ? null
    : state(movement.amount, 'The money of a refund has come back, and the refund has not failed here.')

const compareDispute: Compare = (movement, known) =>
  known === undefined || known.isDisputed
    ? null
    : state(-movement.amount, 'A dispute has moved money, and no dispute of the payment is known.')

const comparisons: Readonly<Record<BookedMovement['kind'], Compare>> = {
  charge: compareCharge,
  refund: compareRefund,
  refund_failed: compareFailedRefund,
  // Disputes of charges that are not ours are not reported, because the charge is reported already.
  dispute: compareDispute,
  other: () => null,
}

const missingHere = ({ kind, reference }: BookedMovement, differenceMinor: number): Found => ({
  kind: 'missing_here',
  differenceMinor,
  message:
    reference === null
      ? `A ${kind} under no reference of ours: another program moves money in the same account.`
      : `A ${kind} under a reference of ours, of which there is no record here.`,
})

const otherSum = (movement: BookedMovement, known: KnownTransaction, sign: 1 | -1): Found => {
  const { amount, currency, kind } = movement
  if (currency === known.currency && amount === known.amount) return null
  const booked = currency === known.currency ? known.amount : 0
  return {
    kind: 'amount',
    differenceMinor: sign * (amount - booked),
    message: `A ${kind} of ${amount} ${currency} is booked as ${known.amount} ${known.currency}.`,
  }
}

const state = (differenceMinor: number, message: string): Found => ({ kind: 'state', differenceMinor, message })
