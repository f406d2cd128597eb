/** Subscription statuses; allowed changes are in the domain's subscription lifecycle. */
export const subscriptionStatuses = ['trial', 'active', 'past_due', 'cancelled', 'scheduled_for_cancellation'] as const
/** One subscription status. */
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** Payment statuses; allowed changes are in the domain's payment lifecycle. */
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

/** What stood for the card towards the processor. */
export const paymentTokenTypes = ['CARD_PAN', 'NETWORK_TOKEN', 'PROCESSOR_TOKEN'] as const
/** One kind of card token. */
export type PaymentTokenType = (typeof paymentTokenTypes)[number]

/** Refund statuses. */
export const refundStatuses = ['pending', 'succeeded', 'failed'] as const
/** One refund status. */
export type RefundStatus = (typeof refundStatuses)[number]

/** The phases a checkout can be in when the widget asks for it. */
export const checkoutPhases = ['open', 'processing', 'completed', 'expired'] as const
/** One checkout phase. */
export type CheckoutPhase = (typeof checkoutPhases)[number]

/** What a client session is for, derived from its customer, plan and subscription. */
export const checkoutPurposes = ['pay', 'subscribe', 'change_plan', 'recover', 'resume', 'update_method'] as const
/** One purpose of a client session. */
export type CheckoutPurpose = (typeof checkoutPurposes)[number]
