import type { Stripe } from 'stripe'

/** Every type of event that is a reason to ask Stripe something; an endpoint is registered for these and no others. */
export const readTypes = [
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

/** Those of them that are about money which moved without being asked for here, as the lists of news are. */
export const newsTypes = readTypes.filter((type) => /^(?:charge|refund|radar)\./.test(type))

/** Whether an event of a type is a reason to ask. */
export const isReadType = (type: string): boolean => readTypes.some((each) => each === type)
