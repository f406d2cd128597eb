import { Problem, type Subscription } from '@billing-checkout/contract'
import type { CallerContext } from '../../organization/caller-context.ts'
import { requireScope } from '../../organization/check-permission.ts'
import { loadShownSubscription } from '../../presenters/subscriptions/load-subscriptions.ts'
import { isPaymentPending } from '../../store/entities/payments.ts'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import { OwnPaymentInProgress } from '../../store/requests/own-payment-in-progress.ts'
import { answerKey, endKeyLease, reserveKeyOfChange } from '../../store/requests/save-idempotent-response.ts'
import type { SubscriptionRow } from '../../store/rows.ts'
import { type Write, write } from '../../store/writes/write.ts'
import type { OpenedPayment } from '../attempts/open-attempt.ts'
import { attemptOfPayment, callAndFinish, commitOpening } from '../attempts/run-attempt.ts'
import type { Billing } from '../billing.ts'
import type { PaymentBody } from '../charge-input/charge-draft.ts'
import { decideRequestedChange, lockForChange, type RequestedChange, saveChange } from '../portal/requested-change.ts'
import { refuseWhilePaying } from '../checks/refuse-plan-change.ts'
import { withTaxRates } from '../tax/decide-tax.ts'
import { lockChargeRows, openMerchantPayment } from './begin-merchant-payment.ts'

/**
 * Changes a subscription at the request of the merchant or of the subscription's customer, as {@link RequestedChange} lists, in one
 * transaction. To resume after the paid period has ended, this charges the stored method; if the charge is declined, the subscription stays
 * cancelled. Throws `payment_in_progress` while the charge's outcome is unknown.
 */
export const changeSubscription = async (
  billing: Billing,
  call: CallerContext,
  id: string,
  change: RequestedChange,
): Promise<Subscription> => {
  // If an earlier request with this idempotency key began a charge, answer with the outcome of that charge.
  const begun = call.idempotency?.begunPaymentId
  if (begun) return answerCharged(billing, call, id, begun)
  const started = await withTaxRates(billing, (rated) =>
    commitOpening(
      billing,
      call.organization.id,
      async (work): Promise<StartedChange> => {
        const subscription = await lockForChange(work, id)
        await refuseWhilePaying(work, id, change)
        const columns = await decideRequestedChange(work, call, subscription, change)
        if (columns === 'charge') return { charge: await openCharge(rated, work, call, subscription, change) }
        refuseOtherThanNothing(change, subscription)
        return { changed: await saveChange(work, call, subscription, columns) }
      },
      { attemptOf: (started) => ('charge' in started ? attemptOfPayment(started.charge) : undefined), name: 'write' },
    ),
  )
  if ('changed' in started) return started.changed
  if (!('ended' in started.charge)) await callAndFinish(billing, call.organization.id, started.charge)
  return answerCharged(billing, call, id, started.charge.paymentId)
}

/** A finished change, or a charge that must succeed before the change. */
type StartedChange = { readonly changed: Subscription } | { readonly charge: OpenedPayment }

/** Opens the charge that a change requires, in the transaction that checked the change, and reserves the request's idempotency key. */
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

/**
 * Returns the subscription after the charge was paid or declined. While the charge's outcome is unknown, this stores no answer for the
 * idempotency key and throws.
 */
const answerCharged = async (
  billing: Billing,
  { organization, idempotency }: CallerContext,
  id: string,
  paymentId: string,
): Promise<Subscription> => {
  const charged = await write(billing.database, organization.id, async (work) => {
    // Read the payment before the subscription. If the outcome is committed between the two reads, the subscription already reflects it.
    if (await isPaymentPending(work.db, paymentId)) {
      if (idempotency !== null) endKeyLease(work, idempotency)
      return undefined
    }
    const subscription = await loadShownSubscription(work.db, id)
    if (idempotency !== null) answerKey(work, idempotency, subscription)
    return subscription
  })
  if (charged === undefined) throw new OwnPaymentInProgress(paymentId)
  return charged
}

/** Throws `amount_changed` if the caller expects a charge, because this change costs nothing. */
const refuseOtherThanNothing = ({ expected }: RequestedChange, { id, priceCurrency }: SubscriptionRow): void => {
  if (expected === undefined || (expected.amount === 0 && expected.currency === priceCurrency)) return
  throw new Problem(
    'amount_changed',
    `Nothing is charged for this change of subscription ${id}, and the request expected ${expected.amount} ${expected.currency}.`,
  )
}
