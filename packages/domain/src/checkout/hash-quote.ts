import { createHash } from 'node:crypto'
import type { QuoteDraft } from './quote-checkout.ts'

/**
 * The hash that binds what the shopper saw to what is charged: plan, due now, tax, trial, recurring price, date of the
 * first later charge, currency. Dates count by UTC day, so that seconds spent typing change nothing.
 */
export const hashQuote = (planId: string, draft: QuoteDraft): string =>
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
      ]),
    )
    .digest('base64url')
