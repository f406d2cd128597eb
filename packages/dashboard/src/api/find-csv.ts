import { BillingError } from '@billing-checkout/client'
import { sendOwn } from './send-json.ts'

/**
 * All rows of a list, as CSV. Throws a `BillingError`, even if only the end of the answer is missing, because the user could mistake a part
 * for the whole list.
 */
export const findCsv = async (send: typeof fetch, path: string): Promise<Blob> => {
  const response = await sendOwn({ method: 'GET', path, headers: { Accept: 'text/csv' }, fetch: send })
  return response.blob().catch((cause: unknown) => {
    throw new BillingError('connection_failed', `GET ${path} broke off.`, { cause })
  })
}
