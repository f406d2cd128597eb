import type { Timestamp } from '@billing-checkout/domain'
import type { FrozenQuote } from '../../store/schema/client-sessions.ts'
import { quoteLifetime } from '../quotes/freeze-quote.ts'

/**
 * The hash that a preview answers. A preview is not stored, so its hash carries the instant of the quote. A charge that expects this hash
 * is quoted at that instant, if a session's quote of that age would still be valid. The merchant could invent an instant, but only of the
 * last half hour and for their own subscription.
 */
export const hashOfPreview = (hash: string, at: Timestamp): string => `${hash}.${Date.parse(at).toString(36)}`

/**
 * Reads the quote that a charge expects: its hash, and the instant of the quote if the hash carries one that is still valid. A quote as of
 * that instant must have the same hash.
 */
export const expectedQuote = (
  expected: string | undefined,
  now: Timestamp,
): { readonly hash: string | undefined; readonly quote: FrozenQuote | null } => {
  const [hash, instant = ''] = expected?.split('.') ?? []
  const millis = Number.parseInt(instant, 36)
  if (Number.isNaN(millis) || millis > Date.parse(now) || millis < 0) return { hash: expected, quote: null }
  const at = new Date(millis).toISOString()
  const expiresAt = quoteLifetime(at, undefined)
  return now < expiresAt ? { hash, quote: { id: '', at, expiresAt, basis: null, shown: null } } : { hash, quote: null }
}
