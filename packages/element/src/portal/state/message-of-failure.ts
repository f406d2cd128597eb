import type { Answer } from '../../checkout/requests/transport.ts'
import type { MessageKey } from '../../messages/checkout-catalogue.ts'

const keys: Readonly<Record<string, MessageKey>> = {
  payment_in_progress: 'portal.busy',
  rate_limited: 'problem.rate_limited',
}

/** The message to the customer if the server refused a change, or if its answer was lost. */
export const messageOfFailure = (answer: Exclude<Answer<unknown>, { readonly kind: 'ok' }>): MessageKey => {
  // If the answer was lost, we do not know whether the server made the change, so the text does not say.
  if (answer.kind === 'lost') return navigator.onLine ? 'problem.frame' : 'problem.offline'
  if (answer.code === 'invalid_parameter' && answer.paths?.includes('email')) return 'email.invalid'
  if (answer.code === 'invalid_parameter' && answer.paths?.some((path) => path.startsWith('tax_ids.')))
    return 'details.tax_invalid'
  return keys[answer.code] ?? 'portal.failed'
}
