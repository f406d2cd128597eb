import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { updateSession } from '../../billing/sessions/open-session.ts'
import { route } from '../../http/route.ts'

/** Answers PATCH /client-session/{id}. */
export const updateClientSessionRoute = (billing: Billing) =>
  route(operations.updateClientSession, ({ params, body, call }) => updateSession(billing, call, params.id, body))
