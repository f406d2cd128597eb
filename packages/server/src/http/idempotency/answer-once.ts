import { Problem } from '@billing-checkout/contract'
import type { Database } from '../../store/database.ts'
import { IdempotencyKeyTaken } from '../../store/requests/idempotency-key-taken.ts'
import type { CallerContext } from '../../organization/caller-context.ts'
import { OwnPaymentInProgress } from '../../billing/checks/payment-in-progress.ts'
import { inProgress, isKeyKnown, loadIdempotentResponse } from '../../billing/load-idempotent-response.ts'

/** An answer, and whether it was given before to an earlier request with the same key. */
export interface OnceAnswered {
  readonly answer: unknown
  readonly replayed: boolean
}

/** Answers a request that was made before with its first answer, and carries out all others. */
export const answerOnce = async (
  database: Database,
  call: CallerContext,
  makeAnswer: (call: CallerContext) => Promise<unknown>,
): Promise<OnceAnswered> => {
  const remembered = await loadIdempotentResponse(database, call)
  if (remembered !== undefined && 'answer' in remembered) return { ...remembered, replayed: true }
  try {
    const idempotency = call.idempotency && { ...call.idempotency, ...remembered }
    return { answer: await makeAnswer({ ...call, idempotency }), replayed: false }
  } catch (error) {
    // It is this key's own payment that is on its way, and says so itself.
    if (error instanceof OwnPaymentInProgress) throw error
    if (!(error instanceof Problem || error instanceof IdempotencyKeyTaken)) throw error
    // The same request may have been faster on another connection. Then its answer is this one's too, and a refusal only
    // says that what was asked for is already done: a used card, a completed session, a payment in progress.
    const first = await loadIdempotentResponse(database, call)
    if (first !== undefined && 'answer' in first) return { ...first, replayed: true }
    throw error instanceof Problem && !(await isKeyKnown(database, call)) ? error : inProgress()
  }
}
