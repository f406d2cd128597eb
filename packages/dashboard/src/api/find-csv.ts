import { BillingError } from '@billing-checkout/client'
import { sendOwn } from './send-json.ts'

/** All rows of a list, as CSV. Throws a `BillingError`, also if the answer breaks off, because the user could take a part for the whole. */
export const findCsv = async (send: typeof fetch, path: string): Promise<Blob> => {
  const response = await sendOwn({ method: 'GET', path, headers: { Accept: 'text/csv' }, fetch: send })
  return response.blob().catch((cause: unknown) => {
    throw new BillingError('connection_failed', `GET ${path} broke off.`, { cause })
  })
}
