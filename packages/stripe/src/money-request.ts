import type { DeviceWalletType } from '@billing-checkout/contract'
import type { AuthorizeRequest } from '@billing-checkout/server/processor'
import type { StripeKind, StripeType } from './methods/kinds.ts'

/**
 * A card that hosted fields turned into a payment method, `pm_…`, a method that was stored before, `cus_…/pm_…`, or an account at
 * another company, whose holder is sent there.
 */
export type StripeMethod =
  | { readonly kind: 'processor_token' | 'stored'; readonly token: string }
  | { readonly kind: 'account'; readonly type: Exclude<StripeKind, DeviceWalletType> }

/** A charge as this adapter makes it. */
export interface StripeCharge extends Omit<AuthorizeRequest, 'method'> {
  readonly method: StripeMethod
}

/** A stored method, what it is, and the customer that it belongs to. */
export interface StoredMethod {
  readonly customer: string
  readonly method: string
  readonly type: StripeType
}

/** The token of a stored method: Stripe charges one only together with its customer, and by an intent for its type. */
export const tokenOfStored = ({ customer, method, type }: StoredMethod): string =>
  type === 'card' ? `${customer}/${method}` : `${customer}/${method}/${type}`

/** Reads the token of a stored method; undefined if it is not one of this adapter. */
export const readStored = (token: string): StoredMethod | undefined => {
  const found = /^(cus_\w+)\/(pm_\w+)(?:\/(paypal|cashapp))?$/.exec(token)
  const [, customer, method, type = 'card'] = found ?? []
  return customer === undefined || method === undefined ? undefined : { customer, method, type: type as StripeType }
}

/** True if the shopper is there, and can be sent to their bank. */
export const isShopperThere = ({ returnUrl }: Pick<AuthorizeRequest, 'returnUrl'>): boolean => returnUrl !== null
