import { amountMax, type CheckoutPurpose, Problem } from '@billing-checkout/contract'
import type { Organization } from '../../organization/organization.ts'
import type { Billing } from '../billing.ts'
import { invalidDiscount } from '../discounts/invalid-discount.ts'
import { type RatedBilling, refuseBelowMinimum, minimumChargeAmount } from '../quotes/refuse-unchargeable-amount.ts'
import type { SessionQuote } from '../quotes/resolve-session.ts'

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
  const minimum = minimumChargeAmount(billing, organization, currency)
  if (discount.periodMinor >= minimum) return
  const message = `The discount leaves ${discount.periodMinor} in minor units of ${currency}; a price must be 0 or at least ${minimum}.`
  throw invalidDiscount({ reason: 'below_minimum', message }, { amount: minimum, currency })
}

const chargeLater =
  ' With proration_billing_mode prorated_next_billing_period it is charged with the next period, with do_not_bill never.'
