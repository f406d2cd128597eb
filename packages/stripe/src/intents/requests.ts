import type { Stripe } from 'stripe'
import { toStripe } from '../amounts.ts'
import type { StripeType } from '../methods/kinds.ts'
import { isShopperThere, readStored, type StripeCharge } from '../money-request.ts'

/** The entry of metadata that names our reference on everything that we make at Stripe. */
export const referenceEntry = 'bc_reference'
/** The entry of an intent whose method is charged again later. */
export const storedEntry = 'bc_stored'
/** The entry of an intent that only keeps a closed reference from being used. */
export const closedEntry = 'bc_closed'

/** The key under which whatever a reference asks for is made: one for all kinds, so that a closed reference can make none. */
export const makeKey = (reference: string): string => `bc:${reference}`

/** The key of a try to confirm. A later one is used only where an earlier remembers an error of Stripe's. */
export const confirmKey = (reference: string, tries: number): string => `bc:${reference}:confirm:${tries}`

/** The method of a charge, and whose it is. */
export interface ResolvedMethod {
  readonly customer: string | null
  /** Null for an account whose holder has not approved: its method is made with the intent. */
  readonly method: string | null
  /** The one type of method that the intent allows. */
  readonly type: StripeType
}

/** The intent of a charge, not confirmed yet: it moves nothing. */
export const intentToCreate = (charge: StripeCharge, method: ResolvedMethod): Stripe.PaymentIntentCreateParams => ({
  ...toStripe(charge),
  allowed_payment_method_types: [method.type],
  capture_method: 'automatic',
  metadata: metadataOf(charge),
  ...descriptionOf(charge),
  ...methodOf(method),
  ...(method.customer !== null && { customer: method.customer }),
  // Stripe takes it only while the shopper is there; a stored method is kept anyway.
  ...(charge.store && !isOffSession(charge) && { setup_future_usage: 'off_session' }),
  // A suffix is of cards alone; accounts at other companies show the account's own name.
  ...(method.type === 'card' && suffixOf(charge)),
  expand,
})

/** The intent that verifies a method and charges nothing. */
export const setupToCreate = (charge: StripeCharge, method: ResolvedMethod): Stripe.SetupIntentCreateParams => ({
  allowed_payment_method_types: [method.type],
  metadata: metadataOf(charge),
  ...descriptionOf(charge),
  ...methodOf(method),
  usage: 'off_session',
  ...(method.customer !== null && { customer: method.customer }),
  expand: expandSetup,
})

const methodOf = ({ method, type }: ResolvedMethod) =>
  method === null ? { payment_method_data: { type } } : { payment_method: method }

/** How an intent is confirmed: Stripe's scripts are not on the page, so the shopper is sent to an address. */
export const confirmation = (charge: StripeCharge): Stripe.PaymentIntentConfirmParams => ({
  use_stripe_sdk: false,
  ...whereToReturn(charge),
  // A charge without the shopper is declined if their bank asks for them, so nothing more has to be said.
  ...(isOffSession(charge)
    ? { off_session: true }
    : !isShopperThere(charge) && { error_on_requires_action: true as const }),
  ...mandateOf(charge),
  ...cardOptions(charge),
  expand,
})

/** How a SetupIntent is confirmed. */
export const setupConfirmation = (charge: StripeCharge): Stripe.SetupIntentConfirmParams => ({
  use_stripe_sdk: false,
  ...whereToReturn(charge),
  ...mandateOf(charge),
  ...cardOptions(charge),
  expand: expandSetup,
})

/** What an answer about an intent has to come with. */
export const expand = ['latest_charge', 'payment_method']

/** What an answer about a SetupIntent has to come with. */
export const expandSetup = ['latest_attempt', 'payment_method']

/** The account's own prefix and what stands between take up to twelve of the twenty-two letters of a statement. */
const suffixLengthMax = 10

/** What the statement says behind the account's prefix, in letters that Stripe allows there; without a letter, nothing. */
const suffixOf = ({ statementDescriptor }: StripeCharge): { readonly statement_descriptor_suffix?: string } => {
  const allowed = (statementDescriptor ?? '').replaceAll(/[<>\\'"*]|[^\x20-\x7e]/g, ' ').replaceAll(/ +/g, ' ')
  const text = allowed.trim().slice(0, suffixLengthMax).trim()
  return /[A-Za-z]/.test(text) ? { statement_descriptor_suffix: text } : {}
}

/** What the dashboard shows next to the amount. */
const descriptionOf = ({ description }: StripeCharge): { readonly description?: string } =>
  description === undefined ? {} : { description: description.slice(0, 500) }

const metadataOf = (charge: StripeCharge): Record<string, string> => ({
  [referenceEntry]: charge.reference,
  ...((charge.store || charge.method.kind === 'stored') && { [storedEntry]: 'yes' }),
})

const whereToReturn = ({ returnUrl }: StripeCharge): { readonly return_url?: string } =>
  returnUrl === null ? {} : { return_url: returnUrl }

/** Whether the holder of an account elsewhere has agreed to charges like this one, and is not sent there again. */
const isAgreedTo = ({ method }: StripeCharge): boolean =>
  method.kind === 'stored' && readStored(method.token)?.type !== 'card'

/** That the holder of an account agrees to later charges, by the browser in which they do; a card needs no such thing. */
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
