/** Subscription statuses; the subscription lifecycle in `packages/domain` has the allowed changes. */
export const subscriptionStatuses = ['trial', 'active', 'past_due', 'cancelled', 'scheduled_for_cancellation'] as const
/** One subscription status. */
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** Payment statuses; the payment lifecycle in `packages/domain` has the allowed changes. */
export const paymentStatuses = [
  'PENDING',
  'FAILED',
  'AUTHORIZED',
  'SETTLING',
  'SETTLED',
  'DECLINED',
  'BLOCKED',
  'CANCELLED',
] as const
/** One payment status. */
export type PaymentStatus = (typeof paymentStatuses)[number]

/** Who initiated a payment: `MIT` the merchant, `CIT` the customer. */
export const paymentTypes = ['MIT', 'CIT'] as const
/** Merchant- or customer-initiated. */
export type PaymentType = (typeof paymentTypes)[number]

/** What a payment sent to the processor instead of the card, or the card number itself. */
export const paymentTokenTypes = ['CARD_PAN', 'NETWORK_TOKEN', 'PROCESSOR_TOKEN'] as const
/** What a payment sent to the processor for the card. */
export type PaymentTokenType = (typeof paymentTokenTypes)[number]

/** Refund statuses. */
export const refundStatuses = ['pending', 'succeeded', 'failed'] as const
/** One refund status. */
export type RefundStatus = (typeof refundStatuses)[number]

/** The phases of a checkout, as the widget sees them. */
export const checkoutPhases = ['open', 'processing', 'completed', 'expired'] as const
/** One checkout phase. */
export type CheckoutPhase = (typeof checkoutPhases)[number]

/** The purposes of a client session; its customer, plan and subscription decide which. */
export const checkoutPurposes = ['pay', 'subscribe', 'change_plan', 'recover', 'resume', 'update_method'] as const
/** The purpose of a client session. */
export type CheckoutPurpose = (typeof checkoutPurposes)[number]
