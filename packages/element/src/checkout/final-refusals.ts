import type { ProblemCode } from '@billing-checkout/contract'
import type { Refused } from './transport.ts'

/** What refuses every later attempt at the same session too, whatever the shopper does. */
const finalRefusals: ReadonlySet<ProblemCode> = new Set([
  'already_subscribed',
  'currency_mismatch',
  'external_id_taken',
  'insufficient_permission',
  'invalid_credentials',
  'not_found',
  'origin_not_allowed',
  'plan_archived',
  'subscription_not_changeable',
  'too_many_attempts',
])

// Where payments of others are still on their way the server asks for seconds, and for an hour where a limit is reached.
const patienceSeconds = 60

/** Whether nobody can pay at this session any more. */
export const isFinal = ({ code, retryAfter = 0 }: Refused): boolean =>
  finalRefusals.has(code) && !(retryAfter > 0 && retryAfter <= patienceSeconds)
