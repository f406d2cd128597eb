import { operations } from '@billing-checkout/contract'
import type { Billing } from '../billing/billing.ts'
import { endPortalSession } from '../billing/portal/end-portal-session.ts'
import { openPortalSession, answerPortalSessionAgain } from '../billing/portal/open-portal-session.ts'
import { showPortal } from '../billing/portal/show-portal.ts'
import { route, type Route } from '../http/route.ts'

/** The routes of operations on portal sessions. */
export const portalRoutesOf = (billing: Billing): readonly Route[] => [
  route(
    operations.createPortalSession,
    ({ body, call }) => openPortalSession(billing, call, body),
    (remembered, { call }) => answerPortalSessionAgain(billing, call, remembered),
  ),
  route(operations.endPortalSession, ({ params, call }) => endPortalSession(billing, call, params.id)),
  route(operations.findPortal, ({ query, call }) => showPortal(billing, call, query.locale)),
]
