import { operations, Problem } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { changeSubscription } from '../../billing/charge/change-subscription.ts'
import { changeOwnSubscription } from '../../billing/portal/change-own-subscription.ts'
import { route } from '../../http/route.ts'
import { redactFor } from '../../presenters/redaction/redact-for.ts'

/** Answers PATCH /subscriptions. */
export const updateSubscriptionRoute = (billing: Billing) =>
  route(operations.updateSubscription, async ({ body, call }) => {
    const { principal } = call
    if (principal.kind === 'widget') {
      return redactFor(principal, await changeOwnSubscription(billing, call, principal.sessionId, body))
    }
    if (body.consent !== undefined) throw consentOfNobody()
    const { id, status, next_billing_date: nextBillingDate, payment_method_id: paymentMethodId } = body.subscription
    const undoesScheduled = body.subscription.scheduled_change === null
    if (principal.kind === 'portal')
      return changeSubscription(billing, call, id, { status, paymentMethodId, undoesScheduled, inPortal: true })
    const { plan, expected } = body
    return changeSubscription(billing, call, id, {
      plan,
      status,
      nextBillingDate,
      paymentMethodId,
      expected,
      atPeriodEnd: body.subscription.proration_billing_mode === 'at_period_end',
      undoesScheduled,
    })
  })

/**
 * Refuses a consent that is sent with an API key: a consent receipt states what a shopper saw at a checkout, and with a key there is
 * neither.
 */
const consentOfNobody = (): Problem => {
  const message = 'consent is sent with a client token only; a change by API key is nobody’s click.'
  return new Problem('invalid_parameter', message, {
    details: [{ path: 'body.consent', code: 'invalid_value', message }],
  })
}
