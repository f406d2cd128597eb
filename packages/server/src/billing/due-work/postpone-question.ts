import { presentLockedPayment } from '../../presenters/payments/load-payments.ts'
import { lockExistingPayment } from '../../store/entities/payments.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { AcceptedRefundRow } from '../../store/rows.ts'
import { write } from '../../store/write.ts'
import { reasonOf, triedAgainAt, triedAgainSoonAt } from '../back-off.ts'
import type { Billing } from '../billing.ts'
import { loadAcceptedRefund } from '../payments/load-accepted-refund.ts'
import { isDatabaseUnavailable } from '../worklist/defer-work.ts'

/** Postpones a question about a refund that failed. After a month it is given up: only an operator can find out more. */
export const postponeQuestion = async (
  { database, logger }: Billing,
  due: Pick<AcceptedRefundRow, 'organizationId' | 'id' | 'paymentId'>,
  error: unknown,
): Promise<undefined> => {
  logger.error({ refund: due.id, err: error }, 'a refund could not be asked about')
  await write(database, due.organizationId, async (work) => {
    const payment = await lockExistingPayment(work, due.paymentId)
    const { id, asksAt, failedQuestions } = await loadAcceptedRefund(work, due.id)
    // Another server may have heard more meanwhile, or have postponed or given up the question already.
    if (asksAt === null || asksAt > work.now) return
    const failures = failedQuestions + 1
    const change = { failedQuestions: failures, lastFailure: reasonOf(error), updatedAt: work.now }
    if (!(error instanceof StillPending) && failures <= triesMax) {
      const until = isDatabaseUnavailable(error) ? triedAgainSoonAt : triedAgainAt
      return work.update('acceptedRefunds', { id }, { ...change, asksAt: until(work.now, failures) })
    }
    work.update('acceptedRefunds', { id }, { ...change, asksAt: null, givenUpAt: work.now })
    recordEvent(work, 'payment.outcome_unknown', await presentLockedPayment(work, payment))
  })
}

/** So many tries, after 5, 10, 20 … minutes and then once a day, take a month. */
const triesMax = 38

/** Thrown for a refund that is pending after a month: it should arrive within days, and nobody can tell any more whether it will. */
export class StillPending extends Error {
  constructor(days: number) {
    super(`The processor still says that the refund is pending, ${days} days after it was accepted.`)
  }
}

/** A connection may be gone for good: after a month the silence about a pending refund is counted, so that it ends. */
export class Unanswered extends Error {
  constructor(days: number) {
    super(`Nobody answers whether the refund has arrived, ${days} days and more after it was accepted.`)
  }
}
