import { z } from 'zod'
import { listOf } from '../../resources/list.ts'
import { plan } from '../../resources/plan.ts'
import { createdBetween, listQuery } from '../parts/list-query.ts'
import { operation } from '../parts/operation.ts'
import { none } from '../parts/common-parts.ts'

/** Lists plans. Archived plans are listed only on request. */
export const findPlans = operation({
  name: 'findPlans',
  method: 'GET',
  path: '/plans',
  summary: 'Find plans',
  description: [
    'Lists plans, latest first; archived ones only with `include=archived`.',
    '`search` looks into id and name. `total` is exact for the snapshot.',
  ],
  callers: ['merchant'],
  scope: { resource: 'plans', access: 'read' },
  params: none,
  query: z.strictObject({
    ...listQuery(['created_at', 'updated_at', 'name']),
    ...createdBetween,
    include: z.enum(['archived']).optional().describe('`archived`: archived plans, too. Absent: only those for sale.'),
  }),
  body: null,
  answer: listOf(plan),
  problems: [],
})
