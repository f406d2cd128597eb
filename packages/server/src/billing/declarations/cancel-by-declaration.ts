import type { Timestamp } from '@billing-checkout/domain'
import type { Write } from '../../store/write.ts'
import { oweEmail } from '../../store/writes/owe-email.ts'
import { type DeclaredEffect, effectOn, endSubscription } from './declared-effect.ts'
import type { ConcernedSubscription } from './named-subscriptions.ts'

/**
 * Lets a subscription run to the end of the period that is paid for, and owes its customer the acknowledgement. The merchant decides if
 * the consumer wishes a later end, or if a plan change that is being paid would let the subscription go on.
 */
export const cancelByDeclaration = async (
  work: Write,
  { subscription, payments }: ConcernedSubscription,
  { requestedEndAt, isAcknowledged }: { readonly requestedEndAt: Timestamp | null; readonly isAcknowledged: boolean },
): Promise<DeclaredEffect> => {
  const { id, customerId, currentPeriodEnd, status } = subscription
  const isChanging = payments.some(({ paymentStatus, purpose }) => paymentStatus === 'PENDING' && purpose !== 'renew')
  const isLater = requestedEndAt !== null && requestedEndAt > currentPeriodEnd
  if (isChanging || isLater) return effectOn(subscription, 'left_to_merchant')
  const endsAt = await endSubscription(work, subscription, 'scheduled_for_cancellation')
  // One that is made again on our page changes nothing, and must not fill the customer's mailbox.
  if (!isAcknowledged || status !== 'scheduled_for_cancellation')
    oweEmail(work, {
      kind: 'cancellation',
      customerId,
      subscriptionId: id,
      paymentId: null,
      facts: { ends_at: endsAt },
    })
  return effectOn(subscription, endsAt > work.now ? 'scheduled' : 'ended', endsAt)
}
