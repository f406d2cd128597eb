import type { Checkout, Discount, Portal } from '@billing-checkout/contract'
import { type DiscountTerms, formatMoney, type QuoteDraft, type QuotedDiscount } from '@billing-checkout/domain'
import { formatDate } from '../languages/format-date.ts'
import { oncePerLocale } from '../languages/once-per-locale.ts'
import type { DiscountRow } from '../../store/rows.ts'
import { loadByIds } from '../load-by-ids.ts'

/** A discount as the interface shows it. */
export const presentDiscount = (row: DiscountRow): Discount => ({
  id: row.id,
  name: row.name,
  code: row.code,
  percent_off: row.percentHundredths === null ? null : row.percentHundredths / 100,
  amount_off:
    row.amountOff === null || row.amountCurrency === null
      ? null
      : { amount: row.amountOff, currency: row.amountCurrency },
  duration: row.duration,
  periods: row.periods,
  plans: [...row.plans],
  max_redemptions: row.maxRedemptions,
  max_per_customer: row.maxPerCustomer,
  starts_at: row.startsAt,
  ends_at: row.endsAt,
  archived_at: row.archivedAt,
  redeemed: row.redeemed,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
})

/** Discounts as the interface shows them, in the order of the ids. */
export const loadDiscounts = loadByIds('discounts', presentDiscount)

/** What a discount takes off, as frozen for one sale, and for how many more paid periods. */
export const presentDiscountTerms = ({ id, name, off, duration, left }: DiscountTerms) => ({
  id,
  name,
  percent_off: off.kind === 'percent' ? off.hundredths / 100 : null,
  amount_off: off.kind === 'amount' ? { amount: off.amount, currency: off.currency } : null,
  duration,
  periods_left: left,
})

/** A quote with its discount. */
interface DiscountedQuote {
  readonly draft: Pick<QuoteDraft, 'dueNow' | 'recurring'>
  readonly discount?: QuotedDiscount | null
}

/** The discount of a checkout's quote, with the code that the session names; null without a discount. */
export const presentDiscountInUse = (
  quote: DiscountedQuote,
  code: string | null | undefined,
  locale: string,
): Checkout['discount'] =>
  quote.discount
    ? { ...presentDiscountTerms(quote.discount.terms), code: code ?? null, ...displayed(quote, quote.discount, locale) }
    : null

/** The discount on a subscription's next charges, as the portal shows it; null without a discount. */
export const presentDiscountInPortal = (
  quote: DiscountedQuote,
  locale: string,
): Portal['subscriptions'][number]['discount'] =>
  quote.discount ? { name: quote.discount.terms.name, ...displayed(quote, quote.discount, locale) } : null

const displayed = (
  { draft: { dueNow, recurring } }: DiscountedQuote,
  { terms: { off }, periodMinor, endsAt }: QuotedDiscount,
  locale: string,
) => {
  const format = (amount: number) => formatMoney({ amount, currency: dueNow.currency }, locale).formattedAmount
  return {
    formatted_off: formatOff(off, locale),
    formatted_amount: format(periodMinor),
    ends:
      endsAt === null || recurring === null
        ? null
        : { at: endsAt, date: formatDate(endsAt, locale), formatted_amount: format(recurring.amount) },
  }
}

/** Formats what a discount takes off in a locale: a percentage or an amount. */
export const formatOff = (off: DiscountTerms['off'], locale: string): string =>
  off.kind === 'amount' ? formatMoney(off, locale).formattedAmount : percentIn(locale).format(off.hundredths / 10_000)

const percentIn = oncePerLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }),
)
