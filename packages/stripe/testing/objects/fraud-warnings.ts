import type { Stripe } from 'stripe'
import { type Books, newId, nowOf } from '../books.ts'
import { recordEvent } from './events.ts'
import { findPaymentIntent } from './payment-intents.ts'

/** Records that the cardholder's bank suspects fraud in an intent's charge. */
export const warnOfFraud = (books: Books, intentId: string): Stripe.Radar.EarlyFraudWarning => {
  const intent = findPaymentIntent(books, intentId)
  const warning = {
    id: newId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: String(intent.latest_charge),
    created: nowOf(books),
    fraud_type: 'unauthorized_use_of_card',
    livemode: books.livemode,
    payment_intent: intent.id,
  } satisfies Stripe.Radar.EarlyFraudWarning
  books.fraudWarnings.set(warning.id, warning)
  recordEvent(books, 'radar.early_fraud_warning.created', warning)
  return warning
}
