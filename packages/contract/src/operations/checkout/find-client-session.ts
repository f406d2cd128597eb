import { clientSession } from '../../resources/client-session.ts'
import { operation } from '../parts/operation.ts'
import { idParam, none } from '../parts/common-parts.ts'

/** Returns one client session, whatever its phase. */
export const findClientSession = operation({
  name: 'findClientSession',
  method: 'GET',
  path: '/client-session/{id}',
  summary: 'Find a client session',
  description: [
    'Answers one client session, open, completed or expired, with what it costs: for half an hour what its opening or last change was answered, then what it would cost now.',
    'It changes nothing, not even the quote that the shopper was shown. Payments and events report whether it was paid.',
  ],
  callers: ['merchant'],
  scope: { resource: 'client_sessions', access: 'read' },
  params: idParam,
  query: none,
  body: null,
  answer: clientSession,
  problems: ['not_found'],
})
