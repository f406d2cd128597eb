/** Subscription statuses. The lifecycle in `packages/domain` lists the allowed changes. */
export const subscriptionStatuses = ['trial', 'active', 'past_due', 'cancelled', 'scheduled_for_cancellation'] as const
/** One subscription status. */
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** Payment statuses. The lifecycle in `packages/domain` lists the allowed changes. */
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

/** Who initiated a payment: `MIT` means the merchant, `CIT` the customer. */
export const paymentTypes = ['MIT', 'CIT'] as const
/** Merchant- or customer-initiated. */
export type PaymentType = (typeof paymentTypes)[number]

/** The form in which a payment's card or account was sent to the processor: the card number (PAN), or a token. */
export const paymentTokenTypes = ['CARD_PAN', 'NETWORK_TOKEN', 'PROCESSOR_TOKEN'] as const
/** The form in which a payment's card or account was sent to the processor. */
export type PaymentTokenType = (typeof paymentTokenTypes)[number]

/** Refund statuses. */
export const refundStatuses = ['pending', 'succeeded', 'failed'] as const
/** One refund status. */
export type RefundStatus = (typeof refundStatuses)[number]

/** The phases of a checkout, as the element receives them. */
export const checkoutPhases = ['open', 'processing', 'completed', 'expired'] as const
/** One checkout phase. */
export type CheckoutPhase = (typeof checkoutPhases)[number]

/** The purposes of a client session. The session's customer, plan and subscription decide the purpose. */
export const checkoutPurposes = ['pay', 'subscribe', 'change_plan', 'recover', 'resume', 'update_method'] as const
/** The purpose of a client session. */
export type CheckoutPurpose = (typeof checkoutPurposes)[number]
