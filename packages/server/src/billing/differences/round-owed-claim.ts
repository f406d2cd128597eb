import { hashQuote, required, convertToTaxRule, roundDebt } from '@billing-checkout/domain'
import { chargeLimitsOfProcessor } from '../../connections/charge-limits.ts'
import { insertClaim, type OwedClaim } from '../../store/entities/claims.ts'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import type { PaymentMethodRow } from '../../store/rows.ts'
import type { FrozenClaim } from '../../store/schema/claims.ts'
import type { Write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { updateSubscription } from '../subscriptions/record-subscription-event.ts'

/** An owed claim in an amount that can be charged now, with the subscription that owes it. */
interface RoundedClaim {
  readonly claim: OwedClaim
  readonly subscription: LockedSubscription
}

/**
 * Rounds an owed claim to an amount that the method's connection can charge. The claim may have been made for another connection or other
 * limits. If rounding changes the amount, a new claim replaces the old one; failed payments stay with the old claim.
 */
export const roundOwedClaim = async (
  { processors }: Billing,
  work: Write,
  { subscription, claim }: RoundedClaim,
  { method, tries }: { readonly method: PaymentMethodRow; readonly tries: number },
): Promise<RoundedClaim> => {
  const { kind, planId, quote, createdAt } = claim
  const processor = processors.find(method.connection)
  const { currency } = quote.draft.dueNow
  const rounded = processor && roundDebt(quote.terms.name, quote.draft, chargeLimitsOfProcessor(processor, currency))
  if (rounded === undefined) return { subscription, claim }
  const { draft, left } = rounded
  const period = quote.period && { ...quote.period, balanceUsed: quote.period.balanceUsed + left }
  const frozen: FrozenClaim = {
    ...quote,
    hash: hashQuote(planId, draft, []),
    draft,
    ...(period && { period }),
    triesBefore: tries,
  }
  // Only one claim may have this period, so remove the period from the old claim.
  work.update('claims', { id: claim.id }, { periodStart: null })
  const replacement = insertClaim(work, {
    kind,
    customerId: subscription.customerId,
    planId,
    subscriptionId: subscription.id,
    sessionId: null,
    periodStart: kind === 'period' ? required(quote.period, 'period of claim', claim.id).start : null,
    quote: frozen,
    createdAt,
  })
  if (subscription.owedClaimId === null) return { subscription, claim: replacement }
  // For a running period, the balance was already used when the claim was made. So the balance now owes the amount that rounding leaves
  // out.
  const owed = convertToTaxRule(left, draft.tax.rule, subscription.paidTax)
  const change = { owedClaimId: replacement.id, balanceAmount: subscription.balanceAmount - owed }
  updateSubscription(work, subscription, change)
  return { subscription: { ...subscription, ...change }, claim: replacement }
}
