import { type PaymentStatus, Problem, type SubscriptionStatus } from '@billing-checkout/contract'
import { required } from '@billing-checkout/domain'
import { loadEndAfterRenewals, capAtSubscriptionEnd } from '../../presenters/subscriptions/end-of-subscription.ts'
import { loadSubscription, lockDueSubscription, type LockedSubscription } from '../../store/entities/subscriptions.ts'
import { ConnectionNotReconciled } from '../../store/reconcile-first/reconcile-first.ts'
import type { PaymentRow, SubscriptionRow } from '../../store/rows.ts'
import { type LoadContext, type Write, write } from '../../store/writes/write.ts'
import type { OpenAttempt } from '../attempts/open-attempt.ts'
import { callAndFinish, commitOpening } from '../attempts/run-attempt.ts'
import { minutesAfter, errorMessageOf, retryAt, retryWhilePendingAt } from '../back-off.ts'
import type { Billing } from '../billing.ts'
import {
  hasSameRelatedRows,
  loadRenewalChargeRows,
  openRenewal,
  type RenewalChargeRows,
} from '../charge/open-renewal.ts'
import { releaseBreakerProbe } from '../charge/route-method.ts'
import { AddressNeeded } from '../checks/refuse-unknown-tax.ts'
import { moveCreditToCustomer } from '../credit/move-credit-to-customer.ts'
import { lockNamesOf } from '../lock-names-of.ts'
import { postponeForNotice } from '../notices/postpone-for-notice.ts'
import { unfinishedOfSubscription } from '../payments/change-being-paid.ts'
import { requestMethodAgain, postponeForAddress } from '../subscriptions/dun-subscription.ts'
import { endAsRequested, cancelAsScheduled, cancelAfterDunning } from '../subscriptions/end-subscription.ts'
import { processedColumns } from '../subscriptions/processed-columns.ts'
import { updateSubscription } from '../subscriptions/record-subscription-event.ts'
import { withTaxRates } from '../tax/decide-tax.ts'
import { deferWork, isDatabaseUnavailable, secondsReady } from '../worklist/defer-work.ts'
import { longestOf, type RunRound, secondsSince, type RunnableWork } from '../worklist/work.ts'
import { type CompletedWork, type RoundOptions, mapConcurrently } from '../worklist/worklist.ts'
import { firstSubscriptionDueAt, leaseDueSubscriptions } from './lease-due-subscriptions.ts'

/**
 * Due subscriptions. Each connection has its own job, so that no subscription waits for another connection's processor. This kind of work
 * has its own `run`, because a charge takes two transactions, before and after the call. Also, the number of subscriptions in a round
 * depends on whether their processor answers.
 */
export const renewalWork: RunnableWork = {
  name: 'renewal',
  clock: 'billing',
  everySeconds: 2,
  firstDueAt: firstSubscriptionDueAt,
  // Leased rows count as overdue too: a renewal that crashes its worker each time is leased again and again.
  overdueSeconds: () => longestOf(secondsSince('billing', firstSubscriptionDueAt), secondsReady('renewal')),
  run: (billing, how) => processDueSubscriptions(billing, how),
  parts: ({ processors }) => Object.fromEntries(processors.all.map(({ id }) => [id, runConnection(id)])),
}

const runConnection =
  (connection: string): RunRound =>
  (billing, how) =>
    processDueSubscriptions(billing, { ...how, connection })

/**
 * Renews, ends, postpones or gives up on due subscriptions, several at a time, and moves the credit of cancelled ones to their customer.
 * One lease takes at most `limit` subscriptions. Two workers never charge the same period twice. While a connection's processor does not
 * answer, its subscriptions stay due and no try is counted. A move of the sandbox clock charges them even then, because the clock would
 * otherwise pass their due times.
 */
export const processDueSubscriptions = async (
  billing: Billing,
  how: RoundOptions,
  limit = 128,
): Promise<readonly CompletedWork[]> => {
  if (how.isClockMoving || how.connection !== undefined) return processTogether(billing, how, limit)
  const done: CompletedWork[] = []
  for (const { id } of billing.processors.all)
    done.push(...(await processTogether(billing, { ...how, connection: id }, limit)))
  return done
}

const processTogether = async (
  billing: Billing,
  how: RoundOptions,
  limit: number,
): Promise<readonly CompletedWork[]> => {
  const breaker = how.isClockMoving || how.connection === undefined ? undefined : billing.breakers.get(how.connection)
  const room = breaker?.allowedCount(limit) ?? limit
  // Even if no charge may be made now, take subscriptions, because some need no charge.
  const due = await leaseDueSubscriptions(billing, how, room === 0 ? limit : room)
  return mapConcurrently(due, how.concurrency, async (next) => {
    const what = await processDue(billing, how, next)
    return what === undefined ? undefined : { organizationId: next.organizationId, id: next.id, what }
  })
}

/** Processes one due subscription and returns the name of the change. An error defers this subscription and never stops the others. */
const processDue = async (billing: Billing, how: RoundOptions, due: SubscriptionRow): Promise<string | undefined> => {
  const names = lockNamesOf({ customerId: due.customerId, subscriptionId: due.id })
  try {
    const started = await withTaxRates(billing, (rated) =>
      commitOpening(
        billing,
        due.organizationId,
        {
          locks: names,
          exclusiveNames: names,
          load: (context) => findDue(context, due),
          run: (work, found) => beginDue(rated, work, { how, due, found }),
        },
        { attemptOf: (begun) => (typeof begun === 'object' ? begun : undefined) },
      ),
    ).catch((error: unknown) => {
      releaseBreakerProbe(billing, due.id)
      throw error
    })
    if (started === undefined || typeof started === 'string') {
      releaseBreakerProbe(billing, due.id)
      return started
    }
    const payment = await callAndFinish(billing, due.organizationId, started)
    return changeAfterCharge(
      payment.payment_status,
      required(payment.subscription, 'subscription of payment', payment.id).status,
    )
  } catch (error) {
    return error instanceof AddressNeeded
      ? await waitForAddress(billing, due, error).catch((again: unknown) => deferSubscription(billing, due, again))
      : await deferSubscription(billing, due, error)
  }
}

/** A subscription that was due when it was leased, read again under its lock. */
interface FoundDue {
  readonly subscription: LockedSubscription | undefined
  /**
   * The subscription's payment with an unknown outcome, if there is one. Until the outcome is known, the sum that the subscription owes is
   * also unknown.
   */
  readonly pending: PaymentRow | undefined
  readonly parts: RenewalChargeRows
}

const findDue = async (context: LoadContext, due: SubscriptionRow): Promise<FoundDue> => {
  const [subscription, [pending], parts] = await Promise.all([
    lockDueSubscription(context, due.id),
    context.find(unfinishedOfSubscription, [due.id]),
    loadRenewalChargeRows(context, due),
  ])
  return { subscription, pending, parts }
}

const beginDue = async (
  billing: Billing,
  work: Write,
  {
    how,
    due,
    found: { subscription, pending, parts },
  }: { readonly how: RoundOptions; readonly due: SubscriptionRow; readonly found: FoundDue },
): Promise<OpenAttempt | string | undefined> => {
  if (subscription === undefined || subscription.dueAt === null || subscription.dueAt > work.now) return undefined
  if (pending !== undefined) {
    updateSubscription(work, subscription, { leaseUntil: null, deferredUntil: retryWhilePendingAt(work.now, pending) })
    return undefined
  }
  if (subscription.status === 'cancelled') {
    return (await moveCreditToCustomer(work, subscription)) ? 'subscription.updated' : undefined
  }
  if (subscription.status === 'scheduled_for_cancellation') {
    await cancelAsScheduled(work, subscription)
    return 'subscription.cancelled'
  }
  const endsAt = await loadEndAfterRenewals(work.db, subscription)
  if (endsAt !== null && endsAt <= work.now) {
    await endAsRequested(work, subscription)
    return 'subscription.cancelled'
  }
  const current = hasSameRelatedRows(due, subscription) ? parts : await loadRenewalChargeRows(work, subscription)
  if (subscription.nextBillingDate === null) {
    const { methodWantedAt } = subscription
    if (methodWantedAt !== null && methodWantedAt <= work.now) {
      await requestMethodAgain(
        work,
        subscription,
        required(current.owedClaim, 'claim of subscription', subscription.id),
      )
      return 'subscription.payment_method_missing'
    }
    await cancelAfterDunning(work, subscription)
    return 'subscription.cancelled'
  }
  if (!how.isClockMoving && !maySend(billing, subscription, current)) {
    updateSubscription(work, subscription, { leaseUntil: null })
    return undefined
  }
  const isPostponed =
    current.owedClaim === undefined && (await postponeForNotice(billing, work, subscription, { rows: current, endsAt }))
  if (isPostponed) return 'subscription.postponed'
  const opened = await openRenewal(billing, work, subscription, current)
  if (opened !== undefined) return opened
  const { status } = required(await loadSubscription(work.db, due.id), 'subscription', due.id)
  return `subscription.${status === 'active' ? 'renewed' : status}`
}

/**
 * Whether the subscription may still be charged. It was leased together with many others, and its processor may have stopped answering
 * since the lease.
 */
const maySend = ({ breakers }: Billing, { id }: LockedSubscription, { method }: RenewalChargeRows): boolean =>
  method === undefined || (breakers.get(method.connection)?.maySend(id) ?? true)

const changeAfterCharge = (paymentStatus: PaymentStatus, status: SubscriptionStatus): string => {
  if (paymentStatus === 'PENDING') return 'subscription.charge_unknown'
  if (status === 'active') return paymentStatus === 'FAILED' ? 'subscription.charge_failed' : 'subscription.renewed'
  return `subscription.${status}`
}

/**
 * Defers a subscription after an error, longer each time. The reason is stored in the subscription's row or, if that row cannot be written,
 * in a separate row. If another request has just begun a payment, or if the connection must first be reconciled after a restore, no failure
 * is counted, and the subscription is tried again after a minute.
 */
const deferSubscription = async (billing: Billing, due: SubscriptionRow, error: unknown): Promise<undefined> => {
  const isBusy =
    error instanceof ConnectionNotReconciled || (error instanceof Problem && error.code === 'payment_in_progress')
  if (!isBusy && !isDatabaseUnavailable(error))
    billing.logger.error({ subscription: due.id, err: error }, 'a due subscription was deferred')
  await deferRow(billing, due, { isBusy, error }).catch((again: unknown) => deferWork(billing, 'renewal', due, again))
}

/**
 * Postpones a renewal whose tax depends on an unknown part of the address, as {@link postponeForAddress} describes. A new address ends the
 * wait immediately.
 */
const waitForAddress = (
  { database }: Billing,
  due: SubscriptionRow,
  error: AddressNeeded,
): Promise<string | undefined> =>
  write(database, due.organizationId, async (work) => {
    const subscription = await lockDueSubscription(work, due.id)
    return subscription && postponeForAddress(work, subscription, error.message)
  })

const deferRow = (
  { database }: Billing,
  due: SubscriptionRow,
  { isBusy, error }: { readonly isBusy: boolean; readonly error: unknown },
): Promise<void> =>
  write(database, due.organizationId, async (work) => {
    const subscription = await lockDueSubscription(work, due.id)
    if (subscription === undefined) return
    const count = subscription.tries + (isBusy ? 0 : 1)
    updateSubscription(work, subscription, {
      ...processedColumns,
      tries: count,
      deferredUntil: isBusy
        ? minutesAfter(work.now, 1)
        : capAtSubscriptionEnd(retryAt(work.now, count), await loadEndAfterRenewals(work.db, subscription)),
      deferredReason: isBusy ? null : errorMessageOf(error),
    })
  })
