import { z } from 'zod'
import { filtersByCreatedAt, enumList, integerText, listQuery, filtersByCustomer } from '../parts/list-query.ts'
import { idParam, operation } from '../parts/operation.ts'
import { amountMax, currencyCode, idInput } from '../../resources/fields.ts'
import { listOf } from '../../resources/list.ts'
import { payment } from '../../resources/payment.ts'
import { filledText, text } from '../../resources/text.ts'
import { paymentStatuses } from '../../vocabulary/statuses.ts'

/** Returns one payment; a client token finds only payments of its own session. */
export const findPayment = operation({
  method: 'GET',
  path: '/payments/{id}',
  summary: 'Find a payment',
  description: [
    'Answers one payment as it is now. Ask for it while a payment is `PENDING`; asking changes nothing.',
    'A client token finds the payments of its own session only, and sees in them neither metadata nor what the processor said; while the shopper has something to do, `next_action` says where.',
  ],
  callers: ['merchant', 'widget', 'portal'],
  scope: { resource: 'payments', access: 'read' },
  params: idParam,
  answer: payment,
  problems: ['not_found'],
})

/** Lists payments with filters. */
export const findPayments = operation({
  method: 'GET',
  path: '/payments',
  summary: 'Find payments',
  description: [
    'Lists payments, latest first, declined ones too.',
    'All filters must hold together. `search` looks into the id, the statement descriptor, the last four digits of the card, the subscription’s id, and the customer’s id, `external_id`, name, e-mail address and telephone number as they were when the payment was made. `total` is exact for the snapshot.',
  ],
  callers: ['merchant', 'portal'],
  scope: { resource: 'payments', access: 'read' },
  query: z.strictObject({
    ...listQuery(['created_at', 'updated_at', 'amount', 'amount_usd', 'payment_status', 'currency_code']),
    ...filtersByCreatedAt,
    ...filtersByCustomer('payments'),
    subscription_id: idInput.optional().describe('Only payments for this subscription.'),
    plan_id: idInput.optional().describe('Only payments for this plan.'),
    amount_from: integerText(0, amountMax)
      .optional()
      .describe('Amount of at least so many minor units, whatever the currency.'),
    amount_to: integerText(0, amountMax)
      .optional()
      .describe('Amount of at most so many minor units, whatever the currency.'),
    currency_code: currencyCode.optional().describe('Only payments in this currency.'),
    payment_status: z.enum(paymentStatuses).optional().describe('Only payments in this status.'),
    payment_status_in: enumList(paymentStatuses)
      .optional()
      .describe('Only payments in one of these statuses, comma-separated or repeated.'),
    payment_status_not_in: enumList(paymentStatuses)
      .optional()
      .describe('Only payments in none of these statuses, comma-separated or repeated.'),
    payment_status_set: text(200)
      .optional()
      .describe(
        'Comma-separated statuses filter like `payment_status_in`; anything else is searched for like `search`.',
      ),
    statement_descriptor: text(22).optional().describe('Only payments with exactly this statement descriptor.'),
  }),
  answer: listOf(payment),
})

/** Refunds a payment's unrefunded amount, or a part of it. The payment keeps its status. */
export const refundPayment = operation({
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
