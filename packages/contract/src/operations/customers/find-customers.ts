import { z } from 'zod'
import { customer } from '../../resources/customer.ts'
import { listOf } from '../../resources/list.ts'
import { text } from '../../resources/text.ts'
import { listQuery } from '../parts/list-query.ts'
import { operation } from '../parts/operation.ts'
import { none } from '../parts/common-parts.ts'

/** Lists customers with their payment methods and subscriptions. */
export const findCustomers = operation({
  name: 'findCustomers',
  method: 'GET',
  path: '/customers',
  summary: 'Find customers',
  description: [
    'Lists customers, latest first, each with the stored payment methods and all subscriptions.',
    '`search` looks into id, `external_id`, name, e-mail address and telephone number. `total` is exact for the snapshot.',
  ],
  callers: ['merchant'],
  scope: { resource: 'customers', access: 'read' },
  params: none,
  query: z.strictObject({
    ...listQuery(['created_at', 'updated_at', 'email', 'full_name', 'external_id']),
    external_id: text(255).optional().describe('Only the customer whom you know by this `external_id`.'),
  }),
  body: null,
  answer: listOf(customer),
  problems: [],
})
