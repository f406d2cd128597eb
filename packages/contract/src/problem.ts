import { z } from 'zod'

/** Every error code of the service with its HTTP status; codes are permanent. */
export const problems = {
  invalid_parameter: 400,
  unknown_parameter: 400,
  invalid_json: 400,
  unsupported_api_version: 400,
  amount_below_minimum: 400,
  amount_not_representable: 400,
  payment_method_required: 400,
  card_token_invalid: 400,
  plan_archived: 400,
  discount_invalid: 400,
  address_required: 400,
  missing_credentials: 401,
  invalid_credentials: 401,
  expired_credentials: 401,
  insufficient_permission: 403,
  reauthentication_required: 403,
  origin_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  session_completed: 409,
  payment_in_progress: 409,
  customer_in_use: 409,
  amount_changed: 409,
  connection_changed: 409,
  already_subscribed: 409,
  subscription_not_changeable: 409,
  currency_mismatch: 409,
  external_id_taken: 409,
  last_admin: 409,
  last_sign_in_method: 409,
  limit_reached: 409,
  email_not_resendable: 409,
  refund_exceeds_captured: 409,
  payment_not_refundable: 409,
  idempotency_in_progress: 409,
  session_expired: 410,
  cursor_expired: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  rate_limited: 429,
  too_many_attempts: 429,
  internal: 500,
  unavailable: 503,
} as const

/** One permanent error code. */
export type ProblemCode = keyof typeof problems

/** One fault in a request: its path, its kind, and a sentence that explains it. */
export interface ProblemDetail {
  readonly path: string
  readonly code: string
  readonly message: string
  /** The smallest amount that can be charged; present if the amount is below it. */
  readonly minimum?: { readonly amount: number; readonly currency: string }
}

/**
 * An error that the caller can understand and act on: a code, a sentence that names the rule and the wrong value, and all faults of the
 * request at once. Billing and HTTP code throw it, and the server turns it into the error body.
 */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly details: readonly ProblemDetail[]
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ProblemCode,
    message: string,
    options: { details?: readonly ProblemDetail[]; retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.code = code
    this.details = options.details ?? []
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get status(): (typeof problems)[ProblemCode] {
    return problems[this.code]
  }
}

const problemCodes = Object.keys(problems) as [ProblemCode, ...ProblemCode[]]

const problemDetail = z
  .object({
    path: z.string().describe('Path of the field: `query.limit`, `body.plan.id`, `header.Idempotency-Key`.'),
    code: z.string().describe('What kind of rule is broken, such as `required` or `too_small`.'),
    message: z.string().describe('The rule, and the value that was met.'),
    minimum: z
      .object({
        amount: z.int().describe('Minor units.'),
        currency: z.string().describe('Its currency.'),
      })
      .optional()
      .describe('The least that can be charged; only with `below_minimum` of `discount_invalid`.'),
  })
  .describe('One thing that is wrong with the request.')

/** The error body of the service. */
export const problemBody = z
  .object({
    error: z
      .object({
        code: z.enum(problemCodes).describe('What is wrong. Codes are permanent: decide by them.'),
        message: z.string().describe('A sentence in English that names the rule and the value met. It may change.'),
        details: z.array(problemDetail).describe('Everything that is wrong with the request at once; else `[]`.'),
        request_id: z.string().describe('Finds the request in the server’s log; also in the header `X-Request-Id`.'),
      })
      .describe('What went wrong.'),
  })
  .meta({ id: 'Error', description: 'The one body of every error.' })

/** The error body of the service, as a type. */
export type ProblemBody = z.infer<typeof problemBody>
