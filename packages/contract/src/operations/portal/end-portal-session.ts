import { endedPortalSession } from '../../resources/portal-session.ts'
import { idParam, none } from '../parts/common-parts.ts'
import { operation } from '../parts/operation.ts'

/** Ends a portal session, for example when the customer signs out. */
export const endPortalSession = operation({
  name: 'endPortalSession',
  method: 'DELETE',
  path: '/portal-session/{id}',
  summary: 'End a portal session',
  description: [
    'Ends a portal session at once, with its link, its cookie and its client tokens: when the customer signs out of your site, or if a link went astray. A client token ends its own session only.',
    'Ending it again changes nothing.',
  ],
  callers: ['merchant', 'portal'],
  scope: { resource: 'portal_sessions', access: 'write' },
  params: idParam,
  query: none,
  body: null,
  answer: endedPortalSession,
  problems: ['not_found'],
})
