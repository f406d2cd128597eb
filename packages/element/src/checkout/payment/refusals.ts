import type { ProblemCode } from '@billing-checkout/contract'
import type { NoticeCode } from '../../messages/notice.ts'
import type { RefusalDetails } from '../requests/transport.ts'

/** Refusals after which no attempt at this session can succeed, whatever the shopper does. */
const finalRefusals: readonly NoticeCode[] = [
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
export const isFinalRefusal = (code: NoticeCode): boolean => finalRefusals.includes(code)

// The server's `Retry-After` is a few seconds if other payments are in flight, and an hour if a limit was reached.
const soonSeconds = 60

/** Whether the server may accept the same request within a minute. */
export const mayRetrySoon = ({ retryAfter = 0 }: RefusalDetails): boolean => retryAfter > 0 && retryAfter <= soonSeconds

/** If a refusal has one of these codes, the checkout has changed or needs more information, so the element reads and shows it again. */
export const staleCheckoutCodes: ReadonlySet<ProblemCode> = new Set([
  'already_subscribed',
  'address_required',
  'amount_changed',
  'connection_changed',
  'session_completed',
  'payment_in_progress',
  // The server requires a payment method now, but did not when the checkout was shown.
  'payment_method_required',
])
