import { createHash } from 'node:crypto'
import { Problem, isCardNumber, type Operation } from '@billing-checkout/contract'
import type { CallerContext, Principal } from '../organization/caller-context.ts'
import { findCardWithCode } from '../reading/find-card-with-code.ts'
import { showValue } from '../reading/show-value.ts'
import type { Database } from '../store/database.ts'
import { IdempotencyKeyTaken } from '../store/requests/idempotency-key-taken.ts'
import {
  keyInProgressProblem,
  isKeyKnown,
  isPendingPayment,
  loadIdempotentResponse,
  type EarlierRequest,
} from '../store/requests/load-idempotent-response.ts'
import { OwnPaymentInProgress } from '../store/requests/own-payment-in-progress.ts'
import type { RequestIdentity } from '../store/requests/request-identity.ts'

/** An answer, and whether it repeats the answer to an earlier request with the same key. */
export interface IdempotentAnswer {
  readonly answer: unknown
  readonly replayed: boolean
}

/**
 * Answers a repeated request with the stored first answer, and carries out every other request. If the payment in the first answer had no
 * outcome yet, the payment's current state is the answer once the outcome is known. The stored answer has no client token; the route adds a
 * valid token unless the session is over. Without stored answers, a repeated request could undo a newer change.
 */
export const answerOnce = async (
  database: Database,
  call: CallerContext,
  makeAnswer: (call: CallerContext) => Promise<unknown>,
): Promise<IdempotentAnswer> => {
  const remembered = await loadIdempotentResponse(database, call)
  if (remembered !== undefined && 'answer' in remembered) return replay(call, remembered, makeAnswer)
  try {
    const idempotency = call.idempotency && { ...call.idempotency, ...remembered }
    return { answer: await makeAnswer({ ...call, idempotency }), replayed: false }
  } catch (error) {
    // This error already states that a payment of this very request is in progress.
    if (error instanceof OwnPaymentInProgress) throw error
    if (!(error instanceof Problem || error instanceof IdempotencyKeyTaken)) throw error
    // The same request may have finished first on another connection. We then repeat its answer: the refusal in `error` only means that the
    // work is already done, because the card is used, the session is completed or a payment is in progress.
    const first = await loadIdempotentResponse(database, call)
    if (first !== undefined && 'answer' in first) return replay(call, first, makeAnswer)
    // If the key is known now, the other request reserved it after our first look-up and is still running.
    throw error instanceof Problem && !(await isKeyKnown(database, call)) ? error : keyInProgressProblem()
  }
}

/** Repeats the first answer. While its payment is pending, the answer stays unchanged, because it may tell the shopper what to do. */
const replay = async (
  call: CallerContext,
  { answer, pendingPaymentId }: Extract<EarlierRequest, { readonly answer: unknown }>,
  makeAnswer: (call: CallerContext) => Promise<unknown>,
): Promise<IdempotentAnswer> => {
  if (pendingPaymentId === null) return { answer, replayed: true }
  const idempotency = call.idempotency && { ...call.idempotency, begunPaymentId: pendingPaymentId }
  const current = await makeAnswer({ ...call, idempotency })
  return { answer: isPendingPayment(current) ? answer : current, replayed: true }
}

/** Returns the `Idempotency-Key` of a POST or PATCH; `undefined` if there is none. Throws `invalid_parameter` for an invalid key. */
export const readIdempotencyKey = (operation: Operation, header: string | undefined): string | undefined => {
  if (header === undefined || (operation.method !== 'POST' && operation.method !== 'PATCH')) return undefined
  const isPrintable = /^[\x20-\x7e]{1,255}$/.test(header)
  // A key is stored for a month, so it must not contain a card number.
  if (isPrintable && !isCardNumber(header) && findCardWithCode(header) === undefined) return header
  const rule = isPrintable
    ? 'must not be a card number'
    : `must be 1 to 255 printable ASCII characters, got ${header.length} characters: ${showValue(header)}`
  const message = `Idempotency-Key ${rule}.`
  throw new Problem('invalid_parameter', message, {
    details: [{ path: 'header.Idempotency-Key', code: 'invalid_format', message }],
  })
}

/**
 * Identifies a request by its caller, its idempotency key and a hash of its content, so that a repetition is recognized. The hash covers
 * the request as it was sent, so defaults that a later version changes do not affect it.
 */
export const identifyRequest = (
  operation: Operation,
  principal: Principal,
  key: string,
  { params, query, body }: { readonly params: unknown; readonly query: object; readonly body: unknown },
): RequestIdentity => ({
  caller: callerOf(principal),
  key,
  operation: operation.name,
  requestHash: createHash('sha256')
    .update(`${operation.name}\n${canonicalJson([params, body, ...(Object.keys(query).length > 0 ? [query] : [])])}`)
    .digest('hex'),
})

const callerOf = (principal: Principal): string => {
  if (principal.kind === 'merchant') return 'merchant'
  return `${principal.kind}:${principal.kind === 'user' ? principal.userId : principal.sessionId}`
}

/** JSON text with sorted members, so that equal values have equal text whatever the order of their members. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sortMembers) ?? 'null'

const sortMembers = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)))
    : value
