import { required } from '@billing-checkout/domain'
import { loadOrganization } from '../../organization/load-organization.ts'
import { lockClientSession } from '../../store/entities/client-sessions.ts'
import { alternativePlanIdsOf } from '../../store/entities/plans.ts'
import type { PaymentRow } from '../../store/rows.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import type { Write } from '../../store/writes/write.ts'
import { lockName } from '../lock-names-of.ts'
import { customersOfEmail, isKnownOnlyByEmail, liveSubscriptions } from './refuse-duplicate-purchase.ts'

/**
 * Whether another purchase of the plan or its group, under the same e-mail address, succeeded while a checkout's payment was running. The
 * address stays locked, so the second of two simultaneous payments finds the first. This check is needed only if the buyer is known just by
 * an e-mail address and may have only one subscription; every other buyer had to wait for the other payment before they paid. A payment
 * does not wait for another payment that shares only the e-mail address and whose shopper is at a bank or wallet, because anyone could type
 * that address and leave a challenge open. One person with two sessions may therefore be charged twice for a moment; the second payment is
 * refunded.
 */
export const isBoughtMeanwhile = async (
  work: Write,
  { purpose, sessionId, planId, planGroup }: PaymentRow,
): Promise<boolean> => {
  if (purpose !== 'subscribe' || sessionId === null) return false
  const { db, organizationId } = work
  const { members } = required(await lockClientSession(work, sessionId), 'client session', sessionId)
  const email = members.customer?.email
  if (!email || !isKnownOnlyByEmail(members)) return false
  const organization = required(await loadOrganization(db, organizationId), 'organization', organizationId)
  if (organization.settings.several_subscriptions) return false
  await lockNames(work, [lockName.email(email)])
  const live = await liveSubscriptions(db, await alternativePlanIdsOf(db, { id: planId, planGroup }))
    .where('customerId', 'in', customersOfEmail(db, email))
    .limit(1)
    .executeTakeFirst()
  return live !== undefined
}
