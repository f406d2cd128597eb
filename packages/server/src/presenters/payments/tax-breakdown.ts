import type { TaxBreakdown } from '@billing-checkout/contract'
import { type QuoteDraft, taxesOfRoundedSum } from '@billing-checkout/domain'

/** The taxes in the amount that a quote charges now, each with its rate and, if it has one, its name. */
export const taxBreakdownOf = ({ subtotal, tax, dueNow }: QuoteDraft): TaxBreakdown =>
  taxesOfRoundedSum({ subtotal, tax: tax.amount, amount: dueNow.amount }, tax.rule).map(({ name, rate, amount }) => ({
    name,
    rate,
    amount,
  }))
