import { type operations, Problem, type Subscription } from '@billing-checkout/contract'
import { required } from '@billing-checkout/domain'
import type { z } from 'zod'
import type { CallerContext } from '../../organization/caller-context.ts'
import { type UnitOfWork, type Write, write } from '../../store/writes/write.ts'
import { saveIdempotentResponse } from '../../store/requests/save-idempotent-response.ts'
import type { Billing } from '../billing.ts'
import type { PayableSession } from '../charge-input/charge-draft.ts'
import { unsavedSession } from '../charge-input/unsaved-session.ts'
import { refuseDuplicatePurchase } from '../checks/refuse-duplicate-purchase.ts'
import { isAlwaysFree, isFreeTrial } from '../checks/needs-method.ts'
import { refuseUnpayableDue } from '../checks/refuse-unpayable-due.ts'
import { refuseUnknownTax } from '../checks/refuse-unknown-tax.ts'
import { invalidDiscount } from '../discounts/invalid-discount.ts'
import { mergeMetadata } from '../merge-patch.ts'
import { resolveLockedSession } from '../quotes/resolve-session.ts'
import { withTaxRates } from '../tax/decide-tax.ts'
import { type ChargeRows, lockChargeRows, draftMerchantCharge, requireChargeable } from './begin-merchant-payment.ts'
import { openFreePayment } from './open-payment.ts'

type NewSubscription = z.output<NonNullable<typeof operations.createSubscription.body>>

/**
 * Opens a subscription that costs nothing now, without a payment method, at a merchant's request. Like a free purchase at the checkout,
 * this records a payment of 0 under the same locks. Throws `payment_method_required` if something is due.
 */
export const startSubscription = (
  billing: Billing,
  call: CallerContext,
  body: NewSubscription,
): Promise<Subscription> =>
  withTaxRates(billing, (rated) => {
    const unit: UnitOfWork<Subscription, ChargeRows> = {
      load: (context) => lockChargeRows(context, { customer: body.customer, plan: body.plan }),
      run: async (work, rows) => {
        const subscription = await openFreeSubscription(rated, work, call, body, rows)
        saveIdempotentResponse(work, call, subscription)
        return subscription
      },
    }
    return write(billing.database, call.organization.id, unit)
  })

const openFreeSubscription = async (
  billing: Billing,
  work: Write,
  call: CallerContext,
  { plan, discount, trial, metadata }: NewSubscription,
  { customer }: ChargeRows,
): Promise<Subscription> => {
  const { organization } = call
  const context = { billing, db: work.db, organization, now: work.now, loadedRows: { customer } }
  const session = unsavedSession(work, customer.id, { plan, discount, options: { trial } })
  const view = requireChargeable(await resolveLockedSession(context, session, undefined))
  refuseOneOff(view)
  await refuseDuplicatePurchase(work, organization, { view, email: null })
  refuseUnlessFree(view)
  if (!isAlwaysFree(view)) refuseUnknownTax(organization, view.quote.tax)
  refuseUnpayableDue(billing, organization, view)
  const opened = await openFreePayment(billing, work, draftMerchantCharge(call, {}, { view, customer }), {
    metadata: mergeMetadata({}, metadata, 'body.metadata'),
  }).catch((error: unknown) => {
    throw wasUsedUpMeanwhile(error) ? invalidDiscount(usedUp) : error
  })
  return required(opened.ended.subscription, 'subscription of payment', opened.paymentId)
}

const refuseOneOff = ({ plan }: PayableSession): void => {
  if (plan.type === 'recurring') return
  const message = `plan.id must name a recurring plan, got the one-off plan ${plan.id}.`
  throw new Problem('invalid_parameter', message, {
    details: [{ path: 'body.plan.id', code: 'invalid_value', message }],
  })
}

const refuseUnlessFree = (view: PayableSession): void => {
  if (isAlwaysFree(view) || isFreeTrial(view)) return
  const { amount, currency } = view.quote.draft.dueNow
  const isRepeated = view.terms.trial !== null && !view.quote.withTrial
  const reason = isRepeated ? ' This customer or e-mail address has already had the trial of the plan.' : ''
  throw new Problem(
    'payment_method_required',
    `Only a price of 0 or a free trial needs no payment method; ${amount} ${currency} would be due now for plan ${view.plan.id}.${reason} Use POST /payments or a client session.`,
  )
}

/** Whether the discount ended, or another sale took its last redemption, after the discount was looked up. */
const wasUsedUpMeanwhile = (error: unknown): boolean => error instanceof Problem && error.code === 'amount_changed'

const usedUp = {
  reason: 'used_up',
  message: 'The discount has ended or has been redeemed as often as it allows.',
} as const
