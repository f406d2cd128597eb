import { z } from 'zod'
import { customer } from '../../resources/customer.ts'
import { operation } from '../parts/operation.ts'
import { idParam } from '../parts/common-parts.ts'

/** Erases a customer's personal data everywhere and keeps the payments. */
export const eraseCustomer = operation({
  name: 'eraseCustomer',
  method: 'DELETE',
  path: '/customers/{id}',
  summary: 'Erase a customer',
  description: [
    'Erases who a customer is: names, addresses, contacts, metadata and stored payment methods, wherever they are stored, in events, sessions, remembered answers and the audit log, too, and at the processors that know the customer. What was paid, when, in which country and with which tax stays. Events that are delivered or read later show the customer as they are now.',
    'The scope `erasure` has to be named when an API key is made: a key that may do everything else may not do this. It cannot be undone, also not by restoring a backup. Erasing again changes nothing and answers the same, so no `Idempotency-Key` is needed. An erased customer is still answered, with `erased_at`, and cannot buy, be charged or be changed any more: that is answered with `not_found`. Who buys again is a new customer.',
    'It is refused with `customer_in_use` while a payment, a refund that is owed, a dispute or a declaration is under way, and while a subscription is not cancelled unless `cancel_subscriptions` is `true`; `details` names each. Nothing is changed then. Open sessions of the customer expire.',
  ],
  callers: ['merchant'],
  scope: { resource: 'erasure', access: 'write' },
  params: idParam,
  query: z.strictObject({
    cancel_subscriptions: z
      .enum(['true', 'false'])
      .optional()
      .describe('`true`: cancels the customer’s subscriptions at once, without a refund. Default `false`.'),
  }),
  body: null,
  answer: customer,
  problems: ['not_found', 'customer_in_use'],
})
