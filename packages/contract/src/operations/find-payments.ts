import { z } from 'zod'
import { amountMax, currencyCode } from '../resources/fields.ts'
import { listOf } from '../resources/list.ts'
import { payment } from '../resources/payment.ts'
import { text } from '../resources/text.ts'
import { paymentStatuses } from '../vocabulary/statuses.ts'
import { createdBetween, integerText, listQuery, severalOf } from './list-query.ts'
import { operation } from './operation.ts'
import { none } from './parts.ts'

/** Lists payments with filters. */
export const findPayments = operation({
  name: 'findPayments',
  method: 'GET',
  path: '/payments',
  summary: 'Find payments',
  section: 'interface 4.5, decisions 6',
  callers: ['merchant'],
  scope: { resource: 'payments', access: 'read' },
  params: none,
  query: z.strictObject({
    ...listQuery(['created_at', 'updated_at', 'amount', 'amount_usd', 'payment_status', 'currency_code']),
    ...createdBetween,
    amount_from: integerText(0, amountMax).optional(),
    amount_to: integerText(0, amountMax).optional(),
    currency_code: currencyCode.optional(),
    payment_status: z.enum(paymentStatuses).optional(),
    payment_status_in: severalOf(paymentStatuses).optional(),
    payment_status_not_in: severalOf(paymentStatuses).optional(),
    payment_status_set: text(200)
      .optional()
      .meta({ description: 'A list of statuses filters like payment_status_in; anything else searches like search.' }),
    statement_descriptor: text(22).optional(),
  }),
  body: null,
  answer: listOf(payment),
  problems: [],
})
