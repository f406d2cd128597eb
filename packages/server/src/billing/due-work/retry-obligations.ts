import { addInterval, collectedPart, paymentAfter, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { oneOf } from '../../store/one-of.ts'
import { lockPayment, presentLockedPayment } from '../../store/payments.ts'
import { recordEvent } from '../../store/record-event.ts'
import type { ObligationRow, PaymentRow } from '../../store/rows.ts'
import { type Write, write } from '../../store/write.ts'
import type { Billing } from '../billing.ts'
import type { Done } from './due-work.ts'
import { close, hasNoOpenTry, loadObligation, meet, moneyNeverCame, putOff } from '../obligations/finish-try.ts'
import { lookUpHeld, type AuthorizationState } from '../attempts/look-up-held.ts'
import { retryVoid } from '../attempts/open-capture-or-void.ts'
import { openAutomaticRefund, retryRefund } from '../attempts/open-refund.ts'
import { voidedColumns } from '../outcomes/finish-capture-or-void.ts'
import { findReadyWork, clearDeferral, isNotDeferred, deferWork, type TriedWork } from './defer-work.ts'
import { updatePayment } from '../payments/update-payment.ts'

/**
 * Tries again what we owe and could not do so far, each obligation at times of its own; `completeAttempts` makes the calls a
 * moment later. An authorization that could not be voided is looked up first: money that was captured all the same is
 * refunded, and only what is certainly no longer held counts as cancelled. Answers which are tried; run twice, tries once.
 */
export const retryObligations = async (billing: Billing, limit = 50): Promise<readonly Done[]> => {
  const done: Done[] = []
  for (const due of await findDue(billing, limit)) {
    const what = await retry(billing, due).catch(async (error: unknown) => {
      await deferWork(billing, 'obligation', due, error)
      return undefined
    })
    if (what !== undefined) done.push({ organizationId: due.organizationId, id: due.paymentId, what })
  }
  return done
}

type Due = TriedWork & Pick<ObligationRow, 'paymentId' | 'kind'>

const findDue = async ({ database }: Billing, limit: number): Promise<readonly Due[]> => {
  const due = database
    .selectFrom('obligations')
    .select(['organizationId', 'id', 'paymentId', 'kind'])
    .where('state', '=', sql.lit('open'))
    .where('nextTryAt', '<=', sql<Timestamp>`(select billing_now())`)
    .where(hasNoOpenTry)
  const [rested, others] = await Promise.all([
    findReadyWork(database, 'obligation', limit),
    due.where(isNotDeferred('obligation')).orderBy('nextTryAt').limit(limit).execute(),
  ])
  const again =
    rested.length === 0
      ? []
      : await database
          .selectFrom('obligations')
          .select(['organizationId', 'id', 'paymentId', 'kind'])
          .where('organizationId', '=', oneOf([...new Set(rested.map(({ organizationId }) => organizationId))]))
          .where('id', '=', oneOf(rested.map(({ id }) => id)))
          .execute()
  const countOf = new Map(rested.map(({ id, heldCount }) => [id, heldCount]))
  return [...again, ...others].map((each) => ({ ...each, heldCount: countOf.get(each.id) ?? 0 }))
}

/** What was done about one obligation, if anything could be. */
const retry = async (billing: Billing, due: Due): Promise<string | undefined> => {
  const held = due.kind === 'void' ? await lookUpHeld(billing, due) : undefined
  return write(billing.database, due.organizationId, async (work) => {
    await clearDeferral(work, 'obligation', due)
    const payment = (await lockPayment(work, due.paymentId))!
    const obligation = await loadObligation(work, due.id)
    const isDue = obligation.state === 'open' && obligation.nextTryAt <= work.now
    if (!isDue || (await isTried(work, obligation))) return undefined
    return due.kind === 'void'
      ? retryLettingGo(billing, work, { payment, obligation, held })
      : retryGivingBack(billing, work, { payment, obligation })
  })
}

/** Somebody else may have begun to try it, or have done so without telling: a server of an earlier version. */
const isTried = async (work: Write, obligation: ObligationRow): Promise<boolean> => {
  const latest = await work.db
    .selectFrom('attempts')
    .select(['state', sql<string | null>`outcome->>'kind'`.as('outcome')])
    .where('organizationId', '=', work.organizationId)
    .where('id', '=', obligation.attemptId)
    .executeTakeFirst()
  if (latest?.outcome === 'approved') meet(work, obligation)
  return latest?.state === 'open' || latest?.outcome === 'approved'
}

interface Retried {
  readonly payment: PaymentRow
  readonly obligation: ObligationRow
}

const retryGivingBack = async (
  billing: Billing,
  work: Write,
  { payment, obligation }: Retried,
): Promise<string | undefined> => {
  if (!obligation.isCounted) {
    await retryRefund(billing, work, payment, obligation)
    return 'refund.retried'
  }
  if (payment.paymentStatus === 'FAILED') return void close(work, obligation, moneyNeverCame)
  const left = collectedPart(payment) - payment.refundedAmount
  if (left <= 0) return await leaveToOther(work, obligation)
  await retryRefund(billing, work, payment, { ...obligation, amount: Math.min(obligation.amount, left) })
  return 'refund.retried'
}

/** The merchant has given the money back by a refund of their own; as long as that may still fail, it is not done. */
const leaveToOther = async (work: Write, obligation: ObligationRow): Promise<undefined> => {
  const pending = await work.db
    .selectFrom('refunds')
    .select('id')
    .where('organizationId', '=', work.organizationId)
    .where('paymentId', '=', obligation.paymentId)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (pending === undefined) meet(work, obligation)
  else putOff(work, obligation)
}

const retryLettingGo = async (
  billing: Billing,
  work: Write,
  { payment, obligation, held }: Retried & { readonly held: AuthorizationState | undefined },
): Promise<string | undefined> => {
  const isCancelled = payment.paymentStatus === 'AUTHORIZED'
  switch (held) {
    case undefined:
      return void putOff(work, obligation)
    case 'held':
      await retryVoid(billing, work, payment, obligation)
      return 'void.retried'
    case 'released':
      meet(work, obligation)
      if (isCancelled) await tell(work, updatePayment(work, payment, voidedColumns(payment)))
      return 'void.done'
    case 'captured': {
      meet(work, obligation)
      const captured = isCancelled ? updatePayment(work, payment, capturedColumns(work, payment)) : payment
      if (isCancelled) await tell(work, captured)
      await openAutomaticRefund(billing, work, captured, obligation)
      return 'refund.retried'
    }
  }
}

const capturedColumns = ({ now }: Write, { paymentStatus }: PaymentRow) => ({
  paymentStatus: paymentAfter(paymentStatus, 'captured'),
  settlesAt: addInterval(now, 'days', 1),
})

const tell = async (work: Write, payment: PaymentRow): Promise<void> =>
  recordEvent(work, 'payment.updated', await presentLockedPayment(work, payment))
