import type { FinalOutcome } from '@billing-checkout/server/processor'
import type { Stripe } from 'stripe'
import { approvedSum } from '../amounts.ts'
import { factsFromId } from '../intents/facts.ts'
import type { StripeAccount } from '../stripe-account.ts'

/** The outcome of a refund that Stripe accepted; a pending one may still fail. */
export const outcomeOfRefund = (account: StripeAccount, refund: Stripe.Refund): FinalOutcome => {
  if (isFailed(refund))
    return { kind: 'failed', message: `The refund was taken back: ${refund.failure_reason ?? refund.status}.` }
  return {
    kind: 'approved',
    facts: { ...factsFromId(account, refund.id), arn: refund.destination_details?.card?.reference ?? null },
    storedToken: null,
    captured: true,
    ...approvedSum(refund),
    ...(isPending(refund) && { pending: true }),
  }
}

/** Whether Stripe has accepted a refund but not completed it. */
export const isPending = ({ status }: Stripe.Refund): boolean => status === 'pending' || status === 'requires_action'

/** Whether a refund failed or was canceled; the merchant then keeps the money. */
export const isFailed = ({ status }: Stripe.Refund): boolean => status === 'failed' || status === 'canceled'
