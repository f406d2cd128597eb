import type { Payment, Subscription } from '@billing-checkout/client'
import { html } from 'lit'
import { InputFault, openDialog } from '../../parts/form-dialog.ts'
import { toast } from '../../parts/toast.ts'
import type { Context } from '../../shell/context.ts'

/**
 * Charges what a past-due subscription owes to its stored method now; the server refuses if it is not past due any more. If the charge is
 * declined, the dialog shows why, and pressing the button again charges again. Returns whether the subscription must be reloaded.
 */
export const openRetry = async (context: Context, { id, customer }: Subscription): Promise<boolean> => {
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

/** The result of a charge, as a sentence. If nothing was charged, throws an error for the dialog to show. */
const outcomeOf = ({ say, format }: Context, payment: Payment): string => {
  const { payment_status: status, status_reason: reason } = payment
  if (status === 'PENDING' || status === 'AUTHORIZED') return say('subscription.retryPending')
  // The charge was not wanted any more and is refunded.
  if ((status === 'SETTLING' || status === 'SETTLED') && reason?.status !== 'unwanted')
    return say('subscription.retried', { amount: format.money(payment.amount, payment.currency_code) })
  const code = reason?.status_reason?.decline_code
  throw new InputFault(say(code ? `decline.${code}` : 'error.unexpected'))
}
