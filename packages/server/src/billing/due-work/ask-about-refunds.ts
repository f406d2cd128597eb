import { sql } from 'kysely'
import { presentLockedPayment } from '../../presenters/payments/load-payments.ts'
import { askEachConnection } from '../../processors/questions/ask-each-connection.ts'
import { askForRefunds } from '../../processors/questions/ask-about-each.ts'
import type { RefundNews } from '../../processors/processor.ts'
import { lockExistingPayment } from '../../store/entities/payments.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import { acceptedRefunds } from '../../store/queries/accepted-refunds.ts'
import { readBillingClock } from '../../store/writes/billing-clock.ts'
import { triesInAMonth } from '../back-off.ts'
import { lockNamesOf } from '../lock-names-of.ts'
import { loadAcceptedRefund } from '../payments/load-accepted-refund.ts'
import type { WorkKind } from '../worklist/worklist.ts'
import { applyRefundNews, type DueRefund, StillPending } from './apply-refund-news.ts'

/**
 * Refunds that processors have accepted. The worker queries the processor about a refund, hourly at first and later daily:
 *
 * - a pending refund, until it has arrived or failed, for a month;
 * - an arrived refund, for another month, because it may still be returned; a failure after that month goes unnoticed.
 *
 * If a refund is still pending after a month, or if the processor then gives no answer for another month, the refund is reported and no
 * longer queried, and an operator states its outcome (`resolveRefund`). While a plan change uses the refund's money, the worker does not
 * apply a failure.
 */
export const refundWork: WorkKind<DueRefund, RefundNews | undefined> = {
  name: 'refund',
  table: 'acceptedRefunds',
  dueColumn: 'due_at',
  isOpen: sql<boolean>`true`,
  limit: 100,
  lanes: 100,
  load: (database, where, limit) =>
    acceptedRefunds(database, 'due work')
      .select(['payments.customerId', 'payments.subscriptionId'])
      .where(where)
      .orderBy('acceptedRefunds.dueAt')
      .limit(limit)
      .execute(),
  call: async (billing, due) => {
    const at = await readBillingClock(billing.database)
    const answers = await askEachConnection(billing, due, {
      about: 'refunds',
      idOf: ({ transactionId }) => transactionId,
      ask: (processor, transactionIds, failed) => askForRefunds(processor, { transactionIds, at }, failed),
    })
    return (refund) => answers.get(refund)
  },
  perform: ({ work, row, answer }) => applyRefundNews(work, row, answer),
  subjectOf: ({ paymentId }) => paymentId,
  exclusiveNames: lockNamesOf,
  giveUp: {
    triesMax: triesInAMonth,
    isFinal: (error) => error instanceof StillPending,
    report: async (work, due) => {
      const payment = await lockExistingPayment(work, due.paymentId)
      const { id, dueAt } = await loadAcceptedRefund(work, due.id)
      if (dueAt === null || dueAt > work.now) return undefined
      return async () => {
        work.update('acceptedRefunds', { id }, { dueAt: null, updatedAt: work.now })
        recordEvent(work, 'payment.outcome_unknown', await presentLockedPayment(work, payment))
      }
    },
  },
}
