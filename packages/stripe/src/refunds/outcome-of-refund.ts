import type { FinalOutcome, ProcessorFacts } from '@billing-checkout/server/processor'
import type { Stripe } from 'stripe'
import { fromStripe } from '../amounts.ts'
import { bareFacts } from '../intents/facts.ts'
import type { StripeAccount } from '../stripe-account.ts'

/** The outcome of a refund that Stripe accepted; a pending one may still fail. */
export const outcomeOfRefund = (account: StripeAccount, refund: Stripe.Refund): FinalOutcome => {
  if (refund.status === 'failed' || refund.status === 'canceled')
    return { kind: 'failed', message: `The refund was taken back: ${refund.failure_reason ?? refund.status}.` }
  const { amount, currency } = fromStripe(refund)
  return {
    kind: 'approved',
    facts: factsOfRefund(account, refund),
    storedToken: null,
    captured: true,
    approvedAmount: amount,
    approvedCurrency: currency,
    ...(isUnderWay(refund) && { pending: true }),
  }
}

/** Whether Stripe has accepted a refund but not completed it. */
export const isUnderWay = ({ status }: Stripe.Refund): boolean => status === 'pending' || status === 'requires_action'

const factsOfRefund = (account: StripeAccount, refund: Stripe.Refund): ProcessorFacts => ({
  ...bareFacts(account, refund.id),
  arn: refund.destination_details?.card?.reference ?? null,
})
