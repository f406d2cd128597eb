import type { CurrencyDetails, Quote, QuoteDisplay } from '@billing-checkout/contract'
import { formatMoney, formatPaymentMoney, type LaterCharge, type QuoteDraft } from '@billing-checkout/domain'
import { taxBreakdownOf } from '../payments/tax-breakdown.ts'
import type { FrozenQuote } from '../../store/schema/client-sessions.ts'
import type { ShownQuote } from '../../store/schema/consents.ts'
import { creditLabel } from '../languages/credit-label.ts'
import { formatUnits } from '../languages/format-units.ts'
import { formatDate } from '../languages/format-date.ts'
import { oncePerLocale } from '../languages/once-per-locale.ts'

/** A quote as the checkout element and previews receive it. */
export const presentQuote = (
  { draft, hash }: { readonly draft: QuoteDraft; readonly hash: string },
  frozen: Pick<FrozenQuote, 'id' | 'expiresAt'>,
): Quote => ({
  id: frozen.id,
  at: draft.at,
  expires_at: frozen.expiresAt,
  lines: presentLines(draft.lines),
  subtotal: draft.subtotal,
  tax: {
    amount: draft.tax.amount,
    behavior: draft.tax.rule?.behavior ?? null,
    rate: draft.tax.rule?.rate ?? null,
    kind: draft.tax.rule?.kind ?? null,
    breakdown: taxBreakdownOf(draft),
  },
  due_now: draft.dueNow,
  next_charge: draft.nextCharge,
  recurring: presentRecurring(draft.recurring),
  hash,
})

/** The lines of a quote as the interface shows them. */
export const presentLines = (lines: QuoteDraft['lines']): Quote['lines'] =>
  lines.map(({ kind, label, amount, quantity }) => ({ kind, label, amount, ...(quantity && { quantity }) }))

/** The amount of each later period, as the interface shows it. */
export const presentRecurring = (recurring: QuoteDraft['recurring']): Quote['recurring'] =>
  recurring && {
    amount: recurring.amount,
    currency: recurring.currency,
    interval: recurring.interval.unit,
    interval_count: recurring.interval.count,
  }

/** A quote's amounts and dates in the shopper's locale, because the browser formats no money. */
export const presentQuoteDisplay = (
  quote: { readonly draft: QuoteDraft; readonly later: readonly LaterCharge[]; readonly withTrial: boolean },
  details: CurrencyDetails,
  locale: string,
): QuoteDisplay => {
  const { local, payment } = details.plan.due_now
  return {
    ...presentReceiptDisplay(quote, locale),
    due_now: payment,
    due_now_local: local.currency === payment.currency ? null : local.formatted_amount,
  }
}

/**
 * The amounts and dates of a quote that the shopper agreed to, in the shopper's locale. The amount due is shown only in the charged
 * currency.
 */
export const presentReceiptDisplay = (
  { draft, later, withTrial }: Pick<ShownQuote, 'draft' | 'later' | 'withTrial'>,
  locale: string,
): QuoteDisplay => {
  const format = (amount: number) => formatMoney({ amount, currency: draft.dueNow.currency }, locale).formattedAmount
  const labelOf = ({ kind, label, rate }: Omit<Labelled<string>, 'amount'>) => {
    if (kind === 'customer_credit') return creditLabel(locale)
    return rate === undefined ? label : `${label} ${formatRate(rate, locale)}`
  }
  const written = <Kind extends string>({ kind, label, rate, amount, quantity }: Labelled<Kind>) => ({
    kind,
    label: labelOf({ kind, label, rate }),
    formatted_amount: format(amount),
    ...(quantity && { formatted_units: formatUnits(format(amount / quantity), quantity, locale) }),
  })
  return {
    lines: draft.lines.map(written),
    due_now: formatPaymentMoney(draft.dueNow, locale),
    due_now_local: null,
    next_charge: draft.nextCharge && {
      formatted_amount: format(draft.nextCharge.amount),
      date: formatDate(draft.nextCharge.at, locale),
    },
    later_charges: later.map(({ amount, at, lines }) => ({
      amount,
      formatted_amount: format(amount),
      date: formatDate(at, locale),
      lines: lines.map(written),
    })),
    recurring: draft.recurring && { formatted_amount: format(draft.recurring.amount) },
    trial_end: withTrial && draft.nextCharge ? formatDate(draft.nextCharge.at, locale) : null,
    tax: presentTax(draft, format, locale),
  }
}

interface Labelled<Kind> {
  readonly kind: Kind
  readonly label: string
  readonly amount: number
  readonly rate?: string | undefined
  readonly quantity?: number | undefined
}

const presentTax = (draft: QuoteDraft, format: (amount: number) => string, locale: string): QuoteDisplay['tax'] =>
  draft.tax.rule && {
    formatted_amount: format(draft.tax.amount),
    rate: formatRate(draft.tax.rule.rate, locale),
    parts: taxBreakdownOf(draft).flatMap(({ name, rate, amount }) =>
      name === null
        ? []
        : [
            {
              label: `${name} ${formatRate(rate, locale)}`,
              formatted_amount: format(amount),
            },
          ],
    ),
  }

const formatRate = (rate: string, locale: string): string => percentIn(locale).format(rate as Intl.StringNumericLiteral)

const percentIn = oncePerLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 }),
)
