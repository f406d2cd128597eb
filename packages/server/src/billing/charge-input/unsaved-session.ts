import type { SessionMembers } from '@billing-checkout/contract'
import type { ClientSessionRow } from '../../store/rows.ts'
import type { FrozenQuote } from '../../store/schema/client-sessions.ts'
import type { Write } from '../../store/writes/write.ts'

/** A session made from a merchant's request, so that the functions that quote a session also quote the request. It is never stored. */
export const unsavedSession = (
  { organizationId, now }: Pick<Write, 'organizationId' | 'now'>,
  customerId: string | null,
  { plan, subscription, discount, options }: Pick<SessionMembers, 'plan' | 'subscription' | 'discount' | 'options'>,
  quote: FrozenQuote | null = null,
): ClientSessionRow => ({
  organizationId,
  id: '',
  members: {
    ...(customerId !== null && { customer: { id: customerId } }),
    ...(plan && { plan }),
    ...(subscription && { subscription }),
    ...(discount && { discount }),
    ...(options && { options }),
  },
  customerId,
  quote,
  taxAddress: null,
  trialRefused: false,
  discountRefused: false,
  changesInstead: false,
  hostedAs: null,
  linkId: null,
  portalSessionId: null,
  expiresAt: now,
  completedAt: null,
  completedWall: null,
  createdAt: now,
  updatedAt: now,
})
