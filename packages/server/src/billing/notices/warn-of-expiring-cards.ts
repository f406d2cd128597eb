import { sql } from 'kysely'
import { presentPaymentMethod } from '../../presenters/customers/present-payment-method.ts'
import { lockExistingSubscription } from '../../store/entities/subscriptions.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { PaymentMethodRow, SubscriptionRow } from '../../store/rows.ts'
import { oweEmail } from '../../store/writes/owe-email.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import type { Write } from '../../store/writes/write.ts'
import { isExpired, expiryMonthOf, methodColumns } from '../customers/order-methods.ts'
import { chargeAtOf } from '../emails/charge-at-of.ts'
import { lockNamesOf } from '../lock-names-of.ts'
import { rowsDueBy } from '../worklist/rows-due-by.ts'
import type { DueRow, WorkKind } from '../worklist/worklist.ts'

interface Due extends DueRow {
  readonly customerId: string
}

/**
 * Warns that a card expires before the next charge: two weeks before that charge or, if the period is shorter, when the period begins. The
 * customer gets an email before each such charge. The merchant gets one event per card and expiry date, even if the organization sends no
 * emails.
 */
export const expiringCardWork: WorkKind<Due> = {
  name: 'expiring_card',
  ...rowsDueBy('subscriptions', 'card_warning_due_at', ['customerId']),
  isOpen: sql<boolean>`subscriptions.current_period_end > (select billing_now())`,
  limit: 100,
  concurrency: 1,
  // Storing and detaching a method also lock the customer's name, so the method does not change meanwhile.
  perform: async ({ work, row: { id, customerId } }) => {
    await lockNames(work, lockNamesOf({ customerId, subscriptionId: id }))
    const subscription = await lockExistingSubscription(work, id)
    const { cardWarningDueAt, currentPeriodEnd, paymentMethodId } = subscription
    if (cardWarningDueAt === null || cardWarningDueAt > work.now || paymentMethodId === null) return undefined
    const method = await work.db
      .selectFrom('paymentMethods')
      .selectAll()
      .where('id', '=', paymentMethodId)
      .executeTakeFirstOrThrow()
    if (!isExpired(method, currentPeriodEnd)) {
      // The card's bank has renewed the card.
      work.update('subscriptions', { id }, methodColumns(method))
      return undefined
    }
    work.update('subscriptions', { id }, { cardWarnedFor: subscription.cardWarningKey })
    return warnOfExpiry(work, subscription, method)
  },
}

const warnOfExpiry = async (
  work: Write,
  subscription: SubscriptionRow,
  method: PaymentMethodRow,
): Promise<string | undefined> => {
  const { id, customerId } = subscription
  const { details } = method
  if (method.detachedAt !== null || !('exp_year' in details)) return undefined
  const expires = expiryMonthOf(details)
  oweEmail(work, {
    kind: 'card_expiring',
    customerId,
    subscriptionId: id,
    facts: { charged_at: chargeAtOf(subscription), last4: details.last4, expires },
  })
  const announced = await work.db
    .updateTable('paymentMethods')
    .set({ warnedOf: expires })
    .where('id', '=', method.id)
    .where('warnedOf', 'is distinct from', expires)
    .returning('id')
    .executeTakeFirst()
  if (announced !== undefined) recordEvent(work, 'payment_method.expiring', presentPaymentMethod(method))
  return 'payment_method.expiring'
}
