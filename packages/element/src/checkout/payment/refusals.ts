import type { ProblemCode } from '@billing-checkout/contract'
import type { Trouble } from '../state/notice.ts'
import type { Refused } from '../requests/transport.ts'

/** What refuses every later attempt at the same session too, whatever the shopper does. */
const finalRefusals: readonly Trouble[] = [
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
  'unavailable',
]

/** Whether a session with this refusal can never be paid. */
export const isFinal = (code: Trouble): boolean => finalRefusals.includes(code)

// The server's `Retry-After` is seconds while others' payments are in flight, and an hour at a limit.
const patienceSeconds = 60

/** Whether what was refused may be allowed in a moment. */
export const isPatienceAsked = ({ retryAfter = 0 }: Refused): boolean => retryAfter > 0 && retryAfter <= patienceSeconds

/** What refuses a payment because the checkout is no longer what was shown, or asks for more: the shopper is shown what it is. */
export const newsAfter: ReadonlySet<ProblemCode> = new Set([
  'already_subscribed',
  'address_required',
  'amount_changed',
  'connection_changed',
  'session_completed',
  'payment_in_progress',
  // The server wants one for what needed none before.
  'payment_method_required',
])
