import { amountMax, type CheckoutPurpose, Problem } from '@billing-checkout/contract'
import type { Organization } from '../../organization/organization.ts'
import type { Billing } from '../billing.ts'
import { type RatedBilling, refuseBelowMinimum, smallestDue } from '../quotes/refuse-below-minimum.ts'
import type { ResolvedSession, SessionQuote } from '../quotes/resolve-session.ts'

/**
 * Whether a purchase needs no payment method because it costs nothing, now and at every renewal. The customer's credit may pay for all of
 * a one-off purchase. It is a payment of 0 without method or attempt, which settles a billing day later and which payment rules do not
 * see; a method that is sent anyway is verified and stored. A free trial of a priced plan needs a method.
 */
export const isFree = ({ purpose, terms, quote }: Pick<ResolvedSession, 'purpose' | 'terms' | 'quote'>): boolean =>
  (purpose === 'pay' || ((purpose === 'subscribe' || purpose === 'recover') && terms?.price.amount === 0)) &&
  quote !== undefined &&
  [quote.draft.dueNow, quote.draft.nextCharge, quote.draft.recurring].every((money) => (money?.amount ?? 0) === 0)

/**
 * Refuses a quote that could never be paid: the amount due is below the processor's minimum, or the amount with tax exceeds the largest
 * possible one. If the small amount is due for a plan change, the message says how to charge it later. The rest of an owed period's
 * price is never refused, because it is rounded to what the processor can charge, as in a renewal.
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
  refuseSmallDiscountedPrice(billing, organization, quote)
  if (purpose === 'recover') return
  refuseBelowMinimum(billing, organization, dueNow, purpose === 'change_plan' ? chargeLater : '')
}

/** A discount must leave nothing to pay, or a price that can be charged. */
const refuseSmallDiscountedPrice = (
  billing: RatedBilling,
  organization: Organization,
  { discountedMinor, draft }: SessionQuote,
): void => {
  if (discountedMinor === null || discountedMinor === 0) return
  const { currency } = draft.dueNow
  const minimum = smallestDue(billing, organization, currency)
  if (discountedMinor >= minimum) return
  const message = `The discount leaves ${discountedMinor} in minor units of ${currency}; a price must be 0 or at least ${minimum}.`
  throw new Problem('discount_invalid', message)
}

const chargeLater =
  ' With proration_billing_mode prorated_next_billing_period it is charged with the next period, with do_not_bill never.'
