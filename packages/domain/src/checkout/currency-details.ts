import type { CountryCode, CurrencyDetails, LocalMoney, Money, PaymentMoney } from '@billing-checkout/contract'
import { convertMoney, type RateTable, exchangeRate } from '../money/convert-money.ts'
import { currencyOfCountry } from '../money/country-currencies.ts'
import { formatMoney } from '../money/format-money.ts'
import type { Rational } from '../money/rational.ts'
import { type RoundingRule, roundForDisplay } from '../money/round-for-display.ts'
import { quantityOf } from '../plan/quantity.ts'
import type { PlanTerms } from '../plan/terms-for-country.ts'

/** Everything that the display of a price depends on. */
export interface DisplayRequest {
  readonly terms: PlanTerms
  readonly dueNow: Money
  /** The shopper's country as the merchant knows it. If null, prices are shown only in the charged currency. */
  readonly country: CountryCode | null
  /** Absent if no exchange rate is recent enough to show. */
  readonly rates: RateTable | undefined
  readonly locale: string
  readonly rounding: RoundingRule
}

/** A session's prices, formatted for display in the charged currency and in the shopper's local currency. */
export const currencyDetails = (request: DisplayRequest): CurrencyDetails => {
  const local = localCurrency(request)
  const both = (money: Money) => ({
    local: presentLocal(money, local, request),
    payment: formatPaymentMoney(money, request.locale),
  })
  const { price, trial } = request.terms
  const ofOne = (money: Money) => ({ ...money, amount: money.amount / quantityOf(request.terms) })
  return {
    plan: {
      ...both(ofOne(price)),
      due_now: both(request.dueNow),
      trial: trial && both(trial.price ? ofOne(trial.price) : { amount: 0, currency: price.currency }),
    },
  }
}

interface LocalCurrency {
  readonly currency: string
  readonly rate: Rational
}

/**
 * The currency of the shopper's country and its exchange rate; the charged currency at rate 1 if either is unknown or an amount is too
 * large.
 */
const localCurrency = (request: DisplayRequest): LocalCurrency => {
  const { terms, country, rates } = request
  const charged: LocalCurrency = { currency: terms.price.currency, rate: { numerator: 1n, denominator: 1n } }
  const currency = country === null ? undefined : currencyOfCountry(country)
  const rate = currency && rates && exchangeRate(rates, charged.currency, currency)
  if (currency === undefined || rate === undefined) return charged
  return isRepresentable(request, { currency, rate }) ? { currency, rate } : charged
}

/**
 * Whether the largest amount fits into a safe integer of the local currency's minor units. A large amount in a weak currency does not fit.
 */
const isRepresentable = ({ terms, dueNow }: DisplayRequest, { currency, rate }: LocalCurrency): boolean => {
  const largest = Math.max(terms.price.amount, dueNow.amount, terms.trial?.price?.amount ?? 0)
  try {
    return convertMoney(largest, terms.price.currency, currency, rate) <= countableMax
  } catch {
    return false
  }
}

/** Half of the largest safe integer, because display rounding may raise an amount by a tenth. */
const countableMax = Number.MAX_SAFE_INTEGER / 2

const presentLocal = (money: Money, local: LocalCurrency, { locale, rounding }: DisplayRequest): LocalMoney => {
  const amount = convertMoney(money.amount, money.currency, local.currency, local.rate)
  const rounded = roundForDisplay(amount, local.currency, rounding)
  return {
    ...presentMoney(amount, local.currency, locale),
    currency_exchange_rate: Number(local.rate.numerator) / Number(local.rate.denominator),
    formatted_amount_rounded: formatMoney({ amount: rounded, currency: local.currency }, locale).formattedAmount,
  }
}

/** The charged amount, formatted for a locale. */
export const formatPaymentMoney = (money: Money, locale: string): PaymentMoney =>
  presentMoney(money.amount, money.currency, locale)

const presentMoney = (amount: number, currency: string, locale: string): PaymentMoney => {
  const formatted = formatMoney({ amount, currency }, locale)
  return {
    amount,
    currency,
    currency_decimals: formatted.currencyDecimals,
    currency_position: formatted.currencyPosition,
    currency_symbol: formatted.currencySymbol,
    formatted_amount: formatted.formattedAmount,
  }
}
