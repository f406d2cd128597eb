import { sql } from 'kysely'
import type { Timestamp } from '@billing-checkout/domain'
import { askForRefunds } from '../../processors/questions/ask-for-refunds.ts'
import type { RefundNews } from '../../processors/processor.ts'
import { readBillingClock } from '../../store/write.ts'
import type { Billing } from '../billing.ts'
import { acceptedRefunds } from '../../store/queries/accepted-refunds.ts'
import { applyRefundNews, type DueRefund } from './apply-refund-news.ts'
import type { Done } from './due-work.ts'
import { postponeQuestion } from './postpone-question.ts'

/**
 * Asks the processors what became of refunds that they have accepted: a pending one until it has arrived or failed, and one that
 * has arrived for a month longer, because it may still be taken back. Answers what has changed; nothing changes twice. A refund
 * that cannot be asked about is tried again later and never stops the others. One that is pending for a month is reported and asked
 * about no more: an operator says what became of it (`resolveRefund`).
 */
export const askAboutRefunds = async (billing: Billing, limit = 100): Promise<readonly Done[]> => {
  const due = await findDue(billing, limit)
  if (due.length === 0) return []
  const newsOf = await askProcessors(billing, due)
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

const askProcessors = async (
  billing: Billing,
  due: readonly DueRefund[],
): Promise<ReadonlyMap<DueRefund, RefundNews | undefined>> => {
  const at = await readBillingClock(billing.database)
  const news = [...Map.groupBy(due, ({ connection }) => connection)].map(async ([connection, refunds]) => {
    const told = await askConnection(billing, connection, { refunds, at })
    return refunds.map((refund) => [refund, told.get(refund.transactionId)] as const)
  })
  return new Map((await Promise.all(news)).flat())
}

/** A processor that cannot be asked leaves all its refunds as they are; they are asked about again later. */
const askConnection = async (
  { processors, logger }: Billing,
  connection: string,
  { refunds, at }: { readonly refunds: readonly DueRefund[]; readonly at: Timestamp },
): Promise<ReadonlyMap<string, RefundNews>> => {
  const warn = (error: unknown) =>
    logger.warn({ connection, err: error }, 'the processor could not be asked about refunds; it will be asked again')
  try {
    const transactionIds = refunds.map(({ transactionId }) => transactionId)
    return await askForRefunds(processors.of(connection), { transactionIds, at }, warn)
  } catch (error) {
    warn(error)
    return new Map()
  }
}
