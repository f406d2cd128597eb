import { z } from 'zod'
import { listOf } from '../resources/list.ts'
import { plan } from '../resources/plan.ts'
import { createdBetween, listQuery } from './list-query.ts'
import { operation } from './operation.ts'
import { none } from './parts.ts'

/** Lists plans; archived ones only when asked for. */
export const findPlans = operation({
  name: 'findPlans',
  method: 'GET',
  path: '/plans',
  summary: 'Find plans',
  section: 'interface 4.9, decisions 6',
  callers: ['merchant'],
  scope: { resource: 'plans', access: 'read' },
  params: none,
  query: z.strictObject({
    ...listQuery(['created_at', 'updated_at', 'name']),
    ...createdBetween,
    include: z.enum(['archived']).optional().meta({ description: 'archived: list archived plans too.' }),
  }),
  body: null,
  answer: listOf(plan),
  problems: [],
})
