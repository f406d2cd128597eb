import type { PaymentTax } from '@billing-checkout/contract'
import { mintId, type QuoteDraft, type Timestamp } from '@billing-checkout/domain'
import { randomBytes } from 'node:crypto'
import { breakdownOf } from '../../presenters/payments/tax-breakdown.ts'
import { toUsd } from '../../exchange/to-usd.ts'
import type { RateTable } from '@billing-checkout/domain'
import type { TaxDecision } from '../../store/schema/tax-decision.ts'

/**
 * A payment's tax when the payment is opened: calculated, not collected, or failed. Subtotal and tax add up to the amount, in its currency
 * and in US dollars, whether the price includes the tax or not. The tax calculator commits the tax under `transaction_id`, which the
 * payment shows from the start.
 */
export const taxOfSale = (
  { draft, tax }: { readonly draft: QuoteDraft; readonly tax: TaxDecision },
  { now, rates }: { readonly now: Timestamp; readonly rates: RateTable | undefined },
): PaymentTax => {
  const { amount, currency } = draft.dueNow
  const amountUsd = toUsd(amount, currency, rates)?.amountUsd ?? null
  const taxUsd = toUsd(draft.tax.amount, currency, rates)?.amountUsd ?? null
  const calculated = tax.kind === 'calculated' ? tax : null
  return {
    amount_subtotal: amount - draft.tax.amount,
    amount_subtotal_usd: amountUsd === null || taxUsd === null ? null : amountUsd - taxUsd,
    amount_tax: draft.tax.amount,
    amount_tax_usd: taxUsd,
    behavior: calculated && calculated.rule.behavior,
    calculation_id: calculated && mintId('taxcalc', Date.parse(now), randomBytes(16)),
    status: calculated ? 'calculated' : tax.kind === 'failed' ? 'failed' : 'not_collected',
    transaction_id: calculated && mintId('taxtxn', Date.parse(now), randomBytes(16)),
    breakdown: breakdownOf(draft),
    error: tax.kind === 'failed' ? tax.error : null,
    provider: calculated && calculated.provider,
  }
}
