import { clientSession } from '../../resources/client-session.ts'
import { operation } from '../parts/operation.ts'
import { idParam, none } from '../parts/common-parts.ts'
import { sessionMembers } from '../parts/session-members.ts'

/** Changes an open client session by a JSON Merge Patch, and quotes the session again. */
export const updateClientSession = operation({
  name: 'updateClientSession',
  method: 'PATCH',
  path: '/client-session/{id}',
  summary: 'Update a client session',
  description: [
    'Changes an open client session and quotes it again. The body is a JSON Merge Patch (RFC 7396): absent members stay, null clears one, metadata merges per key.',
    'The shopper’s page has to read the checkout again: if the terms differ, a payment of the earlier amount is refused with `amount_changed`. A session that is completed, expired or being paid can’t be changed. Naming the customer by `id` clears `external_id`, and the other way round. `options.expires_in` counts from now.',
  ],
  callers: ['merchant'],
  scope: { resource: 'client_sessions', access: 'write' },
  params: idParam,
  query: none,
  body: sessionMembers,
  answer: clientSession,
  problems: [
    'not_found',
    'plan_archived',
    'discount_invalid',
    'session_completed',
    'session_expired',
    'payment_in_progress',
    'currency_mismatch',
    'amount_below_minimum',
    'subscription_not_changeable',
  ],
})
