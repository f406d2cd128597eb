import { sql } from 'kysely'
import type { Timestamp } from '@billing-checkout/domain'
import { askEachConnection } from '../../processors/questions/ask-each-connection.ts'
import { askForRefunds } from '../../processors/questions/ask-for-refunds.ts'
import { readBillingClock } from '../../store/write.ts'
import type { Billing } from '../billing.ts'
import { acceptedRefunds } from '../../store/queries/accepted-refunds.ts'
import { applyRefundNews, type DueRefund } from './apply-refund-news.ts'
import type { CompletedWork } from '../worklist/worklist.ts'
import { postponeQuestion } from './postpone-question.ts'

/**
 * Asks the processors what became of refunds that they have accepted: a pending one until it has arrived or failed, and one that
 * has arrived for a month longer, because it may still be taken back. Answers what has changed; nothing changes twice. A refund
 * that cannot be asked about is tried again later and never stops the others. One that is pending for a month is reported and asked
 * about no more: an operator says what became of it (`resolveRefund`).
 */
export const askAboutRefunds = async (billing: Billing, limit = 100): Promise<readonly CompletedWork[]> => {
  const due = await findDue(billing, limit)
  if (due.length === 0) return []
  const at = await readBillingClock(billing.database)
  const newsOf = await askEachConnection(billing, due, {
    about: 'refunds',
    idOf: ({ transactionId }) => transactionId,
    ask: (processor, transactionIds, failed) => askForRefunds(processor, { transactionIds, at }, failed),
  })
  const done = await Promise.all(
    due.map((refund) =>
      applyRefundNews(billing, refund, newsOf.get(refund)).catch((error: unknown) =>
        postponeQuestion(billing, refund, error),
      ),
    ),
  )
  return done.filter((each) => each !== undefined)
}

const findDue = ({ database }: Billing, limit: number): Promise<readonly DueRefund[]> =>
  acceptedRefunds(database, 'due work')
    .select(['payments.customerId', 'payments.subscriptionId'])
    .where('acceptedRefunds.asksAt', '<=', sql<Timestamp>`(select billing_now())`)
    .orderBy('acceptedRefunds.asksAt')
    .limit(limit)
    .execute()
