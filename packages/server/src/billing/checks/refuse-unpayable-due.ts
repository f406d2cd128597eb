import { amountMax, type CheckoutPurpose, Problem } from '@billing-checkout/contract'
import type { Organization } from '../../organization/organization.ts'
import type { Billing } from '../billing.ts'
import { isBuyerNamed } from '../customers/buyer-of-session.ts'
import { invalidDiscount } from '../discounts/invalid-discount.ts'
import { type RatedBilling, refuseBelowMinimum, smallestDue } from '../quotes/refuse-unchargeable.ts'
import type { ResolvedSession, SessionQuote } from '../quotes/resolve-session.ts'

/**
 * Whether a purchase needs no payment method because it costs nothing, now and at every renewal. A one-off purchase is also free if the
 * customer's credit pays for all of it. A free purchase is a payment of 0 without method or attempt. It settles a day later by the billing
 * clock, and payment rules ignore it. If the shopper sends a method anyway, the method is verified and stored. A free trial of a priced
 * plan is not free in this sense, nor is a price that a discount lowers to 0.
 */
export const isFree = ({ purpose, terms, quote }: Pick<ResolvedSession, 'purpose' | 'terms' | 'quote'>): boolean =>
  (purpose === 'pay' || ((purpose === 'subscribe' || purpose === 'recover') && terms?.price.amount === 0)) &&
  quote !== undefined &&
  quote.discount?.periodMinor !== 0 &&
  [quote.draft.dueNow, quote.draft.nextCharge, quote.draft.recurring].every((money) => (money?.amount ?? 0) === 0)

/** Whether a purchase begins with a trial that costs nothing. A price that credit lowers to 0 is not a free trial. */
export const isFreeTrial = ({ terms, quote }: Pick<ResolvedSession, 'terms' | 'quote'>): boolean =>
  quote?.withTrial === true && (terms?.trial?.price?.amount ?? 0) === 0

/**
 * Whether a checkout may start a free trial without a payment method: only if the merchant allows it and named the customer.
 * `refuseSecondTrialWithoutMethod` counts such trials under locks when they start.
 */
export const startsWithoutMethod = (view: Pick<ResolvedSession, 'purpose' | 'terms' | 'quote' | 'session'>): boolean =>
  view.purpose === 'subscribe' &&
  view.session.members.options?.payment_method_collection === 'if_required' &&
  isBuyerNamed(view.session.members) &&
  isFreeTrial(view)

/** Whether the shopper needs a payment method to pay a session. */
export const needsMethod = (view: Pick<ResolvedSession, 'purpose' | 'terms' | 'quote' | 'session'>): boolean =>
  !isFree(view) &&
  !startsWithoutMethod(view) &&
  view.purpose !== 'resume' &&
  !(view.purpose === 'change_plan' && view.quote?.draft.dueNow.amount === 0)

/**
 * Refuses a quote that no method could pay, because the amount due is below the processor's minimum, or an amount with tax is too large. If
 * a plan change costs less than the minimum, the message explains how to charge it later. A recovery has no minimum, because the owed sum
 * is rounded to what the processor can charge, as in a renewal.
 */
export const refuseUnpayableDue = (
  billing: Pick<Billing, 'processors' | 'rates' | 'mode' | 'wallClock'>,
  organization: Organization,
  { purpose, quote }: { readonly purpose: CheckoutPurpose | null; readonly quote: SessionQuote },
): void => {
  const { dueNow, nextCharge, recurring } = quote.draft
  const largest = Math.max(dueNow.amount, nextCharge?.amount ?? 0, recurring?.amount ?? 0)
  if (largest > amountMax) {
    const message = `An amount with its tax must be at most ${amountMax} in minor units, got ${largest}.`
    throw new Problem('invalid_parameter', message)
  }
  if (purpose === 'recover') return
  if (purpose !== 'change_plan') refuseSmallDiscountedPrice(billing, organization, quote)
  refuseBelowMinimum(billing, organization, dueNow, purpose === 'change_plan' ? chargeLater : '')
}

/** Refuses a discounted price that is neither 0 nor large enough for the processor. */
const refuseSmallDiscountedPrice = (
  billing: RatedBilling,
  organization: Organization,
  { discount, draft: { dueNow } }: SessionQuote,
): void => {
  if (discount === null || discount.periodMinor === 0) return
  const { currency } = dueNow
  const minimum = smallestDue(billing, organization, currency)
  if (discount.periodMinor >= minimum) return
  const message = `The discount leaves ${discount.periodMinor} in minor units of ${currency}; a price must be 0 or at least ${minimum}.`
  throw invalidDiscount({ reason: 'below_minimum', message }, { amount: minimum, currency })
}

const chargeLater =
  ' With proration_billing_mode prorated_next_billing_period it is charged with the next period, with do_not_bill never.'
