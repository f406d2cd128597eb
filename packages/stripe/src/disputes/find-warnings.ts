import type { FraudWarning } from '@billing-checkout/server/processor'
import { Stripe } from 'stripe'
import type { StripeAccount } from '../stripe-account.ts'

/** Early fraud warnings since a moment, the oldest first; none if a restricted key may not read them. */
export const findWarnings = async (
  { optionalClient: client, checkMode }: StripeAccount,
  created: Stripe.RangeQueryParam,
): Promise<readonly FraudWarning[]> => {
  const warnings: FraudWarning[] = []
  try {
    for await (const warning of client.radar.earlyFraudWarnings.list({ created, limit: 100 })) {
      const { id: warningId, payment_intent: intent, fraud_type: reason } = checkMode(warning)
      const transactionId = typeof intent === 'string' ? intent : intent?.id
      if (transactionId !== undefined) warnings.push({ warningId, transactionId, reason })
    }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripePermissionError)) throw error
  }
  return warnings.toReversed()
}
