import type { Stripe } from 'stripe'

/** The types of Stripe event after which we query Stripe. Our endpoint is registered for these types only. */
export const queriedEventTypes = [
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
  'payment_method.automatically_updated',
  'payment_method.updated',
  'payment_method.detached',
  'mandate.updated',
  'customer.deleted',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
] as const satisfies readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[]

/** The types in `queriedEventTypes` that report disputes, refunds and fraud warnings, which `listNews` returns. */
export const newsEventTypes = queriedEventTypes.filter((type) => /^(?:charge|refund|radar)\./.test(type))

/** Whether we query Stripe after an event of this type. */
export const isQueriedEventType = (type: string): boolean => queriedEventTypes.some((each) => each === type)
