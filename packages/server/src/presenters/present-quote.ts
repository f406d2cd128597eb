import type { CurrencyDetails, Quote, QuoteDisplay } from '@billing-checkout/contract'
import { formatMoney, formatPaymentMoney, type QuoteDraft, type Timestamp } from '@billing-checkout/domain'
import type { SessionQuote } from '../billing/session-view.ts'
import type { FrozenQuote } from '../store/schema/client-sessions.ts'

/** A quote as widget and preview get it (decisions 7, Quote). */
export const presentQuote = ({ draft, hash }: Pick<SessionQuote, 'draft' | 'hash'>, frozen: FrozenQuote): Quote => ({
  id: frozen.id,
  at: draft.at,
  expires_at: frozen.expiresAt,
  lines: [...draft.lines],
  subtotal: draft.subtotal,
  tax: {
    amount: draft.tax.amount,
    behavior: draft.tax.rule?.behavior ?? null,
    rate: draft.tax.rule?.rate ?? null,
  },
  due_now: draft.dueNow,
  next_charge: draft.nextCharge,
  recurring: draft.recurring && {
    amount: draft.recurring.amount,
    currency: draft.recurring.currency,
    interval: draft.recurring.interval.unit,
    interval_count: draft.recurring.interval.count,
  },
  hash,
})

/** A quote's amounts and dates in the shopper's locale; the browser formats no money (decisions 7). */
export const presentQuoteDisplay = (
  quote: Pick<SessionQuote, 'draft' | 'withTrial'>,
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

/** The same of a quote that was agreed to: what was due is said in the currency that was charged alone. */
export const presentReceiptDisplay = (
  { draft, withTrial }: Pick<SessionQuote, 'draft' | 'withTrial'>,
  locale: string,
): QuoteDisplay => {
  const format = (amount: number) => formatMoney({ amount, currency: draft.dueNow.currency }, locale).formattedAmount
  return {
    lines: draft.lines.map(({ kind, label, amount }) => ({ kind, label, formatted_amount: format(amount) })),
    due_now: formatPaymentMoney(draft.dueNow, locale),
    due_now_local: null,
    next_charge: draft.nextCharge && {
      formatted_amount: format(draft.nextCharge.amount),
      date: formatDate(draft.nextCharge.at, locale),
    },
    recurring: draft.recurring && { formatted_amount: format(draft.recurring.amount) },
    trial_end: withTrial && draft.nextCharge ? formatDate(draft.nextCharge.at, locale) : null,
    tax: presentTax(draft, format, locale),
  }
}

const presentTax = (draft: QuoteDraft, format: (amount: number) => string, locale: string): QuoteDisplay['tax'] =>
  draft.tax.rule && {
    formatted_amount: format(draft.tax.amount),
    rate: new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 }).format(
      draft.tax.rule.rate as Intl.StringNumericLiteral,
    ),
  }

const formatDate = (at: Timestamp, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(at))
