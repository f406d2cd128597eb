import { z } from 'zod'
import { idInput } from '../resources/fields.ts'
import { listOf } from '../resources/list.ts'
import { subscription } from '../resources/subscription.ts'
import { subscriptionStatuses } from '../vocabulary/statuses.ts'
import { createdBetween, listQuery } from './list-query.ts'
import { operation } from './operation.ts'
import { none } from './parts.ts'

/** Lists subscriptions with filters. */
export const findSubscriptions = operation({
  name: 'findSubscriptions',
  method: 'GET',
  path: '/subscriptions',
  summary: 'Find subscriptions',
  section: 'decisions 4',
  callers: ['merchant'],
  scope: { resource: 'subscriptions', access: 'read' },
  params: none,
  query: z.strictObject({
    ...listQuery(['created_at', 'updated_at', 'next_billing_date', 'status']),
    ...createdBetween,
    status: z.enum(subscriptionStatuses).optional(),
    customer_id: idInput.optional(),
    plan_id: idInput.optional(),
  }),
  body: null,
  answer: listOf(subscription),
  problems: [],
})
