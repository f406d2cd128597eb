import { z } from 'zod'
import { idInput } from '../../resources/fields.ts'
import { listOf } from '../../resources/list.ts'
import { subscription } from '../../resources/subscription.ts'
import { subscriptionStatuses } from '../../vocabulary/statuses.ts'
import { byStatus, createdBetween, integerText, listQuery, ofCustomer } from '../parts/list-query.ts'
import { operation } from '../parts/operation.ts'
import { none } from '../parts/common-parts.ts'

/** Lists subscriptions with filters. */
export const findSubscriptions = operation({
  name: 'findSubscriptions',
  method: 'GET',
  path: '/subscriptions',
  summary: 'Find subscriptions',
  description: [
    'Lists subscriptions, latest first, cancelled ones too.',
    'All filters must hold together. `search` looks into the subscription’s id and into the customer’s id, `external_id`, name, e-mail address and telephone number. `total` is exact for the snapshot.',
  ],
  callers: ['merchant', 'portal'],
  scope: { resource: 'subscriptions', access: 'read' },
  params: none,
  query: z.strictObject({
    ...listQuery(['created_at', 'updated_at', 'next_billing_date', 'status']),
    ...createdBetween,
    ...byStatus('subscriptions', subscriptionStatuses),
    ...ofCustomer('subscriptions'),
    plan_id: idInput.optional().describe('Only subscriptions that are on this plan.'),
    discount_id: idInput.optional().describe('Only subscriptions whose next charge has this discount.'),
    quantity: integerText(1, 100_000).optional().describe('Only subscriptions of this many units.'),
    scheduled_change: z
      .enum(['true', 'false'])
      .optional()
      .describe('`true`: only subscriptions whose plan changes at the end of their period; `false`: only others.'),
  }),
  body: null,
  answer: listOf(subscription),
  problems: [],
})
