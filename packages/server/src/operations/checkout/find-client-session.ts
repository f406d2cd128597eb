import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { findSession } from '../../billing/sessions/open-session.ts'
import { route } from '../../http/route.ts'

/** Answers GET /client-session/{id}. */
export const findClientSessionRoute = (billing: Billing) =>
  route(operations.findClientSession, ({ params, call }) => findSession(billing, call, params.id))
