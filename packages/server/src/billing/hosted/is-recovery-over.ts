import type { Timestamp } from '@billing-checkout/domain'
import type { ClientSessionRow, SubscriptionRow } from '../../store/rows.ts'
import { statusAt } from '../quotes/status-at.ts'

/** A session and the subscription that it names, at a time of the billing clock. */
export interface SessionAt {
  readonly session: Pick<ClientSessionRow, 'hostedAs'>
  readonly subscription: Pick<SubscriptionRow, 'status' | 'currentPeriodEnd'> | undefined
  readonly now: Timestamp
}

/**
 * Whether a session that a recovery link opened has nothing left to pay. The link may have been passed on, so it allows only to pay what is
 * owed, and neither a change of a paid subscription's card nor the restart of a cancelled subscription.
 */
export const isRecoveryOver = ({ session, subscription, now }: SessionAt): boolean =>
  session.hostedAs === 'recovery' && (subscription === undefined || statusAt(subscription, now) !== 'past_due')
