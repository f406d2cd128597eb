import { type Cancellation, Problem, type SubscriptionStatus } from '@billing-checkout/contract'
import { subscriptionAfter, type SubscriptionTrigger, type Timestamp } from '@billing-checkout/domain'
import { loadEndAfterRenewals, untilEnd } from '../../presenters/subscriptions/end-of-subscription.ts'
import type { SubscriptionChange, SubscriptionRow } from '../../store/rows.ts'
import type { Write } from '../../store/write.ts'
import { useUpKeepLinks } from '../links/recovery-links.ts'
import { noDunning, noScheduledChange, notCancelled, processedColumns } from './processed-columns.ts'
import { isPeriodRefundedOrDisputed } from '../quotes/money-of-period.ts'
import { statusAt } from '../quotes/status-at.ts'

/** The statuses that a caller may ask for; the others follow from payments. */
export type RequestedStatus = Extract<SubscriptionStatus, 'active' | 'cancelled' | 'scheduled_for_cancellation'>

/** The result of a change of status: new columns, nothing to do, or a charge that has to succeed first. */
export type StatusChange =
  | { readonly kind: 'change'; readonly columns: SubscriptionChange }
  | { readonly kind: 'none' }
  | { readonly kind: 'charge' }

/** Who or what cancels a subscription, and why if that was said. */
export type CancellationCause = Pick<Cancellation, 'source'> & {
  readonly reason?: Cancellation['reason'] | undefined
  readonly comment?: Cancellation['comment'] | undefined
}

/**
 * Decides what a change to a status takes. Asking for the status that a subscription has changes nothing but the reason and the comment of
 * its cancellation. Nor does scheduling the cancellation of a cancelled subscription whose paid time is over: it has run to its end.
 */
export const changeStatus = async (
  work: Write,
  subscription: SubscriptionRow,
  requestedStatus: RequestedStatus,
  said: CancellationCause,
): Promise<StatusChange> => {
  if (requestedStatus === 'active') return activate(work, subscription)
  const cause = await withoutCommentOnErased(work, subscription, said)
  const runsOut = requestedStatus === 'scheduled_for_cancellation' && (await hasRunOut(work, subscription))
  if (subscription.status === requestedStatus || runsOut) return explain(work, subscription, cause)
  return {
    kind: 'change',
    columns: requestedStatus === 'cancelled' ? cancel(work, subscription, cause) : schedule(work, subscription, cause),
  }
}

/** Nothing is written about a customer who was erased: no later erasure would remove it. */
const withoutCommentOnErased = async (
  { db }: Write,
  { customerId }: SubscriptionRow,
  cause: CancellationCause,
): Promise<CancellationCause> => {
  if (!cause.comment) return cause
  const customer = await db.selectFrom('customers').select('erasedAt').where('id', '=', customerId).executeTakeFirst()
  return customer?.erasedAt == null ? cause : { ...cause, comment: null }
}

/**
 * Notes why a subscription was cancelled if that is said afterwards. Only the source of the cancellation, or the merchant, says so: a
 * customer does not replace what the merchant wrote.
 */
const explain = (
  { now }: Write,
  { cancellation: before }: SubscriptionRow,
  { source, reason = null, comment = null }: CancellationCause,
): StatusChange => {
  const isAbout = before === null || before.source === source || source === 'merchant'
  const isNew = before?.reason !== reason || before.comment !== comment
  if (!isAbout || !isNew || !(reason ?? comment)) return { kind: 'none' }
  const cancellation = {
    ...(before ?? { source, received_at: now }),
    reason,
    comment,
  } satisfies SubscriptionRow['cancellation']
  return { kind: 'change', columns: { cancellation: JSON.stringify(cancellation), updatedAt: now } }
}

/**
 * The column of a subscription that is cancelled, or cancelled sooner than was scheduled. Reason and comment of the first cancellation stay
 * if the second has none.
 */
export const cancellationColumn = (
  { now }: Write,
  { cancellation: before }: Pick<SubscriptionRow, 'cancellation'>,
  { source, reason, comment }: CancellationCause,
): SubscriptionChange => {
  const why = { reason: reason ?? before?.reason ?? null, comment: comment ?? before?.comment ?? null }
  const cancellation = { ...why, source, received_at: now } satisfies SubscriptionRow['cancellation']
  return { cancellation: JSON.stringify(cancellation), requestedEndAt: null }
}

/**
 * The columns of a subscription that is cancelled for a date after its running period: it renews until the first end of a period on or
 * after `endAt`, and ends then. A scheduled change is removed, as by any cancellation. What it owes is not tried again at or after that
 * end, nor is a charge made that was postponed beyond it.
 */
export const requestEnd = async (
  work: Write,
  subscription: SubscriptionRow,
  { endAt, ...cause }: CancellationCause & { readonly endAt: Timestamp },
): Promise<SubscriptionChange> => {
  const { status, givesUpAt, nextBillingDate } = subscription
  const end = await loadEndAfterRenewals(work.db, { ...subscription, requestedEndAt: endAt })
  const isTriedBefore = nextBillingDate !== null && end !== null && nextBillingDate < end
  return {
    ...cancellationColumn(work, subscription, cause),
    ...noScheduledChange,
    ...(status === 'past_due'
      ? {
          givesUpAt: givesUpAt === null ? end : untilEnd(givesUpAt, end),
          nextBillingDate: isTriedBefore ? nextBillingDate : null,
        }
      : { nextBillingDate: nextBillingDate && untilEnd(nextBillingDate, end) }),
    requestedEndAt: endAt,
    updatedAt: work.now,
  }
}

type LastPeriod = Pick<
  SubscriptionRow,
  'status' | 'requestedEndAt' | 'nextBillingDate' | 'deferredUntil' | keyof typeof noScheduledChange
>

/**
 * The columns of a subscription whose running period covers the end that its cancellation requests: it ends with that period. None if it
 * renews once more. `status` is the one that it has in this period.
 */
export const endIfLastPeriod = (
  { requestedEndAt }: Pick<SubscriptionRow, 'requestedEndAt'>,
  { status, end }: { readonly status: SubscriptionStatus; readonly end: Timestamp },
): Partial<LastPeriod> =>
  requestedEndAt === null || requestedEndAt > end
    ? {}
    : {
        ...noScheduledChange,
        status: subscriptionAfter(status, 'cancellationScheduled'),
        requestedEndAt: null,
        nextBillingDate: null,
        deferredUntil: null,
      }

const cancel = (work: Write, subscription: SubscriptionRow, cause: CancellationCause): SubscriptionChange => ({
  ...noMoreCharges(work),
  ...cancellationColumn(work, subscription, cause),
  status: allowedStatus(subscription, 'cancelled', 'cancelled'),
})

/**
 * Lets a subscription run to the end of the period that is paid for. It ends now when that is over already or its money never
 * came.
 */
const schedule = (work: Write, subscription: SubscriptionRow, cause: CancellationCause): SubscriptionChange => {
  const status = allowedStatus(subscription, 'cancellationScheduled', 'scheduled_for_cancellation')
  const isOwed = subscription.owedClaimId !== null
  if (isOwed || subscription.currentPeriodEnd <= work.now) return cancel(work, subscription, cause)
  return { ...noMoreCharges(work), ...cancellationColumn(work, subscription, cause), status }
}

const hasRunOut = async (work: Write, subscription: SubscriptionRow): Promise<boolean> =>
  subscription.status === 'cancelled' && !(await runsPaid(work, subscription))

/** The columns of a subscription that is no longer charged. The note of a renewal in flight stays, because its money has to be refunded. */
const noMoreCharges = ({ now }: Write) =>
  ({
    ...noDunning,
    ...noScheduledChange,
    nextBillingDate: null,
    owedClaimId: null,
    updatedAt: now,
  }) satisfies SubscriptionChange

/** Decides what it takes to continue a subscription. One that renews until a requested end keeps its status and loses that end. */
export const activate = async (work: Write, subscription: SubscriptionRow): Promise<StatusChange> => {
  const { id, trialEndsAt, requestedEndAt } = subscription
  if (requestedEndAt !== null) {
    useUpKeepLinks(work, id)
    return { kind: 'change', columns: { ...notCancelled, updatedAt: work.now } }
  }
  const status = statusAt(subscription, work.now)
  if (status === 'active' || status === 'trial') return { kind: 'none' }
  const inTrial = trialEndsAt !== null && trialEndsAt > work.now
  if (status === 'scheduled_for_cancellation') {
    return resume(work, subscription, allowedStatus({ id, status }, inTrial ? 'resumedInTrial' : 'resumed', 'active'))
  }
  const next = allowedStatus({ id, status }, inTrial ? 'reactivatedInTrial' : 'reactivated', 'active')
  return (await runsPaid(work, subscription)) ? resume(work, subscription, next) : { kind: 'charge' }
}

/**
 * Whether a period is running that is paid for in full, so that going on in it is free. Its own payment and earlier credit must all be
 * there, because refunded subscriptions would restart free. Otherwise a period begins, and the remaining cost is credited for unused
 * time. Another plan is a new contract without credit.
 */
export const runsPaid = async ({ db, now }: Write, subscription: SubscriptionRow): Promise<boolean> =>
  subscription.currentPeriodEnd > now && !(await isPeriodRefundedOrDisputed(db, subscription))

/**
 * Lets a subscription go on as before: the next charge falls on the date it always had. A later cancellation is not taken back by a link of
 * an earlier one.
 */
const resume = (work: Write, subscription: SubscriptionRow, status: SubscriptionStatus): StatusChange => {
  useUpKeepLinks(work, subscription.id)
  return {
    kind: 'change',
    columns: {
      ...processedColumns,
      ...notCancelled,
      status,
      nextBillingDate: subscription.currentPeriodEnd,
      updatedAt: work.now,
    },
  }
}

/**
 * A subscription's next status. Throws `subscription_not_changeable`, naming its status and the requested one,
 * where the lifecycle does not allow the change.
 */
const allowedStatus = (
  subscription: { readonly id: string; readonly status: SubscriptionStatus },
  trigger: SubscriptionTrigger,
  requestedStatus: SubscriptionStatus,
): SubscriptionStatus => {
  try {
    return subscriptionAfter(subscription.status, trigger)
  } catch {
    throw new Problem(
      'subscription_not_changeable',
      `Subscription ${subscription.id} is ${subscription.status} and cannot become ${requestedStatus}.`,
    )
  }
}
