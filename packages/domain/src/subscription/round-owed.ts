import type { QuoteDraft } from '../checkout/quote-checkout.ts'
import { leftUncharged, roundingLines, taxLines } from '../checkout/quote-lines.ts'
import type { ChargeLimits } from '../money/charge-limits.ts'
import { roundSum } from '../money/round-to-chargeable.ts'

/** The charged part of a sum that was quoted before, and the part of its net that is left to the next charge, in minor units. */
export interface RoundedOwed {
  readonly draft: QuoteDraft
  readonly left: number
}

/**
 * Rounds a debt that was quoted for another processor down to an amount that the present processor can charge: never more than the quote,
 * and 0 if it is below the minimum. Later charges stay as quoted. Undefined if the processor can charge the whole debt.
 */
export const roundOwed = (label: string, draft: QuoteDraft, limits: ChargeLimits): RoundedOwed | undefined => {
  const { lines, subtotal, tax, dueNow } = draft
  const due = roundSum({ subtotal, tax: tax.amount, amount: dueNow.amount }, tax.rule, limits, 'is left')
  if (due.amount === dueNow.amount) return undefined
  return {
    left: due.left,
    draft: {
      ...draft,
      lines: [
        ...lines.filter(({ kind }) => kind !== 'rounding' && kind !== 'tax'),
        ...roundingLines(label, leftUncharged(draft) + due.left),
        ...taxLines(due, tax.rule),
      ],
      subtotal: due.subtotal,
      tax: { amount: due.tax, rule: tax.rule },
      dueNow: { ...dueNow, amount: due.amount },
      balance: draft.balance - due.left,
    },
  }
}
