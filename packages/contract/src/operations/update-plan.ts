import { z } from 'zod'
import { plan } from '../resources/plan.ts'
import { filledText } from '../resources/text.ts'
import { operation } from './operation.ts'
import { idParam, none } from './parts.ts'

/** Renames a plan, archives it or brings it back. */
export const updatePlan = operation({
  name: 'updatePlan',
  method: 'PATCH',
  path: '/plans/{id}',
  summary: 'Update a plan',
  section: 'decisions 4',
  callers: ['merchant'],
  scope: { resource: 'plans', access: 'write' },
  params: idParam,
  query: none,
  body: z.strictObject({ name: filledText(200).optional(), archived: z.boolean().optional() }),
  answer: plan,
  problems: ['not_found'],
})
