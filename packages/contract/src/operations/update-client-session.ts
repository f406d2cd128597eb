import { clientSession } from '../resources/client-session.ts'
import { operation } from './operation.ts'
import { idParam, none } from './parts.ts'
import { sessionMembers } from './session-members.ts'

/** Changes an open client session as a JSON Merge Patch and quotes it anew. */
export const updateClientSession = operation({
  name: 'updateClientSession',
  method: 'PATCH',
  path: '/client-session/{id}',
  summary: 'Update a client session',
  section: 'interface 4.3',
  callers: ['merchant'],
  scope: { resource: 'client_sessions', access: 'write' },
  params: idParam,
  query: none,
  body: sessionMembers,
  answer: clientSession,
  problems: [
    'not_found',
    'plan_archived',
    'session_completed',
    'session_expired',
    'payment_in_progress',
    'currency_mismatch',
    'amount_below_minimum',
    'subscription_not_changeable',
  ],
})
