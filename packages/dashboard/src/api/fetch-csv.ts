import { BillingError } from '@billing-checkout/client'
import { sendServerRequest } from './request-json.ts'

/** All rows of a list, as CSV. If the answer breaks off, throws a `BillingError`, so that the user never gets a part of the list. */
export const fetchCsv = async (send: typeof fetch, path: string): Promise<Blob> => {
  const response = await sendServerRequest({ method: 'GET', path, headers: { Accept: 'text/csv' }, fetch: send })
  return response.blob().catch((cause: unknown) => {
    throw new BillingError('connection_failed', `GET ${path} broke off.`, { cause })
  })
}
