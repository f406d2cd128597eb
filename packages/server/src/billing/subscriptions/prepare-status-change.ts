import { type Cancellation, Problem, type SubscriptionStatus } from '@billing-checkout/contract'
import {
  addInterval,
  dunningStep,
  required,
  subscriptionStatusAfter,
  type SubscriptionTrigger,
  type Timestamp,
} from '@billing-checkout/domain'
import { loadOrganization } from '../../organization/load-organization.ts'
import { loadEndAfterRenewals, capAtSubscriptionEnd } from '../../presenters/subscriptions/end-of-subscription.ts'
import type { SubscriptionChange, SubscriptionRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { endKeepLinks } from '../links/recovery-links.ts'
import { isPeriodRefundedOrDisputed } from '../quotes/is-period-refunded-or-disputed.ts'
import { subscriptionStatusAt } from '../quotes/subscription-status-at.ts'
import { noDunningColumns, noScheduledChange, notCancelledColumns, processedColumns } from './processed-columns.ts'

/** The statuses that a caller may request. The others result from purchases and charges. */
export type RequestedStatus = Extract<SubscriptionStatus, 'active' | 'cancelled' | 'scheduled_for_cancellation'>

/** The result of a requested status: new columns, nothing to do, or a charge that has to succeed first. */
export type StatusChange =
  | { readonly kind: 'change'; readonly columns: SubscriptionChange }
  | { readonly kind: 'none' }
  | { readonly kind: 'charge' }

/** The source of a cancellation, and its reason and comment if they were given. */
export type CancellationCause = Pick<Cancellation, 'source'> & {
  readonly reason?: Cancellation['reason'] | undefined
  readonly comment?: Cancellation['comment'] | undefined
}

/**
 * Decides what a request to set a subscription's status requires. If the request cancels a subscription that already has the requested
 * status, only the reason and comment may change. This also holds if a request schedules a cancellation of a cancelled subscription that
 * has no paid period left.
 */
export const prepareStatusChange = async (
  work: Write,
  subscription: SubscriptionRow,
  requestedStatus: RequestedStatus,
  givenCause: CancellationCause,
): Promise<StatusChange> => {
  if (requestedStatus === 'active') return prepareActivation(work, subscription)
  const cause = await withoutCommentOnErased(work, subscription, givenCause)
  const endsNothing = requestedStatus === 'scheduled_for_cancellation' && (await hasEndedUnpaid(work, subscription))
  if (subscription.status === requestedStatus || endsNothing) return explainCancellation(work, subscription, cause)
  return {
    kind: 'change',
    columns:
      requestedStatus === 'cancelled'
        ? columnsOfEnd(work, subscription, cause)
        : columnsOfScheduledEnd(work, subscription, cause),
  }
}

/** Drops a comment about an erased customer, because no later erasure would remove it. */
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
 * Adds a reason or comment to an earlier cancellation. Only the source of that cancellation or the merchant may add them, so that a
 * customer cannot overwrite what the merchant wrote.
 */
const explainCancellation = (
  { now }: Write,
  { cancellation: before }: SubscriptionRow,
  { source, reason = null, comment = null }: CancellationCause,
): StatusChange => {
  const mayExplain = before === null || before.source === source || source === 'merchant'
  const isNew = before?.reason !== reason || before.comment !== comment
  if (!mayExplain || !isNew || !(reason ?? comment)) return { kind: 'none' }
  const cancellation = {
    ...(before ?? { source, received_at: now }),
    reason,
    comment,
  } satisfies SubscriptionRow['cancellation']
  return { kind: 'change', columns: { cancellation: JSON.stringify(cancellation), updatedAt: now } }
}

/**
 * The columns that record a cancellation. If the subscription was cancelled before, and this cancellation has no reason or no comment, the
 * earlier one stays.
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
 * The columns of a subscription that is cancelled for `endAt`, a date after its running period. It renews until the first of its periods
 * that ends on or after `endAt`, and ends with that period. As with any cancellation, a scheduled change is removed. At or after that end,
 * neither a debt nor a postponed charge is collected.
 */
export const columnsOfRequestedEnd = async (
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
          givesUpAt: givesUpAt === null ? end : capAtSubscriptionEnd(givesUpAt, end),
          nextBillingDate: isTriedBefore ? nextBillingDate : null,
        }
      : { nextBillingDate: nextBillingDate && capAtSubscriptionEnd(nextBillingDate, end) }),
    requestedEndAt: endAt,
    updatedAt: work.now,
  }
}

type LastPeriod = Pick<
  SubscriptionRow,
  'status' | 'requestedEndAt' | 'nextBillingDate' | 'deferredUntil' | keyof typeof noScheduledChange
>

/**
 * The columns that make the running period the last one, if that period ends on or after the requested end; empty if no end was requested,
 * or if the subscription renews once more. `status` is the subscription's status in this period.
 */
export const columnsIfLastPeriod = (
  { requestedEndAt }: Pick<SubscriptionRow, 'requestedEndAt'>,
  { status, end }: { readonly status: SubscriptionStatus; readonly end: Timestamp },
): Partial<LastPeriod> =>
  requestedEndAt === null || requestedEndAt > end
    ? {}
    : {
        ...noScheduledChange,
        status: subscriptionStatusAfter(status, 'cancellationScheduled'),
        requestedEndAt: null,
        nextBillingDate: null,
        deferredUntil: null,
      }

const columnsOfEnd = (work: Write, subscription: SubscriptionRow, cause: CancellationCause): SubscriptionChange => ({
  ...noMoreCharges(work),
  ...cancellationColumn(work, subscription, cause),
  status: allowedStatus(subscription, 'cancelled', 'cancelled'),
})

/** The columns that end a subscription with its paid period or, if that period is over or still owed, immediately. */
const columnsOfScheduledEnd = (
  work: Write,
  subscription: SubscriptionRow,
  cause: CancellationCause,
): SubscriptionChange => {
  const status = allowedStatus(subscription, 'cancellationScheduled', 'scheduled_for_cancellation')
  const isOwed = subscription.owedClaimId !== null
  if (isOwed || subscription.currentPeriodEnd <= work.now) return columnsOfEnd(work, subscription, cause)
  return { ...noMoreCharges(work), ...cancellationColumn(work, subscription, cause), status }
}

const hasEndedUnpaid = async (work: Write, subscription: SubscriptionRow): Promise<boolean> =>
  subscription.status === 'cancelled' && !(await isRunningPeriodPaid(work, subscription))

/**
 * The columns of a subscription that is no longer charged. `renewalPaymentId` stays if a renewal is in flight, because that renewal's money
 * will have to be refunded.
 */
const noMoreCharges = ({ now }: Write) =>
  ({
    ...noDunningColumns,
    ...noScheduledChange,
    nextBillingDate: null,
    owedClaimId: null,
    updatedAt: now,
  }) satisfies SubscriptionChange

/** Decides what a subscription needs in order to continue. If it renews until a requested end, it keeps its status and loses that end. */
export const prepareActivation = async (work: Write, subscription: SubscriptionRow): Promise<StatusChange> => {
  const { id, trialEndsAt, requestedEndAt } = subscription
  if (requestedEndAt !== null) {
    endKeepLinks(work, id)
    return { kind: 'change', columns: { ...(await withoutRequestedEnd(work, subscription)), updatedAt: work.now } }
  }
  const status = subscriptionStatusAt(subscription, work.now)
  if (status === 'active' || status === 'trial') return { kind: 'none' }
  const inTrial = trialEndsAt !== null && trialEndsAt > work.now
  if (status === 'scheduled_for_cancellation') {
    return resumeSubscription(
      work,
      subscription,
      allowedStatus({ id, status }, inTrial ? 'resumedInTrial' : 'resumed', 'active'),
    )
  }
  const next = allowedStatus({ id, status }, inTrial ? 'reactivatedInTrial' : 'reactivated', 'active')
  return (await isRunningPeriodPaid(work, subscription))
    ? resumeSubscription(work, subscription, next)
    : { kind: 'charge' }
}

/**
 * The columns that remove a subscription's requested end. If a charge was postponed to that end because the customer had no notice of it,
 * the charge becomes due again; a worker first announces it and then charges after the days of the notice. A past-due subscription gets all
 * of the organization's dunning days again.
 */
const withoutRequestedEnd = async (work: Write, subscription: SubscriptionRow): Promise<SubscriptionChange> => {
  if (subscription.status === 'past_due') return { ...notCancelledColumns, ...(await dunningAgain(work, subscription)) }
  const { nextBillingDate: date, currentPeriodEnd } = subscription
  const end = await loadEndAfterRenewals(work.db, subscription)
  const wasPostponed = end !== null && date !== null && date >= end
  return { ...notCancelledColumns, ...(wasPostponed && { nextBillingDate: currentPeriodEnd }) }
}

/**
 * The columns that restore the dunning dates of a past-due subscription, which its requested end had cut short. A planned retry keeps its
 * date.
 */
const dunningAgain = async (work: Write, subscription: SubscriptionRow): Promise<SubscriptionChange> => {
  const { id, organizationId, attemptCount: attempts, pastDueSince, nextBillingDate } = subscription
  const since = required(pastDueSince, 'begin of the dunning of subscription', id)
  const { settings } = required(await loadOrganization(work.db, organizationId), 'organization', organizationId)
  const days = settings.dunning_days
  const mayRetry = nextBillingDate === null && (await allowsRetry(work, subscription, since))
  const step = dunningStep({ days, since, attempts, mayRetry, now: work.now })
  return {
    givesUpAt: addInterval(since, 'days', days.at(-1) ?? 0),
    ...(step.kind === 'retry' && { nextBillingDate: step.at }),
    attemptsMax: days.length,
  }
}

/** Whether the last charge for the unpaid period failed for a reason that allows a retry. False if there was no charge. */
const allowsRetry = async ({ db }: Write, { id, owedClaimId }: SubscriptionRow, since: Timestamp): Promise<boolean> => {
  const payments = db
    .selectFrom('payments')
    .select(['paymentStatus', 'statusReason'])
    .where('subscriptionId', '=', id)
    .where('createdAt', '>=', since)
  const owed =
    owedClaimId === null ? payments.where('purpose', '=', 'renew') : payments.where('claimId', '=', owedClaimId)
  const last = await owed.orderBy('createdAt', 'desc').orderBy('id', 'desc').executeTakeFirst()
  if (last?.paymentStatus === 'FAILED') return true
  return last?.paymentStatus === 'DECLINED' && last.statusReason?.status_reason.advice_code !== 'do_not_try_again'
}

/**
 * Whether the running period is paid in full, so that the subscription can continue for free. It is not paid if its payment, or credit
 * spent on it, was refunded or disputed: a refunded subscription must not restart for free.
 */
export const isRunningPeriodPaid = async ({ db, now }: Write, subscription: SubscriptionRow): Promise<boolean> =>
  subscription.currentPeriodEnd > now && !(await isPeriodRefundedOrDisputed(db, subscription))

/**
 * Lets a subscription continue as before, with the same date of the next charge. Notices that were suppressed while it was cancelled are
 * planned again. Email links that revoke this cancellation become invalid, so that they cannot revoke a later cancellation.
 */
const resumeSubscription = (work: Write, subscription: SubscriptionRow, status: SubscriptionStatus): StatusChange => {
  endKeepLinks(work, subscription.id)
  return {
    kind: 'change',
    columns: {
      ...processedColumns,
      ...notCancelledColumns,
      status,
      nextBillingDate: subscription.currentPeriodEnd,
      announcedFor: null,
      updatedAt: work.now,
    },
  }
}

/**
 * A subscription's next status. If the lifecycle does not allow the change, throws `subscription_not_changeable` with the current and the
 * requested status.
 */
const allowedStatus = (
  subscription: { readonly id: string; readonly status: SubscriptionStatus },
  trigger: SubscriptionTrigger,
  requestedStatus: SubscriptionStatus,
): SubscriptionStatus => {
  try {
    return subscriptionStatusAfter(subscription.status, trigger)
  } catch {
    throw new Problem(
      'subscription_not_changeable',
      `Subscription ${subscription.id} is ${subscription.status} and cannot become ${requestedStatus}.`,
    )
  }
}
