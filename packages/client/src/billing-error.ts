import type { ProblemBody, ProblemCode, ProblemDetail } from './interface.ts'

/**
 * Why a request did not get its answer: an error code of the service, or `connection_failed` (no answer, or half of one),
 * `timed_out`, `unexpected_answer` (an answer that is not the service's own: a proxy's page, a wrong address).
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
 * A request that was refused, or whose answer did not arrive. A declined card is neither: it is a payment whose status
 * says so.
 */
export class BillingError extends Error {
  override readonly name = 'BillingError'
  /** Permanent; decide by this, never by the message. */
  readonly code: BillingErrorCode
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null
  /** Every issue of the request; empty when it was not the request's shape that was wrong. */
  readonly details: readonly ProblemDetail[]
  /** Finds the request in the server's log; null when the service did not answer. */
  readonly requestId: string | null
  /** How long to wait before asking again, when the service said so. */
  readonly retryAfterSeconds: number | null
  /**
   * The key the request was sent with. Without an answer it is unknown whether the request had its effect: send it again
   * with this key and it has it once.
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

/** The error that an answer other than 200 stands for. */
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

/** Only what is needed to trust the rest: a code and a message. */
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
