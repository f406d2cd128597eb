import { BillingError } from '../billing-error.ts'
import type { Settings } from '../client-options.ts'
import type { RequestOptions } from '../request-options.ts'
import type { PreparedRequest } from './prepare-request.ts'
import { retryDelay } from './retry-delay.ts'
import { sendOnce } from './send-once.ts'
import { wait } from './wait.ts'

/**
 * Sends a request until it is answered, finally refused, or out of retries. Only requests that are safe to repeat are retried: reads, and
 * changes with an idempotency key, which all retries share.
 */
export const sendWithRetries = async (
  settings: Settings,
  request: PreparedRequest,
  options: RequestOptions,
): Promise<unknown> => {
  const mayRepeat = request.method === 'GET' || request.idempotencyKey !== null
  const retriesMax = mayRepeat ? settings.retriesMax : 0
  for (let retry = 0; ; retry += 1) {
    options.signal?.throwIfAborted()
    try {
      return await sendOnce(settings, request, options)
    } catch (error) {
      const delay = error instanceof BillingError && retry < retriesMax ? retryDelay(error, retry, settings) : null
      if (delay === null) throw error
      await wait(delay, options.signal)
    }
  }
}
