import { BillingError, type BillingErrorCode } from '@billing-checkout/client'
import type { MessageName } from '../words/en.ts'
import type { Say } from '../words/say.ts'
import { BrowserFault } from './browser-fault.ts'

/** Messages by error code. */
export type ErrorMessages = Readonly<Partial<Record<BillingErrorCode, MessageName>>>

/** Error codes for which the dashboard has its own message in each language. For other codes, the user sees the server's message. */
const sentences: ErrorMessages = {
  connection_failed: 'error.connection',
  timed_out: 'error.connection',
  unavailable: 'error.unavailable',
  rate_limited: 'error.tooMany',
  too_many_attempts: 'error.tooMany',
  missing_credentials: 'error.sessionOver',
  expired_credentials: 'error.sessionOver',
  reauthentication_required: 'error.unconfirmed',
  insufficient_permission: 'error.permission',
  not_found: 'error.notFound',
  invalid_credentials: 'error.credentials',
  payment_not_refundable: 'error.notRefundable',
  refund_exceeds_captured: 'error.refundTooHigh',
  payment_in_progress: 'error.inProgress',
  customer_in_use: 'error.customerInUse',
  subscription_not_changeable: 'error.notChangeable',
  already_subscribed: 'error.alreadySubscribed',
  last_admin: 'error.lastAdmin',
  last_sign_in_method: 'error.lastSignInMethod',
  currency_mismatch: 'error.currency',
}

/** Explains an error to the user. If a code has a special meaning in a form, the form passes its own message in `own`. */
export const explainError = (error: unknown, say: Say, own: ErrorMessages = {}): string => {
  if (error instanceof BrowserFault) return say(error.sentence)
  if (!(error instanceof BillingError)) return say('error.unexpected')
  const name = own[error.code] ?? sentences[error.code]
  return name === undefined ? error.message : say(name)
}
