import type { Payment, Subscription } from '@billing-checkout/client'
import { html } from 'lit'
import { InputFault, openDialog } from '../../parts/form-dialog.ts'
import { toast } from '../../parts/toast.ts'
import type { Context } from '../../shell/context.ts'

/** The payment that was declined last, whose amount a past-due subscription owes; `payments` has the latest first. */
export const declinedLast = (payments: readonly Payment[]): Payment | undefined =>
  payments.find(({ payment_status: status }) => status === 'DECLINED')

/**
 * Charges what a past-due subscription owes to its stored method now. A decline is shown in the dialog, and the next press of the
 * button is another try. Answers whether the subscription is to be read again.
 */
export const openRetry = async (
  { client, say, format }: Context,
  { id, customer }: Subscription,
  { amount, currency_code: currency }: Payment,
): Promise<boolean> => {
  let idempotencyKey = crypto.randomUUID()
  let isTried = false
  const isDone = await openDialog({
    say,
    heading: say('subscription.retry'),
    submitLabel: say('subscription.retrySubmit', { amount: format.money(amount, currency) }),
    content: () => html`<p>${say('subscription.retryHint')}</p>`,
    submit: async () => {
      const payment = await client.createPayment(
        { customer: { id: customer.id }, subscription: { id }, expected: { amount, currency } },
        { idempotencyKey },
      )
      isTried = true
      idempotencyKey = crypto.randomUUID()
      if (payment.payment_status === 'PENDING') return toast(say('subscription.retryPending'))
      const code = payment.status_reason?.status_reason?.decline_code
      if (code) throw new InputFault(say(`decline.${code}`))
      toast(say('subscription.retried', { amount: format.money(payment.amount, currency) }))
    },
  })
  return isDone || isTried
}
