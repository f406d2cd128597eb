import type { BookedAttempt, BookedPayment } from './books.ts'

/**
 * A payment must be charged by one attempt (a blocked payment by none), with at most one earlier attempt that was handed on and that its
 * processor never received.
 */
export const violationsOfCharges = (
  { id, status }: Pick<BookedPayment, 'id' | 'status'>,
  charges: readonly BookedAttempt[],
): readonly string[] => {
  const handedOn = charges.filter(({ isHandedOn }) => isHandedOn)
  const last = charges.length - handedOn.length
  const violations: string[] = []
  if (last !== (status === 'BLOCKED' ? 0 : 1) || handedOn.length > 1)
    violations.push(`Payment ${id} has ${last} attempts to charge it, and ${handedOn.length} that were handed on.`)
  if (handedOn.some(({ ledger }) => ledger !== null))
    violations.push(`Payment ${id} was handed on by a connection that knows of it.`)
  return violations
}
