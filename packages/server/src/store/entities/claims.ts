import { lookup } from '../queries/lookup.ts'
import type { ClaimRow } from '../rows.ts'
import { newId } from '../writes/new-id.ts'
import type { Write } from '../writes/write.ts'

/** Looks up a claim by its id. */
export const claimById = lookup('claims', ['id'])

/** Looks up the claims of a client session. */
export const claimsOfSession = lookup('claims', ['sessionId'])

/** The parts of a claim that decide its charge. */
export type OwedClaim = Pick<ClaimRow, 'id' | 'kind' | 'planId' | 'amount' | 'quote' | 'createdAt'>

/** A claim to insert; by default it is created now. */
type NewClaim = Pick<
  ClaimRow,
  'kind' | 'customerId' | 'planId' | 'subscriptionId' | 'sessionId' | 'periodStart' | 'quote'
> &
  Partial<Pick<ClaimRow, 'createdAt'>>

/** Inserts a claim for a sum that a customer owes, with the frozen quote. */
export const insertClaim = (
  work: Write,
  { kind, planId, quote, createdAt = work.now, ...related }: NewClaim,
): OwedClaim => {
  const { amount, currency } = quote.draft.dueNow
  const claim = { id: newId('claim', work), kind, planId, amount, quote, createdAt }
  work.insert('claims', { ...claim, ...related, currencyCode: currency, quote: JSON.stringify(quote) })
  return claim
}
