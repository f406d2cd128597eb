import { required, type Timestamp } from '@billing-checkout/domain'
import { type GroupedPlan, loadPlan } from '../../store/entities/plans.ts'
import { type operations, Problem, type Subscription } from '@billing-checkout/contract'
import type { z } from 'zod'
import type { CallerContext } from '../../organization/caller-context.ts'
import { requireScope } from '../../organization/check-permission.ts'
import { lockClientSession } from '../../store/entities/client-sessions.ts'
import { isPaymentPending } from '../../store/entities/payments.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { SubscriptionChange, SubscriptionRow } from '../../store/rows.ts'
import type { ShownQuote } from '../../store/schema/free-changes.ts'
import {
  loadSubscription,
  type LockedSubscription,
  lockExistingSubscription,
} from '../../store/entities/subscriptions.ts'
import { loadShownSubscription } from '../../presenters/subscriptions/load-subscriptions.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import { type Write, write } from '../../store/writes/write.ts'
import type { PaymentBody } from '../charge-input/payment-body.ts'
import { lockChargeRows, openMerchantPayment } from './begin-merchant-payment.ts'
import type { Billing } from '../billing.ts'
import { type CancellationCause, changeStatus, type RequestedStatus } from '../subscriptions/change-status.ts'
import { completeSessionOf } from '../sessions/complete-session.ts'
import { oweEmailOfChange } from '../emails/owe-email-of-change.ts'
import { consentOfPayment, refuseWithoutConsent } from '../charge-input/consent-of-payment.ts'
import { lockNamesOf } from '../lock-names-of.ts'
import { refuseUnlessOpen } from '../sessions/refuse-unless-open.ts'
import { OwnPaymentInProgress } from '../../store/requests/own-payment-in-progress.ts'
import { refuseBecomingSecond, refuseWhileRefunding } from '../checks/refuse-double.ts'
import type { OpenedPayment } from '../attempts/open-attempt.ts'
import {
  answerKey,
  releaseKey,
  reserveKeyOfChange,
  saveIdempotentResponse,
} from '../../store/requests/save-idempotent-response.ts'
import { refuseOtherAmount } from '../checks/refuse-other-amount.ts'
import { commitOpening } from '../outcomes/commit-opening.ts'
import { attemptOfPayment, callAndFinish } from './run-attempt.ts'
import { resolveLockedSession, type ResolvedSession } from '../quotes/resolve-session.ts'
import { columnsAfterFreeChange } from '../subscriptions/columns-after-free-change.ts'
import { chargeOtherMethod } from '../subscriptions/charge-other-method.ts'
import { moveBillingDate } from '../subscriptions/move-billing-date.ts'
import { notePeriodMoved } from '../subscriptions/note-period-left.ts'
import { undoScheduledChange } from '../portal/undo-scheduled-change.ts'
import { notCancelled } from '../subscriptions/processed-columns.ts'
import { noPlanChange } from '../subscriptions/remember-change.ts'
import { scheduleChange } from '../subscriptions/schedule-change.ts'
import { isOtherPlan, switchPlan, termsOfChange, type WantedPlan } from '../subscriptions/switch-plan.ts'
import { eventOfChange } from '../subscriptions/record-subscription.ts'
import { withMetadata } from '../subscriptions/with-metadata.ts'
import { withTaxRates } from '../tax/with-tax-rates.ts'
import {
  refuseImpossibleChange,
  refusePlanChangeIn,
  refuseWhilePaying,
} from '../subscriptions/refuse-impossible-change.ts'

/** The body of `PATCH /subscriptions`. */
export type SubscriptionBody = z.output<NonNullable<typeof operations.updateSubscription.body>>

/** The requested change: of plan or quantity, status, next billing date or payment method, or the removal of a scheduled change. */
interface RequestedChange {
  readonly plan?: WantedPlan | undefined
  readonly status?: RequestedStatus | undefined
  /** Why the subscription is cancelled; absent if the merchant gives no reason. */
  readonly cause?: CancellationCause
  readonly nextBillingDate?: Timestamp | undefined
  readonly paymentMethodId?: string | undefined
  /** Set if the customer asks in the portal. They may resume a running subscription, but not restart an ended one. */
  readonly inPortal?: true
  readonly atPeriodEnd?: boolean
  readonly undoesScheduled?: boolean
  readonly expected?: SubscriptionBody['expected']
}

/**
 * Changes a subscription at a merchant's or its customer's request: plan, status, next billing date or method, in one transaction. To
 * resume after the paid period has ended, it charges the stored method; if that is declined, the subscription stays cancelled. Throws
 * `payment_in_progress` while the charge's outcome is unknown.
 */
export const changeSubscription = async (
  billing: Billing,
  call: CallerContext,
  id: string,
  change: RequestedChange,
): Promise<Subscription> => {
  // An earlier request with this key began a charge. Its outcome is the answer.
  const begun = call.idempotency?.begunPaymentId
  if (begun) return answerCharged(billing, call, id, begun)
  const started = await withTaxRates(billing, (rated) =>
    commitOpening(
      billing,
      call.organization.id,
      async (work): Promise<StartedChange> => {
        const subscription = await lockForChange(work, id)
        await refuseWhilePaying(work, id, change)
        const columns = await columnsFor(work, call, subscription, change)
        if (columns === 'charge') return { charge: await openCharge(rated, work, call, subscription, change) }
        refuseOtherThanNothing(change, subscription)
        return { changed: await save(work, call, subscription, columns) }
      },
      { attemptOf: (started) => ('charge' in started ? attemptOfPayment(started.charge) : undefined), name: 'write' },
    ),
  )
  if ('changed' in started) return started.changed
  if (!('blocked' in started.charge)) await callAndFinish(billing, call.organization.id, started.charge)
  return answerCharged(billing, call, id, started.charge.paymentId)
}

/** A finished change, or a charge that must succeed first. */
type StartedChange = { readonly changed: Subscription } | { readonly charge: OpenedPayment }

/** Opens the charge of a change in the transaction that found it necessary, and reserves the request's idempotency key. */
const openCharge = async (
  billing: Billing,
  work: Write,
  call: CallerContext,
  { id, customerId }: LockedSubscription,
  { plan, expected }: RequestedChange,
): Promise<OpenedPayment> => {
  requireScope(call.principal, { resource: 'payments', access: 'write' }, 'a change of a subscription that is charged')
  const body: PaymentBody = { customer: { id: customerId }, subscription: { id }, ...(plan && { plan }), expected }
  const opened = await openMerchantPayment(billing, work, call, body, await lockChargeRows(work, body))
  reserveKeyOfChange(work, call, opened.paymentId)
  return opened
}

/** The subscription after the charge was paid or declined. While the outcome is unknown, no answer is stored; it throws instead. */
const answerCharged = async (
  billing: Billing,
  { organization, idempotency }: CallerContext,
  id: string,
  paymentId: string,
): Promise<Subscription> => {
  const charged = await write(billing.database, organization.id, async (work) => {
    // Read the payment before the subscription: if its outcome is committed in between, the subscription shows it.
    if (await isPaymentPending(work.db, paymentId)) {
      if (idempotency !== null) releaseKey(work, idempotency)
      return undefined
    }
    const subscription = await loadShownSubscription(work.db, id)
    if (idempotency !== null) answerKey(work, idempotency, subscription)
    return subscription
  })
  if (charged === undefined) throw new OwnPaymentInProgress(paymentId)
  return charged
}

/**
 * Resumes a widget's own subscription, or changes its plan if that costs nothing. A widget may make no other change. Either completes the
 * session.
 */
export const changeOwnSubscription = (
  billing: Billing,
  call: CallerContext,
  sessionId: string,
  body: SubscriptionBody,
): Promise<Subscription> =>
  withTaxRates(billing, (rated) =>
    write(billing.database, call.organization.id, (work) => changeBySession(rated, work, call, { sessionId, body })),
  )

const changeBySession = async (
  billing: Billing,
  work: Write,
  call: CallerContext,
  { sessionId, body }: { readonly sessionId: string; readonly body: SubscriptionBody },
): Promise<Subscription> => {
  const session = await lockClientSession(work, sessionId)
  if (session === undefined) throw new Problem('not_found', 'There is no such client session.')
  await refuseUnlessOpen(work, session)
  // A recovery link may be passed on: its session pays what is owed and does nothing else.
  if (session.hostedAs === 'recovery' || session.members.subscription?.id !== body.subscription.id)
    throw outsideSession()
  const subscription = await lockForChange(work, body.subscription.id)
  const context = { billing, db: work.db, organization: call.organization, now: work.now }
  const view = await resolveLockedSession(context, session, subscription)
  await refuseWhilePaying(work, subscription.id, {})
  const { purpose, plan, quote, terms } = view
  const resumes = purpose === 'resume' && body.subscription.status === 'active' && body.plan === undefined
  const changes = purpose === 'change_plan' && body.subscription.status === undefined && isPlanOf(view, body.plan)
  const { next_billing_date: date, scheduled_change: undo, proration_billing_mode: mode } = body.subscription
  const asksForMore = [date, undo, mode].some((member) => member !== undefined)
  if (!quote || !terms || asksForMore || !(resumes || (changes && quote.draft.dueNow.amount === 0)))
    throw outsideSession()
  if (changes) {
    await refuseImpossibleChange(work, view)
    refuseOtherAmount(body.expected, quote)
    await refuseBecomingSecond(work, call.organization, subscription, required(plan, 'plan', terms.id))
    await refuseWhileRefunding(work, subscription)
  }
  const columns = resumes
    ? await columnsFor(work, call, subscription, { status: 'active' })
    : await columnsAfterFreeChange(work, subscription, { terms, sessionId }, quote)
  if (columns === 'charge') throw outsideSession()
  refuseWithoutConsent(body, view, call.organization)
  work.insert('freeChanges', {
    sessionId,
    subscriptionId: subscription.id,
    purpose: resumes ? 'resume' : 'change_plan',
    planId: terms.id,
    consent: JSON.stringify(consentOfPayment(body, { ...view, quote }, call)),
    quote: JSON.stringify({
      hash: quote.hash,
      withTrial: false,
      draft: quote.draft,
      later: quote.later,
      ...(quote.discount && { discount: quote.discount }),
    } satisfies ShownQuote),
    createdAt: work.now,
  })
  await completeSessionOf(work, session, subscription.customerId)
  const metadata = withMetadata(subscription, session.members.subscription?.metadata)
  return save(work, call, subscription, { ...columns, ...metadata }, sessionId)
}

/** Whether a request names the plan of its session, and its quantity if it names one. */
const isPlanOf = ({ plan, terms }: ResolvedSession, named: SubscriptionBody['plan']): boolean =>
  named !== undefined && named.id === plan?.id && (named.quantity ?? terms?.quantity ?? 1) === (terms?.quantity ?? 1)

const outsideSession = (): Problem =>
  new Problem(
    'insufficient_permission',
    'A client token may resume or change, without a charge, its own subscription only.',
  )

/** Locks a subscription as its payments do, so that no payment changes it at the same time (DECISIONS 56). */
const lockForChange = async (work: Write, id: string): Promise<LockedSubscription> => {
  const unlocked = await loadSubscription(work.db, id)
  if (unlocked === undefined) throw new Problem('not_found', `There is no subscription ${id}.`)
  await lockNames(work, lockNamesOf({ customerId: unlocked.customerId, subscriptionId: id }))
  return lockExistingSubscription(work, id)
}

/** Throws `amount_changed` if the caller expects a charge, because this change costs nothing. */
const refuseOtherThanNothing = ({ expected }: RequestedChange, { id, priceCurrency }: SubscriptionRow): void => {
  if (expected === undefined || (expected.amount === 0 && expected.currency === priceCurrency)) return
  throw new Problem(
    'amount_changed',
    `Nothing is charged for this change of subscription ${id}, expected was ${expected.amount} ${expected.currency}.`,
  )
}

/** The plan with its group. This does not check that the plan exists; `switchPlan` does. */
const groupOf = async (work: Write, id: string): Promise<GroupedPlan> =>
  (await loadPlan(work.db, id)) ?? { id, planGroup: null }

/** The columns of a requested change, or `charge` if a charge must succeed first. */
const columnsFor = async (
  work: Write,
  { organization }: CallerContext,
  subscription: LockedSubscription,
  change: RequestedChange,
): Promise<SubscriptionChange | 'charge' | undefined> => {
  const { status, nextBillingDate, paymentMethodId, cause = { source: 'merchant' } } = change
  if (change.inPortal && subscription.status === 'cancelled')
    throw new Problem('subscription_not_changeable', 'This subscription has ended; a client session starts it again.')
  if (paymentMethodId !== undefined) return chargeOtherMethod(work, subscription, paymentMethodId)
  if (change.undoesScheduled) return undoScheduledChange(work, subscription, change.inPortal)
  if (nextBillingDate !== undefined) {
    const columns = moveBillingDate(subscription, { now: work.now, to: nextBillingDate })
    if (columns !== undefined)
      notePeriodMoved(work, subscription, { start: subscription.currentPeriodStart, end: nextBillingDate })
    return columns
  }
  // If the request names the current plan and quantity, the plan does not change, so the subscriber keeps their price.
  const wanted = change.plan && isOtherPlan(subscription, change.plan) ? change.plan : undefined
  const statusChange = status === undefined ? undefined : await changeStatus(work, subscription, status, cause)
  if (statusChange?.kind === 'charge') return 'charge'
  const statusColumns = statusChange?.kind === 'change' ? statusChange.columns : undefined
  if (wanted !== undefined || (subscription.status === 'cancelled' && statusColumns?.status !== undefined))
    await refuseBecomingSecond(work, organization, subscription, await groupOf(work, wanted?.id ?? subscription.planId))
  if (wanted === undefined) return statusColumns
  if (change.atPeriodEnd) return scheduleChange(work, subscription, await termsOfChange(work, subscription, wanted))
  refusePlanChangeIn({ id: subscription.id, status: statusColumns?.status ?? subscription.status })
  const kept = statusColumns === undefined ? subscription : { ...subscription, ...notCancelled }
  return { ...(await switchPlan(work, kept, wanted)), ...statusColumns, ...noPlanChange }
}

const save = async (
  work: Write,
  call: CallerContext,
  before: LockedSubscription,
  columns: SubscriptionChange | undefined,
  sessionId?: string,
): Promise<Subscription> => {
  const { id } = before
  if (columns) await work.db.updateTable('subscriptions').set(columns).where('id', '=', id).execute()
  const subscription = await loadShownSubscription(work.db, id)
  if (columns !== undefined) {
    recordEvent(work, eventOfChange(before, subscription), subscription)
    await oweEmailOfChange(work, before, subscription, sessionId)
  }
  saveIdempotentResponse(work, call, subscription)
  return subscription
}
