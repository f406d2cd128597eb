import { z } from 'zod'
import { plan } from '../../resources/plan.ts'
import { filledText } from '../../resources/text.ts'
import { operation } from '../parts/operation.ts'
import { idParam, none } from '../parts/common-parts.ts'

/** Renames a plan, archives it or brings it back. */
export const updatePlan = operation({
  name: 'updatePlan',
  method: 'PATCH',
  path: '/plans/{id}',
  summary: 'Update a plan',
  description: [
    'Renames a plan, archives it or brings it back.',
    'An archived plan is sold no more: new sessions and payments that name it are refused with `plan_archived`. Subscriptions to it go on, and sessions that were opened before stay payable. Prices never change.',
  ],
  callers: ['merchant'],
  scope: { resource: 'plans', access: 'write' },
  params: idParam,
  query: none,
  body: z.strictObject({
    name: filledText(200).optional().describe('Name that shoppers see from now on.'),
    archived: z.boolean().optional().describe('true: sold no more. false: for sale again.'),
  }),
  answer: plan,
  problems: ['not_found'],
})
