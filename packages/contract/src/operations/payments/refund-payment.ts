import { z } from 'zod'
import { amountMax } from '../../resources/fields.ts'
import { payment } from '../../resources/payment.ts'
import { filledText } from '../../resources/text.ts'
import { operation } from '../parts/operation.ts'
import { idParam, none } from '../parts/common-parts.ts'

/** Refunds what remains of a payment, or a part of that; the payment keeps its status. */
export const refundPayment = operation({
  name: 'refundPayment',
  method: 'POST',
  path: '/payments/refund/{id}',
  summary: 'Refund a payment',
  description: [
    'Refunds a payment: everything that is left of it, or `amount`. If the processor takes the currency only in steps, a partial refund has to be a multiple of the step (`amount_not_representable`); the whole rest can always be refunded. Several partial refunds are possible; together they never exceed the captured amount, even if they are requested at the same time.',
    'The answer is the payment: `refunded_amount` is the sum, and `refund` the latest refund. The status of the payment does not change. A refund is `pending` while the processor has not answered, and counts as given from the start. Only `SETTLING` and `SETTLED` payments can be refunded.',
    'A refund does not end a subscription; but a period whose payment went back is no longer paid for, so it earns no credit, and a subscription that was cancelled in it is not started again for free: it is charged, and credited with what is left of that money. Send an `Idempotency-Key`: without one, asking twice may refund twice.',
  ],
  callers: ['merchant'],
  scope: { resource: 'payments', access: 'write' },
  params: idParam,
  query: none,
  body: z.strictObject({
    amount: z
      .int()
      .min(1)
      .max(amountMax)
      .optional()
      .describe('Minor units of the payment’s currency. Absent: all that is left.'),
    reason: filledText(500).optional().describe('Why, for your own books. It is not sent to the customer.'),
  }),
  answer: payment,
  problems: [
    'not_found',
    'payment_not_refundable',
    'refund_exceeds_captured',
    'amount_not_representable',
    'payment_in_progress',
  ],
})
