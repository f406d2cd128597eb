import type { LearntMethod } from '@billing-checkout/server/processor'
import { expandedOrNull } from '../intents/facts.ts'
import type { Intent } from '../intents/requests.ts'

/** The PayPal or other account that an intent charged or set up; undefined for a card, which we already know. */
export const learntMethodOf = (intent: Intent): LearntMethod | undefined => {
  const charge = intent.object === 'payment_intent' ? expandedOrNull(intent.latest_charge) : null
  const method = expandedOrNull(intent.payment_method)
  const paypal = charge?.payment_method_details?.paypal ?? method?.paypal
  const cashapp = charge?.payment_method_details?.cashapp ?? method?.cashapp
  if (paypal) {
    const { payer_email: email, payer_id } = paypal
    // Stripe reports at most the whole name, and no rule splits every name correctly, so both parts stay null.
    return { details: { payer_info: { email, first_name: null, last_name: null, payer_id } }, accountId: payer_id }
  }
  return cashapp ? { details: { cashtag: cashapp.cashtag }, accountId: cashapp.buyer_id } : undefined
}
