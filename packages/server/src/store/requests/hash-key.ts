import { createHash } from 'node:crypto'
import type { RequestIdentity } from './request-identity.ts'

/** An idempotency key with its whole scope, as it is remembered for ever: comparable, but not readable. */
export const hashKey = (organizationId: string, { caller, key }: Pick<RequestIdentity, 'caller' | 'key'>): string =>
  createHash('sha256')
    .update(JSON.stringify(['billing-checkout key 1', organizationId, caller, key]))
    .digest('hex')
