import type { Stripe } from 'stripe'
import type { Books, FakeMethod } from '../books.ts'
import { invalidRequestError } from '../http/refusal.ts'
import { nestedParams, type Params, textParam, textListParam } from '../http/read-form.ts'
import { makeMethod, resolveMethod, usedUpMethodError } from './payment-methods.ts'
import { approvalActionFor, payerOf } from './wallets/accounts-elsewhere.ts'

/** The kinds of method that this fake can charge. */
const kinds = ['card', 'paypal', 'cashapp']

/**
 * `allowed`: the kinds that a request lists; null without a list. `types`: the same kinds; without a list, every kind that this fake can
 * charge. Throws for other kinds.
 */
export const allowedTypesOf = (params: Params): { readonly allowed: string[] | null; readonly types: string[] } => {
  const allowed = textListParam(params, 'allowed_payment_method_types')
  const wrong = allowed?.find((type) => !kinds.includes(type))
  if (wrong !== undefined)
    throw invalidRequestError(`The payment method type provided: ${wrong} is invalid.`, {
      param: 'allowed_payment_method_types',
    })
  return { allowed: allowed === undefined ? null : [...allowed], types: [...(allowed ?? kinds)] }
}

/** The method that a request names for an intent, if any. Throws if the intent cannot use that method. */
export const methodFor = (
  books: Books,
  params: Params,
  intent: { readonly customer: unknown; readonly payment_method_types: readonly string[] },
): FakeMethod | undefined => {
  const id = textParam(params, 'payment_method')
  const data = nestedParams(params, 'payment_method_data')
  if (id === undefined && Object.keys(data).length === 0) return undefined
  const kept = id === undefined ? makeMethod(books, data) : resolveMethod(books, id)
  if (!intent.payment_method_types.includes(kept.shown.type))
    throw invalidRequestError(`The PaymentMethod provided (${kept.shown.type}) is not allowed for this intent.`, {
      param: 'payment_method',
    })
  if (kept.isUsedUp) throw usedUpMethodError()
  if (kept.shown.customer !== null && kept.shown.customer !== intent.customer)
    throw invalidRequestError(
      `The PaymentMethod ${kept.shown.id} belongs to a different Customer than the intent names.`,
    )
  return kept
}

/**
 * Call it after a method was charged or set up. If `isForLater`, attaches the method to the intent's customer. A method that then has no
 * customer cannot be used again.
 */
export const attachOrUseUpMethod = (kept: FakeMethod, customer: string | null, isForLater: boolean): void => {
  if (kept.shown.customer === null && isForLater && customer !== null) kept.shown.customer = customer
  if (kept.shown.customer === null) kept.isUsedUp = true
  else if (isForLater) kept.isSetUp = true
  if (kept.behavior.type !== 'card') Object.assign(kept.shown, payerOf(kept.behavior.type, true))
}

/**
 * The next action of an intent that the method's holder must approve: it leads to a page of the fake. The fake remembers the return
 * address.
 */
export const actionFor = (books: Books, intentId: string, { behavior }: FakeMethod, asked: Asked): NextAction => {
  const url = `${books.pagesAt}/authorize/${intentId}`
  books.returnUrls.set(intentId, asked.returnUrl)
  if (behavior.type !== 'card') return approvalActionFor(behavior.type, url, asked.returnUrl)
  return asked.usesStripeJs
    ? { type: 'use_stripe_sdk', use_stripe_sdk: {} }
    : { type: 'redirect_to_url', redirect_to_url: { url, return_url: asked.returnUrl } }
}

/** How a confirmation sends the holder to their bank's page. */
interface Asked {
  readonly returnUrl: string
  readonly usesStripeJs: boolean
}

type NextAction = Stripe.PaymentIntent.NextAction & Stripe.SetupIntent.NextAction
