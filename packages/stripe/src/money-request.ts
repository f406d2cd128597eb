import type { AuthorizeRequest } from '@billing-checkout/server/processor'

/** A card that hosted fields turned into a payment method, `pm_…`, or one that was stored before, `cus_…/pm_…`. */
export type StripeMethod = { readonly kind: 'processor_token' | 'stored'; readonly token: string }

/** A charge as this adapter makes it. */
export interface StripeCharge extends Omit<AuthorizeRequest, 'method'> {
  readonly method: StripeMethod
}

/** A stored method and the customer that it belongs to. */
export interface StoredMethod {
  readonly customer: string
  readonly method: string
}

/** The token of a stored method: Stripe charges one only together with its customer. */
export const tokenOfStored = ({ customer, method }: StoredMethod): string => `${customer}/${method}`

/** Reads the token of a stored method; undefined where it is none of this adapter. */
export const readStored = (token: string): StoredMethod | undefined => {
  const found = /^(cus_\w+)\/(pm_\w+)$/.exec(token)
  const [, customer, method] = found ?? []
  return customer === undefined || method === undefined ? undefined : { customer, method }
}

/** True where the shopper is there, and can be sent to their bank. */
export const isShopperThere = ({ returnUrl }: Pick<AuthorizeRequest, 'returnUrl'>): boolean => returnUrl !== null
