import type { Database } from '../store/database.ts'
import { IdempotencyKeyTaken } from '../store/idempotency-key-taken.ts'
import type { Call } from './call.ts'
import { inProgress, recallAnswer } from './idempotency.ts'

/** An answer, and whether it was given before to an earlier request with the same key. */
export interface OnceAnswered {
  readonly answer: unknown
  readonly replayed: boolean
}

/** Recalls the first answer of a request that was made before, and makes the first answer to all others (decisions 5). */
export const answerOnce = async (
  database: Database,
  call: Call,
  makeAnswer: () => Promise<unknown>,
): Promise<OnceAnswered> => {
  const remembered = await recallAnswer(database, call)
  if (remembered !== undefined) return { ...remembered, replayed: true }
  try {
    return { answer: await makeAnswer(), replayed: false }
  } catch (error) {
    if (!(error instanceof IdempotencyKeyTaken)) throw error
    // The same request was faster on another connection, so its answer is this one's too.
    const first = await recallAnswer(database, call)
    if (first === undefined) throw inProgress()
    return { ...first, replayed: true }
  }
}
