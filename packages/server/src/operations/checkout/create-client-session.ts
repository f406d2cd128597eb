import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { openPortalCheckout } from '../../billing/portal/open-portal-checkout.ts'
import { openSession } from '../../billing/sessions/open-session.ts'
import { route } from '../../http/route.ts'

/** Answers POST /client-session. */
export const createClientSessionRoute = (billing: Billing) =>
  route(operations.createClientSession, ({ body, call }) =>
    call.principal.kind === 'portal' ? openPortalCheckout(billing, call, body) : openSession(billing, call, body),
  )
