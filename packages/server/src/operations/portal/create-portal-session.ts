import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { openPortalSession, withTokens } from '../../billing/portal/open-portal-session.ts'
import { route } from '../../http/route.ts'

/** Answers POST /portal-session. */
export const createPortalSessionRoute = (billing: Billing) =>
  route(
    operations.createPortalSession,
    ({ body, call }) => openPortalSession(billing, call, body),
    (remembered, { call }) => withTokens(billing, call, remembered),
  )
