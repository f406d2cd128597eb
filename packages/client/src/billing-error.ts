import type { ProblemBody, ProblemCode, ProblemDetail } from './interface.ts'

/**
 * Why a request failed: an error code of the service, or `connection_failed` (no answer, or only a part of one),
 * `timed_out`, or `unexpected_answer` (not from the service: a proxy's page, a wrong address).
 */
export type BillingErrorCode = ProblemCode | 'connection_failed' | 'timed_out' | 'unexpected_answer'

/** Facts about a failed request in addition to its code and message. */
interface BillingErrorFacts {
  readonly status?: number
  readonly details?: readonly ProblemDetail[]
  readonly requestId?: string | null
  readonly retryAfterSeconds?: number | null
  readonly idempotencyKey?: string | null
  readonly cause?: unknown
}

/**
 * A request that was refused, or whose answer did not arrive. A declined card is no error: the answer is then a payment with the status
 * `DECLINED`.
 */
export class BillingError extends Error {
  override readonly name = 'BillingError'
  /** Permanent: rely on the code, never on the message. */
  readonly code: BillingErrorCode
  /** The HTTP status; null if there was no answer. */
  readonly status: number | null
  /** Every fault in the shape of the request; empty if the request failed for another reason. */
  readonly details: readonly ProblemDetail[]
  /** Identifies the request in the server's log; null if the service did not answer. */
  readonly requestId: string | null
  /** Seconds to wait before the next try; null if the service did not state them. */
  readonly retryAfterSeconds: number | null
  /**
   * The request's idempotency key. Without an answer, you cannot know whether the request took effect. If you repeat the request with this
   * key, it takes effect once.
   */
  readonly idempotencyKey: string | null

  constructor(code: BillingErrorCode, message: string, facts: BillingErrorFacts = {}) {
    super(message, { cause: facts.cause })
    this.code = code
    this.status = facts.status ?? null
    this.details = facts.details ?? []
    this.requestId = facts.requestId ?? null
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null
    this.idempotencyKey = facts.idempotencyKey ?? null
  }
}

/** The error for an answer that is not a success or whose body is not JSON. */
export const errorOfAnswer = (
  response: Pick<Response, 'status' | 'headers'>,
  body: unknown,
  idempotencyKey: string | null,
): BillingError => {
  const facts = {
    status: response.status,
    requestId: response.headers.get('X-Request-Id'),
    retryAfterSeconds: readRetryAfter(response.headers.get('Retry-After')),
    idempotencyKey,
  }
  if (!isProblem(body)) {
    const message = `Got HTTP ${response.status} without the service's error body: is baseUrl right, and no proxy in trouble?`
    return new BillingError('unexpected_answer', message, facts)
  }
  const { code, message, details, request_id: requestId } = body.error
  return new BillingError(code, message, { ...facts, details: details ?? [], requestId: requestId ?? facts.requestId })
}

/** Whether an answer has a code and a message. Only the service's answers have both, and their other members can be trusted. */
const isProblem = (
  body: unknown,
): body is { error: Pick<ProblemBody['error'], 'code' | 'message'> & Partial<ProblemBody['error']> } => {
  const error = isObject(body) ? body['error'] : undefined
  return isObject(error) && typeof error['code'] === 'string' && typeof error['message'] === 'string'
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** `Retry-After` is a number of seconds or a date. */
const readRetryAfter = (header: string | null): number | null => {
  if (header === null) return null
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isNaN(seconds) ? null : Math.max(0, seconds)
}
