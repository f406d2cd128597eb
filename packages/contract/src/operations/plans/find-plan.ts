import { plan } from '../../resources/plan.ts'
import { operation } from '../parts/operation.ts'
import { idParam, none } from '../parts/common-parts.ts'

/** Returns one plan, archived or not. */
export const findPlan = operation({
  name: 'findPlan',
  method: 'GET',
  path: '/plans/{id}',
  summary: 'Find a plan',
  description: ['Answers one plan, archived or not. It changes nothing.'],
  callers: ['merchant'],
  scope: { resource: 'plans', access: 'read' },
  params: idParam,
  query: none,
  body: null,
  answer: plan,
  problems: ['not_found'],
})
