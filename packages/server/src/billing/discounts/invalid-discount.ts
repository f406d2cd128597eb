import { type Money, Problem } from '@billing-checkout/contract'

/** Why a sale cannot have the discount that it names: a code for programs and a sentence for people. */
export interface DiscountRefusal {
  readonly reason:
    | 'unknown'
    | 'not_allowed'
    | 'archived'
    | 'not_started'
    | 'ended'
    | 'used_up'
    | 'used_up_by_customer'
    | 'other_plan'
    | 'other_currency'
    | 'existing_subscription'
    | 'below_minimum'
  readonly message: string
}

/** The error for a refused discount, with the reason as the code of its detail. */
export const invalidDiscount = ({ reason, message }: DiscountRefusal, minimum?: Money): Problem =>
  new Problem('discount_invalid', message, {
    details: [{ path: 'body.discount', code: reason, message, ...(minimum && { minimum }) }],
  })
