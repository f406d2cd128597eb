import { z } from 'zod'
import { amountMax, currencyCode, idInput } from '../../resources/fields.ts'
import { listOf } from '../../resources/list.ts'
import { payment } from '../../resources/payment.ts'
import { text } from '../../resources/text.ts'
import { paymentStatuses } from '../../vocabulary/statuses.ts'
import { createdBetween, integerText, listQuery, ofCustomer, severalOf } from '../parts/list-query.ts'
import { operation } from '../parts/operation.ts'
import { none } from '../parts/common-parts.ts'

/** Lists payments with filters. */
export const findPayments = operation({
  name: 'findPayments',
  method: 'GET',
  path: '/payments',
  summary: 'Find payments',
  description: [
    'Lists payments, latest first, declined ones too.',
    'All filters must hold together. `search` looks into the id, the statement descriptor, the last four digits of the card, the subscription’s id, and the customer’s id, `external_id`, name, e-mail address and telephone number as they were when the payment was made. `total` is exact for the snapshot.',
  ],
  callers: ['merchant', 'portal'],
  scope: { resource: 'payments', access: 'read' },
  params: none,
  query: z.strictObject({
    ...listQuery(['created_at', 'updated_at', 'amount', 'amount_usd', 'payment_status', 'currency_code']),
    ...createdBetween,
    ...ofCustomer('payments'),
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
    payment_status_in: severalOf(paymentStatuses)
      .optional()
      .describe('Only payments in one of these statuses, comma-separated or repeated.'),
    payment_status_not_in: severalOf(paymentStatuses)
      .optional()
      .describe('Only payments in none of these statuses, comma-separated or repeated.'),
    payment_status_set: text(200)
      .optional()
      .describe(
        'Comma-separated statuses filter like `payment_status_in`; anything else is searched for like `search`.',
      ),
    statement_descriptor: text(22).optional().describe('Only payments with exactly this statement descriptor.'),
  }),
  body: null,
  answer: listOf(payment),
  problems: [],
})
