import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { showPortal } from '../../billing/portal/show-portal.ts'
import { route } from '../../http/route.ts'

/** Answers GET /portal-session. */
export const findPortalRoute = (billing: Billing) =>
  route(operations.findPortal, ({ query, call }) => showPortal(billing, call, query.locale))
