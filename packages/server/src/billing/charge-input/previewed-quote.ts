import type { Timestamp } from '@billing-checkout/domain'
import type { FrozenQuote } from '../../store/schema/client-sessions.ts'
import { quoteLifetime } from '../quotes/freeze-quote.ts'

/**
 * The hash that a preview answers. A preview is not stored, so its hash carries the instant it was quoted at: a charge that
 * expects this hash is quoted as of that instant, for as long as a session's quote would be good. The instant is the merchant's own
 * statement, but for half an hour at most and about the merchant's own subscription.
 */
export const hashOfPreview = (hash: string, at: Timestamp): string => `${hash}.${Date.parse(at).toString(36)}`

/**
 * Reads the quote that a charge expects: its hash, and the instant it was quoted at if the hash carries one that is still good.
 * What is quoted as of then must come to the same hash.
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
  return now < expiresAt ? { hash, quote: { id: '', at, expiresAt, basis: null } } : { hash, quote: null }
}
