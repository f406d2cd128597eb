import { addInterval, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { presentLockedPayment } from '../../presenters/load-payments.ts'
import { askForRefunds } from '../../processors/ask-for-refunds.ts'
import type { RefundNews } from '../../processors/processor.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import { lockExistingPayment } from '../../store/payments.ts'
import { recordEvent } from '../../store/record-event.ts'
import type { AcceptedRefundRow, PaymentRow } from '../../store/rows.ts'
import { readBillingClock, type Write, write } from '../../store/write.ts'
import { minutesAfter, reasonOf, triedAgainAt, triedAgainSoonAt } from '../back-off.ts'
import type { Billing } from '../billing.ts'
import { lockNamesOf } from '../lock-names-of.ts'
import { failRefund, succeedRefund } from '../outcomes/fail-refund.ts'
import { findChangeBeingPaid } from '../payments/change-being-paid.ts'
import { nextQuestionAt } from '../payments/accept-refund.ts'
import { loadAcceptedRefund } from '../payments/load-accepted-refund.ts'
import { isDatabaseUnavailable } from './defer-work.ts'
import type { Done } from './due-work.ts'

/**
 * Asks the processors what became of refunds that they have accepted: a pending one until it has arrived or failed, and one that
 * has arrived for a month longer, because it may still be taken back. Answers what has changed; nothing changes twice. A refund
 * that cannot be asked about is tried again later and never stops the others. One that is pending for a month is reported and asked
 * about no more: an operator says what became of it (`resolveRefund`).
 */
export const askAboutRefunds = async (billing: Billing, limit = 100): Promise<readonly Done[]> => {
  const due = await findDue(billing, limit)
  if (due.length === 0) return []
  const newsOf = await findNews(billing, due)
  const done = await Promise.all(
    due.map((refund) =>
      applyNews(billing, refund, newsOf.get(refund)).catch((error: unknown) => cannotAsk(billing, refund, error)),
    ),
  )
  return done.filter((each) => each !== undefined)
}

/** Postpones the question that failed. After a month it is given up: only an operator can find out more. */
const cannotAsk = async ({ database, logger }: Billing, due: Due, error: unknown): Promise<undefined> => {
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

type Due = Pick<
  AcceptedRefundRow,
  'organizationId' | 'id' | 'paymentId' | 'connection' | 'transactionId' | 'failedQuestions'
> &
  Pick<PaymentRow, 'customerId' | 'subscriptionId'>

const findNews = async (billing: Billing, due: readonly Due[]): Promise<ReadonlyMap<Due, RefundNews | undefined>> => {
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
  { refunds, at }: { readonly refunds: readonly Due[]; readonly at: Timestamp },
): Promise<ReadonlyMap<string, RefundNews>> => {
  const warn = (error: unknown) =>
    logger.warn({ connection, error }, 'the processor could not be asked about refunds; it will be asked again')
  try {
    const transactionIds = refunds.map(({ transactionId }) => transactionId)
    return await askForRefunds(processors.of(connection), { transactionIds, at }, warn)
  } catch (error) {
    warn(error)
    return new Map()
  }
}

const findDue = ({ database }: Billing, limit: number): Promise<readonly Due[]> =>
  acrossOrganizations(database, 'due work')
    .selectFrom('acceptedRefunds')
    .innerJoin('payments', (payment) =>
      payment
        .onRef('payments.organizationId', '=', 'acceptedRefunds.organizationId')
        .onRef('payments.id', '=', 'acceptedRefunds.paymentId'),
    )
    .select([
      'acceptedRefunds.organizationId',
      'acceptedRefunds.id',
      'acceptedRefunds.paymentId',
      'acceptedRefunds.connection',
      'acceptedRefunds.transactionId',
      'acceptedRefunds.failedQuestions',
      'payments.customerId',
      'payments.subscriptionId',
    ])
    .where('acceptedRefunds.asksAt', '<=', sql<Timestamp>`(select billing_now())`)
    .orderBy('acceptedRefunds.asksAt')
    .limit(limit)
    .execute()

/** Thrown for a refund that is pending after a month: it should arrive within days, and nobody can tell any more whether it will. */
class StillPending extends Error {
  constructor() {
    super(`The processor still says that the refund is pending, ${daysMax} days after it was accepted.`)
  }
}

/** A connection may be gone for good: after a month the silence about a pending refund is counted, so that it ends. */
class Unanswered extends Error {
  constructor() {
    super(`Nobody answers whether the refund has arrived, ${daysMax} days and more after it was accepted.`)
  }
}
const daysMax = 30

/** Applies what a processor said about one refund, or sets when it is asked about again; answers what has changed. */
const applyNews = async ({ database }: Billing, due: Due, news: RefundNews | undefined): Promise<Done | undefined> => {
  const { organizationId, id, paymentId, failedQuestions } = due
  const what = await write(database, organizationId, {
    load: async () => undefined,
    run: (work) => apply(work, { id, paymentId }, news),
    // A question that failed before is asked in a transaction of its own.
    exclusiveNames: failedQuestions === 0 ? lockNamesOf(due) : undefined,
  })
  return what === undefined ? undefined : { organizationId, id: paymentId, what }
}

const apply = async (
  work: Write,
  { id, paymentId }: Pick<Due, 'id' | 'paymentId'>,
  news: RefundNews | undefined,
): Promise<string | undefined> => {
  const payment = await lockExistingPayment(work, paymentId)
  // Whoever changes the row holds the payment, but for what is noted of the period that it took money from.
  const accepted = await loadAcceptedRefund(work, id)
  if (!isStillAsked(work, accepted, news)) return undefined
  if (news?.state === 'failed') {
    // The change that is being paid counts on the same money, and is over soon.
    if (await findChangeBeingPaid(work, payment)) return void askAgain(work, accepted, minutesAfter(work.now, 5))
    await failRefund(work, payment, accepted, news.message ?? 'The refund has failed.')
    return 'refund.failed'
  }
  const isAnswered = news !== undefined && news.state !== 'rejected'
  if (accepted.state === 'succeeded') {
    return void askAgain(work, accepted, isAnswered ? nextQuestionAt(work, accepted) : askedOnceMoreAt(work, accepted))
  }
  if (news?.state === 'rejected') throw new Error(`The processor rejects the question: ${news.message ?? 'no reason.'}`)
  if (news?.state === 'succeeded') {
    await succeedRefund(work, payment, accepted)
    askAgain(work, accepted, nextQuestionAt(work, { stateSince: work.now }))
    return 'refund.succeeded'
  }
  if (daysSince(work, accepted) >= daysMax) throw news === undefined ? new Unanswered() : new StillPending()
  askAgain(work, accepted, pendingAskedAgainAt(work, accepted))
}

const askAgain = ({ update, now }: Write, { id }: AcceptedRefundRow, asksAt: Timestamp | null): void =>
  update('acceptedRefunds', { id }, { asksAt, givenUpAt: null, failedQuestions: 0, lastFailure: null, updatedAt: now })

/** Whether an answer is still news. One that has been given up since waits for whatever its processor says of its end. */
const isStillAsked = (
  { now }: Write,
  { asksAt, givenUpAt }: AcceptedRefundRow,
  news: RefundNews | undefined,
): boolean =>
  asksAt === null ? givenUpAt !== null && (news?.state === 'failed' || news?.state === 'succeeded') : asksAt <= now

/** When a pending refund is asked about again: hourly at first, then ever later, at most once a day. */
const pendingAskedAgainAt = (work: Write, accepted: AcceptedRefundRow): Timestamp =>
  minutesAfter(work.now, Math.min(Math.max(daysSince(work, accepted), 1), 24) * 60)

/** When a refund that has arrived is asked about after a question without an answer: daily, for at most a month more. */
const askedOnceMoreAt = (work: Write, accepted: AcceptedRefundRow): Timestamp | null =>
  daysSince(work, accepted) < 2 * daysMax ? addInterval(work.now, 'days', 1) : null

const daysSince = ({ now }: Write, { stateSince }: Pick<AcceptedRefundRow, 'stateSince'>): number =>
  (Date.parse(now) - Date.parse(stateSince)) / 86_400_000
