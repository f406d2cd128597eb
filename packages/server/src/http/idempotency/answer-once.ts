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

/** An answer, and whether it was given before to an earlier request with the same key. */
export interface OnceAnswered {
  readonly answer: unknown
  readonly replayed: boolean
}

/**
 * Answers a request that was made before with its first answer, and carries out all others. If the first answer was a payment
 * without an outcome, the request is answered with the payment as it is now. The stored answer has no client token: the route adds a
 * valid one, or none if the session is over. If no answer were stored, a late repetition could undo a correction.
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
    // The payment in progress belongs to this key, and its own error says so.
    if (error instanceof OwnPaymentInProgress) throw error
    if (!(error instanceof Problem || error instanceof IdempotencyKeyTaken)) throw error
    // The same request may have been faster on another connection. Then its answer is the answer to this one too. A refusal here only means
    // that the work is already done: a used card, a completed session, a payment in progress.
    const first = await loadIdempotentResponse(database, call)
    if (first !== undefined && 'answer' in first) return replay(call, first, makeAnswer)
    throw error instanceof Problem && !(await isKeyKnown(database, call)) ? error : inProgress()
  }
}

/** The first answer again. It stands while its payment is pending, because it may say what the shopper has to do. */
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
