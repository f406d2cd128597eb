import type { Call } from '../http/call.ts'
import { IdempotencyKeyTaken } from '../store/idempotency-key-taken.ts'
import { isUniqueViolation } from '../store/engine/is-unique-violation.ts'
import type { Write } from '../store/write.ts'

/** How long a running request keeps its key to itself before another may look at what became of it. */
const leaseSeconds = 60

/**
 * Keeps a request's answer under its idempotency key, in the transaction that did the work (decisions 5). Throws
 * `IdempotencyKeyTaken`, and so undoes the work, when another request with the same key was first.
 */
export const rememberAnswer = async (write: Write, call: Call, answer: object): Promise<void> => {
  if (call.idempotency === null) return
  await insertKey(write, call, { paymentId: null, answer: JSON.stringify(answer), leaseSeconds: 0 })
}

/** Takes a request's idempotency key for a payment whose answer is not known yet. Throws like `rememberAnswer`. */
export const claimKey = async (write: Write, call: Call, paymentId: string): Promise<void> => {
  if (call.idempotency === null) return
  await insertKey(write, call, { paymentId, answer: null, leaseSeconds })
}

/** Fills in the answer of every request that waits for this payment. */
export const answerKeys = async (write: Write, paymentId: string, answer: object): Promise<void> => {
  await write.db
    .updateTable('idempotencyKeys')
    .set({ answer: JSON.stringify(answer) })
    .where('organizationId', '=', write.organizationId)
    .where('paymentId', '=', paymentId)
    .where('answer', 'is', null)
    .execute()
}

interface KeyState {
  readonly paymentId: string | null
  readonly answer: string | null
  readonly leaseSeconds: number
}

const insertKey = async (write: Write, call: Call, state: KeyState): Promise<void> => {
  const { caller, key, requestHash } = call.idempotency!
  try {
    await write.db
      .insertInto('idempotencyKeys')
      .values({
        organizationId: write.organizationId,
        caller,
        key,
        requestHash,
        paymentId: state.paymentId,
        answer: state.answer,
        createdAt: call.wall,
        leaseUntil: new Date(Date.parse(call.wall) + state.leaseSeconds * 1000).toISOString(),
      })
      .execute()
  } catch (error) {
    if (isUniqueViolation(error, 'idempotency_keys_pkey')) throw new IdempotencyKeyTaken()
    throw error
  }
}
