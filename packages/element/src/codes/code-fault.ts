import type { Answer } from '../checkout/requests/transport.ts'
import type { MessageKey } from '../messages/checkout-catalogue.ts'

/** Why a code was not accepted: the server refused it, or did not answer. */
export interface CodeFault {
  readonly key: MessageKey
  /** The time (milliseconds, browser's clock) until which the server refuses every code; null if the shopper may try again at once. */
  readonly until: number | null
}

/** The message for each reason that the server states. */
const reasons: Readonly<Record<string, MessageKey>> = {
  archived: 'code.ended',
  ended: 'code.ended',
  not_started: 'code.not_started',
  used_up: 'code.used_up',
  used_up_by_customer: 'code.used_by_you',
  other_plan: 'code.other_plan',
  other_currency: 'code.other_plan',
  existing_subscription: 'code.other_plan',
  not_allowed: 'code.other_plan',
  below_minimum: 'code.below_minimum',
}

/** Why the server refused a code; or that the server did not answer. */
export const codeFaultOf = (answer: Exclude<Answer<unknown>, { readonly kind: 'ok' }>): CodeFault => {
  if (answer.kind === 'refused') {
    const { code, reasons: [reason = ''] = [], retryAfter } = answer
    if (/^(too_many_attempts|rate_limited)$/.test(code) && retryAfter)
      return { key: 'code.too_many', until: Date.now() + retryAfter * 1000 }
    // The server rejects a text that is too long for a code as an invalid parameter; the shopper sees it as a wrong code.
    if (/^(discount_invalid|invalid_parameter)$/.test(code))
      return { key: reasons[reason] ?? 'code.unknown', until: null }
  }
  return { key: 'code.failed', until: null }
}
