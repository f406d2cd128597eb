import { z } from 'zod'
import { clientSession } from '../../resources/client-session.ts'
import { idInput } from '../../resources/fields.ts'
import { listOf } from '../../resources/list.ts'
import { text } from '../../resources/text.ts'
import { checkoutPhases } from '../../vocabulary/statuses.ts'
import { byStatus, createdBetween, ofCustomer, pageQuery } from '../parts/list-query.ts'
import { none } from '../parts/common-parts.ts'
import { operation } from '../parts/operation.ts'

const statusFilters = byStatus('sessions', checkoutPhases)

/** Lists client sessions, for example checkouts that shoppers abandoned. */
export const findClientSessions = operation({
  name: 'findClientSessions',
  method: 'GET',
  path: '/client-session',
  summary: 'Find client sessions',
  description: [
    'Lists client sessions, latest first. `status=expired` lists abandoned checkouts: sessions that expired unpaid.',
    'All filters must hold together. In a list `currency_details` is null; `findClientSession` answers it for one session. `total` is exact for the snapshot.',
  ],
  callers: ['merchant'],
  scope: { resource: 'client_sessions', access: 'read' },
  params: none,
  query: z.strictObject({
    ...pageQuery,
    ...createdBetween,
    ...ofCustomer('sessions'),
    ...statusFilters,
    status: statusFilters.status.describe(
      '`open`: can be paid. `processing`: a payment of it is under way. `completed`: paid, or done without a payment. `expired`: ended without one.',
    ),
    email: text(320)
      .optional()
      .describe('Only sessions opened for exactly this e-mail address, in upper or lower case.'),
    plan_id: idInput.optional().describe('Only sessions for this plan.'),
    subscription_id: idInput.optional().describe('Only sessions that name this subscription.'),
  }),
  body: null,
  answer: listOf(clientSession),
  problems: [],
})
