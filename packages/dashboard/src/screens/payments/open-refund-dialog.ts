import type { Payment } from '@billing-checkout/client'
import { html } from 'lit'
import { field } from '../../parts/field.ts'
import { InputFault, openDialog } from '../../parts/form-dialog.ts'
import { readTextField } from '../../parts/read-form.ts'
import { toast } from '../../parts/toast.ts'
import type { Context } from '../../shell/context.ts'
import { createIdempotencyKeys } from '../../shell/create-idempotency-keys.ts'
import { amountText, parseAmount } from '../../words/format.ts'

/** Asks for an amount and refunds it. Resolves with `true` once the server has accepted the refund. */
export const openRefundDialog = (context: Context, payment: Payment): Promise<boolean> => {
  const { client, say, format } = context
  const { id, currency_code: currency } = payment
  const refundable = refundableAmount(payment)
  const money = (amount: number): string => format.money(amount, currency)
  // One idempotency key for each amount and reason: if an answer is lost, the same input again does not refund twice; other input is a new
  // request.
  const keyOf = createIdempotencyKeys()
  return openDialog({
    say,
    heading: say('refund.title'),
    submitLabel: say('refund.submit'),
    isDangerous: true,
    content: () =>
      html`<p>${say('refund.left', { amount: money(refundable) })}</p>
        ${field({
          name: 'amount',
          label: say('refund.amount', { currency }),
          value: amountText(refundable, currency),
          inputMode: 'decimal',
          isWithFocus: true,
        })}
        ${field({
          name: 'reason',
          label: say('refund.reason'),
          hint: say('refund.reasonHint'),
          isOptional: true,
          lengthMax: 500,
        })}`,
    submit: async (form) => {
      const amount = parseAmount(String(form.get('amount')), currency)
      const reason = readTextField(form, 'reason')
      if (amount === null || amount < 1 || amount > refundable)
        throw new InputFault(say('refund.bad', { least: money(1), most: money(refundable) }))
      const body = { amount, ...(reason && { reason }) }
      const idempotencyKey = keyOf(body)
      await client.refundPayment(id, body, { idempotencyKey })
      toast(say('refund.done', { amount: money(amount) }))
    },
  })
}

/** How much of a payment can still be refunded, in minor units; 0 if its status does not allow a refund. */
export const refundableAmount = ({
  amount,
  refunded_amount: refunded,
  payment_status: status,
}: Pick<Payment, 'amount' | 'refunded_amount' | 'payment_status'>): number =>
  status === 'SETTLING' || status === 'SETTLED' ? amount - refunded : 0
