import type { CurrencyCode } from '@billing-checkout/contract'

/** A sum of money in minor units (ISO 4217), as all code outside of this adapter counts it. */
interface Money {
  readonly amount: number
  readonly currency: CurrencyCode
}

/** A sum in Stripe's units, with its lower-case currency code. */
interface StripeMoney {
  readonly amount: number
  readonly currency: string
}

/**
 * Currencies that Stripe counts in other units than ISO 4217. Each row has an amount in Stripe's units and the equal amount in our minor
 * units. Stripe counts krónur and shillings with two decimals, and ariary with none. https://docs.stripe.com/currencies#special-cases and
 * https://docs.stripe.com/currencies#zero-decimal
 */
const unitRatios: Readonly<Partial<Record<CurrencyCode, { readonly stripe: number; readonly ours: number }>>> = {
  ISK: { stripe: 100, ours: 1 },
  UGX: { stripe: 100, ours: 1 },
  MGA: { stripe: 1, ours: 100 },
}

const equalUnits = { stripe: 1, ours: 1 }

/**
 * The step in minor units, of which an amount must be a multiple; absent: 1. Stripe charges ariary without decimals. In
 * a currency with three decimals, the third must be 0. https://docs.stripe.com/currencies#three-decimal
 */
export const amountSteps: Readonly<Partial<Record<CurrencyCode, number>>> = {
  MGA: 100,
  BHD: 10,
  JOD: 10,
  KWD: 10,
  OMR: 10,
  TND: 10,
}

/**
 * The smallest amounts that Stripe charges, in minor units. Stripe documents them for the account's settlement
 * currency, into which it first converts a charge in another currency:
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
export const amountsMin: Readonly<Partial<Record<CurrencyCode, number>>> = {
  USD: 50,
  AED: 200,
  AUD: 50,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  INR: 50,
  JPY: 50,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1000,
}

/**
 * The number of digits of the largest amount that Stripe takes, in Stripe's units; 8 if the currency has no row. Only
 * the row of IDR is confirmed: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts, read in November
 * 2026. We found no source for the other rows or for the 8. If a row is too large, Stripe refuses the charge. If it is
 * too small, we refuse a plan that Stripe could charge.
 */
const digits: Readonly<Partial<Record<CurrencyCode, number>>> = {
  IDR: 12,
  // Not confirmed:
  COP: 10,
  HUF: 10,
  JPY: 10,
  LBP: 10,
  INR: 9,
}

/** The largest amount of a currency that Stripe charges, in minor units. */
export const amountMax = (currency: CurrencyCode): number => floorOf(10 ** (digits[currency] ?? 8) - 1, currency)

const floorOf = (amount: number, currency: CurrencyCode): number => {
  const { stripe, ours } = unitRatios[currency] ?? equalUnits
  return Math.floor(amount / stripe) * ours
}

/** Whether an amount is on Stripe's step and not above its maximum. Minimums are not checked. */
export const isRepresentable = ({ amount, currency }: Money): boolean =>
  amount % stepOf(currency) === 0 && amount <= amountMax(currency)

const stepOf = (currency: CurrencyCode): number => amountSteps[currency] ?? 1

/** Converts a sum to Stripe's units. Throws `RangeError` if it is not representable. */
export const toStripeMoney = (money: Money): StripeMoney => {
  if (!isRepresentable(money)) throw new RangeError(`Stripe cannot charge ${money.amount} of ${money.currency}.`)
  const { stripe, ours } = unitRatios[money.currency] ?? equalUnits
  return { amount: (money.amount / ours) * stripe, currency: money.currency.toLowerCase() }
}

/** The amount that a wallet's payment sheet shows, in Stripe's units: rounded down to an amount that Stripe can charge. */
export const sheetAmountOf = ({ amount, currency }: Money): number =>
  toStripeMoney({ amount: amount - (amount % stepOf(currency)), currency }).amount

/**
 * Converts a sum from Stripe's units. Charges in krónur and shillings are whole; a fraction, which a fee may have, is
 * rounded to the nearest minor unit.
 */
export const fromStripeMoney = ({ amount, currency: code }: StripeMoney): Money => {
  const currency = code.toUpperCase() as CurrencyCode
  const { stripe, ours } = unitRatios[currency] ?? equalUnits
  return { amount: Math.round((amount / stripe) * ours), currency }
}

/** The `approvedAmount` and `approvedCurrency` of an outcome, from a sum in Stripe's units. */
export const approvedSum = (money: StripeMoney) => {
  const { amount: approvedAmount, currency: approvedCurrency } = fromStripeMoney(money)
  return { approvedAmount, approvedCurrency }
}

/** Explains why an amount cannot be charged or refunded. */
export const explainUnrepresentable = ({ amount, currency }: Money): string =>
  amount > amountMax(currency)
    ? `Stripe takes at most ${amountMax(currency)} minor units of ${currency}, not ${amount}.`
    : `Stripe takes only multiples of ${stepOf(currency)} minor units of ${currency}, not ${amount}.`
