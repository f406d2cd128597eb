import type { Stripe } from 'stripe'
import { toStripeMoney } from '../amounts.ts'
import type { StripeType } from '../methods/kinds.ts'
import { isShopperPresent, parseStoredToken, type StripeCharge } from '../money-request.ts'

/** An intent to charge, or to verify a method. */
export type Intent = Stripe.PaymentIntent | Stripe.SetupIntent

/** The metadata key with our reference, on every intent and refund that we make at Stripe. */
export const referenceMetadataKey = 'bc_reference'
/** The metadata key of an intent whose method will be charged again later. */
export const storedMetadataKey = 'bc_stored'
/** The metadata key of a placeholder intent, which only keeps a closed reference from being used. */
export const closedMetadataKey = 'bc_closed'

/**
 * The idempotency key for creating an object under a reference. The key is the same for all kinds of object, so that nothing can be created
 * under a closed reference.
 */
export const creationKey = (reference: string): string => `bc:${reference}`

/** The idempotency key of a try to confirm an intent. A later key is used only if Stripe repeats a 500 under the earlier key. */
export const confirmKey = (reference: string, tries: number): string => `bc:${reference}:confirm:${tries}`

/** The method of a charge and its customer at Stripe. */
export interface ResolvedMethod {
  readonly customer: string | null
  /** Null for an account whose holder has not approved yet: Stripe then creates the method with the intent. */
  readonly method: string | null
  /** The one type of method that the intent allows. */
  readonly type: StripeType
}

/** Parameters that create a charge's intent without confirming it. */
export const paymentIntentCreateParams = (
  charge: StripeCharge,
  method: ResolvedMethod,
): Stripe.PaymentIntentCreateParams => ({
  ...toStripeMoney(charge),
  allowed_payment_method_types: [method.type],
  capture_method: 'automatic',
  metadata: metadataOf(charge),
  ...descriptionOf(charge),
  ...methodOf(method),
  ...(method.customer !== null && { customer: method.customer }),
  // Stripe allows this parameter only while the shopper is present. A method that is already stored stays stored without the parameter.
  ...(charge.store && !isOffSession(charge) && { setup_future_usage: 'off_session' }),
  // Only card statements have a suffix; for PayPal and the like, the payer sees the name of the merchant's account.
  ...(method.type === 'card' && suffixOf(charge)),
  expand: paymentIntentExpand,
})

/** Parameters that create the intent for verifying a method, which charges nothing. */
export const setupIntentCreateParams = (
  charge: StripeCharge,
  method: ResolvedMethod,
): Stripe.SetupIntentCreateParams => ({
  allowed_payment_method_types: [method.type],
  metadata: metadataOf(charge),
  ...descriptionOf(charge),
  ...methodOf(method),
  usage: 'off_session',
  ...(method.customer !== null && { customer: method.customer }),
  expand: setupIntentExpand,
})

const methodOf = ({ method, type }: ResolvedMethod) =>
  method === null ? { payment_method_data: { type } } : { payment_method: method }

/**
 * Parameters that confirm a PaymentIntent. The server confirms without Stripe's script, so a challenge redirects the
 * shopper.
 */
export const paymentIntentConfirmParams = (charge: StripeCharge): Stripe.PaymentIntentConfirmParams => ({
  use_stripe_sdk: false,
  ...returnUrlOf(charge),
  // With `off_session`, Stripe declines a charge if the bank demands authentication, so `error_on_requires_action` is not needed.
  ...(isOffSession(charge)
    ? { off_session: true }
    : !isShopperPresent(charge) && { error_on_requires_action: true as const }),
  ...mandateOf(charge),
  ...cardOptions(charge),
  expand: paymentIntentExpand,
})

/** Parameters that confirm a SetupIntent. */
export const setupIntentConfirmParams = (charge: StripeCharge): Stripe.SetupIntentConfirmParams => ({
  use_stripe_sdk: false,
  ...returnUrlOf(charge),
  ...mandateOf(charge),
  ...cardOptions(charge),
  expand: setupIntentExpand,
})

/** The members that Stripe must expand in a PaymentIntent. */
export const paymentIntentExpand = ['latest_charge', 'payment_method']

/** The members that Stripe must expand in a SetupIntent. */
export const setupIntentExpand = ['latest_attempt', 'payment_method']

/** A statement has 22 characters; the account's prefix and the separator take up to twelve. */
const suffixLengthMax = 10

/** The statement's suffix after the account's prefix, in characters that Stripe allows; none if it would have no letter. */
const suffixOf = ({ statementDescriptor }: StripeCharge): { readonly statement_descriptor_suffix?: string } => {
  const allowed = (statementDescriptor ?? '').replaceAll(/[<>\\'"*]|[^\x20-\x7e]/g, ' ').replaceAll(/ +/g, ' ')
  const text = allowed.trim().slice(0, suffixLengthMax).trim()
  return /[A-Za-z]/.test(text) ? { statement_descriptor_suffix: text } : {}
}

/** The text that Stripe's dashboard shows next to the amount. */
const descriptionOf = ({ description }: StripeCharge): { readonly description?: string } =>
  description === undefined ? {} : { description: description.slice(0, 500) }

const metadataOf = (charge: StripeCharge): Record<string, string> => ({
  [referenceMetadataKey]: charge.reference,
  ...((charge.store || charge.method.kind === 'stored') && { [storedMetadataKey]: 'yes' }),
})

const returnUrlOf = ({ returnUrl }: StripeCharge): { readonly return_url?: string } =>
  returnUrl === null ? {} : { return_url: returnUrl }

/** Whether the holder of a PayPal or other account has already agreed to later charges. Stripe then does not redirect the holder again. */
const isAgreedTo = ({ method }: StripeCharge): boolean =>
  method.kind === 'stored' && parseStoredToken(method.token)?.type !== 'card'

/** Tells Stripe that the account holder agrees to later charges, and in which browser. Cards need no such mandate. */
const mandateOf = ({ method, store, amount, browser }: StripeCharge) =>
  method.kind !== 'account' || !(store || amount === 0) || !browser
    ? {}
    : {
        mandate_data: {
          customer_acceptance: {
            type: 'online' as const,
            online: { ip_address: browser.address, user_agent: browser.userAgent },
          },
        },
      }

const isOffSession = (charge: StripeCharge): boolean => charge.initiator === 'MIT' || isAgreedTo(charge)

const cardOptions = ({ authentication }: StripeCharge) =>
  authentication === 'required' ? { payment_method_options: { card: { request_three_d_secure: 'any' as const } } } : {}
