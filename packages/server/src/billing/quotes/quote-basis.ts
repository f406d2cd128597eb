import type { CheckoutPurpose } from '@billing-checkout/contract'
import type { PlanTerms, Timestamp } from '@billing-checkout/domain'
import { createHash } from 'node:crypto'
import type { FrozenQuote } from '../../store/schema/client-sessions.ts'
import type { ClientSessionRow, SubscriptionRow } from '../../store/rows.ts'

/** A hash of everything that a quote depends on. If it differs from the hash in a frozen quote, that quote is no longer valid. */
export const hashQuoteInputs = ({ session, purpose, terms, subscription }: QuoteInputs): string =>
  createHash('sha256')
    .update(JSON.stringify([session.updatedAt, purpose, terms, subscription?.updatedAt ?? null]))
    .digest('base64url')

/** What a quote depends on. */
export interface QuoteInputs {
  readonly session: ClientSessionRow
  readonly purpose: CheckoutPurpose | null
  readonly terms: PlanTerms | undefined
  readonly subscription: SubscriptionRow | undefined
}

/** Whether a frozen quote may still be charged. */
export const isQuoteValid = (quote: FrozenQuote | null, basis: string, now: Timestamp): quote is FrozenQuote =>
  quote !== null && (quote.basis === null || quote.basis === basis) && now < quote.expiresAt
