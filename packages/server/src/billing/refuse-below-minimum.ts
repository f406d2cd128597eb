import { type CheckoutPurpose, type Money, Problem } from '@billing-checkout/contract'
import { minimumDue } from '../exchange/minimum-due.ts'
import type { Billing } from './billing.ts'
import type { SessionQuote } from './session-view.ts'

type Pricing = Pick<Billing, 'rates' | 'mode' | 'wallClock'>

/** Refuses an amount that is more than nothing and less than about half a US dollar (decisions 7). */
export const refuseBelowMinimum = (billing: Pricing, due: Money, wayOut = ''): void => {
  const rates = billing.rates.latest(billing.wallClock(), billing.mode)
  const minimum = minimumDue(due.currency, rates)
  if (due.amount === 0 || due.amount >= minimum) return
  throw new Problem(
    'amount_below_minimum',
    `An amount must be 0 or at least ${minimum} in minor units of ${due.currency}, got ${due.amount}.${wayOut}`,
  )
}

/** The same of what a quote makes due now; where that is the rest of a plan change, the refusal says how to charge it later. */
export const refuseTinyDue = (
  billing: Pricing,
  { purpose, quote }: { readonly purpose: CheckoutPurpose | null; readonly quote: SessionQuote },
): void => refuseBelowMinimum(billing, quote.draft.dueNow, purpose === 'change_plan' ? chargeLater : '')

const chargeLater =
  ' With proration_billing_mode prorated_next_billing_period it is charged with the next period, with do_not_bill never.'
