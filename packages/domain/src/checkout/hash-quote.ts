import { createHash } from 'node:crypto'
import type { PlanTerms } from '../plan/terms-for-country.ts'
import type { LaterCharge } from './later-charges.ts'
import type { QuoteDraft } from './quote-request.ts'
import { customerCreditSpentBy } from './quote-lines.ts'

/**
 * Hashes the terms that the shopper saw, so that the server charges no other terms. Dates count by UTC day, so the hash does not change
 * while the shopper types. After midnight UTC, or if the customer's credit was taken back, the shopper has to confirm again.
 */
export const hashQuote = (
  planId: string,
  draft: QuoteDraft,
  later: readonly LaterCharge[],
  { discount, quantity }: Pick<PlanTerms, 'discount' | 'quantity'> = {},
): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        planId,
        draft.dueNow.amount,
        draft.dueNow.currency,
        draft.tax.amount,
        draft.tax.rule?.behavior ?? null,
        draft.lines.some((line) => line.kind === 'trial'),
        draft.recurring?.amount ?? null,
        draft.recurring?.interval.unit ?? null,
        draft.recurring?.interval.count ?? null,
        draft.nextCharge?.amount ?? null,
        draft.nextCharge?.at.slice(0, 10) ?? null,
        customerCreditSpentBy(draft),
        ...(draft.changesAtPeriodEnd ? ['at_period_end'] : []),
        ...(quantity === undefined ? [] : ['quantity', quantity]),
        ...(discount === undefined ? [] : [discount.id, discount.left]),
        // The first later charge is the next charge, which is hashed above.
        ...later.slice(1).flatMap(({ amount, at }) => [amount, at.slice(0, 10)]),
      ]),
    )
    .digest('base64url')
