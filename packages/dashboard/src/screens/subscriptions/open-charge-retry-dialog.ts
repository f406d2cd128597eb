import type { Payment, Subscription } from '@billing-checkout/client'
import { html } from 'lit'
import { InputFault, openDialog } from '../../parts/form-dialog.ts'
import { toast } from '../../parts/toast.ts'
import type { Context } from '../../shell/context.ts'

/**
 * Charges the debt of a past-due subscription to its stored method now. The server rejects this if the subscription is no longer past due.
 * If the charge is declined, the dialog shows the reason, and pressing the button again makes a new charge. Returns whether the
 * subscription must be reloaded.
 */
export const openChargeRetryDialog = async (context: Context, { id, customer }: Subscription): Promise<boolean> => {
  const { client, say } = context
  let idempotencyKey = crypto.randomUUID()
  let isTried = false
  const isDone = await openDialog({
    say,
    heading: say('subscription.retry'),
    submitLabel: say('subscription.retrySubmit'),
    content: () => html`<p>${say('subscription.retryHint')}</p>`,
    sentences: { payment_method_required: 'subscription.retryNoMethod' },
    submit: async () => {
      const payment = await client.createPayment(
        { customer: { id: customer.id }, subscription: { id, status: 'past_due' } },
        { idempotencyKey },
      )
      isTried = true
      idempotencyKey = crypto.randomUUID()
      toast(outcomeOf(context, payment))
    },
  })
  return isDone || isTried
}

/** The result of a charge, as a sentence. If the customer was not charged, throws an error that the dialog shows. */
const outcomeOf = ({ say, format }: Context, payment: Payment): string => {
  const { payment_status: status, status_reason: reason } = payment
  if (status === 'PENDING' || status === 'AUTHORIZED') return say('subscription.retryPending')
  // A payment that is `unwanted` came too late and is refunded, so it counts as not charged.
  if ((status === 'SETTLING' || status === 'SETTLED') && reason?.status !== 'unwanted')
    return say('subscription.retried', { amount: format.money(payment.amount, payment.currency_code) })
  const code = reason?.status_reason?.decline_code
  throw new InputFault(say(code ? `decline.${code}` : 'error.unexpected'))
}
