import type { Call } from '../http/call.ts'
import { IdempotencyKeyTaken } from '../store/idempotency-key-taken.ts'
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
export const answerKeys = (write: Write, paymentId: string, answer: object): void => {
  write.send(
    write.db
      .updateTable('idempotencyKeys')
      .set({ answer: JSON.stringify(answer) })
      .where('organizationId', '=', write.organizationId)
      .where('paymentId', '=', paymentId)
      .where('answer', 'is', null),
  )
}

interface KeyState {
  readonly paymentId: string | null
  readonly answer: string | null
  readonly leaseSeconds: number
}

/** How long a key is remembered; an older row is as good as none, and is written over. */
export const daysRemembered = 30

const insertKey = async (write: Write, call: Call, state: KeyState): Promise<void> => {
  const { caller, key, requestHash } = call.idempotency!
  const row = {
    requestHash,
    paymentId: state.paymentId,
    answer: state.answer,
    createdAt: call.wall,
    leaseUntil: secondsAfter(call.wall, state.leaseSeconds),
  }
  const taken = await write.db
    .insertInto('idempotencyKeys')
    .values({ organizationId: write.organizationId, caller, key, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'caller', 'key'])
        .doUpdateSet(row)
        .where('idempotencyKeys.createdAt', '<', secondsAfter(call.wall, -daysRemembered * 86_400)),
    )
    .returning('key')
    .executeTakeFirst()
  if (taken === undefined) throw new IdempotencyKeyTaken()
}

const secondsAfter = (wall: string, seconds: number): string =>
  new Date(Date.parse(wall) + seconds * 1000).toISOString()
