import type { SessionMembers } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { ClientSessionRow } from '../../store/rows.ts'
import type { FrozenQuote } from '../../store/schema/client-sessions.ts'
import type { Write } from '../../store/writes/write.ts'
import { quoteValidUntil } from '../quotes/freeze-quote.ts'

/**
 * A session made from a merchant's request, so that the functions that quote a session also quote the request. The session is never stored.
 */
export const unsavedSession = (
  { organizationId, now }: Pick<Write, 'organizationId' | 'now'>,
  customerId: string | null,
  { plan, subscription, discount, options }: Pick<SessionMembers, 'plan' | 'subscription' | 'discount' | 'options'>,
  quote: FrozenQuote | null = null,
): ClientSessionRow => ({
  organizationId,
  id: '',
  members: {
    ...(customerId !== null && { customer: { id: customerId } }),
    ...(plan && { plan }),
    ...(subscription && { subscription }),
    ...(discount && { discount }),
    ...(options && { options }),
  },
  customerId,
  quote,
  taxAddress: null,
  trialRefused: false,
  discountRefused: false,
  changesInstead: false,
  hostedAs: null,
  linkId: null,
  portalSessionId: null,
  expiresAt: now,
  completedAt: null,
  completedWall: null,
  createdAt: now,
  updatedAt: now,
})

/**
 * The hash that a preview returns. A preview is not stored, so its hash carries the time of the quote. A charge that expects this hash is
 * quoted as of that time, if a session's quote of the same age would still be valid. A merchant could forge the time, but only within the
 * last half hour and for their own subscription.
 */
export const hashWithQuoteTime = (hash: string, at: Timestamp): string => `${hash}.${Date.parse(at).toString(36)}`

/**
 * Reads the quote that a charge expects: its hash, and the time of the quote if the hash carries a time that is still valid. The caller
 * quotes as of that time and compares the hashes.
 */
export const readExpectedQuote = (
  expected: string | undefined,
  now: Timestamp,
): { readonly hash: string | undefined; readonly quote: FrozenQuote | null } => {
  const [hash, instant = ''] = expected?.split('.') ?? []
  const millis = Number.parseInt(instant, 36)
  if (Number.isNaN(millis) || millis > Date.parse(now) || millis < 0) return { hash: expected, quote: null }
  const at = new Date(millis).toISOString()
  const expiresAt = quoteValidUntil(at, undefined)
  return now < expiresAt ? { hash, quote: { id: '', at, expiresAt, basis: null, shown: null } } : { hash, quote: null }
}
