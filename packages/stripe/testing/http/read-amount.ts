import { amountsMin } from '../../src/amounts.ts'
import { invalidRequestError } from './refusal.ts'
import { type Params, integerParam } from './read-form.ts'

/**
 * The step of a currency's amounts, in Stripe's units: krónur and shillings must end in 00, and a third decimal must be
 * 0. https://docs.stripe.com/currencies#special-cases
 */
const steps: Readonly<Record<string, number>> = { isk: 100, ugx: 100, bhd: 10, jod: 10, kwd: 10, omr: 10, tnd: 10 }

/** The step of a currency's amounts, in Stripe's units; 1 if the table has none. */
export const stepIn = (currency: string): number => steps[currency] ?? 1

/** The smallest charge in a currency, in Stripe's units, if the account's balance has the same currency; 50 if Stripe documents none. */
export const minimumIn = (currency: string): number =>
  new Map<string, number>(Object.entries(amountsMin)).get(currency.toUpperCase()) ?? 50

/** The amount in a parameter, in a currency; undefined if the request lacks it. Throws if the amount is not on the currency's step. */
export const amountIn = (params: Params, name: string, currency: string): number | undefined => {
  const amount = integerParam(params, name)
  const step = stepIn(currency)
  if (amount === undefined || amount % step === 0) return amount
  throw invalidRequestError(`Invalid amount. Amounts in ${currency} must be evenly divisible by ${step}.`, {
    param: name,
    code: 'invalid_charge_amount',
  })
}
