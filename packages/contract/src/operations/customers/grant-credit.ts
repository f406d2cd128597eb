import { z } from 'zod'
import { customer } from '../../resources/customer.ts'
import { amountMax, currencyCode } from '../../resources/fields.ts'
import { filledText } from '../../resources/text.ts'
import { idParam, none } from '../parts/common-parts.ts'
import { operation } from '../parts/operation.ts'

/** Grants a customer goodwill credit. */
export const grantCredit = operation({
  name: 'grantCredit',
  method: 'POST',
  path: '/customers/{id}/credit',
  summary: 'Grant credit',
  description: [
    'Grants a customer goodwill credit, which `balances` of the customer shows. It is spent by itself on what the customer buys next in this currency: a new subscription, the return to a cancelled one, a plan change that is charged now, or a one-off purchase. It never lowers a renewal, and is never paid out.',
    'Your own `POST /payments` spends it, and a checkout does if its session names the customer by `id` or `external_id`, or a subscription of theirs. It lowers the price before tax, is a line of the quote (`customer_credit`) and part of its hash. If it covers all that is due, no processor is charged; a recurring purchase still needs a payment method, which is verified. It is spent in part if the rest would be less than can be charged.',
    'A payment in flight holds what it spends, and gives it back if it comes to nothing. A refund gives back money only, at most what was charged: grant the credit again if you want to give that back, too. Each request grants credit again, so send an `Idempotency-Key`.',
  ],
  callers: ['merchant'],
  scope: { resource: 'payments', access: 'write' },
  params: idParam,
  query: none,
  body: z.strictObject({
    amount: z.int().min(1).max(amountMax).describe('How much is granted, in minor units of the currency.'),
    currency: currencyCode.describe('Currency that the credit is in; only purchases in this currency spend it.'),
    reason: filledText(500).describe('Why you grant it; the audit log keeps it. Shoppers do not see it.'),
  }),
  answer: customer,
  problems: ['not_found', 'limit_reached'],
})
