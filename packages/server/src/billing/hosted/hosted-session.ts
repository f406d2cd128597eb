import type { SessionMembers } from '@billing-checkout/contract'
import { secondsAfter, type Timestamp } from '@billing-checkout/domain'
import { randomUUID } from 'node:crypto'
import type { ClientSessionRow } from '../../store/rows.ts'

const lifetimeSeconds = 3600

/**
 * A session that a page of ours opens for an hour, for a shopper whom it does not know. It takes new payment methods only, and no repeated
 * trial.
 */
export const hostedSession = (
  { organizationId, now }: { readonly organizationId: string; readonly now: Timestamp },
  members: SessionMembers,
  of: Pick<ClientSessionRow, 'hostedAs' | 'linkId'>,
): ClientSessionRow => ({
  organizationId,
  id: randomUUID(),
  members: {
    ...members,
    options: { ...members.options, payment_methods_mode: 'new_only', trial: 'once', expires_in: lifetimeSeconds },
  },
  customerId: null,
  quote: null,
  taxAddress: null,
  trialRefused: false,
  changesInstead: false,
  ...of,
  expiresAt: secondsAfter(now, lifetimeSeconds),
  completedAt: null,
  completedWall: null,
  createdAt: now,
  updatedAt: now,
})
