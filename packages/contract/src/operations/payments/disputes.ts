import { z } from 'zod'
import { filtersByStatus, filtersByCreatedAt, pageQuery } from '../parts/list-query.ts'
import { idParam, operation } from '../parts/operation.ts'
import { dispute } from '../../resources/dispute.ts'
import { idInput } from '../../resources/fields.ts'
import { listOf } from '../../resources/list.ts'
import { disputeStatuses } from '../../vocabulary/disputes.ts'

/** Returns one dispute. */
export const findDispute = operation({
  method: 'GET',
  path: '/disputes/{id}',
  summary: 'Find a dispute',
  description: ['Answers one dispute, whatever its status. It changes nothing.'],
  callers: ['merchant'],
  scope: { resource: 'payments', access: 'read' },
  params: idParam,
  answer: dispute,
  problems: ['not_found'],
})

/** Lists disputes with filters. */
export const findDisputes = operation({
  method: 'GET',
  path: '/disputes',
  summary: 'Find disputes',
  description: [
    'Lists disputes, those that were noticed last first, closed ones too.',
    'Evidence is sent to the processor, in its own dashboard: this interface shows what becomes of a dispute, and decides nothing about it.',
  ],
  callers: ['merchant'],
  scope: { resource: 'payments', access: 'read' },
  query: z.strictObject({
    ...pageQuery,
    ...filtersByCreatedAt,
    payment_id: idInput.optional().describe('Only disputes of this payment.'),
    ...filtersByStatus('disputes', disputeStatuses),
  }),
  answer: listOf(dispute),
})
