import type { BillingError } from '../billing-error.ts'
import type { Settings } from '../client-options.ts'

const delayMaxSeconds = 8
/** If `Retry-After` is longer than this, the caller gets the error at once instead of waiting. */
const retryAfterMaxSeconds = 60

/**
 * How many seconds to wait before retry number `retry` (from 0); null if a retry cannot succeed, or may only be sent after more than a
 * minute.
 */
export const retryDelay = (
  error: BillingError,
  retry: number,
  { retryDelaySeconds }: Pick<Settings, 'retryDelaySeconds'>,
): number | null => {
  if (!isTransient(error)) return null
  if (error.retryAfterSeconds !== null) {
    return error.retryAfterSeconds > retryAfterMaxSeconds ? null : error.retryAfterSeconds
  }
  const longest = Math.min(delayMaxSeconds, retryDelaySeconds * 2 ** retry)
  // Jitter, so that clients that failed together do not retry together.
  return longest * (0.5 + Math.random() / 2)
}

/** Whether a retry may succeed. A retry cannot succeed if a checkout has used up its attempts (`too_many_attempts`). */
export const isTransient = ({ code, status }: BillingError): boolean =>
  transientCodes.has(code) || (code === 'unexpected_answer' && transientStatuses.has(status ?? 0))

const transientCodes: ReadonlySet<BillingError['code']> = new Set([
  'connection_failed',
  'timed_out',
  'rate_limited',
  'unavailable',
  'idempotency_in_progress',
] as const)

/** A proxy's statuses if it limits requests, or while the service behind it is down or starting. */
const transientStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504])
