import type { Checkout } from '@billing-checkout/contract'
import { quotedDiscount } from '../../domain/src/checkout/later-charges.ts'
import type { QuoteDraft, QuoteRequest } from '../../domain/src/checkout/quote-request.ts'
import type { DiscountTerms } from '../../domain/src/discount/discount-terms.ts'

/** A discount on a checkout. */
export interface DiscountWish {
  /** The reduction, in percent or in minor units of euros. */
  readonly off: { readonly percent: number } | { readonly amount: number }
  readonly left: number | null
  readonly code: string | null
}

/** The discount's terms, as a sale freezes them. */
export const discountTermsOf = ({ off, left }: DiscountWish): DiscountTerms => ({
  id: 'disc_01890a5d-ac96-774b-bcce-b302099a8057',
  name: 'Spring',
  off:
    'percent' in off
      ? { kind: 'percent', hundredths: off.percent * 100 }
      : { kind: 'amount', amount: off.amount, currency: 'EUR' },
  duration: left === null ? 'forever' : left === 1 ? 'once' : 'periods',
  left,
  plans: [],
})

/** The discount of a quote, formatted for the locale. */
export const discountOf = (
  { discount: wish, locale = 'en' }: { readonly discount?: DiscountWish; readonly locale?: string },
  request: QuoteRequest,
  draft: QuoteDraft,
  write: (minor: number) => string,
): Checkout['discount'] => {
  const quoted = quotedDiscount(request, draft)
  if (wish === undefined || quoted === null) return null
  const { off, ...terms } = quoted.terms
  return {
    id: terms.id,
    name: terms.name,
    percent_off: off.kind === 'percent' ? off.hundredths / 100 : null,
    amount_off: off.kind === 'amount' ? { amount: off.amount, currency: off.currency } : null,
    duration: terms.duration,
    periods_left: terms.left,
    code: wish.code,
    formatted_off:
      off.kind === 'percent'
        ? new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(off.hundredths / 10_000)
        : write(off.amount),
    formatted_amount: write(quoted.periodMinor),
    ends:
      quoted.endsAt === null
        ? null
        : {
            at: quoted.endsAt,
            date: dayIn(locale, quoted.endsAt),
            formatted_amount: write(draft.recurring?.amount ?? 0),
          },
  }
}

/** A date in UTC, formatted for a locale. */
export const dayIn = (locale: string, date: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
