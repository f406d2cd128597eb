import { isUniqueViolation } from '@billing-checkout/database/errors'
import { addDays, addSeconds } from '@billing-checkout/domain'
import type { RequestKey } from '../schema/attempts.ts'
import type { Write } from '../writes/write.ts'
import { IdempotencyKeyTaken } from './idempotency-key-taken.ts'
import { idempotencyKeyDays } from './load-idempotent-response.ts'
import type { KeyedRequest } from './request-identity.ts'

/** Seconds for which only the running request may use its key. After that, a retry with the same key may look up the request's outcome. */
const leaseSeconds = 60

/**
 * Stores a request's answer under its idempotency key, in the transaction that did the work. If another request with the same key stored
 * its answer first, the commit throws `IdempotencyKeyTaken`, which rolls the work back.
 */
export const saveIdempotentResponse = (write: Write, call: KeyedRequest, answer: object): void => {
  insertKey(write, call, { paymentId: null, answer: JSON.stringify(answer), leaseSeconds: 0 })
}

/** Reserves a request's idempotency key for a payment whose answer is still unknown. Throws like {@link saveIdempotentResponse}. */
export const reserveKey = (write: Write, call: KeyedRequest, paymentId: string): void => {
  insertKey(write, call, { paymentId, answer: null, leaseSeconds })
}

/**
 * Reserves the key of a request that begins a payment but answers with a different object, which {@link answerKey} stores. Throws like
 * {@link saveIdempotentResponse}.
 */
export const reserveKeyOfChange = (write: Write, call: KeyedRequest, changePaymentId: string): void => {
  insertKey(write, call, { paymentId: null, changePaymentId, answer: null, leaseSeconds })
}

/** Ends a request without an answer. Its key stays reserved, so that a retry gets the outcome of the payment that the request began. */
export const endKeyLease = (write: Write, { caller, key }: RequestKey): void => {
  write.update('idempotencyKeys', { caller, key, answer: null }, { leaseUntil: write.leaseNow })
}

/** Stores the answer under every key that is reserved for this payment and has no answer yet. */
export const answerKeys = (write: Write, paymentId: string, answer: object): void => {
  write.update('idempotencyKeys', { paymentId, answer: null }, { answer: JSON.stringify(answer) })
}

/** Stores the answer under one reserved key, unless the key has an answer already. */
export const answerKey = (write: Write, { caller, key }: RequestKey, answer: object): void => {
  write.update('idempotencyKeys', { caller, key, answer: null }, { answer: JSON.stringify(answer) })
}

interface KeyState {
  readonly paymentId: string | null
  readonly changePaymentId?: string
  readonly answer: string | null
  readonly leaseSeconds: number
}

/** Writes the row of the key, if the request has a key. It replaces a row of the same key that is too old to count. */
const insertKey = (write: Write, { idempotency, wall }: KeyedRequest, state: KeyState): void => {
  const { db, send, insert, leaseNow } = write
  if (idempotency === null) return
  const { caller, key, requestHash, wasUsedLongAgo } = idempotency
  if (wasUsedLongAgo) {
    send(
      db
        .deleteFrom('idempotencyKeys')
        .where('caller', '=', caller)
        .where('key', '=', key)
        .where('createdAt', '<=', addDays(wall, -idempotencyKeyDays)),
    )
  }
  insert(
    'idempotencyKeys',
    {
      caller,
      key,
      requestHash,
      paymentId: state.paymentId,
      changePaymentId: state.changePaymentId,
      answer: state.answer,
      createdAt: wall,
      leaseUntil: addSeconds(leaseNow, state.leaseSeconds),
    },
    (error) => (isUniqueViolation(error) ? new IdempotencyKeyTaken() : error),
  )
}
