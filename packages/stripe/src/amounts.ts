import type { CurrencyCode } from '@billing-checkout/contract'

/** A sum of money in minor units (ISO 4217), as everything outside of this adapter counts it. */
interface Money {
  readonly amount: number
  readonly currency: CurrencyCode
}

/** A sum as Stripe's interface counts it, with its lower-case code. */
interface StripeMoney {
  readonly amount: number
  readonly currency: string
}

/**
 * How many of Stripe's units are how many of ours, if they are not the same: whole krónur and shillings are sent with two decimals, and
 * ariary with none. https://docs.stripe.com/currencies#special-cases and https://docs.stripe.com/currencies#zero-decimal
 */
const countedOtherwise: Readonly<Partial<Record<CurrencyCode, { readonly stripe: number; readonly ours: number }>>> = {
  ISK: { stripe: 100, ours: 1 },
  UGX: { stripe: 100, ours: 1 },
  MGA: { stripe: 1, ours: 100 },
}

const alike = { stripe: 1, ours: 1 }

/**
 * Minor units that an amount has to be a multiple of, if that is not 1: ariary have no decimals at Stripe, and the third decimal has to
 * be 0. https://docs.stripe.com/currencies#three-decimal
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
 * The smallest amounts that Stripe charges, in minor units. Stripe documents them for the currency of the account's bank, to which a charge
 * in another one is converted: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
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
 * How many digits the largest amount has that Stripe takes, in its own units; a currency without a row has eight. Only the row of IDR is
 * confirmed: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts, read in November 2026. We found no source for the other
 * rows or for the eight. If a row is too large, Stripe refuses the charge. If it is too small, we refuse a plan that Stripe could charge.
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
  const { stripe, ours } = countedOtherwise[currency] ?? alike
  return Math.floor(amount / stripe) * ours
}

/** Whether Stripe can charge or refund exactly this amount. */
export const isRepresentable = ({ amount, currency }: Money): boolean =>
  amount % stepOf(currency) === 0 && amount <= amountMax(currency)

const stepOf = (currency: CurrencyCode): number => amountSteps[currency] ?? 1

/** A sum as it is sent to Stripe. Throws `RangeError` for one that is not representable. */
export const toStripe = (money: Money): StripeMoney => {
  if (!isRepresentable(money)) throw new RangeError(`Stripe cannot charge ${money.amount} of ${money.currency}.`)
  const { stripe, ours } = countedOtherwise[money.currency] ?? alike
  return { amount: (money.amount / ours) * stripe, currency: money.currency.toLowerCase() }
}

/** What the sheet of a wallet is to say of a sum, in Stripe's units: the largest that Stripe can charge of it. */
export const onSheet = ({ amount, currency }: Money): number =>
  toStripe({ amount: amount - (amount % stepOf(currency)), currency }).amount

/**
 * A sum as Stripe has told it. What is charged in krónur and shillings is whole, and Stripe takes nothing else; a fraction, as a fee may
 * have, is rounded to the nearest minor unit.
 */
export const fromStripe = ({ amount, currency: code }: StripeMoney): Money => {
  const currency = code.toUpperCase() as CurrencyCode
  const { stripe, ours } = countedOtherwise[currency] ?? alike
  return { amount: Math.round((amount / stripe) * ours), currency }
}

/** Says why an amount cannot be charged or refunded. */
export const notRepresentable = ({ amount, currency }: Money): string =>
  amount > amountMax(currency)
    ? `Stripe takes at most ${amountMax(currency)} minor units of ${currency}, not ${amount}.`
    : `Stripe takes only multiples of ${stepOf(currency)} minor units of ${currency}, not ${amount}.`
