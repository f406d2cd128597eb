import { sql } from 'kysely'
import { lockExistingPayment } from '../../store/entities/payments.ts'
import { presentLockedPayment } from '../../presenters/payments/load-payments.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { ObligationRow, PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import type { WorkKind } from '../worklist/worklist.ts'
import {
  findOpenTry,
  hasNoOpenTry,
  loadObligation,
  markClosed,
  markMet,
  neverSettledReason,
  postponeTry,
  postponeTryForDispute,
} from '../obligations/open-obligation.ts'
import { ownAmountOfObligation, refundLimitOfObligation, amountStillToRefund } from '../obligations/owed-refunds.ts'
import { type AuthorizationState, lookUpAuthorization } from '../attempts/query-processor.ts'
import { cancelDeclinedCharge, finishChargeCancellation } from '../differences/cancel-declined-charge.ts'
import { retryVoid } from '../attempts/open-capture-or-void.ts'
import { openAutomaticRefund, retryRefund } from '../attempts/open-refund.ts'
import { voidedColumns } from '../outcomes/finish-capture-or-void.ts'
import { capturedColumns, updatePayment } from '../payments/update-payment.ts'
import { findOpenDispute } from '../payments/find-open-dispute.ts'
import { rowsDueBy } from '../worklist/rows-due-by.ts'

type Due = Pick<ObligationRow, 'organizationId' | 'id' | 'paymentId' | 'kind'>

/** The processor's answers to queries that were made before the transaction. */
interface ProcessorAnswers {
  readonly authorization?: AuthorizationState | undefined
  readonly cancelled?: Awaited<ReturnType<typeof cancelDeclinedCharge>>
}

/**
 * Refunds, voids and cancellations that we owe and could not make so far, each retried at its own times. This only records the attempts to
 * refund or void; `completeAttempts` makes their calls. Before a void is retried, the authorization is looked up. If its money was captured
 * in the meantime, the money is refunded. The payment becomes cancelled only if the authorization is certainly released. Two workers never
 * try the same obligation at the same time.
 */
export const obligationWork: WorkKind<Due, ProcessorAnswers> = {
  name: 'obligation',
  ...rowsDueBy('obligations', 'due_at', ['paymentId', 'kind']),
  isOpen: sql<boolean>`state = 'open' and ${hasNoOpenTry}`,
  limit: 50,
  concurrency: 1,
  call: async (billing) => async (due) => ({
    ...(due.kind === 'void' && { authorization: await lookUpAuthorization(billing, due) }),
    ...(due.kind === 'cancel' && { cancelled: await cancelDeclinedCharge(billing, due) }),
  }),
  perform: async ({ billing, work, row: due, answer: { authorization, cancelled } }) => {
    const payment = await lockExistingPayment(work, due.paymentId)
    const obligation = await loadObligation(work, due.id)
    const isDue = obligation.state === 'open' && obligation.dueAt <= work.now
    if (!isDue || (await findOpenTry(work, obligation)) !== undefined) return undefined
    if (cancelled !== undefined)
      return await finishChargeCancellation(billing, work, { payment, obligation, cancelled })
    return due.kind === 'void'
      ? retryOwedVoid(billing, work, { payment, obligation, authorization })
      : retryOwedRefund(billing, work, { payment, obligation })
  },
  subjectOf: ({ paymentId }) => paymentId,
}

interface RetriedObligation {
  readonly payment: PaymentRow
  readonly obligation: ObligationRow
}

const retryOwedRefund = async (
  billing: Billing,
  work: Write,
  { payment, obligation }: RetriedObligation,
): Promise<string | undefined> => {
  if ((await findOpenDispute(work, payment)) !== undefined) return void postponeTryForDispute(work, obligation)
  if (!obligation.isCounted) {
    // Nothing is left to refund if the bank has already given the payer the money that we owe.
    if (payment.disputedAmount >= ownAmountOfObligation(obligation)) return void markMet(work, obligation)
    await retryRefund(billing, work, payment, { ...obligation, amount: ownAmountOfObligation(obligation) })
    return 'refund.retried'
  }
  if (payment.paymentStatus === 'FAILED') return void markClosed(work, obligation, neverSettledReason)
  const left = Math.min(
    await amountStillToRefund(work, payment),
    await refundLimitOfObligation(work, payment, obligation),
  )
  if (left <= 0) return await leaveToOther(work, obligation)
  await retryRefund(billing, work, payment, {
    ...obligation,
    amount: Math.min(ownAmountOfObligation(obligation), left),
  })
  return 'refund.retried'
}

/**
 * Called if other refunds already cover what is owed. The obligation stays open while one of them is pending, because that refund may fail.
 */
const leaveToOther = async (work: Write, obligation: ObligationRow): Promise<undefined> => {
  const pending = await work.db
    .selectFrom('refunds')
    .select('id')
    .where('paymentId', '=', obligation.paymentId)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (pending === undefined) markMet(work, obligation)
  else postponeTry(work, obligation)
}

const retryOwedVoid = async (
  billing: Billing,
  work: Write,
  {
    payment,
    obligation,
    authorization,
  }: RetriedObligation & { readonly authorization: AuthorizationState | undefined },
): Promise<string | undefined> => {
  const isStillAuthorized = payment.paymentStatus === 'AUTHORIZED'
  switch (authorization) {
    case undefined:
      return void postponeTry(work, obligation)
    case 'held':
      await retryVoid(billing, work, payment, obligation)
      return 'void.retried'
    case 'released':
      markMet(work, obligation)
      if (isStillAuthorized) await recordUpdated(work, updatePayment(work, payment, voidedColumns(payment)))
      return 'void.done'
    case 'captured': {
      markMet(work, obligation)
      const captured = isStillAuthorized
        ? updatePayment(work, payment, capturedColumns(work, payment.paymentStatus))
        : payment
      if (isStillAuthorized) await recordUpdated(work, captured)
      await openAutomaticRefund(billing, work, captured, obligation)
      return 'refund.retried'
    }
  }
}

const recordUpdated = async (work: Write, payment: PaymentRow): Promise<void> =>
  recordEvent(work, 'payment.updated', await presentLockedPayment(work, payment))
