import type { Payment } from '@billing-checkout/contract'
import { actsForMerchant, type CallerContext } from '../../organization/caller-context.ts'
import type { Billing } from '../billing.ts'
import { checkoutPayment } from './begin-checkout-payment.ts'
import { merchantPayment } from './begin-merchant-payment.ts'
import { openNewMethod } from './open-new-method.ts'
import type { PaymentBody } from '../charge-input/payment-body.ts'
import { paymentOfEarlierTry } from './payment-of-earlier-try.ts'
import { rememberRedeemedBefore } from '../discounts/redemptions.ts'
import { noteTrialRefusalAndRethrow } from '../checks/refuse-second-trial.ts'
import { releaseBreakerProbe } from './route-method.ts'
import { runAttempt } from './run-attempt.ts'
import { waitForOthers } from '../checks/wait-for-others.ts'
import { withTaxRates } from '../tax/with-tax-rates.ts'
import type { ConnectionHeld } from '../../store/reconcile-first/reconcile-first.ts'

/**
 * Charges a widget's session as quoted, or, for a merchant, a customer's stored method. Declines, failures and unknown outcomes are
 * returned as payments. Throws a `Problem` if no charge was attempted.
 */
export const charge = async (billing: Billing, call: CallerContext, body: PaymentBody): Promise<Payment> => {
  const earlier = await paymentOfEarlierTry(billing, call)
  if (earlier !== undefined) return earlier
  const newMethod = await openNewMethod(billing, call, body)
  const { principal, organization } = call
  if (actsForMerchant(principal)) {
    return withTaxRates(billing, (rated) => runAttempt(rated, organization.id, merchantPayment(rated, call, body)))
  }
  const { sessionId } = principal
  const isSealed = newMethod?.charged.kind === 'typed_card'
  return waitForOthers(billing, organization, (hasWaited) =>
    withTaxRates(billing, (rated) => {
      const begin = (heldConnection?: ConnectionHeld) =>
        checkoutPayment(rated, { call, sessionId, body, newMethod, hasWaited, heldConnection })
      return runAttempt(rated, organization.id, begin(), {
        fallback: isSealed ? begin : undefined,
        onNotOpened: () => releaseBreakerProbe(billing, call.requestId),
      })
    }),
  )
    .catch((error: unknown) => noteTrialRefusalAndRethrow(billing, error))
    .catch((error: unknown) => rememberRedeemedBefore(billing, error))
}
