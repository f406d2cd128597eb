import { type CurrencyCode, type Money, Problem } from '@billing-checkout/contract'
import { limitsOf } from '../../connections/limits-of.ts'
import { minimumDue } from '../../exchange/minimum-due.ts'
import type { Organization } from '../../organization/organization.ts'
import type { Billing } from '../billing.ts'

/**
 * Refuses an amount above zero that is below the minimum charge of the organization's processors. If no minimum is known, about half a US
 * dollar is the minimum, because less is not worth charging.
 */
export const refuseBelowMinimum = (
  billing: RatedBilling,
  organization: Organization,
  due: Money,
  wayOut = '',
): void => {
  const minimum = smallestDue(billing, organization, due.currency)
  if (due.amount === 0 || due.amount >= minimum) return
  throw belowMinimum(due, minimum, wayOut)
}

/** What the smallest chargeable amount depends on. */
export type RatedBilling = Pick<Billing, 'processors' | 'rates' | 'mode' | 'wallClock'>

/** The smallest amount in a currency that can be charged, in minor units. */
export const smallestDue = (billing: RatedBilling, organization: Organization, currency: CurrencyCode): number =>
  limitsOf(billing.processors, organization, currency).minimum ??
  minimumDue(currency, billing.rates.latest(billing.wallClock(), billing.mode))

/** The refusal of an amount below `minimum`, in minor units. */
export const belowMinimum = ({ amount, currency }: Money, minimum: number, wayOut = ''): Problem =>
  new Problem(
    'amount_below_minimum',
    `An amount must be 0 or at least ${minimum} in minor units of ${currency}, got ${amount}.${wayOut}`,
  )
