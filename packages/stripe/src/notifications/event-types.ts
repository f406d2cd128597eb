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
] as const satisfies readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[]

/** Whether an event of a type is a reason to ask. */
export const isReadType = (type: string): boolean => readTypes.some((each) => each === type)
