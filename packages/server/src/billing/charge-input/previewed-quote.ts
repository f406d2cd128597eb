import type { Timestamp } from '@billing-checkout/domain'
import type { FrozenQuote } from '../../store/schema/client-sessions.ts'
import { quoteLifetime } from '../quotes/freeze-quote.ts'

/**
 * A preview is kept nowhere: its hash carries the instant it was quoted at, so that a charge which expects it is quoted as
 * of then, for as long as a session's quote would be (DECISIONS 52).
 */
export const hashOfPreview = (hash: string, at: Timestamp): string => `${hash}.${Date.parse(at).toString(36)}`

/** The quote that a charge expects, as its hash names it; what it names must still come to the same. */
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
