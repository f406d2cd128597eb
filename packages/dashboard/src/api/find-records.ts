import { type AuditRecord, type BillingClient, BillingError } from '@billing-checkout/client'

/** What the audit log has of an object, the first first; null if the user's role may not read it. */
export const findRecords = async (
  client: BillingClient,
  object: string,
  signal: AbortSignal,
): Promise<readonly AuditRecord[] | null> => {
  try {
    return (await client.findAuditRecords({ object, limit: 100, order: 'asc' }, { signal })).data
  } catch (error) {
    if (error instanceof BillingError && error.code === 'insufficient_permission') return null
    throw error
  }
}
