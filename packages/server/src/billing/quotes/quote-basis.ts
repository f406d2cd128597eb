import type { CheckoutPurpose } from '@billing-checkout/contract'
import type { PlanTerms, Timestamp } from '@billing-checkout/domain'
import { createHash } from 'node:crypto'
import type { FrozenQuote } from '../../store/schema/client-sessions.ts'
import type { ClientSessionRow, SubscriptionRow } from '../../store/rows.ts'

/** The text of everything that a quote depends on. A quote that was frozen on another basis is not good any more. */
export const basisOf = ({ session, purpose, terms, subscription }: QuoteParts): string =>
  createHash('sha256')
    .update(JSON.stringify([session.updatedAt, purpose, terms, subscription?.updatedAt ?? null]))
    .digest('base64url')

/** What a quote depends on. */
export interface QuoteParts {
  readonly session: ClientSessionRow
  readonly purpose: CheckoutPurpose | null
  readonly terms: PlanTerms | undefined
  readonly subscription: SubscriptionRow | undefined
}

/** Whether a frozen quote is still what is charged. */
export const isQuoteValid = (quote: FrozenQuote | null, basis: string, now: Timestamp): quote is FrozenQuote =>
  quote !== null && (quote.basis === null || quote.basis === basis) && now < quote.expiresAt
