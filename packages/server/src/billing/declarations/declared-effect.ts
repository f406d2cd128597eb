import type { DeclarationOutcome } from '@billing-checkout/contract'
import { required, type Timestamp } from '@billing-checkout/domain'
import { loadShownSubscription } from '../../presenters/subscriptions/load-subscriptions.ts'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { DeclarationEffectRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { changeStatus } from '../subscriptions/change-status.ts'
import type { ConcernedContract } from './named-contracts.ts'

/** The effect of a declaration on one contract. */
export type DeclaredEffect = Omit<DeclarationEffectRow, 'organizationId' | 'declarationId'>

/** An effect without refunds. */
export const effectOn = (
  { subscription, payments }: ConcernedContract,
  outcome: DeclarationOutcome,
  endsAt: Timestamp | null = null,
): DeclaredEffect => {
  const [payment] = payments
  const { id, customerId } = required(subscription ?? payment, 'contract of declaration', outcome)
  return {
    contractId: id,
    subscriptionId: subscription?.id ?? null,
    paymentId: subscription === null ? id : null,
    customerId,
    outcome,
    endsAt,
    refunds: [],
    refundAt: null,
    owedBack: [],
  }
}

/** Ends a subscription immediately or with its period, and returns when it ends. */
export const endSubscription = async (
  work: Write,
  subscription: LockedSubscription,
  status: 'cancelled' | 'scheduled_for_cancellation',
): Promise<Timestamp> => {
  const change = await changeStatus(work, subscription, status, { source: 'declaration' })
  if (change.kind !== 'change') return status === 'cancelled' ? work.now : subscription.currentPeriodEnd
  await work.db.updateTable('subscriptions').set(change.columns).where('id', '=', subscription.id).execute()
  const ended = await loadShownSubscription(work.db, subscription.id)
  const isOver = ended.status === 'cancelled'
  recordEvent(work, isOver ? 'subscription.cancelled' : 'subscription.updated', ended)
  return isOver ? work.now : subscription.currentPeriodEnd
}
