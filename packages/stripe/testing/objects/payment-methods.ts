import type { Stripe } from 'stripe'
import { type Books, type FakeMethod, newId, nowOf } from '../books.ts'
import { invalidRequestError, missingObjectError } from '../http/refusal.ts'
import {
  nestedParams,
  metadataOf,
  type Params,
  refuseUnknownParams,
  textParam,
  integerParam,
} from '../http/read-form.ts'
import { findCustomer } from './customers.ts'
import { recordEvent } from './events.ts'
import { payerOf } from './wallets/accounts-elsewhere.ts'
import { accountBehavior, findTestMethod, isAccountType, type MethodBehavior } from './test-methods.ts'

/** The card numbers of Stripe's test cards, with the test method that each behaves like. */
const numbers: Readonly<Record<string, string>> = {
  '4242424242424242': 'pm_card_visa',
  '5555555555554444': 'pm_card_mastercard',
  '378282246310005': 'pm_card_amex',
  '4000000000000002': 'pm_card_chargeDeclined',
  '4000000000009995': 'pm_card_visa_chargeDeclinedInsufficientFunds',
  '4000000000009987': 'pm_card_visa_chargeDeclinedLostCard',
  '4000000000009979': 'pm_card_visa_chargeDeclinedStolenCard',
  '4000000000000069': 'pm_card_chargeDeclinedExpiredCard',
  '4000000000000127': 'pm_card_chargeDeclinedIncorrectCvc',
  '4000000000000119': 'pm_card_chargeDeclinedProcessingError',
  '4000000000000341': 'pm_card_chargeCustomerFail',
  '4000000000003220': 'pm_card_threeDSecure2Required',
  '4000002500003155': 'pm_card_authenticationRequiredOnSetup',
  '4000000000007726': 'pm_card_pendingRefund',
  '4000000000005126': 'pm_card_refundFail',
}

/** Stores a new method with this behavior. */
export const storeMethod = (
  books: Books,
  behavior: MethodBehavior,
  { expMonth = 12, expYear = 2034, billing = {}, wallet = null }: MethodDetails = {},
): FakeMethod => {
  const shown = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: billing.address ?? null,
      email: billing.email ?? null,
      name: billing.name ?? null,
      phone: null,
      tax_id: null,
    },
    created: nowOf(books),
    customer: null,
    customer_account: null,
    livemode: books.livemode,
    metadata: {},
    type: behavior.type,
    ...(behavior.type === 'card'
      ? { card: { ...cardOf(behavior, expMonth, expYear), wallet: wallet && walletOf(wallet) } }
      : payerOf(behavior.type, false)),
  } satisfies Stripe.PaymentMethod
  const kept: FakeMethod = { shown, behavior, isUsedUp: false, isSetUp: false }
  books.methods.set(shown.id, kept)
  return kept
}

/** A device wallet that a card may come from. */
export type DeviceWallet = 'apple_pay' | 'google_pay'

/** Where a card comes from if it was not typed: a device wallet, or Link, which stores cards at Stripe. */
export type CardSource = DeviceWallet | 'link'

interface MethodDetails {
  readonly wallet?: CardSource | null
  readonly expMonth?: number
  readonly expYear?: number
  readonly billing?: Partial<Pick<Stripe.PaymentMethod.BillingDetails, 'address' | 'email' | 'name'>>
}

const cardOf = (behavior: MethodBehavior, expMonth: number, expYear: number): Stripe.PaymentMethod.Card => ({
  brand: behavior.brand,
  checks: checksOf(behavior),
  country: behavior.country,
  display_brand: behavior.brand,
  exp_month: expMonth,
  exp_year: expYear,
  fingerprint: fingerprintOf(behavior),
  funding: behavior.funding,
  generated_from: null,
  last4: behavior.last4,
  networks: { available: [behavior.brand], preferred: null },
  regulated_status: 'unregulated',
  three_d_secure_usage: { supported: true },
  wallet: null,
})

/** A card in Apple Pay has a number of its own on the device; a card in Google Pay may have the number of the physical card. */
const walletOf = (type: CardSource): Stripe.PaymentMethod.Card.Wallet => ({
  type,
  dynamic_last4: type === 'apple_pay' ? '7231' : null,
  [type]: {},
})

/** Cards of the same number have the same fingerprint within an account. */
export const fingerprintOf = ({ brand, last4, funding }: MethodBehavior): string => `fp_${brand}_${funding}_${last4}`

/** The issuer's checks of address and code. */
export const checksOf = ({ checks }: MethodBehavior): Stripe.PaymentMethod.Card.Checks => ({
  address_line1_check: checks?.line1 ?? null,
  address_postal_code_check: checks?.postalCode ?? null,
  cvc_check: checks?.cvc ?? 'pass',
})

/** The method that a request names: a stored one, or a new one that behaves like the named test method. */
export const resolveMethod = (books: Books, id: string, param = 'payment_method'): FakeMethod => {
  const kept = books.methods.get(id)
  if (kept !== undefined) return kept
  // Stripe has no test methods in live mode.
  const behavior = books.livemode ? undefined : findTestMethod(id)
  if (behavior === undefined) throw missingObjectError('PaymentMethod', id, param)
  return storeMethod(books, behavior)
}

/** Creates the method that a request describes: as an intent's `payment_method_data`, or to create only the method. */
export const makeMethod = (books: Books, data: Params): FakeMethod => {
  const billing = billingOf(data)
  const type = textParam(data, 'type')
  if (isAccountType(type)) return storeMethod(books, accountBehavior(type), { billing })
  if (type !== 'card')
    throw invalidRequestError(`This fake knows no payment method of the type '${type}'.`, { param: 'type' })
  const card = nestedParams(data, 'card')
  const token = textParam(card, 'token')
  const number = textParam(card, 'number') ?? ''
  // The script's button turns a wallet's answer into a token, and the token into a method.
  const [, wallet, like] = /^tok_(?:(apple_pay|google_pay|link)_)?(\w+)$/.exec(token ?? '') ?? []
  const name = token === undefined ? numbers[number] : `pm_card_${like}`
  const behavior = books.livemode || name === undefined ? undefined : findTestMethod(name)
  if (behavior === undefined)
    throw invalidRequestError('Your card number is incorrect.', { code: 'incorrect_number', param: 'card' })
  const [expMonth, expYear] = [integerParam(card, 'exp_month') ?? 12, integerParam(card, 'exp_year') ?? 2034]
  return storeMethod(books, behavior, { expMonth, expYear, billing, wallet: (wallet ?? null) as CardSource | null })
}

const billingOf = (data: Params): MethodDetails['billing'] => {
  const details = nestedParams(data, 'billing_details')
  const address = nestedParams(details, 'address')
  const part = (name: string): string | null => textParam(address, name) ?? null
  return {
    email: textParam(details, 'email') ?? null,
    name: textParam(details, 'name') ?? null,
    address: {
      city: part('city'),
      country: part('country'),
      line1: part('line1'),
      line2: part('line2'),
      postal_code: part('postal_code'),
      state: part('state'),
    },
  }
}

const creatable = [
  'type',
  'card',
  'billing_details',
  'metadata',
  'allow_redisplay',
] as const satisfies readonly (keyof Stripe.PaymentMethodCreateParams)[]

/** `POST /v1/payment_methods` */
export const createPaymentMethod = (books: Books, params: Params): Stripe.PaymentMethod => {
  refuseUnknownParams(params, creatable)
  const { shown } = makeMethod(books, params)
  shown.metadata = metadataOf(params)
  return shown
}

/** `GET /v1/payment_methods/:id` */
export const retrievePaymentMethod = (books: Books, _: Params, id: string): Stripe.PaymentMethod =>
  resolveMethod(books, id, 'id').shown

/** `POST /v1/payment_methods/:id/attach` */
export const attachPaymentMethod = (books: Books, params: Params, id: string): Stripe.PaymentMethod => {
  refuseUnknownParams(params, ['customer'])
  const kept = resolveMethod(books, id, 'id')
  const customer = findCustomer(books, textParam(params, 'customer') ?? '', 'customer')
  if (kept.isUsedUp) throw usedUpMethodError()
  if (kept.shown.customer !== null && kept.shown.customer !== customer.id)
    throw invalidRequestError('The payment method you provided has already been attached to a customer.')
  kept.shown.customer = customer.id
  return kept.shown
}

/** `POST /v1/payment_methods/:id/detach`: the method can never be charged again. */
export const detachPaymentMethod = (books: Books, _: Params, id: string): Stripe.PaymentMethod => {
  const kept = books.methods.get(id)
  if (kept === undefined) throw missingObjectError('PaymentMethod', id)
  if (kept.shown.customer === null)
    throw invalidRequestError(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  kept.shown.customer = null
  kept.isUsedUp = true
  return kept.shown
}

/** Acts as a bank that replaces a stored card; Stripe then updates the payment method. */
export const replaceCard = (books: Books, id: string, card: Partial<Stripe.PaymentMethod.Card>): void => {
  const { shown } = resolveMethod(books, id)
  Object.assign(shown.card ?? {}, card)
  recordEvent(books, 'payment_method.automatically_updated', shown)
}

/** Stripe's error for a method that was charged without a customer, or was detached. */
export const usedUpMethodError = (): ReturnType<typeof invalidRequestError> =>
  invalidRequestError(
    'This PaymentMethod was used without a customer, or was detached from one. It may not be used again.',
  )
