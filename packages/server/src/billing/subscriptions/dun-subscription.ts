import {
  addInterval,
  dunningStep,
  nextMethodRequestAt,
  required,
  retryAfterFailure,
  subscriptionStatusAfter,
} from '@billing-checkout/domain'
import { loadEndAfterRenewals, capAtSubscriptionEnd } from '../../presenters/subscriptions/end-of-subscription.ts'
import type { Organization } from '../../organization/organization.ts'
import { defaultSettings } from '../../organization/effective-settings.ts'
import { loadOrganization } from '../../organization/load-organization.ts'
import type { ClaimRow, PaymentRow } from '../../store/rows.ts'
import { type LockedSubscription, lockSubscriptionOf } from '../../store/entities/subscriptions.ts'
import { type OwedEmail, oweEmail } from '../../store/writes/owe-email.ts'
import type { Write } from '../../store/writes/write.ts'
import { addressRequiredReason } from '../tax/tax-address.ts'
import { recordSubscriptionEvent, updateSubscription } from './record-subscription-event.ts'
import { processedColumns } from './processed-columns.ts'
import { renews, endUnpaid, endAsRequested, cancelAfterDunning } from './end-subscription.ts'

/** Why the charge of a period failed. */
export type RenewalFailure =
  | { readonly kind: 'declined'; readonly mayRetry: boolean; readonly declineCode: string }
  /**
   * The charge certainly failed for a technical reason. It is tried again a few times before a failure counts as a decline. If `isCounted`
   * is false, because the processor refused us and not the charge, the failure never counts.
   */
  | { readonly kind: 'failed'; readonly isCounted: boolean }
  /**
   * The processor refuses this kind of request for every payer. The charge is tried again after a day, `deferredReason` tells an operator
   * why, and the refusal never counts as a decline.
   */
  | { readonly kind: 'refused'; readonly message: string }

/** Records that the charge of a period failed. The subscription gets another try, waits for another method, or ends. */
export const finishUnpaidRenewal = async (work: Write, payment: PaymentRow, unpaid: RenewalFailure): Promise<void> => {
  const subscription = await lockSubscriptionOf(work, payment)
  if (!renews(subscription)) return updateSubscription(work, subscription, { renewalPaymentId: null })
  const endsAt = await loadEndAfterRenewals(work.db, subscription)
  if (unpaid.kind === 'refused') {
    updateSubscription(work, subscription, {
      renewalPaymentId: null,
      leaseUntil: null,
      tries: 1,
      deferredUntil: capAtSubscriptionEnd(addInterval(work.now, 'days', 1), endsAt),
      deferredReason: unpaid.message,
    })
    await recordSubscriptionEvent(work, subscription.id, 'subscription.updated')
    return
  }
  if (unpaid.kind === 'failed') {
    const retryAt = retryAfterFailure(unpaid.isCounted ? subscription.failureCount : 0, work.now)
    if (retryAt !== undefined) {
      updateSubscription(work, subscription, {
        ...processedColumns,
        renewalPaymentId: null,
        failureCount: subscription.failureCount + (unpaid.isCounted ? 1 : 0),
        nextBillingDate: capAtSubscriptionEnd(retryAt, endsAt),
      })
      await recordSubscriptionEvent(work, subscription.id, 'subscription.updated')
      return
    }
  }
  return dunSubscription(work, subscription, {
    attempts: subscription.attemptCount + 1,
    mayRetry: unpaid.kind === 'failed' || unpaid.mayRetry,
    since: subscription.pastDueSince ?? payment.createdAt,
    email: failedPaymentEmail(payment, unpaid.kind === 'declined' ? unpaid.declineCode : undefined),
  })
}

/** The email about a payment that failed. */
export const failedPaymentEmail = (payment: PaymentRow, declineCode?: string): UnpaidEmail => ({
  kind: 'payment_failed',
  paymentId: payment.id,
  facts: {
    amount: payment.amount,
    currency: payment.currencyCode,
    ...(declineCode !== undefined && { decline_code: declineCode }),
  },
})

/**
 * Makes a subscription without a payment method past due immediately; nothing is charged until it has a method. `claim` contains the amount
 * due. If the subscription never had a method, it is cancelled instead, unless it is past due already or the organization keeps such
 * subscriptions past due. If it is kept past due, emails and events ask for a method several times.
 */
export const dunWithoutMethod = async (
  work: Write,
  { settings }: Pick<Organization, 'settings'>,
  subscription: LockedSubscription,
  claim: Pick<ClaimRow, 'amount'>,
): Promise<void> => {
  const neverHadOne = subscription.paymentMethodId === null
  const { trial_end_without_method: atEnd = defaultSettings.trial_end_without_method } = settings
  if (neverHadOne && atEnd === 'cancel' && subscription.status !== 'past_due')
    return endUnpaid(work, subscription, 'cancelled')
  return dunSubscription(work, subscription, {
    attempts: subscription.attemptCount,
    mayRetry: false,
    since: subscription.pastDueSince ?? work.now,
    asksForMethod: neverHadOne,
    email: missingMethod(subscription, claim),
  })
}

/** Repeats the request for a method to the customer of a past-due subscription that never had one. */
export const requestMethodAgain = async (
  work: Write,
  subscription: LockedSubscription,
  claim: Pick<ClaimRow, 'amount'>,
): Promise<void> => {
  const { id, customerId, pastDueSince, givesUpAt } = subscription
  const since = required(pastDueSince, 'begin of the dunning of subscription', id)
  const endsAt = required(givesUpAt, 'end of the dunning of subscription', id)
  updateSubscription(work, subscription, {
    ...processedColumns,
    methodWantedAt: nextMethodRequestAt(since, work.now, endsAt),
  })
  await recordSubscriptionEvent(work, id, 'subscription.payment_method_missing')
  const { facts, ...email } = missingMethod(subscription, claim)
  oweEmail(work, { ...email, customerId, subscriptionId: id, facts: { ...facts, next_try_at: null, ends_at: endsAt } })
}

const missingMethod = (
  { priceCurrency: currency }: LockedSubscription,
  { amount }: Pick<ClaimRow, 'amount'>,
): UnpaidEmail => ({ kind: 'payment_method_missing', facts: { amount, currency } })

/**
 * Records that a rule blocked a renewal: an active subscription is cancelled; any other subscription becomes or stays past due, without
 * further tries.
 */
export const finishBlockedRenewal = async (
  work: Write,
  subscription: LockedSubscription,
  claim: Pick<ClaimRow, 'amount'>,
): Promise<void> => {
  if (subscription.status !== 'active') {
    return dunSubscription(work, subscription, {
      attempts: subscription.attemptCount + 1,
      mayRetry: false,
      since: subscription.pastDueSince ?? work.now,
      email: {
        kind: 'payment_failed',
        facts: { amount: claim.amount, currency: subscription.priceCurrency },
      },
    })
  }
  await endUnpaid(work, subscription, 'renewalBlocked')
}

interface Decline {
  /** The number of declines so far. It includes this one if a charge was declined. */
  readonly attempts: number
  readonly mayRetry: boolean
  readonly since: string
  /** True to ask the customer for a payment method now, and again later. */
  readonly asksForMethod?: boolean
  /** The email to the customer; absent if there is none. */
  readonly email?: UnpaidEmail
}

/**
 * What the caller of `dunSubscription` decides about an email on an unpaid period. `dunSubscription` adds the customer, the subscription
 * and the dates.
 */
type UnpaidEmail = Pick<OwedEmail, 'kind' | 'paymentId' | 'facts'>

/**
 * Records that a subscription's period is unpaid, because its charge was declined or could not be made. The subscription becomes past due,
 * with the date of the next try if there is one. It is cancelled if no dunning day is left. No try is made at or after a requested end; if
 * that end has passed, the subscription ends now.
 */
export const dunSubscription = async (
  work: Write,
  subscription: LockedSubscription,
  decline: Decline,
): Promise<void> => {
  const organization = required(
    await loadOrganization(work.db, work.organizationId),
    'organization',
    work.organizationId,
  )
  const days = organization.settings.dunning_days
  const step = dunningStep({ ...decline, days, now: work.now })
  const endsAt = await loadEndAfterRenewals(work.db, subscription)
  if (endsAt !== null && endsAt <= work.now) return endAsRequested(work, subscription)
  const isNew = subscription.status !== 'past_due'
  const status = isNew ? subscriptionStatusAfter(subscription.status, 'chargeDeclined') : subscription.status
  if (step.kind === 'cancel') return cancelAfterDunning(work, { ...subscription, status })
  const givesUpAt = capAtSubscriptionEnd(step.givesUpAt, endsAt)
  const nextTryAt = step.kind === 'retry' && (endsAt === null || step.at < endsAt) ? step.at : null
  updateSubscription(work, subscription, {
    ...processedColumns,
    status,
    renewalPaymentId: null,
    failureCount: 0,
    attemptCount: decline.attempts,
    attemptsMax: days.length,
    pastDueSince: decline.since,
    givesUpAt,
    methodWantedAt: decline.asksForMethod ? nextMethodRequestAt(decline.since, work.now, givesUpAt) : null,
    nextBillingDate: nextTryAt,
  })
  await recordSubscriptionEvent(work, subscription.id, isNew ? 'subscription.past_due' : 'subscription.updated')
  if (decline.asksForMethod) await recordSubscriptionEvent(work, subscription.id, 'subscription.payment_method_missing')
  if (decline.email === undefined) return
  const { facts, ...email } = decline.email
  oweEmail(work, {
    ...email,
    customerId: subscription.customerId,
    subscriptionId: subscription.id,
    facts: { ...facts, next_try_at: nextTryAt, ends_at: givesUpAt },
  })
}

/** Days for which a renewal waits for the address that its tax depends on, before the subscription is past due. */
const daysUntilPastDue = 30

/**
 * Postpones a renewal whose tax depends on an unknown address. The subscription keeps its status for 30 days, is tried again every day, and
 * then becomes past due. An event asks the merchant for the address when the wait begins. Returns the event type that describes the result.
 */
export const postponeForAddress = async (
  work: Write,
  subscription: LockedSubscription,
  message: string,
): Promise<string> => {
  const isFirst = !subscription.deferredReason?.startsWith(addressRequiredReason)
  const since = subscription.nextBillingDate ?? work.now
  if (subscription.status !== 'past_due' && work.now >= addInterval(since, 'days', daysUntilPastDue)) {
    await dunSubscription(work, subscription, { attempts: subscription.attemptCount, mayRetry: false, since: work.now })
    return 'subscription.past_due'
  }
  updateSubscription(work, subscription, {
    leaseUntil: null,
    tries: subscription.tries + 1,
    deferredUntil: capAtSubscriptionEnd(
      addInterval(work.now, 'days', 1),
      await loadEndAfterRenewals(work.db, subscription),
    ),
    deferredReason: `${addressRequiredReason}: ${message}`,
  })
  if (isFirst) await recordSubscriptionEvent(work, subscription.id, 'subscription.address_required')
  return 'subscription.address_required'
}
