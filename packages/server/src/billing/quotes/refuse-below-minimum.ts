import { type Money, Problem } from '@billing-checkout/contract'
import { minimumDue } from '../../exchange/minimum-due.ts'
import type { Billing } from '../billing.ts'

/** Refuses an amount that is more than nothing and less than about half a US dollar, which is not worth charging. */
export const refuseBelowMinimum = (
  billing: Pick<Billing, 'rates' | 'mode' | 'wallClock'>,
  due: Money,
  wayOut = '',
): void => {
  const rates = billing.rates.latest(billing.wallClock(), billing.mode)
  const minimum = minimumDue(due.currency, rates)
  if (due.amount === 0 || due.amount >= minimum) return
  throw new Problem(
    'amount_below_minimum',
    `An amount must be 0 or at least ${minimum} in minor units of ${due.currency}, got ${due.amount}.${wayOut}`,
  )
}
