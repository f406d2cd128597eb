import { clientSession } from '../resources/client-session.ts'
import { operation } from './operation.ts'
import { none } from './parts.ts'
import { sessionMembers } from './session-members.ts'

/** Opens a client session, which a merchant's page shows through the element. It may be incomplete until it is paid. */
export const createClientSession = operation({
  name: 'createClientSession',
  method: 'POST',
  path: '/client-session',
  summary: 'Create a client session',
  section: 'decisions 4 and 7',
  callers: ['merchant'],
  scope: { resource: 'client_sessions', access: 'write' },
  params: none,
  query: none,
  body: sessionMembers,
  answer: clientSession,
  problems: ['not_found', 'plan_archived', 'currency_mismatch', 'amount_below_minimum', 'subscription_not_changeable'],
})
