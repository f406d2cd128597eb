import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { endPortalSession } from '../../billing/portal/end-portal-session.ts'
import { route } from '../../http/route.ts'

/** Answers DELETE /portal-session/{id}. */
export const endPortalSessionRoute = (billing: Billing) =>
  route(operations.endPortalSession, ({ params, call }) => endPortalSession(billing, call, params.id))
