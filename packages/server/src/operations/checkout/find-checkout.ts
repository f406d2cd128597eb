import { operations, Problem } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { readCheckout } from '../../billing/checkout/read-checkout.ts'
import { ownOriginOf } from '../../billing/hosted/hosted-session.ts'
import { publicRoute } from '../../http/route.ts'
import { isOriginAllowed } from '../../organization/is-origin-allowed.ts'

/** Answers GET /checkout/{session_id}. */
export const findCheckoutRoute = (billing: Billing) =>
  publicRoute(operations.findCheckout, ({ params, query, origin, acceptLanguage, inTurnOf }) =>
    readCheckout(billing, {
      sessionId: params.session_id,
      locale: query.locale,
      acceptLanguage,
      admit: async (organization, show, session) => {
        if (!isOriginAllowed(organization, billing.mode, origin, ownOriginOf(billing, session)))
          throw new Problem('origin_not_allowed', `Pages of ${origin} may not show this checkout.`)
        return inTurnOf(organization.id, show)
      },
    }),
  )
