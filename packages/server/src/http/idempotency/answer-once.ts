import { Problem } from '@billing-checkout/contract'
import type { Database } from '../../store/database.ts'
import { IdempotencyKeyTaken } from '../../store/requests/idempotency-key-taken.ts'
import type { CallerContext } from '../../organization/caller-context.ts'
import { OwnPaymentInProgress } from '../../store/requests/own-payment-in-progress.ts'
import {
  inProgress,
  isKeyKnown,
  isPendingPayment,
  loadIdempotentResponse,
  type Recalled,
} from '../../store/requests/load-idempotent-response.ts'

/** An answer, and whether it repeats the answer to an earlier request with the same key. */
export interface OnceAnswered {
  readonly answer: unknown
  readonly replayed: boolean
}

/**
 * Answers a repeated request with the stored first answer, and carries out every other request. If the first answer was a payment without
 * an outcome, it answers with the payment's current state. The stored answer has no client token: the route adds a valid one, or none if
 * the session is over. If answers were not stored, a late repetition could undo a newer change.
 */
export const answerOnce = async (
  database: Database,
  call: CallerContext,
  makeAnswer: (call: CallerContext) => Promise<unknown>,
): Promise<OnceAnswered> => {
  const remembered = await loadIdempotentResponse(database, call)
  if (remembered !== undefined && 'answer' in remembered) return replay(call, remembered, makeAnswer)
  try {
    const idempotency = call.idempotency && { ...call.idempotency, ...remembered }
    return { answer: await makeAnswer({ ...call, idempotency }), replayed: false }
  } catch (error) {
    // The payment in progress belongs to this key, and the error says so.
    if (error instanceof OwnPaymentInProgress) throw error
    if (!(error instanceof Problem || error instanceof IdempotencyKeyTaken)) throw error
    // The same request may have finished first on another connection. We then repeat its answer, because this refusal only means that the
    // work is already done, such as a used card, a completed session or a payment in progress.
    const first = await loadIdempotentResponse(database, call)
    if (first !== undefined && 'answer' in first) return replay(call, first, makeAnswer)
    throw error instanceof Problem && !(await isKeyKnown(database, call)) ? error : inProgress()
  }
}

/** Repeats the first answer. It stays unchanged while its payment is pending, because it may tell the shopper what to do. */
const replay = async (
  call: CallerContext,
  { answer, pendingPaymentId }: Extract<Recalled, { readonly answer: unknown }>,
  makeAnswer: (call: CallerContext) => Promise<unknown>,
): Promise<OnceAnswered> => {
  if (pendingPaymentId === null) return { answer, replayed: true }
  const idempotency = call.idempotency && { ...call.idempotency, begunPaymentId: pendingPaymentId }
  const current = await makeAnswer({ ...call, idempotency })
  return { answer: isPendingPayment(current) ? answer : current, replayed: true }
}
