import type { Timestamp } from '@billing-checkout/domain'
import type { FrozenQuote } from '../../store/schema/client-sessions.ts'
import { quoteLifetime } from '../quotes/freeze-quote.ts'

/**
 * The hash that a preview returns. A preview is not stored, so its hash carries the time of the quote. A charge that expects this hash is
 * quoted as of that time, if a session's quote of the same age would still be valid. A merchant could forge the time, but only within the
 * last half hour and for their own subscription.
 */
export const hashOfPreview = (hash: string, at: Timestamp): string => `${hash}.${Date.parse(at).toString(36)}`

/**
 * Reads the quote that a charge expects: its hash, and the time of the quote if the hash carries a time that is still valid. A quote as of
 * that time must have the same hash.
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
