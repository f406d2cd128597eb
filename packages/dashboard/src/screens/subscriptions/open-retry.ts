import type { Subscription } from '@billing-checkout/client'
import { html } from 'lit'
import { InputFault, openDialog } from '../../parts/form-dialog.ts'
import { toast } from '../../parts/toast.ts'
import type { Context } from '../../shell/context.ts'

/**
 * Charges what a past-due subscription owes to its stored method now. If the charge is declined, the dialog shows why, and pressing the
 * button again charges again. Returns whether the subscription must be reloaded.
 */
export const openRetry = async ({ client, say, format }: Context, { id, customer }: Subscription): Promise<boolean> => {
  let idempotencyKey = crypto.randomUUID()
  let isTried = false
  const isDone = await openDialog({
    say,
    heading: say('subscription.retry'),
    submitLabel: say('subscription.retrySubmit'),
    content: () => html`<p>${say('subscription.retryHint')}</p>`,
    submit: async () => {
      const payment = await client.createPayment(
        { customer: { id: customer.id }, subscription: { id } },
        { idempotencyKey },
      )
      isTried = true
      idempotencyKey = crypto.randomUUID()
      if (payment.payment_status === 'PENDING') return toast(say('subscription.retryPending'))
      const code = payment.status_reason?.status_reason?.decline_code
      if (code) throw new InputFault(say(`decline.${code}`))
      toast(say('subscription.retried', { amount: format.money(payment.amount, payment.currency_code) }))
    },
  })
  return isDone || isTried
}
