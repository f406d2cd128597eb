import { createHash } from 'node:crypto'
import type { RequestIdentity } from './request-identity.ts'

/** Hashes an idempotency key with its whole scope. The hash is stored for ever: it can be compared, but does not reveal the key. */
export const hashKey = (organizationId: string, { caller, key }: Pick<RequestIdentity, 'caller' | 'key'>): string =>
  createHash('sha256')
    .update(JSON.stringify(['billing-checkout key 1', organizationId, caller, key]))
    .digest('hex')
