import type { TaxBreakdown } from '@billing-checkout/contract'
import { type QuoteDraft, taxesOf } from '@billing-checkout/domain'

/** The taxes in the amount that a quote charges now, each with its name. */
export const breakdownOf = ({ subtotal, tax, dueNow }: QuoteDraft): TaxBreakdown =>
  taxesOf({ subtotal, tax: tax.amount, amount: dueNow.amount }, tax.rule).map(({ name, rate, amount }) => ({
    name,
    rate,
    amount,
  }))
