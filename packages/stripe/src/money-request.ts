import type { DeviceWalletType } from '@billing-checkout/contract'
import type { AuthorizeRequest } from '@billing-checkout/server/processor'
import type { StripeKind, StripeType } from './methods/kinds.ts'

/**
 * A card's payment method from Stripe's fields (`pm_…`), a stored method (`cus_…/pm_…`), or a PayPal or other account,
 * whose holder is redirected to approve.
 */
type StripeMethod =
  | { readonly kind: 'processor_token' | 'stored'; readonly token: string }
  | { readonly kind: 'account'; readonly type: Exclude<StripeKind, DeviceWalletType> }

/** A charge as this adapter makes it. */
export interface StripeCharge extends Omit<AuthorizeRequest, 'method'> {
  readonly method: StripeMethod
}

/** A stored method with its customer and its Stripe type. */
export interface StoredMethod {
  readonly customer: string
  readonly method: string
  readonly type: StripeType
}

/**
 * The token of a stored method. It includes the customer and, unless the method is a card, the type, because Stripe requires both for a
 * charge.
 */
export const tokenOfStoredMethod = ({ customer, method, type }: StoredMethod): string =>
  type === 'card' ? `${customer}/${method}` : `${customer}/${method}/${type}`

/** Parses the token of a stored method; undefined if it is not one of this adapter's. */
export const parseStoredToken = (token: string): StoredMethod | undefined => {
  const found = /^(cus_\w+)\/(pm_\w+)(?:\/(paypal|cashapp))?$/.exec(token)
  const [, customer, method, type = 'card'] = found ?? []
  return customer === undefined || method === undefined ? undefined : { customer, method, type: type as StripeType }
}

/** Whether the shopper is present and can be redirected to their bank. */
export const isShopperPresent = ({ returnUrl }: Pick<AuthorizeRequest, 'returnUrl'>): boolean => returnUrl !== null
