import { dispute } from '../../resources/dispute.ts'
import { operation } from '../parts/operation.ts'
import { idParam, none } from '../parts/common-parts.ts'

/** Returns one dispute. */
export const findDispute = operation({
  name: 'findDispute',
  method: 'GET',
  path: '/disputes/{id}',
  summary: 'Find a dispute',
  description: ['Answers one dispute, whatever its status. It changes nothing.'],
  callers: ['merchant'],
  scope: { resource: 'payments', access: 'read' },
  params: idParam,
  query: none,
  body: null,
  answer: dispute,
  problems: ['not_found'],
})
